import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: TeachingScene;
let head: Caller;
let other: { course: number; group: number };
beforeAll(async () => {
  scene = await teachingScene();
  head = await scene.api.as('registrar_head');
  const [course] = await scene.sql(
    `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, 'HU', '{"uz": "Huquq", "ru": "", "en": ""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
  );
  const [group] = await scene.sql(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity) select 1, 'HU-1', $1, entry_year, language, 10 from groups where id = $2 returning id`,
    [course.id, scene.group],
  );
  other = { course: course.id, group: group.id };
  const [{ id: year }] = await scene.sql('select id from academic_years where current');
  for (const student_id of scene.people)
    expect((await head.post('/enrollment/', { student_id, academic_year_id: year })).status).toBe(200);
});
afterAll(() => scene?.api.close());

const change = (kind: string, id: number, more: object = {}) =>
  head.post('/student/life', { ids: [id], kind, reason: 'Ariza', ...more });
const yearsOf = (id: number) =>
  scene.sql(
    'select course_id, status, ends_on::text, order_number from enrollments where student_id = $1 and deleted_at is null order by starts_on, id',
    [id],
  );
const placesOf = (id: number) =>
  scene.sql(
    'select group_id, ends_on::text from group_members where student_id = $1 and deleted_at is null order by starts_on, id',
    [id],
  );
const codes = (answer: Any) => answer.body.students[0].lines.map((line: Any) => `${line.area}.${line.code}`);

it('a transfer of course moves the year of study and the place as well, is told before, and is taken back whole', async () => {
  const [id] = scene.people as [number];
  const before = [await yearsOf(id), await placesOf(id)];
  const told = await head.post('/student/life/preview', {
    ids: [id],
    kind: 'TRANSFER',
    reason: 'Ariza',
    course_id: other.course,
  });
  expect(codes(told)).toEqual(['membership.TRANSFERRED', 'membership.BEGUN', 'group.LEFT', 'group.SEATED']);
  expect(told.body.change).toBeNull();
  expect([await yearsOf(id), await placesOf(id)]).toEqual(before);
  const done = await change('TRANSFER', id, { course_id: other.course });
  expect(codes(done)).toEqual(codes(told));
  const { order_number } = done.body.change;
  expect(await yearsOf(id)).toMatchObject([
    { course_id: scene.course.id, status: 'TRANSFERRED', ends_on: scene.day(-1) },
    { course_id: other.course, status: 'ACTIVE', ends_on: scene.day(200), order_number },
  ]);
  expect(await placesOf(id)).toMatchObject([
    { group_id: scene.group, ends_on: scene.day(-1) },
    { group_id: other.group, ends_on: null },
  ]);
  const undone = await head.post('/student/life/undo', { id: done.body.change.id, reason: 'Xato' });
  expect(undone.body).toEqual({ undone: 1 });
  expect([await yearsOf(id), await placesOf(id)]).toEqual(before);
  expect((await head.get(`/student/${id}`)).body.course.id).toBe(scene.course.id);
  // What was taken back is not taken back twice.
  expect((await head.post('/student/life/undo', { id: done.body.change.id, reason: 'Xato' })).body.code).toBe(
    'LIFE_UNDONE',
  );
});

it('many who move together share what is left of the places', async () => {
  const ids = scene.people.slice(0, 2);
  const codesOf = async () => {
    const move = { ids, kind: 'TRANSFER', course_id: other.course };
    const { body } = await head.post('/student/life/preview', move);
    return body.students.map((one: Any) => one.lines.findLast((line: Any) => line.area === 'group').code);
  };
  expect(await codesOf()).toEqual(['SEATED', 'SEATED']);
  await scene.sql('update groups set capacity = 1 where id = $1', [other.group]);
  expect(await codesOf()).toEqual(['SEATED', 'NO_PLACE']);
  await scene.sql('update groups set capacity = 10 where id = $1', [other.group]);
});

it('orders are numbered without gaps, as PDF, and one that is taken back is revoked', async () => {
  const [, id] = scene.people as [number, number];
  const numberOf = (answer: Any) => Number(answer.body.change.order_number.split('-').at(-1));
  const first = await change('SUSPENSION', id);
  expect((await head.get(`/student/life/${first.body.change.id}/order`)).headers['content-type']).toBe(
    'application/pdf',
  );
  // A refused change and a preview take no number.
  expect((await change('SUSPENSION', id)).body.code).toBe('BATCH_REFUSED');
  await head.post('/student/life/preview', { ids: [id], kind: 'LIFT', reason: 'x' });
  const second = await change('LIFT', id);
  expect(numberOf(second)).toBe(numberOf(first) + 1);
  await head.post('/student/life/undo', { id: second.body.change.id, reason: 'Xato' });
  const papers = await scene.sql(
    "select number, status from issued_documents where kind = 'ORDER' order by id desc limit 2",
  );
  expect(papers.map((row) => row.status)).toEqual(['REVOKED', 'VALID']);
  await head.post('/student/life/undo', { id: first.body.change.id, reason: 'Xato' });
  expect((await head.get(`/student/${id}`)).body.status).toBe('ACTIVE');
  // An order that stands on paper keeps its number, and no other is written.
  const paper = await change('SUSPENSION', id, { order_number: '7-T', order_date: scene.day(-1) });
  expect(paper.body.change).toMatchObject({ order_number: '7-T', order_date: scene.day(-1), document: false });
  await head.post('/student/life/undo', { id: paper.body.change.id, reason: 'Xato' });
});

it('whoever withdraws leaves the group and gets no lessons; the return of a leave finds the year again', async () => {
  const id = scene.people[0]!;
  await scene.teacher.post('/lesson/', {
    course_module_id: scene.plan,
    kind: 'LECTURE',
    title: 'Dars',
    published: true,
  });
  const lessons = async () => (await scene.student.get(`/lesson/?course_module_id=${scene.plan}`)).body.content.length;
  const seen = await lessons();
  expect(seen).toBe(1);
  const away = await change('LEAVE', id, { ends_on: scene.day(30) });
  expect(codes(away)).toEqual(['membership.SUSPENDED', 'group.KEPT']);
  expect(await yearsOf(id)).toMatchObject([{ status: 'SUSPENDED' }]);
  expect(await lessons()).toBe(0);
  expect(codes(await change('RETURN', id))).toEqual(['membership.RESTORED', 'group.STAYS']);
  expect(await lessons()).toBe(seen);
  const gone = await change('EXPULSION', id);
  expect(codes(gone)).toEqual(['membership.ENDED', 'group.LEFT', 'library.NO_OFFICE', 'roles.FORMER_STUDENT']);
  expect(await placesOf(id)).toMatchObject([{ ends_on: scene.day(-1) }]);
  // The session that runs has other rights from now on: to read what is one's own, and no more.
  const asks = async (path: string) => (await scene.student.get(path)).status;
  const learning = [`/lesson/?course_module_id=${scene.plan}`, '/dashboard/student', '/e_library/'];
  const own = ['/student/profile', '/assessment/transcript', '/issued-document/', '/student/debit/', '/enrollment/'];
  expect(await Promise.all(learning.map(asks))).toEqual(learning.map(() => 403));
  expect(await Promise.all(own.map(asks))).toEqual(own.map(() => 200));
  // The calendar is empty of what is for those who study.
  expect((await scene.student.get('/calendar/event?type=CLASS')).body.content).toEqual([]);
  const [notice] = await scene.sql(
    "select title ->> 'en' as title from notices where type = 'life' and account_id = (select account_id from students where id = $1) order by id desc limit 1",
    [id],
  );
  expect(notice.title).toContain('Expulsion');
  // A year that somebody changed since stands in the way.
  await scene.sql('update enrollments set ends_on = ends_on + 1 where student_id = $1', [id]);
  const late = await head.post('/student/life/undo', { id: gone.body.change.id, reason: 'Xato' }, { language: 'en' });
  expect(late.body.data.faults).toMatchObject([
    { id, code: 'LIFE_TOUCHED', message: expect.stringContaining('Years of study') },
  ]);
  const back = await change('RESTORATION', id);
  expect(codes(back)).toEqual(['membership.RESTORED', 'group.SEATED', 'contract.NEEDED', 'roles.STUDENT']);
  expect(await lessons()).toBe(seen);
  expect((await head.post('/student/life/undo', { id: back.body.change.id, reason: 'Xato' })).body).toEqual({
    undone: 1,
  });
  expect(await asks(learning[0]!)).toBe(403);
  await change('RESTORATION', id);
  expect(await lessons()).toBe(seen);
  expect(
    (await head.get(`/student/life/?student_id=${id}`)).body.content.map((row: Any) => row.kind).slice(0, 4),
  ).toEqual(['RESTORATION', 'RESTORATION', 'EXPULSION', 'RETURN']);
});

it('a preview asks for no reason, and a wrong end of a leave is named as the call names it', async () => {
  const id = scene.people[2]!;
  const look = (more: object) => head.post('/student/life/preview', { ids: [id], kind: 'LEAVE', ...more });
  expect((await look({ ends_on: scene.day(30) })).body.ok).toBe(true);
  expect((await look({ ends_on: scene.day(-30) })).body).toMatchObject({
    code: 'DATES_ORDER',
    data: { fields: [{ path: 'ends_on' }] },
  });
  expect((await look({})).body.data.fields).toMatchObject([{ path: 'ends_on' }]);
  expect((await head.post('/student/life', { ids: [id], kind: 'LEAVE' })).body.data.fields).toMatchObject([
    { path: 'reason' },
    { path: 'ends_on' },
  ]);
});

it('whoever was on leave over the turn of the year begins the year that was planned on the day of the return', async () => {
  const id = scene.people[3]!;
  await change('LEAVE', id, { ends_on: scene.day(30) });
  // As the turn leaves it: the old year is over, suspended; the new one runs and waits for them.
  await scene.sql(
    'update enrollments set starts_on = starts_on - 400, ends_on = edulab_today() - 50 where student_id = $1',
    [id],
  );
  await scene.sql(
    `insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
     select 1, $1, $2, y.id, 1, edulab_today() - 49, y.ends_on, 'PLANNED' from academic_years y where y.current`,
    [id, scene.course.id],
  );
  const back = await change('RETURN', id);
  expect(codes(back)).toEqual(['membership.BEGUN', 'group.STAYS']);
  expect((await yearsOf(id)).map((row) => row.status)).toEqual(['SUSPENDED', 'ACTIVE']);
  expect((await head.post('/student/life/undo', { id: back.body.change.id, reason: 'Xato' })).body).toEqual({
    undone: 1,
  });
  expect((await yearsOf(id)).map((row) => row.status)).toEqual(['SUSPENDED', 'PLANNED']);
});

it('whoever may only propose asks for the very kind, and another confirms it', async () => {
  const id = scene.people[2]!;
  const desk = await scene.api.as('students_department');
  const asked = await desk.post('/student/life', {
    ids: [id],
    kind: 'EXPULSION',
    reason: 'Intizom',
    order_number: '9-T',
  });
  expect(asked.body).toMatchObject({ proposal: true, change: null, students: [{ id, to: 'WITHDRAWN' }] });
  expect(
    (await desk.post('/student/life', { ids: [id], kind: 'TRANSFER', reason: 'x', course_id: other.course })).status,
  ).toBe(403);
  const request = asked.body.students[0].request_id;
  const done = await head.put('/student/status/requests', { ids: [request], state: 'CONFIRMED' });
  expect(done.status).toBe(200);
  expect((await head.get(`/student/life/?student_id=${id}`)).body.content).toMatchObject([
    { kind: 'EXPULSION', order_number: '9-T', reason: 'Intizom' },
  ]);
});

it('who leaves is told with the lessons, works, seats and attempts that the change touches', async () => {
  const id = scene.people[1]!;
  const [lesson] = await scene.sql('select id from lessons order by id limit 1');
  await scene.sql(
    `with work as (insert into lesson_homeworks (institution_id, lesson_id, due_at) values (1, $2, edulab_now() + interval '9 days') returning id)
     insert into homework_submissions (institution_id, homework_id, student_id, number, submitted_at, late) select 1, id, $1, 1, edulab_now(), false from work`,
    [id, lesson.id],
  );
  await scene.sql(
    `with day as (
       insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, kind)
       select 1, $1, d::date, '08:00', '09:20', 'LECTURE' from unnest($2::text[]) d returning id)
     insert into class_session_groups (institution_id, session_id, group_id) select 1, id, $3 from day`,
    [scene.plan, [scene.day(-3), scene.day(3), scene.day(60)], scene.group],
  );
  await scene.sql(
    `with term as (
       insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings)
       select 1, id, 'Qishki', $3::date, $3::date, '[]' from semesters order by id limit 1 returning id),
     paper as (insert into exams (institution_id, period_id, course_module_id) select 1, id, $2 from term returning id, period_id),
     hall as (
       insert into exam_halls (institution_id, period_id, date, sitting, room_id, seat_rows, seat_columns)
       select 1, period_id, $3::date, 1, 1, 5, 5 from paper returning id)
     insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id)
     select 1, hall.id, 1, 1, paper.id, $1 from hall, paper`,
    [id, scene.plan, scene.day(10)],
  );
  await scene.sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     values (1, $1, $2, 40, 'F', false, true, 'PUBLISHED', 'x')`,
    [scene.plan, id],
  );
  const touched = async (kind: string, more: object = {}) => {
    const { body } = await head.post('/student/life/preview', { ids: [id], kind, ...more });
    const areas = ['registers', 'homework', 'exams', 'marks'];
    return body.students[0].lines.flatMap((line: Any) => (areas.includes(line.area) ? [line.text.slice(-3)] : []));
  };
  expect(await touched('WITHDRAWAL')).toEqual([': 2', ': 1', ': 1', ': 1']);
  // A leave reaches as far as it lasts.
  expect(await touched('LEAVE', { ends_on: scene.day(5) })).toEqual([': 1', ': 1', ': 1']);
  // The seat is given up by the change, the neighbour keeps theirs, and it is there again after an undo.
  const [mine] = await scene.sql('select hall_id, exam_id from exam_hall_seats where student_id = $1', [id]);
  const beside = scene.people[4]!;
  await scene.sql(
    'insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id) values (1, $1, 1, 3, $2, $3)',
    [mine.hall_id, mine.exam_id, beside],
  );
  await scene.sql(`update exams set date = $2, sitting = 1, student_ids = array[$3, $4]::int[] where id = $1`, [
    mine.exam_id,
    scene.day(10),
    id,
    beside,
  ]);
  const seats = async () => ({
    seats: await scene.sql(
      'select student_id, seat_row, seat_column from exam_hall_seats where exam_id = $1 order by seat_column',
      [mine.exam_id],
    ),
    list: (await scene.sql('select student_ids from exams where id = $1', [mine.exam_id]))[0].student_ids,
  });
  const before = await seats();
  const gone = await change('SUSPENSION', id);
  expect(codes(gone)).toContain('exams.SEATS_CLEARED');
  expect(await seats()).toEqual({
    seats: [{ student_id: beside, seat_row: 1, seat_column: 3 }],
    list: [beside],
  });
  const back = () => head.post('/student/life/undo', { id: gone.body.change.id, reason: 'Xato' });
  await scene.sql('update exam_hall_seats set seat_column = 1 where student_id = $1', [beside]);
  expect((await back()).body.data.faults[0].code).toBe('LIFE_SEAT_TAKEN');
  await scene.sql('update exam_hall_seats set seat_column = 3 where student_id = $1', [beside]);
  expect((await back()).body).toEqual({ undone: 1 });
  expect(await seats()).toEqual({ ...before, list: [id, beside].toSorted((a, b) => a - b) });
});

it('whoever comes back has the seats and the modules of choice again that are still free, and is told of the others', async () => {
  const id = scene.people[1]!;
  const [mine] = await scene.sql(
    'select s.id, s.hall_id, s.exam_id from exam_hall_seats s join exams e on e.id = s.exam_id where s.student_id = $1 and e.date = $2',
    [id, scene.day(10)],
  );
  const seats = async () =>
    (
      await scene.sql(
        `select s.seat_row, s.seat_column, s.student_id = any(e.student_ids) as listed from exam_hall_seats s join exams e on e.id = s.exam_id where s.student_id = $1 and s.exam_id = $2`,
        [id, mine.exam_id],
      )
    ).map((row) => [row.seat_row, row.seat_column, row.listed]);
  const undo = (answer: Any) => head.post('/student/life/undo', { id: answer.body.change.id, reason: 'Xato' });
  const away = await change('LEAVE', id, { ends_on: scene.day(30) });
  expect(codes(away)).toContain('exams.SEATS_CLEARED');
  expect(await seats()).toEqual([]);
  const told = await head.post('/student/life/preview', { ids: [id], kind: 'RETURN' });
  expect(codes(told)).toContain('exams.SEATS_BACK');
  expect(await seats()).toEqual([]);
  const back = await change('RETURN', id);
  expect(codes(back)).toContain('exams.SEATS_BACK');
  expect(await seats()).toEqual([[1, 1, true]]);
  expect((await undo(back)).body).toEqual({ undone: 1 });
  expect(await seats()).toEqual([]);
  // Somebody sits there by now.
  await scene.sql(
    'insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id) values (1, $1, 1, 1, $2, $3)',
    [mine.hall_id, mine.exam_id, scene.people[0]!],
  );
  const late = await change('RETURN', id);
  expect(codes(late)).toContain('exams.SEATS_GONE');
  expect(codes(late)).not.toContain('exams.SEATS_BACK');
  expect((await undo(late)).body).toEqual({ undone: 1 });
  expect((await undo(away)).body.data.faults[0].code).toBe('LIFE_SEAT_TAKEN');
  await scene.sql('delete from exam_hall_seats where student_id = $1', [scene.people[0]!]);
  expect((await undo(away)).body).toEqual({ undone: 1 });

  const chosen = await scene.sql(
    `with made as (
       insert into modules (institution_id, code, title, type, credits)
       select institution_id, 'TAN' || n, title, 'OPTIONAL', credits from modules, generate_series(1, 2) n
        where modules.id = (select module_id from course_modules where id = $2) returning id),
     plan as (
       insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active, capacity)
       select p.institution_id, p.course_id, p.academic_year_id, p.study_year, p.semester, made.id, 'OPTIONAL', p.credits, true, 1 from made, course_modules p where p.id = $2 returning id)
     insert into module_choices (institution_id, course_module_id, student_id) select 1, id, $1 from plan order by id returning course_module_id as id`,
    [id, scene.plan],
  );
  const states = async () =>
    scene.sql(
      'select state, deleted_at is null as there from module_choices where student_id = $1 order by course_module_id',
      [id],
    );
  const standing = await states();
  expect(standing).toHaveLength(2);
  const gone = await change('WITHDRAWAL', id);
  expect(codes(gone)).toContain('modules.ENDED');
  await scene.sql('insert into module_choices (institution_id, course_module_id, student_id) values (1, $1, $2)', [
    chosen[1].id,
    scene.people[0]!,
  ]);
  const restored = await change('RESTORATION', id);
  expect(codes(restored)).toEqual(expect.arrayContaining(['modules.BACK', 'modules.GONE', 'exams.SEATS_BACK']));
  expect(await states()).toEqual([standing[0], { state: 'WITHDRAWN', there: false }]);
  expect((await undo(restored)).body).toEqual({ undone: 1 });
  expect((await states()).every(({ state }) => state === 'WITHDRAWN')).toBe(true);
});
