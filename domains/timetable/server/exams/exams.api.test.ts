import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { examScene, examsOfPeriod, searched } from '#tests/support/exams.ts';
import { readPdf } from '#tests/support/pdf.ts';
import type { TeachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let head: Caller;
let weekdays: string[];
let period: { id: number; version: number };

beforeAll(async () => {
  ({ scene, head, weekdays } = await examScene());
});
afterAll(() => scene?.api.close());

const generated = (id = period.id) => searched(head, id);
const examsOf = (id = period.id) => examsOfPeriod(head, id);
const hallsOf = async () =>
  Promise.all(
    (await head.get(`/exam_hall/?period_id=${period.id}`)).body.map(
      async ({ id }: { id: number }) => (await head.get(`/exam_hall/${id}`)).body,
    ),
  );

it('a period has the exams of the modules’ plans with those who take them', async () => {
  const input = { title: 'Qishki sessiya', starts_on: weekdays[0], ends_on: weekdays[9] };
  expect((await scene.student.post('/exam_period/', input)).status).toBe(403);
  expect((await head.post('/exam_period/', { ...input, ends_on: scene.day(-3) })).body.code).toBe('DATES_REVERSED');
  const crossed = [
    { starts_at: '09:00', ends_at: '12:00' },
    { starts_at: '11:00', ends_at: '14:00' },
  ];
  expect((await head.post('/exam_period/', { ...input, sittings: crossed })).body.code).toBe('SITTINGS_CROSS');
  const made = await head.post('/exam_period/', input);
  expect(made).toMatchObject({ status: 200, body: { exams: 2, students: 10, unplaced: 2, state: 'DRAFT' } });
  period = made.body;
  expect((await examsOf()).map((row: { module: { code: string } }) => row.module.code).sort()).toEqual([
    'FIZ1',
    'MAT1',
  ]);
});

it('the search gives everybody a seat, neighbours other papers, more time and a room apart where that was decided', async () => {
  const { people, sql, plan, day } = scene;
  const nothing = await head.post('/exam_arrangement/', { student_id: people[1] });
  expect(nothing.body.code).toBe('ARRANGEMENT_EMPTY');
  const decided = { student_id: people[1], extra_percent: 50, apart: true };
  expect((await head.post('/exam_arrangement/', decided)).status).toBe(200);
  expect((await scene.teacher.post('/exam_arrangement/', decided)).status).toBe(403);
  // Not admitted, and so without a seat.
  await scene.office.post('/student/allow-exam', {
    student_id: people[4],
    course_module_id: plan,
    allowed: false,
    reason: 'Shartnoma',
  });
  await sql(
    `insert into calendar_events (institution_id, type, title, all_day, starts_at, ends_at, audience, created_by)
     values (1, 'HOLIDAY', 'Bayram', true, $1::date::timestamp at time zone 'Asia/Tashkent', ($1::date + 1)::timestamp at time zone 'Asia/Tashkent', 'EVERYBODY', 1)`,
    [weekdays[0]],
  );
  expect(await generated()).toMatchObject({ state: 'done', receipt: { exams: 2, unplaced: 0, cost: 0 } });
  const exams = await examsOf();
  expect(exams.map((row: { students: number }) => row.students).sort()).toEqual([4, 5]);
  for (const exam of exams) expect(exam.date > weekdays[0]! && exam.date > day(1)).toBe(true);
  const halls = await hallsOf();
  expect(halls.filter(({ apart }) => apart)).toHaveLength(2);
  for (const hall of halls) {
    expect(hall.invigilators).toHaveLength(1);
    const papers = new Map<string, number>();
    for (const seat of hall.seats) {
      expect(seat.row <= hall.rows && seat.column <= hall.columns).toBe(true);
      papers.set(`${seat.row} ${seat.column}`, seat.exam_id);
    }
    expect(papers.size).toBe(hall.seats.length);
    for (const { row, column, exam_id } of hall.seats) {
      expect(papers.get(`${row + 1} ${column}`)).not.toBe(exam_id);
      expect(papers.get(`${row} ${column + 1}`)).not.toBe(exam_id);
    }
    if (hall.apart) expect(hall.seats).toMatchObject([{ student: { id: people[1] }, extra_minutes: 60 }]);
  }
  expect(halls.flatMap(({ seats }) => seats)).toHaveLength(9);
  // Who teaches a module does not see to its exam.
  const maths = exams.find((row: { module: { code: string } }) => row.module.code === 'MAT1');
  for (const hall of halls.filter(({ exams: of }) => of[0].id === maths.id)) {
    expect(hall.invigilators[0].title).not.toContain('Karimova');
    const free = (await head.get(`/exam_hall/free/${hall.id}`)).body.map(({ title }: { title: string }) => title);
    expect(free).toContain(hall.invigilators[0].title);
    expect(free.join()).not.toContain('Karimova');
  }
});

it('an exam is moved only where nobody has two at once; what is in the way is named before', async () => {
  const [first, second] = await examsOf();
  const places = (await head.get(`/exam/places/${first.id}`)).body;
  const at = (date: string, sitting: number) =>
    places.find((place: { date: string; sitting: number }) => place.date === date && place.sitting === sitting);
  const clash = at(second.date, second.sitting);
  expect(clash.reasons).toMatchObject([{ rule: 'TWO_AT_ONCE' }]);
  expect(clash.reasons[0].text).toContain('Talaba');
  expect(at(weekdays[0]!, 1)).toBeUndefined();
  const refused = await head.post('/exam/move', {
    id: first.id,
    version: first.version,
    date: second.date,
    sitting: second.sitting,
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'EXAM_CLASH' } });
  const free = places.find(
    (place: { reasons: unknown[]; date: string }) =>
      place.reasons.length === 0 && ![first.date, second.date].includes(place.date),
  );
  const moved = await head.post('/exam/move', {
    id: first.id,
    version: first.version,
    date: free.date,
    sitting: free.sitting,
  });
  expect(moved).toMatchObject({ status: 200, body: { told: 0 } });
  const [after] = (await examsOf()).filter((row: { id: number }) => row.id === first.id);
  expect(after).toMatchObject({ date: free.date, sitting: free.sitting, rooms: [{}, {}] });
  expect((await hallsOf()).flatMap(({ seats }) => seats)).toHaveLength(9);
});

it('once published everybody sees their own, and nothing else can take their rooms, people or time', async () => {
  const { student, teacher, office, sql, people } = scene;
  expect((await student.get('/exam/own')).body).toEqual([]);
  expect((await teacher.get(`/exam/?period_id=${period.id}`)).body.content).toEqual([]);
  const preview = await head.post('/exam_period/publish', { id: period.id });
  expect(preview.body).toMatchObject({ exams: 2, students: 9, told: 2 });
  expect((await scene.office.post('/exam_period/publish', { id: period.id, apply: true })).status).toBe(403);
  expect((await head.post('/exam_period/publish', { id: period.id, apply: true })).status).toBe(200);
  const mine = (await student.get('/exam/own')).body;
  expect(mine).toHaveLength(2);
  expect(mine[0]).toMatchObject({
    kind: 'EXAM',
    row: expect.any(Number),
    column: expect.any(Number),
    extra_minutes: 0,
  });
  const month = (await student.get(`/calendar/event?from=${scene.day(0)}&to=${scene.day(25)}&size=100`)).body;
  expect(month.content.filter(({ type }: { type: string }) => type === 'EXAM')).toMatchObject([
    { title: expect.stringMatching(/^Exam: \w/) },
    { title: expect.stringMatching(/^Exam: \w/) },
  ]);
  expect((await student.get(`/exam_hall/${mine[0].hall_id}`)).status).toBe(403);
  await seesOnlyTheirRooms(teacher);
  expect((await teacher.get('/exam/own')).body[0]).toMatchObject({ kind: 'DUTY', title: 'Fizika' });
  const sheet = await head.get(`/exam_hall/print/${mine[0].hall_id}`);
  expect(readPdf(sheet.raw).pages.join()).toContain('T1 Talaba');

  const hall = (await head.get(`/exam_hall/${mine[0].hall_id}`)).body;
  const lesson = {
    date: hall.date,
    starts_at: hall.starts_at,
    ends_at: '23:00',
    kind: 'LECTURE',
    course_module_id: scene.plan,
  };
  const inRoom = await office.post('/class_session/', { ...lesson, room_id: hall.room.id, group_ids: [] });
  expect(inRoom).toMatchObject({ status: 409, body: { code: 'ROOM_TAKEN' } });
  expect(inRoom.body.message).toContain(hall.exams[0].code);
  const ofGroup = await office.post('/class_session/', { ...lesson, group_ids: [scene.group] });
  expect(ofGroup).toMatchObject({ status: 409, body: { code: 'GROUP_TAKEN' } });
  // The database itself: a second paper for somebody who sits one, whoever writes it.
  const twice = sql(
    `with p as (insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings, state) select 1, semester_id, 'x', starts_on, ends_on, sittings, 'PUBLISHED' from exam_periods where id = $1 returning id),
          e as (insert into exams (institution_id, period_id, course_module_id) select 1, p.id, $2 from p returning id, period_id),
          h as (insert into exam_halls (institution_id, period_id, date, sitting, room_id, seat_rows, seat_columns) select 1, e.period_id, $3, $4, 99, 1, 1 from e returning id)
     insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id) select 1, h.id, 1, 1, e.id, $5 from h, e`,
    [period.id, scene.plan, hall.date, hall.sitting, people[0]],
  );
  await expect(twice).rejects.toThrow('booked twice');
});

it('one more student is seated without anybody else moving, and told; nobody sits twice', async () => {
  const { sql } = scene;
  const [exam] = (await examsOf()).filter((row: { date: string | null }) => row.date);
  const seats = async () =>
    await sql('select hall_id, seat_row, seat_column, exam_id, student_id from exam_hall_seats order by 1, 2, 3');
  const before = await seats();
  const [late] = await sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since, account_id)
     select institution_id, 'T-9', 'Kech', 'Qolgan', level, study_language, entry_year, tuition, course_id, department_id, 't', status_since,
            (select id from accounts where username = 'academic_mentor') from students order by id limit 1 returning id`,
  );
  expect((await scene.student.post('/exam/seat', { id: exam.id, student_id: late.id })).status).toBe(403);
  await sql("update students set status = 'WITHDRAWN' where id = $1", [late.id]);
  expect((await head.post('/exam/seat', { id: exam.id, student_id: late.id })).body.code).toBe('NOT_STUDYING');
  await sql("update students set status = 'ACTIVE' where id = $1", [late.id]);
  const stranger = await head.post('/exam/seat', { id: exam.id, student_id: late.id });
  expect(stranger).toMatchObject({ status: 422, body: { code: 'NOT_TAKING' } });
  expect(stranger.body.message).toBe('Qolgan Kech does not take this module, so has no exam in it');
  expect(await seats()).toEqual(before);
  await scene.office.post('/group/assign', {
    group_id: scene.group,
    student_ids: [late.id],
    starts_on: scene.day(0),
  });
  const seated = await head.post('/exam/seat', { id: exam.id, student_id: late.id });
  expect(seated).toMatchObject({ status: 200, body: { told: 1 } });
  const after = await seats();
  expect(after.filter(({ student_id }) => student_id !== late.id)).toEqual(before);
  const { hall_id, row, column } = seated.body;
  expect(after).toContainEqual({
    hall_id,
    seat_row: row,
    seat_column: column,
    exam_id: exam.id,
    student_id: late.id,
  });
  const beside = after.filter(
    (one) => one.hall_id === hall_id && Math.abs(one.seat_row - row) + Math.abs(one.seat_column - column) === 1,
  );
  expect(beside.every((one) => one.exam_id !== exam.id)).toBe(true);
  expect((await head.post('/exam/seat', { id: exam.id, student_id: late.id })).body.code).toBe('ALREADY_SEATED');
  const again = (await examsOf()).find(({ id }: { id: number }) => id === exam.id);
  expect(again.students).toBe(exam.students + 1);
});

it('a published exam is moved with a notice to those concerned, invigilators change hands, and all of it is taken back', async () => {
  const { student, sql } = scene;
  const [mine] = (await student.get('/exam/own')).body;
  const exam = (await examsOf()).find((row: { date: string }) => row.date === mine.date);
  const places = (await head.get(`/exam/places/${exam.id}`)).body;
  const free = places.find(
    (place: { reasons: unknown[]; date: string; sitting: number }) =>
      place.reasons.length === 0 && (place.date !== exam.date || place.sitting !== exam.sitting),
  );
  const moved = await head.post('/exam/move', {
    id: exam.id,
    version: exam.version,
    date: free.date,
    sitting: free.sitting,
  });
  expect(moved).toMatchObject({ status: 200 });
  expect(moved.body.told).toBeGreaterThan(0);
  const told = await sql("select title ->> 'en' as title from notices where type = 'exam' order by id");
  const day = (date: string) => date.split('-').reverse().join('\\.');
  expect(told.map(({ title }) => title).join('\n')).toMatch(
    new RegExp(`^Qishki sessiya: you have been moved from ${day(exam.date)} .+, \\d+-\\d+ to ${day(free.date)} `, 'm'),
  );
  const [hall] = await hallsOf();
  const busy = await sql('select id from staff where id <> all($1) order by id desc limit 1', [
    hall.invigilators.map(({ id }: { id: number }) => id),
  ]);
  const saved = await head.post('/exam_hall/', { id: hall.id, version: hall.version, staff_ids: [busy[0].id] });
  expect(saved.body.invigilators).toMatchObject([{ id: busy[0].id }]);
  expect((await head.post('/exam_period/unpublish', { id: period.id })).status).toBe(200);
  expect((await student.get('/exam/own')).body).toEqual([]);
  expect(await sql('select 1 from class_bookings where exam_hall_id is not null')).toEqual([]);
});

it('a draft’s exam keeps its seats when another length fits its sitting, and waits for a place when it does not', async () => {
  const [exam] = (await examsOf()).filter((row: { date: string | null }) => row.date);
  const longer = await head.post('/exam/', { id: exam.id, version: exam.version, minutes: exam.minutes + 5 });
  expect(longer.body).toMatchObject({ date: exam.date, sitting: exam.sitting, rooms: exam.rooms });
  const long = await head.post('/exam/', { id: exam.id, version: longer.body.version, minutes: 480 });
  expect(long.body).toMatchObject({ date: null, sitting: null, rooms: [] });
  const { version } = (await head.post('/exam/', { id: exam.id, version: long.body.version, minutes: exam.minutes }))
    .body;
  const back = { id: exam.id, version, date: exam.date, sitting: exam.sitting };
  expect((await head.post('/exam/move', back)).status).toBe(200);
});

it('a search that was cut off twice ends with words, and can be started again', async () => {
  const { sql } = scene;
  // As a second crash leaves it: running once more, and nobody holds it.
  const [{ id: job }] = await sql(
    `insert into jobs (institution_id, account_id, kind, state, error, input)
     select 1, id, 'timetable.exams', 'running', 'JOB_INTERRUPTED', $1 from accounts where username = 'exam_head' returning id`,
    [JSON.stringify({ locale: 'en', period_id: period.id, seconds: 5, seed: 1, admitted: false })],
  );
  await sql("update exam_periods set job_id = $1, state = 'DRAFT' where id = $2", [job, period.id]);
  await sql("select pg_notify('edulab_work', 'jobs')");
  expect((await scene.api.finished(job)).state).toBe('failed');
  const shown = (await head.get(`/exam_period/${period.id}`)).body;
  expect(shown).toMatchObject({ running: false, error: expect.stringMatching(/\w+ \w+/) });
  expect(await generated()).toMatchObject({ state: 'done', receipt: { unplaced: 0 } });
  expect((await head.get(`/exam_period/${period.id}`)).body).toMatchObject({ running: false, error: null });
});

it('what cannot be is said in words, and no half of it is kept', async () => {
  const { sql } = scene;
  await sql('update education_places set seat_rows = 1, seat_columns = 2, capacity = 2');
  const job = await generated();
  expect(job.state).toBe('failed');
  const [shown] = (await head.get('/exam_period/')).body.content;
  expect(shown.error).toMatch(/MAT1|FIZ1/);
  expect(shown).toMatchObject({ unplaced: 0, running: false });
  await sql('update education_places set seat_rows = 6, seat_columns = 6, capacity = 36');
  const wishes = `insert into timetable_wishes (institution_id, staff_id, day, from_session, to_session, week, kind, weight)
     select institution_id, id, d, 1, 8, 'EVERY', 'UNAVAILABLE', 5 from staff, generate_series(1, 6) d returning id`;
  const away = (await sql(wishes)).map(({ id }) => id);
  expect((await generated()).state).toBe('failed');
  expect((await head.get(`/exam_period/${period.id}`)).body.error).toMatch(/not enough invigilators for \d+ students/);
  await sql('delete from timetable_wishes where id = any($1)', [away]);
  const sittings = [{ starts_at: '09:00', ends_at: '10:00' }];
  const days = { starts_on: weekdays[0], ends_on: weekdays[9] };
  const short = (await head.post('/exam_period/', { title: 'Qisqa', ...days, sittings })).body;
  // The usual length is that of the sittings; one that somebody entered stays.
  await sql('update exams set minutes = 120 where period_id = $1', [short.id]);
  expect((await generated(short.id)).state).toBe('failed');
  expect((await head.get(`/exam_period/${short.id}`)).body.error).toMatch(/even the shortest exam: 120 minutes/);
});

/** A teacher sees the rooms that they see to and those of their modules, and who has more time in the first alone. */
async function seesOnlyTheirRooms(teacher: Caller): Promise<void> {
  const all = (await hallsOf()) as { id: number; exams: { code: string }[]; invigilators: { title: string }[] }[];
  const seen = (await teacher.get(`/exam_hall/?period_id=${period.id}`)).body.map(({ id }: { id: number }) => id);
  const seesTo = ({ invigilators }: (typeof all)[number]) =>
    invigilators.some(({ title }) => title.includes('Karimova'));
  const teaches = ({ exams }: (typeof all)[number]) => exams.some(({ code }) => code === 'MAT1');
  expect(seen).toEqual(all.filter((hall) => seesTo(hall) || teaches(hall)).map(({ id }) => id));
  expect(seen.length).toBeLessThan(all.length);
  const { sql } = scene;
  for (const hall of all) {
    await sql('update exam_hall_seats set extra_minutes = 60 where hall_id = $1', [hall.id]);
    const { status, body } = await teacher.get(`/exam_hall/${hall.id}`);
    expect(status).toBe(seen.includes(hall.id) ? 200 : 404);
    expect((await teacher.get(`/exam_hall/print/${hall.id}`)).status).toBe(status);
    if (status === 200) expect(body.seats[0].extra_minutes).toBe(seesTo(hall) ? 60 : null);
    await sql('update exam_hall_seats set extra_minutes = 0 where hall_id = $1', [hall.id]);
  }
}
