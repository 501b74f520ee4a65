import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let rooms: number[];
let staff: number;
let plans: number[];
let draft: number;

beforeAll(async () => {
  scene = await teachingScene();
  const { sql, course, office, group, entry } = scene;
  rooms = (
    await sql(
      `insert into education_places (institution_id, name, kind, capacity)
       values (1, 'A-101', 'CLASSROOM', 30), (1, 'A-102', 'CLASSROOM', 20), (1, 'A-103', 'CLASSROOM', 2) returning id`,
    )
  ).map(({ id }) => id as number);
  [{ id: staff }] = await sql("select id from staff where lastname = 'Karimova'");
  await sql('update course_modules set active = true');
  // A second module with lessons twice a week, given by the same teacher.
  const module = (
    await office.post('/module/', {
      code: 'FIZ1',
      title: { uz: 'Fizika', ru: '', en: '' },
      type: 'CORE',
      credits: 6,
      lecture_hours: 30,
      seminar_hours: 60,
    })
  ).body.id;
  const [{ id: second }] = await sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, $1, academic_year_id, 1, 1, $2, 'CORE', 6, true from course_modules where id = $3 returning id`,
    [course.id, module, scene.plan],
  );
  await sql("insert into course_module_teachers values (1, $1, $2, 'LEADER')", [second, staff]);
  plans = [scene.plan, second];
  expect([group, entry].every(Boolean)).toBe(true);
});
afterAll(() => scene.api.close());

const lessons = async (id: number) =>
  (await scene.office.get(`/timetable/?timetable_id=${id}&size=100&sort=id`)).body.content;

describe('a search', () => {
  it('names what makes it impossible before it begins, and leaves nothing behind', async () => {
    const { office, sql, group } = scene;
    await sql('update education_places set capacity = 3 where id = any($1)', [rooms]);
    const refused = await office.post('/timetable/generate', {});
    expect(refused).toMatchObject({ status: 422, body: { code: 'TIMETABLE_IMPOSSIBLE' } });
    expect(refused.body.data.faults[0]).toMatchObject({ fault: 'too_large', hopeless: true });
    expect(refused.body.message).toContain('Matematika');
    await sql("update education_places set capacity = case name when 'A-103' then 2 else 30 end where id = any($1)", [
      rooms,
    ]);
    const busy = await office.post('/timetable/generate', { days: 1, sessions: 2 });
    expect(busy.body).toMatchObject({ code: 'TIMETABLE_IMPOSSIBLE' });
    expect(busy.body.data.faults.map((one: { fault: string }) => one.fault)).toContain('overloaded');
    expect(busy.body.message).toMatch(/Karimova Aziza|IQ-1/);
    expect((await office.get('/timetable_draft/')).body.total_elements).toBe(0);
    expect(group).toBeGreaterThan(0);
  });

  it('makes a draft of every lesson that the plans ask for, none in anybody’s way', async () => {
    const { office, student } = scene;
    expect((await student.post('/timetable/generate', {})).status).toBe(403);
    const started = await office.post('/timetable/generate', { seconds: 1, seed: 3 });
    expect(started.status).toBe(200);
    expect(started.body.warnings).toMatchObject([{ fault: 'too_small', hopeless: false }]);
    expect(started.body.warnings[0].text).toContain('A-103');
    draft = started.body.timetable_id;
    const job = await scene.api.finished(started.body.job_id);
    expect(job).toMatchObject({ state: 'done', receipt: { unplaced: 0, lessons: 5 } });
    const all = await lessons(draft);
    expect(all.map((one: { kind: string; week: string }) => `${one.kind} ${one.week}`).sort()).toEqual([
      'LECTURE EVERY',
      'LECTURE ODD',
      'SEMINAR EVEN',
      'SEMINAR EVERY',
      'SEMINAR EVERY',
    ]);
    for (const one of all) {
      expect(one).toMatchObject({ teacher: { id: staff }, groups: [{ title: 'IQ-1' }], can: { edit: true } });
      expect(one.starts_at).toMatch(/^\d\d:\d\d$/);
      expect(rooms.slice(0, 2)).toContain(one.room_id);
    }
    const judged = (await office.get(`/timetable/judge/${draft}`)).body;
    expect(judged).toMatchObject({ hard: 0, unplaced: 0, cost: job.receipt.cost });
    const { line, running } = (await office.get(`/timetable/progress/${draft}`)).body;
    expect(running).toBe(false);
    expect(line.at(-1)).toMatchObject({ cost: job.receipt.cost, unplaced: 0 });
  });

  it('goes on from a draft: what is fixed there stays, and it can be stopped', async () => {
    const { office } = scene;
    const [one] = await lessons(draft);
    const places = (await office.get(`/timetable/places/${one.id}`)).body;
    const free = places.find(
      (cell: { reasons: unknown[]; day: number; session: number }) =>
        cell.reasons.length === 0 && (cell.day !== one.day || cell.session !== one.session),
    );
    const fixed = await office.post('/timetable/', {
      id: one.id,
      version: one.version,
      day: free.day,
      session: free.session,
      room_id: free.room_id,
      fixed: true,
    });
    expect(fixed.status).toBe(200);
    const started = await office.post('/timetable/generate', { from_id: draft, seconds: 300 });
    expect((await office.post('/timetable/generate', {})).body.code).toBe('TIMETABLE_RUNNING');
    expect((await office.post('/timetable/stop', { id: started.body.timetable_id })).status).toBe(200);
    const job = await scene.api.finished(started.body.job_id);
    expect(job).toMatchObject({ state: 'done', receipt: { unplaced: 0 } });
    const again = await lessons(started.body.timetable_id);
    expect(again.filter((entry: { fixed: boolean }) => entry.fixed)).toMatchObject([
      { day: free.day, session: free.session, kind: one.kind, course_module_id: one.course_module_id },
    ]);
    expect((await office.post('/timetable/stop', { id: draft })).body.code).toBe('TIMETABLE_NOT_RUNNING');
    const compared = (await office.get(`/timetable/compare?first_id=${draft}&second_id=${started.body.timetable_id}`))
      .body;
    expect(compared.same + compared.moved).toBe(5);
    expect(compared.first.hard + compared.second.hard).toBe(0);
  });
});

describe('a search that lost its server', () => {
  /** The lessons of the draft as a search keeps them. */
  const kept = async (more: object = {}) =>
    (await lessons(draft)).map((entry: { groups: { id: number }[]; co_teachers: { id: number }[] }) => ({
      ...entry,
      ...more,
      group_ids: entry.groups.map(({ id }) => id),
      co_staff_ids: entry.co_teachers.map(({ id }) => id),
    }));

  it('goes on from what it had kept, with the time that is left', async () => {
    const { office, sql } = scene;
    // As a crash leaves it: the job is running, nobody holds it, and a timetable was kept after 299 of its 300 seconds.
    const [one] = await sql(
      `insert into timetables (institution_id, semester_id, title, days, bells) select institution_id, semester_id, 'Davomi', days, bells from timetables where id = $1 returning id`,
      [draft],
    );
    await sql(
      `insert into timetable_runs (institution_id, timetable_id, line, kept) values (1, $1, '[{"seconds":2,"cost":99,"unplaced":0},{"seconds":299.5,"cost":1,"unplaced":0}]', $2)`,
      [one.id, JSON.stringify({ seconds: 299, state: await kept() })],
    );
    const [job] = await sql(
      `insert into jobs (institution_id, account_id, kind, state, input)
       select institution_id, account_id, kind, 'running', jsonb_build_object('timetable_id', $1::int, 'from_id', null, 'seconds', 300, 'seed', 1)
         from jobs where kind = 'timetable.generate' order by id limit 1 returning id`,
      [one.id],
    );
    await sql('update timetables set job_id = $2 where id = $1', [one.id, job.id]);
    await sql("select pg_notify('edulab_work', 'jobs')");
    const done = await scene.api.finished(job.id);
    expect(done).toMatchObject({ state: 'done', receipt: { unplaced: 0, lessons: 5 } });
    expect(done.receipt.seconds).toBeLessThan(30);
    const { line } = (await office.get(`/timetable/progress/${one.id}`)).body;
    expect(line[0]).toEqual({ seconds: 2, cost: 99, unplaced: 0 });
    expect(line.every((step: { seconds: number }) => step.seconds !== 299.5)).toBe(true);
    expect(line.at(-1).seconds).toBeGreaterThanOrEqual(299);
    await office.delete(`/timetable_draft/${one.id}`);
  });

  it('or the thread that it ran in, says so, and goes on from what it had kept when it is started again', async () => {
    const { office, sql } = scene;
    // The first looks for what is impossible, the second searches.
    let threads = 0;
    const kill = (thread: Worker) => {
      if (++threads === 2) thread.once('online', () => void thread.terminate());
    };
    process.on('worker', kill);
    const lost = (await office.post('/timetable/generate', { from_id: draft, seconds: 300 })).body;
    const failed = await scene.api.finished(lost.job_id);
    process.off('worker', kill);
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/stopped before it finished/) });
    const { running, error } = (await office.get(`/timetable_draft/${lost.timetable_id}`)).body;
    expect([running, error]).toEqual([false, expect.stringMatching(/start it again/)]);
    await sql('update timetable_runs set kept = $2 where timetable_id = $1', [
      lost.timetable_id,
      JSON.stringify({ seconds: 2, state: await kept({ fixed: true }) }),
    ]);
    const again = (await office.post('/timetable/generate', { from_id: lost.timetable_id, seconds: 1 })).body;
    expect(await scene.api.finished(again.job_id)).toMatchObject({ state: 'done', receipt: { unplaced: 0 } });
    const placed = async (id: number) =>
      (await lessons(id)).map(({ day, session, room_id }: Record<string, number>) => `${day} ${session} ${room_id}`);
    expect((await placed(again.timetable_id)).sort()).toEqual((await placed(draft)).sort());
    for (const { timetable_id } of [lost, again]) await office.delete(`/timetable_draft/${timetable_id}`);
  });
});

describe('a lesson', () => {
  const weekly = async () => (await lessons(draft)).filter((one: { week: string }) => one.week === 'EVERY');

  it('is kept from where it cannot be, and the reasons are named', async () => {
    const { office } = scene;
    const [one, two] = await weekly();
    const why = (
      await office.post('/timetable/why', { id: one.id, day: two.day, session: two.session, room_id: two.room_id })
    ).body;
    expect(why.map(({ rule }: { rule: string }) => rule).sort()).toEqual(['group_busy', 'room_taken', 'teacher_busy']);
    expect(why[0].entry_id).toBe(two.id);
    const refused = await office.post('/timetable/', {
      id: one.id,
      version: one.version,
      day: two.day,
      session: two.session,
      room_id: two.room_id,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'TIMETABLE_CLASH' } });
    expect(refused.body.message).toContain('Karimova Aziza');
    expect(
      (await office.post('/timetable/', { id: one.id, version: one.version, day: null, session: 1 })).body.code,
    ).toBe('PLACE_INCOMPLETE');
    const small = (
      await office.post('/timetable/why', { id: one.id, day: one.day, session: one.session, room_id: rooms[2] })
    ).body;
    expect(small).toMatchObject([{ rule: 'room_unfit' }]);
  });

  it('is said to be stale when somebody else moved it, and moves go all or none', async () => {
    const { office } = scene;
    const [one, two] = await weekly();
    const swap = [
      { entry_id: one.id, version: one.version, day: two.day, session: two.session, room_id: two.room_id },
      { entry_id: two.id, version: two.version, day: one.day, session: one.session, room_id: one.room_id },
    ];
    expect((await office.post('/timetable/moves', { timetable_id: draft, moves: swap.slice(0, 1) })).body.code).toBe(
      'TIMETABLE_CLASH',
    );
    const moved = await office.post('/timetable/moves', { timetable_id: draft, moves: swap });
    expect(moved.body).toEqual({ moved: 2 });
    expect((await office.post('/timetable/moves', { timetable_id: draft, moves: swap })).body.code).toBe('STALE');
  });
});

describe('a repair', () => {
  it('offers the fewest moves when a teacher is away, and its moves can be made', async () => {
    const { office } = scene;
    const one = (await lessons(draft)).find((entry: { fixed: boolean }) => !entry.fixed);
    expect((await office.post('/timetable/repair', { timetable_id: draft, day: 1 })).body.code).toBe('TEACHER_OR_ROOM');
    const found = (await office.post('/timetable/repair', { timetable_id: draft, staff_id: staff, day: one.day })).body;
    const there = (await lessons(draft)).filter((entry: { day: number }) => entry.day === one.day);
    expect(found.broken).toBe(there.filter((entry: { fixed: boolean }) => entry).length);
    const fixed = there.filter((entry: { fixed: boolean }) => entry.fixed);
    expect(found.stuck).toBe(fixed.length);
    const [best] = found.alternatives;
    expect(best.left.map(({ entry_id }: { entry_id: number }) => entry_id).sort()).toEqual(
      fixed.map(({ id }: { id: number }) => id).sort(),
    );
    expect(best.moves).toHaveLength(found.broken - found.stuck);
    expect(best.moves.every((move: { day: number }) => move.day !== one.day)).toBe(true);
    const made = await office.post('/timetable/moves', {
      timetable_id: draft,
      moves: best.moves.map(({ title, from, to, ...move }: { title: string; from: string; to: string }) => move),
    });
    expect(made.body).toEqual({ moved: found.broken - found.stuck });
  });

  it('of sessions whose last comes before the first is refused in words', async () => {
    const { office } = scene;
    const backwards = { room_id: 1, from_session: 3, to_session: 2 };
    const refused = { status: 422, code: 'SESSIONS_REVERSED', data: { fields: [{ path: 'to_session' }] } };
    const week = await office.post('/timetable/repair', { timetable_id: 1, day: 1, ...backwards });
    expect(week.body).toMatchObject(refused);
    const day = await office.post('/timetable/repair_day', { date: '2026-11-24', ...backwards });
    expect(day.body).toMatchObject(refused);
  });
});

describe('a publication', () => {
  const dated = async () =>
    await scene.sql(
      `select id, course_module_id, kind, date::text as date, starts_at::text as starts_at, room_id, staff_id, source, state from class_sessions
        where course_module_id = any($1) and deleted_at is null order by id`,
      [plans],
    );

  it('is shown before it is made, makes dated lessons, and is in the student’s week and calendar', async () => {
    const { office, student, teacher, day } = scene;
    const preview = await office.post('/timetable/publish', { id: draft });
    expect(preview.body).toMatchObject({ from: day(1), changed: 0, removed: 0, kept: 0, told: 2 });
    expect(await dated()).toEqual([]);
    expect((await student.get('/timetable/week')).body).toMatchObject({ timetable: null });
    const made = await office.post('/timetable/publish', { id: draft, apply: true });
    expect(made.body.made).toBe(preview.body.made);
    const rows = await dated();
    expect(rows).toHaveLength(made.body.made);
    expect(rows.every((row) => row.date >= day(1) && row.source === 'TIMETABLE')).toBe(true);
    const week = (await student.get('/timetable/week?pattern=true')).body;
    expect(week).toMatchObject({
      timetable: { id: draft, state: 'PUBLISHED', can: { edit: false } },
      who: { kind: 'student' },
    });
    expect(week.entries).toHaveLength(5);
    // A teacher sees the weeks of those who are taught by them, and hears of nobody else.
    expect((await teacher.get(`/timetable/week?student_id=${week.who.id}&pattern=true`)).body.entries).toHaveLength(5);
    const [stranger] = await scene.sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since)
       select 1, 'X-1', 'Begona', 'Begonayev', level, study_language, entry_year, tuition, course_id, department_id, 'b', status_since from students where id = $1 returning id`,
      [week.who.id],
    );
    expect((await teacher.get(`/timetable/week?student_id=${stranger!.id}`)).status).toBe(404);
    const events = (await student.get(`/calendar/event?from=${day(0)}&to=${day(13)}`)).body.content;
    expect(events.filter((event: { type: string }) => event.type === 'CLASS').length).toBeGreaterThan(0);
    for (const who of [student, teacher])
      expect((await who.get('/notice/')).body.content.map((one: { type: string }) => one.type)).toContain('timetable');
    const pdf = await student.get('/timetable/print');
    expect(pdf.raw.subarray(0, 4).toString()).toBe('%PDF');
  });

  it('leaves untouched what stays, moves what moved under its number, and can be taken back', async () => {
    const { office, sql } = scene;
    expect((await office.post('/timetable/publish', { id: draft, apply: true })).body.code).toBe('TIMETABLE_CLOSED');
    const before = await dated();
    const copy = (await office.post('/timetable/copy', { id: draft })).body;
    expect(copy).toMatchObject({ state: 'DRAFT', lessons: 5, unplaced: 0 });
    const [one] = (await lessons(copy.id)).filter((entry: { fixed: boolean }) => !entry.fixed);
    const places = (await office.get(`/timetable/places/${one.id}`)).body;
    const free = places.find(
      (cell: { reasons: unknown[]; day: number; session: number }) => cell.reasons.length === 0 && cell.day !== one.day,
    );
    await office.post('/timetable/', {
      id: one.id,
      version: one.version,
      day: free.day,
      session: free.session,
      room_id: free.room_id,
    });
    const second = await office.post('/timetable/publish', { id: copy.id, apply: true });
    expect(second.body.kept).toBeGreaterThan(0);
    expect(second.body.changed).toBeGreaterThan(0);
    const after = await dated();
    const same = after.filter((row) => JSON.stringify(row) === JSON.stringify(before.find(({ id }) => id === row.id)));
    expect(same).toHaveLength(second.body.kept);
    expect((await office.post('/timetable/unpublish', { id: copy.id })).body).toMatchObject({ state: 'DRAFT' });
    expect(await dated()).toEqual(before);
    expect((await office.get(`/timetable_draft/${draft}`)).body.state).toBe('PUBLISHED');
    await sql("update class_sessions set state = 'CANCELLED' where id = $1", [before[0]!.id]);
    expect((await office.post('/timetable/unpublish', { id: draft })).body.code).toBe('PUBLISH_TOUCHED');
    await sql("update class_sessions set state = 'PLANNED' where id = $1", [before[0]!.id]);
  });

  it('is all or nothing where somebody else has taken a room meanwhile', async () => {
    const { office, sql, plan } = scene;
    expect((await office.post('/timetable/unpublish', { id: draft })).status).toBe(200);
    expect(await dated()).toEqual([]);
    const [one] = (await lessons(draft)).filter((entry: { week: string }) => entry.week === 'EVERY');
    await sql(
      `insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, room_id, kind)
       select 1, $1, d::date, $2::time, $3::time, $4, 'SEMINAR' from generate_series(edulab_today() + 1, edulab_today() + 21, interval '1 day') d where extract(isodow from d) = $5`,
      [plan, one.starts_at, one.ends_at, one.room_id, one.day],
    );
    const manual = await dated();
    const refused = await office.post('/timetable/publish', { id: draft, apply: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'ROOM_TAKEN', data: { name: one.room.title } } });
    expect(await dated()).toEqual(manual);
    expect((await office.get(`/timetable_draft/${draft}`)).body.state).toBe('DRAFT');
  });
});

describe('times of teachers and rooms', () => {
  it('are entered by teachers for themselves, by the office for anybody, and kept by the search', async () => {
    const { office, teacher, student } = scene;
    const enter = (by: Caller, more: object) =>
      by.post('/timetable_wish/', { from_session: 1, to_session: 6, kind: 'UNAVAILABLE', ...more });
    const mine = await enter(teacher, { day: 1 });
    expect(mine.body).toMatchObject({ staff_id: staff, teacher: { title: 'Karimova Aziza' }, week: 'EVERY' });
    expect((await enter(teacher, { room_id: rooms[0], day: 1 })).body.code).toBe('NOT_YOUR_WISH');
    expect((await enter(teacher, { day: 1, kind: 'RATHER_NOT' })).body.code).toBe('WISH_EXISTS');
    expect((await student.get('/timetable_wish/')).status).toBe(403);
    expect((await enter(office, { room_id: rooms[0], day: 2 })).status).toBe(200);
    expect((await enter(office, { day: 2 })).body.code).toBe('TEACHER_OR_ROOM');
    const started = await office.post('/timetable/generate', { seconds: 1 });
    expect((await scene.api.finished(started.body.job_id)).receipt.unplaced).toBe(0);
    for (const one of await lessons(started.body.timetable_id)) {
      expect(one.day).not.toBe(1);
      if (one.day === 2) expect(one.room_id).not.toBe(rooms[0]);
    }
  });

  it('go out as a file that comes back in', async () => {
    const { office, sql } = scene;
    const file = await office.get('/timetable_wish/export');
    expect(file.status).toBe(200);
    const uploaded = await office.upload('wishes.xlsx', file.raw);
    const preview = await office.post('/timetable_wish/import/preview', { file_id: uploaded.body[0].id });
    expect(preview.body).toMatchObject({ new: 0, changed: 0, unchanged: 2, faults: [] });
    await sql('delete from timetable_wishes');
    const again = await office.post('/timetable_wish/import/preview', { file_id: uploaded.body[0].id });
    expect(again.body).toMatchObject({ new: 2, faults: [] });
    const started = await office.post('/timetable_wish/import', { file_id: uploaded.body[0].id });
    expect(await scene.api.finished(started.body.job_id)).toMatchObject({ state: 'done', receipt: { new: 2 } });
    expect((await office.get('/timetable_wish/')).body.total_elements).toBe(2);
    expect((await office.get('/timetable_wish/import/template')).status).toBe(200);
  });
});
