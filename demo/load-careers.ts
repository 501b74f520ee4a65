import type pg from 'pg';

/** CVs at every point of their way, what people say of their search for work, and offers with answers to them. */

const CVS = 300;
const OFFERS = 40;

/** What one kind of graduate writes; the students take turns. */
const KINDS = [
  {
    headline: 'Moliya tahlilchisi',
    objective:
      'Bank yoki audit kompaniyasida tahlilchi boʻlib ishlashni xohlayman. Hisobot va prognoz bilan ishlay olaman.',
    hard: ['Microsoft Excel', '1C: Buxgalteriya', 'Power BI', 'IFRS'],
    employer: 'Ipak Yoʻli bank',
    position: 'Kredit boʻlimi amaliyotchisi',
    text: 'Kredit arizalarini tekshirish, haftalik hisobotni tayyorlash.',
  },
  {
    headline: 'Dasturchi',
    objective: 'Kichik jamoada backend dasturchi boʻlib boshlamoqchiman. Uch oʻquv loyihasini oxiriga yetkazganman.',
    hard: ['Python', 'SQL', 'Git', 'Linux', 'TypeScript'],
    employer: 'EPAM Uzbekistan',
    position: 'Junior dasturchi (stajirovka)',
    text: 'Ichki xizmatlar uchun API yozish, testlar, kod tekshiruvi.',
  },
  {
    headline: 'Marketing mutaxassisi',
    objective: 'Brend va raqamli reklama yoʻnalishida ishlamoqchiman. Kampaniya natijasini raqamlarda koʻrsata olaman.',
    hard: ['SMM', 'Google Ads', 'Figma', 'Microsoft PowerPoint'],
    employer: 'Korzinka',
    position: 'SMM yordamchisi',
    text: 'Haftalik kontent rejasi, ijtimoiy tarmoq hisobotlari.',
  },
  {
    headline: 'Logistika boʻyicha yordamchi',
    objective: 'Yetkazib berish zanjirini rejalashtirishda ishlamoqchiman.',
    hard: ['Microsoft Excel', 'Bitrix24', 'Tableau'],
    employer: 'UzAuto Motors',
    position: 'Ombor amaliyotchisi',
    text: 'Qoldiqlar hisobi, yetkazib beruvchilar bilan yozishmalar.',
  },
];
const SOFT = ['Jamoada ishlash', 'Masʼuliyat', 'Muloqot', 'Tez oʻrganish', 'Rejalashtirish'];

const EMPLOYERS = [
  ['Ipak Yoʻli bank', 'Toshkent'],
  ['EPAM Uzbekistan', 'Toshkent'],
  ['Uzum', 'Toshkent'],
  ['Artel Electronics', 'Toshkent'],
  ['UzAuto Motors', 'Andijon'],
  ['Beeline Uzbekistan', 'Toshkent'],
  ['Navoiy KMK', 'Navoiy'],
  ['Korzinka', 'Samarqand'],
] as const;
const JOBS = [
  ['Kredit mutaxassisi', 6_000_000, 9_000_000, 'FULL_TIME', 'Excel, mijoz bilan muloqot, rus tili B1.'],
  ['Junior dasturchi', 9_000_000, 14_000_000, 'FULL_TIME', 'Python yoki TypeScript, SQL, ingliz tili B1.'],
  ['Maʼlumotlar tahlilchisi', 8_000_000, 12_000_000, 'FULL_TIME', 'SQL, Power BI yoki Tableau, statistika.'],
  ['Marketing boʻyicha amaliyotchi', 2_500_000, null, 'INTERNSHIP', 'SMM, Figma; haftasiga 20 soat.'],
  [
    'Logistika koordinatori',
    5_500_000,
    7_500_000,
    'FULL_TIME',
    'Excel, tartiblilik, haydovchilik guvohnomasi – afzallik.',
  ],
] as const;

/** Needs students. Answers how many CVs there are. */
export async function loadCareers(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with kinds as (select k.*, row_number() over () as nth from jsonb_to_recordset($1::jsonb) as k (headline text, objective text, hard jsonb, employer text, "position" text, "text" text)),
     chosen as (
       select s.id, s.account_id, s.email, s.contact_phone, s.entry_year, s.institution_id, s.status as student_status, s.level, s.course_id,
              row_number() over (order by (a.username in ('bachelor_student', 'master_student', 'ms_student')) desc nulls last, s.entry_year, s.id) as n
         from students s left join accounts a on a.id = s.account_id
        where s.institution_id = 1 and s.deleted_at is null and s.status = 'ACTIVE' and s.account_id is not null and s.succeeded_by_id is null limit $2),
     planned as (
       select c.*, k.headline, k.objective, array(select jsonb_array_elements_text(k.hard)) as hard, k.employer, k."position", k."text",
              case c.n % 10 when 0 then 'DRAFT' when 2 then 'SUBMITTED' when 3 then 'CHANGES_REQUIRED' when 4 then 'CHANGES_SUGGESTED' when 5 then 'SUBMITTED' else 'APPROVED' end as cv_status,
              edulab_now() - make_interval(days => (c.n % 60)::int + 2) as at
         from chosen c join kinds k on k.nth = 1 + c.n % (select count(*) from kinds)),
     made as (
       insert into cvs (institution_id, student_id, status, layout, headline, objective, email, phone, city, work_experiences, language_skills, certificates, hard_skills, soft_skills,
                        versions_count, submitted_at, reviewed_at, note, created_at, updated_at)
       select 1, id, cv_status, case when n % 3 = 0 then 'MODERN' else 'CLASSIC' end, headline, objective, email, contact_phone, 'Toshkent',
              jsonb_build_array(jsonb_build_object('ref', 'w1', 'employer', employer, 'position', "position", 'city', 'Toshkent', 'from', '2025-06', 'to', '2025-08', 'text', "text")),
              jsonb_build_array(jsonb_build_object('ref', 'l1', 'language', 'Oʻzbek', 'level', 'NATIVE'), jsonb_build_object('ref', 'l2', 'language', 'Ingliz', 'level', case when n % 2 = 0 then 'B2' else 'C1' end),
                                jsonb_build_object('ref', 'l3', 'language', 'Rus', 'level', 'B1')),
              case when n % 2 = 0 then jsonb_build_array(jsonb_build_object('ref', 'c1', 'title', 'IELTS 6.5', 'issuer', 'British Council', 'at', '2024-11', 'link', null)) else '[]'::jsonb end,
              hard, $3::text[], case when cv_status = 'DRAFT' then 0 else 1 end, case when cv_status <> 'DRAFT' then at end,
              case when cv_status not in ('DRAFT', 'SUBMITTED') then at + interval '1 day' end,
              case cv_status when 'CHANGES_REQUIRED' then 'Ish tajribasida natijalarni raqam bilan yozing.' when 'CHANGES_SUGGESTED' then 'Yaxshi rezyume. Ikki jumlani qisqartirsangiz, yanada yaxshi boʻladi.' end,
              at - interval '3 days', at
         from planned order by n returning *),
     handed as (
       insert into cv_versions (institution_id, cv_id, number, status, language, layout, content, facts, reviewed_at, reviewer_id, note, created_at, updated_at)
       select 1, m.id, 1, m.status, 'uz', m.layout,
              jsonb_build_object('headline', m.headline, 'objective', m.objective, 'email', m.email, 'phone', m.phone, 'city', m.city, 'links', '[]'::jsonb, 'work_experiences', m.work_experiences,
                'schools', '[]'::jsonb, 'language_skills', m.language_skills, 'certificates', m.certificates, 'awards', '[]'::jsonb, 'articles', '[]'::jsonb,
                'hard_skills', to_jsonb(m.hard_skills), 'soft_skills', to_jsonb(m.soft_skills), 'modules', null),
              case when c.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('ref', 'degree', 'kind', 'DEGREE',
                'title', case s.level when 'BACHELOR' then 'Bakalavriat' when 'MASTER' then 'Magistratura' else 'Magistratura (MS)' end || ', ' || (c.title ->> 'uz'),
                'detail', i.title ->> 'uz', 'at', s.entry_year || ' – hozirgacha', 'check_code', null)) end,
              m.reviewed_at, case when m.reviewed_at is not null then $4::int end, m.note, m.submitted_at, coalesce(m.reviewed_at, m.submitted_at)
         from made m join students s on s.id = m.student_id join institutions i on i.id = 1 left join courses c on c.id = s.course_id
        where m.status <> 'DRAFT' order by m.id returning id, cv_id, status),
     remarked as (
       insert into cv_remarks (institution_id, cv_id, version_id, place, entry, text)
       select 1, cv_id, id, r.place, r.entry, r.text from handed,
              (values ('work_experiences', 'w1', 'Nima qilganingizni emas, nimaga erishganingizni yozing.'), ('objective', null, 'Qaysi lavozimni koʻzlayotganingizni aniq ayting.')) r (place, entry, text)
        where status in ('CHANGES_REQUIRED', 'CHANGES_SUGGESTED')),
     said as (
       insert into career_profiles (institution_id, student_id, status, answer, answered_at)
       select 1, id, a, a, edulab_now() - make_interval(days => (n % 40)::int) from planned,
              lateral (select (array['LOOKING_FOR_JOB', 'OPEN_TO_OFFERS', 'OPEN_TO_OFFERS', 'NOT_LOOKING', 'EMPLOYED'])[1 + n % 5] as a) x
       union all
       select 1, g.id, a, a, edulab_now() - interval '20 days'
         from (select s.id, row_number() over (order by s.id) as n from students s where s.institution_id = 1 and s.status = 'GRADUATED' and s.deleted_at is null) g,
              lateral (select (array['EMPLOYED', 'EMPLOYED', 'EMPLOYED', 'LOOKING_FOR_JOB', 'OPEN_TO_OFFERS'])[1 + g.n % 5] as a) x
        where g.n % 10 < 7),
     told as (
       insert into status_history (institution_id, entity, entity_id, from_status, to_status, account_id, at)
       select 1, 'cv', m.id, case when t.nth = 1 then null when t.nth = 2 then 'DRAFT' else 'SUBMITTED' end, t.state,
              case when t.nth = 3 then $4::int else (select s.account_id from students s where s.id = m.student_id) end, m.updated_at - make_interval(hours => (4 - t.nth)::int)
         from made m cross join lateral (values (1, 'DRAFT'), (2, case when m.status <> 'DRAFT' then 'SUBMITTED' end), (3, case when m.status not in ('DRAFT', 'SUBMITTED') then m.status end)) t (nth, state)
        where t.state is not null order by m.id, t.nth)
     select count(*)::int as count from made`,
    [JSON.stringify(KINDS), CVS, SOFT, await careerManager(client)],
  );
  // What the version was given as its number is known only now.
  await client.query(
    `update cvs c set last_version_id = v.id, approved_version_id = case when v.status in ('APPROVED', 'CHANGES_SUGGESTED') then v.id end
       from cv_versions v where v.cv_id = c.id`,
  );
  await loadOffers(client);
  return rows[0]?.count ?? 0;
}

const careerManager = async (client: pg.PoolClient): Promise<number | null> =>
  (await client.query<{ id: number }>("select id from accounts where username = 'career_center_manager'")).rows[0]
    ?.id ?? null;

async function loadOffers(client: pg.PoolClient): Promise<void> {
  const offers = Array.from({ length: OFFERS }, (_, n) => {
    const [title, salary, salary_to, employment, requirements] = JOBS[n % JOBS.length]!;
    const [employer, city] = EMPLOYERS[(n * 3) % EMPLOYERS.length]!;
    const status =
      n % 10 === 7
        ? 'EXPIRED'
        : n % 10 === 8
          ? 'DRAFT'
          : n % 20 === 9
            ? 'CLOSED'
            : n % 20 === 19
              ? 'WITHDRAWN'
              : 'SENT';
    return { n, title, salary, salary_to, employment, requirements, employer, city, status };
  });
  await client.query(
    `with wanted as (
       select * from jsonb_to_recordset($1::jsonb) x (n int, title text, salary numeric, salary_to numeric, employment text, requirements text, employer text, city text, status text)),
     made as (
       insert into job_offers (institution_id, status, title, employer, description, requirements, salary, salary_to, currency, employment, city, contact_name, contact_email, valid_until, for_everybody, reason, author_id, created_at, updated_at)
       select 1, status, title, employer, 'Jamoaga qoʻshilish, sinov muddati uch oy, rasmiy mehnat shartnomasi.', requirements, salary, salary_to, 'UZS', employment, city, 'Nodira Karimova',
              'hr' || n || '@example.uz', date_trunc('day', edulab_now()) + make_interval(days => case when status = 'EXPIRED' then -3 - n % 9 else 6 + n % 30 end, hours => 13),
              n % 8 = 0, case when status = 'WITHDRAWN' then 'Ish beruvchi oʻrinni qisqartirdi.' end, $2, edulab_now() - make_interval(days => 20 + n % 10), edulab_now() - make_interval(days => 5)
         from wanted order by n returning *),
     people as (
       select c.student_id, c.approved_version_id, row_number() over (order by c.id) as n from cvs c where c.institution_id = 1),
     before as (
       select o.id as offer_id, o.status, o.created_at, p.student_id, p.approved_version_id, (o.id * 7 + p.n * 13) % 10 as dice, p.n
         from made o join people p on (o.id + p.n * 5) % 19 = 0 or (p.n = 1 and o.id % 4 = 0)
        where o.status <> 'DRAFT'),
     answered as (
       select *, case when n = 1 and status = 'SENT' then case when offer_id % 8 = 0 then 'SENT' else 'SEEN' end
                      when status = 'WITHDRAWN' then 'WITHDRAWN' when dice < 3 and status = 'SENT' then 'SENT' when dice < 5 and status = 'SENT' then 'SEEN'
                      when dice < 5 then 'EXPIRED' when dice < 8 and approved_version_id is not null then 'ACCEPTED' else 'DECLINED' end as answer
         from before)
     insert into job_offer_answers (institution_id, offer_id, student_id, status, seen_at, answered_at, version_id, shared_at, note, reason, created_at, updated_at)
     select 1, offer_id, student_id, answer, case when answer <> 'SENT' then created_at + interval '1 day' end, case when answer in ('ACCEPTED', 'DECLINED') then created_at + interval '2 days' end,
            case when answer = 'ACCEPTED' and dice <> 5 then approved_version_id end, case when answer = 'ACCEPTED' and dice <> 5 then created_at + interval '2 days' end,
            case when answer = 'ACCEPTED' then 'Taklif menga mos: amaliyotda shu ish bilan shugʻullanganman.' else '' end,
            case when answer = 'DECLINED' then 'Jadvalim mos kelmaydi.' end, created_at, created_at + interval '2 days'
       from answered`,
    [JSON.stringify(offers), await careerManager(client)],
  );
  await client.query(
    `insert into job_offer_reports (institution_id, offer_id, student_id, reason, note)
     select 1, a.offer_id, a.student_id, (array['CLOSED', 'NO_REPLY'])[1 + row_number() over (order by a.id) % 2], 'Telefon qildim: oʻrin band ekan.'
       from job_offer_answers a join job_offers o on o.id = a.offer_id and o.status = 'SENT' where a.institution_id = 1 and a.status = 'ACCEPTED' order by a.id limit 3`,
  );
}
