import { getTableColumns, getTableName, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { fail } from '../call/errors.ts';
import { tableTitle } from '../call/messages.ts';
import type { Call, Use } from '../kernel.ts';

const usesIn = ({ kernel }: Pick<Call, 'kernel'>): Use[] => kernel.domains.flatMap(({ uses = [] }) => uses);

const tableOf = (column: PgColumn) => column.table as PgTable;
const alive = (table: PgTable): SQL => {
  const deleted = getTableColumns(table).deleted_at;
  return deleted ? isNull(deleted) : sql`true`;
};
/** A column holds the needed one's number, or many of them. */
const neededIn = (by: PgColumn, ids: SQL): SQL =>
  by.columnType === 'PgArray' ? sql`${by} && ${ids}` : sql`${by} = any(${ids})`;
/** Refuses with IN_USE while living records need this one, or any of these: `uses: [{what, title, count}]`, `what` being a table's name. */
export async function demandUnused(call: Call, table: PgTable, id: number | readonly number[]): Promise<void> {
  const ids = sql`${sql.param([id].flat())}::int[]`;
  const users = usesIn(call).filter((use) => use.of === table);
  if (users.length === 0) return;
  const counts = users.map(
    ({ by, where = sql`true` }) =>
      sql`select ${getTableName(tableOf(by))}::text as what, count(*)::int as count from ${tableOf(by)} where ${neededIn(by, ids)} and ${alive(tableOf(by))} and ${where}`,
  );
  const { rows } = await call.db.execute<{ what: string; count: number }>(
    sql`select what, sum(count)::int as count from (${sql.join(counts, sql` union all `)}) as found where count > 0 group by what order by 2 desc, 1`,
  );
  if (rows.length === 0) return;
  const uses = rows.map(({ what, count }) => ({ what, title: tableTitle(call.locale, what), count }));
  throw fail('IN_USE', { uses, used: uses.map(({ title, count }) => `${title}: ${count}`).join(', ') });
}

/** Refuses with RESTORE_NEEDS where something that this row needs is deleted: `needs: [{what, title}]`. */
export async function demandNeeded(call: Call, table: PgTable, row: Record<string, unknown>): Promise<void> {
  const needs: { what: string; title: string }[] = [];
  for (const { of, by } of usesIn(call)) {
    const ids = [row[by.name]].flat().filter((id): id is number => typeof id === 'number');
    if (tableOf(by) !== table || ids.length === 0) continue;
    const found = await call.db
      .select({ id: of.id })
      .from(of as PgTable)
      .where(sql`${inArray(of.id, ids)} and ${alive(of)}`)
      .limit(1);
    if (found.length > 0) continue;
    const what = getTableName(of);
    needs.push({ what, title: tableTitle(call.locale, what) });
  }
  if (needs.length) throw fail('RESTORE_NEEDS', { needs, needed: needs.map(({ title }) => title).join(', ') });
}
