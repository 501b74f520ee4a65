import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { StudyLevel } from '#platform/contract/levels.ts';
import { institution, record, title } from '#platform/server/records/columns.ts';
import type {
  campaignStates,
  moduleParts,
  moduleTypes,
  outcomeKinds,
  studyLanguages,
  teacherRoles,
} from '../shapes.ts';

/** What is taught: programmes with their intakes, modules with their outcomes, and the plan that puts one into the other. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
/** Credits go in half steps; the driver gives numerics as text, so they are read as numbers. */
const credits = () => numeric({ precision: 4, scale: 1, mode: 'number' }).notNull();

/** Programmes of study. */
export const courses = pgTable(
  'courses',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: title(),
    level: text().$type<StudyLevel>().notNull(),
    education_form_id: integer(),
    languages: text().array().$type<One<typeof studyLanguages>[]>().notNull(),
    years: smallint().notNull(),
    credits: credits(),
    department_id: integer(),
    description: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('courses_code')
      .on(t.institution_id, sql`lower(code)`, sql`coalesce(education_form_id, 0)`)
      .where(living),
    index('courses_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id).where(living),
    index('courses_code_sort').on(t.institution_id, t.code, t.id).where(living),
    index('courses_level').on(t.institution_id, t.level, t.id).where(living),
    index('courses_department').on(t.institution_id, t.department_id, t.id).where(living),
  ],
);

/** Intakes: a course takes people in for one year, in one language, between two dates. */
export const courseCampaigns = pgTable(
  'course_campaigns',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    academic_year_id: integer().notNull(),
    language: text().$type<One<typeof studyLanguages>>().notNull(),
    opens_on: date().notNull(),
    closes_on: date().notNull(),
    grant_quota: integer().notNull().default(0),
    contract_quota: integer().notNull().default(0),
    waiting_limit: integer().notNull().default(0),
    status: text().$type<One<typeof campaignStates>>().notNull().default('DRAFT'),
  },
  (t) => [
    uniqueIndex('course_campaigns_one').on(t.course_id, t.academic_year_id, t.language).where(living),
    index('course_campaigns_opens').on(t.institution_id, t.opens_on, t.id).where(living),
    index('course_campaigns_closes').on(t.institution_id, t.closes_on, t.id).where(living),
    index('course_campaigns_year').on(t.institution_id, t.academic_year_id, t.id).where(living),
  ],
);

export const modules = pgTable(
  'modules',
  {
    ...record(),
    institution_id: institution(),
    code: text().notNull(),
    title: title(),
    /** What it usually is; the plan of a course may differ. */
    type: text().$type<One<typeof moduleTypes>>().notNull(),
    part: text().$type<One<typeof moduleParts>>().notNull().default('TAUGHT'),
    credits: credits(),
    department_id: integer(),
    lecture_hours: smallint().notNull().default(0),
    seminar_hours: smallint().notNull().default(0),
    practical_hours: smallint().notNull().default(0),
    laboratory_hours: smallint().notNull().default(0),
    independent_hours: smallint().notNull().default(0),
    description: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('modules_code').on(t.institution_id, sql`lower(code)`).where(living),
    index('modules_title').on(t.institution_id, sql`(title ->> 'uz')`, t.id).where(living),
    index('modules_code_sort').on(t.institution_id, t.code, t.id).where(living),
    index('modules_credits').on(t.institution_id, t.credits, t.id).where(living),
    index('modules_department').on(t.institution_id, t.department_id, t.id).where(living),
  ],
);

/** What must have been passed before. */
export const modulePrerequisites = pgTable(
  'module_prerequisites',
  {
    institution_id: institution(),
    module_id: integer()
      .notNull()
      .references(() => modules.id),
    required_id: integer()
      .notNull()
      .references(() => modules.id),
  },
  (t) => [
    primaryKey({ columns: [t.module_id, t.required_id] }),
    index('module_prerequisites_required').on(t.required_id),
  ],
);

/** What a person knows or can do after a module. */
export const moduleOutcomes = pgTable(
  'module_outcomes',
  {
    ...record(),
    institution_id: institution(),
    module_id: integer()
      .notNull()
      .references(() => modules.id),
    code: text().notNull(),
    title: title(),
    kind: text().$type<One<typeof outcomeKinds>>().notNull(),
    position: smallint().notNull(),
  },
  (t) => [
    uniqueIndex('module_outcomes_code').on(t.module_id, sql`lower(code)`).where(living),
    index('module_outcomes_module').on(t.module_id, t.position, t.id).where(living),
    index('module_outcomes_sort').on(t.institution_id, t.module_id, t.position, t.id).where(living),
  ],
);

/** A module in the plan of a course: in which academic year, year of study and semester it is taught. */
export const courseModules = pgTable(
  'course_modules',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    academic_year_id: integer().notNull(),
    /** 1 to 6. */
    study_year: smallint().notNull(),
    /** Number within the academic year; its dates stand in `semesters`. */
    semester: smallint().notNull(),
    module_id: integer()
      .notNull()
      .references(() => modules.id),
    type: text().$type<One<typeof moduleTypes>>().notNull(),
    credits: credits(),
    /** Places, where students choose. */
    capacity: integer(),
    min_students: integer(),
    choice_opens_on: date(),
    choice_closes_on: date(),
    active: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('course_modules_one')
      .on(t.course_id, t.academic_year_id, t.study_year, t.semester, t.module_id)
      .where(living),
    index('course_modules_sort')
      .on(t.institution_id, t.academic_year_id, t.course_id, t.study_year, t.semester, t.id)
      .where(living),
    index('course_modules_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('course_modules_credits').on(t.institution_id, t.credits, t.id).where(living),
    index('course_modules_module').on(t.module_id),
  ],
);

/** Who teaches it, and as what. One person may be several things. */
export const courseModuleTeachers = pgTable(
  'course_module_teachers',
  {
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    staff_id: integer().notNull(),
    role: text().$type<One<typeof teacherRoles>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.course_module_id, t.staff_id, t.role] }),
    uniqueIndex('course_module_leader').on(t.course_module_id).where(sql`role = 'LEADER'`),
    index('course_module_teachers_staff').on(t.staff_id),
  ],
);

/** Tasks for those who take a module again. */
export const retakeTasks = pgTable(
  'retake_tasks',
  {
    ...record(),
    institution_id: institution(),
    course_module_id: integer()
      .notNull()
      .references(() => courseModules.id),
    title: text().notNull(),
    file_id: integer().notNull(),
  },
  (t) => [index('retake_tasks_module').on(t.course_module_id, t.id).where(living)],
);
