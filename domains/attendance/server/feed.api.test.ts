import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

it('a lesson keeps its name in other programs, counts its changes, and is struck out when it does not take place', async () => {
  const { api, office, student, teacher, day, lesson } = scene;
  const { body: planned } = await lesson(3);
  const feeds = [student, teacher].map(async (who) => (await who.post('/calendar/feed', {})).body.path as string);
  const [learning, teaching] = (await Promise.all(feeds)) as [string, string];
  const found = async (path: string) => {
    const { body } = await api.app.inject({ method: 'GET', url: path });
    const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
    const [one, ...more] = events.filter((event) => String(event.getFirstPropertyValue('uid')).startsWith('classes-'));
    expect(more).toEqual([]);
    const said = (name: string) => one?.getFirstPropertyValue(name)?.toString();
    return { uid: said('uid'), status: said('status'), sequence: Number(said('sequence')), starts: said('dtstart') };
  };
  const shown = async () => (await student.get(`/calendar/event?from=${day(3)}&to=${day(4)}&type=CLASS`)).body.content;

  const first = await found(learning);
  expect(first).toMatchObject({ status: 'CONFIRMED', starts: `${day(3)}T${planned.starts_at}:00` });
  expect(await found(teaching)).toEqual(first);
  const moved = await office.post('/class_session/', { id: planned.id, version: planned.version, date: day(4) });
  const second = await found(learning);
  expect(second).toMatchObject({ uid: first.uid, status: 'CONFIRMED', starts: `${day(4)}T${planned.starts_at}:00` });
  expect(second.sequence).toBeGreaterThan(first.sequence);
  expect(await shown()).toHaveLength(1);

  const { version } = moved.body;
  const cancelled = await office.post('/class_session/', { id: planned.id, version, state: 'CANCELLED' });
  const third = await found(learning);
  expect(third).toMatchObject({ uid: first.uid, status: 'CANCELLED' });
  expect(third.sequence).toBeGreaterThan(second.sequence);
  expect((await found(teaching)).status).toBe('CANCELLED');
  expect(await shown()).toEqual([]);

  await office.post('/class_session/', { id: planned.id, version: cancelled.body.version, state: 'PLANNED' });
  const fourth = await found(learning);
  expect(fourth).toMatchObject({ uid: first.uid, status: 'CONFIRMED' });
  expect(fourth.sequence).toBeGreaterThan(third.sequence);
});

it('whoever is on leave has no lessons in their calendar, as they are in no register, and has them again afterwards', async () => {
  const { office, student, people, day, lesson } = scene;
  await lesson(8);
  const shown = async () =>
    (await student.get(`/calendar/event?from=${day(8)}&to=${day(9)}&type=CLASS`)).body.content.length;
  expect(await shown()).toBe(1);
  const ids = [people[0]];
  const left = await office.post('/student/life', { ids, kind: 'LEAVE', reason: 'Illness', ends_on: day(40) });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  expect(await shown()).toBe(0);
  await office.post('/student/life', { ids, kind: 'RETURN', reason: 'Well again' });
  expect(await shown()).toBe(1);
});
