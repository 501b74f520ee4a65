import { afterAll, beforeAll, expect, it } from 'vitest';
import { guestShown } from '#domains/admissions/web/fields.ts';
import { staffShown } from '#domains/staff/web/fields.ts';
import { studentShown } from '#domains/students/web/components/fields.ts';
import { locales } from '#platform/contract/index.ts';
import { readRows } from '#platform/server/spreadsheets.ts';
import { choosableColumns, formFields } from '#platform/web/kit/index.ts';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';
import type { Caller } from '#tests/support/api.ts';
import { declaredWords } from '#tests/support/declared.ts';
import { plantedColumns } from '#tests/support/planted-field.ts';

/**
 * A text field that stands in `fields.ts` and `server/tables.ts` alone is saved, answered, kept from whom it is kept from,
 * listed, audited, exported, imported, asked for in forms, a column to choose, and has words in three languages.
 */

let scene: AdmissionScene;
let admin: Caller;
beforeAll(async () => {
  scene = await admissionScene();
  for (const text of plantedColumns) await scene.sql(text);
  admin = await scene.api.as('admin');
}, 240_000);
afterAll(() => scene?.api.close());

const base = { firstname: 'Ali', lastname: 'Karimov' };
const study = { level: 'BACHELOR', study_language: 'uz', entry_year: 2026, tuition: 'CONTRACT' };
const t = (id: string) => id;

/** What the history keeps of the newest change of a record. */
const lastChange = async (table: string, id: number) =>
  (
    await scene.sql('select old, new from audit_log where table_name = $1 and row_id = $2 order by id desc limit 1', [
      table,
      id,
    ])
  )[0];

const records = [
  {
    name: 'a student',
    table: 'students',
    path: '/student/',
    fields: { ...base, ...study },
    blind: 'student_viewer',
    columns: ['Familiya', 'Ism', 'Daraja', 'Taʼlim tili', 'Kirgan yili', 'Toʻlov shakli', 'Laqabi'],
    row: ['Valiyev', 'Vali', 'Bakalavr', 'oʻzbek', '2026', 'kontrakt', 'Chaqqon'],
  },
  {
    name: 'a member of staff',
    table: 'staff',
    path: '/staff/',
    fields: base,
    blind: 'accounting_head',
    columns: ['Familiya', 'Ism', 'Laqabi'],
    row: ['Valiyev', 'Vali', 'Chaqqon'],
  },
] as const;

it.each(records)('$name: saved, changed, audited, listed, and kept from those who may not see it', async (record) => {
  const { table, path, fields, blind } = record;
  const made = (await admin.post(path, { ...fields, nickname: ' Alish ' })).body;
  expect(made).toMatchObject({ version: 1, nickname: 'Alish' });
  const changed = await admin.post(path, { id: made.id, version: 1, nickname: 'Aliboy' });
  expect(changed.body).toMatchObject({ version: 2, nickname: 'Aliboy' });
  expect(await lastChange(table, made.id)).toEqual({ old: { nickname: 'Alish' }, new: { nickname: 'Aliboy' } });
  const rows = async (who: Caller) => (await who.get(`${path}?search=Karimov`)).body.content;
  expect(await rows(admin)).toMatchObject([{ id: made.id, nickname: 'Aliboy' }]);
  const [seen] = await rows(await scene.api.as(blind));
  expect(seen).toMatchObject({ id: made.id });
  expect(seen).not.toHaveProperty('nickname');
});

it.each(records)('$name: it goes out in a file and comes in with one', async ({ path, columns, row }) => {
  const file = await admin.post(`${path}export_data`, {}, { language: 'uz' });
  expect(JSON.stringify(await readRows(file.raw))).toMatch(/Laqabi.*Aliboy/s);
  const { body } = await admin.upload(
    'fayl.csv',
    Buffer.from([columns, row].map((cells) => cells.join(',')).join('\n')),
  );
  const started = await admin.post(`${path}import`, { file_id: [body].flat()[0].id });
  expect(started.body).toMatchObject({ job_id: expect.any(Number) });
  expect(await scene.api.finished(started.body.job_id)).toMatchObject({ state: 'done', receipt: { new: 1 } });
  expect((await admin.get(`${path}?search=Valiyev`)).body.content).toMatchObject([{ nickname: 'Chaqqon' }]);
});

it('an applicant: saved, audited, and shown to the office', async () => {
  const { caller, guest } = await scene.applicant({ nickname: 'Alish' });
  const mine = (await caller.get('/user/guest/profile')).body;
  expect(mine.nickname).toBe('Alish');
  const changed = await caller.put('/user/guest/profile', { version: mine.version, nickname: 'Aliboy' });
  expect(changed.body.nickname).toBe('Aliboy');
  expect(await lastChange('guests', guest)).toEqual({ old: { nickname: 'Alish' }, new: { nickname: 'Aliboy' } });
  await scene.apply(caller);
  const { content } = (await scene.moderator.get('/user/guest/')).body;
  expect(content.find(({ id }: { id: number }) => id === guest)).toMatchObject({ nickname: 'Aliboy' });
});

it('forms ask for it, it is a column to choose, and has words in three languages', () => {
  const asked = [
    formFields(t as never, studentShown, 'personal'),
    formFields(t as never, staffShown, 'personal'),
    formFields(t as never, guestShown, 'person'),
  ];
  for (const fields of asked)
    expect(fields).toContainEqual(expect.objectContaining({ name: 'nickname', control: 'text' }));
  for (const shown of [studentShown, staffShown, guestShown])
    expect(choosableColumns(t as never, shown as never, () => true)).toContainEqual(
      expect.objectContaining({ key: 'nickname' }),
    );
  for (const locale of locales)
    expect(declaredWords(locale)).toMatchObject({
      'students.field.nickname': expect.any(String),
      'staff.field.nickname': expect.any(String),
      'admissions.field.nickname': expect.any(String),
    });
});
