import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { personDecisions } from '../tables.ts';
import { recordsOf } from './find.ts';

/** Twins, and others who are alike: somebody looked, and they are two. It is kept of the records, so a new account changes nothing. */

export async function declareTwoPersons(
  call: Call,
  input: { one: string; other: string; reason: string },
): Promise<{ id: number }> {
  const records = await recordsOf(call, [input.one, input.other]);
  const rows = [records.get(input.one)?.[0], records.get(input.other)?.[0]];
  const [one, other] = rows.sort((a, b) => ((a?.ref ?? '') < (b?.ref ?? '') ? -1 : 1));
  if (!one || !other || input.one === input.other) throw fail('NOT_FOUND');
  const values = {
    one: one.ref,
    other: other.ref,
    names: [one, other].map((row) => [row.lastname, row.firstname, row.midname].filter(Boolean).join(' ')),
    reason: input.reason,
    account_id: call.account_id,
  };
  const [row] = await call.db
    .insert(personDecisions)
    .values(values)
    .onConflictDoUpdate({
      target: [personDecisions.institution_id, personDecisions.one, personDecisions.other],
      targetWhere: isNull(personDecisions.deleted_at),
      set: { reason: values.reason, account_id: values.account_id },
    })
    .returning({ id: personDecisions.id });
  return { id: row!.id };
}

export async function undoTwoPersons(call: Call, id: number): Promise<{ ok: true }> {
  const gone = await call.db
    .update(personDecisions)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(personDecisions.id, id), isNull(personDecisions.deleted_at)))
    .returning({ id: personDecisions.id });
  if (!gone.length) throw fail('NOT_FOUND');
  return { ok: true };
}

export const listTwoPersons = (call: Call, input: ListInput) =>
  list(call, input, {
    from: sql`${personDecisions}`,
    key: sql`${personDecisions.id}`,
    table: 'person_decisions',
    where: [isNull(personDecisions.deleted_at)],
    sorts: { created_at: sql`${personDecisions.created_at}` },
    defaultSort: 'created_at,desc',
    load: async (ids) =>
      (
        await call.db.execute<{
          id: number;
          created_at: string;
          names: string[];
          reason: string;
          by: string | null;
        }>(sql`
          select d.id, d.created_at, d.names, d.reason, concat_ws(' ', a.lastname, a.firstname) as by
            from ${personDecisions} d left join accounts a on a.id = d.account_id where d.id = any(${sql.param([...ids])}::int[])`)
      ).rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })),
  });
