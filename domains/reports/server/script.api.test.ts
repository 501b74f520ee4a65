import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';
import { readPdf } from '#tests/support/pdf.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 10 });
});
afterAll(() => api.close());

test('a list on paper is written in Cyrillic for whoever reads Uzbek so, and its files stay as they are stored', async () => {
  const office = await api.as('registrar_head');
  await api.database.owner.query(
    "update accounts set locale = 'uz', cyrillic = true where username = 'registrar_head'",
  );
  const definition = {
    subject: 'students',
    columns: ['student_no', 'lastname', 'status'],
    filters: [{ field: 'status', op: 'is', values: ['ACTIVE'] }],
    sort: { by: 'lastname', descending: false },
  };
  const file = (format: string) =>
    office.post('/report/export', { name: 'Oʻqiyotganlar roʻyxati', definition, format }, { language: 'uz' });
  const { pages, title } = readPdf((await file('pdf')).raw);
  const said = pages.join('\n');
  for (const text of ['Ўқиётганлар рўйхати', 'Фамилия', 'Ўқийди']) expect(said).toContain(text);
  expect(title).toContain('Ўқиётганлар рўйхати');
  const csv = (await file('csv')).raw.toString();
  expect(csv).toContain('Familiya');
  // Numbers and codes are what they were, and no word of Latin stays.
  const number = /T?\d{3,}/.exec(csv)?.[0] ?? 'a number';
  expect(said).toContain(number);
  expect(
    (said.replaceAll(/\S+[@./]\S+|\S*\d\S*/g, ' ').match(/[A-Za-z]{3,}/g) ?? []).filter((word) => word !== 'Edulab'),
  ).toEqual([]);
});
