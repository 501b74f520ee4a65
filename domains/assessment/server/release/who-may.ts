import { sql } from 'drizzle-orm';
import { courseModuleTeachers } from '#domains/curriculum/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { accountRoles, accounts, rolePermissions, roles } from '#platform/server/database/tables.ts';

/** Enough to know whom to ask. */
const mostNames = 4;

/** Names of people who may take a step in a module, those who teach it first; not of `except`, nor of the caller. */
export async function whoMay(
  call: Call,
  permission: PermissionName,
  module: number,
  except: readonly number[],
): Promise<string[]> {
  const { rows } = await call.db.execute<{ name: string }>(sql`
    select concat_ws(' ', a.lastname, a.firstname) as name
      from ${accounts} a cross join lateral (
        select exists (select 1 from ${courseModuleTeachers} t join ${staff} f on f.id = t.staff_id
          where t.course_module_id = ${module} and f.account_id = a.id and f.deleted_at is null and f.status <> 'LEFT') as teaches) x
     where a.deleted_at is null and a.active and a.id <> all(${sql.param([call.account_id, ...except])}::int[]) and exists (
       select 1 from ${accountRoles} h join ${roles} r on r.id = h.role_id and r.deleted_at is null and not r.viewer
         join ${rolePermissions} p on p.role_id = r.id and p.permission = ${permission}
        where h.account_id = a.id and h.institution_id = ${call.institution_id} and (p.scope = 'institution' or (p.scope in ('taught', 'branch') and x.teaches)))
     order by x.teaches desc, name, a.id limit ${mostNames}`);
  return rows.map((row) => row.name);
}
