import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Option } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { localTitle } from './resource.ts';

type Titled = PgTable & { id: PgColumn; title?: PgColumn; name?: PgColumn };
type Ids = Iterable<number | null | undefined>;

const present = (ids: Ids) => [...new Set([...ids].filter((id) => typeof id === 'number'))];

/**
 * `{id, title}` of whatever rows refer to, by id, in the caller's language; one query for all of them. Deleted rows are
 * found too: a record goes on saying what it was about. `text` where the title is made of more than one column.
 */
export async function titlesOf(call: Call, table: Titled, ids: Ids, text?: SQL): Promise<Map<number, Option>> {
  const wanted = present(ids);
  if (wanted.length === 0) return new Map();
  const title = text ?? (table.title ? localTitle(table.title, call.locale) : sql`${table.name}`);
  const rows = await call.db
    .select({ id: table.id, title: sql<string>`${title}` })
    .from(table as PgTable)
    .where(inArray(table.id, wanted));
  return new Map((rows as Option[]).map((row) => [row.id, row]));
}

/** Refuses with 400 what is referred to but is not there; each field at fault is named. Fields that are left out pass. */
export async function demandReferences(
  call: Call,
  references: Record<
    string,
    readonly [PgTable & { id: PgColumn; deleted_at: PgColumn }, Ids | number | null | undefined]
  >,
): Promise<void> {
  const fields: { path: string; code: string }[] = [];
  for (const [path, [table, given]] of Object.entries(references)) {
    const wanted = present(typeof given === 'number' || given === null || given === undefined ? [given] : given);
    if (wanted.length === 0) continue;
    const found = await call.db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(and(inArray(table.id, wanted), isNull(table.deleted_at)));
    if (found.length < wanted.length) fields.push({ path, code: 'UNKNOWN_REFERENCE' });
  }
  if (fields.length) throw fail('BAD_REQUEST', { fields });
}
