import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { graduationFaults, idsFound, students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, refusalText } from '#platform/server/call/errors.ts';
import { today } from '#platform/server/clock.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { list } from '#platform/server/records/lists.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type {
  awardCandidatesChange,
  degreeCandidate,
  degreeCandidateFilters,
  degreeProgress,
} from '../../shapes-awards.ts';
import { studentRefs } from '../amendments/records.ts';
import { studentOf } from '../transcripts/whose.ts';
import { getBoard, lockedBoard } from './boards.ts';
import { faultsInWords } from './facts.ts';
import { awardBoards, awardCandidates, type ClassRef } from './tables.ts';

/** Who is near a degree, and what is missing; who stands before which board. */

/** Whose last year of study has begun by a day. */
const inLastYear = (day: SQL) =>
  sql`exists (select from ${courses} c where c.id = ${students.course_id}
        and make_date(${students.entry_year} + c.years - 1, 7, 1) <= ${day})`;

interface Progress extends Record<string, unknown> {
  id: number;
  average: number | null;
  earned: number;
  required: number | null;
}
const progressOf = async (call: Call, ids: number[]): Promise<Map<number, Progress>> => {
  const { rows } = await call.db.execute<Progress>(sql`
    select s.student_id as id, s.average::float8 as average, s.earned::float8 as earned, s.programme::float8 as required
      from edulab_standings(${sql.param(ids)}::int[]) s`);
  return new Map(rows.map((row) => [row.id, row]));
};

export const candidateList = (call: Call, input: z.infer<typeof degreeCandidateFilters>) =>
  list(call, input, {
    from: sql`${students}`,
    key: sql`${students.id}`,
    table: 'students',
    asks: ['courses'],
    where: [
      sql`${students.deleted_at} is null and ${students.status} = 'ACTIVE'`,
      input.course_id ? eq(students.course_id, input.course_id) : undefined,
      input.entry_year ? eq(students.entry_year, input.entry_year) : undefined,
      input.due ? inLastYear(today) : undefined,
      input.search ? sql`${students.id} in ${idsFound(call, input.search)}` : undefined,
    ],
    sorts: { full_name: sql`${students.full_name}`, entry_year: sql`${students.entry_year}` },
    defaultSort: 'entry_year',
    columns: sql`${students.id} as id`,
    load: (ids) => candidateRows(call, ids),
  });

async function candidateRows(call: Call, ids: number[]): Promise<z.infer<typeof degreeCandidate>[]> {
  planOnce(call.client);
  const [people, progress, faults, years] = await Promise.all([
    studentRefs(call, ids),
    progressOf(call, ids),
    graduationFaults(call, ids),
    call.db
      .select({ id: students.id, entry_year: students.entry_year })
      .from(students)
      .where(inArray(students.id, ids)),
  ]);
  const faultsOf = Map.groupBy(faults, (fault) => fault.id);
  return years.map(({ id, entry_year }) => {
    const { average, earned, required } = progress.get(id)!;
    return {
      id,
      student: people.get(id)!,
      entry_year,
      average,
      earned,
      required,
      faults: faultsInWords(call, faultsOf.get(id) ?? []),
    };
  });
}

/** What one student has and what is missing; one's own where none is named. */
export async function degreeProgressOf(
  call: Call,
  input: { student_id?: number | undefined },
): Promise<z.infer<typeof degreeProgress>> {
  const id = await studentOf(call, 'transcript.read', input.student_id);
  planOnce(call.client);
  const [row] = await call.db
    .select({
      id: students.id,
      name: students.full_name,
      student_no: students.student_no,
      status: students.status,
      course: sql<
        string | null
      >`(select ${localTitle(courses.title, call.locale)} from ${courses} where ${courses.id} = ${students.course_id})`,
    })
    .from(students)
    .where(eq(students.id, id));
  const { status, course, ...student } = row!;
  const [progress, faults, award] = await Promise.all([
    progressOf(call, [id]),
    status === 'GRADUATED' ? [] : graduationFaults(call, [id]),
    call.db.execute<{ decided_on: string; awarded: Omit<ClassRef, 'id'> | null }>(
      sql`select decided_on::text as decided_on, awarded from edulab_awards(array[${id}]::int[])`,
    ),
  ]);
  const { average, earned, required } = progress.get(id)!;
  const given = award.rows[0];
  return {
    student,
    status,
    course,
    average,
    earned,
    required,
    faults: faultsInWords(call, faults),
    award: given ? { decided_on: given.decided_on, class: given.awarded } : null,
  };
}

/** Puts students on a board's list or takes them off. Errors: STALE, BOARD_CLOSED, BATCH_REFUSED with a fault for each. */
export async function changeCandidates(call: Call, input: z.infer<typeof awardCandidatesChange>) {
  const board = await lockedBoard(call, input);
  if (board.status !== 'DRAFT') throw fail('BOARD_CLOSED');
  if (input.remove?.length)
    await call.db
      .delete(awardCandidates)
      .where(and(eq(awardCandidates.board_id, board.id), inArray(awardCandidates.student_id, input.remove)));
  const held = sql`coalesce(${board.held_on}::date, (select edulab_today()))`;
  const elsewhere = sql`exists (select from ${awardCandidates} c join ${awardBoards} b on b.id = c.board_id and b.deleted_at is null
    where c.student_id = ${students.id} and b.id <> ${board.id}
      and (b.status in ('DRAFT', 'SITTING', 'DECIDED') or (b.status = 'CONFIRMED' and c.decision in ('AWARD', 'LOWER'))))`;
  const asked = [...new Set(input.add ?? [])];
  const found = await call.db
    .select({
      id: students.id,
      name: students.full_name,
      fits: sql<boolean>`${students.status} = 'ACTIVE' and ${students.course_id} is not distinct from ${board.course_id}`,
      elsewhere: sql<boolean>`${elsewhere}`,
      asked: sql<boolean>`${students.id} = any(${sql.param(asked)}::int[])`,
    })
    .from(students)
    .where(
      and(
        sql`${students.deleted_at} is null`,
        sql`(${students.id} = any(${sql.param(asked)}::int[])
          ${input.due ? sql`or (${students.status} = 'ACTIVE' and ${students.course_id} = ${board.course_id} and ${inLastYear(held)} and not ${elsewhere})` : sql``})`,
      ),
    );
  const known = new Map(found.map((row) => [row.id, row]));
  const faults = asked.flatMap((id) => {
    const row = known.get(id);
    const code =
      row === undefined ? 'NOT_FOUND' : row.elsewhere ? 'AWARD_ELSEWHERE' : row.fits ? undefined : 'NOT_OF_COURSE';
    return code ? [{ id, name: row?.name ?? '', code, message: refusalText(call.locale, code) }] : [];
  });
  if (faults.length) throw fail('BATCH_REFUSED', { count: faults.length, faults });
  if (found.length)
    await call.db
      .insert(awardCandidates)
      .values(found.map(({ id }) => ({ board_id: board.id, student_id: id })))
      .onConflictDoNothing();
  // The list is part of the board: whoever read the old one is told.
  await call.db.update(awardBoards).set({ status: board.status }).where(eq(awardBoards.id, board.id));
  return getBoard(call, board);
}
