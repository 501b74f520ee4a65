import { z } from 'zod';
import {
  type Access,
  allQuery,
  call,
  crud,
  defineErrors,
  id,
  listOf,
  listQuery,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import {
  campaignRecord,
  campaignSave,
  campaignStates,
  copyAnswer,
  copyInput,
  courseModuleFilters,
  courseModuleOption,
  courseModuleRecord,
  courseModuleSave,
  courseOption,
  courseRecord,
  courseSave,
  matrix,
  moduleRecord,
  moduleSave,
  moduleTypes,
  outcomeRecord,
  outcomeSave,
  retakeTask,
  teachersInput,
} from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  LANGUAGE_NOT_TAUGHT: 422,
  BEYOND_PROGRAMME: 422,
  NOT_YOUR_PROGRAMME: 403,
  NOTHING_TO_COPY: 422,
  SAME_YEAR: 422,
  TWICE_THE_SAME: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    curriculum: typeof errors;
  }
}

const read: Access = { permission: 'curriculum.read' };
const manage: Access = { permission: 'curriculum.manage' };
const courseModule = z.object({ ...recordBase, ...courseModuleRecord });

export const contract = {
  course: crud({
    base: '/course/',
    noun: 'course',
    read,
    write: manage,
    record: courseRecord,
    save: courseSave,
    filters: {
      level: z.enum(studyLevels).optional(),
      education_form_id: queryId.optional(),
      department_id: queryId.optional(),
      active: queryBoolean.optional(),
    },
    all: courseOption,
    errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
    deleteErrors: ['NOT_YOUR_PROGRAMME'],
  }),
  course_campaign: crud({
    base: '/course_campaign/',
    aliases: ['/course-campaign/'],
    noun: 'course campaign',
    read: { permission: 'campaign.read' },
    write: { permission: 'campaign.manage' },
    record: campaignRecord,
    save: campaignSave,
    filters: {
      course_id: queryId.optional(),
      academic_year_id: queryId.optional(),
      status: z.enum(campaignStates).optional(),
    },
    errors: ['DATES_REVERSED', 'LANGUAGE_NOT_TAUGHT', 'UNKNOWN_REFERENCE'],
  }),
  module: crud({
    base: '/module/',
    noun: 'module',
    read,
    write: manage,
    record: moduleRecord,
    save: moduleSave,
    filters: {
      type: z.enum(moduleTypes).optional(),
      department_id: queryId.optional(),
      active: queryBoolean.optional(),
    },
    errors: ['CIRCLE', 'UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
    deleteErrors: ['NOT_YOUR_PROGRAMME'],
  }),
  outcome: crud({
    base: '/outcome/module/',
    noun: 'learning outcome',
    read,
    write: { permission: 'outcome.manage' },
    record: outcomeRecord,
    save: outcomeSave,
    filters: { module_id: queryId.optional() },
    errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
    deleteErrors: ['NOT_YOUR_PROGRAMME'],
  }),
  course_module: {
    ...crud({
      base: '/cclsmodule/',
      noun: 'course module',
      read,
      write: manage,
      record: courseModuleRecord,
      save: courseModuleSave,
      filters: {
        ...courseModuleFilters,
        type: z.enum(moduleTypes).optional(),
        active: queryBoolean.optional(),
        mine: queryBoolean.optional().describe('only those that the caller teaches'),
        managed: queryBoolean.optional().describe('only those that the caller may plan'),
        without_leader: queryBoolean.optional().describe('only those that nobody leads'),
      },
      all: courseModuleOption,
      errors: ['BEYOND_PROGRAMME', 'CAPACITY_BELOW_CHOSEN', 'UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
      deleteErrors: ['NOT_YOUR_PROGRAMME'],
    }),
    teachers: call({
      method: 'POST',
      path: '/cclsmodule/teachers/',
      summary: 'Who teaches a course module, in place of those who did',
      access: { permission: 'course_module.teachers' },
      input: teachersInput,
      output: courseModule,
      errors: ['STALE', 'TWICE_THE_SAME', 'UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
    }),
    activate: call({
      method: 'POST',
      path: '/cclsmodule/activate',
      summary: 'Open course modules for teaching, or close them again',
      access: manage,
      input: z.object({ ids: z.array(id).min(1).max(500), active: z.boolean() }),
      output: z.object({ changed: z.number() }),
      errors: ['NOT_YOUR_PROGRAMME'],
    }),
    matrix: call({
      method: 'GET',
      path: '/cclsmodule/matrix',
      summary: 'The plan of a course in an academic year, with what adds up and what does not',
      access: read,
      input: z.object({ course_id: queryId, academic_year_id: queryId }),
      output: matrix,
    }),
    copy: call({
      method: 'POST',
      path: '/cclsmodule/copy',
      summary: 'Take the plan of a course over into another academic year; without `apply` only a preview',
      access: manage,
      input: copyInput,
      output: copyAnswer,
      errors: ['NOTHING_TO_COPY', 'SAME_YEAR', 'NOT_YOUR_PROGRAMME'],
    }),
    retake_task: call({
      method: 'POST',
      path: '/cclsmodule/retake/task-upload',
      summary: 'Task of a retake, as an uploaded file',
      access: { permission: 'course_module.retake_task' },
      input: z.object({ course_module_id: id, file_id: id, title: requiredText(200) }),
      output: retakeTask,
      errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_PROGRAMME'],
    }),
    articulate: {
      list: call({
        method: 'GET',
        path: '/cclsmodule/articulate/',
        summary: 'Course modules within reach of the caller, for e-learning',
        access: read,
        input: z.object({ ...listQuery, ...courseModuleFilters }),
        output: listOf(courseModule),
      }),
      all: call({
        method: 'GET',
        path: '/cclsmodule/articulate/all',
        summary: 'The same for selectors',
        access: read,
        input: allQuery,
        output: z.array(courseModuleOption),
      }),
    },
  },
};
