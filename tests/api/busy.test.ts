import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

/** What somebody holds for long keeps nobody else waiting for long: a typed answer, and the connection is free again. */
let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
});
afterAll(() => api.close());

it('answers BUSY where another transaction holds the record, and works when it is over', async () => {
  const office = await api.as('super_admin');
  const [period] = (await office.get('/exam_period/?state=DRAFT')).body.content;
  const [form] = (await office.get('/education_form/')).body.content;
  const fresh =
    period ??
    (await office.post('/exam_period/', { title: 'Sinov', starts_on: '2027-01-10', ends_on: '2027-01-24' })).body;
  await office.delete(`/exam_period/${fresh.id}`);
  const holder = await api.database.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from exam_periods where id = $1 for update', [fresh.id]);
    await holder.query('select 1 from education_forms where id = $1 for update', [form.id]);
    const began = performance.now();
    const refused = await Promise.all([
      office.post(`/exam_period/${fresh.id}/restore`, {}, { language: 'ru' }),
      office.post('/education_form/', { id: form.id, version: form.version, code: form.code, title: form.title }),
    ]);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'BUSY' } });
    expect(refused[0]!.body.message).toMatch(/кто-то другой/);
    expect(performance.now() - began).toBeLessThan(15_000);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const restored = await office.post(`/exam_period/${fresh.id}/restore`);
  expect(restored.status).toBe(200);
});
