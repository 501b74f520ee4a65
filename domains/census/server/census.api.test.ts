import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let admin: Caller;
let head: Caller;
let viewer: Caller;
let form: number;

const first = Date.parse('2027-10-01T12:00:00+05:00');
const on = async (days: number) => {
  await api.setClock(new Date(first + days * 86_400_000).toISOString());
  admin = await api.as('admin');
  head = await api.as('registrar_head');
  viewer = await api.as('admin_viewer');
};
let counter = 0;
async function student(fields: Record<string, unknown> = {}) {
  const n = ++counter;
  const { body } = await admin.post('/student/', {
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2027,
    tuition: 'GRANT',
    firstname: 'Ali',
    lastname: `Karimov${n}`,
    gender: 'MALE',
    birthdate: '2009-10-02',
    citizenship: 'UZ',
    passport_id: `AD${1_000_000 + n}`,
    ...fields,
  });
  expect(body.id, JSON.stringify(body)).toBeGreaterThan(0);
  return body as { id: number; version: number };
}
const figure = (census: { figures: Record<string, Record<string, number>> }, line: string, column: string) =>
  census.figures[line]?.[column];
const step = (census: { id: number; version: number }, status: string, by = head) =>
  by.post(`/census/${census.id}/step`, { version: census.version, status });

beforeAll(async () => {
  api = await startApi({ at: new Date(first).toISOString() });
  await on(0);
  form = (await admin.post('/census/form/example', { code: 'OLIY-1' })).body.id;
});
afterAll(() => api.close());

describe('a census', () => {
  it('counts as of its day, whatever happened since, and is the same each time', async () => {
    await student({ gender: 'FEMALE', tuition: 'CONTRACT' });
    const two = await student({ citizenship: 'KZ', study_language: 'ru' });
    await student({ entry_year: 2025 });
    await on(3);
    await student();
    await admin.put('/student/personal_info', { id: two.id, version: two.version, gender: 'FEMALE' });
    const { body } = await head.post('/census/', { form_id: form, day: '2027-10-01' });
    expect(body).toMatchObject({ status: 'DRAFT', total: 3, edition: 1, breaches: [] });
    expect(['01', '02', '03', '05', '08', '09', '11', '13'].map((column) => figure(body, 'TOTAL', column))).toEqual([
      3, 1, 2, 1, 2, 1, 1, 1,
    ]);
    const frozen = (await step(body, 'FROZEN')).body;
    expect(frozen).toMatchObject({ status: 'FROZEN', total: 3 });
    expect(frozen.hash).toMatch(/^[0-9a-f]{64}$/);
    const files = [await head.get(`/census/${frozen.id}/file`)];
    await on(5);
    files.push(await head.get(`/census/${frozen.id}/file`));
    expect(files[0]?.raw.equals(files[1]!.raw)).toBe(true);
    // Counted anew it is the same.
    const again = (await head.post('/census/', { form_id: form, day: '2027-10-01' })).body;
    expect((await step(again, 'FROZEN')).body.hash).toBe(frozen.hash);
    const checked = await step(frozen, 'CHECKED');
    expect(checked.body.status).toBe('CHECKED');
    const signed = (await step(checked.body, 'SIGNED')).body;
    expect((await step(signed, 'SENT')).body.status).toBe('SENT');
  });

  it('holds what was frozen, and is put right by a new edition with its difference', async () => {
    const { content } = (await head.get('/census/?status=SENT')).body;
    const sent = content[0];
    await expect(api.database.owner.query('update censuses set total = 9 where id = $1', [sent.id])).rejects.toThrow(
      'holds',
    );
    await expect(
      api.database.owner.query("update census_cells set student_ids = '{}' where census_id = $1", [sent.id]),
    ).rejects.toThrow('holds');
    expect((await head.delete(`/census/${sent.id}`)).body.code).toBe('CENSUS_HOLDS');
    const next = (await head.post(`/census/${sent.id}/correct`, { reason: 'Jinsi xato edi' })).body;
    expect(next).toMatchObject({
      edition: 2,
      previous_id: sent.id,
      day: '2027-10-01',
      status: 'DRAFT',
      reason: 'Jinsi xato edi',
    });
    expect((await head.post(`/census/${sent.id}/correct`, { reason: 'Yana' })).body.code).toBe('CENSUS_CORRECTED');
    const { body } = await head.get(`/census/${next.id}/difference`);
    expect(
      body.cells.find((one: { line: string; column: string }) => one.line === 'TOTAL' && one.column === '02'),
    ).toMatchObject({ was: 1, now: 2, came: 1, gone: 0 });
    expect(body.came.map((one: { lastname: string }) => one.lastname)).toEqual(['Karimov4']);
    // Whom it counts is for those who may see them.
    expect((await viewer.get(`/census/${next.id}/difference`)).body.came).toBeUndefined();
    const people = await head.get(`/census/people?census_id=${sent.id}&line=TOTAL&column=02`);
    expect(people.body.content.map((one: { lastname: string }) => one.lastname)).toEqual(['Karimov1']);
    expect((await viewer.get(`/census/people?census_id=${sent.id}&line=TOTAL&column=02`)).status).toBe(403);
  });

  it('counts a person once, and ages in full years on the day of the form', async () => {
    const ages = (await admin.post('/census/form/example', { code: 'OLIY-1-AGES' })).body.id;
    const { body } = await head.post('/census/', { form_id: ages, day: '2027-10-02' });
    // Born on 2 October 2009: eighteen on that very day, seventeen the day before.
    expect([figure(body, '01', '01'), figure(body, '02', '01')]).toEqual([0, 3]);
    const before = (await head.post('/census/', { form_id: ages, day: '2027-10-01' })).body;
    expect([figure(before, '01', '01'), figure(before, '02', '01')]).toEqual([3, 0]);
    await student({ pinfl: '31234567890123', entry_year: 2023 });
    const twin = await student({ level: 'MASTER' });
    await api.database.owner.query(
      "set session_replication_role = replica; drop index students_pinfl; update students set pinfl = '31234567890123' where id = " +
        twin.id,
    );
    const twice = (await head.post('/census/', { form_id: ages, day: '2027-10-06' })).body;
    expect(twice.total).toBe(5);
  });

  it('refuses what cannot be: the future, sums that do not agree, cells of nothing', async () => {
    expect((await head.post('/census/', { form_id: form, day: '2031-01-01' })).body.code).toBe('CENSUS_FUTURE');
    expect((await head.post('/census/', { form_id: form, day: '2001-01-01' })).body.code).toBe('AS_OF_TOO_EARLY');
    expect((await head.post('/census/', { form_id: 999_999, day: '2027-10-01' })).body.code).toBe('UNKNOWN_REFERENCE');
    expect((await viewer.post('/census/', { form_id: form, day: '2027-10-01' })).status).toBe(403);
    const made = (
      await admin.post('/census/form/', {
        code: 'WRONG',
        title: 'Notoʻgʻri',
        counts: {},
        lines: [{ code: 'A', title: 'A', where: {} }],
        columns: [
          { code: '01', title: 'Jami', where: {} },
          { code: '02', title: 'Ayollar', where: { gender: 'FEMALE' } },
        ],
        controls: [{ left: ['01'], sign: '=', right: ['02'] }],
        cells: [],
      })
    ).body;
    const census = (await head.post('/census/', { form_id: made.id, day: '2027-10-01' })).body;
    expect(census.breaches).toHaveLength(1);
    const frozen = (await step(census, 'FROZEN')).body;
    expect((await step(frozen, 'CHECKED')).body.code).toBe('CENSUS_SUMS');
    expect((await step(frozen, 'SENT')).body.code).toBe('TRANSITION_NOT_ALLOWED');
    const change = (more: object) => admin.post('/census/form/', { id: made.id, version: made.version, ...more });
    expect((await change({ cells: [{ cell: 'C7', line: 'B', column: '01' }] })).body).toMatchObject({
      code: 'CENSUS_CELL_UNKNOWN',
    });
    expect(
      (
        await change({
          cells: [
            { cell: 'C7', column: '01' },
            { cell: 'C7', column: '02' },
          ],
        })
      ).body.code,
    ).toBe('CENSUS_CELL_TWICE');
    expect((await change({ cells: [{ cell: '7C', column: '01' }] })).status).toBe(400);
    expect((await change({ columns: [{ code: '01', title: 'x', where: { colour: 'RED' } }] })).status).toBe(400);
  });

  it('fills the office’s own template', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('1-oliy').getCell('A1').value = 'Rasmiy shakl';
    const file = (await admin.upload('shakl.xlsx', Buffer.from(await book.xlsx.writeBuffer()))).body;
    const id = file.id ?? file[0]?.id ?? file.files?.[0]?.id;
    const { body: now } = await admin.get(`/census/form/${form}`);
    const saved = await admin.post('/census/form/', {
      id: form,
      version: now.version,
      template_file_id: id,
      cells: [
        { cell: 'B2', text: 'DAY' },
        { cell: 'C7', line: 'TOTAL', column: '01' },
        { cell: 'D10', column: '02' },
      ],
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const census = (await head.post('/census/', { form_id: form, day: '2027-10-01' })).body;
    const answer = await head.get(`/census/${census.id}/file`);
    const filled = new ExcelJS.Workbook();
    await filled.xlsx.load(new Uint8Array(answer.raw).buffer);
    const [sheet] = filled.worksheets;
    expect(['A1', 'B2', 'C7', 'D10'].map((cell) => sheet?.getCell(cell).value)).toEqual([
      'Rasmiy shakl',
      '01.10.2027',
      3,
      1,
    ]);
  });

  it('lists students one in a row, in a layout that the office changes', async () => {
    const id = (await admin.post('/census/form/example', { code: 'HEMIS' })).body.id;
    expect((await admin.post('/census/form/example', { code: 'HEMIS' })).body.code).toBe('DUPLICATE');
    const { body: form } = await admin.get(`/census/form/${id}`);
    expect(form.template).toMatchObject({ extension: 'xlsx' });
    const draft = (await head.post('/census/', { form_id: id, day: '2027-10-01' })).body;
    expect(draft).toMatchObject({ total: 3, breaches: [], lines: [{ code: 'TOTAL' }] });
    expect(draft.listed.map((one: { code: string }) => one.code)).toContain('PINFL');
    const frozen = (await step(draft, 'FROZEN')).body;
    await expect(
      api.database.owner.query(
        `set session_replication_role = origin; update census_rows set said = '[]' where census_id = ${frozen.id}`,
      ),
    ).rejects.toThrow('holds');
    const sheetOf = async (census: number) => {
      const { raw, status } = await head.get(`/census/${census}/file`);
      expect(status).toBe(200);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(new Uint8Array(raw).buffer);
      return { sheet: book.worksheets[0]!, raw };
    };
    const { sheet, raw } = await sheetOf(frozen.id);
    expect((await sheetOf(frozen.id)).raw.equals(raw)).toBe(true);
    expect(['A3', 'C5', 'A6', 'C6', 'G6', 'A8', 'C8', 'P8'].map((cell) => sheet.getCell(cell).value)).toEqual([
      '01.10.2027',
      'Familiya',
      1,
      'Karimov1',
      'Ayol',
      3,
      'Karimov3',
      3,
    ]);
    expect(sheet.getCell('A9').value).toBeNull();
    // The office gets another layout: the same list goes elsewhere, and what was frozen stays as it was.
    const moved = await admin.post('/census/form/', {
      id,
      version: form.version,
      cells: [{ cell: 'D2', column: 'LASTNAME' }],
      columns: form.columns.filter((one: { says: string }) => ['LASTNAME', 'YEAR'].includes(one.says)),
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const next = (await head.post('/census/', { form_id: id, day: '2027-10-01' })).body;
    expect((await sheetOf(next.id)).sheet.getCell('D4').value).toBe('Karimov3');
    expect((await sheetOf(frozen.id)).raw.equals(raw)).toBe(true);
    // It names students, so it is for those who may see all that it says.
    expect((await viewer.get(`/census/${frozen.id}`)).status).toBe(200);
    expect((await viewer.get(`/census/${frozen.id}/file`)).status).toBe(403);
    const wrong = (more: object) => admin.post('/census/form/', { id, version: moved.body.version, ...more });
    expect((await wrong({ columns: [{ code: '01', title: 'Jami', where: {} }] })).body.code).toBe('CENSUS_SAYS');
    expect((await wrong({ each: 'PROGRAMME' })).body.code).toBe('CENSUS_SAYS');
  });
});
