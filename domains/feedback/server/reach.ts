import { type SQL, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { feedback } from './tables.ts';

/** Who sees which: its author, who was given it, and who keeps the register; never whom it is about. */

export const ownStaff = (call: Pick<Call, 'account_id'>): SQL =>
  sql`(select t.id from ${staff} t where t.account_id = ${call.account_id} and t.deleted_at is null)`;

export const handled = (call: Call): SQL => sql`coalesce(${feedback.handler_id} in ${ownStaff(call)}, false)`;
export const written = (call: Call): SQL => sql`coalesce(${feedback.account_id} = ${call.account_id}, false)`;
/** Nobody reads what was written about them, whatever their role. */
const aboutOthers = (call: Call): SQL => sql`coalesce(${feedback.about_staff_id} not in ${ownStaff(call)}, true)`;

export function visible(call: Call): SQL {
  const scope = scopeOf(call, 'feedback.read');
  if (!scope) return sql`false`;
  const others = scope === 'institution' ? aboutOthers(call) : sql`(${handled(call)} and ${aboutOthers(call)})`;
  return sql`(${written(call)} or ${others})`;
}

/** Accounts of those who moderate, but for whom a complaint is about. */
export async function moderators(
  call: Pick<Call, 'db' | 'institution_id'>,
  about_staff_id: number | null = null,
): Promise<number[]> {
  const { rows } = await call.db.execute<{ account_id: number }>(sql`
    select distinct h.account_id from account_roles h
      join roles r on r.id = h.role_id and r.deleted_at is null and not r.viewer
      join role_permissions p on p.role_id = r.id and p.permission = 'feedback.moderate'
      join accounts a on a.id = h.account_id and a.active and a.deleted_at is null
     where h.institution_id = ${call.institution_id}
       and h.account_id is distinct from (select s.account_id from ${staff} s where s.id = ${about_staff_id}::int)`);
  return rows.map(({ account_id }) => account_id);
}

/** What this caller is to one of them. */
export async function partOf(call: Call, row: Pick<typeof feedback.$inferSelect, 'account_id' | 'handler_id'>) {
  const own = row.account_id !== null && row.account_id === call.account_id;
  if (own || row.handler_id === null) return { own, handles: false, moderates: !own && may(call, 'feedback.moderate') };
  const [mine] = await call.db
    .select({ id: staff.id })
    .from(staff)
    .where(sql`${staff.id} = ${row.handler_id} and ${staff.id} in ${ownStaff(call)}`);
  return {
    own,
    handles: mine !== undefined && may(call, 'feedback.handle'),
    moderates: may(call, 'feedback.moderate'),
  };
}
