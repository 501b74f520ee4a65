import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

it('says in each language what of a lesson is different, from what to what', async () => {
  const { office, student, day, lesson } = scene;
  const { body: planned } = await lesson(3);
  const { starts_at, ends_at, version, id } = planned;
  const later = await office.post('/class_session/', { id, version, starts_at: '20:00', ends_at: '21:20' });
  expect(later.status).toBe(200);
  const moved = await office.post('/class_session/', { id, version: later.body.version, date: day(4) });
  expect(moved.status).toBe(200);
  const away = await office.post('/class_session/', { id, version: moved.body.version, state: 'CANCELLED' });
  await office.post('/class_session/', { id, version: away.body.version, state: 'PLANNED' });
  const said = (date: string) => date.split('-').reverse().join('.');
  const titles = async (language: string) =>
    (
      await scene.api.database.owner.query<{ title: string }>(
        `select n.title ->> $1 as title from notices n join accounts a on a.id = n.account_id
          where a.username = 'bachelor_student' order by n.id desc limit 4`,
        [language],
      )
    ).rows.map(({ title }) => title);
  expect((await student.get('/notice/')).body.content.length).toBeGreaterThanOrEqual(4);
  expect(await titles('en')).toEqual([
    `Matematika on ${said(day(4))} will take place after all`,
    `Matematika on ${said(day(4))} will not take place`,
    `Matematika on ${said(day(3))} has changed: date from ${said(day(3))} to ${said(day(4))}`,
    `Matematika on ${said(day(3))} has changed: time from ${starts_at}–${ends_at} to 20:00–21:20`,
  ]);
  expect((await titles('ru')).at(-1)).toContain(`время ${starts_at}–${ends_at}, теперь 20:00–21:20`);
  expect((await titles('uz')).at(-1)).toContain(`vaqt ${starts_at}–${ends_at}, endi 20:00–21:20`);
});
