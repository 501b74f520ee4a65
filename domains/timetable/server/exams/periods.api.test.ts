import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { examScene, examsOfPeriod, searched } from '#tests/support/exams.ts';
import { registerRetakes } from '#tests/support/retakes.ts';
import type { TeachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let head: Caller;
let weekdays: string[];

beforeAll(async () => {
  ({ scene, head, weekdays } = await examScene());
});
afterAll(() => scene?.api.close());

it('a period lies within the academic year of its semester, after the lessons too', async () => {
  const make = async (starts_on: string, ends_on: string) =>
    (await head.post('/exam_period/', { title: 'Sessiya', starts_on, ends_on })).body;
  expect(await make('2020-01-06', '2020-01-20')).toMatchObject({
    code: 'PERIOD_OUTSIDE_YEAR',
    data: {
      fields: [{ path: 'starts_on', message: expect.stringMatching(/^The day is outside academic year \d/) }],
    },
  });
  // Its semesters end in 60 and in 180 days, itself in 200.
  const beyond = await make(scene.day(190), scene.day(201));
  expect(beyond.data.fields).toMatchObject([{ path: 'ends_on', code: 'PERIOD_OUTSIDE_YEAR' }]);
  const [between, last] = [await make(scene.day(61), scene.day(69)), await make(scene.day(190), scene.day(200))];
  expect(between).toMatchObject({ state: 'DRAFT', exams: 2 });
  expect(last).toMatchObject({ state: 'DRAFT', exams: 0 });
  expect(last.semester_id).not.toBe(between.semester_id);
  const { id, version } = between;
  const later = await head.post('/exam_period/', { id, version, starts_on: scene.day(890), ends_on: scene.day(900) });
  expect(later).toMatchObject({ status: 422, body: { code: 'PERIOD_OUTSIDE_YEAR' } });
  for (const one of [between, last]) expect((await head.delete(`/exam_period/${one.id}`)).status).toBe(200);
});

it('a second attempt is a period of its own, with those who registered for it; plans are compared', async () => {
  const { sql, people, plan } = scene;
  const first = { title: 'Qishki sessiya', starts_on: weekdays[0], ends_on: weekdays[9] };
  const period = (await head.post('/exam_period/', first)).body;
  expect(await searched(head, period.id)).toMatchObject({ state: 'done' });
  await registerRetakes(sql, { module: plan, students: people.slice(0, 3), paid: people.slice(1, 3) });
  const made = await head.post('/exam_period/', {
    title: 'Qayta topshirish',
    starts_on: weekdays[0],
    ends_on: weekdays.at(-1),
    attempt: 2,
  });
  expect(made.body).toMatchObject({ attempt: 2, exams: 1, students: 3 });
  const done = await searched(head, made.body.id);
  expect(done).toMatchObject({ state: 'done', receipt: { unplaced: 0 } });
  const shown = (await head.get(`/exam_period/${made.body.id}`)).body;
  expect(shown).toMatchObject({ students: 2, left_out: { RETAKE_UNPAID: 1 } });
  const [again] = await examsOfPeriod(head, made.body.id);
  expect((await head.post('/exam/seat', { id: again.id, student_id: people[3] })).body).toMatchObject({
    code: 'NOT_TAKING',
    message: expect.stringContaining('is not registered for attempt 2'),
  });
  const compared = await head.get(`/exam_period/compare?first_id=${period.id}&second_id=${made.body.id}`);
  expect(compared).toMatchObject({ status: 200, body: { second: { exams: 1, students: 2, unplaced: 0 } } });
  expect(compared.body.same + compared.body.moved).toBe(2);
  expect((await head.delete(`/exam_period/${made.body.id}`)).status).toBe(200);
  const days = { starts_on: weekdays[0], ends_on: weekdays.at(-1) };
  const third = (await head.post('/exam_period/', { title: '3-urinish', ...days, attempt: 3 })).body;
  const nobody = { code: 'NOBODY_REGISTERED', message: expect.stringMatching(/^Nobody is registered for attempt 3/) };
  expect((await head.post('/exam_period/generate', { id: third.id })).body).toMatchObject(nobody);
  expect((await head.delete(`/exam_period/${third.id}`)).status).toBe(200);
});

it('a later attempt passes by the lessons of its students’ groups, and what they sit in other periods', async () => {
  const { office, sql, group, people, plan } = scene;
  const short = {
    starts_on: weekdays[0],
    ends_on: weekdays.at(-1),
    sittings: [{ starts_at: '09:00', ends_at: '12:00' }],
  };
  const made = (await head.post('/exam_period/', { title: 'Qayta', attempt: 2, ...short })).body;
  const open = async () => {
    const [exam] = await examsOfPeriod(head, made.id);
    const places = (await head.get(`/exam/places/${exam.id}`)).body as { date: string; reasons: unknown[] }[];
    return places.filter(({ reasons }) => reasons.length === 0).map(({ date }) => date);
  };
  const [lesson, other] = await open();
  await sql(
    `insert into class_bookings (institution_id, kind, what, during)
     select 1, 'GROUP', $1::int, tsrange($2::date + time '10:00', $2::date + time '11:20')`,
    [group, lesson],
  );
  const [hall] = await sql(
    `with p as (insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings, state, attempt)
         select 1, semester_id, 'Boshqa', $1, $1, '[{"starts_at":"08:00","ends_at":"10:00"}]', 'PUBLISHED', 2 from exam_periods where id = $2 returning id),
       e as (insert into exams (institution_id, period_id, course_module_id, date, sitting, student_ids) select 1, id, $3, $1, 1, array[$4::int] from p returning id, period_id),
       h as (insert into exam_halls (institution_id, period_id, date, sitting, room_id, seat_rows, seat_columns)
         select 1, period_id, $1, 1, (select max(id) from education_places), 2, 2 from e returning id, period_id)
     insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id) select 1, h.id, 1, 1, e.id, $4 from h join e using (period_id) returning hall_id`,
    [other, made.id, plan, people[1]],
  );
  // Once it is published, no lesson of its student comes beside it.
  const beside = { course_module_id: plan, date: other, kind: 'SEMINAR', group_ids: [group] };
  const refused = await office.post('/class_session/', { ...beside, starts_at: '09:00', ends_at: '10:20' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'GROUP_TAKEN', data: { name: 'IQ-1' } } });
  expect(await open()).not.toContain(lesson);
  expect(await open()).not.toContain(other);
  await sql('delete from class_bookings where kind = $1 and session_id is null and exam_hall_id is null', ['GROUP']);
  await sql(
    'update exam_periods set deleted_at = edulab_now() where id = (select period_id from exam_halls where id = $1)',
    [hall?.hall_id],
  );
  expect(await open()).toEqual(expect.arrayContaining([lesson, other]));
  expect((await head.delete(`/exam_period/${made.id}`)).status).toBe(200);
});

it('a group that came late has exams of its own, as long as its sittings; others keep theirs', async () => {
  const { sql, group, people, plan } = scene;
  const days = { starts_on: weekdays[0], ends_on: weekdays.at(-1) };
  const whole = (await head.post('/exam_period/', { title: 'Sessiya', ...days })).body;
  expect(await searched(head, whole.id)).toMatchObject({ state: 'done' });
  const seats = () =>
    sql(
      'select * from exam_hall_seats s join exam_halls h on h.id = s.hall_id where h.period_id = $1 order by 1, 3, 4',
      [whole.id],
    );
  const before = await seats();
  const [late] = await sql(
    `insert into groups (institution_id, name, kind, course_id, language, entry_year, education_form_id, capacity)
     select institution_id, 'IQ-KECH', kind, course_id, language, entry_year, education_form_id, capacity from groups where id = $1 returning id`,
    [group],
  );
  await sql('update group_members set group_id = $1 where group_id = $2 and student_id = $3', [
    late?.id,
    group,
    people[4],
  ]);
  const short = [{ starts_at: '10:00', ends_at: '11:30' }];
  const made = await head.post('/exam_period/', {
    title: 'Kech kelganlar',
    ...days,
    group_ids: [late?.id],
    sittings: short,
  });
  expect(made.body).toMatchObject({ groups: [{ title: 'IQ-KECH' }], exams: 2, students: 2 });
  expect((await examsOfPeriod(head, made.body.id)).map(({ minutes }: { minutes: number }) => minutes)).toEqual([
    90, 90,
  ]);
  expect(await searched(head, made.body.id)).toMatchObject({ state: 'done', receipt: { unplaced: 0 } });
  expect(await seats()).toEqual(before);
  expect((await head.delete(`/exam_period/${made.body.id}`)).status).toBe(200);
  const one = await head.post('/exam_period/', { title: 'Bitta', ...days, course_module_ids: [plan] });
  expect(one.body).toMatchObject({ exams: 1 });
  expect((await head.delete(`/exam_period/${one.body.id}`)).status).toBe(200);
  await sql('update group_members set group_id = $1 where group_id = $2', [group, late?.id]);
  expect((await head.delete(`/exam_period/${whole.id}`)).status).toBe(200);
});

it('an empty period says which of its causes it has', async () => {
  const { sql, people, plan } = scene;
  const days = { starts_on: weekdays[0], ends_on: weekdays.at(-1) };
  const made = async (): Promise<number> =>
    (await head.post('/exam_period/', { title: 'Boʻsh', ...days, course_module_ids: [plan] })).body.id;
  const refused = async (id: number) => (await head.post('/exam_period/generate', { id })).body.code;
  const gone = async (id: number) => expect((await head.delete(`/exam_period/${id}`)).status).toBe(200);
  // Nobody is admitted: each is barred by a decision.
  await sql(
    "insert into exam_admissions (institution_id, course_module_id, student_id, allowed, reason, account_id) select 1, $1, s, false, 'x', 1 from unnest($2::int[]) s",
    [plan, people],
  );
  const barred = await made();
  expect(await searched(head, barred, { admitted: true })).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('Nobody is admitted'),
  });
  await gone(barred);
  await sql('delete from exam_admissions');
  await sql("update students set status = 'SUSPENDED' where id = any($1)", [people]);
  const alone = await made();
  expect(await refused(alone)).toBe('NO_EXAM_TAKERS');
  await gone(alone);
  await sql("update students set status = 'ACTIVE' where id = any($1)", [people]);
  await sql("update assessment_components set kind = 'QUIZ' where kind = 'EXAM' and course_module_id = $1", [plan]);
  const none = await made();
  expect(await refused(none)).toBe('NO_EXAMS_PLANNED');
  await gone(none);
  await sql("update assessment_components set kind = 'EXAM' where kind = 'QUIZ' and course_module_id = $1", [plan]);
});

it('whose exam has its mark sits it no more, however many periods of that attempt follow', async () => {
  const { sql, people, plan } = scene;
  const days = { starts_on: weekdays[0], ends_on: weekdays.at(-1) };
  await sql(
    `insert into marks (institution_id, course_module_id, component_id, student_id, attempt, value)
     select 1, $1, c.id, $2, 2, 60 from assessment_components c where c.course_module_id = $1 and c.kind = 'EXAM' and c.deleted_at is null limit 1`,
    [plan, people[1]],
  );
  const next = (await head.post('/exam_period/', { title: 'Yana qayta topshirish', ...days, attempt: 2 })).body;
  expect(next).toMatchObject({ exams: 1, students: 2 });
  const registered = (await head.get(`/assessment/retake?course_module_id=${plan}`)).body.content;
  expect(registered.map(({ state }: { state: string }) => state).sort()).toEqual(['DONE', 'REGISTERED', 'REGISTERED']);
  const taken = (await head.get(`/assessment/retake?course_module_id=${plan}&state=DONE`)).body.content;
  expect(taken).toMatchObject([{ student: { id: people[1] } }]);
  expect((await head.delete(`/exam_period/${next.id}`)).status).toBe(200);
});
