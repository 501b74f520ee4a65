import { z } from 'zod';
import {
  date,
  fileRecord,
  id,
  locales,
  option,
  requiredText,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';

/** Shapes of what is taught: programmes, their intakes, modules, and modules in the plan of a programme. */

export const studyLanguages = locales;
export const moduleTypes = ['CORE', 'OPTIONAL', 'FREE_CHOICE'] as const;
/** What stage of a programme a module is: teaching, or what is done outside of it and at its end. */
export const moduleParts = ['TAUGHT', 'PRACTICE', 'THESIS', 'STATE_EXAM'] as const;
export const outcomeKinds = ['KNOWLEDGE', 'SKILL', 'COMPETENCE'] as const;
export const teacherRoles = ['LEADER', 'LECTURER', 'SEMINAR', 'PRACTICAL', 'LABORATORY', 'ASSISTANT'] as const;
export const campaignStates = ['DRAFT', 'OPEN', 'CLOSED'] as const;

/** Credits in half steps: 0.5 to 60. */
const credits = z.number().min(0.5).max(60).multipleOf(0.5);
const hours = z.int().min(0).max(600).describe('academic hours in the semester');
const count = z.int().min(0).max(100_000);
const ref = option.nullable();

const code = requiredText(30).regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, { error: 'invalid' });

export const courseRecord = {
  code: z.string(),
  title: titleOut,
  level: z.enum(studyLevels),
  education_form_id: z.number().nullable(),
  education_form: ref,
  languages: z.array(z.enum(studyLanguages)),
  years: z.number(),
  credits: z.number(),
  department_id: z.number().nullable(),
  department: ref,
  description: z.string().nullable(),
  active: z.boolean(),
  authorized: z.boolean().describe('open for new students'),
};
export const courseSave = {
  code: code,
  title: title,
  level: z.enum(studyLevels),
  education_form_id: id.nullish(),
  languages: z.array(z.enum(studyLanguages)).min(1).max(3),
  years: z.int().min(1).max(6),
  credits: z.number().min(1).max(400).multipleOf(0.5).describe('of the whole programme'),
  department_id: id.nullish(),
  description: text(5000).nullish(),
  active: z.boolean().optional(),
};
/** An option of the specification: the course, and which semester of the running year it is in. */
export const courseOption = z.object({
  id: z.number(),
  title: z.string(),
  semester_title: z.string().nullable().describe('the running semester, where there is one'),
  authorized: z.boolean(),
});

export const campaignRecord = {
  course_id: z.number(),
  course: ref,
  academic_year_id: z.number(),
  academic_year: ref,
  language: z.enum(studyLanguages),
  opens_on: z.string(),
  closes_on: z.string(),
  grant_quota: z.number(),
  contract_quota: z.number(),
  waiting_limit: z.number(),
  status: z.enum(campaignStates),
};
export const campaignSave = {
  course_id: id,
  academic_year_id: id,
  language: z.enum(studyLanguages),
  opens_on: date,
  closes_on: date,
  grant_quota: count.optional(),
  contract_quota: count.optional(),
  waiting_limit: count.optional().describe('places on the waiting list beyond the quota'),
  status: z.enum(campaignStates).optional(),
};

export const moduleRecord = {
  code: z.string(),
  title: titleOut,
  type: z.enum(moduleTypes),
  part: z.enum(moduleParts),
  credits: z.number(),
  department_id: z.number().nullable(),
  department: ref,
  lecture_hours: z.number(),
  seminar_hours: z.number(),
  practical_hours: z.number(),
  laboratory_hours: z.number(),
  independent_hours: z.number(),
  description: z.string().nullable(),
  active: z.boolean(),
  prerequisites: z.array(z.object({ id: z.number(), code: z.string(), title: z.string() })),
  outcomes: z.number().describe('how many outcomes are written down'),
};
export const moduleSave = {
  code: code,
  title: title,
  type: z.enum(moduleTypes),
  part: z.enum(moduleParts).optional().describe('TAUGHT unless told; no degree without the others that a plan has'),
  credits: credits,
  department_id: id.nullish(),
  lecture_hours: hours.optional(),
  seminar_hours: hours.optional(),
  practical_hours: hours.optional(),
  laboratory_hours: hours.optional(),
  independent_hours: hours.optional(),
  description: text(5000).nullish(),
  active: z.boolean().optional(),
  prerequisite_ids: z.array(id).max(20).optional().describe('replaces the modules that must be passed before'),
};

export const outcomeRecord = {
  module_id: z.number(),
  module: ref,
  code: z.string(),
  title: titleOut,
  kind: z.enum(outcomeKinds),
  position: z.number(),
};
export const outcomeSave = {
  module_id: id,
  code: requiredText(20),
  title: title,
  kind: z.enum(outcomeKinds),
  position: z.int().min(1).max(999).optional(),
};

const teacher = z.object({
  staff_id: z.number(),
  role: z.enum(teacherRoles),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  photo: z.string().nullable(),
});
export const courseModuleRecord = {
  course_id: z.number(),
  course: ref,
  academic_year_id: z.number(),
  academic_year: ref,
  study_year: z.number(),
  semester: z.number(),
  module_id: z.number(),
  module: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  type: z.enum(moduleTypes),
  credits: z.number(),
  capacity: z.number().nullable(),
  min_students: z.number().nullable(),
  choice_opens_on: z.string().nullable(),
  choice_closes_on: z.string().nullable(),
  active: z.boolean(),
  teachers: z.array(teacher),
};
export const courseModuleSave = {
  course_id: id,
  academic_year_id: id.describe('the year in which it is taught'),
  study_year: z.int().min(1).max(6),
  semester: z.int().min(1).max(2).describe('number within the academic year'),
  module_id: id,
  type: z.enum(moduleTypes).optional().describe("the module's own unless told"),
  credits: credits.optional(),
  capacity: z.int().min(1).max(10_000).nullish().describe('places, for modules that are chosen'),
  min_students: z.int().min(1).max(10_000).nullish(),
  choice_opens_on: date.nullish(),
  choice_closes_on: date.nullish(),
  active: z.boolean().optional(),
};
export const courseModuleFilters = {
  course_id: z.coerce.number<number>().pipe(id).optional(),
  academic_year_id: z.coerce.number<number>().pipe(id).optional(),
  study_year: z.coerce.number<number>().pipe(z.int().min(1).max(6)).optional(),
  semester: z.coerce.number<number>().pipe(z.int().min(1).max(2)).optional(),
  module_id: z.coerce.number<number>().pipe(id).optional(),
  staff_id: z.coerce.number<number>().pipe(id).optional(),
};
export const courseModuleOption = z.object({
  id: z.number(),
  title: z.string().describe('module, course, study year and semester'),
  module_id: z.number(),
  course_id: z.number(),
});

/** The plan of a programme in one academic year: what stands where, and what adds up. */
export const matrix = z.object({
  course: z.object({ id: z.number(), code: z.string(), title: z.string(), years: z.number(), credits: z.number() }),
  academic_year: option,
  can: z.object({ edit: z.boolean(), teachers: z.boolean() }),
  cells: z.array(
    z.object({
      id: z.number(),
      version: z.number(),
      study_year: z.number(),
      semester: z.number(),
      module_id: z.number(),
      code: z.string(),
      title: z.string(),
      type: z.enum(moduleTypes),
      credits: z.number(),
      hours: z.number().describe('contact hours: all but independent study'),
      active: z.boolean(),
      teachers: z.number(),
      leader: z.string().nullable().describe('family name and first name'),
    }),
  ),
  semesters: z.array(
    z.object({ study_year: z.number(), semester: z.number(), credits: z.number(), modules: z.number() }),
  ),
  findings: z.array(
    z.object({
      code: z.enum(['SEMESTER_CREDITS', 'TOTAL_CREDITS', 'PREREQUISITE_LATER', 'PREREQUISITE_MISSING', 'NO_LEADER']),
      study_year: z.number().nullable(),
      semester: z.number().nullable(),
      module_id: z.number().nullable(),
      data: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});

export const copyInput = z.object({
  course_id: id,
  from_academic_year_id: id,
  to_academic_year_id: id,
  with_teachers: z.boolean().optional(),
  apply: z.boolean().optional().describe('left out: a preview that writes nothing'),
});
export const copyAnswer = z.object({
  added: z.array(z.object({ module_id: z.number(), title: z.string(), study_year: z.number(), semester: z.number() })),
  kept: z.number().describe('stand in the new year already'),
  left_out: z.array(z.object({ module_id: z.number(), title: z.string(), reason: z.enum(['MODULE_INACTIVE']) })),
  applied: z.boolean(),
});

export const teachersInput = z.object({
  course_module_id: id,
  version: id.describe('of the course module'),
  teachers: z.array(z.object({ staff_id: id, role: z.enum(teacherRoles) })).max(30),
});

export const retakeTask = z.object({
  id: z.number(),
  course_module_id: z.number(),
  title: z.string(),
  file: fileRecord.nullable(),
  created_at: z.string(),
});
