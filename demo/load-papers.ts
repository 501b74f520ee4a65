import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Storage } from '#platform/server/disk/storage.ts';
import { heading, pdf, prose } from '#platform/server/documents/index.ts';
import { currentYear } from './university.ts';

/** What applicants brought: a copy of the passport, a certificate, a transcript. Three files stand for all of them. */

const letterhead = {
  name: 'Namuna',
  lines: ['Abituriyent hujjati'],
  logo: null,
  initials: 'N',
  rector: null,
  registrar: null,
};

const PAPERS = [
  {
    type: 'PASSPORT',
    name: 'pasport.pdf',
    title: 'Pasport nusxasi',
    parts: [['Namuna', 'Bu yerda pasportning surat va maʼlumotlar yozilgan beti turadi.']],
  },
  {
    type: 'DIPLOMA',
    name: 'shahodatnoma.pdf',
    title: 'Umumiy oʻrta taʼlim toʻgʻrisidagi shahodatnoma',
    parts: [
      ['Namuna', 'Maktabni tamomlagani haqidagi shahodatnomaning nusxasi.'],
      ['Baholar', 'Ona tili — 5, matematika — 5, tarix — 4, ingliz tili — 5, fizika — 4.'],
    ],
  },
  {
    type: 'TRANSCRIPT',
    name: 'transkript.pdf',
    title: 'Transkript',
    parts: [
      ['Namuna', 'Oldingi oʻquv yurtida oʻtilgan fanlar va ularning kreditlari.'],
      [
        'Fanlar',
        'Oliy matematika — 6 kredit, dasturlash asoslari — 6 kredit, falsafa — 4 kredit, ingliz tili — 5 kredit.',
      ],
    ],
  },
] as const;

/** Gives applicants their papers, found right as far as their application came. Without a data folder there are none. */
export async function loadPapers(client: pg.PoolClient, storage: Storage | undefined): Promise<void> {
  if (storage === undefined) return;
  const made = new Date(`${currentYear()}-10-14T00:00:00Z`);
  for (const { type, name, title, parts } of PAPERS) {
    const content = parts.flatMap(([head, text]) => [heading(head), prose(text)]);
    const staged = await storage.stage(Readable.from([await pdf({ locale: 'uz', letterhead, title, made, content })]));
    await storage.keep(staged);
    await client.query(
      `with brought as materialized (
         select nextval(pg_get_serial_sequence('files', 'id'))::integer as file_id, a.institution_id, a.id, g.account_id, a.submitted_at,
                case when a.status in ('SUBMITTED', 'DOCUMENTS_CHECK', 'UPDATE_REQUIRED', 'WITHDRAWN', 'REJECTED') then 'PENDING' else 'ACCEPTED' end as status
           from applications a join guests g on g.id = a.guest_id
          where a.flavour in ('plain', 'general') and a.submitted_at is not null and a.deleted_at is null
            and ($1 <> 'TRANSCRIPT' or a.applicant_type <> 'general')
          order by a.id),
       kept as (
         insert into files (id, institution_id, created_at, account_id, original_name, extension, media_type, size, hash) overriding system value
         select file_id, institution_id, submitted_at, account_id, $2, 'pdf', 'application/pdf', $3, $4 from brought)
       insert into application_documents (institution_id, created_at, updated_at, application_id, type, file_id, status, original)
       select institution_id, submitted_at, submitted_at, id, $1, file_id, status, status = 'ACCEPTED' and id % 3 = 0 from brought`,
      [type, name, staged.size, staged.hash],
    );
  }
}
