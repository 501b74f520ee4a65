import type pg from 'pg';
import { type Role, roles, type Scope, scopes, viewerRoles } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { locks } from '#platform/server/database/locks.ts';
import { roleTitles } from './role-titles.ts';

/**
 * Sees to it that the built-in roles exist. A role that is new gets the rights that the code grants it; in an
 * installation that runs already only permissions that no role has ever got (a newer version brought them) are added,
 * so that what the roles screen decided stays decided. Safe to run at every start and by several servers at once.
 */
export async function ensureRoles(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [locks.roles]);
    await client.query(`select set_config('edulab.audit', 'off', true)`);
    const { rows: created } = await client.query<{ id: number; name: string }>(
      `insert into roles (name, title, built_in, viewer) select name, title, true, viewer from unnest($1::text[], $2::jsonb[], $3::boolean[]) as t (name, title, viewer) on conflict (name) do nothing returning id, name`,
      [
        [...roles],
        roles.map((name) => JSON.stringify(roleTitles[name])),
        roles.map((name) => viewerRoles.includes(name)),
      ],
    );
    const { rows: all } = await client.query<{ id: number; name: Role }>('select id, name from roles where built_in');
    const { rows: seen } = await client.query<{ permission: string }>('select permission from known_permissions');
    const known = new Set(seen.map((row) => row.permission));
    const fresh = new Set(created.map((row) => row.name));
    const grants: { role_id: number; permission: string; scope: Scope }[] = [];
    for (const role of all) {
      for (const [permission, declaration] of Object.entries(declaredPermissions())) {
        if (!fresh.has(role.name) && known.has(permission)) continue;
        if (!declaration.reads && viewerRoles.includes(role.name)) continue;
        // Where a role stands under two reaches, the wider one is meant.
        const scope = scopes.findLast((reach) => declaration.grants[reach]?.includes(role.name));
        if (scope) grants.push({ role_id: role.id, permission, scope });
      }
    }
    await client.query(
      'insert into role_permissions (role_id, permission, scope) select * from unnest($1::int[], $2::text[], $3::text[]) on conflict do nothing',
      [grants.map((row) => row.role_id), grants.map((row) => row.permission), grants.map((row) => row.scope)],
    );
    await client.query('insert into known_permissions (permission) select unnest($1::text[]) on conflict do nothing', [
      Object.keys(declaredPermissions()),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
