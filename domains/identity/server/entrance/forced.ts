import { eq, inArray, sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { accounts, statusHistory } from '#platform/server/database/tables.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { tableOf, withTitles } from '../history/history-titles.ts';

/** Steps past a life cycle: who took them, where, and why. Own ones for those without `history.read` over the institution. */
export const forcedSteps = (call: Call, input: ListInput) =>
  list(call, input, {
    from: sql`${statusHistory}`,
    key: sql`${statusHistory.id}`,
    table: 'status_history',
    where: [
      sql`${statusHistory.forced}`,
      scopeOf(call, 'history.read') === 'institution' ? undefined : eq(statusHistory.account_id, call.account_id),
    ],
    sorts: { id: sql`${statusHistory.id}` },
    defaultSort: 'id,desc',
    async load(ids) {
      const rows = await call.db
        .select({
          id: statusHistory.id,
          at: statusHistory.at,
          person: sql<string | null>`${accounts.lastname} || ' ' || ${accounts.firstname}`,
          entity: statusHistory.entity,
          entity_id: statusHistory.entity_id,
          from_status: statusHistory.from_status,
          to_status: statusHistory.to_status,
          reason: statusHistory.reason,
        })
        .from(statusHistory)
        .leftJoin(accounts, eq(accounts.id, statusHistory.account_id))
        .where(inArray(statusHistory.id, ids));
      const steps = [];
      for (const row of rows)
        steps.push({ ...row, table_name: await tableOf(call, row.entity), row_id: row.entity_id, changes: [] });
      return (await withTitles(call, steps)).map(({ row_id, changes, ...row }) => row);
    },
  });

/** Tells those who read the whole history of a house, once a week, how many steps were forced there. Answers how many. */
export async function reportForcedSteps(kernel: Kernel): Promise<number> {
  const client = await kernel.database.owner.connect();
  let told = 0;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ institution_id: number; count: number; readers: number[] }>(
      `select h.institution_id, count(distinct h.id)::int as count, array_agg(distinct a.id) as readers
         from status_history h
         join account_roles r on r.institution_id = h.institution_id
         join role_permissions p on p.role_id = r.role_id and p.permission = 'history.read' and p.scope = 'institution'
         join accounts a on a.id = r.account_id and a.active and a.deleted_at is null
        where h.forced and h.at > edulab_now() - interval '7 days' and not exists (
          select 1 from notices n where n.institution_id = h.institution_id and n.type = 'forced_steps' and n.created_at > edulab_now() - interval '6 days 12 hours')
        group by 1`,
    );
    for (const { institution_id, count, readers } of rows) {
      await notify({ client, institution_id }, readers, {
        type: 'forced_steps',
        title: titleOf('notice_forced_steps', { count }),
        link: '/info-history?tab=forced',
      });
      told += count;
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return told;
}
