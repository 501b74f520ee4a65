import { sql } from 'drizzle-orm';
import { groupMembers, groupMentors, onDay } from '#domains/groups/server/index.ts';
import { notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { staff, whoActs } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { riskCases, riskDeputies } from './tables.ts';

/**
 * One notice a night to whoever looks after students: how many were found that day, and for how many what was planned is due. No
 * names, since notices are read on screens that others see.
 */
export async function tellMentors(call: Pick<Call, 'db' | 'client' | 'institution_id'>, day: string): Promise<number> {
  const { rows } = await call.db.execute<{ account_id: number; fresh: number; due: number }>(sql`
    with news as (
      select c.id, c.student_id, c.mentor_id, c.flagged_on = ${day}::date as fresh, coalesce(c.next_on <= ${day}::date, false) as due
        from ${riskCases} c where c.status = 'OPEN' and c.deleted_at is null and (c.flagged_on = ${day}::date or c.next_on <= ${day}::date)),
    looked as (
      select n.id, n.fresh, n.due, n.mentor_id as staff_id from news n where n.mentor_id is not null
      union select n.id, n.fresh, n.due, e.staff_id from news n
        join ${groupMembers} m on m.student_id = n.student_id and ${onDay(sql`${day}::date`)}
        join ${groupMentors} e on e.group_id = m.group_id and e.ends_on is null and e.deleted_at is null
       where n.mentor_id is null),
    told as (
      select l.* from looked l
      union select l.id, l.fresh, l.due, d.deputy_id from looked l
        join ${riskDeputies} d on d.staff_id = l.staff_id and d.deleted_at is null and ${day}::date between d.since and d.until)
    select s.account_id, (count(*) filter (where t.fresh))::int as fresh, (count(*) filter (where t.due))::int as due
      from told t join ${staff} s on s.id = t.staff_id where s.id in ${whoActs('risk.act')} group by s.account_id order by s.account_id`);
  await notifyEach(
    call,
    rows.map(({ account_id, fresh, due }) => ({ account_id, title: titleOf('notice_risk_digest', { fresh, due }) })),
    { type: 'risk', link: '/early-warning' },
  );
  return rows.length;
}
