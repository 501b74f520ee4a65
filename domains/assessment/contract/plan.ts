import { z } from 'zod';
import { type Access, call, crud, date, type ErrorCode, listQuery, option } from '#platform/contract/index.ts';
import * as shapes from '../shapes.ts';

/** Plans, components, criteria, scales, sittings and retakes. */

const read: Access = { permission: 'assessment_plan.read' };
const write: Access = { permission: 'assessment_plan.manage' };
const planErrors: ErrorCode[] = [
  'NOT_YOUR_ASSESSMENT',
  'ASSESSMENT_REQUIRED',
  'WEIGHTS_NOT_100',
  'COMPONENT_HAS_MARKS',
  'PLAN_CONFIRMED',
  'PLAN_MODULE_FIXED',
  'MARKING_HAS_BEGUN',
  'REASON_REQUIRED',
  'DATES_REVERSED',
];

const criteria = crud({
  base: '/assessment/criteria/',
  noun: 'criterion',
  nouns: 'criteria',
  read,
  write,
  record: shapes.criteriaRecord,
  save: shapes.criteriaSave,
  filters: shapes.criteriaFilters,
  errors: ['NOT_YOUR_ASSESSMENT', 'WEIGHTS_OVER_100', 'PLAN_CONFIRMED', 'PLAN_MODULE_FIXED', 'NO_PLAN'],
  deleteErrors: ['NOT_YOUR_ASSESSMENT', 'PLAN_CONFIRMED'],
});

export const planCalls = {
  component: crud({
    base: '/assessment/component/',
    noun: 'component',
    read,
    write,
    record: shapes.componentRecord,
    save: shapes.componentSave,
    filters: shapes.componentFilters,
    errors: [...planErrors, 'NO_PLAN', 'TOO_DEEP', 'CIRCLE', 'PLAN_ACTIVE'],
    deleteErrors: ['PLAN_ACTIVE', 'NOT_YOUR_ASSESSMENT', 'NO_PLAN', 'COMPONENT_HAS_MARKS'],
  }),
  criteria: {
    ...criteria,
    types: call({
      method: 'GET',
      path: '/assessment/criteria/types',
      summary: 'Kinds of components',
      access: read,
      output: z.array(shapes.criteriaType),
    }),
    /** The same as `all`, under the name of the specification. */
    every: call({
      method: 'GET',
      path: '/assessment/criteria/list',
      summary: 'All criteria for selectors',
      access: read,
      input: z.object({ search: listQuery.search, ids: z.string().max(10_000).optional() }).optional(),
      output: z.array(option),
    }),
  },
  attempt: crud({
    base: '/assessment/attempt/',
    noun: 'sitting',
    read: { permission: 'retake.read' },
    write: { permission: 'retake.manage' },
    record: shapes.attemptRecord,
    save: shapes.attemptSave,
    filters: shapes.attemptFilters,
    errors: ['NOT_YOUR_ASSESSMENT', 'NO_PLAN', 'DATES_REVERSED', 'TOO_MANY_ATTEMPTS'],
  }),
  retake: crud({
    base: '/assessment/retake/',
    noun: 'retake',
    read: { permission: 'retake.read' },
    write: { permission: 'retake.manage' },
    record: shapes.retakeRecord,
    save: shapes.retakeSave,
    filters: shapes.retakeFilters,
    errors: [
      'NOT_YOUR_ASSESSMENT',
      'NO_PLAN',
      'NOTHING_TO_RETAKE',
      'ALREADY_PASSED',
      'WRONG_ATTEMPT',
      'TOO_MANY_ATTEMPTS',
      'PENALTY_NO_RESIT',
      'PLAN_MODULE_FIXED',
    ],
  }),
  scale: {
    ...crud({
      base: '/assessment/scale/',
      noun: 'grade scale',
      read,
      write: { permission: 'assessment_scale.manage' },
      record: shapes.scaleRecord,
      save: shapes.scaleSave,
      filters: shapes.scaleFilters,
      errors: [
        'SCALE_IN_USE',
        'SCALE_TWICE',
        'BANDS_GAP',
        'BANDS_NOT_FALLING',
        'BANDS_OVERLAP',
        'GRADE_TWICE',
        'POINTS_RISE',
        'FIVE_NEEDS_NUMBERS',
      ],
      deleteErrors: ['SCALE_IN_USE'],
    }),
    in_force: call({
      method: 'GET',
      path: '/assessment/scale/in_force',
      summary: 'The scales of the academic year that holds on a day, with the usual ones where there is no own',
      access: read,
      input: z.object({ day: date.optional() }),
      output: z.array(shapes.scaleInForce),
    }),
  },
  degree_class: crud({
    base: '/assessment/degree_class/',
    noun: 'class of degree',
    read,
    write: { permission: 'assessment_scale.manage' },
    record: shapes.degreeClassRecord,
    save: shapes.degreeClassSave,
  }),
  plan: {
    ...crud({
      base: '/assessment/',
      noun: 'plan of assessment',
      read,
      write,
      record: shapes.planRecord,
      save: shapes.planSave,
      filters: shapes.planFilters,
      errors: planErrors,
      deleteErrors: ['NOT_YOUR_ASSESSMENT', 'COMPONENT_HAS_MARKS'],
    }),
    updated: call({
      method: 'GET',
      path: '/assessment/all/updated',
      summary: 'Modules whose marks moved, the newest first',
      access: { permission: 'mark.read' },
      input: shapes.updatedQuery,
      output: z.array(shapes.updatedRow),
    }),
    preview: call({
      method: 'POST',
      path: '/assessment/preview',
      summary: 'Whose totals saving this plan would move; saves nothing',
      access: write,
      input: shapes.planPreviewInput,
      output: shapes.movesAnswer,
      errors: planErrors,
      reads: true,
    }),
    copy: call({
      method: 'POST',
      path: '/assessment/copy',
      summary: 'Take plans over from another module or from the year before; a preview until `apply`',
      access: write,
      input: shapes.copyInput,
      output: shapes.copyAnswer,
      errors: ['NOT_YOUR_ASSESSMENT'],
    }),
  },
};
