import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
let buildings: number[];
let rooms: Record<string, number>;
let karimova: number;
let other: number;
let parts: number[];
let module: number;

/** A module of many hours, given by one teacher to a group in two parts; rooms in two buildings. */
beforeAll(async () => {
  scene = await teachingScene();
  const { sql, office, course, group, entry, people } = scene;
  buildings = (
    await sql(
      "insert into education_places (institution_id, name, kind) values (1, 'Bosh bino', 'BUILDING'), (1, 'Uzoq bino', 'BUILDING') returning id",
    )
  ).map(({ id }) => id as number);
  const made = await sql(
    `insert into education_places (institution_id, name, kind, capacity, parent_id, features)
     values (1, 'A-1', 'CLASSROOM', 30, $1, '{Projector}'), (1, 'B-1', 'CLASSROOM', 30, $2, '{}'), (1, 'B-2', 'LABORATORY', 12, $2, '{}') returning id, name`,
    buildings,
  );
  rooms = Object.fromEntries(made.map(({ id, name }) => [name, id]));
  [{ id: karimova }] = await sql("select id from staff where lastname = 'Karimova'");
  [{ id: other }] = await sql(
    "insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'A-2', 'Bobur', 'Aliyev', 'aliyev') returning id",
  );
  const found = (
    await office.post('/module/', {
      code: 'FIZ1',
      title: { uz: 'Fizika', ru: '', en: '' },
      type: 'CORE',
      credits: 6,
      lecture_hours: 60,
      seminar_hours: 120,
    })
  ).body.id;
  [{ id: module }] = await sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, $1, academic_year_id, 1, 1, $2, 'CORE', 6, true from course_modules where id = $3 returning id`,
    [course.id, found, scene.plan],
  );
  await sql("insert into course_module_teachers values (1, $1, $2, 'LEADER')", [module, karimova]);
  parts = (
    await sql(
      `insert into groups (institution_id, name, course_id, entry_year, language, capacity, parent_id, kind)
       values (1, 'IQ-1a', $1, $2, 'uz', 10, $3, 'SUBGROUP'), (1, 'IQ-1b', $1, $2, 'uz', 10, $3, 'SUBGROUP') returning id`,
      [course.id, entry, group],
    )
  ).map(({ id }) => id as number);
  await sql(
    `insert into group_members (institution_id, group_id, student_id, kind, starts_on)
     select 1, case when row_number() over () <= 3 then $1::int else $2 end, s, 'SUBGROUP', $4::date from unnest($3::int[]) s`,
    [...parts, people, scene.day(-90)],
  );
});
afterAll(() => scene.api.close());

interface Lesson {
  kind: string;
  day: number;
  session: number;
  length: number;
  week: string;
  room_id: number;
  teacher: { id: number };
  co_teachers: { id: number }[];
  groups: { id: number }[];
}
async function generated(more: object = {}): Promise<Lesson[]> {
  const { office } = scene;
  const started = await office.post('/timetable/generate', { seconds: 1, ...more });
  expect(started.body).toMatchObject({ timetable_id: expect.any(Number) });
  const { state, error, receipt } = await scene.api.finished(started.body.job_id);
  expect(state, error ?? '').toBe('done');
  expect(receipt.unplaced).toBe(0);
  return (await office.get(`/timetable/?timetable_id=${started.body.timetable_id}&size=100&sort=id`)).body.content;
}
const sessionsOn = (lessons: Lesson[], day: number) =>
  lessons
    .filter((one) => one.day === day)
    .flatMap((one) => Array.from({ length: one.length }, (_, at) => one.session + at))
    .sort();

describe('what holds for the whole institution', () => {
  it('is kept: lunch, closed days, most sessions a day', async () => {
    const { office, student } = scene;
    expect((await student.get('/timetable_settings')).status).toBe(403);
    expect((await office.post('/timetable_settings', { lunch_from: 3, lunch_to: 2 })).body.data.fields).toMatchObject([
      { path: 'lunch_to', code: 'LUNCH_REVERSED' },
    ]);
    expect((await office.post('/timetable_settings', { closed_days: [1, 2, 3, 4, 5, 6, 7] })).status).toBe(422);
    const reversed = { staff_id: karimova, day: 2, from_session: 4, to_session: 3, kind: 'UNAVAILABLE' };
    expect((await office.post('/timetable_wish/', reversed)).body.data.fields).toMatchObject([
      { path: 'to_session', code: 'SESSIONS_REVERSED' },
    ]);
    const saved = await office.post('/timetable_settings', {
      lunch_from: 2,
      lunch_to: 2,
      group_most: 2,
      closed_days: [2, 5],
    });
    expect(saved.body).toMatchObject({ lunch_from: 2, group_most: 2, teacher_most: 5, closed_days: [2, 5] });
    // A week of those two days has nothing for lessons, and the search says so before it begins.
    await office.post('/timetable_settings', { closed_days: [1, 2] });
    const shut = (await office.post('/timetable/generate', { days: 2 })).body;
    expect(shut.data.faults.map(({ fault }: { fault: string }) => fault)).toEqual(['no_period']);
    await office.post('/timetable_settings', { closed_days: [2, 5] });
    const lessons = await generated({ sessions: 3, days: 6 });
    expect(lessons.reduce((sum, { length }) => sum + length, 0)).toBe(6);
    for (const one of lessons) {
      expect([2, 5]).not.toContain(one.day);
      expect(one.session).not.toBe(2);
    }
    for (const day of [1, 3, 4, 6]) expect(sessionsOn(lessons, day).length).toBeLessThanOrEqual(2);
    await office.post('/timetable_settings', { lunch_from: null, lunch_to: null, group_most: 4, closed_days: [] });
  });

  it('leaves nobody a break too short for the way between buildings', async () => {
    const { office } = scene;
    const [near, far] = buildings;
    const same = { travel: [{ from_id: near, to_id: near, minutes: 5 }] };
    expect((await office.post('/timetable_settings', same)).status).toBe(422);
    await office.post('/timetable_settings', { travel: [{ from_id: near, to_id: far, minutes: 25 }] });
    const needs = await office.post('/timetable_requirement/', {
      course_module_id: module,
      kind: 'LECTURE',
      features: ['projector'],
    });
    const seminars = await office.post('/timetable_requirement/', {
      course_module_id: module,
      kind: 'SEMINAR',
      building_id: far,
    });
    const lessons = await generated({ sessions: 4, days: 3 });
    for (const one of lessons) expect(one.room_id).toBe(one.kind === 'LECTURE' ? rooms['A-1'] : rooms['B-1']);
    for (const one of lessons)
      for (const next of lessons)
        if (one.day === next.day && next.session === one.session + 1) expect(next.room_id).toBe(one.room_id);
    for (const { body } of [needs, seminars])
      expect((await office.delete(`/timetable_requirement/${body.id}`)).status).toBe(200);
  });
});

describe('needs of lessons', () => {
  it('are kept: sessions in a row, weeks, parts of groups, several teachers, equipment, a room', async () => {
    const { office, sql } = scene;
    const lectures = await office.post('/timetable_requirement/', {
      course_module_id: module,
      kind: 'LECTURE',
      length: 2,
      week: 'ODD',
      staff_ids: [karimova, other],
      features: ['projector'],
    });
    expect(lectures.body).toMatchObject({ teachers: [{ id: karimova }, { id: other }], module: { code: 'FIZ1' } });
    expect(
      (await office.post('/timetable_requirement/', { course_module_id: module, kind: 'LECTURE' })).body.code,
    ).toBe('REQUIREMENT_EXISTS');
    await office.post('/timetable_requirement/', {
      course_module_id: module,
      kind: 'SEMINAR',
      split: true,
      room_id: rooms['B-1'],
    });
    // The second teacher cannot come on Mondays: the lessons that both give keep away from them.
    await sql(
      "insert into timetable_wishes (institution_id, staff_id, day, from_session, to_session, kind) values (1, $1, 1, 1, 6, 'UNAVAILABLE')",
      [other],
    );
    const lessons = await generated();
    const given = lessons.filter(({ kind }) => kind === 'LECTURE');
    expect(given.map(({ length, week }) => `${length} ${week}`)).toEqual(['2 ODD', '2 ODD']);
    for (const one of given) {
      expect(one).toMatchObject({ teacher: { id: karimova }, co_teachers: [{ id: other }], room_id: rooms['A-1'] });
      expect(one.day).not.toBe(1);
    }
    const seminars = lessons.filter(({ kind }) => kind === 'SEMINAR');
    expect(seminars).toHaveLength(8);
    for (const part of parts)
      expect(seminars.filter(({ groups }) => groups.length === 1 && groups[0]!.id === part)).toHaveLength(4);
    for (const one of seminars) expect(one.room_id).toBe(rooms['B-1']);
  });

  it('are said when they are impossible', async () => {
    const { office } = scene;
    const [one] = (await office.get('/timetable_requirement/?kind=LECTURE')).body.content;
    await office.post('/timetable_requirement/', { id: one.id, version: one.version, features: ['piano'] });
    const refused = await office.post('/timetable/generate', { seconds: 1 });
    expect(refused.body).toMatchObject({ code: 'TIMETABLE_IMPOSSIBLE' });
    expect(refused.body.message).toContain('Fizika');
    const [changed] = (await office.get('/timetable_requirement/?kind=LECTURE')).body.content;
    await office.post('/timetable_requirement/', { id: one.id, version: changed.version, features: ['projector'] });
  });

  it('go out as a file that comes back in', async () => {
    const { office, sql } = scene;
    const file = await office.get('/timetable_requirement/export');
    const [{ id: file_id }] = (await office.upload('needs.xlsx', file.raw)).body;
    const preview = await office.post('/timetable_requirement/import/preview', { file_id });
    expect(preview.body).toMatchObject({ new: 0, changed: 0, unchanged: 2, faults: [] });
    const before = (await office.get('/timetable_requirement/?sort=id')).body.content;
    await sql('delete from timetable_requirements');
    const started = await office.post('/timetable_requirement/import', { file_id });
    expect(started.status).toBe(200);
    await expect.poll(async () => (await office.get('/timetable_requirement/')).body.total_elements).toBe(2);
    const after = (await office.get('/timetable_requirement/?sort=id')).body.content;
    const shown = ({ kind, length, week, split, staff_ids, features, room_id }: Record<string, unknown>) => ({
      kind,
      length,
      week,
      split,
      staff_ids,
      features,
      room_id,
    });
    expect(after.map(shown)).toEqual(before.map(shown));
    expect((await office.get('/timetable_requirement/import/template')).status).toBe(200);
  });
});

describe('rooms and the ways between buildings', () => {
  it('go out as files that come back in, and name what they do not know', async () => {
    const { office, sql } = scene;
    const importing = async (path: string, name: string, content: Buffer | string) => {
      const [{ id: file_id }] = (await office.upload(name, Buffer.from(content))).body;
      return { file_id, preview: (await office.post(`/${path}/import/preview`, { file_id })).body };
    };
    const rooms_ = await office.get('/timetable_room/export');
    expect((await importing('timetable_room', 'rooms.xlsx', rooms_.raw)).preview).toMatchObject({
      new: 0,
      changed: 0,
      faults: [],
    });
    const list = 'Room,Building,Kind,Capacity,Equipment\nB-2,Uzoq bino,lab,14,microscope\nB-9,Uzoq bino,gym,60,\n';
    const wrong = await importing('timetable_room', 'a.csv', `${list}C-1,Yoʻq bino,gym,1,\nC-2,Yoʻq bino,gym,many,\n`);
    // A cell that cannot be read does not hide an unknown name beside it.
    const unknown = { field: 'building', code: 'UNKNOWN_REFERENCE' };
    expect(wrong.preview.faults).toMatchObject([{ row: 4, ...unknown }, { field: 'capacity' }, { row: 5, ...unknown }]);
    const right = await importing('timetable_room', 'b.csv', list);
    expect(right.preview).toMatchObject({ new: 1, changed: 1, faults: [] });
    const { job_id } = (await office.post('/timetable_room/import', { file_id: right.file_id })).body;
    const stored = () =>
      sql("select capacity, features from education_places where name in ('B-2', 'B-9') order by name");
    await expect.poll(stored).toEqual([
      { capacity: 14, features: ['microscope'] },
      { capacity: 60, features: [] },
    ]);
    // Taken back while nobody needs what it made.
    expect((await scene.api.finished(job_id)).state).toBe('done');
    const needs = (room: string) =>
      sql(
        `update timetable_requirements set room_id = (select id from education_places where name = '${room}') where kind = 'LECTURE'`,
      );
    await needs('B-9');
    expect((await office.post(`/job/${job_id}/undo`)).body).toMatchObject({ status: 409, code: 'IN_USE' });
    await needs('A-1');
    expect((await office.post(`/job/${job_id}/undo`)).body).toMatchObject({ state: 'undone' });
    expect(await stored()).toEqual([{ capacity: 12, features: [] }]);
    await office.post('/timetable_settings', {
      travel: [{ from_id: buildings[0], to_id: buildings[1], minutes: 25 }],
    });
    const ways = await office.get('/timetable_way/export');
    expect((await importing('timetable_way', 'ways.xlsx', ways.raw)).preview).toMatchObject({ unchanged: 1 });
    const back = await importing(
      'timetable_way',
      'c.csv',
      'From building,To building,Minutes\nUzoq bino,Bosh bino,10\n',
    );
    expect(back.preview).toMatchObject({ new: 0, changed: 1, faults: [] });
    await office.post('/timetable_way/import', { file_id: back.file_id });
    await expect
      .poll(async () => (await office.get('/timetable_settings')).body.travel)
      .toEqual([{ from_id: buildings[1], to_id: buildings[0], minutes: 10 }]);
    await office.post('/timetable_settings', { travel: [] });
    const same = await importing(
      'timetable_way',
      'd.csv',
      'From building,To building,Minutes\nBosh bino,Bosh bino,5\n',
    );
    expect(same.preview.faults[0].message).toBe('Enter two different buildings');
  });
});

describe('a publication', () => {
  it('passes holidays by, and books every teacher of a lesson', async () => {
    const { office, sql, day } = scene;
    const empty = (await office.post('/timetable_draft/', { title: 'Yangi' })).body.id;
    expect((await office.post('/timetable/publish', { id: empty })).body.code).toBe('DRAFT_EMPTY');
    expect((await office.post('/timetable/unpublish', { id: empty })).body.code).toBe('NOTHING_PUBLISHED');
    await office.delete(`/timetable_draft/${empty}/`);
    const [{ id }] = (await office.get('/timetable_draft/')).body.content;
    const all = (await office.post('/timetable/publish', { id })).body;
    expect(all.holidays).toBe(0);
    const sunday = day(7 + ((7 - new Date(day(7)).getUTCDay()) % 7)); // the lessons begin with a whole week
    await sql(
      `insert into calendar_events (institution_id, title, type, audience, starts_at, ends_at, all_day, created_by)
       select 1, 'Bayram', 'HOLIDAY', 'EVERYBODY', d::date::timestamp at time zone 'Asia/Tashkent', (d::date + 1)::timestamp at time zone 'Asia/Tashkent', true, (select min(id) from accounts)
         from generate_series($1::date, $2::date, interval '1 day') d`,
      [day(1), sunday],
    );
    const made = (await office.post('/timetable/publish', { id, apply: true })).body;
    expect(made.holidays).toBeGreaterThan(0);
    expect(made.made + made.holidays).toBe(all.made);
    const dated = await sql(
      'select s.id, s.date::text as date, s.co_staff_ids, array_agg(b.what order by b.what) as teachers from class_sessions s join class_bookings b on b.session_id = s.id and b.kind = $1 group by s.id',
      ['TEACHER'],
    );
    expect(dated.every((one) => one.date > sunday)).toBe(true);
    for (const one of dated.filter(({ co_staff_ids }) => co_staff_ids.length > 0))
      expect(one.teachers).toEqual([karimova, other].sort((a, b) => a - b));
  });
});

describe('a teacher who is away on one date', () => {
  it('gives way with the fewest moves of that date alone, which a later publication leaves alone', async () => {
    const { office, sql, student, day } = scene;
    await sql("delete from calendar_events where type = 'HOLIDAY'");
    const dated = async () =>
      await sql(
        "select id, version, date::text as date, to_char(starts_at, 'HH24:MI') as starts_at, room_id from class_sessions where deleted_at is null order by date, starts_at",
      );
    const before = await dated();
    const [one] = before;
    const there = before.filter(({ date }) => date === one.date);
    const asked = { staff_id: karimova, date: one.date };
    expect((await student.post('/timetable/repair_day', asked)).status).toBe(403);
    expect((await office.post('/timetable/repair_day', { date: one.date })).body.code).toBe('TEACHER_OR_ROOM');
    expect((await office.post('/timetable/repair_day', { ...asked, date: day(-1) })).body.code).toBe('DAY_OVER');
    const found = (await office.post('/timetable/repair_day', asked)).body;
    expect(found).toMatchObject({ broken: there.length, stuck: 0 });
    const [best] = found.alternatives;
    expect(best.moves).toHaveLength(there.length);
    for (const move of best.moves) expect(move.date).not.toBe(one.date);
    const few = (await office.post('/timetable/repair_day', { ...asked, most: 1 })).body;
    expect(few.alternatives.length).toBeGreaterThan(0);
    for (const { moves, left } of few.alternatives) {
      expect(moves).toHaveLength(1);
      // What is left is named, with nobody to stand in who is not free or gives other modules.
      expect(left).toHaveLength(there.length - 1);
      for (const lesson of left) expect(lesson).toMatchObject({ date: one.date, title: expect.any(String) });
    }
    const moves = best.moves.map(({ title, from, to, ...move }: Record<string, unknown>) => move);
    const made = await office.post('/timetable/move_dated', { moves });
    expect(made.body.moved).toBe(there.length);
    expect(made.body.told).toBeGreaterThan(0);
    expect((await office.post('/timetable/move_dated', { moves })).body.code).toBe('STALE');
    const after = await dated();
    expect(after.some(({ date }) => date === one.date)).toBe(false);
    const others = (rows: typeof before) => rows.filter(({ id }) => there.every((moved) => moved.id !== id));
    expect(others(after)).toEqual(others(before));
    expect((await student.get('/notice/')).body.content[0].title).toContain(one.date.split('-').reverse().join('.'));
    // By hand, too: somebody comes along on one date, another lesson is cancelled.
    const [shared, cancelled] = others(after).map(({ id, version }) => ({ id, version }));
    const [third] = await sql(
      "insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'A-3', 'Lola', 'Umarova', 'umarova') returning id",
    );
    const co_staff_ids = [third.id];
    expect((await office.post('/class_session/', { ...shared, co_staff_ids })).status).toBe(200);
    await office.post('/class_session/', { ...cancelled, state: 'CANCELLED' });
    // The week is published again: what was moved or changed for a date stays so, and the holidays that are none now are made up.
    const published = (await office.get('/timetable_draft/?state=PUBLISHED')).body.content[0];
    const copy = (await office.post('/timetable/copy', { id: published.id })).body;
    const again = (await office.post('/timetable/publish', { id: copy.id, apply: true })).body;
    expect(again).toMatchObject({ changed: 0, removed: 0, kept: before.length });
    const untouched = (rows: typeof before) =>
      others(rows).filter(({ id }) => before.some((old) => old.id === id) && id !== shared!.id && id !== cancelled!.id);
    expect(untouched(await dated())).toEqual(untouched(before));
    expect(
      await sql('select co_staff_ids, state from class_sessions where id = any($1) order by state desc', [
        [shared!.id, cancelled!.id],
      ]),
    ).toMatchObject([{ co_staff_ids }, { state: 'CANCELLED' }]);
  });

  it('stays where it is when it is fixed, and so does a room that is closed', async () => {
    const { office, sql } = scene;
    const [one] = await sql(
      'select date::text as date, room_id, (extract(isodow from date))::int as day from class_sessions where deleted_at is null and date > edulab_today() order by date desc limit 1',
    );
    await sql(
      "update timetable_entries e set fixed = true from timetables t where t.id = e.timetable_id and t.state = 'PUBLISHED' and e.room_id = $1 and e.day = $2",
      [one.room_id, one.day],
    );
    const found = (await office.post('/timetable/repair_day', { room_id: one.room_id, date: one.date })).body;
    expect(found.stuck).toBeGreaterThan(0);
    expect(found.alternatives).toEqual([]);
  });
});
