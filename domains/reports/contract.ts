import { z } from 'zod';
import {
  type Access,
  byId,
  call,
  crud,
  date,
  defineErrors,
  exportAnswer,
  localeSchema,
  queryBoolean,
  queryId,
  queryInt,
  sought,
} from '#platform/contract/index.ts';
import { fileFormats, reportAnswer, reportDefinition, reportRecord, reportSave, reportSubject } from './definition.ts';
import { board, dashboard, figures, limits, limitsSave, panelAnswer } from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  REPORT_SUBJECT_UNKNOWN: 422,
  REPORT_FIELD_UNKNOWN: 422,
  REPORT_FIELD_FORBIDDEN: 403,
  REPORT_FILTER_WRONG: 422,
  REPORT_SHOWS_NOTHING: 422,
  REPORT_COUNTS_ONLY: 422,
  REPORT_TOO_HEAVY: 422,
  REPORT_OF_OTHER: 403,
  REPORTS_TOO_MANY: 422,
  REPORT_DAY_AHEAD: 422,
  DASHBOARD_NO_FACULTY: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    reports: typeof errors;
  }
}

const read: Access = { permission: 'report.read' };
/** What refuses a definition. */
const faults = [
  'REPORT_SUBJECT_UNKNOWN',
  'REPORT_FIELD_UNKNOWN',
  'REPORT_FIELD_FORBIDDEN',
  'REPORT_FILTER_WRONG',
  'REPORT_SHOWS_NOTHING',
  'REPORT_COUNTS_ONLY',
] as const;

export const contract = {
  dashboard: {
    student: call({
      method: 'GET',
      path: '/dashboard/student',
      summary: 'The home of the student who calls: today, what is next and due, and where they stand by module',
      access: { permission: 'dashboard.read' },
      output: dashboard,
    }),
    boards: call({
      method: 'GET',
      path: '/dashboard/board',
      summary: 'The dashboards of the caller by their work, with the panels of each',
      access: read,
      output: z.array(board),
    }),
    panel: call({
      method: 'GET',
      path: '/dashboard/board/{board}/{panel}',
      summary: 'What a panel shows, each number with what opens its rows; beside it what it was on a past day',
      access: read,
      heavy: 'search',
      input: z.object({ board: z.string().max(40), panel: z.string().max(40), on: date.optional() }),
      output: panelAnswer,
      errors: [...faults, 'REPORT_TOO_HEAVY', 'REPORT_DAY_AHEAD'],
    }),
  },
  limits: {
    get: call({
      method: 'GET',
      path: '/dashboard/limits',
      summary: 'From when on a group is worth a look on the dashboards of the caller',
      access: read,
      output: limits,
    }),
    save: call({
      method: 'PUT',
      path: '/dashboard/limits',
      summary: 'Set it: a dean for the own faculty, the house for all that have none of their own',
      access: { permission: 'dashboard.limits' },
      input: limitsSave,
      output: limits,
      errors: ['STALE', 'DASHBOARD_NO_FACULTY'],
    }),
  },
  stats: {
    web: call({
      method: 'GET',
      path: '/stats/web',
      summary: 'What the institution shows of itself: how many study, graduated, work and teach',
      access: { self: 'it is what everybody may know' },
      output: figures,
    }),
    open: call({
      method: 'GET',
      path: '/stats/public',
      replica: true,
      summary: 'The same for visitors, of the institution that is asked for or that the header names',
      access: { public: 'counts of hundreds name nobody, and smaller ones are not told' },
      input: z.object({ of: queryId.optional(), in: localeSchema.optional().describe('the language of the titles') }),
      output: figures,
    }),
  },
  report: {
    ...crud({
      base: '/report/',
      noun: 'report',
      read,
      write: { permission: 'report.manage' },
      record: reportRecord,
      save: reportSave,
      filters: {
        own: queryBoolean.optional(),
        pinned: queryBoolean.optional(),
        subject: z.string().max(60).optional(),
      },
      errors: [...faults, 'REPORT_OF_OTHER', 'REPORTS_TOO_MANY'],
      deleteErrors: ['REPORT_OF_OTHER'],
    }),
    fields: call({
      method: 'GET',
      path: '/report/fields',
      summary: 'What the caller can report on, with the fields of each that they may see',
      access: read,
      output: z.array(reportSubject),
    }),
    filter: call({
      method: 'GET',
      path: '/report/fields/filter',
      summary: 'Values by which a field can be filtered, found by their title; at most 100',
      access: read,
      input: z.object({
        subject: z.string().max(60),
        field: z.string().max(60),
        search: sought.optional(),
        ids: z.string().max(2000).optional().describe('of values that are chosen already'),
      }),
      output: z.array(z.object({ id: z.string(), title: z.string() })),
      errors: ['REPORT_SUBJECT_UNKNOWN', 'REPORT_FIELD_UNKNOWN', 'REPORT_FIELD_FORBIDDEN'],
    }),
    run: call({
      method: 'POST',
      path: '/report/run',
      summary: 'Rows or groups of a report, with the rights of the caller',
      access: read,
      heavy: 'search',
      reads: true,
      asOf: 'reach',
      input: z.object({
        definition: reportDefinition,
        page: queryInt(0, 100_000).default(0),
        size: queryInt(1, 200).default(20),
      }),
      output: reportAnswer,
      errors: [...faults, 'REPORT_TOO_HEAVY'],
    }),
    export: call({
      method: 'POST',
      path: '/report/export',
      summary: 'A report as a file: xlsx or csv with everything, pdf to print; a job where it is long',
      access: read,
      heavy: 'export',
      logged: 'PERSONAL_EXPORT',
      reads: true,
      asOf: 'reach',
      input: z.object({
        name: z.string().max(150).default(''),
        definition: reportDefinition,
        format: z.enum(fileFormats).default('xlsx'),
      }),
      output: exportAnswer,
      errors: [...faults, 'REPORT_TOO_HEAVY'],
    }),
    pin: call({
      method: 'PUT',
      path: '/report/{id}/pin',
      summary: 'Put a report on the own home, or take it away',
      access: read,
      input: byId.extend({ pinned: z.boolean() }),
      output: z.object({ pinned: z.boolean() }),
    }),
    subscribe: call({
      method: 'PUT',
      path: '/report/{id}/subscribe',
      summary: 'Have a report come by mail each day, week or month, with the own rights of that day; null ends it',
      access: read,
      input: byId.extend({
        every: z.enum(['DAY', 'WEEK', 'MONTH']).nullable(),
        format: z.enum(fileFormats).default('xlsx'),
      }),
      output: z.object({ every: z.string().nullable() }),
      errors: ['REPORTS_TOO_MANY'],
    }),
  },
};
