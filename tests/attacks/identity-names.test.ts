import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.database.owner.query(
    "update accounts set username = '998901234567', phone = '998901234567' where username = 'guest_user'",
  );
});
afterAll(() => api.close());

it('whoever only chooses people learns no phone by it, shown or guessed', async () => {
  const teacher = await api.as('teacher');
  const found = async (search: string) => (await teacher.get(`/account/all?search=${search}`)).body as unknown[];
  const whole = JSON.stringify((await teacher.get('/account/all')).body);
  expect(whole).not.toMatch(/998901234567/);
  for (const guess of ['998901234567', '99890', '1234567', 'demo.edulab.uz']) expect(await found(guess)).toEqual([]);
  expect(await found('registrar_head')).toHaveLength(1);
  const admin = await api.as('admin', 1);
  expect((await admin.get('/account/all?search=998901234567')).body).toMatchObject([{ username: '998901234567' }]);
});
