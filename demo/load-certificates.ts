import type pg from 'pg';
import { filled } from '#domains/certificates/shapes.ts';
import { firstLayout } from '#domains/certificates/web/placing.ts';
import { newCode } from '#domains/credentials/server/index.ts';

/** A template of certificates that is live, and certificates of a course; their papers are drawn when the server runs. */

const three = (uz: string, ru: string, en: string) => ({ uz, ru, en });
const TITLE = three('Sertifikat', 'Сертификат', 'Certificate');
const EVENT = { title: 'Akademik yozuv asoslari', dates: '10–21-noyabr', place: 'Bosh bino', hours: '36 soat' };
const SIGNER = { role: three('Fakultet dekani', 'Декан факультета', 'Dean of the faculty'), name: 'A. Karimov' };
const many = 6;

/** Answers how many certificates were issued. */
export async function loadCertificates(client: pg.PoolClient): Promise<number> {
  const { page, elements: first } = firstLayout();
  const elements = first.map((one) =>
    one.kind === 'signature' ? { ...one, ...SIGNER, signer: 'OTHER' as const } : one,
  );
  const { rows: people } = await client.query<{ id: number; account_id: number | null; full_name: string }>(
    `select id, account_id, full_name from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null order by id desc limit ${many}`,
  );
  if (people.length === 0) return 0;
  const { rows: templates } = await client.query<{ id: number }>(
    `insert into certificate_templates (institution_id, status, title, page, elements, live_at) values (1, 'LIVE', $1, $2, $3, edulab_now() - interval '30 days') returning id`,
    [JSON.stringify(TITLE), JSON.stringify(page), JSON.stringify(elements)],
  );
  const template = templates[0]!.id;
  const { rows: issues } = await client.query<{ id: number; at: string; year: string }>(
    `insert into certificate_issues (institution_id, template_id, language, event, count, issued_by, created_at)
     values (1, $1, 'uz', $2, $3, (select id from accounts where username = 'registrar_officer'), edulab_now() - interval '2 days')
     returning id, created_at as at, to_char(created_at at time zone 'Asia/Tashkent', 'YYYY') as year`,
    [template, JSON.stringify(EVENT), people.length],
  );
  const { id: issue, at, year } = issues[0]!;
  const documents = people.map(({ id, account_id, full_name }, nth) => {
    const said = new Map([
      ['person.name', full_name],
      ...Object.entries(EVENT).map(([key, value]): [string, string] => [`event.${key}`, value]),
    ]);
    // What only the paper itself knows stays open until it is drawn.
    for (const blank of ['paper.number', 'paper.date']) said.set(blank, `{${blank}}`);
    const parts = elements.map(({ id: _, ...one }) => {
      if (one.kind === 'text') return { ...one, text: filled(one.text.uz, said) };
      if (one.kind !== 'signature') return one;
      const { signer: _signer, file_id: _file, ...rest } = one;
      return { ...rest, role: SIGNER.role.uz, picture: null };
    });
    const draft = {
      title: TITLE.uz,
      subtitle: '',
      sections: [
        { kind: 'facts', rows: [['F.I.O.', full_name]] },
        { kind: 'text', text: `“${EVENT.title}” kursini muvaffaqiyatli tugatgani uchun berildi` },
      ],
      signatories: [{ role: SIGNER.role.uz, name: SIGNER.name }],
      layout: { size: page.size, landscape: page.landscape, parts },
      subject: full_name,
    };
    return {
      id,
      account_id,
      name: full_name,
      number: `SR-${year}-${String(nth + 1).padStart(6, '0')}`,
      code: newCode(),
      draft,
    };
  });
  await client.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as x (id integer, account_id integer, name text, number text, code text, draft jsonb)),
     made as (
       insert into issued_documents (institution_id, kind, number, check_code, language, title, student_id, account_id, subject_name, issued_at, issued_by, body, key_id, signature, file_id)
       select 1, 'CERTIFICATE', g.number, g.code, 'uz', $2, g.id, g.account_id, g.name, $3, (select id from accounts where username = 'registrar_officer'), '', '', '', 0
         from given g order by g.number returning id, number),
     kept as (
       insert into certificates (document_id, institution_id, issue_id, template_id, student_id, name)
       select m.id, 1, $4, $5, g.id, g.name from made m join given g on g.number = m.number)
     insert into document_drafts (document_id, institution_id, draft, next_at)
     select m.id, 1, g.draft, edulab_now() from made m join given g on g.number = m.number`,
    [JSON.stringify(documents), TITLE.uz, at, issue, template],
  );
  await client.query(
    `insert into document_numbers (institution_id, kind, year, last) values (1, 'CERTIFICATE', $1, $2)`,
    [Number(year), documents.length],
  );
  return documents.length;
}
