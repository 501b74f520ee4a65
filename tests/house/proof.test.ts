import { expect, test } from 'vitest';
import { z } from 'zod';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';

/** What these permissions open for writing gives power over people, or over who may do what. */
const powerful = ['account.manage', 'role.manage'];
/** Without it no harm is done: it only takes a device away, and whoever fears for an account must not be held up. */
const spared = ['DELETE /account/{id}/sessions', 'DELETE /account/{id}/sessions/{session_id}'];

test('calls that give power over people ask for the password again', () => {
  const without = callsOf(domains)
    .filter(({ meta }) => 'permission' in meta.access && !meta.reads && meta.method !== 'GET')
    .filter(({ meta }) =>
      [(meta.access as { permission: string }).permission].flat().some((name) => powerful.includes(name)),
    )
    .filter(({ meta }) => meta.proof !== true)
    .map(({ meta }) => `${meta.method} ${meta.path}`);
  expect(without.sort()).toEqual(spared);
});

test('calls that can force a step say that they then ask for the password', () => {
  const without = callsOf(domains).flatMap(({ meta, contract }) => {
    const schema = contract['~orpc'].inputSchema;
    if (!schema || meta.proof) return [];
    const { properties = {} } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
    return 'force' in properties ? [`${meta.method} ${meta.path}`] : [];
  });
  expect(without).toEqual([]);
});
