import { Readable } from 'node:stream';
import type pg from 'pg';
import sharp from 'sharp';
import type { Storage } from '#platform/server/disk/storage.ts';
import { heading, pdf, prose } from '#platform/server/documents/index.ts';
import { currentYear } from './university.ts';

/** A few claims of extenuating circumstances, each at another point of its way, and what decisions about them often say. */

interface Claim {
  status: string;
  kind: string;
  text: string;
  /** Days before today on which it was sent. */
  days: number;
  /** Of the student who signs in to the demo; the others are of whoever has homework. */
  own?: boolean;
  outcome?: string;
  reason?: string;
  published?: boolean;
  /** Days from today until which evidence is awaited. */
  evidence?: number;
  path: string[];
}

const CLAIMS: Claim[] = [
  {
    status: 'DRAFT',
    kind: 'TECHNICAL',
    text: 'Yotoqxonada uch kun internet boʻlmadi.',
    days: 0,
    own: true,
    path: ['DRAFT'],
  },
  {
    status: 'REJECTED',
    kind: 'FAMILY',
    text: 'Oilaviy toʻy tadbiri sababli Samarqandga bordim.',
    days: 12,
    own: true,
    outcome: 'REJECTED',
    reason: 'Maʼlumotnoma boshqa davrni koʻrsatadi. Topshiriq berilgan kunlar uchun hujjat yoʻq.',
    published: true,
    path: ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'REJECTED'],
  },
  {
    status: 'SUBMITTED',
    kind: 'ILLNESS',
    text: 'Yuqori isitma bilan bir hafta uyda davolandim, shifokor ruxsatnomasi bor.',
    days: 1,
    path: ['DRAFT', 'SUBMITTED'],
  },
  {
    status: 'SUBMITTED',
    kind: 'INJURY',
    text: 'Qoʻlim sindi, gipsda. Yozma ishni bajara olmayapman.',
    days: 3,
    path: ['DRAFT', 'SUBMITTED'],
  },
  {
    status: 'PENDING',
    kind: 'HOSPITAL',
    text: 'Shifoxonada yotibman, chiqqach koʻchirma olib kelaman.',
    days: 2,
    evidence: 6,
    path: ['DRAFT', 'SUBMITTED', 'PENDING'],
  },
  {
    status: 'UNDER_REVIEW',
    kind: 'BEREAVEMENT',
    text: 'Bobom vafot etdi, dafn marosimida boʻldim.',
    days: 4,
    path: ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW'],
  },
  {
    status: 'REJECTED_2',
    kind: 'OTHER',
    text: 'Muddatni notoʻgʻri yozib olibman.',
    days: 5,
    outcome: 'REJECTED_2',
    reason: 'Muddatni bilmaslik uzrli sabab emas.',
    path: ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'REJECTED_2'],
  },
];

const REASONS = [
  {
    outcome: 'REJECTED',
    title: { uz: 'Boshqa davr', ru: 'Другой период', en: 'Another period' },
    text: {
      uz: 'Hujjat boshqa davrni koʻrsatadi: topshiriq kunlari uchun dalil yoʻq.',
      ru: 'Документ относится к другому периоду: на дни работы доказательств нет.',
      en: 'The evidence is about another period: there is none for the days of this work.',
    },
  },
  {
    outcome: 'REJECTED',
    title: { uz: 'Hujjat oʻqib boʻlmaydi', ru: 'Документ нечитаем', en: 'Cannot be read' },
    text: {
      uz: 'Hujjatni oʻqib boʻlmaydi. Qayta koʻrib chiqishni soʻrab, aniq nusxasini qoʻshing.',
      ru: 'Документ невозможно прочитать. Попросите о пересмотре и приложите чёткую копию.',
      en: 'The evidence cannot be read. Ask for a review and add a clear copy.',
    },
  },
  {
    outcome: 'REJECTED_2',
    title: { uz: 'Sabab uzrli emas', ru: 'Причина не уважительная', en: 'Not a good reason' },
    text: {
      uz: 'Koʻrsatilgan holatni oldindan bilish va rejalashtirish mumkin edi.',
      ru: 'Это обстоятельство можно было предвидеть и учесть.',
      en: 'This could have been foreseen and planned for.',
    },
  },
  {
    outcome: 'SUPPORTED',
    title: { uz: 'Hujjat yetarli', ru: 'Документов достаточно', en: 'The evidence suffices' },
    text: {
      uz: 'Hujjat davrni va uning oʻqishga taʼsirini koʻrsatadi.',
      ru: 'Документ подтверждает период и его влияние на учёбу.',
      en: 'The evidence shows the period and what it meant for the studies.',
    },
  },
];

/** Needs homework with works. Answers how many claims there are: fewer where too few students have homework. */
export async function loadCircumstances(client: pg.PoolClient, storage: Storage | undefined): Promise<number> {
  await client.query(
    `insert into ec_templates (institution_id, title, text, outcome)
     select i.id, r.title, r.text, r.outcome from institutions i, jsonb_to_recordset($1::jsonb) r(title jsonb, text jsonb, outcome text) order by i.id`,
    [JSON.stringify(REASONS)],
  );
  // Homework of the weeks around today, one for each student, the demo's own student apart.
  const { rows: works } = await client.query<{
    student_id: number;
    own: boolean;
    homework_id: number;
    course_module_id: number;
    title: string;
    due_at: string;
  }>(
    `with due as (
       select distinct on (m.student_id, h.id) m.student_id, s.account_id is not null and a.username = 'bachelor_student' as own, h.id as homework_id, l.course_module_id, l.title, h.due_at
         from lesson_homeworks h join lessons l on l.id = h.lesson_id and l.published and l.deleted_at is null
         join course_modules c on c.id = l.course_module_id and c.type = 'CORE' join academic_years y on y.id = c.academic_year_id
         join groups g on g.course_id = c.course_id and g.kind = 'MAIN' and g.institution_id = h.institution_id
          and extract(year from y.starts_on) - g.entry_year + 1 = c.study_year
         join group_members m on m.group_id = g.id and m.ends_on is null join students s on s.id = m.student_id and s.status = 'ACTIVE' and s.institution_id = 1
         left join accounts a on a.id = s.account_id
        where h.institution_id = 1 and h.due_at between edulab_now() - interval '40 days' and edulab_now() + interval '40 days')
     select * from (select d.*, row_number() over (partition by student_id order by abs(extract(epoch from due_at - edulab_now())), homework_id) as nth from due d) d
      where nth = 1 or (own and nth = 2) order by own desc, student_id, nth limit 40`,
  );
  const own = works.filter((work) => work.own);
  const others = works.filter((work) => !work.own);
  const chosen = CLAIMS.flatMap((claim) => {
    const work = (claim.own ? own : others).shift();
    return work ? [{ ...claim, ...work }] : [];
  });
  await client.query(
    `with wanted as (
       select * from jsonb_to_recordset($1::jsonb) x(status text, kind text, text text, days int, outcome text, reason text, published boolean, evidence int, path jsonb,
                                                     student_id int, homework_id int, course_module_id int, title text, due_at timestamptz)),
     numbered as (select w.*, row_number() over () as n from wanted w),
     made as (
       insert into ec_claims (institution_id, student_id, status, kind, text, starts_on, evidence_by, late_reason, submitted_at, decided_at, decided_by, published_at, officer_id, created_at, updated_at)
       select 1, student_id, status, kind, text, edulab_today() - days - 3, edulab_today() + evidence, case when due_at < edulab_now() - make_interval(days => days) then 'Kasallik tufayli oldinroq yoza olmadim.' else '' end,
              case when status <> 'DRAFT' then edulab_now() - make_interval(days => days) end,
              case when outcome is not null then edulab_now() - make_interval(days => greatest(days - 2, 0)) end, case when outcome is not null then ${officer} end,
              case when published then edulab_now() - make_interval(days => greatest(days - 2, 0)) end, case when jsonb_array_length(path) > 2 and status <> 'PENDING' then ${officer} end,
              edulab_now() - make_interval(days => days), edulab_now() - make_interval(days => days)
         from numbered order by n returning id, student_id, text),
     named as (
       insert into ec_papers (institution_id, claim_id, target, target_id, course_module_id, title, due_at, wish, outcome, reason, decided_by, decided_at)
       select 1, m.id, 'HOMEWORK', w.homework_id, w.course_module_id, w.title, w.due_at, 'EXTENSION', w.outcome, w.reason, case when w.outcome is not null then ${officer} end,
              case when w.outcome is not null then edulab_now() - make_interval(days => greatest(w.days - 2, 0)) end
         from made m join numbered w on w.student_id = m.student_id and w.text = m.text)
     insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, account_id, at)
     select 1, 'circumstance', m.id, case when s.n > 1 then w.path ->> (s.n - 2)::int end, s.state, case when s.state like 'REJECTED%' then w.reason end,
            case when s.state in ('DRAFT', 'SUBMITTED', 'PENDING') then (select t.account_id from students t where t.id = m.student_id) else ${officer} end,
            edulab_now() - make_interval(days => greatest(w.days - (s.n - 1)::int, 0))
       from made m join numbered w on w.student_id = m.student_id and w.text = m.text
       cross join lateral jsonb_array_elements_text(w.path) with ordinality s(state, n)
      order by m.id, s.n`,
    [JSON.stringify(chosen)],
  );
  if (storage !== undefined) await loadEvidence(client, storage);
  return chosen.length;
}

const clinic = {
  name: '14-oilaviy poliklinika',
  lines: ['Toshkent shahri, Chilonzor tumani'],
  logo: null,
  initials: 'P',
  rector: null,
  registrar: null,
};

/** A certificate of a clinic, and a photo of one as telephones take it. */
async function loadEvidence(client: pg.PoolClient, storage: Storage): Promise<void> {
  const certificate = await pdf({
    locale: 'uz',
    letterhead: clinic,
    title: 'Maʼlumotnoma',
    made: new Date(`${currentYear()}-11-02T00:00:00Z`),
    content: [
      heading('Kasallik toʻgʻrisida'),
      prose('Bemor koʻrikdan oʻtdi, tana harorati 38,6 °C, oʻtkir respirator infeksiya aniqlandi.'),
      prose('Besh kun davomida uyda yotib davolanish va mashgʻulotlardan ozod qilish tavsiya etiladi.'),
    ],
  });
  const lines = [120, 190, 260, 330, 470, 540, 610].map(
    (y, at) => `<rect x="80" y="${y}" width="${at % 3 === 2 ? 260 : 440}" height="14" rx="4" fill="#5b6470"/>`,
  );
  const photo = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="960"><rect width="720" height="960" fill="#8a7a66"/>
        <g transform="rotate(-3 360 480) translate(50 60)"><rect width="600" height="820" fill="#f7f5ef"/>${lines.join('')}
        <circle cx="450" cy="720" r="70" fill="none" stroke="#3556a8" stroke-width="6"/></g></svg>`,
    ),
  )
    .jpeg({ quality: 80 })
    .toBuffer();
  const found = [
    { name: 'malumotnoma.pdf', extension: 'pdf', type: 'application/pdf', content: certificate },
    { name: 'surat.jpg', extension: 'jpg', type: 'image/jpeg', content: photo },
  ];
  for (const [at, { name, extension, type, content }] of found.entries()) {
    const staged = await storage.stage(Readable.from([content]));
    await storage.keep(staged);
    // Every claim that was sent and promises no evidence has the paper; every other one a photo as well.
    await client.query(
      `with proven as materialized (
         select c.id, s.account_id, c.submitted_at, nextval(pg_get_serial_sequence('files', 'id'))::int as file_id
           from ec_claims c join students s on s.id = c.student_id
          where c.submitted_at is not null and c.evidence_by is null and ($1 = 0 or c.id % 2 = 0)),
       kept as (
         insert into files (id, institution_id, created_at, account_id, original_name, extension, media_type, size, hash) overriding system value
         select file_id, 1, submitted_at, account_id, $2, $3, $4, $5, $6 from proven)
       update ec_claims c set file_ids = c.file_ids || p.file_id from proven p where p.id = c.id`,
      [at, name, extension, type, staged.size, staged.hash],
    );
  }
}

const officer = "(select id from accounts where username = 'registrar_officer')";
