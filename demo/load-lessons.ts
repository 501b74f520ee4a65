import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Storage } from '#platform/server/disk/storage.ts';
import { INSTITUTIONS } from './institutions.ts';
import { oneGroupIn } from './load-copy.ts';
import { samplePackage } from './sample-package.ts';
import { currentYear } from './university.ts';

/** The lessons of the running semester, and of the same one a year ago, in every module; homework with works of students, and an e-learning package. */

/** Kind, title and text of each, in the order in which they are given; the module's own title stands before the text. */
const LESSONS: [kind: string, title: string, text: string][] = [
  ['LECTURE', 'Kirish: fanning maqsadi va vazifalari', 'Kursning tuzilishi, baholash tartibi va asosiy adabiyotlar.'],
  ['SEMINAR', 'Asosiy tushunchalar', 'Maʼruzada keltirilgan tushunchalarni misollar bilan tushuntiring.'],
  ['LECTURE', 'Nazariy asoslar', 'Asosiy yondashuvlar, ularning farqi va qoʻllanish sohasi.'],
  ['ELEARNING', 'Manbalar bilan ishlash', 'Elektron darsni mustaqil oʻting: oxirida bitta savol bor.'],
  ['PRACTICAL', 'Amaliy masalalar', 'Masalalarni kichik guruhlarda yeching va natijani taqdim eting.'],
  ['LECTURE', 'Zamonaviy yoʻnalishlar', 'Soʻnggi yillardagi tadqiqotlar va Oʻzbekiston tajribasi.'],
  ['SEMINAR', 'Tahlil va muhokama', 'Tanlangan maqolani tahlil qiling, xulosangizni asoslang.'],
  ['INDEPENDENT', 'Mustaqil ish', 'Mavzuni oʻzingiz tanlang va 5–7 betlik ish tayyorlang.'],
];
/** Lessons with homework by their place, and what is to be done. */
const HOMEWORK = [
  { position: 2, text: 'Uchta asosiy tushunchani oʻz misolingiz bilan tushuntiring (1–2 bet).' },
  { position: 7, text: 'Bitta ilmiy maqolani tahlil qiling: maqsad, usul, natija, xulosa.' },
  { position: 8, text: 'Tanlagan mavzungiz boʻyicha 5–7 betlik ish yozing va faylni biriktiring.' },
];

/** Answers how many lessons were made; one group in `oneIn` has works. The package needs a data folder for its file; without one it is left out. */
export async function loadLessons(client: pg.PoolClient, storage: Storage | undefined, oneIn: number): Promise<number> {
  await client.query(
    `create temp table running on commit drop as
     select cm.id, cm.institution_id, cm.course_id, cm.study_year, cm.type, cm.module_id, s.starts_on, s.ends_on, extract(year from y.starts_on)::int as first
       from course_modules cm join academic_years y on y.id = cm.academic_year_id
       join semesters s on s.academic_year_id = y.id and s.number = cm.semester
      where extract(year from y.starts_on) in ($1::int, $1::int - 1)
        and s.number = coalesce((select r.number from semesters r where r.institution_id = cm.institution_id and (select edulab_today()) between r.starts_on and r.ends_on limit 1), 1)`,
    [currentYear()],
  );
  await client.query('analyze running');
  const { rowCount } = await client.query(
    `insert into lessons (institution_id, course_module_id, position, kind, title, content, visible_from, published)
     select r.institution_id, r.id, l.position, l.value ->> 0, l.value ->> 1, '<p><strong>' || (m.title ->> 'uz') || '.</strong> ' || (l.value ->> 2) || '</p>',
            least(r.starts_on + (l.position::int - 1) * 10, r.ends_on), true
       from running r join modules m on m.id = r.module_id, jsonb_array_elements($1::jsonb) with ordinality as l(value, position)
      order by r.first, r.id, l.position`,
    [JSON.stringify(LESSONS)],
  );
  await client.query(
    `insert into lesson_homeworks (institution_id, lesson_id, instructions, opens_at, due_at, late_days, max_points)
     select l.institution_id, l.id, '<p>' || (h ->> 'text') || '</p>', (l.visible_from + time '04:00') at time zone 'UTC',
            (least(l.visible_from + 14, r.ends_on) + time '18:59') at time zone 'UTC', 3, 10
       from running r join lessons l on l.course_module_id = r.id, jsonb_array_elements($1::jsonb) h
      where l.position = (h ->> 'position')::int`,
    [JSON.stringify(HOMEWORK)],
  );
  await client.query(`
    create temp table takers on commit drop as
    select r.id as course_module_id, r.institution_id, m.student_id
      from running r join groups g on g.course_id = r.course_id and g.kind = 'MAIN' and ${currentYear()} - g.entry_year + 1 = r.study_year
      join group_members m on m.group_id = g.id and m.ends_on is null
     where r.type = 'CORE' and r.first = ${currentYear()}${oneGroupIn(oneIn, 'g.id')}`);
  await client.query('analyze takers, lessons, lesson_homeworks');
  // Nine of ten hand in, some late; most works of more than a week ago are assessed.
  await client.query(`
    insert into homework_submissions (institution_id, homework_id, student_id, number, text, submitted_at, late, points, feedback, returned_at, created_at, updated_at)
    select institution_id, homework_id, student_id, 1, 'Topshiriq bajarildi. Misollar va xulosa matnda keltirilgan.', at, late,
           case when assessed then 5 + student_id % 6 end, case when assessed then (array['Yaxshi ish, misollar aniq.', 'Xulosani kengaytiring.', 'Manbalarni toʻliq koʻrsating.'])[student_id % 3 + 1] end,
           case when assessed then at + interval '5 days' end, at, at
      from (select t.institution_id, h.id as homework_id, t.student_id, t.student_id % 13 = 0 as late,
                   h.due_at + case when t.student_id % 13 = 0 then interval '9 hours' else -interval '1 hour' * (2 + t.student_id % 90) end as at,
                   h.due_at < edulab_now() - interval '7 days' and t.student_id % 5 <> 0 as assessed
              from takers t join lessons l on l.course_module_id = t.course_module_id join lesson_homeworks h on h.lesson_id = l.id
             where t.student_id % 10 <> 0 and not (l.position = 8 and t.student_id % 2 = 0)) made
     where at < edulab_now()`);
  if (storage !== undefined) await loadPackages(client, storage);
  return rowCount ?? 0;
}

async function loadPackages(client: pg.PoolClient, storage: Storage): Promise<void> {
  for (const { id } of INSTITUTIONS) {
    const staged = await storage.stage(Readable.from([samplePackage()]));
    await storage.keep(staged);
    const { rows } = await client.query<{ id: number }>(
      `insert into files (institution_id, original_name, extension, media_type, size, hash)
       values ($1, 'manbalar-bilan-ishlash.zip', 'zip', 'application/zip', $2, $3) returning id`,
      [id, staged.size, staged.hash],
    );
    const items = [
      { id: 'lesson', title: 'Manbalar bilan ishlash', path: 'index.html', query: '', sco: true, mastery: 60 },
    ];
    await client.query(
      `insert into lesson_packages (institution_id, lesson_id, file_id, kind, title, items)
       select l.institution_id, l.id, $2, 'SCORM12', 'Manbalar bilan ishlash', $3
         from running r join lessons l on l.course_module_id = r.id where l.kind = 'ELEARNING' and r.institution_id = $1`,
      [id, rows[0]?.id, JSON.stringify(items)],
    );
  }
  // A third has opened it, and most of those have finished.
  await client.query(`
    insert into package_attempts (institution_id, package_id, student_id, number, sco, status, success, score, cmi, launch, times, seconds, created_at, updated_at)
    select t.institution_id, p.id, t.student_id, 1, 'lesson', case when done then 'COMPLETED' else 'INCOMPLETE' end, case when done then 'PASSED' else 'UNKNOWN' end, case when done then 100 end,
           jsonb_build_object('cmi.core.lesson_location', case when done then '2' else '1' end, 'cmi.core.lesson_status', case when done then 'passed' else 'incomplete' end),
           1, jsonb_build_object('1', seconds), seconds, at, at
      from (select *, student_id % 9 <> 0 as done, 240 + student_id % 400 as seconds from takers where student_id % 3 = 0) t
      join lessons l on l.course_module_id = t.course_module_id and l.kind = 'ELEARNING' join lesson_packages p on p.lesson_id = l.id
      cross join lateral (select (l.visible_from + time '10:00') at time zone 'UTC' + interval '1 hour' * (t.student_id % 200) as at) w
     where at < edulab_now()`);
}
