import type { Caller } from './api.ts';
import { type TeachingScene, teachingScene } from './teaching.ts';

/** Two modules with an exam each for the group of the teaching scene, rooms with seats, and people who may invigilate. */
export async function examScene(): Promise<{ scene: TeachingScene; head: Caller; weekdays: string[] }> {
  const scene = await teachingScene();
  const { sql, course, office, day } = scene;
  const head = await scene.api.as('exam_head');
  await sql(
    `insert into education_places (institution_id, name, kind, capacity, seat_rows, seat_columns)
     values (1, 'A-101', 'CLASSROOM', 30, 3, 4), (1, 'A-102', 'CLASSROOM', 4, null, null)`,
  );
  await sql(
    `with j as (insert into job_positions (institution_id, title, kind) values (1, '{"uz":"Oʻqituvchi","ru":"","en":""}', 'TEACHING') returning id)
     insert into staff (institution_id, staff_no, firstname, lastname, search, job_position_id) select 1, 'N-' || n, 'N', 'Nazoratchi' || n, 'n', j.id from j cross join generate_series(1, 3) n`,
  );
  await sql("update staff set job_position_id = (select id from job_positions limit 1) where staff_no = 'A-1'");
  const module = (
    await office.post('/module/', { code: 'FIZ1', title: { uz: 'Fizika', ru: '', en: '' }, type: 'CORE', credits: 6 })
  ).body.id;
  await sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, $1, academic_year_id, 1, 1, $2, 'CORE', 6, true from course_modules where id = $3`,
    [course.id, module, scene.plan],
  );
  await sql('update course_modules set active = true');
  await sql(
    `insert into assessment_components (institution_id, course_module_id, code, title, kind, weight, position)
     select 1, id, 'YN', '{"uz":"Yakuniy","ru":"","en":""}', 'EXAM', 100, 1 from course_modules`,
  );
  const weekdays = Array.from({ length: 16 }, (_, ahead) => day(ahead + 2)).filter(
    (date) => new Date(date).getUTCDay() !== 0,
  );
  return { scene, head, weekdays };
}

/** The job of a search for the exams of a period, once it has ended. */
export async function searched(head: Caller, id: number, more: object = {}) {
  const started = await head.post('/exam_period/generate', { id, seconds: 1, ...more });
  if (started.status !== 200) throw new Error(`the search does not begin: ${started.body.message}`);
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await head.get(`/job/${started.body.job_id}`);
    if (body.state !== 'queued' && body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the job does not end');
}

export const examsOfPeriod = async (head: Caller, id: number) =>
  (await head.get(`/exam/?period_id=${id}&size=50`)).body.content;
