import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { demandCourseModules } from '#domains/curriculum/server/index.ts';
import { studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import type { launchAnswer, launchInput, progressAnswer, progressInput, statisticsAnswer } from '../../shapes.ts';
import { presentLessons } from '../lessons.ts';
import { callingStudent, isLearner, lessonInReach, lessonReach } from '../reach.ts';
import { attempts, lessons, packages, trees } from '../tables.ts';
import { contentAddress } from './content.ts';
import { isOf, isSame, type Learner, type Named, reachedByRules, reachedInPart } from './learner.ts';
import { merge, packageResult } from './merge.ts';
import { packageOrigin } from './package-origin.ts';
import { packageRow, packagesOf, presentPackages, withRules } from './records.ts';
import { afterReport, attemptPart, attemptParts, lockAttempt, numberOf, takePackageStep } from './steps.ts';
import { clockOf } from './time-limit.ts';

/** What is done in packages: opened, continued, begun anew; and what came of it, for those who teach. */

type AttemptRow = typeof attempts.$inferSelect;

/** Lessons of a course module that have a package. */
export async function packageLessons(call: Call, input: { ccls_module_id: number }) {
  const rows = await call.db
    .select()
    .from(lessons)
    .where(
      and(
        eq(lessons.course_module_id, input.ccls_module_id),
        isNull(lessons.deleted_at),
        lessonReach(call),
        sql`${lessons.id} in (select p.lesson_id from ${packages} p where p.deleted_at is null)`,
      ),
    )
    .orderBy(lessons.position, lessons.id);
  return presentLessons(call, rows);
}

/** Opens the package of a lesson. Who teaches looks without an attempt. */
export async function launchPackage(
  call: Call,
  input: z.infer<typeof launchInput>,
): Promise<z.infer<typeof launchAnswer>> {
  const row = await packageRow(call, input.package_id);
  if (row.lesson_id === null) throw fail('NOT_FOUND');
  await lessonInReach(call, row.lesson_id);
  return openPackage(call, row, isLearner(call) ? await learningStudent(call) : undefined, input);
}

const learningStudent = async (call: Call): Promise<Named> => {
  const { id, name } = await callingStudent(call);
  return { student_id: id, learner_id: null, name };
};

/**
 * Opens a part of a package: in the newest attempt, or in a new one; without a learner it is only looked at. Whether the
 * caller may is asked by whoever holds the package. Errors: STEP_REFUSED, TIME_OVER.
 */
export async function openPackage(
  call: Call,
  kept: typeof packages.$inferSelect,
  learner: Named | undefined,
  input: z.infer<typeof launchInput>,
): Promise<z.infer<typeof launchAnswer>> {
  const row = await withRules(call, kept);
  if (input.sco !== undefined && !row.items.some((item) => item.id === input.sco))
    throw failField('sco', 'UNKNOWN_REFERENCE');
  const { sequencing } = row;
  const way = sequencing && learner ? await takePackageStep(call, { ...row, sequencing }, learner, input) : undefined;
  const number = way?.number ?? (learner ? await numberOf(call, row.id, learner, input.again ?? false) : 0);
  const parts = learner ? await attemptParts(call, { ...learner, package_id: row.id, number }) : [];
  const { over } = clockOf(row.items, way ? [] : parts);
  const wanted = way?.sco ?? input.sco ?? row.items.find(({ id }) => !over.includes(id))?.id;
  if (wanted === undefined || over.includes(wanted)) throw fail('TIME_OVER');
  const index = row.items.findIndex(({ id }) => id === wanted);
  const item = row.items[index]!;
  const attempt = learner && (await openAttempt(call, row.id, learner, number, item.id, way));
  const { url, apart, key } = contentAddress(
    call.kernel.settings.dataDir,
    {
      institution: call.institution_id,
      package: row.id,
      attempt: attempt?.id ?? 0,
      launch: attempt?.launch ?? 0,
      item: index,
    },
    item,
  );
  const left =
    item.limit && attempt ? Math.max(0, item.limit.seconds - (attempt.seconds - attempt.earlier)) : undefined;
  const origin = packageOrigin(call.kernel.settings, call.request);
  return {
    url: way?.sco === null ? null : url,
    navigation: way?.navigation ?? null,
    apart: origin && origin + apart,
    key,
    attempt_id: attempt?.id ?? null,
    attempt: attempt?.number ?? 0,
    launch: attempt?.launch ?? 0,
    sco: item.id,
    values: attempt?.cmi ?? {},
    limit: item.limit && left !== undefined ? { left, exit: item.limit.exit, message: item.limit.message } : null,
    package: (await presentPackages(call, [row], learner && ((table) => isOf(table, learner))))[0]!,
    progress: [...parts.filter((part) => part.id !== attempt?.id), ...(attempt ? [attempt] : [])].map((part) => ({
      ...shown(part),
      sco: part.sco,
    })),
  };
}

const shown = ({ number, status, success, score, seconds, updated_at }: AttemptRow) => ({
  attempt: number,
  status,
  success,
  score,
  seconds,
  updated_at,
});

async function openAttempt(
  call: Call,
  package_id: number,
  { student_id, learner_id, name }: Named,
  number: number,
  sco: string,
  way: { sco: string | null; values: Record<string, string> | undefined } | undefined,
): Promise<AttemptRow> {
  const key = { package_id, student_id, learner_id, number, sco };
  const learner_name = student_id === null ? name : null;
  if (way?.sco === null) {
    const [left] = await call.db.select().from(attempts).where(attemptPart(key, sco));
    if (left) return left;
  }
  const [row] = await call.db
    .insert(attempts)
    .values({ ...key, learner_name, launch: 1, cmi: way?.values ?? {} })
    .onConflictDoUpdate({
      target: [
        attempts.package_id,
        student_id === null ? attempts.learner_id : attempts.student_id,
        attempts.number,
        attempts.sco,
      ],
      set: {
        learner_name,
        launch: sql`${attempts.launch} + 1`,
        sequence: -1,
        // Begun anew by the rules: with nothing kept, and with all of its time.
        ...(way?.values && { cmi: way.values, earlier: sql`${attempts.seconds}` }),
      },
    })
    .returning();
  return row as AttemptRow;
}

export const report = async (call: Call, input: z.infer<typeof progressInput>) =>
  takeReport(call, await learningStudent(call), input);

/** Takes a report from the content. Two that arrive at once wait for each other at the row. */
export async function takeReport(
  call: Call,
  learner: Learner,
  input: z.infer<typeof progressInput>,
): Promise<z.infer<typeof progressAnswer>> {
  const { attempt_id, ...said } = input;
  await lockAttempt(call, attempt_id, learner);
  const [row] = await call.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.id, attempt_id), isOf(attempts, learner)))
    .for('update');
  // A launch that was never given is nothing that a browser of ours would send.
  if (!row || said.launch > row.launch) throw fail('NOT_FOUND');
  const { taken, ...after } = merge(row, said);
  const [saved] = await call.db
    .update(attempts)
    .set({ ...after, updated_at: sql`edulab_now()` })
    .where(eq(attempts.id, row.id))
    .returning();
  return {
    ...shown(saved as AttemptRow),
    taken,
    navigation: taken ? await afterReport(call, row, saved as AttemptRow) : null,
  };
}

/** What each learner of a package reached: the best of all their attempts. By the number of the student, or of the learner. */
export async function packageStandings(
  call: Call,
  { id, items }: { id: number; items: readonly unknown[] },
): Promise<Map<number, Omit<StatisticsRow, 'student_id' | 'student_no' | 'firstname' | 'lastname' | 'midname'>>> {
  const rows = await call.db.select(reachedInPart).from(attempts).where(eq(attempts.package_id, id));
  const ruled = await call.db.select(reachedByRules).from(trees).where(eq(trees.package_id, id));
  const by = Map.groupBy(rows, (row) => row.student_id ?? row.learner_id!);
  return new Map(
    [...by].map(([who, parts]) => {
      const tries = [...Map.groupBy(parts, (row) => row.number)].map(([number, of]) =>
        packageResult(
          of,
          items.length,
          ruled.find((one) => one.number === number && isSame(one, of[0]!)),
        ),
      );
      const best = tries.toSorted((a, b) => rank(b) - rank(a))[0]!;
      return [
        who,
        {
          attempts: tries.length,
          status: best.status,
          success: best.success,
          score: best.score,
          seconds: tries.reduce((sum, one) => sum + one.seconds, 0),
          last_at:
            tries
              .map((one) => one.updated_at)
              .toSorted()
              .at(-1) ?? null,
        },
      ];
    }),
  );
}

type StatisticsRow = z.infer<typeof statisticsAnswer>['students'][number];
export const nothingReached = {
  attempts: 0,
  status: 'NOT_ATTEMPTED',
  success: 'UNKNOWN',
  score: null,
  seconds: 0,
  last_at: null,
} as const;

/** Every student of the lesson's module, and whoever opened the package, with the best of all attempts. */
export async function statistics(call: Call, input: { lesson_id: number }): Promise<z.infer<typeof statisticsAnswer>> {
  const lesson = await lessonInReach(call, input.lesson_id);
  await demandCourseModules(call, 'lesson.assess', [lesson.course_module_id]);
  const found = (await packagesOf(call, [lesson.id])).get(lesson.id);
  if (!found) throw fail('NOT_FOUND');
  const reached = await packageStandings(call, found);
  const people = await call.db
    .select({
      student_id: students.id,
      student_no: students.student_no,
      firstname: students.firstname,
      lastname: students.lastname,
      midname: students.midname,
    })
    .from(students)
    .where(
      sql`${students.id} in ${studentsOfCourseModule(lesson.course_module_id)} or ${reached.size ? inArray(students.id, [...reached.keys()]) : sql`false`}`,
    )
    .orderBy(students.lastname, students.firstname, students.id);
  return {
    package: found,
    students: people.map((person) => ({ ...person, ...(reached.get(person.student_id) ?? nothingReached) })),
  };
}

/** Passed before completed before tried; the better score first among equals. */
const rank = (one: { status: string; success: string; score: number | null }) =>
  (one.success === 'PASSED' ? 400 : 0) + (one.status === 'COMPLETED' ? 200 : 0) + (one.score ?? 0);
