import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { jobPositions, staff } from '#domains/staff/server/index.ts';
import type { Option } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { idsIn, localTitle, type OptionsQuery } from '#platform/server/records/resource.ts';

/** Staff by name and position, which everybody at the university knows. */
export async function peopleOptions(call: Call, input: OptionsQuery): Promise<Option[]> {
  const ids = idsIn(input?.ids);
  const key = sql`${staff.search}`;
  return call.db
    .select({
      id: staff.id,
      title: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}) || coalesce(' · ' || (select ${localTitle(sql`j.title`, call.locale)} from ${jobPositions} j where j.id = ${staff.job_position_id}), '')`,
    })
    .from(staff)
    .where(
      and(
        isNull(staff.deleted_at),
        ids
          ? ids.length
            ? inArray(staff.id, ids)
            : sql`false`
          : and(eq(staff.status, 'ACTIVE'), keyHolds(key, input?.search)),
      ),
    )
    .orderBy(closeness(key, input?.search) ?? sql`2`, sql`2`, staff.id)
    .limit(50);
}
