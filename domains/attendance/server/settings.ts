import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { settingsShape } from '../shapes.ts';

export type AttendanceSettings = { [K in keyof typeof settingsShape]: z.infer<(typeof settingsShape)[K]> };

/** A quarter of the hours, as the law has it; two hours a session; a week to put a register right. */
const usual: AttendanceSettings = { limit_percent: 25, near_percent: 80, hours_per_session: 2, lock_days: 7 };

/** What holds in the caller's institution. */
/** Asked once in a call, whoever needs them in it. */
const askedSettings = new WeakMap<object, Promise<AttendanceSettings>>();

export async function settingsOf(call: Pick<Call, 'client'>): Promise<AttendanceSettings> {
  let asked = askedSettings.get(call);
  if (!asked) {
    asked = call.client
      .query<{ value: Partial<AttendanceSettings> }>(
        'select value from settings where name = $1 and deleted_at is null',
        ['attendance'],
      )
      .then(({ rows }) => ({ ...usual, ...rows[0]?.value }));
    askedSettings.set(call, asked);
  }
  return asked;
}

export async function saveSettings(
  call: Call,
  input: { [K in keyof AttendanceSettings]?: number | undefined },
): Promise<AttendanceSettings> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) throw failField('limit_percent', 'form_required');
  const after = { ...(await settingsOf(call)), ...given };
  await call.client.query(
    `insert into settings (name, value) values ('attendance', $1)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [JSON.stringify(after)],
  );
  askedSettings.delete(call);
  return after;
}
