import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { StudentStatus } from '../../workflow.ts';
import { builtOn, revertChange } from '../life/engine.ts';
import { admit, dismiss, type NewStudent, withStudent } from '../records/admit.ts';
import { searchText } from '../records/search.ts';
import { lifeChanges, lifeSteps, students } from '../tables.ts';

/**
 * Somebody who was a student comes in once more. Who was withdrawn from the same level goes on in their record, with
 * their number. Who graduated, or comes to another level, has a new record with a new number: marks and papers of the
 * first stay with the first, which gives account and papers of the person up to the new one and says where they are.
 */

type Row = typeof students.$inferSelect;
type Level = Row['level'];

/** What was written over, so that it can be put back. */
export interface Readmission {
  kind: 'readmitted' | 'succeeded';
  /** The record that was there before. */
  earlier_id: number;
  before: Record<string, unknown>;
}

/** How somebody with this record comes in again; undefined who still studies, or whose record was deleted. */
export function readmissionKind(
  row: Pick<Row, 'status' | 'level' | 'deleted_at'>,
  level: Level,
): Readmission['kind'] | undefined {
  if (row.deleted_at !== null) return undefined;
  if (row.status === 'WITHDRAWN' && row.level === level) return 'readmitted';
  const left: readonly StudentStatus[] = ['GRADUATED', 'WITHDRAWN', 'TRANSFERRED_OUT'];
  return left.includes(row.status) ? 'succeeded' : undefined;
}

/** Records with this account, passport or personal number, locked; what was succeeded has given them up. */
export async function earlierRecords(
  call: Call,
  of: {
    account_id?: number | null | undefined;
    passport_id?: string | null | undefined;
    pinfl?: string | null | undefined;
  },
): Promise<Row[]> {
  return call.db
    .select()
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
    .orderBy(students.id)
    .for('update');
}

const withoutNulls = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));

/**
 * Goes on in the record of somebody who was withdrawn: what the application knows of the person is newer. Status and programme
 * are the restoration's.
 */
export async function refreshRecord(call: Call, old: Row, values: NewStudent) {
  const { course_id, department_id, level, education_form_id, study_language, tuition, status_since, ...person } =
    values;
  const changes = withoutNulls(person);
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, old[key as keyof Row] ?? null]));
  await call.db
    .update(students)
    .set({ ...changes, search: searchText({ ...old, ...changes }) })
    .where(eq(students.id, old.id));
  return { kind: 'readmitted', earlier_id: old.id, before } satisfies Readmission;
}

/** A new record after the old one, which is let alone but for what there can be only once. */
export async function newRecordAfter(call: Call, old: Row, values: NewStudent) {
  const { account_id, username, passport_id, pinfl, ...rest } = values;
  const fresh = await admit(call, rest);
  const same = old.account_id === account_id;
  const given = {
    ...(same ? { account_id: null, username: null } : {}),
    passport_id: null,
    pinfl: null,
  };
  const before = Object.fromEntries(Object.keys(given).map((key) => [key, old[key as keyof Row]]));
  await call.db
    .update(students)
    .set({ ...given, succeeded_by_id: fresh.id, search: searchText({ ...old, ...given }) })
    .where(eq(students.id, old.id));
  const papers = {
    account_id: account_id ?? null,
    username: username ?? null,
    passport_id: passport_id ?? old.passport_id,
    pinfl: pinfl ?? old.pinfl,
  };
  const [row] = await call.db
    .update(students)
    .set({ ...papers, search: searchText({ ...rest, ...papers, student_no: fresh.student_no }) })
    .where(eq(students.id, fresh.id))
    .returning();
  return { student: row!, again: { kind: 'succeeded', earlier_id: old.id, before } satisfies Readmission };
}

/**
 * Takes `refreshRecord` with its restoration, or `newRecordAfter`, back. Answers, by table, what was written about the student
 * since `at`, and does nothing then, nor where the record was changed since `version`.
 */
export async function undoReadmission(
  call: Call,
  {
    id,
    version,
    at,
    again,
    reason,
    change_id,
  }: { id: number; version: number; at: string; again: Readmission; reason: string; change_id: number | undefined },
): Promise<string[]> {
  if (again.kind === 'succeeded') {
    await call.db.update(students).set({ succeeded_by_id: null }).where(eq(students.id, again.earlier_id));
    const held = await dismiss(call, id, version);
    if (held.length) return held;
    const [old] = await call.db.select().from(students).where(eq(students.id, again.earlier_id));
    await call.db
      .update(students)
      .set({ ...again.before, search: searchText({ ...old!, ...again.before }) })
      .where(eq(students.id, again.earlier_id));
    return [];
  }
  const held = await withStudent(call, id, at);
  if (held.length) return held;
  const [row] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.id, id), eq(students.version, version)));
  if (!row) return ['students'];
  const [change] = await call.db
    .select()
    .from(lifeChanges)
    .where(eq(lifeChanges.id, change_id ?? 0));
  if (change) {
    const mine = await call.db
      .select()
      .from(lifeSteps)
      .where(and(eq(lifeSteps.change_id, change.id), eq(lifeSteps.student_id, id)));
    const built = await builtOn(call, change, mine, new Map([[id, row]]));
    if (built.length) return built.map(({ values }) => String(values?.table ?? 'students'));
    await revertChange(call, change, mine, new Map([[id, row]]), reason);
  }
  const [left] = await call.db.select().from(students).where(eq(students.id, id));
  await call.db
    .update(students)
    .set({ ...again.before, search: searchText({ ...left!, ...again.before }) })
    .where(eq(students.id, id));
  // Restored before restorations had an order of their own.
  if (!change)
    await recordTransition(call, 'student', [{ id, from: row.status }], String(again.before.status), { reason });
  return [];
}

/** The records of the same person before and after this one, for whoever looks at it. */
export async function otherRecords(call: Call, id: number) {
  const fields = {
    id: students.id,
    student_no: students.student_no,
    status: students.status,
    level: students.level,
    succeeded_by_id: students.succeeded_by_id,
  };
  const [own] = await call.db.select(fields).from(students).where(eq(students.id, id));
  const rows = await call.db
    .select(fields)
    .from(students)
    .where(
      and(
        or(
          eq(students.succeeded_by_id, id),
          own?.succeeded_by_id ? inArray(students.id, [own.succeeded_by_id]) : sql`false`,
        ),
        isNull(students.deleted_at),
      ),
    )
    .orderBy(desc(students.entry_year), asc(students.id));
  return rows.map(({ succeeded_by_id, ...row }) => ({ ...row, later: row.id === own?.succeeded_by_id }));
}

export const readmissionReason = (call: Pick<Call, 'locale'>, number: string) =>
  message(call.locale, 'student_readmitted', { number });
