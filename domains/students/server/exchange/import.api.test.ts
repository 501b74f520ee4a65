import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#platform/server/spreadsheets.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let admin: Caller;
let officer: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  officer = await api.as('registrar_officer');
});
afterAll(() => api.close());

type Cell = string | number | Date | null | { formula: string; result?: unknown };
const heading = [
  'Familiya',
  'Ism',
  'Otasining ismi',
  'Tugʻilgan sana',
  'Pasport',
  'JShShIR',
  'Telefon',
  'Daraja',
  'Taʼlim tili',
  'Kirgan yili',
  'Toʻlov shakli',
  'Talaba raqami',
];
const pad = (n: number, length: number) => String(n).padStart(length, '0');
/** A good row; every second name is in Cyrillic, every second date is a real one. */
const row = (n: number): Cell[] => [
  n % 2 ? 'Каримов' : 'Toshmatov',
  n % 2 ? 'Ўткир' : 'Oʻktam',
  null,
  n % 2 ? new Date(Date.UTC(2007, 4, 17)) : '17.05.2007',
  `AE${pad(n, 7)}`,
  `5170507${pad(n, 7)}`,
  '+998 90 123-45-67',
  n % 2 ? 'бакалавриат' : 'Bakalavr',
  "o'zbek",
  2026,
  'kontrakt',
  `I${pad(n, 6)}`,
];

async function workbook(rows: Cell[][], head: string[] = heading): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Talabalar');
  sheet.addRow(head);
  sheet.addRows(rows);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Uploads a table and answers its number. */
async function upload(rows: Cell[][], by: Caller = admin, head?: string[]): Promise<number> {
  const answer = await by.upload('talabalar.xlsx', await workbook(rows, head));
  expect(answer.status).toBe(200);
  return [answer.body].flat()[0].id;
}
const preview = async (file_id: number, by: Caller = admin, language = 'en') =>
  (await by.post('/student/import/preview', { file_id }, { language })).body;

async function run(file_id: number, by: Caller = admin) {
  const started = await by.post('/student/import', { file_id });
  expect(started.body).toMatchObject({ job_id: expect.any(Number) });
  return api.finished(started.body.job_id);
}

describe('the template', () => {
  it('is in the language of the caller and is no student itself', async () => {
    const file = await officer.get('/student/import/template', { language: 'ru' });
    expect((await readRows(file.raw))[0]!.cells[1]!.value).toBe('Фамилия *');
    const uploaded = await officer.upload('shablon.xlsx', file.raw);
    expect(await preview([uploaded.body].flat()[0].id, officer)).toMatchObject({ new: 0, faulty: 0 });
  });
});

describe('an import', () => {
  it('takes 10,000 rows in both scripts in seconds, and again changes nothing', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => row(index));
    const file = await upload(rows);
    const before = process.cpuUsage();
    expect(await preview(file)).toMatchObject({ rows: 10_000, new: 10_000, changed: 0, faulty: 0, removed: 0 });
    const job = await run(file);
    expect(job).toMatchObject({ state: 'done', receipt: { new: 10_000, changed: 0 } });
    // Time of its own, which does not depend on what else the machine does.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(20);
    const [{ id }] = (await admin.get('/student/?search=I000001')).body.content;
    expect((await admin.get(`/student/${id}`)).body).toMatchObject({
      lastname: 'Karimov',
      firstname: 'Oʻtkir',
      names_cyrillic: 'Каримов Ўткир',
      birthdate: '2007-05-17',
      passport_id: 'AE0000001',
      contact_phone: '998901234567',
      level: 'BACHELOR',
      tuition: 'CONTRACT',
    });
    expect((await admin.get('/student/?search=I000002')).body.content[0]).toMatchObject({
      birthdate: '2007-05-17',
      firstname: 'Oʻktam',
    });
    expect(await preview(file)).toMatchObject({ new: 0, changed: 0, unchanged: 10_000 });

    const next = rows
      .slice(0, 3)
      .map((cells, index) => (index === 1 ? Object.assign([...cells], { 6: '91 765 43 21' }) : cells));
    const changed = await upload([...next, row(20_001)]);
    expect(await preview(changed)).toMatchObject({
      new: 1,
      changed: 1,
      unchanged: 2,
      changes: [{ row: 3, fields: [{ field: 'contact_phone', old: '998901234567', new: '998917654321' }] }],
    });
    const second = await run(changed);
    expect(second.receipt).toMatchObject({ new: 1, changed: 1 });
    expect((await admin.get('/student/')).body.total_elements).toBe(10_001);

    expect((await officer.post(`/job/${second.id}/undo`)).status).toBe(404);
    expect((await admin.post(`/job/${second.id}/undo`)).body).toMatchObject({ state: 'undone' });
    expect((await admin.post(`/job/${second.id}/undo`)).body.code).toBe('JOB_NOT_UNDOABLE');
    expect((await admin.get('/student/?search=I000001')).body.content[0].contact_phone).toBe('998901234567');
    expect((await admin.get('/student/?search=I020001')).body.total_elements).toBe(0);
  }, 90_000);

  it('is not taken back over what somebody has changed since', async () => {
    const job = await run(await upload([row(25_001)]));
    const [id] = job.receipt.new_ids;
    await api.database.owner.query('update students set region_id = 1 where id = $1', [id]);
    expect((await admin.post(`/job/${job.id}/undo`)).body).toMatchObject({ status: 409, code: 'IMPORT_TOUCHED' });
    expect((await admin.get('/student/?search=I025001')).body.total_elements).toBe(1);
  });

  it('names every fault by row and column in the language of the caller', async () => {
    const bad = (n: number, changes: Record<number, Cell>) => Object.assign(row(n), changes);
    const file = await upload([
      row(30_001),
      bad(30_002, { 3: '31.02.2007', 4: '12' }),
      bad(30_003, { 4: 'AE0030001' }),
      bad(30_004, { 9: { formula: '2000+26', result: 2026 } }),
      bad(30_005, { 0: null, 7: 'doktor' }),
      bad(30_006, { 4: 'AE0000005' }),
      bad(30_007, { 3: '18.05.2007' }),
    ]);
    const answer = await preview(file, admin, 'uz');
    const at = answer.faults.map(
      (fault: { row: number; column: string; code: string }) => `${fault.column}${fault.row} ${fault.code}`,
    );
    expect(at).toEqual(
      expect.arrayContaining([
        'D3 BAD_DATE',
        'E3 BAD_PASSPORT',
        'E4 DUPLICATE_IN_FILE',
        'J5 FORMULA',
        'A6 REQUIRED',
        'H6 NOT_IN_LIST',
        'E7 PASSPORT_TAKEN',
        'F8 PINFL_BIRTHDATE',
      ]),
    );
    expect(at).toHaveLength(8);
    expect(answer).toMatchObject({ new: 1, faulty: 6, rows: 7 });
    expect(answer.faults.find((fault: { code: string }) => fault.code === 'DUPLICATE_IN_FILE').message).toBe(
      'Bu qiymat 2-qatorda ham bor',
    );
    expect((await admin.post('/student/import', { file_id: file })).body).toMatchObject({
      status: 422,
      code: 'IMPORT_FAULTS',
    });
    expect((await admin.get('/student/?search=I030001')).body.total_elements).toBe(0);
    const list = await readRows((await admin.post('/student/import/faults', { file_id: file })).raw);
    expect(list).toHaveLength(9);
  });

  it('refuses what is no such table, and the file of somebody else', async () => {
    const missing = await preview(await upload([['Ali']], admin, ['Ism', 'Familiya']));
    expect(missing.faults.map((fault: { code: string }) => fault.code)).toContain('COLUMN_MISSING');
    const strange = await admin.post('/student/import/preview', { file_id: await upload([['x']], admin, ['Nimadir']) });
    expect(strange.body).toMatchObject({ status: 422, code: 'FILE_NOT_READABLE' });
    expect((await admin.post('/student/import/preview', { file_id: await upload([]) })).body).toMatchObject({
      code: 'FILE_NOT_READABLE',
      data: { reason: 'EMPTY_FILE' },
    });
    const picture = await admin.upload('x.csv', Buffer.from('just a line of text'));
    if (picture.status === 200)
      expect((await admin.post('/student/import/preview', { file_id: [picture.body].flat()[0].id })).body.code).toBe(
        'FILE_NOT_READABLE',
      );
    const file = await upload([row(40_001)]);
    expect((await officer.post('/student/import/preview', { file_id: file })).body.code).toBe('UNKNOWN_REFERENCE');
    expect((await (await api.as('teacher')).post('/student/import/preview', { file_id: file })).status).toBe(403);
  });

  it('lets a new student bring papers, but changes those of others only with the right', async () => {
    const made = await admin.post('/student/', {
      firstname: 'A',
      lastname: 'B',
      level: 'BACHELOR',
      study_language: 'uz',
      entry_year: 2026,
      tuition: 'GRANT',
      student_no: 'I050001',
    });
    expect(made.status).toBe(200);
    const file = await upload([row(50_001), row(50_002)], officer);
    const answer = await preview(file, officer);
    expect(answer.faults.map((fault: { row: number; code: string }) => `${fault.row} ${fault.code}`)).toEqual([
      '2 FIELD_NOT_ALLOWED',
    ]);
    expect(answer.new).toBe(1);
  });
});
