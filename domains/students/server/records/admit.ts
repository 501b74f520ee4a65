import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { documentType } from '../../shapes-records.ts';
import { studentDocuments, students } from '../tables.ts';
import { nextNumbers } from './numbers.ts';
import { searchText } from './search.ts';

/** Students who come from an enrolment. Asks for no right: the caller has made sure that the person may come in. */

export type NewStudent = Omit<typeof students.$inferInsert, 'student_no' | 'search'>;

/** Makes the record with the next number of the year of entry, as `ACTIVE`; its history begins with the order of admission. */
export async function admit(
  call: Call,
  values: NewStudent,
): Promise<{ id: number; student_no: string; version: number }> {
  const [student_no] = await nextNumbers(call.client, call.institution_id, values.entry_year, 1);
  const whole = { ...values, student_no: student_no! };
  const [row] = await call.db
    .insert(students)
    .values({ ...whole, search: searchText(whole) })
    .returning({ id: students.id, student_no: students.student_no, version: students.version });
  return row!;
}

/** A paper that somebody brought before they were a student. */
export interface BroughtPaper {
  /** What it was called where it was asked for; a kind that students' documents do not know is `OTHER`. */
  type: string;
  title: string;
  file_id: number | null;
  number?: string | null;
  issued_on?: string | null;
  valid_until?: string | null;
}

/** Puts these papers among the documents of a student, except files that are there already. Answers the new ones, for `takePapersBack`. */
export async function keepPapers(call: Call, student_id: number, papers: readonly BroughtPaper[]): Promise<number[]> {
  const had = new Set(
    (
      await call.db
        .select({ file_id: studentDocuments.file_id })
        .from(studentDocuments)
        .where(and(eq(studentDocuments.student_id, student_id), isNull(studentDocuments.deleted_at)))
    ).map((row) => row.file_id),
  );
  const fresh = papers.filter((paper) => paper.file_id === null || !had.has(paper.file_id));
  if (!fresh.length) return [];
  const made = await call.db
    .insert(studentDocuments)
    .values(
      fresh.map(({ type, title, ...paper }) => ({
        ...paper,
        student_id,
        type: documentType.safeParse(type).data ?? ('OTHER' as const),
        note: title,
      })),
    )
    .returning({ id: studentDocuments.id });
  return made.map((row) => row.id);
}

/** Undoes `keepPapers`. */
export async function takePapersBack(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length) await call.db.delete(studentDocuments).where(inArray(studentDocuments.id, [...ids]));
}

/** What the person says about themselves as they enrol. Answers the version of the record after it. */
export async function declareContact(call: Call, id: number, values: Partial<NewStudent>): Promise<number> {
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

/** Tables that hold something of the student, with `at` only what came after that instant. */
export async function withStudent(call: Call, id: number, at: string | null = null): Promise<string[]> {
  const { rows: columns } = await call.client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition
        and ($1::boolean or exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'created_at')) order by 1`,
    [at === null],
  );
  const since = at === null ? '' : ' and created_at > $2';
  const { rows: held } = await call.client.query<{ name: string }>(
    columns
      .map(
        ({ name }) => `select '${name}' as name where exists (select 1 from "${name}" where student_id = $1${since})`,
      )
      .join(' union all '),
    at === null ? [id] : [id, at],
  );
  return held.map((row) => row.name);
}

/**
 * Takes an admission back: the record was never anybody's, the history keeps that it came and went. Answers what still
 * belongs to the student, by table, and does nothing where that is anything, or where somebody wrote in the record since.
 */
export async function dismiss(call: Call, id: number, version: number): Promise<string[]> {
  const held = await withStudent(call, id);
  if (held.length) return held;
  const gone = await call.db
    .delete(students)
    .where(and(eq(students.id, id), eq(students.version, version)))
    .returning({ id: students.id });
  return gone.length ? [] : ['students'];
}
