import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { fittingInputsOf } from '#tests/support/random-input.ts';

/**
 * Institutions share some things: accounts, roles, themselves, the names of places. Somebody with every right in
 * institution 1, and none in 2, tries to change those that institution 2 lives by.
 */

let api: Api;
let mighty: Caller;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;

const theirAccounts = 'select account_id from account_roles where institution_id = 2';
const theirRoles = 'select role_id from account_roles where institution_id = 2';
/** Everything without an institution that institution 2 lives by. */
const shared: Record<string, string> = {
  accounts: `select id, username, password_hash, firstname, lastname, midname, email, phone, active, deleted_at, avatar_file_id, required_actions from accounts where id in (${theirAccounts})`,
  sessions: `select id, account_id, revoked_at from sessions where account_id in (${theirAccounts}) and address <> '127.0.0.9'`,
  account_roles: 'select * from account_roles where institution_id = 2',
  roles: `select id, name, title, viewer, deleted_at from roles where id in (${theirRoles})`,
  role_permissions: `select * from role_permissions where role_id in (${theirRoles})`,
  institutions: 'select id, title, short_name, timezone, details, deleted_at from institutions where id = 2',
  countries: 'select id, title, code, deleted_at from countries where id <= $1',
  states: 'select id, title, country_id, deleted_at from states where id <= $1',
  cities: 'select id, title, state_id, deleted_at from cities where id <= $1',
};
const standing = new Map<string, number>();
async function digests() {
  const found: Record<string, string> = {};
  for (const [name, query] of Object.entries(shared)) {
    const values = query.includes('$1') ? [standing.get(name)] : [];
    const [row] = await sql(
      `select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as digest from (${query}) x`,
      values,
    );
    found[name] = row.digest;
  }
  return found;
}

beforeAll(async () => {
  api = await startApi({ students: 60 });
  // Somebody who works in both institutions, a deleted account, a deleted role.
  await sql(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 2 from accounts a, roles r where a.username in ('dean', 'hr_head') and r.name = 'DEAN' on conflict do nothing`,
  );
  await sql("update accounts set deleted_at = edulab_now() where username = 'hr_head'");
  await sql(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 1 from accounts a cross join roles r where a.username = 'demo_admin' on conflict do nothing`,
  );
  await sql(
    `delete from account_roles where institution_id = 2 and account_id = (select id from accounts where username = 'demo_admin')`,
  );
  // Sessions of people of institution 2, which are theirs to end.
  for (const who of ['admin_samarkand', 'dean']) await api.as(who);
  for (const name of ['countries', 'states', 'cities'])
    standing.set(name, (await sql(`select max(id) as id from ${name}`))[0].id);
  await sql(`delete from account_roles where account_id = (select id from accounts where username = 'admin_viewer')`);
  await sql(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 1 from accounts a, roles r where a.username = 'admin_viewer' and r.name = 'SUPER_ADMIN'`,
  );
  mighty = await api.as('demo_admin', 1);
}, 120_000);
afterAll(() => api.close());

it('every right in one institution changes nothing by which another lives, by any call', async () => {
  const targets: number[] = (
    await sql(
      `select id from accounts where username in ('admin_samarkand', 'dean', 'hr_head', 'student_viewer_samarkand')
       union select id from roles where name in ('STUDENT_VIEWER_SAMARKAND', 'DEAN', 'STUDENTS_DEPARTMENT_SAMARKAND')
       union select 2 union select min(id) from cities union select min(id) from sessions`,
    )
  ).map(({ id }: { id: number }) => id);
  const before = await digests();
  let fine = 0;
  for (const { meta, contract } of callsOf(domains)) {
    if (meta.method === 'GET' || 'public' in meta.access || /upload|^\/user\/sign-out/.test(meta.path)) continue;
    const schema = contract['~orpc'].inputSchema;
    const made = schema ? fc.sample(fittingInputsOf(schema), { numRuns: 1, seed: 11 }) : [{}];
    const aims = meta.path.includes('{') || /"(\w+_)?ids?"/.test(JSON.stringify(made)) ? targets : targets.slice(0, 1);
    for (const target of aims)
      for (const input of made) {
        if (typeof input !== 'object' || input === null) continue;
        const aimed = Object.fromEntries(
          Object.entries(input).map(([key, value]) => [
            key,
            /(^|_)ids$/.test(key) ? [target] : /(^|_)id$/.test(key) ? target : key === 'version' ? 1 : value,
          ]),
        );
        const answer = await api.app.inject({
          method: meta.method,
          url: apiBase + meta.path.replaceAll(/\{[^}]+\}/g, String(target)),
          headers: { authorization: `Bearer ${mighty.token}`, institution: '1', language: 'en' },
          payload: aimed,
        });
        if (answer.statusCode < 300) fine++;
        if (answer.statusCode === 401) mighty = await api.as('demo_admin', 1);
      }
  }
  expect(fine).toBeGreaterThan(20);
  expect(await digests()).toEqual(before);
}, 400_000);

it('a role is changed only by who may in every institution where it is held', async () => {
  const before = await digests();
  const ruler = await api.as('admin_viewer', 1);
  const role = async (name: string) =>
    (await sql('select id, version from roles where name = $1', [name]))[0] as { id: number; version: number };
  const theirs = await role('STUDENT_VIEWER_SAMARKAND');
  const both = await role('DEAN');
  for (const one of [theirs, both]) {
    const title = { uz: 'x', ru: 'x', en: 'x' };
    expect((await ruler.post('/role/', { ...one, permissions: [] })).body.code).toBe('ROLE_HELD_ELSEWHERE');
    expect((await ruler.post('/role/', { ...one, title })).body.message).toContain('Samarkand International');
    expect((await ruler.get(`/role/${one.id}`)).body.can).toMatchObject({ edit: false, rename: false, remove: false });
  }
  expect(await digests()).toEqual(before);
  // Their own administrator may not either, while people of institution 1 hold it; who may in both does.
  const root = await api.as('super_admin', 1);
  expect((await root.post('/role/', { ...both, title: { uz: 'Dekan', ru: 'Декан', en: 'Dean' } })).status).toBe(200);
});

it('a role that comes back, or reads only no more, is weighed by what it will give', async () => {
  await sql(
    `insert into roles (name, title, deleted_at) values ('OLD_MIGHT', '{"uz":"a","ru":"a","en":"a"}', edulab_now()), ('QUIET', '{"uz":"b","ru":"b","en":"b"}', null)`,
  );
  await sql("update roles set viewer = true where name = 'QUIET'");
  await sql(
    "insert into role_permissions (role_id, permission, scope) select id, 'role.manage', 'institution' from roles where name in ('OLD_MIGHT', 'QUIET')",
  );
  const idOf = async (name: string) => (await sql('select id, version from roles where name = $1', [name]))[0];
  // An administrator without that right.
  await sql(
    "delete from role_permissions where permission = 'role.manage' and role_id in (select id from roles where name = 'ADMIN')",
  );
  await sql(
    "insert into role_permissions (role_id, permission, scope) select id, 'role.manage', 'institution' from roles where name = 'SYSTEM_MODERATOR' on conflict do nothing",
  );
  const moderator = await api.as('system_moderator', 1);
  await sql(
    "insert into role_permissions (role_id, permission, scope) select id, 'institution.manage', 'institution' from roles where name = 'OLD_MIGHT'",
  );
  expect((await moderator.post(`/role/${(await idOf('OLD_MIGHT')).id}/restore`)).body.code).toBe('ROLE_TOO_STRONG');
  const quiet = await idOf('QUIET');
  await moderator.post('/role/', { ...quiet, viewer: false });
  expect(await sql('select permission from role_permissions where role_id = $1', [quiet.id])).toEqual([]);
});
