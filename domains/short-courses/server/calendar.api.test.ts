import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type CourseScene, courseScene, named } from '#tests/support/short-courses.ts';

/** Meetings of a course stand in the calendars of who listens and who teaches, and in the feeds that their own programs read; and go with the course. */

let scene: CourseScene;
let listener: Caller;
type Stranger = { caller: Caller; account: number };
let stranger: Stranger;
/** One who listens as well. */
let guest: Caller;
const feeds = new Map<Caller, string>();
beforeAll(async () => {
  scene = await courseScene();
  listener = await scene.api.as('bachelor_student');
  const [first, second] = (await scene.strangers(2)) as [Stranger, Stranger];
  stranger = first;
  guest = second.caller;
  for (const who of [listener, scene.teacher, guest])
    feeds.set(who, (await who.post('/calendar/feed', {})).body.path as string);
});
afterAll(() => scene?.api.close());

const meeting = 'Birinchi uchrashuv';
const shown = async (who: Caller, ahead = 31): Promise<string[]> => {
  const { body } = await who.get(`/calendar/event?from=${scene.day(ahead)}&to=${scene.day(ahead)}&size=100`);
  return body.content.map(({ title }: { title: string }) => title).filter((title: string) => title.includes(meeting));
};
/** The event of the meeting as other programs read it. */
const fed = async (who: Caller): Promise<string | undefined> => {
  const { body } = await scene.api.app.inject({ method: 'GET', url: feeds.get(who)! });
  return body
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .find((event) => event.includes(meeting));
};

it('stand there for a listener with a confirmed place and for the teacher, move with the meeting, and go with the course', async () => {
  const course = await scene.course({ price: '0' });
  const at = (ahead: number) => `${scene.day(ahead)}T05:00:00.000Z`;
  const chapter = (
    await scene.office.post('/short_term_course/step/', {
      course_id: course.id,
      title: named(meeting),
      starts_at: at(31),
      minutes: 90,
      kind: 'LESSON',
    })
  ).body;
  expect(chapter.id).toEqual(expect.any(Number));
  // Nobody listens yet.
  expect(await shown(listener)).toEqual([]);
  expect(await shown(scene.teacher)).toHaveLength(1);
  const place = (await scene.register(listener, course.id)).body;
  expect(place.status).toBe('CONFIRMED');
  expect((await scene.register(guest, course.id)).body.status).toBe('CONFIRMED');
  for (const who of [listener, scene.teacher, guest]) {
    expect(await shown(who)).toEqual([`${course.title.uz} · ${meeting}`]);
    expect(await fed(who)).toContain('STATUS:CONFIRMED');
  }
  // Whoever does not take the course sees nothing of it.
  expect(await shown(await scene.api.as('master_student'))).toEqual([]);
  const { version } = chapter;
  const moved = await scene.office.post('/short_term_course/step/', { id: chapter.id, version, starts_at: at(33) });
  expect(moved.status).toBe(200);
  for (const who of [listener, scene.teacher]) {
    expect(await shown(who)).toEqual([]);
    expect(await shown(who, 33)).toHaveLength(1);
  }
  const { body: now } = await scene.office.get(`/short_term_course/${course.id}`);
  const cancelled = await scene.office.put('/short_term_course/cancellation', {
    id: course.id,
    version: now.version,
    reason: 'Oʻqituvchi kasal',
    people: 2,
    refund: '0',
  });
  expect(cancelled.body.status).toBe('CANCELLED');
  expect(await shown(listener, 33)).toEqual([]);
  expect(await fed(listener)).toBeUndefined();
  expect(await shown(scene.teacher, 33)).toEqual([]);
  // Other programs are told that it is off.
  expect(await fed(scene.teacher)).toContain('STATUS:CANCELLED');
  // The cancellation was a mistake: all of it comes back.
  const back = await scene.office.put('/short_term_course/cancellation/undo', {
    id: course.id,
    version: cancelled.body.version,
    reason: 'Oʻrinbosar topildi',
  });
  expect(back.status).toBe(200);
  for (const who of [listener, scene.teacher]) expect(await shown(who, 33)).toHaveLength(1);
  // Who gives the place up listens no more.
  const mine = (await listener.get('/short_term_course/registration/?mine=true')).body.content[0];
  const gone = await listener.put('/short_term_course/registration/cancel', { id: mine.id, version: mine.version });
  expect(gone.status).toBe(200);
  expect(await shown(listener, 33)).toEqual([]);
  expect(await shown(scene.teacher, 33)).toHaveLength(1);
});

it('finds listeners by name for whoever may see them: the office all, a teacher those of their own courses', async () => {
  const [mine, other] = [await scene.course({ price: '0' }), await scene.course({ price: '0', teacher_id: null })];
  for (const { id } of [mine, other]) await scene.register(stranger.caller, id);
  const found = async (who: Caller, name = 'usmonova') =>
    (await who.get(`/short_term_course/registration/?search=${name}&size=6`)).body.content
      .map(({ course_id }: { course_id: number }) => course_id)
      .filter((id: number) => [mine.id, other.id].includes(id));
  expect((await found(scene.office)).toSorted()).toEqual([mine.id, other.id].toSorted());
  expect(await found(scene.teacher)).toEqual([mine.id]);
  expect(await found(listener)).toEqual([]);
  expect(await found(scene.office, 'Усмонова')).toHaveLength(2);
});
