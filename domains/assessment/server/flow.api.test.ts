import { afterAll, beforeAll, expect, it } from 'vitest';
import { hours } from '#tests/support/dates.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** What flows into components by itself, marking by criteria, and what teachers are told waits for them. */

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

const valuesOf = async (component: number) =>
  (
    await scene.sql(
      'select value::float8 as value from marks m join students s on s.id = m.student_id where component_id = $1 order by s.id',
      [component],
    )
  ).map((row) => row.value);

it('works and registers become marks of the components that say so, and what was submitted stays', async () => {
  const { sql, parts, plan, people, teacher, student, lesson, call } = scene;
  expect((await teacher.post('/assessment/homework', { course_module_id: plan })).body.code).toBe('NOTHING_FLOWS');
  await sql("update assessment_components set source = 'HOMEWORK' where id = $1", [parts.P1]);
  await sql("update assessment_components set source = 'ATTENDANCE' where id = $1", [parts.P2]);
  const lesson_id = (
    await teacher.post('/lesson/', { course_module_id: plan, kind: 'SEMINAR', title: 'Ish', published: true })
  ).body.id;
  const given = await teacher.post('/lesson/homework', { lesson_id, due_at: hours(2), late_days: 0, max_points: 8 });
  expect(given.status).toBe(200);
  const work = (await student.post('/lesson/homework/submission', { lesson_id, text: 'Javob' })).body;
  expect(
    (await teacher.post('/lesson/assessment/', { id: work.id, version: 1, points: 7, returned: true })).status,
  ).toBe(200);
  await sql("update lesson_homeworks set due_at = edulab_now() - interval '1 hour'");
  for (const [ahead, away] of [
    [-2, 1],
    [-3, 1],
    [-4, -1],
  ] as const) {
    const held = (await lesson(ahead)).body;
    const cells = people.map((student_id, at) => ({
      student_id,
      status: at === away ? 'NOT_ATTENDED' : 'ATTENDED',
      version: null,
    }));
    expect((await call(teacher, held.id, cells)).status).toBe(200);
  }
  const flowed = await teacher.post('/assessment/homework', { course_module_id: plan });
  expect(flowed.body).toMatchObject({ written: 10, unchanged: 0, closed: 0 });
  // Seven of eight points; nothing handed in is 0.
  expect(await valuesOf(parts.P1!)).toEqual([87.5, 0, 0, 0, 0]);
  // One of three lessons.
  expect(await valuesOf(parts.P2!)).toEqual([100, 33.3, 100, 100, 100]);
  expect((await scene.enter(teacher, [['P1', 0, 90]])).body.refused[0]).toMatchObject({ fault: 'FLOWS_IN' });
  const list = await teacher.get(`/assessment/homework?course_module_id=${plan}`);
  expect(list.body.content).toMatchObject([{ submitted: 1, assessed: 1, component_ids: [parts.P1] }]);

  await sql("update marks set status = 'SUBMITTED' where component_id = $1 and student_id = $2", [parts.P1, people[1]]);
  await sql('update lesson_homeworks set max_points = 10');
  expect((await teacher.post('/assessment/homework', { course_module_id: plan })).body).toMatchObject({
    written: 1,
    unchanged: 9,
    closed: 0,
  });
  expect(await valuesOf(parts.P1!)).toEqual([70, 0, 0, 0, 0]);
  // Whatever is not written says why: a work that waits, one that is not due, a mark that the board has.
  const whyOf = async () => {
    const { written, rest } = (await teacher.post('/assessment/homework', { course_module_id: plan })).body;
    expect(written + rest.length).toBe(10);
    return people.map(
      (id) =>
        rest.find(
          (one: { component_id: number; student_id: number }) => one.component_id === parts.P1 && one.student_id === id,
        )?.code,
    );
  };
  expect(await whyOf()).toEqual(['SAME', 'SAME', 'SAME', 'SAME', 'SAME']);
  await sql('update homework_submissions set points = null');
  await sql('update marks set value = 5 where component_id = $1 and student_id = $2', [parts.P1, people[1]]);
  expect(await whyOf()).toEqual(['NOT_ASSESSED', 'SUBMITTED', 'SAME', 'SAME', 'SAME']);
  await sql("update lesson_homeworks set due_at = edulab_now() + interval '1 hour'");
  expect(new Set(await whyOf())).toEqual(new Set(['NOTHING_YET']));
  expect((await student.post('/assessment/homework', { course_module_id: plan })).status).toBe(403);
});

it('points by criterion make the mark once there is one for each', async () => {
  const { office, teacher, parts, people, plan } = scene;
  const criterion = async (title: string, weight: number) =>
    (
      await office.post('/assessment/criteria', {
        component_id: parts.EX,
        title: { uz: title, ru: '', en: '' },
        weight,
        levels: [
          { title: 'Toʻliq', points: 100, description: '' },
          { title: 'Qisman', points: 50, description: '' },
        ],
      })
    ).body.id as number;
  const [content, form] = [await criterion('Mazmun', 70), await criterion('Shakl', 30)];
  const give = (points: object[], version?: number) =>
    teacher.post('/assessment/criteria/marks', { component_id: parts.EX, student_id: people[0], points, version });
  await give([{ criterion_id: content, points: 81.5, level: 0 }]);
  const details = async () =>
    (await teacher.get(`/assessment/student/criteria-details?course_module_id=${plan}&student_id=${people[0]}`)).body;
  const exam = async () => (await details()).components.find((row: { id: number }) => row.id === parts.EX);
  expect(await exam()).toMatchObject({ marks: [], criteria: [{ points: 81.5, level: 0 }, { points: null }] });
  // 57.05 and 15 are 72.05, which is 72.1.
  expect((await give([{ criterion_id: form, points: 50, comment: 'Ilova yoʻq' }])).body.saved).toMatchObject([
    { value: 72.1 },
  ]);
  expect((await give([{ criterion_id: 999_999, points: 5 }])).body.data.fields).toMatchObject([
    { path: 'points.0.criterion_id' },
  ]);
  expect((await give([{ criterion_id: form, points: 100 }], 7)).body.code).toBe('STALE');
  expect((await give([{ criterion_id: form, points: 100 }], 1)).body.saved).toMatchObject([
    { value: 87.1, version: 2 },
  ]);
});

it('teachers are told what waits, and choose among the modules that they may see', async () => {
  const { teacher, leader, office, student, plan, move, sql, parts } = scene;
  // Students of another year of study do not count.
  await sql(
    `with g as (insert into groups (institution_id, course_id, name, language, entry_year, capacity)
       select institution_id, course_id, 'IQ-0', language, entry_year - 1, 30 from groups where id = $1 returning id),
     s as (insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since)
       select institution_id, 'T-99', 'Katta', 'Talaba', level, study_language, entry_year - 1, tuition, course_id, department_id, 't', status_since from students where id = $2 returning id)
     insert into group_members (institution_id, group_id, student_id, starts_on) select 1, g.id, s.id, (select edulab_today()) - 50 from g, s`,
    [scene.group, scene.people[0]],
  );
  const waits = async (who: typeof teacher) => (await who.get('/assessment/waiting')).body;
  // Nine drafts of parts that flow, and one of the exam, whose day has not come.
  expect(await waits(teacher)).toMatchObject([{ course_module_id: plan, enter: 10, moderate: 1, publish: 0 }]);
  await sql("update assessment_components set due_at = edulab_now() - interval '1 day' where id = $1", [parts.EX]);
  expect(await waits(teacher)).toMatchObject([{ enter: 14 }]);
  await move(office, 'SUBMITTED', { component_ids: [parts.P2] });
  expect((await move(teacher, 'SUBMITTED', { component_ids: [parts.P2] })).status).toBe(200);
  expect(await waits(leader)).toMatchObject([{ enter: 9, moderate: 6 }]);
  expect((await student.get('/assessment/waiting')).status).toBe(403);

  const options = async (who: typeof teacher, query = '') =>
    (await who.get(`/assessment/course-module/all${query}`)).body;
  expect(await options(teacher, '?search=mat')).toMatchObject([{ id: plan }]);
  expect(await options(student, '?of=exam_admission.read')).toMatchObject([{ id: plan }]);
  expect((await options(student, '?of=mark.read')).code).toBe('FORBIDDEN');
  // Who holds one of the two rights alone need not say which.
  expect(await options(student)).toMatchObject([{ id: plan }]);
  await sql('delete from course_module_teachers');
  expect(await options(teacher)).toEqual([]);
  expect(await waits(teacher)).toEqual([]);
  expect(await options(office, `?ids=${plan}`)).toHaveLength(1);
});

it('one mark is held back with a reason and given back to where it stood', async () => {
  const { office, teacher, plan, parts, people } = scene;
  const move = (by: typeof office, status: string, more: object = {}) =>
    by.put('/assessment/mark/change/status', {
      course_module_id: plan,
      component_ids: [parts.P2],
      student_ids: [people[0]],
      status,
      ...more,
    });
  expect((await move(teacher, 'WITHHELD', { reason: 'x' })).status).toBe(403);
  expect((await move(office, 'WITHHELD')).body.code).toBe('REASON_REQUIRED');
  expect((await move(office, 'WITHHELD', { reason: 'Ariza bor' })).body.moved).toBe(1);
  const details = (
    await office.get(`/assessment/student/criteria-details?course_module_id=${plan}&student_id=${people[0]}`)
  ).body;
  const [mark] = details.components.find((row: { id: number }) => row.id === parts.P2).marks;
  expect(mark).toMatchObject({ status: 'WITHHELD', held_from: 'SUBMITTED' });
  expect((await move(office, 'DRAFT')).body.code).toBe('TRANSITION_NOT_ALLOWED');
  expect((await move(office, mark.held_from)).body.moved).toBe(1);
});
