import { afterAll, beforeAll, expect, test } from 'vitest';
import { asActor } from '#platform/server/database/database.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { issueDocument } from './issue.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a paper is drawn in Cyrillic for whoever reads Uzbek so, and what is signed stays as it is stored', async () => {
  const office = await api.as('registrar_head');
  await api.as('registrar_officer');
  const { rows } = await api.database.owner.query<{ id: number }>(
    "update accounts set locale = 'uz', cyrillic = true where username = 'registrar_officer' returning id",
  );
  const row = await asActor(api.database.app, { institution_id: 1, account_id: 0, call: 'test' }, (db, client) =>
    issueDocument(
      { db, client, institution_id: 1, account_id: 0, kernel: api.kernel },
      {
        kind: 'REFERENCE',
        language: 'uz',
        title: 'Maʼlumotnoma',
        subtitle: 'Oʻqish joyi haqida, QR-kod bilan',
        account_id: rows[0]!.id,
        subject_name: 'Oʻktamov Gʻayrat',
        sections: [{ kind: 'facts', rows: [['Talaba', 'Oʻktamov Gʻayrat']] }],
        signatories: [{ role: 'Rektor', name: 'A. Valiyev' }],
      },
    ),
  );
  expect(JSON.parse(row.body)).toMatchObject({
    title: 'Maʼlumotnoma',
    sections: [{ rows: [['Talaba', 'Oʻktamov Gʻayrat']] }],
  });
  const { pages, title } = readPdf((await office.get(`/issued-document/${row.id}/file`)).raw);
  const said = pages.join();
  for (const text of ['Маълумотнома', 'Талаба', 'Ўктамов Ғайрат', 'Ректор', 'А. Валиев', 'QR-код билан', row.number])
    expect(said).toContain(text);
  // Of the letterhead and the foot nothing stays in Latin but addresses, numbers and codes.
  const { code } = JSON.parse(row.body) as { code: string };
  const rest = [row.number, code].reduce(
    (text, one) => text.replaceAll(one, ' '),
    said.replaceAll(/\S+[@./]\S+/g, ' '),
  );
  expect((rest.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !['QR', 'OT'].includes(word))).toEqual([]);
  expect(title).toContain('Маълумотнома');
});
