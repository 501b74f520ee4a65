import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

/** Modules that students choose are heard by those who chose them, and clash for those who chose both. */

let scene: TeachingScene;
let electives: number[];
beforeAll(async () => {
  scene = await teachingScene();
  const { sql, office, course, plan, people } = scene;
  await sql(
    "insert into education_places (institution_id, name, kind, capacity) values (1, 'A-1', 'CLASSROOM', 3), (1, 'A-2', 'CLASSROOM', 3)",
  );
  electives = [];
  for (const [code, at] of [
    ['TAN1', 0],
    ['TAN2', 1],
  ] as const) {
    const module = (
      await office.post('/module/', {
        code,
        title: { uz: code, ru: '', en: '' },
        type: 'OPTIONAL',
        credits: 6,
        lecture_hours: 30,
      })
    ).body.id;
    const [{ id }] = await sql(
      `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
       select 1, $1, academic_year_id, 1, 1, $2, 'OPTIONAL', 6, true from course_modules where id = $3 returning id`,
      [course.id, module, plan],
    );
    electives.push(id);
    const [{ id: teacher }] = await sql(
      `insert into staff (institution_id, staff_no, firstname, lastname, department_id, search)
       select 1, 'T-' || $1, 'Ism', 'Familiya' || $1, department_id, 't' from staff limit 1 returning id`,
      [at],
    );
    await sql("insert into course_module_teachers values (1, $1, $2, 'LEADER')", [id, teacher]);
    await sql(
      "insert into module_choices (institution_id, course_module_id, student_id, state) select 1, $1, x, 'CHOSEN' from unnest($2::int[]) x",
      [id, at === 0 ? people.slice(0, 3) : people.slice(3)],
    );
  }
});
afterAll(() => scene.api.close());

const generated = async (more: object) => {
  const { status, body } = await scene.office.post('/timetable/generate', { seconds: 1, ...more });
  if (status !== 200) return body;
  await expect
    .poll(async () => (await scene.office.get(`/timetable_draft/${body.timetable_id}`)).body.running, {
      timeout: 30_000,
    })
    .toBe(false);
  return (await scene.office.get(`/timetable_draft/${body.timetable_id}`)).body;
};

it('two that nobody chose together stand side by side, in rooms for those who come, and are published so', async () => {
  const { office, student, sql, day, group } = scene;
  await sql('update course_modules set active = (id = any($1))', [electives]);
  // One session a week is enough for both, and no room has seats for the whole group.
  const draft = await generated({ days: 1, sessions: 1 });
  expect(draft).toMatchObject({ lessons: 2, unplaced: 0, state: 'DRAFT' });
  const entries = (await office.get(`/timetable/?timetable_id=${draft.id}`)).body.content;
  expect(entries.map((one: { day: number; session: number }) => [one.day, one.session])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect((await office.get(`/timetable/judge/${draft.id}`)).body).toMatchObject({ hard: 0, cost: draft.cost });
  const published = await office.post('/timetable/publish', { id: draft.id, apply: true });
  expect(published, JSON.stringify(published.body)).toMatchObject({ status: 200 });
  const [first] = await sql('select date::text as date from class_sessions where date >= $1 order by date limit 1', [
    day(1),
  ]);
  const week = (await student.get(`/timetable/week?date=${first.date}`)).body.entries;
  expect(week.map((one: { course_module_id: number }) => one.course_module_id)).toEqual([electives[0]]);
  // The room and the day of one of them can be changed by hand while the other stands beside it.
  const [lesson] = await sql(
    'select id, version from class_sessions where course_module_id = $1 and date >= $2 and deleted_at is null order by date limit 1',
    [electives[0], day(1)],
  );
  const saved = await office.post('/class_session/', {
    id: lesson.id,
    version: lesson.version,
    topic: 'Mavzu',
    room_id: null,
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  // For a lesson of the whole group there is no place beside them.
  const clash = await office.post('/class_session/', {
    course_module_id: scene.plan,
    date: first.date,
    starts_at: '08:00',
    ends_at: '09:20',
    kind: 'LECTURE',
    group_ids: [group],
  });
  expect(clash.status).toBe(409);
});

it('whoever has one of two that stand side by side is refused the other: by choice, by a new group, from the queue', async () => {
  const { office, sql, people, group, course, entry, day } = scene;
  const [first, second] = electives as [number, number];
  const choose = (course_module_id: number, student_id: number) =>
    office.post('/module_choice/', { course_module_id, student_id });
  const bookedFor = async (module: number, of = group) =>
    (
      await sql(
        `select distinct b.whom::text as whom from class_bookings b join class_sessions s on s.id = b.session_id
          where b.kind = 'GROUP' and b.what = $2 and s.course_module_id = $1 and s.date > $3`,
        [module, of, day(0)],
      )
    ).map(({ whom }) => whom);
  const range = (from: number, to: number) => `{[${from},${to + 1})}`;
  expect(await bookedFor(second)).toEqual([range(people[3]!, people[4]!)]);
  const clash = await choose(second, people[0]!);
  expect(clash).toMatchObject({ status: 409, body: { code: 'HEARER_TAKEN', data: { name: 'T1 Talaba' } } });
  expect(clash.body.message).toMatch(/T1 Talaba .*TAN1, \d\d\.\d\d\.\d{4} 08:00/);
  // Who gives the one back can have the other.
  expect((await office.delete(`/module_choice/${first}?student_id=${people[0]}`)).status).toBe(200);
  expect(await bookedFor(first)).toEqual([range(people[1]!, people[2]!)]);
  expect((await choose(second, people[0]!)).body).toMatchObject({ mine: 'CHOSEN' });
  expect((await office.delete(`/module_choice/${second}?student_id=${people[0]}`)).status).toBe(200);
  // Of those who wait for a place the first who can come gets it.
  await sql('update course_modules set capacity = 2 where id = $1', [second]);
  expect((await choose(second, people[1]!)).body).toMatchObject({ mine: 'WAITING' });
  expect((await choose(second, people[0]!)).body).toMatchObject({ mine: 'WAITING', place: 2 });
  expect((await office.delete(`/module_choice/${second}?student_id=${people[4]}`)).status).toBe(200);
  expect(
    await sql("select student_id from module_choices where course_module_id = $1 and state = 'WAITING'", [second]),
  ).toEqual([{ student_id: people[1] }]);
  expect(await bookedFor(second)).toEqual([`{[${people[0]},${people[0]! + 1}),[${people[3]},${people[3]! + 1})}`]);
  // Nobody has a lesson that the last has left.
  for (const student of [people[1], people[2]])
    expect((await office.delete(`/module_choice/${first}?student_id=${student}`)).status).toBe(200);
  expect(await bookedFor(first)).toEqual(['{}']);
  // Somebody of another group who has both, which do not meet there, cannot come to where they do.
  const other = (
    await office.post('/group/', {
      name: 'IQ-2',
      course_id: course.id,
      entry_year: entry,
      language: 'uz',
      capacity: 30,
    })
  ).body.id;
  const moved = (student_id: number, group_id: number) =>
    office.post('/group/student/transfer', { student_id, group_id, from: day(1), reason: 'Arizasiga koʻra' });
  expect(await moved(people[2]!, other)).toMatchObject({ status: 200 });
  await sql('update course_modules set capacity = null where id = $1', [second]);
  for (const module of [first, second])
    expect((await choose(module, people[2]!)).body, String(module)).toMatchObject({ mine: 'CHOSEN' });
  expect(await moved(people[2]!, group)).toMatchObject({
    status: 409,
    body: { code: 'HEARER_TAKEN', data: { name: 'T3 Talaba' } },
  });
  expect((await office.delete(`/module_choice/${second}?student_id=${people[2]}`)).status).toBe(200);
  expect(await moved(people[2]!, group)).toMatchObject({ status: 200 });
  expect(await bookedFor(first)).toEqual([range(people[2]!, people[2]!)]);
});

it('two that somebody chose together do not, and the database refuses it too', async () => {
  const { sql, people, day } = scene;
  await sql('update timetables set state = $1', ['ARCHIVED']);
  const both = () =>
    sql(
      "insert into module_choices (institution_id, course_module_id, student_id, state) values (1, $1, $2, 'CHOSEN')",
      [electives[1], people[2]],
    );
  await expect(both()).rejects.toMatchObject({ constraint: 'class_bookings_hearer' });
  await sql('update class_sessions set deleted_at = edulab_now() where date > $1', [day(0)]);
  await both();
  // As many as the rooms have seats for.
  await sql("update module_choices set state = 'WITHDRAWN', deleted_at = edulab_now() where student_id = $1", [
    people[1],
  ]);
  const refused = await generated({ days: 1, sessions: 1 });
  expect(refused).toMatchObject({ code: 'TIMETABLE_IMPOSSIBLE' });
  expect(refused.data.faults).toMatchObject([{ fault: 'overloaded' }]);
  expect(refused.message).toContain('IQ-1');
  const restored = sql('update class_sessions set deleted_at = null where date > $1', [day(0)]);
  await expect(restored).rejects.toThrow(/booked twice/);
});
