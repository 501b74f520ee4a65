import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { settingsShape } from '../shapes.ts';

export type Rules = { [K in keyof typeof settingsShape]: z.infer<(typeof settingsShape)[K]> };

/** Until an institution says otherwise. */
export const usual: Rules = {
  self_quota: 2,
  self_days: 5,
  self_before_days: 2,
  self_after_days: 2,
  evidence_days: 10,
  review_days: 10,
  board_days: 10,
  panel_quorum: 2,
};

/** What holds in the caller's institution. */
export async function rulesOf(call: Pick<Call, 'client'>): Promise<Rules> {
  const { rows } = await call.client.query<{ value: Partial<Rules> }>(
    'select value from settings where name = $1 and deleted_at is null',
    ['circumstances'],
  );
  return { ...usual, ...rows[0]?.value };
}

export async function saveRules(call: Call, input: { [K in keyof Rules]?: number | undefined }): Promise<Rules> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) throw failField('self_quota', 'form_required');
  const after = { ...(await rulesOf(call)), ...given };
  await call.client.query(
    `insert into settings (name, value) values ('circumstances', $1)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [JSON.stringify(after)],
  );
  return after;
}
