import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModuleReach, courseModules, demandCourseModules } from '#domains/curriculum/server/index.ts';
import { studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { assessmentInput, assessmentRow, submission } from '../shapes.ts';
import { awaitsAssessment, presentSubmissions } from './homework.ts';
import { tellReturned } from './notices.ts';
import { callingStudent, isLearner, lessonInReach } from './reach.ts';
import { homeworks, lessons, submissions } from './tables.ts';

/** What teachers say of the works that were handed in. */

type Submission = z.infer<typeof submission>;
type Row = z.infer<typeof assessmentRow>;

/** A work with its lesson, if the caller may see it: one's own, or of a course module that one assesses. */
async function find(call: Call, id: number) {
  const [found] = await call.db
    .select({ work: submissions, homework: homeworks, course_module_id: lessons.course_module_id })
    .from(submissions)
    .innerJoin(homeworks, eq(homeworks.id, submissions.homework_id))
    .innerJoin(lessons, eq(lessons.id, homeworks.lesson_id))
    .where(and(eq(submissions.id, id), isNull(homeworks.deleted_at)));
  if (!found) throw fail('NOT_FOUND');
  if (isLearner(call)) {
    if (found.work.student_id !== (await callingStudent(call)).id) throw fail('NOT_FOUND');
  } else await demandCourseModules(call, 'lesson.assess', [found.course_module_id]);
  return found;
}

export async function getAssessment(call: Call, input: { id: number }): Promise<Submission> {
  const { work } = await find(call, input.id);
  return (await presentSubmissions(call, [work]))[0] as Submission;
}

/** Writes points and feedback; the newest version of a work alone is assessed. Errors: STALE, OLD_VERSION, TOO_MANY_POINTS. */
export async function assess(call: Call, input: z.infer<typeof assessmentInput>): Promise<Submission> {
  const { homework } = await find(call, input.id);
  const work = await loadForChange(
    call,
    submissions,
    undefined,
    input,
    async (now) => (await presentSubmissions(call, [now]))[0],
  );
  const [newer] = await call.db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.homework_id, work.homework_id),
        eq(submissions.student_id, work.student_id),
        sql`${submissions.number} > ${work.number}`,
      ),
    )
    .limit(1);
  if (newer) throw fail('OLD_VERSION');
  if (typeof input.points === 'number' && input.points > homework.max_points)
    throw failField('points', 'TOO_MANY_POINTS', { max: homework.max_points });
  const [row] = await call.db
    .update(submissions)
    .set({
      assessed_by: call.account_id,
      ...(input.points === undefined ? {} : { points: input.points }),
      ...(input.feedback === undefined ? {} : { feedback: input.feedback }),
      ...(input.returned === undefined
        ? {}
        : { returned_at: input.returned ? (work.returned_at ?? sql`edulab_now()`) : null }),
    })
    .where(eq(submissions.id, work.id))
    .returning();
  const saved = row as typeof work;
  if (saved.returned_at && !work.returned_at) await tellReturned(call, saved, homework);
  return (await presentSubmissions(call, [saved]))[0] as Submission;
}

/**
 * Every student who takes the lesson's module, and whoever handed in although gone since, with the newest work; without
 * a lesson the works that wait for the caller's assessment, oldest first, at most 500. A student gets the own alone.
 */
export async function assessments(call: Call, input: { lesson_id?: number | undefined } | undefined): Promise<Row[]> {
  const own = isLearner(call) ? (await callingStudent(call)).id : undefined;
  if (!input?.lesson_id) return waiting(call, own);
  const lesson = await lessonInReach(call, input.lesson_id);
  if (own === undefined) await demandCourseModules(call, 'lesson.assess', [lesson.course_module_id]);
  const works = sql`(select w.student_id, count(*)::int as many, max(w.id) as newest from ${submissions} w join ${homeworks} h on h.id = w.homework_id
    where h.lesson_id = ${lesson.id} and h.deleted_at is null group by 1)`;
  const taking =
    own === undefined ? studentsOfCourseModule(lesson.course_module_id) : sql`(select ${own}::int as student_id)`;
  return rowsOf(
    call,
    sql`select s.id as student_id, s.student_no, s.firstname, s.lastname, s.midname, coalesce(w.many, 0) as submissions, w.newest
      from ${taking} t full join ${works} w on w.student_id = t.student_id join ${students} s on s.id = coalesce(t.student_id, w.student_id)
      ${own === undefined ? sql`` : sql`where s.id = ${own}`} order by s.lastname, s.firstname, s.id`,
  );
}

async function waiting(call: Call, own: number | undefined): Promise<Row[]> {
  let where = sql`w.student_id = ${own ?? 0}`;
  if (own === undefined) {
    demand(call, 'lesson.assess');
    const reach = courseModuleReach(call, 'lesson.assess');
    where = sql`${awaitsAssessment}
      and ${reach ? sql`l.course_module_id in (select ${courseModules.id} from ${courseModules} where ${reach})` : sql`true`}`;
  }
  return rowsOf(
    call,
    sql`select s.id as student_id, s.student_no, s.firstname, s.lastname, s.midname, w.number as submissions, w.id as newest
      from ${submissions} w join ${homeworks} h on h.id = w.homework_id and h.deleted_at is null join ${lessons} l on l.id = h.lesson_id and l.deleted_at is null
      join ${students} s on s.id = w.student_id where ${where} order by w.submitted_at, w.id limit 500`,
  );
}

async function rowsOf(call: Call, query: SQL): Promise<Row[]> {
  const { rows } = await call.db.execute<Omit<Row, 'submission'> & { newest: number | null }>(query);
  const ids = rows.flatMap((row) => row.newest ?? []);
  const works = ids.length
    ? await call.db
        .select()
        .from(submissions)
        .where(sql`${submissions.id} = any(${sql.param(ids)}::int[])`)
    : [];
  const shown = new Map((await presentSubmissions(call, works)).map((work) => [work.id, work]));
  return rows.map(({ newest, ...row }) => ({ ...row, submission: shown.get(newest ?? 0) ?? null }));
}
