import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { academicYears } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { copyAnswer, copyInput, matrix } from '../shapes.ts';
import { demandCourse, departmentsInReach } from './reach.ts';
import { courseModules, courseModuleTeachers, courses, modulePrerequisites, modules } from './tables.ts';

/** The plan of a course as a whole: what stands where, what adds up, and how it is taken over into another year. */

type Matrix = z.infer<typeof matrix>;
type Cell = Matrix['cells'][number];
type Finding = Matrix['findings'][number];

/** A semester of full-time study has 30 ECTS credits; this much more or less is usual and not worth a word. */
const semesterCredits = 30;
const tolerance = 3;

async function cellsOf(call: Call, course_id: number, academic_year_id: number): Promise<Cell[]> {
  const rows = await call.db
    .select({
      id: courseModules.id,
      version: courseModules.version,
      study_year: courseModules.study_year,
      semester: courseModules.semester,
      module_id: modules.id,
      code: modules.code,
      title: sql<string>`${localTitle(modules.title, call.locale)}`,
      type: courseModules.type,
      credits: courseModules.credits,
      hours: sql<number>`${modules.lecture_hours} + ${modules.seminar_hours} + ${modules.practical_hours} + ${modules.laboratory_hours}`,
      active: courseModules.active,
    })
    .from(courseModules)
    .innerJoin(modules, eq(modules.id, courseModules.module_id))
    .where(
      and(
        eq(courseModules.course_id, course_id),
        eq(courseModules.academic_year_id, academic_year_id),
        isNull(courseModules.deleted_at),
      ),
    )
    .orderBy(asc(courseModules.study_year), asc(courseModules.semester), asc(modules.code));
  const teachers = rows.length
    ? await call.db
        .select({
          id: courseModuleTeachers.course_module_id,
          teachers: count(),
          leader: sql<
            string | null
          >`max(${staff.lastname} || ' ' || ${staff.firstname}) filter (where ${courseModuleTeachers.role} = 'LEADER')`,
        })
        .from(courseModuleTeachers)
        .innerJoin(staff, eq(staff.id, courseModuleTeachers.staff_id))
        .where(
          inArray(
            courseModuleTeachers.course_module_id,
            rows.map((row) => row.id),
          ),
        )
        .groupBy(courseModuleTeachers.course_module_id)
    : [];
  const taught = new Map(teachers.map((row) => [row.id, row]));
  return rows.map((row) => ({
    ...row,
    teachers: taught.get(row.id)?.teachers ?? 0,
    leader: taught.get(row.id)?.leader ?? null,
  }));
}

export async function planMatrix(call: Call, input: { course_id: number; academic_year_id: number }): Promise<Matrix> {
  const [found] = await call.db
    .select({
      id: courses.id,
      code: courses.code,
      title: sql<string>`${localTitle(courses.title, call.locale)}`,
      years: courses.years,
      credits: courses.credits,
      department_id: courses.department_id,
    })
    .from(courses)
    .where(and(eq(courses.id, input.course_id), isNull(courses.deleted_at)));
  const [year] = await call.db
    .select({ id: academicYears.id, title: academicYears.name })
    .from(academicYears)
    .where(and(eq(academicYears.id, input.academic_year_id), isNull(academicYears.deleted_at)));
  if (!found || !year) throw fail('NOT_FOUND');
  const { department_id, ...course } = found;
  const reaches = async (permission: PermissionName) =>
    (await departmentsInReach(call, permission, [department_id]))(department_id);
  const can = { edit: await reaches('curriculum.manage'), teachers: await reaches('course_module.teachers') };
  const cells = await cellsOf(call, course.id, year.id);
  const semesters = [...Array(course.years).keys()].flatMap((before) =>
    [1, 2].map((semester) => {
      const here = cells.filter((cell) => cell.study_year === before + 1 && cell.semester === semester);
      return { study_year: before + 1, semester, credits: taken(here), modules: here.length };
    }),
  );
  return {
    course,
    academic_year: year,
    can,
    cells,
    semesters,
    findings: await findings(call, course, cells, semesters),
  };
}

/** Credits that one student takes: all core modules, and of those offered for choice as many as one can take of each kind, at most what a full semester leaves. */
function taken(cells: readonly Cell[]): number {
  const sum = (list: readonly Cell[]) => list.reduce((total, cell) => total + cell.credits, 0);
  const core = sum(cells.filter((cell) => cell.type === 'CORE'));
  const chosen = sum(cells.filter((cell) => cell.type !== 'CORE'));
  return core + Math.min(chosen, Math.max(0, semesterCredits - core));
}

async function findings(
  call: Call,
  course: Matrix['course'],
  cells: readonly Cell[],
  semesters: Matrix['semesters'],
): Promise<Finding[]> {
  const found: Finding[] = [];
  const nowhere = { study_year: null, semester: null, module_id: null };
  for (const { study_year, semester, credits, modules: here } of semesters)
    if (here && Math.abs(credits - semesterCredits) > tolerance)
      found.push({
        code: 'SEMESTER_CREDITS',
        study_year,
        semester,
        module_id: null,
        data: { credits, expected: semesterCredits },
      });
  const total = semesters.reduce((sum, semester) => sum + semester.credits, 0);
  if (cells.length && total !== course.credits)
    found.push({ ...nowhere, code: 'TOTAL_CREDITS', data: { credits: total, expected: course.credits } });
  const at = new Map(cells.map((cell) => [cell.module_id, cell]));
  const order = (cell: Cell) => cell.study_year * 2 + cell.semester;
  const required = cells.length
    ? await call.db
        .select({
          module_id: modulePrerequisites.module_id,
          required_id: modulePrerequisites.required_id,
          title: sql<string>`${localTitle(modules.title, call.locale)}`,
        })
        .from(modulePrerequisites)
        .innerJoin(modules, eq(modules.id, modulePrerequisites.required_id))
        .where(inArray(modulePrerequisites.module_id, [...at.keys()]))
    : [];
  for (const { module_id, required_id, title } of required) {
    const cell = at.get(module_id) as Cell;
    const before = at.get(required_id);
    if (before && order(before) < order(cell)) continue;
    found.push({
      code: before ? 'PREREQUISITE_LATER' : 'PREREQUISITE_MISSING',
      study_year: cell.study_year,
      semester: cell.semester,
      module_id,
      data: { title: cell.title, required: title },
    });
  }
  for (const cell of cells)
    if (cell.active && cell.leader === null)
      found.push({
        code: 'NO_LEADER',
        study_year: cell.study_year,
        semester: cell.semester,
        module_id: cell.module_id,
        data: { title: cell.title },
      });
  return found;
}

/** What a copy of one year's plan into another would add; with `apply` it is done, closed for teaching at first. */
export async function copyPlan(call: Call, input: z.infer<typeof copyInput>): Promise<z.infer<typeof copyAnswer>> {
  await demandCourse(call, 'curriculum.manage', input.course_id);
  const from = await cellsOf(call, input.course_id, input.from_academic_year_id);
  if (input.from_academic_year_id === input.to_academic_year_id) throw failField('to_academic_year_id', 'SAME_YEAR');
  if (from.length === 0) throw fail('NOTHING_TO_COPY');
  const place = (cell: Cell) => `${cell.study_year} ${cell.semester} ${cell.module_id}`;
  const there = new Set((await cellsOf(call, input.course_id, input.to_academic_year_id)).map(place));
  const fresh = from.filter((cell) => !there.has(place(cell)));
  const retired = await call.db
    .select({ id: modules.id })
    .from(modules)
    .where(
      and(
        inArray(
          modules.id,
          from.map((cell) => cell.module_id),
        ),
        sql`(not ${modules.active} or ${modules.deleted_at} is not null)`,
      ),
    );
  const gone = new Set(retired.map((row) => row.id));
  const added = fresh.filter((cell) => !gone.has(cell.module_id));
  if (input.apply && added.length) {
    await call.db.execute(sql`
      insert into ${courseModules} (course_id, academic_year_id, study_year, semester, module_id, type, credits, capacity, min_students)
      select course_id, ${input.to_academic_year_id}, study_year, semester, module_id, type, credits, capacity, min_students
      from ${courseModules} where id in ${added.map((cell) => cell.id)}`);
    if (input.with_teachers)
      await call.db.execute(sql`
        insert into ${courseModuleTeachers} (course_module_id, staff_id, role)
        select fresh.id, t.staff_id, t.role from ${courseModules} old
        join ${courseModuleTeachers} t on t.course_module_id = old.id
        join ${courseModules} fresh on fresh.course_id = old.course_id and fresh.study_year = old.study_year
          and fresh.semester = old.semester and fresh.module_id = old.module_id
          and fresh.academic_year_id = ${input.to_academic_year_id} and fresh.deleted_at is null
        where old.id in ${added.map((cell) => cell.id)}`);
  }
  const named = ({ module_id, title, study_year, semester }: Cell) => ({ module_id, title, study_year, semester });
  return {
    added: added.map(named),
    kept: from.length - fresh.length,
    left_out: fresh
      .filter((cell) => gone.has(cell.module_id))
      .map(({ module_id, title }) => ({ module_id, title, reason: 'MODULE_INACTIVE' as const })),
    applied: Boolean(input.apply),
  };
}
