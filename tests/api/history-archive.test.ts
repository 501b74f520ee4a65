import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveHistory } from '#platform/server/database/history-archive.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** History that is taken out is in a file, and the past says from when on it is known. */

let api: Api;
let admin: Caller;
let folder: string;
const noon = async (day: string) => {
  await api.setClock(`${day}T12:00:00+05:00`);
  admin = await api.as('admin');
};
beforeAll(async () => {
  api = await startApi({ at: '2027-03-01T12:00:00+05:00' });
  await noon('2027-03-01');
  folder = await mkdtemp(join(tmpdir(), 'edulab-history-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api?.close();
});

it('leaves the days after it exact, and says of those before that they are not whole', async () => {
  const path = join(folder, 'old.jsonl.gz');
  const title = (uz: string) => ({ uz, ru: '', en: '' });
  const { body: made } = await admin.post('/department/', { kind: 'FACULTY', title: title('Birinchi') });
  const rename = async (day: string, uz: string) => {
    await noon(day);
    const { body } = await admin.get(`/department/${made.id}`);
    expect((await admin.post('/department/', { id: made.id, version: body.version, title: title(uz) })).status).toBe(
      200,
    );
  };
  await rename('2027-03-10', 'Ikkinchi');
  await rename('2027-06-10', 'Uchinchi');
  await noon('2027-07-01');
  const asked = async (day: string) => (await admin.get(`/department/${made.id}?as_of=${day}`)).body;
  expect((await asked('2027-03-05')).title.uz).toBe('Birinchi');
  const before = Number((await api.database.owner.query('select count(*) as n from audit_log')).rows[0].n);

  // The last year stays, and who is refused leaves no file behind.
  await expect(archiveHistory(api.database.owner, '2027-05-01', path)).rejects.toThrow('older than a year');
  expect(await readdir(folder)).toEqual([]);
  await noon('2028-07-01');
  // Nor does who fails on the way: what is in no file is still in the database.
  await api.database.owner.query(
    "create function no_more() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$; create trigger a_full before delete on audit_log for each statement execute function no_more()",
  );
  await expect(archiveHistory(api.database.owner, '2027-05-01', path)).rejects.toThrow('the disk is full');
  await api.database.owner.query('drop trigger a_full on audit_log; drop function no_more()');
  expect(await readdir(folder)).toEqual([]);
  expect(Number((await api.database.owner.query('select count(*) as n from audit_log')).rows[0].n)).toBe(before);

  const moved = await archiveHistory(api.database.owner, '2027-05-01', path);
  const lines = gunzipSync(await readFile(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(moved).toBeGreaterThan(1);
  expect(lines).toHaveLength(moved);
  expect(lines.some(({ table_name, old }) => table_name === 'departments' && old?.title?.uz === 'Birinchi')).toBe(true);
  const after = Number((await api.database.owner.query('select count(*) as n from audit_log')).rows[0].n);
  expect(after).toBe(before - moved);

  // What came later is told as it was; of the time before it is said that not all of it is known.
  const later = await asked('2027-05-20');
  expect([later.title.uz, later.as_of.history_begins]).toEqual(['Ikkinchi', expect.stringMatching(/^2027-05-01T/)]);
  expect((await asked('2027-03-05')).as_of.history_begins).toMatch(/^2027-05-01T/);
  // A file that is there is not written over, and nothing is lost by trying.
  const written = await readFile(path);
  await expect(archiveHistory(api.database.owner, '2027-06-20', path)).rejects.toThrow('EEXIST');
  expect(Number((await api.database.owner.query('select count(*) as n from audit_log')).rows[0].n)).toBe(after);
  expect(await readFile(path)).toEqual(written);
});
