import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let hr: Caller;
beforeAll(async () => {
  api = await startApi();
  hr = await api.as('hr_head');
});
afterAll(() => api.close());

/** A member of staff with the account of this username. */
async function person(username: string) {
  const made = (await hr.post('/staff/', { firstname: 'Olim', lastname: `Saidov ${username}` })).body;
  await api.database.owner.query(
    'update staff set account_id = (select id from accounts where username = $2) where id = $1',
    [made.id, username],
  );
  return (await hr.get(`/staff/${made.id}`)).body as { id: number; version: number };
}
const leave = ({ id, version }: { id: number; version: number }, by = hr) =>
  by.put(`/staff/${id}/status`, { version, status: 'LEFT', reason: 'Ariza', order_number: '7-K' });
const account = async (username: string) =>
  (
    await api.database.owner.query(
      `select a.active, array(select r.name || ar.institution_id from account_roles ar join roles r on r.id = ar.role_id where ar.account_id = a.id order by 1) as roles
         from accounts a where username = $1`,
      [username],
    )
  ).rows[0];

it('closes the account of whoever leaves, and coming back does not open it', async () => {
  const teacher = await person('teacher');
  const session = await api.as('teacher');
  expect((await session.get('/staff/profile')).status).toBe(200);
  const left = (await leave(teacher)).body;
  expect(left.status).toBe('LEFT');
  expect((await session.get('/staff/profile')).status).toBe(401);
  expect((await account('teacher')).active).toBe(false);
  await hr.put(`/staff/${teacher.id}/status`, { version: left.version, status: 'ACTIVE', order_number: '8-K' });
  expect((await account('teacher')).active).toBe(false);
});

it('leaves what the person has besides: studies here, work elsewhere', async () => {
  await api.database.owner.query(
    "insert into account_roles (account_id, institution_id, role_id) select a.id, 1, r.id from accounts a, roles r where a.username = 'library_moderator' and r.name = 'MASTER_STUDENT'",
  );
  await leave(await person('library_moderator'));
  expect(await account('library_moderator')).toEqual({ active: true, roles: ['MASTER_STUDENT1'] });
});

it('does not let anybody be shut out who is stronger, nor oneself', async () => {
  expect((await leave(await person('super_admin'))).body.code).toBe('ACCOUNT_TOO_STRONG');
  expect((await leave(await person('hr_head'))).body.code).toBe('OWN_ACCOUNT');
});
