import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

it('sessions whose last comes before the first are refused in words', async () => {
  const office = await api.as('admin');
  const backwards = { room_id: 1, from_session: 3, to_session: 2 };
  const refused = { status: 422, code: 'SESSIONS_REVERSED', data: { fields: [{ path: 'to_session' }] } };
  const week = await office.post('/timetable/repair', { timetable_id: 1, day: 1, ...backwards });
  expect(week.body).toMatchObject(refused);
  const day = await office.post('/timetable/repair_day', { date: '2026-11-24', ...backwards });
  expect(day.body).toMatchObject(refused);
});
