import { z } from 'zod';
import { call, listOf, listQuery, queryId } from '#platform/contract/index.ts';
import * as shapes from '../shapes-desk.ts';

/** The campaign at a glance, and people who might apply. */

const leads = { permission: 'lead.read' } as const;

export const desk = {
  campaign: call({
    method: 'GET',
    path: '/admission/desk',
    summary: 'How far applicants of a year came, by day, source and course; what waits for whom and how long',
    access: { permission: 'application.desk' },
    input: z.object(shapes.deskFilters),
    output: shapes.deskAnswer,
  }),
  leads: call({
    method: 'GET',
    path: '/admission/lead',
    summary: 'People who signed up and have sent no application yet',
    access: leads,
    input: z.object({ ...listQuery, ...shapes.leadFilters }),
    output: listOf(shapes.lead),
  }),
  talks: call({
    method: 'GET',
    path: '/admission/lead/talks',
    summary: 'What was said with one of them, the newest first',
    access: leads,
    input: z.object({ guest_id: queryId }),
    output: z.array(shapes.talk),
  }),
  talk: call({
    method: 'POST',
    path: '/admission/lead/talk',
    summary: 'Keep a talk, and when to talk again',
    access: { permission: 'lead.talk' },
    input: shapes.talkSave,
    output: shapes.talk,
  }),
};
