import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AchievementScene, achievementScene } from '#tests/support/achievements.ts';

let scene: AchievementScene;
beforeAll(async () => {
  scene = await achievementScene();
});
afterAll(() => scene?.api.close());

it('of many is looked at first, and all or none', async () => {
  const [one, other] = scene.students;
  const rows = [
    await scene.sent(one, { achieved_on: scene.day(-14) }),
    await scene.sent(other, { achieved_on: scene.day(-15), grade_id: scene.competition.part }),
  ];
  const ids = rows.map(({ id }) => id);
  const looked = (await scene.manager.post('/achievement_records/verify/preview', { ids })).body;
  expect(looked.map(({ points, faults }: { points: number; faults: [] }) => [points, faults])).toEqual([
    [20, []],
    [4, []],
  ]);
  const back = await scene.step(other, rows[1], 'DRAFT');
  const all = looked.map(({ id, version }: { id: number; version: number }) => ({ id, version }));
  // One is gone: nobody else is verified.
  expect((await scene.manager.post('/achievement_records/verify', { rows: all })).body.code).toBe(
    'ACHIEVEMENT_BULK_FAULTS',
  );
  const resent = await scene.step(other, back.body, 'SUBMITTED');
  expect((await scene.manager.post('/achievement_records/verify', { rows: all })).body.code).toBe('STALE');
  all[1].version = resent.body.version;
  expect((await scene.manager.post('/achievement_records/verify', { rows: all })).body).toMatchObject({
    verified: 2,
    batch: { count: 2, status: 'VERIFIED', built_on: 0, can: { take_back: true } },
  });
  expect((await one.get(`/achievement_records/${ids[0]}`)).body).toMatchObject({ status: 'VERIFIED', points: 20 });
  expect((await scene.student.post('/achievement_records/verify', { rows: all })).status).toBe(403);
  const many = Array.from({ length: 201 }, (_, at) => at + 1);
  expect((await scene.manager.post('/achievement_records/verify/preview', { ids: many })).status).toBe(400);
});

it('of many is taken back together, until something was made of one of them', async () => {
  const { manager, committee, student, sql } = scene;
  const [one, other] = scene.students;
  const rows = [
    await scene.sent(one, { achieved_on: scene.day(-31) }),
    await scene.sent(other, { achieved_on: scene.day(-32) }),
  ];
  const verify = async () => {
    const ids = rows.map(({ id }) => id);
    const looked = (await manager.post('/achievement_records/verify/preview', { ids })).body;
    const all = looked.map(({ id, version }: { id: number; version: number }) => ({ id, version }));
    return (await manager.post('/achievement_records/verify', { rows: all, badge: true })).body.batch;
  };
  const batch = await verify();
  const back = (by: typeof manager, { id, version } = batch) =>
    by.put('/achievement_records/together/take_back', { id, version });
  // Neither a student nor a validator of single types reaches what another verified.
  expect((await back(student)).status).toBe(403);
  expect((await back(scene.teacher)).status).toBe(404);
  expect((await back(manager, { id: batch.id, version: 99 })).body.code).toBe('STALE');
  const { badge_id } = (await one.get(`/achievement_records/${rows[0].id}`)).body;
  const taken = await back(manager);
  expect(taken.body).toMatchObject({ status: 'TAKEN_BACK', can: { take_back: false } });
  expect((await back(manager, taken.body)).body.code).toBe('TRANSITION_NOT_ALLOWED');
  expect((await one.get(`/achievement_records/${rows[0].id}`)).body).toMatchObject({
    status: 'SUBMITTED',
    points: null,
    badge_id: null,
    validator: null,
  });
  expect(await sql('select status from issued_documents where id = $1', [badge_id])).toEqual([{ status: 'REVOKED' }]);
  // Nothing else is let out of what was verified, whoever asks the database.
  const again = await verify();
  await expect(
    sql(
      "update achievement_records set status = 'SUBMITTED', points = null, scale_id = null, batch_id = null, title = 'x' where id = $1",
      [rows[0].id],
    ),
  ).rejects.toThrow();
  expect((await one.post('/achievement_records/supplement', {})).status).toBe(200);
  expect((await back(manager, again)).body).toMatchObject({ code: 'ACHIEVEMENT_BUILT_ON' });
  const { content } = (await manager.get('/achievement_records/together/')).body;
  expect(content.find(({ id }: { id: number }) => id === again.id)).toMatchObject({
    built_on: 1,
    can: { take_back: false },
  });
  expect((await committee.get('/achievement_records/together/')).status).toBe(403);
  for (const { id } of rows) {
    const record = (await manager.get(`/achievement_records/${id}`)).body;
    expect(record.status).toBe('VERIFIED');
    await scene.step(manager, record, 'REVOKED', { reason: 'Tozalash' });
  }
});
