import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { recordTransition } from '#platform/server/workflow.ts';
import { nextNumbers } from './numbers.ts';
import { searchText } from './search.ts';
import { students } from './tables.ts';

/** Students who come from an enrolment. Asks for no right: the caller has made sure that the person may come in. */

type New = Omit<typeof students.$inferInsert, 'student_no' | 'search'>;

/** The living student with this account, passport or personal number, if there is one. */
export async function sameStudent(
  call: Call,
  of: {
    account_id?: number | null | undefined;
    passport_id?: string | null | undefined;
    pinfl?: string | null | undefined;
  },
) {
  const [row] = await call.db
    .select({ id: students.id, student_no: students.student_no, full_name: students.full_name })
    .from(students)
    .where(
      or(
        // An account stays with its student even where that one is deleted.
        of.account_id ? eq(students.account_id, of.account_id) : undefined,
        of.passport_id ? and(eq(students.passport_id, of.passport_id), isNull(students.deleted_at)) : undefined,
        of.pinfl ? and(eq(students.pinfl, of.pinfl), isNull(students.deleted_at)) : undefined,
        sql`false`,
      ),
    )
    .limit(1);
  return row;
}

/** Makes the record with the next number of the year of entry, as `ACTIVE`. */
export async function admit(call: Call, values: New): Promise<{ id: number; student_no: string; version: number }> {
  const [student_no] = await nextNumbers(call.client, call.institution_id, values.entry_year, 1);
  const whole = { ...values, student_no: student_no! };
  const [row] = await call.db
    .insert(students)
    .values({ ...whole, search: searchText(whole) })
    .returning({ id: students.id, student_no: students.student_no, version: students.version });
  await recordTransition(call, 'student', [{ id: row!.id, from: null }], 'ACTIVE', {});
  return row!;
}

/** What the person says about themselves as they enrol. Answers the version of the record after it. */
export async function declareContact(call: Call, id: number, values: Partial<New>): Promise<number> {
  const [row] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.id, id), isNull(students.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  const given = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== undefined && value !== row[field as keyof typeof row]),
  );
  if (Object.keys(given).length === 0) return row.version;
  const [after] = await call.db
    .update(students)
    .set({ ...given, search: searchText({ ...row, ...given }) })
    .where(eq(students.id, id))
    .returning({ version: students.version });
  return after!.version;
}

/**
 * Takes an admission back: the record was never anybody's, the history keeps that it came and went. Answers what still
 * belongs to the student, by table, and does nothing where that is anything, or where somebody wrote in the record since.
 */
export async function dismiss(call: Call, id: number, version: number): Promise<string[]> {
  const { rows: columns } = await call.client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const { rows: held } = await call.client.query<{ name: string }>(
    columns
      .map(({ name }) => `select '${name}' as name where exists (select 1 from "${name}" where student_id = $1)`)
      .join(' union all '),
    [id],
  );
  if (held.length) return held.map((row) => row.name);
  const gone = await call.db
    .delete(students)
    .where(and(eq(students.id, id), eq(students.version, version)))
    .returning({ id: students.id });
  return gone.length ? [] : ['students'];
}
