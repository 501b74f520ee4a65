import { type SQL, sql } from 'drizzle-orm';
import { actingToday } from '#domains/correspondence/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { nobodyHolds } from './reach.ts';
import { formRequestSteps, formRequests } from './tables.ts';

/**
 * Each night: whoever holds a role of a step that is past its date is told, once for a date, and their deputies with them.
 * Whoever manages forms is told as well, when it is two working days late; and in the first night, late or not, where
 * nobody holds any of its roles any more, for then it is theirs to do.
 * Answers how many steps somebody was told of.
 */
export async function remindOfSteps(kernel: Kernel): Promise<number> {
  let told = 0;
  await everyInstitutionInTheNight(kernel, 'requests', async (call) => {
    told += await remind(call);
  });
  return told;
}

interface Late extends Record<string, unknown> {
  request_id: number;
  number: string;
  holders: number[];
  managers: number[];
  escalated: boolean;
  orphaned: boolean;
}

const patience = 2;

async function remind(call: Call): Promise<number> {
  const today = await todayOf(call);
  // Active accounts with a role of which something is true, and whoever acts for them today.
  const holding = (condition: SQL) => sql`(select array_agg(distinct x.account_id) from (
      select h.account_id from account_roles h join roles r on r.id = h.role_id and r.deleted_at is null and not r.viewer
        join accounts a on a.id = h.account_id and a.active and a.deleted_at is null
       where h.institution_id = ${call.institution_id} and ${condition}
      ) y cross join lateral (select y.account_id union select d.deputy_id from ${actingToday} d where d.principal_id = y.account_id) x)`;
  const { rows } = await call.db.execute<Late>(sql`
    with late as (
      select t.id, t.due_on, coalesce(${holding(sql`t.roles ? r.name`)}, '{}') as holders
        from ${formRequestSteps} t join ${formRequests} q on q.id = t.request_id and q.deleted_at is null and q.step = t.position
       where q.status in ('SUBMITTED', 'IN_REVIEW') and t.done_at is null and t.action <> 'PAYMENT' and t.stopped_at is null
         and (t.due_on < ${today}::date and (t.reminded_for is distinct from t.due_on or t.escalated_for is distinct from t.due_on)
           or t.escalated_for is null and ${nobodyHolds(call, sql`t.roles`)}) for update of t),
    due as (
      select l.*, coalesce(l.due_on < ${today}::date, false) as over,
             (cardinality(l.holders) = 0 or edulab_working_days(l.due_on, ${today}::date) >= ${patience}) as high from late l),
    marked as (
      update ${formRequestSteps} t set reminded_for = case when d.over then t.due_on else t.reminded_for end,
             escalated_for = case when d.high then coalesce(t.due_on, ${today}::date) else t.escalated_for end
        from due d, ${formRequestSteps} was
       where d.id = t.id and was.id = t.id and (d.over and was.reminded_for is distinct from was.due_on or (d.high and (was.escalated_for is null or was.escalated_for is distinct from was.due_on)))
      returning t.request_id, d.holders, d.high, (d.over and was.reminded_for is distinct from was.due_on) as fresh)
    select m.request_id, q.number, case when m.fresh then m.holders else '{}' end as holders, m.high as escalated,
           cardinality(m.holders) = 0 as orphaned, case when m.high then coalesce(${holding(
             sql`exists (select 1 from role_permissions p where p.role_id = r.id and p.permission = 'form.manage')`,
           )}, '{}') else '{}' end as managers
      from marked m join ${formRequests} q on q.id = m.request_id order by m.request_id`);
  for (const { request_id, number, holders, managers, orphaned } of rows) {
    const link = `/incoming-forms?id=${request_id}`;
    await notify(call, holders, { type: 'form_request', title: titleOf('notice_form_late', { number }), link });
    const others = managers.filter((id) => !holders.includes(id));
    await notify(call, others, {
      type: 'form_request',
      title: titleOf(orphaned ? 'notice_form_orphaned' : 'notice_form_escalated', { number }),
      link,
    });
  }
  return rows.length;
}
