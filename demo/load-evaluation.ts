import type pg from 'pg';

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
export async function loadEvaluation(client: pg.PoolClient): Promise<number> {
  const { rows: sheets } = await client.query<{ id: number }>(
    'insert into evaluation_questionnaires (institution_id, title, sections) values (1, $1, $2) returning id',
    [
      JSON.stringify(three('Fan va oʻqituvchi', 'Модуль и преподаватель', 'Module and teacher')),
      JSON.stringify(SECTIONS),
    ],
  );
  await client.query(
    `insert into evaluation_periods (institution_id, title, questionnaire_id, academic_year_id, semester, starts_on, ends_on, threshold, status, sections)
     select 1, case t.number when 1 then '{"uz":"Kuzgi semestr","ru":"Осенний семестр","en":"Autumn semester"}'::jsonb else '{"uz":"Bahorgi semestr","ru":"Весенний семестр","en":"Spring semester"}'::jsonb end,
            $1, y.id, t.number, case when y.current then edulab_today() - 3 else t.ends_on - 20 end, case when y.current then edulab_today() + 11 else t.ends_on - 6 end, 5,
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
  await client.query(
    `update evaluation_units u set released_on = p.ends_on + 20
       from evaluation_periods p
      where p.id = u.period_id and p.status = 'CLOSED' and u.course_module_id in (
        select r.course_module_id from module_results r where r.status not in ('WITHHELD', 'DEFERRED') group by 1 having bool_and(r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')))`,
  );
  await client.query(
    `insert into evaluation_seals (institution_id, period_id, salt) select 1, id, encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex') from evaluation_periods where status = 'RUNNING'`,
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, at)
     select 1, 'evaluation_period', p.id, s."from", s."to", s.at from evaluation_periods p
       cross join lateral (values (null, 'PLANNED', p.starts_on - 10), ('PLANNED', 'RUNNING', p.starts_on), ('RUNNING', 'CLOSED', p.ends_on + 1)) s ("from", "to", at)
      where s."to" <> 'CLOSED' or p.status = 'CLOSED' order by p.id, s.at`,
  );
  return rowCount ?? 0;
}
