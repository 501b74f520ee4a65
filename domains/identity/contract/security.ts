import { z } from 'zod';
import {
  type Access,
  call,
  listOf,
  listQuery,
  manyOf,
  nothing,
  queryId,
  securityKinds,
  securityOutcomes,
  text,
} from '#platform/contract/index.ts';
import { person } from './shapes.ts';

/** What the security log is asked by; a day means the whole of it in the institution's zone. */
export const securityFilters = {
  search: listQuery.search.describe('a name, a username or a whole address'),
  kind: manyOf(z.enum(securityKinds)),
  outcome: z.enum(securityOutcomes).optional(),
  account_id: queryId.optional().describe('who did it, or whom it was about'),
  address: text(60).optional(),
  from: z.string().max(40).optional().describe('day or instant'),
  to: z.string().max(40).optional().describe('day (whole) or instant'),
};

export const securityEvent = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(securityKinds),
  outcome: z.enum(securityOutcomes),
  person: person.describe('who did it; null for somebody unknown'),
  about: person.describe('whom it was about, where that is somebody else'),
  session_id: z.number().nullable(),
  address: z.string(),
  call: z.string(),
  details: z.record(z.string(), z.unknown()),
  times: z.number().describe('how often within the minute'),
});

const read: Access = { permission: 'security.read' };

/** Sign-ins, failed ones, changes of rights, exports of personal data and reads of evidence. */
export const security = {
  security: {
    list: call({
      method: 'GET',
      path: '/security/',
      summary: 'The security log of the institution',
      access: read,
      logged: 'LOG_READ',
      input: z.object({ ...listQuery, ...securityFilters }),
      output: listOf(securityEvent),
    }),
    export: call({
      method: 'GET',
      path: '/security/export',
      summary: 'The security log as JSON lines, the oldest first',
      access: read,
      logged: 'LOG_READ',
      heavy: 'export',
      input: z.object(securityFilters),
      output: nothing.describe('a file'),
    }),
  },
};
