import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { historyAnswer } from '../shapes.ts';
import { groupReach } from './reach.ts';
import { groupMembers, groupMentors, groups } from './tables.ts';

type Answer = z.infer<typeof historyAnswer>;

/** Who was in a group from when to when and why, and who looked after it; 403 where the group is out of reach. */
export async function history(call: Call, input: { group_id: number }): Promise<Answer> {
  // Why others left is not for those who learn beside them.
  if (scopeOf(call, 'group.read') === 'own') throw fail('NOT_YOUR_GROUP');
  const [group] = await call.db
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.id, input.group_id), isNull(groups.deleted_at), groupReach(call, 'group.read')));
  if (!group) throw fail('NOT_YOUR_GROUP');
  const members = await call.db.execute<Answer['members'][number] & Record<string, unknown>>(sql`
    select m.id as membership_id, s.id as student_id, s.student_no, s.firstname, s.lastname, s.midname,
           m.starts_on::text as starts_on, m.ends_on::text as ends_on, m.reason,
           case when following.id is null then null else jsonb_build_object('id', following.id, 'title', following.name) end as moved_to
      from ${groupMembers} m join ${students} s on s.id = m.student_id
      left join lateral (
        select groups.id, groups.name from ${groupMembers} n join ${groups} on ${groups.id} = n.group_id
         where n.student_id = m.student_id and n.kind = 'MAIN' and n.deleted_at is null and n.starts_on = m.ends_on + 1
           and ${groupReach(call, 'group.read') ?? sql`true`} limit 1) following on true
     where m.group_id = ${group.id} and m.deleted_at is null
     order by m.starts_on desc, s.full_name, m.id`);
  const mentors = await call.db.execute<Answer['mentors'][number] & Record<string, unknown>>(sql`
    select e.staff_id, s.firstname, s.lastname, s.midname, e.starts_on::text as starts_on, e.ends_on::text as ends_on
      from ${groupMentors} e join ${staff} s on s.id = e.staff_id
     where e.group_id = ${group.id} and e.deleted_at is null
     order by e.starts_on desc, e.id desc`);
  return { members: members.rows, mentors: mentors.rows };
}
