import type pg from 'pg';

/** Types of misconduct with their points, and a few cases, each at another point of its way. */

const TYPES = [
  ['COPYING', 'Koʻchirish', 'Списывание', 'Copying', 100],
  ['PLAGIARISM', 'Koʻchirmachilik (plagiat)', 'Плагиат', 'Plagiarism', 100],
  [
    'DEVICE',
    'Imtihonda taqiqlangan qurilma',
    'Запрещённое устройство на экзамене',
    'A forbidden device in an exam',
    50,
  ],
  ['IMPERSONATION', 'Boshqa kishi oʻrniga topshirish', 'Сдача за другого', 'Impersonation', 200],
] as const;

interface Plan {
  type: string;
  text: string;
  passage?: string;
  states: readonly string[];
  days: number;
  conclusion?: string;
}
const PLANS: readonly Plan[] = [
  {
    type: 'PLAGIARISM',
    text: 'Ishning ikkinchi bobi ochiq manbadagi maqola bilan soʻzma-soʻz bir xil, havola yoʻq.',
    passage: 'Bozor muvozanati — talab va taklif hajmlari teng boʻlgan holat boʻlib, narx shu nuqtada barqarorlashadi.',
    states: ['DRAFT', 'REPORTED'],
    days: 2,
  },
  {
    type: 'DEVICE',
    text: 'Imtihon paytida stol ostida telefon yoqilgan holda turgan.',
    states: ['DRAFT', 'REPORTED', 'DISMISSED'],
    days: 20,
  },
  {
    type: 'COPYING',
    text: 'Javoblar yonidagi variant kaliti bilan bir xil, shu jumladan xatolar ham.',
    states: ['DRAFT', 'REPORTED', 'CONSULTATION', 'CONCLUDED'],
    days: 12,
    conclusion: 'POOR_ACADEMIC_PRACTICE',
  },
];

/** Cases of students whose mark in an exam is published; a small university may have fewer. Answers how many there are. */
export async function loadMisconduct(client: pg.PoolClient): Promise<number> {
  await client.query(
    `insert into offence_types (institution_id, code, title, points)
     select 1, t.code, jsonb_build_object('uz', t.uz, 'ru', t.ru, 'en', t.en), t.points
       from jsonb_to_recordset($1::jsonb) as t (code text, uz text, ru text, en text, points int)`,
    [JSON.stringify(TYPES.map(([code, uz, ru, en, points]) => ({ code, uz, ru, en, points })))],
  );
  const { rows } = await client.query<{ id: number }>(
    `with reporter as (select id from accounts where username = 'teacher'),
     place as (
       select m.student_id, m.course_module_id, m.component_id, row_number() over (order by m.student_id) as n from (
         select distinct on (m.student_id) m.student_id, m.course_module_id, m.component_id
           from marks m join assessment_components c on c.id = m.component_id and c.kind = 'EXAM' join students s on s.id = m.student_id and s.account_id is null
          where m.status in ('CONFIRMED', 'LOCKED') and m.value is not null and m.attempt = 1 and m.institution_id = 1 order by m.student_id, m.id limit 40) m),
     plan as (select p.*, row_number() over () as n from jsonb_to_recordset($1::jsonb) as p (type text, text text, passage text, status text, days int, conclusion text)),
     made as (
       insert into offences (institution_id, student_id, course_module_id, component_id, attempt, type_id, source, occurred_on, text, passage, status, reported_by, reported_at, created_at, conclusion)
       select 1, x.student_id, x.course_module_id, x.component_id, 1, t.id, case p.type when 'DEVICE' then 'INVIGILATOR' else 'MARKER' end,
              edulab_today() - p.days - 1, p.text, p.passage, p.status, r.id, edulab_now() - p.days * interval '1 day', edulab_now() - p.days * interval '1 day', p.conclusion
         from plan p join place x on x.n = p.n * greatest(1, (select count(*) from place) / 8) join offence_types t on t.code = p.type and t.institution_id = 1 cross join reporter r
       returning id, student_id, course_module_id, component_id, number, status, reported_by, created_at)
     , held as (
       insert into mark_holds (institution_id, kind, source_id, number, course_module_id, component_id, student_id, opened_by, created_at, ended_at, ended_by)
       select 1, 'misconduct', id, number, course_module_id, component_id, student_id, reported_by, created_at,
              case when status = 'DISMISSED' then edulab_now() end, case when status = 'DISMISSED' then reported_by end from made)
     select id from made order by id`,
    [JSON.stringify(PLANS.map(({ states, ...plan }) => ({ ...plan, status: states.at(-1) })))],
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, at)
     select 1, 'offence', h.id, h.from_status, h.to_status, edulab_now() - (h.days * (1 - h.place)) * interval '1 day'
       from jsonb_to_recordset($1::jsonb) as h (id int, from_status text, to_status text, days int, place float8)`,
    [
      JSON.stringify(
        rows.flatMap(({ id }, at) => {
          const { states = [], days = 0 } = PLANS[at] ?? {};
          return states.map((to_status, n) => ({
            id,
            from_status: states[n - 1] ?? null,
            to_status,
            days,
            place: n / states.length,
          }));
        }),
      ),
    ],
  );
  return rows.length;
}
