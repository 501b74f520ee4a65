import { and, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { allQuery, Option, PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { idsIn, localTitle } from '#platform/server/records/resource.ts';
import { jobPositions, staff } from './tables.ts';

/** Whom one may ask to sit somewhere: people who work here, by name and position, as the public page of staff shows them. */

/**
 * Ids of staff, in brackets, who can do what a permission allows: they can sign in here and hold a role that grants it. Asked
 * of each, which the offset keeps: most of those who hold a role are students.
 */
export const whoActs = (permission: PermissionName): SQL => sql`(
  select t.id from staff t join accounts a on a.id = t.account_id and a.active and a.deleted_at is null
   where t.deleted_at is null and t.status <> 'LEFT' and exists (
     select 1 from account_roles h join roles r on r.id = h.role_id and r.deleted_at is null and not r.viewer
       join role_permissions p on p.role_id = r.id and p.permission = ${permission}
      where h.account_id = t.account_id and h.institution_id = edulab_institution() offset 0))`;

const offered = 50;

/** For selectors; whoever the ids name is told whether or not they may be chosen. */
export function peopleOptions(
  call: Pick<Call, 'db' | 'locale'>,
  { search, ids: asked }: NonNullable<z.infer<typeof allQuery>> = {},
  among?: SQL,
): Promise<Option[]> {
  const ids = idsIn(asked);
  return call.db
    .select({
      id: staff.id,
      title: sql<string>`concat_ws(' · ', concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname}),
        (select ${localTitle(sql`p.title`, call.locale)} from ${jobPositions} p where p.id = ${staff.job_position_id}))`,
    })
    .from(staff)
    .where(
      and(
        isNull(staff.deleted_at),
        ids ? inArray(staff.id, [0, ...ids]) : and(ne(staff.status, 'LEFT'), among),
        keyHolds(sql`${staff.search}`, search),
      ),
    )
    .orderBy(closeness(sql`${staff.search}`, search) ?? sql`0::int`, staff.lastname, staff.firstname, staff.id)
    .limit(Math.max(offered, ids?.length ?? 0));
}
