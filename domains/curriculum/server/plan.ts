import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles, fileRecords } from '#domains/files/server/index.ts';
import { academicYears, semesters } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import {
  exactFirst,
  likeLiteral,
  localTitle,
  type OptionsQuery,
  plain,
  resource,
} from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { contract } from '../contract.ts';
import type { retakeTask, teachersInput } from '../shapes.ts';
import { courseModuleReach, demandCourse, demandCourseModules, taughtCourseModules } from './reach.ts';
import { courseModules, courseModuleTeachers, courses, modules, retakeTasks } from './tables.ts';

/** Modules in the plans of courses, and who teaches them. */

const moduleText = (locale: Locale): SQL => sql`m.code || ' ' || ${localTitle(sql`m.title`, locale)}`;
const optionText = (locale: Locale): SQL =>
  sql`(select ${moduleText(locale)} || ', ' || c.code || ', ' || y.name || ' ' || ${courseModules.study_year} || '.' || ${courseModules.semester}
    from ${modules} m, ${courses} c, ${academicYears} y
    where m.id = ${courseModules.module_id} and c.id = ${courseModules.course_id} and y.id = ${courseModules.academic_year_id})`;

/** 0 in the semester that runs, 1 in its year, then what comes, and what lies behind last: whoever chooses a module works now. */
const nearness = sql`(select case
    when exists (select 1 from ${semesters} t where t.academic_year_id = y.id and t.number = (${courseModules.semester} - 1) % 2 + 1 and t.deleted_at is null and (select edulab_today()) between t.starts_on and t.ends_on) then 0
    when (select edulab_today()) between y.starts_on and y.ends_on then 1 when y.starts_on > (select edulab_today()) then 2 else 3 end
  from ${academicYears} y where y.id = ${courseModules.academic_year_id})`;
/** The newest year first. */
const newest = sql`(select -(y.starts_on - date '2000-01-01') from ${academicYears} y where y.id = ${courseModules.academic_year_id})`;

export const courseModule = resource(contract.course_module, {
  table: courseModules,
  search: [
    sql`(select m.code || ' ' || (m.title ->> 'uz') || ' ' || (m.title ->> 'ru') || ' ' || (m.title ->> 'en') from ${modules} m where m.id = ${courseModules.module_id})`,
  ],
  sorts: {
    created_at: sql`${courseModules.created_at}`,
    credits: sql`${courseModules.credits}`,
    id: sql`${courseModules.id}`,
  },
  orders: {
    plan: [
      sql`${courseModules.academic_year_id}`,
      sql`${courseModules.course_id}`,
      sql`${courseModules.study_year}`,
      sql`${courseModules.semester}`,
    ],
    now: [nearness, newest, sql`${courseModules.course_id}`, sql`${courseModules.study_year}`],
  },
  defaultSort: 'created_at,desc',
  optionTitle: optionText,
  filters: (input, call) => [
    input.course_id ? eq(courseModules.course_id, input.course_id) : undefined,
    input.academic_year_id ? eq(courseModules.academic_year_id, input.academic_year_id) : undefined,
    input.study_year ? eq(courseModules.study_year, input.study_year) : undefined,
    input.semester ? eq(courseModules.semester, input.semester) : undefined,
    input.module_id ? eq(courseModules.module_id, input.module_id) : undefined,
    input.type ? eq(courseModules.type, input.type) : undefined,
    input.active === undefined ? undefined : eq(courseModules.active, input.active),
    input.mine ? sql`${courseModules.id} in ${taughtCourseModules(call)}` : undefined,
    input.managed ? courseModuleReach(call, 'curriculum.manage') : undefined,
    input.without_leader === undefined
      ? undefined
      : sql`${input.without_leader ? sql`not` : sql``} exists (select 1 from ${courseModuleTeachers} t where t.course_module_id = ${courseModules.id} and t.role = 'LEADER')`,
    input.staff_id
      ? sql`${courseModules.id} in (select t.course_module_id from ${courseModuleTeachers} t where t.staff_id = ${input.staff_id})`
      : undefined,
  ],
  present: presentCourseModules,
  prepare: async (call, input, current, next) => {
    if (current) await demandCourseModules(call, 'curriculum.manage', [current.id]);
    await demandReferences(call, {
      academic_year_id: [academicYears, input.academic_year_id],
      module_id: [modules, input.module_id],
    });
    const course = await demandCourse(call, 'curriculum.manage', next.course_id);
    if (next.study_year > course.years) throw failField('study_year', 'BEYOND_PROGRAMME', { years: course.years });
    if (next.choice_opens_on && next.choice_closes_on && next.choice_opens_on > next.choice_closes_on)
      throw failField('choice_closes_on', 'DATES_REVERSED');
    if (current) return input;
    const [module] = await call.db.select().from(modules).where(eq(modules.id, next.module_id));
    return { ...input, type: input.type ?? module?.type, credits: input.credits ?? module?.credits };
  },
  beforeDelete: async (call, row) => demandCourseModules(call, 'curriculum.manage', [row.id]),
  beforeRestore: async (call, row) => void (await demandCourse(call, 'curriculum.manage', row.course_id)),
});

type Row = typeof courseModules.$inferSelect;

/** Rows with their course, year, module and teachers; four queries for however many rows. */
async function presentCourseModules(call: Call, plans: Row[]) {
  const ids = plans.map((row) => row.id);
  const ofCourse = await titlesOf(
    call,
    courses,
    plans.map((row) => row.course_id),
  );
  const ofYear = await titlesOf(
    call,
    academicYears,
    plans.map((row) => row.academic_year_id),
  );
  const found = await call.db
    .select({ id: modules.id, code: modules.code, title: sql<string>`${localTitle(modules.title, call.locale)}` })
    .from(modules)
    .where(inArray(modules.id, [...new Set(plans.map((row) => row.module_id))]));
  const ofModule = new Map(found.map((row) => [row.id, row]));
  const people = await call.db
    .select({
      course_module_id: courseModuleTeachers.course_module_id,
      staff_id: staff.id,
      role: courseModuleTeachers.role,
      firstname: staff.firstname,
      lastname: staff.lastname,
      midname: staff.midname,
      photo_file_id: staff.photo_file_id,
    })
    .from(courseModuleTeachers)
    .innerJoin(staff, eq(staff.id, courseModuleTeachers.staff_id))
    .where(inArray(courseModuleTeachers.course_module_id, ids))
    .orderBy(sql`${courseModuleTeachers.role} <> 'LEADER'`, staff.lastname, staff.id);
  const photos = await fileRecords(
    call,
    people.map((row) => row.photo_file_id),
  );
  const teachers = Map.groupBy(people, (row) => row.course_module_id);
  const reached = await reachedIds(call, ids);
  return plans.map((row) => ({
    ...plain(row),
    course: ofCourse.get(row.course_id) ?? null,
    academic_year: ofYear.get(row.academic_year_id) ?? null,
    module: ofModule.get(row.module_id)!,
    teachers: (teachers.get(row.id) ?? []).map(({ course_module_id, photo_file_id, ...person }) => ({
      ...person,
      photo: photos.get(photo_file_id ?? 0)?.src ?? null,
    })),
    can: { edit: reached.has(row.id) },
  }));
}

/** Those of these course modules that the caller may plan. */
async function reachedIds(call: Call, ids: number[]): Promise<Set<number>> {
  const reach = courseModuleReach(call, 'curriculum.manage');
  if (!reach) return new Set(ids);
  const rows = await call.db
    .select({ id: courseModules.id })
    .from(courseModules)
    .where(and(inArray(courseModules.id, ids), reach));
  return new Set(rows.map((row) => row.id));
}

/** Replaces who teaches. The course module's version moves, so that two planners do not overwrite each other. */
export async function setTeachers(call: Call, input: z.infer<typeof teachersInput>) {
  const read = { id: input.course_module_id, version: input.version };
  const row = await loadForChange(call, courseModules, undefined, read, ({ id }) => courseModule.get(call, { id }));
  await demandCourseModules(call, 'course_module.teachers', [row.id]);
  const keys = input.teachers.map((one) => `${one.staff_id} ${one.role}`);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) throw failField(`teachers.${twice}.staff_id`, 'TWICE_THE_SAME');
  const leaders = input.teachers.filter((one) => one.role === 'LEADER');
  if (leaders.length > 1) throw failField('teachers', 'TWICE_THE_SAME');
  await demandReferences(call, { teachers: [staff, input.teachers.map((one) => one.staff_id)] });
  await call.db.update(courseModules).set({ updated_at: sql`edulab_now()` }).where(eq(courseModules.id, row.id));
  await call.db.delete(courseModuleTeachers).where(eq(courseModuleTeachers.course_module_id, row.id));
  if (input.teachers.length)
    await call.db
      .insert(courseModuleTeachers)
      .values(input.teachers.map((one) => ({ ...one, course_module_id: row.id })));
  return courseModule.get(call, { id: row.id });
}

/** Opens course modules for teaching or closes them; those that already are so are not counted. */
export async function activate(call: Call, input: { ids: number[]; active: boolean }): Promise<{ changed: number }> {
  await demandCourseModules(call, 'curriculum.manage', input.ids);
  const rows = await call.db
    .update(courseModules)
    .set({ active: input.active })
    .where(and(inArray(courseModules.id, input.ids), sql`${courseModules.active} <> ${input.active}`))
    .returning({ id: courseModules.id });
  return { changed: rows.length };
}

export async function saveRetakeTask(
  call: Call,
  input: { course_module_id: number; file_id: number; title: string },
): Promise<z.infer<typeof retakeTask>> {
  await demandReferences(call, { course_module_id: [courseModules, input.course_module_id] });
  await demandCourseModules(call, 'course_module.retake_task', [input.course_module_id]);
  await claimFiles(call, 'file_id', [input.file_id]);
  const [row] = await call.db.insert(retakeTasks).values(input).returning();
  if (!row) throw fail('INTERNAL_SERVER_ERROR');
  const files = await fileRecords(call, [row.file_id]);
  return {
    id: row.id,
    course_module_id: row.course_module_id,
    title: row.title,
    file: files.get(row.file_id) ?? null,
    created_at: row.created_at,
  };
}

/** Options with the module and course that they belong to, at most 1,000: those of the semester that runs first. */
export function courseModuleOptions(call: Call, input: OptionsQuery) {
  const title = optionText(call.locale);
  const ids = input?.ids?.split(',').flatMap((part) => (/^\d{1,9}$/.test(part) ? [Number(part)] : []));
  return call.db
    .select({
      id: courseModules.id,
      title: sql<string>`${title}`,
      module_id: courseModules.module_id,
      course_id: courseModules.course_id,
    })
    .from(courseModules)
    .innerJoin(academicYears, eq(academicYears.id, courseModules.academic_year_id))
    .where(
      and(
        isNull(courseModules.deleted_at),
        ids ? sql`${courseModules.id} = any(${sql.param(ids)}::int[])` : undefined,
        input?.search ? sql`${title} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
      ),
    )
    .orderBy(exactFirst(title, input?.search), nearness, desc(academicYears.starts_on), sql`2, 1`)
    .limit(1000);
}
