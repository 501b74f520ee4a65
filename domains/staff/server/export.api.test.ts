import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let hr: Caller;

beforeAll(async () => {
  api = await startApi();
  hr = await api.as('hr_head');
  for (const [firstname, lastname, degree] of [
    ['Aziz', 'Karimov', 'PHD'],
    ['Zilola', 'Saidova', null],
  ])
    await hr.post('/staff/', { firstname, lastname, degree, passport_id: degree ? 'AA1234567' : null });
});
afterAll(() => api.close());

/** The rows of the file that an export answers, as the cells are shown. */
async function sheet(caller: Caller, filters: object): Promise<string[][]> {
  const { raw } = await caller.post('/staff/export_data', filters);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(raw as never);
  const rows: string[][] = [];
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1).map(String)));
  return rows;
}

describe('the list of staff as a file', () => {
  it('has what the filters find, in its order, with words instead of codes', async () => {
    const rows = await sheet(hr, { degree: ['PHD'], sort: 'lastname,desc' });
    const [people, heading] = [rows.at(-1) ?? [], rows.at(-2) ?? []];
    expect(heading.slice(1, 3)).toEqual(['Last name', 'First name']);
    expect(people).toEqual(expect.arrayContaining(['Karimov', 'Aziz', 'AA1234567', 'Active']));
    expect(JSON.stringify(rows)).not.toContain('Saidova');
  });

  it('leaves out the personal circle for those who may not see it', async () => {
    const rows = await sheet(await api.as('accounting_head'), {});
    expect(JSON.stringify(rows)).toContain('Saidova');
    expect(JSON.stringify(rows)).not.toContain('AA1234567');
    expect(JSON.stringify(rows)).not.toContain('Passport');
  });

  it('refuses an order that it does not know', async () => {
    expect((await hr.post('/staff/export_data', { sort: 'search' })).status).toBe(400);
  });
});
