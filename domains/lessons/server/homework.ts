import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { demandCourseModules } from '#domains/curriculum/server/index.ts';
import { dueOf } from '#domains/deadlines/server/index.ts';
import { claimFiles, fileRecords, presentedText, storedText } from '#domains/files/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { dayIn, zoneOf } from '#platform/server/clock.ts';
import { stale } from '#platform/server/records/stale.ts';
import type { homework, homeworkSave, submission, submitInput } from '../shapes.ts';
import { closesAt, lateness, overdue } from './late.ts';
import { callingStudent, demandInSemester, isLearner, lessonInReach, lessonToChange } from './reach.ts';
import { homeworks, submissions } from './tables.ts';

/** Homework of lessons and the works that students hand in. */

type Homework = z.infer<typeof homework>;
type Submission = z.infer<typeof submission>;
type SubmissionRow = typeof submissions.$inferSelect;

/** Whether the work `w` waits to be assessed: the newest of its student, and not given back. Lists, counts and homes ask this. */
export const awaitsAssessment = sql`(w.returned_at is null and w.deleted_at is null and not exists (
  select 1 from ${submissions} n where n.homework_id = w.homework_id and n.student_id = w.student_id and n.number > w.number and n.deleted_at is null))`;

/** Until when this student has for the homework of the row. */
const dueForStudent = (student: SQL) =>
  dueOf({ student, kind: 'HOMEWORK', id: sql`${homeworks.id}` }, sql`${homeworks.due_at}`);

/** Homework by what it must fulfil, with the deadline of this student; everybody's where none is named. */
async function homeworksWhere(call: Call, where: SQL | undefined, student: number | undefined) {
  const rows = await call.db
    .select({
      row: homeworks,
      due_at: student === undefined ? homeworks.due_at : sql<string>`${dueForStudent(sql`${student}::int`)}`,
    })
    .from(homeworks)
    .where(and(where, isNull(homeworks.deleted_at)));
  return rows.map(({ row, due_at }) => ({ ...row, due_at: new Date(due_at).toISOString() }));
}

/** The homework of each of these lessons, as the caller may see it, a student with the own deadline; by lesson. Six queries at most. */
export async function homeworksOf(call: Call, lesson_ids: number[]): Promise<Map<number, Homework>> {
  if (lesson_ids.length === 0) return new Map();
  const student = isLearner(call);
  const own = student ? await ownRecord(call) : undefined;
  const rows = await homeworksWhere(call, inArray(homeworks.lesson_id, lesson_ids), own);
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const files = await fileRecords(
    call,
    rows.flatMap((row) => row.file_ids),
  );
  const mine = await newestOf(call, ids, own);
  const counts = new Map(
    student
      ? []
      : (
          await call.db.execute<{ homework_id: number; handed_in: number; to_assess: number }>(
            sql`select w.homework_id, (count(distinct w.student_id))::int as handed_in, (count(*) filter (where ${awaitsAssessment}))::int as to_assess
              from ${submissions} w where w.homework_id = any(${sql.param(ids)}::int[]) and w.deleted_at is null group by 1`,
          )
        ).rows.map((row) => [row.homework_id, row]),
  );
  const zone = await zoneOf(call);
  const now = clock.date();
  return new Map(
    rows.map((row) => {
      const state = lateness(now, row, zone);
      const hidden = student && state === 'NOT_YET';
      return [
        row.lesson_id,
        {
          id: row.id,
          version: row.version,
          lesson_id: row.lesson_id,
          instructions: hidden ? null : presentedText(call, row.instructions),
          files: hidden ? [] : row.file_ids.flatMap((id) => files.get(id) ?? []),
          opens_at: row.opens_at,
          due_at: row.due_at,
          late_days: row.late_days,
          closes_at: closesAt(row, zone),
          max_points: row.max_points,
          state,
          handed_in: counts.get(row.id)?.handed_in ?? 0,
          to_assess: counts.get(row.id)?.to_assess ?? 0,
          mine: mine.get(row.id) ?? null,
        },
      ];
    }),
  );
}

async function ownRecord(call: Call): Promise<number | undefined> {
  const [own] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.account_id, call.account_id), isNull(students.deleted_at)));
  return own?.id;
}

async function newestOf(call: Call, homework_ids: number[], own: number | undefined): Promise<Map<number, Submission>> {
  if (own === undefined) return new Map();
  const rows = await call.db
    .selectDistinctOn([submissions.homework_id])
    .from(submissions)
    .where(and(inArray(submissions.homework_id, homework_ids), eq(submissions.student_id, own)))
    .orderBy(submissions.homework_id, desc(submissions.number));
  return new Map((await presentSubmissions(call, rows)).map((row) => [row.homework_id, row]));
}

/** Which of these works are late by the deadlines that their students have now. */
async function lateAmong(call: Call, rows: SubmissionRow[]): Promise<Set<number>> {
  const after = rows.flatMap(({ id, late }) => (late ? [id] : []));
  if (after.length === 0) return new Set();
  const found = await call.db
    .select({
      id: submissions.id,
      submitted_at: submissions.submitted_at,
      due_at: sql<string>`${dueForStudent(sql`${submissions.student_id}`)}`,
    })
    .from(submissions)
    .innerJoin(homeworks, eq(homeworks.id, submissions.homework_id))
    .where(inArray(submissions.id, after));
  return new Set(found.flatMap(({ id, ...work }) => (overdue(work.submitted_at, work.due_at) ? [id] : [])));
}

/** Works with their files. Students see points and feedback once they are given back. */
export async function presentSubmissions(call: Call, rows: SubmissionRow[]): Promise<Submission[]> {
  const late = await lateAmong(call, rows);
  const files = await fileRecords(
    call,
    rows.flatMap((row) => row.file_ids),
  );
  const hidden = isLearner(call);
  return rows.map(({ file_ids, deleted_at, institution_id, assessed_by, ...row }) => ({
    ...row,
    late: late.has(row.id),
    files: file_ids.flatMap((id) => files.get(id) ?? []),
    ...(hidden && !row.returned_at ? { points: null, feedback: null } : {}),
  }));
}

/** Makes or changes the homework of a lesson. Errors: STALE, OUTSIDE_SEMESTER, DUE_BEFORE_OPENING. */
export async function saveHomework(call: Call, input: z.infer<typeof homeworkSave>): Promise<Homework> {
  const { id, version, lesson_id, ...fields } = input;
  const lesson = await lessonToChange(call, 'lesson.manage', lesson_id);
  const [current] = await call.db
    .select()
    .from(homeworks)
    .where(and(eq(homeworks.lesson_id, lesson_id), isNull(homeworks.deleted_at)))
    .for('update');
  if (id !== undefined && current?.id !== id) throw fail('NOT_FOUND');
  if (current && version !== current.version)
    throw await stale(call, homeworks, current.id, (await homeworksOf(call, [lesson_id])).get(lesson_id));
  const due_at = fields.due_at ?? current?.due_at;
  if (!due_at) throw failField('due_at', 'form_required');
  const opens_at = fields.opens_at === undefined ? (current?.opens_at ?? null) : fields.opens_at;
  if (opens_at && opens_at >= due_at) throw failField('due_at', 'DUE_BEFORE_OPENING');
  const zone = await zoneOf(call);
  const day = (instant: string | null | undefined) => instant && dayIn(zone, instant);
  await demandInSemester(call, lesson.course_module_id, { due_at: day(fields.due_at), opens_at: day(fields.opens_at) });
  if (fields.file_ids) await claimFiles(call, 'file_ids', fields.file_ids, current?.file_ids);
  const values = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(fields.instructions === undefined ? {} : { instructions: storedText(call, fields.instructions) }),
  };
  if (current) await call.db.update(homeworks).set(values).where(eq(homeworks.id, current.id));
  else await call.db.insert(homeworks).values({ ...values, lesson_id, due_at });
  return (await homeworksOf(call, [lesson_id])).get(lesson_id) as Homework;
}

export async function removeHomework(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const [row] = await call.db
    .select()
    .from(homeworks)
    .where(and(eq(homeworks.id, input.id), isNull(homeworks.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  await lessonToChange(call, 'lesson.manage', row.lesson_id);
  const [work] = await call.db
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.homework_id, row.id))
    .limit(1);
  if (work) throw fail('HOMEWORK_HAS_WORKS');
  await call.db.update(homeworks).set({ deleted_at: sql`edulab_now()` }).where(eq(homeworks.id, row.id));
  return { ok: true };
}

/** Takes a work in as a new version. Errors: HOMEWORK_NOT_OPEN, HOMEWORK_CLOSED, EMPTY_WORK. */
export async function submit(call: Call, input: z.infer<typeof submitInput>): Promise<Submission> {
  const now = clock.date();
  const student = await callingStudent(call);
  const lesson = await lessonInReach(call, input.lesson_id);
  // Two browsers of one student wait for each other here, so that versions are counted one by one.
  const [row] = await homeworksWhere(call, eq(homeworks.lesson_id, lesson.id), student.id);
  if (!row) throw fail('NOT_FOUND');
  const [common] = await homeworksWhere(call, eq(homeworks.lesson_id, lesson.id), undefined);
  await call.db.select({ id: students.id }).from(students).where(eq(students.id, student.id)).for('no key update');
  const state = lateness(now, row, await zoneOf(call));
  if (state === 'NOT_YET') throw fail('HOMEWORK_NOT_OPEN', { opens_at: row.opens_at });
  if (state === 'CLOSED') throw fail('HOMEWORK_CLOSED');
  const file_ids = input.file_ids ?? [];
  if (!input.text && file_ids.length === 0) throw fail('EMPTY_WORK');
  const before = await call.db
    .select({ number: submissions.number, file_ids: submissions.file_ids })
    .from(submissions)
    .where(and(eq(submissions.homework_id, row.id), eq(submissions.student_id, student.id)));
  await claimFiles(
    call,
    'file_ids',
    file_ids,
    before.flatMap((one) => one.file_ids),
  );
  const [made] = await call.db
    .insert(submissions)
    .values({
      homework_id: row.id,
      student_id: student.id,
      number: Math.max(0, ...before.map((one) => one.number)) + 1,
      text: input.text ?? '',
      file_ids,
      submitted_at: now.toISOString(),
      late: overdue(now, common?.due_at ?? row.due_at),
    })
    .returning();
  return (await presentSubmissions(call, [made as SubmissionRow]))[0] as Submission;
}

/** All versions of one student, newest first: a student's own, or those of whom one teaches. */
export async function submissionsOf(
  call: Call,
  input: { lesson_id: number; student_id?: number | undefined },
): Promise<Submission[]> {
  const lesson = await lessonInReach(call, input.lesson_id);
  const student = isLearner(call) ? (await callingStudent(call)).id : input.student_id;
  // Whose lessons one sees without assessing them, one does not read the works of.
  if (!isLearner(call)) await demandCourseModules(call, 'lesson.assess', [lesson.course_module_id]);
  if (!student) return [];
  const rows = await call.db
    .select({ work: submissions })
    .from(submissions)
    .innerJoin(homeworks, eq(homeworks.id, submissions.homework_id))
    .where(and(eq(homeworks.lesson_id, lesson.id), eq(submissions.student_id, student)))
    .orderBy(desc(submissions.number));
  return presentSubmissions(
    call,
    rows.map((row) => row.work),
  );
}
