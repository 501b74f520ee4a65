import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts, auditLog, statusHistory } from '#platform/server/database/tables.ts';
import type { historyEntry } from '../shapes.ts';
import { fieldsHiddenFrom } from './policy.ts';

type Entry = z.infer<typeof historyEntry>;

/** What changes with every write and says nothing. */
const unshownColumns = new Set(['id', 'version', 'created_at', 'updated_at', 'institution_id', 'search']);
const blankEntry = {
  call: null,
  from_status: null,
  changes: [],
  reason: null,
  order_number: null,
  order_date: null,
  forced: false,
};

async function namesOfAccounts(call: Call, ids: (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length
    ? await call.db
        .select({ id: accounts.id, firstname: accounts.firstname, lastname: accounts.lastname })
        .from(accounts)
        .where(inArray(accounts.id, wanted))
    : [];
  return new Map(rows.map((row) => [row.id, `${row.lastname} ${row.firstname}`]));
}

/** Status changes of one record, newest first. */
export async function statusChanges(call: Call, entity: string, id: number): Promise<Entry[]> {
  const rows = await call.db
    .select()
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, entity), eq(statusHistory.entity_id, id)))
    .orderBy(desc(statusHistory.id))
    .limit(1000);
  const people = await namesOfAccounts(
    call,
    rows.map((row) => row.account_id),
  );
  return rows.map((row) => ({
    ...blankEntry,
    at: row.at,
    kind: 'status',
    by: people.get(row.account_id ?? 0) ?? null,
    operation: row.to_status,
    from_status: row.from_status,
    changes:
      row.effective_from || row.effective_to
        ? [{ field: 'effective', old: row.effective_from, new: row.effective_to }]
        : [],
    reason: row.reason,
    order_number: row.order_number,
    order_date: row.order_date,
    forced: row.forced,
  }));
}

/** Everything that happened to one staff record, newest first; what is kept from the caller stays so. */
export async function staffHistory(call: Call, id: number): Promise<Entry[]> {
  const rows = await call.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.table_name, 'staff'), eq(auditLog.row_id, id)))
    .orderBy(desc(auditLog.id))
    .limit(1000);
  const statuses = await statusChanges(call, 'staff', id);
  if (rows.length === 0 && statuses.length === 0) throw fail('NOT_FOUND');
  const hidden = new Set<string>(fieldsHiddenFrom(call).flatMap(({ fields }) => fields));
  const people = await namesOfAccounts(
    call,
    rows.map((row) => row.account_id),
  );
  const changes = rows.map(
    (row): Entry => ({
      ...blankEntry,
      at: row.at,
      kind: 'change',
      by: people.get(row.account_id ?? 0) ?? null,
      call: row.call,
      operation: row.operation,
      changes: Object.keys({ ...row.old, ...row.new })
        .filter((field) => !unshownColumns.has(field) && !hidden.has(field))
        .map((field) => ({ field, old: row.old?.[field] ?? null, new: row.new?.[field] ?? null }))
        .filter((change) => change.old !== null || change.new !== null),
    }),
  );
  return [...changes.filter((entry) => entry.changes.length > 0), ...statuses].sort((a, b) => (a.at < b.at ? 1 : -1));
}
