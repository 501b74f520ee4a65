import { z } from 'zod';
import { uploadErrors } from '#domains/files/contract.ts';
import { call, type ErrorCode, id, importCalls, listOf, option, sought, text } from '#platform/contract/index.ts';
import { markersAnswer, markersQuery } from '../shapes-markers.ts';
import * as shapes from '../shapes-marks.ts';

/** Calls of entry: the grid and what is typed into it. */

const enterErrors: ErrorCode[] = [
  'NOT_YOUR_ASSESSMENT',
  'NO_PLAN',
  'PLAN_NOT_ACTIVE',
  'ENTRY_CLOSED',
  'NOT_IN_MODULE',
  'NOT_ADMITTED',
];
const cellErrors: ErrorCode[] = [
  'STALE',
  'MARK_CLOSED',
  'MARK_FINAL',
  'FLOWS_IN',
  'MARK_BLIND',
  'MARK_NOT_SUBMITTED',
  'MARK_NEEDED',
  'SAME_MARKER',
];

export const markCalls = {
  gradebook: call({
    method: 'GET',
    path: '/assessment/gradebook',
    summary: 'Everything that the grid of a module shows',
    asOf: true,
    access: { permission: 'mark.read' },
    input: shapes.gradebookQuery,
    output: shapes.gradebookAnswer,
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  markers: call({
    method: 'GET',
    path: '/assessment/markers',
    summary: 'How the markers of a module mark, beside each other, and the works to look at again',
    access: { permission: 'mark.moderate' },
    input: markersQuery,
    output: markersAnswer,
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  bulk: call({
    method: 'POST',
    path: '/assessment/bulk',
    summary: 'Save cells of one module, each with the version it was read with',
    access: { permission: ['mark.enter', 'mark.moderate'] },
    input: shapes.bulkInput,
    output: shapes.bulkAnswer,
    errors: enterErrors,
  }),
  update_mark: call({
    method: 'PUT',
    path: '/student/update_mark',
    summary: 'Save one mark of a student',
    access: { permission: 'mark.enter' },
    input: shapes.updateMarkInput,
    output: shapes.bulkAnswer.shape.saved.element,
    errors: [...enterErrors, ...cellErrors],
  }),
  criterion_marks: call({
    method: 'POST',
    path: '/assessment/criteria/marks',
    summary: 'Points by criterion; the mark follows when every criterion has them',
    access: { permission: 'mark.enter' },
    input: shapes.criterionMarksInput,
    output: shapes.bulkAnswer,
    errors: [...enterErrors, ...cellErrors],
  }),
  details: call({
    method: 'GET',
    path: '/assessment/student/criteria-details',
    summary: 'One student in one module: components, attempts, criteria',
    access: { permission: ['mark.read', 'mark.own'] },
    input: shapes.detailsQuery,
    output: shapes.detailsAnswer,
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  history: call({
    method: 'GET',
    path: '/assessment/overall-grade-history',
    summary: 'Totals over the semesters',
    access: { permission: ['mark.read', 'mark.own'] },
    input: shapes.historyQuery,
    output: listOf(shapes.historyRow),
  }),
  homework: call({
    method: 'GET',
    path: '/assessment/homework',
    summary: 'Works whose points can flow into components',
    access: { permission: 'mark.read' },
    input: shapes.homeworkQuery,
    output: listOf(shapes.homeworkRow),
  }),
  flow: call({
    method: 'POST',
    path: '/assessment/homework',
    summary: 'Let works and registers flow into the components that say so',
    access: { permission: 'mark.enter' },
    input: shapes.flowInput,
    output: shapes.flowAnswer,
    errors: ['NOT_YOUR_ASSESSMENT', 'NO_PLAN', 'PLAN_NOT_ACTIVE', 'NOTHING_FLOWS'],
  }),
  modules: call({
    method: 'GET',
    path: '/assessment/course-module/all',
    summary: 'Course modules whose marks, or whose admission to exams, the caller may see: for selectors',
    access: { permission: ['mark.read', 'exam_admission.read'] },
    input: z.object({
      search: sought.optional(),
      ids: text(2000).optional(),
      of: z
        .enum(['mark.read', 'exam_admission.read'])
        .optional()
        .describe('which right must reach them; mark.read unless told, for those who hold it'),
    }),
    output: z.array(option),
  }),
  waiting: call({
    method: 'GET',
    path: '/assessment/waiting',
    summary: 'What waits for the caller in the modules that they teach: marks to enter, to moderate, to publish',
    access: { permission: 'mark.enter' },
    output: z.array(shapes.waitingRow),
  }),
  withheld: call({
    method: 'GET',
    path: '/assessment/withheld',
    summary: 'Marks of the caller that are held back while others see theirs, with the kind of reason',
    access: { permission: 'mark.own' },
    output: z.array(shapes.withheldRow),
  }),
  codes: call({
    method: 'GET',
    path: '/assessment/codes',
    summary: 'Whose anonymous code is whose',
    access: { permission: 'mark.codes' },
    input: shapes.codesQuery,
    output: z.array(shapes.codeRow),
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  /** The start of an import under the names of the specification. */
  import_marks: call({
    method: 'POST',
    path: '/assessment/import-marks',
    aliases: ['/amendment/import-marks', '/assessment/amendment/import-marks', '/import-marks'],
    summary: 'Import marks of an uploaded file; confirmed ones become requests for amendments',
    access: { permission: 'mark.import' },
    input: z.object({ file_id: id.optional().describe('or the file itself, as multipart') }),
    output: z.object({ job_id: z.number() }),
    errors: ['FILE_NOT_READABLE', 'IMPORT_FAULTS', ...uploadErrors],
    heavy: 'import',
  }),
};

export const markImportCalls = importCalls('/assessment', { permission: 'mark.import' });
