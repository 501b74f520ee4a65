import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { academicYears, departments, educationForms, semesters } from '#domains/institutions/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, type OptionsQuery, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { demandDepartment, demandModules, departmentsInReach, moduleReach } from './reach.ts';
import { courseCampaigns, courses, moduleOutcomes, modulePrerequisites, modules } from './tables.ts';

/** Courses, their campaigns, modules and outcomes: each a list that people keep, with what must add up checked on saving. */

const inAllLanguages = (table: { title: PgColumn }) => [
  sql`${table.title} ->> 'uz'`,
  sql`${table.title} ->> 'ru'`,
  sql`${table.title} ->> 'en'`,
];

export const course = resource(contract.course, {
  table: courses,
  // Codes of programmes are digits, so a course is found by id alone.
  search: [...inAllLanguages(courses), sql`${courses.code}`],
  sorts: {
    title: sql`(${courses.title} ->> 'uz')`,
    code: sql`${courses.code}`,
    level: sql`${courses.level}`,
    id: sql`${courses.id}`,
  },
  defaultSort: 'title',
  optionTitle: (locale) => localTitle(courses.title, locale),
  filters: (input) => [
    input.level ? eq(courses.level, input.level) : undefined,
    input.education_form_id ? eq(courses.education_form_id, input.education_form_id) : undefined,
    input.department_id ? eq(courses.department_id, input.department_id) : undefined,
    input.active === undefined ? undefined : eq(courses.active, input.active),
  ],
  present: async (call, rows) => {
    const [forms, parts] = [
      await titlesOf(
        call,
        educationForms,
        rows.map((row) => row.education_form_id),
      ),
      await titlesOf(
        call,
        departments,
        rows.map((row) => row.department_id),
      ),
    ];
    const open = await openCourses(
      call,
      rows.map((row) => row.id),
    );
    const reached = await departmentsInReach(
      call,
      'curriculum.manage',
      rows.map((row) => row.department_id),
    );
    return rows.map((row) => ({
      ...plain(row),
      education_form: forms.get(row.education_form_id ?? 0) ?? null,
      department: parts.get(row.department_id ?? 0) ?? null,
      authorized: open.has(row.id),
      can: { edit: reached(row.department_id), delete: reached(row.department_id) },
    }));
  },
  prepare: async (call, input, current) => {
    await demandReferences(call, {
      education_form_id: [educationForms, input.education_form_id],
      department_id: [departments, input.department_id],
    });
    if (current) await demandDepartment(call, 'curriculum.manage', current.department_id);
    if (!current || input.department_id !== undefined)
      await demandDepartment(call, 'curriculum.manage', input.department_id);
    return input;
  },
  beforeDelete: async (call, row) => {
    await demandDepartment(call, 'curriculum.manage', row.department_id);
  },
});

/** Those of these courses that take new students now: an open campaign covers today. */
async function openCourses(call: Call, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await call.db
    .selectDistinct({ id: courseCampaigns.course_id })
    .from(courseCampaigns)
    .where(
      and(
        inArray(courseCampaigns.course_id, ids),
        isNull(courseCampaigns.deleted_at),
        eq(courseCampaigns.status, 'OPEN'),
        sql`(select edulab_today()) between ${courseCampaigns.opens_on} and ${courseCampaigns.closes_on}`,
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** Courses as selectors offer them: with the running semester and whether they take new students. */
export async function courseOptions(call: Call, input: OptionsQuery) {
  const options = await course.all(call, input);
  const open = await openCourses(
    call,
    options.map((option) => option.id),
  );
  const [semester] = await call.db
    .select({ title: sql<string>`${localTitle(semesters.title, call.locale)}` })
    .from(semesters)
    .where(
      sql`${semesters.deleted_at} is null and (select edulab_today()) between ${semesters.starts_on} and ${semesters.ends_on}`,
    )
    .limit(1);
  return options.map((option) => ({
    ...option,
    semester_title: semester?.title ?? null,
    authorized: open.has(option.id),
  }));
}

export const campaign = resource(contract.course_campaign, {
  table: courseCampaigns,
  search: [
    sql`(select c.title ->> 'uz' || ' ' || (c.title ->> 'ru') || ' ' || (c.title ->> 'en') || ' ' || c.code from ${courses} c where c.id = ${courseCampaigns.course_id})`,
  ],
  sorts: {
    opens_on: sql`${courseCampaigns.opens_on}`,
    closes_on: sql`${courseCampaigns.closes_on}`,
    id: sql`${courseCampaigns.id}`,
  },
  defaultSort: 'opens_on,desc',
  optionTitle: (locale) =>
    sql`(select ${localTitle(sql`c.title`, locale)} || ', ' || y.name || ', ' || ${courseCampaigns.language} from ${courses} c, ${academicYears} y where c.id = ${courseCampaigns.course_id} and y.id = ${courseCampaigns.academic_year_id})`,
  filters: (input) => [
    input.course_id ? eq(courseCampaigns.course_id, input.course_id) : undefined,
    input.academic_year_id ? eq(courseCampaigns.academic_year_id, input.academic_year_id) : undefined,
    input.status ? eq(courseCampaigns.status, input.status) : undefined,
  ],
  present: async (call, rows) => {
    const of = await titlesOf(
      call,
      courses,
      rows.map((row) => row.course_id),
    );
    const years = await titlesOf(
      call,
      academicYears,
      rows.map((row) => row.academic_year_id),
    );
    return rows.map((row) => ({
      ...plain(row),
      course: of.get(row.course_id) ?? null,
      academic_year: years.get(row.academic_year_id) ?? null,
    }));
  },
  prepare: async (call, input, _current, next) => {
    await demandReferences(call, {
      course_id: [courses, input.course_id],
      academic_year_id: [academicYears, input.academic_year_id],
    });
    if (next.opens_on > next.closes_on) throw failField('closes_on', 'DATES_REVERSED');
    const [of] = await call.db
      .select({ languages: courses.languages })
      .from(courses)
      .where(eq(courses.id, next.course_id));
    if (!of?.languages.includes(next.language)) throw failField('language', 'LANGUAGE_NOT_TAUGHT');
    return input;
  },
});

export const moduleResource = resource(contract.module, {
  table: modules,
  name: 'code',
  search: [...inAllLanguages(modules), sql`${modules.code}`],
  sorts: {
    title: sql`(${modules.title} ->> 'uz')`,
    code: sql`${modules.code}`,
    credits: sql`${modules.credits}`,
    id: sql`${modules.id}`,
  },
  defaultSort: 'title',
  optionTitle: (locale) => sql`${modules.code} || ' ' || ${localTitle(modules.title, locale)}`,
  filters: (input) => [
    input.type ? eq(modules.type, input.type) : undefined,
    input.department_id ? eq(modules.department_id, input.department_id) : undefined,
    input.active === undefined ? undefined : eq(modules.active, input.active),
  ],
  present: async (call, rows) => {
    const ids = rows.map((row) => row.id);
    const parts = await titlesOf(
      call,
      departments,
      rows.map((row) => row.department_id),
    );
    const required = await call.db
      .select({
        module_id: modulePrerequisites.module_id,
        id: modules.id,
        code: modules.code,
        title: sql<string>`${localTitle(modules.title, call.locale)}`,
      })
      .from(modulePrerequisites)
      .innerJoin(modules, eq(modules.id, modulePrerequisites.required_id))
      .where(inArray(modulePrerequisites.module_id, ids))
      .orderBy(modules.code);
    const outcomes = await call.db
      .select({ module_id: moduleOutcomes.module_id, count: count() })
      .from(moduleOutcomes)
      .where(and(inArray(moduleOutcomes.module_id, ids), isNull(moduleOutcomes.deleted_at)))
      .groupBy(moduleOutcomes.module_id);
    const counted = new Map(outcomes.map((row) => [row.module_id, row.count]));
    const before = Map.groupBy(required, (row) => row.module_id);
    const shaped = await idsInReach(call, 'curriculum.manage', ids);
    const described = await idsInReach(call, 'outcome.manage', ids);
    return rows.map((row) => ({
      ...plain(row),
      department: parts.get(row.department_id ?? 0) ?? null,
      can: { edit: shaped.has(row.id), delete: shaped.has(row.id), outcomes: described.has(row.id) },
      prerequisites: (before.get(row.id) ?? []).map(({ module_id, ...rest }) => rest),
      outcomes: counted.get(row.id) ?? 0,
    }));
  },
  prepare: async (call, input, current) => {
    await demandReferences(call, {
      department_id: [departments, input.department_id],
      prerequisite_ids: [modules, input.prerequisite_ids],
    });
    if (current) await demandModules(call, 'curriculum.manage', [current.id]);
    if (!current || input.department_id !== undefined)
      await demandDepartment(call, 'curriculum.manage', input.department_id);
    return input;
  },
  written: async (call, row, _before, input) => {
    if (input.prerequisite_ids) await setPrerequisites(call, row.id, input.prerequisite_ids);
  },
  beforeDelete: async (call, row) => {
    await demandModules(call, 'curriculum.manage', [row.id]);
  },
});

/** Those of these modules that a permission of the caller reaches; none without it. */
async function idsInReach(call: Call, permission: PermissionName, ids: number[]): Promise<Set<unknown>> {
  if (!call.abilities.has(permission)) return new Set();
  const reach = moduleReach(call, permission);
  if (!reach) return new Set(ids);
  const rows = await call.db
    .select({ id: modules.id })
    .from(modules)
    .where(and(inArray(modules.id, ids), reach));
  return new Set(rows.map((row) => row.id));
}

/** Replaces what must be passed before a module; nothing may, over however many steps, be needed for itself. */
async function setPrerequisites(call: Call, module: number, required: number[]): Promise<void> {
  await call.db.delete(modulePrerequisites).where(eq(modulePrerequisites.module_id, module));
  if (required.length === 0) return;
  await call.db
    .insert(modulePrerequisites)
    .values([...new Set(required)].map((required_id) => ({ module_id: module, required_id })));
  const { rows } = await call.db.execute(sql`
    with recursive before(id) as (
      select required_id from ${modulePrerequisites} where module_id = ${module}
      union select p.required_id from ${modulePrerequisites} p join before b on p.module_id = b.id
    ) select 1 from before where id = ${module}`);
  if (rows.length) throw failField('prerequisite_ids', 'CIRCLE');
}

export const outcome = resource(contract.outcome, {
  table: moduleOutcomes,
  search: [...inAllLanguages(moduleOutcomes), sql`${moduleOutcomes.code}`],
  sorts: {
    position: [sql`${moduleOutcomes.module_id}`, sql`${moduleOutcomes.position}`],
    id: sql`${moduleOutcomes.id}`,
  },
  defaultSort: 'id',
  optionTitle: (locale) => sql`${moduleOutcomes.code} || ' ' || ${localTitle(moduleOutcomes.title, locale)}`,
  filters: (input) => [input.module_id ? eq(moduleOutcomes.module_id, input.module_id) : undefined],
  present: async (call, rows) => {
    const of = await titlesOf(
      call,
      modules,
      rows.map((row) => row.module_id),
    );
    const reached = await idsInReach(
      call,
      'outcome.manage',
      rows.map((row) => row.module_id),
    );
    return rows.map((row) => ({
      ...plain(row),
      module: of.get(row.module_id) ?? null,
      can: { edit: reached.has(row.module_id), delete: reached.has(row.module_id) },
    }));
  },
  prepare: async (call, input, current, next) => {
    await demandReferences(call, { module_id: [modules, input.module_id] });
    const touched = [current?.module_id, input.module_id].filter((id) => typeof id === 'number');
    await demandModules(call, 'outcome.manage', touched);
    if (current || input.position !== undefined) return input;
    // A new one comes last.
    const [last] = await call.db
      .select({ position: sql<number>`coalesce(max(${moduleOutcomes.position}), 0)` })
      .from(moduleOutcomes)
      .where(and(eq(moduleOutcomes.module_id, next.module_id), isNull(moduleOutcomes.deleted_at)));
    return { ...input, position: (last?.position ?? 0) + 1 };
  },
  beforeDelete: async (call, row) => demandModules(call, 'outcome.manage', [row.module_id]),
});
