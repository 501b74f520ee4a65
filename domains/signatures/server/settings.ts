import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { means, settingsRecord, settingsSave } from '../shapes.ts';

/** How an institution signs, under the name `signatures` in its settings. */

type Settings = z.infer<typeof settingsSave>;
const usual: Settings = { eimzo: false, demanded: false, domain_keys: '' };

/** Without a verification server nobody signs with the national signature, whatever was set before. */
export async function meansOf(call: Pick<Call, 'client' | 'kernel'>): Promise<z.infer<typeof means>> {
  const { rows } = await call.client.query<{ value: Partial<Settings> }>(
    "select value from settings where name = 'signatures' and deleted_at is null",
  );
  const set = { ...usual, ...rows[0]?.value };
  const eimzo = set.eimzo && call.kernel.settings.eimzoUrl !== null;
  return { ...set, eimzo, demanded: eimzo && set.demanded };
}

export async function settingsOf(call: Call): Promise<z.infer<typeof settingsRecord>> {
  return { ...(await meansOf(call)), reachable: call.kernel.settings.eimzoUrl !== null };
}

export async function saveSettings(call: Call, input: Settings): Promise<z.infer<typeof settingsRecord>> {
  if (input.eimzo && call.kernel.settings.eimzoUrl === null) throw failField('eimzo', 'SIGNATURE_OFF');
  if (input.demanded && !input.eimzo) throw failField('demanded', 'SIGNATURE_OFF');
  await call.client.query(
    `insert into settings (name, value) values ('signatures', $1)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [JSON.stringify(input)],
  );
  return settingsOf(call);
}
