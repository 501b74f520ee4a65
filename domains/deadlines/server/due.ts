import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { DeadlineRow, Target, TargetKind } from '../shapes.ts';
import { deadlineKind } from './hooks.ts';
import { arrangements, deadlineGrants } from './tables.ts';

/** Until when a student has for something: the one answer, asked for a few, for one's own, or inside of a query. */

export interface Ask {
  student_id: number;
  target: Target;
}

export interface Due extends DeadlineRow {
  /** The grant that moved it; null where none did. */
  grant_id: number | null;
  /** The day of the sitting; a deferral leaves it out. */
  sitting_on: string | null;
}

/** Whom an arrangement stands for: few, whoever studies here. */
const arranged = sql`(select a.student_id from ${arrangements} a where a.deleted_at is null)`;

/**
 * Students for whom anything of this kind was granted, or arranged: everybody else's dates are the original ones, and cost
 * nothing. `of` narrows the grants `g`, for what is due of some targets alone.
 */
export const movedStudents = (kind: TargetKind, of: SQL = sql`true`): SQL =>
  sql`(select g.student_id from ${deadlineGrants} g where g.kind = ${kind} and g.revoked_at is null and ${of} union ${arranged})`;

/** The columns, or values, that say of whom and of what a query asks. */
export interface TargetColumns {
  student: SQL;
  kind: TargetKind;
  id: SQL;
  attempt?: SQL;
}

/**
 * The deadline of the student as an instant, for queries that know the original one; null where it was deferred, so a
 * comparison with now finds nothing due.
 */
export const dueOf = ({ student, kind, id, attempt = sql`1` }: TargetColumns, original: SQL): SQL =>
  sql`(case when ${movesDate({ student, kind, id, attempt })} then (select d.due_at from edulab_due(${student}, ${kind}, ${id}, ${attempt}, ${original}) d) else ${original} end)`;

/** Whether anything granted or arranged may move this date: one look at an index, and one among the few who have an arrangement. */
export const movesDate = ({ student, kind, id, attempt = sql`1` }: TargetColumns): SQL =>
  sql`(exists (select 1 from ${deadlineGrants} g where g.student_id = ${student} and g.kind = ${kind} and g.target_id = ${id} and g.attempt = ${attempt} and g.revoked_at is null)
    or ${student} in ${arranged})`;

/** How often the date of this student was moved, for what must notice that it was: calendars count their changes. */
export const movesOf = ({ student, kind, id, attempt = sql`1` }: TargetColumns): SQL =>
  sql`((select coalesce(sum(g.version), 0)::int from ${deadlineGrants} g where g.student_id = ${student} and g.kind = ${kind} and g.target_id = ${id} and g.attempt = ${attempt})
    + (select coalesce(sum(a.version), 0)::int from ${arrangements} a where a.student_id = ${student}))`;

/**
 * Exams that are deferred, as `(student_id, course_module_id, attempt, deferred_from)`: sittings until that day are left
 * out, the first one after it is the next.
 */
export const deferredExams = sql`(select g.student_id, g.target_id as course_module_id, g.attempt::int as attempt, max(g.deferred_from) as deferred_from
  from ${deadlineGrants} g where g.kind = 'EXAM' and g.effect = 'DEFERRAL' and g.revoked_at is null group by 1, 2, 3)`;

/** What is due of all that `asked` (a query of `student_id, target_id, attempt` by kind) names, in one query. */
async function dues(
  call: Call,
  asked: ReadonlyMap<TargetKind, (of: SQL) => SQL>,
  people: SQL,
  at: string | null = null,
): Promise<Due[]> {
  const parts = followersOf(call.kernel, deadlineKind).flatMap((part) => {
    const rows = asked.get(part.kind)?.(part.of(call, people));
    return rows ? [sql`select ${part.kind}::text, f.* from (${part.facts(call, rows)}) f`] : [];
  });
  if (parts.length === 0) return [];
  const { rows } = await call.db.execute<
    Omit<Due, 'target'> & { kind: TargetKind; target_id: number; attempt: number }
  >(sql`
    select f.kind, f.student_id, f.target_id, f.attempt, f.course_module_id, f.title, ${localTitle(sql`m.title`, call.locale)} as module, f.place, f.starts_at, f.minutes,
           d.extra_minutes, f.original_at, d.due_at, d.deferred, d.source, d.grant_id, f.sitting_on::text as sitting_on
      from (${sql.join(parts, sql` union all `)}) f(kind, student_id, target_id, attempt, course_module_id, title, place, starts_at, minutes, original_at, sitting_on)
      join ${courseModules} c on c.id = f.course_module_id join ${modules} m on m.id = c.module_id
      cross join lateral edulab_due(f.student_id, f.kind, f.target_id, f.attempt, f.original_at, f.starts_at, f.minutes, ${at}::timestamptz) d
     order by coalesce(d.due_at, f.original_at), f.kind, f.target_id, f.attempt`);
  const instant = (at: string | null) => at && new Date(at).toISOString();
  return rows.map(({ kind, target_id, attempt, ...row }) => ({
    ...row,
    target: { kind, id: target_id, attempt },
    starts_at: instant(row.starts_at),
    original_at: instant(row.original_at),
    due_at: instant(row.due_at),
  }));
}

/**
 * Of each ask until when, in its order; undefined where there is no such thing. `at`: by what was granted and arranged at that
 * moment, so that an argument about what somebody was told can be settled; now unless told.
 */
export async function dueFor(call: Call, asks: readonly Ask[], at?: string): Promise<(Due | undefined)[]> {
  if (asks.length === 0) return [];
  const kinds = new Map(
    [...Map.groupBy(asks, ({ target }) => target.kind)].map(([kind, some]) => {
      const column = (of: (ask: Ask) => number) => sql`${sql.param(some.map(of))}::int[]`;
      return [
        kind,
        () =>
          sql`select * from unnest(${column((ask) => ask.student_id)}, ${column((ask) => ask.target.id)}, ${column((ask) => ask.target.attempt)}) a(student_id, target_id, attempt)`,
      ];
    }),
  );
  const found = await dues(call, kinds, sql`(select null::int)`, at);
  const known = new Map(found.map((row) => [keyOf(row), row]));
  return asks.map((ask) => known.get(keyOf(ask)));
}

export const keyOf = ({ student_id, target: { kind, id, attempt } }: Ask): string =>
  `${student_id} ${kind} ${id} ${attempt}`;

/** All that a student has a date for, the nearest first; of `asked` alone where it is given. */
export const deadlinesOf = (call: Call, student_id: number, at?: string): Promise<Due[]> =>
  dues(
    call,
    new Map(followersOf(call.kernel, deadlineKind).map(({ kind }) => [kind, (of: SQL) => of])),
    sql`(select ${student_id}::int)`,
    at,
  );

/** A student's own, or somebody's for whoever sees theirs. */
export async function deadlineList(
  call: Call,
  input: { student_id?: number | undefined; at?: string | undefined },
): Promise<DeadlineRow[]> {
  const [student] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        input.student_id === undefined ? eq(students.account_id, call.account_id) : eq(students.id, input.student_id),
        studentsInReach(call, 'deadline.read'),
      ),
    );
  if (!student) throw fail('NOT_FOUND');
  return (await deadlinesOf(call, student.id, input.at)).map(({ grant_id, sitting_on, ...row }) => row);
}
