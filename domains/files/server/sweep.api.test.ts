import { access, stat, utimes } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskStorage } from '#platform/server/disk/disk-storage.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { sweepFiles } from './sweep.ts';

let api: Api;
let me: Caller;
let kernel: Kernel;
beforeAll(async () => {
  api = await startApi();
  me = await api.as('registrar_head');
  ({ kernel } = api);
});
afterAll(() => api.close());

/** An uploaded file whose content has lain on the disk for two days. */
async function file(text: string, deleted?: string): Promise<() => Promise<boolean>> {
  const [{ id }] = (await me.upload('a.csv', Buffer.from(text))).body;
  const {
    rows: [row],
  } = await api.database.owner.query<{ hash: string }>('select hash from files where id = $1', [id]);
  if (deleted)
    await api.database.owner.query('update files set deleted_at = edulab_now() - $2::interval where id = $1', [
      id,
      deleted,
    ]);
  const path = new DiskStorage(api.dataDir).pathOf(row!.hash);
  const old = new Date((await stat(path)).mtimeMs - 2 * 86_400_000);
  await utimes(path, old, old);
  return () =>
    access(path).then(
      () => true,
      () => false,
    );
}

it('removes contents that nobody has had for 30 days, and no other', async () => {
  const kept = await file('bor');
  const lately = await file('yaqinda', '29 days');
  const long = await file('ancha', '31 days');
  // The same content under two records: one of them is still there.
  await file('ikkita', '31 days');
  const shared = await file('ikkita');
  expect(await sweepFiles(kernel)).toBe(1);
  expect([await kept(), await lately(), await long(), await shared()]).toEqual([true, true, false, true]);
  expect(await sweepFiles(kernel)).toBe(0);
});
