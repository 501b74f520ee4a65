import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, demandCourseModules, modules } from '#domains/curriculum/server/index.ts';
import { fileRecords } from '#domains/files/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { localTitle, type OptionsQuery, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import type { lessonRecord, sortingInput } from '../shapes.ts';
import { awaitsAssessment, homeworksOf } from './homework.ts';
import { presentedMaterial, storedMaterial } from './material.ts';
import { tellPublished } from './notices.ts';
import { packagesOf } from './packages/records.ts';
import { demandInSemester, lessonReach } from './reach.ts';
import { homeworks, lessons, packages, submissions } from './tables.ts';

/** Lessons as teachers keep them, in their order. */

type Row = typeof lessons.$inferSelect;

export const lesson = resource(contract.lesson, {
  table: lessons,
  search: [sql`${lessons.title}`],
  sorts: {
    position: [sql`${lessons.course_module_id}`, sql`${lessons.position}`],
    title: sql`${lessons.title}`,
    created_at: sql`${lessons.created_at}`,
    id: sql`${lessons.id}`,
  },
  defaultSort: 'position',
  optionTitle: () => sql`${lessons.title}`,
  visible: lessonReach,
  filters: (input) => [
    input.course_module_id ? eq(lessons.course_module_id, input.course_module_id) : undefined,
    input.kind ? eq(lessons.kind, input.kind) : undefined,
    input.published === undefined ? undefined : eq(lessons.published, input.published),
    input.has_package === undefined
      ? undefined
      : sql`exists (select 1 from ${packages} p where p.lesson_id = ${lessons.id} and p.deleted_at is null) = ${input.has_package}`,
    input.to_assess === undefined
      ? undefined
      : sql`exists (select 1 from ${homeworks} h join ${submissions} w on w.homework_id = h.id
          where h.lesson_id = ${lessons.id} and h.deleted_at is null and ${awaitsAssessment}) = ${input.to_assess}`,
  ],
  present: presentLessons,
  prepare: async (call, input, current, next) => {
    // Works and attempts belong to the students of the course module, so a lesson does not move to another.
    const course_module_id = current?.course_module_id ?? next.course_module_id;
    await demandReferences(call, { course_module_id: [courseModules, course_module_id] });
    await demandCourseModules(call, 'lesson.manage', [course_module_id]);
    if (next.visible_from && next.visible_until && next.visible_from > next.visible_until)
      throw failField('visible_until', 'DATES_REVERSED');
    await demandInSemester(call, course_module_id, { visible_from: input.visible_from });
    return {
      ...(await storedMaterial(call, input, current)),
      course_module_id,
      ...(current ? {} : { position: await nextPosition(call, course_module_id) }),
    };
  },
  written: async (call, row, before) => {
    if (row.published && !before?.published) await tellPublished(call, row);
  },
  beforeDelete: async (call, row) => demandCourseModules(call, 'lesson.manage', [row.course_module_id]),
});

/** The place after the last. Two teachers who add at once wait for each other at the course module. */
export async function nextPosition(call: Call, course_module_id: number): Promise<number> {
  await lockCourseModule(call, course_module_id);
  const [last] = await call.db
    .select({ position: sql<number>`coalesce(max(${lessons.position}), 0)` })
    .from(lessons)
    .where(and(eq(lessons.course_module_id, course_module_id), isNull(lessons.deleted_at)));
  return (last?.position ?? 0) + 1;
}

const lockCourseModule = (call: Call, id: number) =>
  call.db.select({ id: courseModules.id }).from(courseModules).where(eq(courseModules.id, id)).for('no key update');

/** Lessons with module, files, homework and package; a few queries for however many. */
export async function presentLessons(call: Call, rows: Row[]) {
  const ids = rows.map((row) => row.id);
  const of = rows.length
    ? await call.db
        .select({
          id: courseModules.id,
          code: modules.code,
          title: sql<string>`${localTitle(modules.title, call.locale)}`,
          academic_year: academicYears.name,
          semester: courseModules.semester,
        })
        .from(courseModules)
        .innerJoin(modules, eq(modules.id, courseModules.module_id))
        .innerJoin(academicYears, eq(academicYears.id, courseModules.academic_year_id))
        .where(inArray(courseModules.id, [...new Set(rows.map((row) => row.course_module_id))]))
    : [];
  const titles = new Map(of.map((one) => [one.id, one]));
  const files = await fileRecords(
    call,
    rows.flatMap((row) => row.file_ids),
  );
  const works = await homeworksOf(call, ids);
  const contents = await packagesOf(call, ids);
  return rows.map(({ file_ids, ...row }) => ({
    ...plain(row),
    ...presentedMaterial(call, { ...row, file_ids }, files),
    course_module: titles.get(row.course_module_id) ?? null,
    homework: works.get(row.id) ?? null,
    package: contents.get(row.id) ?? null,
  })) satisfies z.infer<z.ZodObject<typeof lessonRecord>>[];
}

/** Options with the course module that they belong to. */
export async function lessonOptions(call: Call, input: OptionsQuery) {
  const options = await lesson.all(call, input);
  const rows = await call.db
    .select({ id: lessons.id, course_module_id: lessons.course_module_id })
    .from(lessons)
    .where(
      inArray(
        lessons.id,
        options.map((option) => option.id),
      ),
    );
  const of = new Map(rows.map((row) => [row.id, row.course_module_id]));
  return options.map((option) => ({ ...option, course_module_id: of.get(option.id) as number }));
}

/** Sets the whole order at once. Refused where somebody added, deleted or moved lessons since it was read. */
export async function sortLessons(call: Call, input: z.infer<typeof sortingInput>): Promise<{ ids: number[] }> {
  const { course_module_id, ids, was } = input;
  await demandCourseModules(call, 'lesson.manage', [course_module_id]);
  await lockCourseModule(call, course_module_id);
  const rows = await call.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.course_module_id, course_module_id), isNull(lessons.deleted_at)))
    .orderBy(lessons.position, lessons.id);
  const now = rows.map((row) => row.id);
  if (now.join() !== was.join()) throw fail('STALE', { current: { ids: now } });
  if (ids.toSorted().join() !== now.toSorted().join()) throw failField('ids', 'UNKNOWN_REFERENCE');
  await call.db.execute(sql`update ${lessons} set position = wanted.position
    from unnest(${sql.param(ids)}::int[]) with ordinality as wanted(id, position)
    where ${lessons.id} = wanted.id and ${lessons.position} <> wanted.position`);
  return { ids };
}
