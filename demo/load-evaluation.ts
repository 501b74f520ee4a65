import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sealedUnder, voteBlock } from '#domains/evaluation/server/index.ts';
import { seal, shuffled } from '#platform/server/disk/sealing.ts';

/** What students of the demo university said about their teaching: two semesters that are over, and one period that runs. */

const three = (uz: string, ru: string, en: string) => ({ uz, ru, en });
const AGREE = [
  ['1', 'Umuman qoʻshilmayman', 'Совсем не согласен', 'Strongly disagree'],
  ['2', 'Qoʻshilmayman', 'Не согласен', 'Disagree'],
  ['3', 'Oʻrtacha', 'Частично', 'Neither'],
  ['4', 'Qoʻshilaman', 'Согласен', 'Agree'],
  ['5', 'Toʻliq qoʻshilaman', 'Полностью согласен', 'Strongly agree'],
].map(([value, uz = '', ru = '', en = '']) => ({ value, title: three(uz, ru, en) }));
const QUESTIONS = [
  ['clear', 'Mavzular tushunarli tushuntirildi', 'Темы объяснялись понятно', 'Topics were explained clearly'],
  ['prepared', 'Darslar puxta tayyorlangan edi', 'Занятия были хорошо подготовлены', 'Classes were well prepared'],
  ['helpful', 'Oʻqituvchi savollarga javob berdi', 'Преподаватель отвечал на вопросы', 'My questions were answered'],
  [
    'fair',
    'Baholash mezonlari ochiq va adolatli edi',
    'Оценивание было понятным и честным',
    'Marking was open and fair',
  ],
  ['useful', 'Fan menga foydali boʻldi', 'Модуль был мне полезен', 'The module was useful to me'],
] as const;
const SECTIONS = [
  {
    id: 1,
    title: three('Darslar haqida', 'О занятиях', 'About the teaching'),
    note: three(
      '1 – umuman qoʻshilmayman, 5 – toʻliq qoʻshilaman',
      '1 – совсем не согласен, 5 – полностью согласен',
      '1 – strongly disagree, 5 – strongly agree',
    ),
    fields: QUESTIONS.map(([key, uz, ru, en]) => ({
      key,
      type: 'SELECT',
      title: three(uz, ru, en),
      required: true,
      options: AGREE,
    })),
  },
  {
    id: 2,
    title: three('Oʻz soʻzingiz bilan', 'Своими словами', 'In your own words'),
    note: three(
      'Oʻzingizni tanitadigan narsa yozmang',
      'Не пишите того, по чему вас узнают',
      'Write nothing by which you are recognised',
    ),
    fields: [
      { key: 'good', type: 'TEXTAREA', title: three('Nima yoqdi?', 'Что понравилось?', 'What was good?'), max: 1000 },
      {
        key: 'better',
        type: 'TEXTAREA',
        title: three('Nimani yaxshilash mumkin?', 'Что улучшить?', 'What could be better?'),
        max: 1000,
      },
    ],
  },
];
const SAID = [
  ['good', 'Misollar amaliyotdan olingani yoqdi.'],
  ['good', 'Har bir savolga erinmasdan javob berildi.'],
  ['better', 'Slaydlar darsdan oldin berilsa yaxshi boʻlardi.'],
  ['better', 'Seminarda amaliy mashq koʻproq boʻlsin.'],
];

/** Of so many units at most a period of the demo asks. */
const most = 150;

/** Answers how many modules and teachers were asked about. Set by set; the answers in an order that says nothing. */
export async function loadEvaluation(client: pg.PoolClient, dataDir: string | undefined): Promise<number> {
  const { rows: sheets } = await client.query<{ id: number }>(
    'insert into evaluation_questionnaires (institution_id, title, sections) values (1, $1, $2) returning id',
    [
      JSON.stringify(three('Fan va oʻqituvchi', 'Модуль и преподаватель', 'Module and teacher')),
      JSON.stringify(SECTIONS),
    ],
  );
  await client.query(
    `insert into evaluation_periods (institution_id, title, questionnaire_id, academic_year_id, semester, starts_on, ends_on, threshold, remind_before, status, sections)
     select 1, case t.number when 1 then '{"uz":"Kuzgi semestr","ru":"Осенний семестр","en":"Autumn semester"}'::jsonb else '{"uz":"Bahorgi semestr","ru":"Весенний семестр","en":"Spring semester"}'::jsonb end,
            $1, y.id, t.number, case when y.current then edulab_today() - 3 else t.ends_on - 20 end, case when y.current then edulab_today() + 11 else t.ends_on - 6 end, 5, '{7,3,1}',
            case when y.current then 'RUNNING' else 'CLOSED' end, $2
       from academic_years y join semesters t on t.academic_year_id = y.id
      where y.institution_id = 1 and (
        (y.current and t.number = coalesce((select x.number from semesters x where x.academic_year_id = y.id and edulab_today() between x.starts_on and x.ends_on), 1))
        or y.id = (select p.id from academic_years p join academic_years n on n.institution_id = 1 and n.current where p.institution_id = 1 and p.starts_on < n.starts_on order by p.starts_on desc limit 1))
      order by y.starts_on, t.number`,
    [sheets[0]!.id, JSON.stringify(SECTIONS)],
  );
  // The teacher and the student who sign in to the demo come first.
  const { rowCount } = await client.query(
    `with taken as (
       select cm.id, count(distinct m.student_id)::int as people, bool_or(s.account_id = (select id from accounts where username = 'bachelor_student')) as own
         from evaluation_periods p join academic_years y on y.id = p.academic_year_id
         join course_modules cm on cm.academic_year_id = y.id and cm.semester = p.semester and cm.type = 'CORE' and cm.deleted_at is null
         join groups g on g.course_id = cm.course_id and g.kind = 'MAIN' and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
         join group_members m on m.group_id = g.id and m.deleted_at is null and m.ends_on is null join students s on s.id = m.student_id group by 1),
     asked as (
       select p.id as period_id, cm.id as course_module_id, t.staff_id, k.people, p.status,
              row_number() over (partition by p.id order by (t.staff_id = (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'teacher' and s.deleted_at is null)) desc nulls last, k.own desc nulls last, cm.id, t.staff_id) as place
         from evaluation_periods p join course_modules cm on cm.academic_year_id = p.academic_year_id and cm.semester = p.semester
         join taken k on k.id = cm.id and (k.people >= 5 or k.own)
         join (select distinct course_module_id, staff_id from course_module_teachers where role in ('LEADER', 'LECTURER')) t on t.course_module_id = cm.id)
     insert into evaluation_units (institution_id, period_id, course_module_id, staff_id, invited, voted)
     select 1, period_id, course_module_id, staff_id, people, case when status = 'CLOSED' then ceil(people * (45 + abs(hashtext(course_module_id::text)) % 50) / 100.0) else 0 end
       from asked where place <= $1 order by period_id, place`,
    [most],
  );
  await client.query(
    `insert into evaluation_answers (institution_id, unit_id, question, value)
     select 1, u.id, q, greatest(1, least(5, round(3.7 + (abs(hashtext('of ' || u.staff_id)) % 13 - 6) / 10.0 + (abs(hashtext(u.id || q || n)) % 300 - 150) / 100.0)))::int::text
       from evaluation_units u cross join lateral generate_series(1, u.voted) n cross join unnest($1::text[]) q order by gen_random_uuid()`,
    [QUESTIONS.map(([key]) => key)],
  );
  await client.query(
    `insert into evaluation_answers (institution_id, unit_id, question, value, shown)
     select 1, u.id, x ->> 0, x ->> 1, true from evaluation_units u cross join jsonb_array_elements($1::jsonb) x where u.voted >= 5 and abs(hashtext(u.id || (x ->> 1))) % 3 = 0 order by gen_random_uuid()`,
    [JSON.stringify(SAID)],
  );
  await client.query(
    `update evaluation_units u set answered = n.answered
       from (select unit_id, jsonb_object_agg(question, n) as answered from (select unit_id, question, count(*) as n from evaluation_answers group by 1, 2) x group by 1) n where n.unit_id = u.id`,
  );
  await client.query(
    `update evaluation_units u set mean = n.mean, spread = n.spread
       from (select unit_id, round(avg(value::numeric), 2) as mean, round(stddev_pop(value::numeric), 2) as spread from evaluation_answers where value ~ '^[1-5]$' group by 1) n
      where n.unit_id = u.id and u.voted >= 5`,
  );
  // By group, where a module has several and each of them is large enough: the same answers, shared out in turn.
  await client.query(
    `with taken as (
       select u.id, u.voted, array_agg(g.id order by g.id) as groups
         from evaluation_units u join evaluation_periods p on p.id = u.period_id join academic_years y on y.id = p.academic_year_id
         join course_modules cm on cm.id = u.course_module_id
         join groups g on g.course_id = cm.course_id and g.kind = 'MAIN' and g.deleted_at is null and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
        where p.status = 'CLOSED' group by 1, 2 having count(*) > 1 and u.voted / count(*) >= 5),
     each_group as (
       select t.id, t.groups[1 + n % cardinality(t.groups)] as group_id, count(distinct n)::int as voted,
              round(avg(greatest(1, least(5, round(3.7 + (abs(hashtext('of ' || u.staff_id)) % 13 - 6) / 10.0 + (abs(hashtext(u.id || q || n)) % 300 - 150) / 100.0)))), 2) as mean
         from taken t join evaluation_units u on u.id = t.id cross join lateral generate_series(1, t.voted) n cross join unnest($1::text[]) q group by 1, 2)
     update evaluation_units u set breakdown = jsonb_build_object('groups', x.groups, 'languages', '[]'::jsonb)
       from (select id, jsonb_agg(jsonb_build_object('id', group_id, 'voted', voted, 'mean', mean) order by group_id) as groups from each_group group by 1) x where x.id = u.id`,
    [QUESTIONS.map(([key]) => key)],
  );
  await client.query(
    `update evaluation_units u set released_on = p.ends_on + 20
       from evaluation_periods p
      where p.id = u.period_id and p.status = 'CLOSED' and u.course_module_id in (
        select r.course_module_id from module_results r where r.status not in ('WITHHELD', 'DEFERRED') group by 1 having bool_and(r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')))`,
  );
  await client.query(
    `insert into evaluation_seals (institution_id, period_id, salt) select 1, id, encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex') from evaluation_periods where status = 'RUNNING'`,
  );
  if (dataDir !== undefined) await loadVotes(client, dataDir);
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, at)
     select 1, 'evaluation_period', p.id, s."from", s."to", s.at from evaluation_periods p
       cross join lateral (values (null, 'PLANNED', p.starts_on - 10), ('PLANNED', 'RUNNING', p.starts_on), ('RUNNING', 'CLOSED', p.ends_on + 1)) s ("from", "to", at)
      where s."to" <> 'CLOSED' or p.status = 'CLOSED' order by p.id, s.at`,
  );
  return rowCount ?? 0;
}

/** Of so many units of the running period some have voted already; more would only fill the disk, as each is as large as any. */
const votedUnits = 12;
/** And of each so many; a university of a million has units of tens of thousands. */
const votesOfUnit = 1_000;

/** Votes of the period that runs, sealed as those that come: nobody reads them before it is over. */
async function loadVotes(client: pg.PoolClient, dataDir: string): Promise<void> {
  const { rows } = await client.query<{
    unit_id: number;
    student_id: number;
    salt: string;
    group: number;
    language: string;
  }>(
    `select * from (
     select u.id as unit_id, s.id as student_id, e.salt, m.group_id as "group", s.study_language as language, row_number() over (partition by u.id order by s.id) as place
       from (select x.* from evaluation_units x join evaluation_periods p on p.id = x.period_id and p.status = 'RUNNING' order by x.id limit $1) u
       join evaluation_seals e on e.period_id = u.period_id
       join course_modules cm on cm.id = u.course_module_id and cm.type = 'CORE' join academic_years y on y.id = cm.academic_year_id
       join groups g on g.course_id = cm.course_id and g.kind = 'MAIN' and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
       join group_members m on m.group_id = g.id and m.deleted_at is null and m.ends_on is null
       join students s on s.id = m.student_id and s.status = 'ACTIVE' and s.account_id is distinct from (select id from accounts where username = 'bachelor_student')
      where abs(hashtext(u.id || ' votes ' || s.id)) % 100 < 35) v
      where place <= $2 order by unit_id, student_id`,
    [votedUnits, votesOfUnit],
  );
  const votes = rows.map(({ unit_id, student_id, salt, group, language }, nth) => {
    const id = randomUUID();
    const answers = Object.fromEntries(QUESTIONS.map(([key], at) => [key, String(3 + ((nth * 7 + at * 3) % 3))]));
    return {
      id,
      unit_id,
      student_id,
      sealed: seal(dataDir, sealedUnder(salt, id), { answers, group, language }, voteBlock),
    };
  });
  await client.query(
    'insert into evaluation_participations (institution_id, unit_id, student_id) select 1, u, s from unnest($1::int[], $2::int[]) x (u, s)',
    [votes.map(({ unit_id }) => unit_id), votes.map(({ student_id }) => student_id)],
  );
  const mixed = shuffled(votes);
  await client.query(
    'insert into evaluation_envelopes (id, institution_id, unit_id, sealed) select i, 1, u, s from unnest($1::uuid[], $2::int[], $3::bytea[]) x (i, u, s)',
    [mixed.map(({ id }) => id), mixed.map(({ unit_id }) => unit_id), mixed.map(({ sealed }) => sealed)],
  );
}
