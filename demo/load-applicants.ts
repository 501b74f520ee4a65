import type pg from 'pg';
import { searchTextOf } from '#domains/admissions/server/index.ts';
import { loadClashes } from './load-clashes.ts';
import { currentYear } from './university.ts';

/** What the mass of applicants leaves out: the applicant of the sign-in page, decisions, jobs and short courses. */

const yes = (uz: string, ru: string, en: string) => JSON.stringify({ uz, ru, en });

/** Answers how many further applications there are. */
export async function loadApplicants(client: pg.PoolClient): Promise<number> {
  await spreadHistory(client);
  await decide(client);
  await talkAndDelete(client);
  await loadClashes(client);
  const jobs = await loadJobs(client);
  const courses = await loadCourses(client);
  return (await loadGuestUser(client)) + jobs + courses;
}

/** Nothing happens to an application twice at once: its steps are a day and some hours apart. */
async function spreadHistory(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with steps as (
       select id, entity_id, at + greatest(row_number() over (partition by entity_id order by id) - 2, 0) * interval '27 hours' as later
         from status_history where entity = 'application'
          and entity_id in (select entity_id from status_history where entity = 'application' group by 1 having count(distinct at) = 1)),
     spread as (
       update status_history h set at = least(s.later, greatest(h.at, $1::timestamptz)) from steps s where s.id = h.id and s.later > h.at
       returning h.entity_id, h.at)
     update applications a set status_at = s.at from (select entity_id, max(at) as at from spread group by 1) s where s.entity_id = a.id`,
    [`${currentYear()}-11-20T06:00:00Z`],
  );
}

/** What applicants can be apart from others. */
const CATEGORIES = [
  yes('Chin yetimlar', 'Круглые сироты', 'Orphans'),
  yes('Nogironligi boʻlganlar', 'Лица с инвалидностью', 'People with disabilities'),
  yes('Harbiy xizmatni oʻtaganlar', 'Отслужившие в армии', 'Served in the army'),
  yes('Xalqaro olimpiada gʻoliblari', 'Победители международных олимпиад', 'Winners of international olympiads'),
  yes('Chet el fuqarolari', 'Иностранные граждане', 'Foreign citizens'),
];

/** Who has a bachelor's diploma is talked to before the exam, and whoever was has points for it; some who gave up, or signed up by mistake, were deleted. */
async function talkAndDelete(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into categories (institution_id, kind, title)
     select i.id, 'ADMISSION', k.title from (select distinct institution_id as id from guests) i
       cross join unnest($1::jsonb[]) with ordinality k (title, place) order by i.id, k.place`,
    [CATEGORIES],
  );
  await client.query(
    `with asked as (
       select g.id, a.id as application, a.institution_id, a.status, row_number() over (partition by a.institution_id order by g.id) as n
         from guests g join applications a on a.guest_id = g.id and a.deleted_at is null
        where g.applicant_type = 'master' and a.applicant_type = 'master' and a.status in ('VERIFIED', 'EXAM_ASSIGNED')),
     planned as (
       select *, case when n % 3 = 0 then 'ONLINE' else 'OFFLINE' end as mode, $1::date + (n % 12)::int as on, case when n % 12 < 5 and status = 'EXAM_ASSIGNED' then 12 + n * 7 % 18 end as points
         from asked where n <= 24),
     told as (
       update guests g set appointment_mode = p.mode, appointment_on = p.on, appointment_score = p.points from planned p where g.id = p.id),
     counted as (update applications a set score = coalesce(a.score, 0) + p.points from planned p where a.id = p.application and p.points is not null)
     insert into application_scores (institution_id, application_id, subject, source, points)
     select institution_id, application, 'APPOINTMENT', 'APPOINTMENT', points from planned where points is not null`,
    [`${currentYear()}-11-16`],
  );
  await client.query(
    `update guests set deleted_at = $1 where id in (
       select id from (
         select g.id, row_number() over (partition by g.institution_id order by g.id desc) as n from guests g
          where exists (select 1 from applications a where a.guest_id = g.id and a.status = 'WITHDRAWN')
            and not exists (select 1 from applications a where a.guest_id = g.id and a.status <> 'WITHDRAWN')) gone
        where n <= 4)`,
    [`${currentYear()}-11-19T10:00:00Z`],
  );
}

/** Of one campaign in each institution the decisions are published: places by points, a few who wait, the rest refused. */
async function decide(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with ready as (
       select a.id, a.institution_id, row_number() over (partition by a.campaign_id order by a.score desc nulls last, a.id) as rank
         from applications a
         join (select distinct on (institution_id) institution_id, campaign_id from applications
                where status = 'EXAM_TAKEN' and campaign_id is not null and deleted_at is null
                group by institution_id, campaign_id order by institution_id, count(*) desc, campaign_id) k using (campaign_id)
        where a.status = 'EXAM_TAKEN' and a.deleted_at is null),
     decided as (
       update applications a
          set status = d.status, decision = d.status, decision_rank = r.rank, decided_from = 'EXAM_TAKEN', status_at = $1,
              decision_tuition = case when d.status <> 'REJECTED' then case when r.rank = 1 and a.tuition <> 'CONTRACT' then 'GRANT' else 'CONTRACT' end end
         from ready r cross join lateral (select case when r.rank <= 1 then 'RECOMMENDED' when r.rank <= 3 then 'WAITING_LIST' else 'REJECTED' end as status) d
        where a.id = r.id returning a.id, a.institution_id, a.status)
     insert into status_history (institution_id, entity, entity_id, from_status, to_status, forced, at)
     select institution_id, 'application', id, 'EXAM_TAKEN', status, false, $1 from decided`,
    [`${currentYear()}-11-20T09:00:00Z`],
  );
}

const jobFields = JSON.stringify([
  {
    key: 'education',
    type: 'TEXTAREA',
    title: { uz: 'Maʼlumotingiz', ru: 'Ваше образование', en: 'Your education' },
    required: true,
    max: 1000,
  },
  {
    key: 'years',
    type: 'NUMBER',
    title: { uz: 'Ish stoji, yil', ru: 'Стаж, лет', en: 'Years of experience' },
    required: true,
    min: 0,
    max: 60,
  },
  { key: 'cv', type: 'FILE', title: { uz: 'Rezyume', ru: 'Резюме', en: 'CV' } },
]);
const jobStates = ['SUBMITTED', 'SUBMITTED', 'SHORTLISTED', 'INTERVIEW', 'OFFERED', 'HIRED', 'REJECTED', 'RESERVE'];
const courseStates = ['SUBMITTED', 'SUBMITTED', 'PAID', 'LISTENER', 'LISTENER', 'COMPLETED', 'CERTIFIED', 'CANCELLED'];
/** The steps that lead to a state, without the draft. */
const paths: Record<string, string[]> = {
  SUBMITTED: ['SUBMITTED'],
  SHORTLISTED: ['SUBMITTED', 'SHORTLISTED'],
  INTERVIEW: ['SUBMITTED', 'SHORTLISTED', 'INTERVIEW'],
  OFFERED: ['SUBMITTED', 'SHORTLISTED', 'INTERVIEW', 'OFFERED'],
  HIRED: ['SUBMITTED', 'SHORTLISTED', 'INTERVIEW', 'OFFERED', 'HIRED'],
  REJECTED: ['SUBMITTED', 'REJECTED'],
  RESERVE: ['SUBMITTED', 'RESERVE'],
  PAID: ['SUBMITTED', 'PAID'],
  LISTENER: ['SUBMITTED', 'PAID', 'LISTENER'],
  COMPLETED: ['SUBMITTED', 'PAID', 'LISTENER', 'COMPLETED'],
  CERTIFIED: ['SUBMITTED', 'PAID', 'LISTENER', 'COMPLETED', 'CERTIFIED'],
  CANCELLED: ['SUBMITTED', 'CANCELLED'],
};

/** A form for each position that is open, and people who applied for it. */
async function loadJobs(client: pg.PoolClient): Promise<number> {
  await client.query(
    `with made as (
       insert into application_forms (institution_id, flavour, title, vacancy_id, opens_on, closes_on, status, published_at)
       select v.institution_id, 'hr', v.title, v.id, v.opens_on, v.closes_on, 'DRAFT', v.opens_on
         from vacancies v where v.status = 'ACTIVE' and v.deleted_at is null order by v.id
       returning id, institution_id)
     insert into application_field_batches (institution_id, form_id, position, title, fields)
     select institution_id, id, 1, $1, $2 from made`,
    [yes('Oʻzingiz haqingizda', 'О себе', 'About your work'), jobFields],
  );
  // What is published keeps its questions, so they come first.
  await client.query("update application_forms set status = 'PUBLISHED' where flavour = 'hr' and status = 'DRAFT'");
  return loadOthers(client, 'hr', jobStates, { education: 'Magistr, 2019', years: 4 });
}

const loadCourses = (client: pg.PoolClient): Promise<number> =>
  loadOthers(client, 'st_course', courseStates, { school: '12-maktab', finished: currentYear() - 3, benefit: 'none' });

/** Applications for what is no course of study, by applicants who withdrew there or never sent theirs. */
async function loadOthers(
  client: pg.PoolClient,
  flavour: 'hr' | 'st_course',
  states: readonly string[],
  answers: object,
): Promise<number> {
  const { rows } = await client.query<{ id: number; institution_id: number; status: string }>(
    `with forms as (
       select id, institution_id, vacancy_id, row_number() over (partition by institution_id order by id) - 1 as n, count(*) over (partition by institution_id) as all
         from application_forms where flavour = $1 and status = 'PUBLISHED'),
     people as (
       select g.id, g.institution_id, g.full_name, g.search, row_number() over (partition by g.institution_id order by g.id) - 1 as n
         from guests g join applications a on a.guest_id = g.id and a.status = case $1 when 'hr' then 'WITHDRAWN' else 'DRAFT' end)
     insert into applications (institution_id, flavour, guest_id, form_id, form_origin_id, vacancy_id, answers, status, status_at, submitted_at, created_at, updated_at, applicant_name, search)
     select p.institution_id, $1, p.id, f.id, f.id, f.vacancy_id, $3, ($2::text[])[1 + p.n % $4], $5::date + 12, $5::date, $5::date, $5::date + 12, p.full_name, p.search
       from people p join forms f on f.institution_id = p.institution_id and f.n = p.n % f.all
      where p.n < 16
     returning id, institution_id, status`,
    [flavour, states, JSON.stringify(answers), states.length, `${currentYear()}-11-01`],
  );
  const steps = rows.flatMap(({ id, institution_id, status }) =>
    ['DRAFT', ...(paths[status] ?? [])].map((to, at, way) => ({
      id,
      institution_id,
      from: way[at - 1] ?? null,
      to,
      at,
    })),
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, forced, at)
     select s.institution_id, 'application', s.id, s."from", s."to", case s."to" when 'REJECTED' then 'Talabga mos emas' end, false, $2::date + s.at * interval '3 days'
       from jsonb_to_recordset($1) as s (id integer, institution_id integer, "from" text, "to" text, at integer) order by s.id, s.at`,
    [JSON.stringify(steps), `${currentYear()}-11-01`],
  );
  return rows.length;
}

/** The applicant of the sign-in page: one application waits for an exam session, another one is a draft. */
async function loadGuestUser(client: pg.PoolClient): Promise<number> {
  const phone = '998901112200';
  await client.query("update accounts set phone = $1 where username = 'guest_user' and phone is null", [phone]);
  const { rows } = await client.query<{ id: number; institution_id: number; lastname: string; firstname: string }>(
    `update guests g set phone = $1, gender = 'FEMALE', birthdate = '2008-03-21', citizenship = 'UZ', passport_id = 'AD9000001',
            region_id = (select min(id) from states), source = 'telegram'
       from accounts a where a.id = g.account_id and a.username = 'guest_user'
     returning g.id, g.institution_id, g.lastname, g.firstname`,
    [phone],
  );
  const [guest] = rows;
  if (!guest) return 0;
  const name = `${guest.lastname} ${guest.firstname}`;
  const search = searchTextOf(name, phone, 'AD9000001');
  await client.query('update guests set search = $2 where id = $1', [guest.id, search]);
  const at = `${currentYear()}-11-12T06:30:00Z`;
  const { rows: made } = await client.query<{ id: number; status: string }>(
    `insert into applications (institution_id, flavour, guest_id, form_id, form_origin_id, campaign_id, course_id, academic_year_id, language, education_form_id,
            answers, status, status_at, submitted_at, created_at, updated_at, applicant_name, search)
     select $1, w.flavour, $2, f.id, f.id, k.id, k.course_id, k.academic_year_id, k.language, c.education_form_id,
            w.answers, w.status, $5::timestamptz + interval '3 days', case w.status when 'DRAFT' then null else $5::timestamptz end, $5, $5, $3, $4
       from (values ('plain', 'VERIFIED', 0, '{"school":"110-maktab","finished":${currentYear()},"benefit":"none"}'::jsonb),
                    ('general', 'DRAFT', 3, '{"school":"110-maktab"}'::jsonb)) as w (flavour, status, at, answers)
       join application_forms f on f.institution_id = $1 and f.flavour = w.flavour and f.status = 'PUBLISHED'
       cross join lateral (select * from course_campaigns k where k.institution_id = $1 and k.academic_year_id = f.academic_year_id and k.status = 'OPEN' order by k.id offset w.at limit 1) k
       join courses c on c.id = k.course_id
     returning id, status`,
    [guest.institution_id, guest.id, name, search, at],
  );
  const steps = made.flatMap(({ id, status }) =>
    (status === 'DRAFT' ? ['DRAFT'] : ['DRAFT', 'SUBMITTED', 'DOCUMENTS_CHECK', 'VERIFIED']).map((to, n, way) => ({
      id,
      from: way[n - 1] ?? null,
      to,
      n,
    })),
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, forced, at)
     select $2, 'application', s.id, s."from", s."to", false, $3::timestamptz + greatest(s.n - 1, 0) * interval '36 hours'
       from jsonb_to_recordset($1) as s (id integer, "from" text, "to" text, n integer) order by s.id, s.n`,
    [JSON.stringify(steps), guest.institution_id, at],
  );
  await client.query(
    "update applications set qr_code = upper(substr(md5(id::text || random()), 1, 10)) where guest_id = $1 and status <> 'DRAFT'",
    [guest.id],
  );
  return made.length;
}
