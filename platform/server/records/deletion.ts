import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Call } from '../call/context.ts';
import { codeOfConstraint, fail } from '../call/errors.ts';

/** What was deleted: who sees it, how lists show it, and how it comes back. */

export type RecordTable = PgTable & { id: PgColumn; version: PgColumn; deleted_at: PgColumn };
export type RowOf<T extends PgTable> = T['$inferSelect'];

/** Refuses with 403 who may not restore what this list shows, to whom what was deleted is no business. */
export function demandDeleted(call: Call): void {
  const access = call.meta.deleted;
  const wanted = access && 'permission' in access ? [access.permission].flat() : [];
  if (!wanted.some((permission) => call.abilities.has(permission))) throw fail('FORBIDDEN', { permission: wanted[0] });
}

/** Records as a list of what was deleted shows them: since when, and that they can come back. */
export function withDeletion<R extends { id: number }>(
  records: R[],
  rows: { id: number; deleted_at: string | null }[],
): R[] {
  const since = new Map(rows.map((row) => [row.id, row.deleted_at]));
  return records.map((record) => ({ ...record, deleted_at: since.get(record.id), can: { restore: true } }));
}

/** Makes the row living again. RESTORE_TAKEN, or the domain's own code, where something that must be unique is another's now. */
export async function undelete<T extends RecordTable>(
  call: Call,
  table: T,
  id: number,
  changes: Record<string, unknown> = {},
): Promise<RowOf<T>> {
  const living: Record<string, unknown> = { ...changes, deleted_at: null };
  try {
    const [row] = await call.db
      .update(table as PgTable)
      .set(living)
      .where(eq(table.id, id))
      .returning();
    return row as RowOf<T>;
  } catch (error) {
    const { code, constraint } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string; constraint?: string };
    if (code === '23505' && !codeOfConstraint(constraint)) throw fail('RESTORE_TAKEN', { constraint });
    throw error;
  }
}
