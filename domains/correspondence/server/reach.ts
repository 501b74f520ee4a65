import { type SQL, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { acquaintances, agreements, deputies, executors, letters, orders } from './tables.ts';

/** Which letters a caller sees, and as whom they act. */

/** The caller's own records of staff, and those of whom they are the deputy today. */
export const ownStaff = (call: Pick<Call, 'account_id'>): SQL =>
  sql`(select t.id from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null and t.status <> 'LEFT'
       union select d.staff_id from ${deputies} d join ${staff} t on t.id = d.deputy_id
        where t.account_id = ${call.account_id} and t.deleted_at is null and t.status <> 'LEFT' and d.deleted_at is null
          and (select edulab_today()) between d.since and d.until)`;

/** Who acts for whom today, as accounts: a subselect of `principal_id, deputy_id`. Whoever left neither has nor is a deputy. */
export const actingToday: SQL = sql`(select s.account_id as principal_id, t.account_id as deputy_id
    from ${deputies} d join ${staff} s on s.id = d.staff_id and s.deleted_at is null and s.status <> 'LEFT'
      join ${staff} t on t.id = d.deputy_id and t.deleted_at is null and t.status <> 'LEFT'
   where d.deleted_at is null and (select edulab_today()) between d.since and d.until and s.account_id is not null and t.account_id is not null)`;

/** Orders that the caller executes or gave, whatever became of them. */
export const ownOrders = (call: Call): SQL =>
  sql`(select o.id from ${orders} o where o.deleted_at is null and (o.author_id = ${call.account_id} or exists
       (select 1 from ${executors} x where x.order_id = o.id and x.deleted_at is null and x.staff_id in ${ownStaff(call)})))`;

/** Letters in which the caller has a part: wrote, signs, was asked, was ordered something, or is to take note. */
export function involved(call: Call): SQL {
  const mine = ownStaff(call);
  return sql`(
    (${letters.author_id} = ${call.account_id} and ${letters.direction} = 'OUTGOING')
    or (${letters.signer_id} in ${mine} and ${letters.status} not in ('DRAFT', 'AGREEING'))
    or ${letters.id} in (select a.letter_id from ${agreements} a where a.deleted_at is null and a.revision is not null and a.staff_id in ${mine})
    or ${letters.id} in (select o.letter_id from ${orders} o where o.id in ${ownOrders(call)})
    or ${letters.id} in (select n.letter_id from ${acquaintances} n where n.deleted_at is null and n.staff_id in ${mine}))`;
}

/** Of a confidential letter not even the heading is seen by who has no part in it. A draft is its author's, and theirs whose word was asked before. */
export function visible(call: Call): SQL {
  if (scopeOf(call, 'correspondence.read') !== 'institution')
    return may(call, 'correspondence.read') ? involved(call) : sql`false`;
  const open = may(call, 'correspondence.confidential') ? sql`true` : sql`not ${letters.confidential}`;
  const drafts = may(call, 'correspondence.register') ? sql`${letters.direction} = 'INCOMING'` : sql`false`;
  return sql`((${open} and (${letters.status} not in ('DRAFT', 'AGREEING', 'AGREED') or ${drafts})) or ${involved(call)})`;
}
