import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import { mondayOf } from './inputs.ts';

/** What is published "from the 24th" leaves the days before as they were, wherever somebody looks. */

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
  await scene.sql(
    "insert into education_places (institution_id, name, kind, capacity) values (1, 'A-101', 'CLASSROOM', 30), (1, 'A-102', 'CLASSROOM', 20)",
  );
  await scene.sql('update course_modules set active = true');
  await scene.sql('update modules set lecture_hours = 30, seminar_hours = 30');
});
afterAll(() => scene.api.close());

async function found(): Promise<number> {
  const { office } = scene;
  const started = (await office.post('/timetable/generate', { seconds: 1, seed: 3 })).body;
  await expect
    .poll(async () => (await office.get(`/timetable_draft/${started.timetable_id}`)).body.running)
    .toBe(false);
  return started.timetable_id;
}

interface Lesson {
  id: number;
  date?: string;
  day: number;
  session: number;
  starts_at: string;
}
const weekOf = async (who: Caller, query: string) => (await who.get(`/timetable/week?${query}`)).body;
const stand = (lessons: Lesson[]) => lessons.map(({ id, date, starts_at }) => `${id} ${date} ${starts_at}`).sort();

it('shows the lessons that stand on the dates, in every week, list and calendar', async () => {
  const { office, student, teacher, sql, day, group } = scene;
  const draft = await found();
  await office.post('/timetable/publish', { id: draft, apply: true });
  const copy = (await office.post('/timetable/copy', { id: draft })).body.id;
  const [one] = (await office.get(`/timetable/?timetable_id=${copy}&sort=id`)).body.content;
  const free = (await office.get(`/timetable/places/${one.id}`)).body.find(
    (place: { reasons: unknown[]; day: number }) => place.reasons.length === 0 && place.day !== one.day,
  );
  const { session, room_id } = free;
  const moved = await office.post('/timetable/', { id: one.id, version: one.version, day: free.day, session, room_id });
  expect(moved.status).toBe(200);
  // From a Monday on, so that the week has all of the new pattern.
  const from = mondayOf(day(8));
  expect((await office.post('/timetable/publish', { id: copy, from, apply: true })).body).toMatchObject({ from });

  const pattern = await weekOf(student, 'pattern=true');
  expect(pattern).toMatchObject({ timetable: { id: copy, from }, dates: null });
  expect(pattern.entries.map((entry: Lesson) => entry.day)).toContain(free.day);
  const [{ staff_id }] = await sql("select id as staff_id from staff where lastname = 'Karimova'");
  const [{ student_id }] = await sql(
    "select s.id as student_id from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student'",
  );
  const seen = new Set<string>();
  for (const date of [day(1), day(8)]) {
    const own = await weekOf(student, `date=${date}`);
    expect(own.dates.from <= date && date <= own.dates.until).toBe(true);
    const { from: monday, until } = own.dates;
    const dated = await sql(
      "select s.id, s.date::text as date, to_char(s.starts_at, 'HH24:MI') as starts_at from class_sessions s where s.deleted_at is null and s.date between $1 and $2",
      [monday, until],
    );
    expect(stand(own.entries)).toEqual(stand(dated));
    for (const entry of own.entries) seen.add(`${entry.date < from} ${entry.day} ${entry.session}`);
    for (const [who, query] of [
      [teacher, ''],
      [office, `group_id=${group}`],
      [office, `staff_id=${staff_id}`],
      [office, `student_id=${student_id}`],
    ] as const)
      expect(stand((await weekOf(who, `${query}&date=${date}`)).entries), query).toEqual(stand(dated));
    const rooms = await sql('select distinct room_id from class_sessions where deleted_at is null');
    const ofRooms: Lesson[] = [];
    for (const { room_id: room } of rooms)
      ofRooms.push(...(await weekOf(office, `room_id=${room}&date=${date}`)).entries);
    expect(stand(ofRooms)).toEqual(stand(dated));
    for (const who of [student, teacher, office]) {
      const list = (await who.get(`/class_session/?from=${monday}&to=${until}&size=200`)).body;
      expect(stand(list.content)).toEqual(stand(dated));
      expect(list.total_elements).toBe(dated.length);
    }
    const { content } = (await student.get(`/calendar/event?from=${monday}&to=${until}&size=200`)).body;
    const classes = content.filter(({ type }: { type: string }) => type === 'CLASS');
    expect(classes).toHaveLength(dated.length);
  }
  // The lesson that moves stands in its old place before the day, and in the new one from it.
  expect(seen).toContain(`false ${free.day} ${session}`);
  expect(seen).not.toContain(`true ${free.day} ${session}`);
});

it('shows an elective to those who chose it, also in the list of lessons, and a cancelled lesson as cancelled', async () => {
  const { student, office, sql, day, plan } = scene;
  await sql("update course_modules set type = 'ELECTIVE' where id = $1", [plan]);
  expect((await weekOf(student, `date=${day(1)}`)).entries).toEqual([]);
  expect((await student.get('/class_session/')).body.content).toEqual([]);
  await sql("update course_modules set type = 'CORE' where id = $1", [plan]);
  const [lesson] = await sql(
    'select id, date::text as date from class_sessions where deleted_at is null and date > $1 order by date desc limit 1',
    [day(0)],
  );
  await sql("update class_sessions set state = 'CANCELLED' where id = $1", [lesson.id]);
  const week = await weekOf(office, `group_id=${scene.group}&date=${lesson.date}`);
  expect(week.entries.find(({ id }: Lesson) => id === lesson.id)).toMatchObject({ cancelled: true });
});

it('shows in the week of a group what its parts have, and in that of a part nothing of another', async () => {
  const { office, group, course, entry, day, sql, plan } = scene;
  const parts: number[] = [];
  for (const name of ['IQ-1/1', 'IQ-1/2'])
    parts.push(
      (
        await office.post('/group/', {
          name,
          kind: 'SUBGROUP',
          parent_id: group,
          course_id: course.id,
          entry_year: entry,
          language: 'uz',
          capacity: 15,
        })
      ).body.id,
    );
  const made = await office.post('/class_session/', {
    course_module_id: plan,
    date: day(9),
    starts_at: '19:00',
    ends_at: '20:20',
    kind: 'SEMINAR',
    group_ids: [parts[0]],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const seen = async (id: number) =>
    (await weekOf(office, `group_id=${id}&date=${day(9)}`)).entries.some(({ id }: Lesson) => id === made.body.id);
  expect([await seen(group), await seen(parts[0]!), await seen(parts[1]!)]).toEqual([true, true, false]);
  // The week that repeats knows it as well.
  const { body } = await office.get(`/timetable/week?group_id=${group}&pattern=true`);
  const [{ id: entry_id }] = await sql('update timetable_entries set group_ids = $1 where id = $2 returning id', [
    [parts[0]],
    body.entries[0].id,
  ]);
  const pattern = async (id: number) =>
    (await office.get(`/timetable/week?group_id=${id}&pattern=true`)).body.entries.some(
      (one: { id: number }) => one.id === entry_id,
    );
  expect([await pattern(group), await pattern(parts[0]!), await pattern(parts[1]!)]).toEqual([true, true, false]);
});
