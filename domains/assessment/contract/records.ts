import { z } from 'zod';
import { byId, call, crud, defineErrors, type ErrorCode, listOf, nothing } from '#platform/contract/index.ts';
import * as shapes from '../shapes-records.ts';

/** Calls about what stands after publication: amendments and the ledger. */

const read = { permission: 'amendment.read' } as const;
const request = { permission: 'amendment.request' } as const;
const markErrors: ErrorCode[] = ['NOT_YOUR_ASSESSMENT', 'MARK_NOT_SEEN', 'AMENDMENT_OPEN', 'AMENDMENT_UNDER_WAY'];
const stepErrors: ErrorCode[] = [
  'NO_PLAN',
  'STALE',
  'TRANSITION_NOT_ALLOWED',
  'REASON_REQUIRED',
  'SAME_PERSON',
  'OWN_MARK',
  'NOT_REQUESTER',
  'NOT_YOUR_ASSESSMENT',
  'MARK_NOT_SEEN',
  'MARK_MOVED',
];
const under = (path: string) => [`/assessment${path}`];

const amendmentCalls = {
  ...crud({
    base: '/amendment/',
    aliases: ['/assessment/amendment/'],
    noun: 'amendment',
    read,
    write: request,
    record: shapes.amendmentRecord,
    save: shapes.amendmentSave,
    filters: shapes.amendmentFilters,
    errors: [...markErrors, 'PLAN_MODULE_FIXED'],
    deleteErrors: ['AMENDMENT_UNDER_WAY'],
  }),
  preview: call({
    method: 'POST',
    path: '/amendment/preview',
    aliases: under('/amendment/preview'),
    summary: 'What an amendment would do to the result, the average and the documents',
    access: request,
    input: shapes.amendmentPreview,
    output: shapes.effect,
    errors: markErrors,
    reads: true,
  }),
  step: call({
    method: 'PUT',
    path: '/amendment/change/status',
    aliases: under('/amendment/change/status'),
    summary: 'Take an amendment a step further',
    access: {
      permission: ['amendment.request', 'amendment.check', 'amendment.decide', 'amendment.apply', 'amendment.publish'],
    },
    input: shapes.amendmentStep,
    output: shapes.amendment,
    errors: stepErrors,
  }),
  publish: call({
    method: 'PUT',
    path: '/amendment/publish',
    aliases: under('/amendment/publish'),
    summary: 'Show applied amendments to their students, or take that back',
    access: { permission: 'amendment.publish' },
    input: shapes.amendmentPublish,
    output: z.object({ status: z.enum(['PUBLISHED', 'UNPUBLISHED']), ids: z.array(z.number()) }),
    errors: stepErrors,
  }),
  steps: call({
    method: 'GET',
    path: '/amendment/{id}/steps',
    aliases: under('/amendment/{id}/steps'),
    summary: 'Who did what to an amendment, when and why',
    access: read,
    input: byId,
    output: shapes.amendmentTimeline,
  }),
};

const ledger = { permission: 'ledger.read' } as const;
const ledgerCalls = {
  list: call({
    method: 'GET',
    path: '/assessment/ledger/',
    summary: 'Modules with the length of their chains',
    access: ledger,
    input: shapes.ledgerFilters,
    output: listOf(shapes.ledgerRow),
  }),
  events: call({
    method: 'GET',
    path: '/assessment/ledger/events',
    summary: 'Events of a module, newest first; of one student, component or mark where told',
    access: ledger,
    input: shapes.eventQuery,
    output: listOf(shapes.markEvent),
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  verify: call({
    method: 'POST',
    path: '/assessment/ledger/verify',
    summary: 'Recompute every hash and signature and name the rows that were touched',
    access: ledger,
    input: shapes.ledgerScope,
    output: shapes.verification,
    errors: ['NOT_YOUR_ASSESSMENT'],
    reads: true,
    heavy: 'search',
  }),
  export: call({
    method: 'GET',
    path: '/assessment/ledger/export',
    summary: 'The chain of a module as a file that can be checked without us',
    access: ledger,
    input: z.object({ course_module_id: shapes.eventQuery.shape.course_module_id }),
    output: nothing,
    errors: ['NOT_YOUR_ASSESSMENT', 'LEDGER_SEALED'],
    heavy: 'export',
    logged: 'PERSONAL_EXPORT',
  }),
};

const transcriptCalls = {
  read: call({
    method: 'GET',
    path: '/assessment/transcript',
    summary: 'What a student has reached: published results by semester, credits, average, class',
    asOf: true,
    access: { permission: 'transcript.read' },
    input: shapes.transcriptQuery,
    output: shapes.transcript,
  }),
  issue: call({
    method: 'POST',
    path: '/student/transcript',
    summary: 'Issue a signed transcript in one of the three languages',
    access: { permission: 'transcript.issue' },
    input: shapes.transcriptIssue,
    output: shapes.transcriptIssued,
    errors: ['NO_RESULTS', 'HELD'],
  }),
};

const admission = { permission: 'exam_admission.read' } as const;
const admissionCalls = {
  read: call({
    method: 'GET',
    path: '/assessment/exam-admission',
    summary: 'Who may sit the exam of a module, with every reason that bars the others',
    access: admission,
    input: shapes.admissionQuery,
    output: shapes.admissionAnswer,
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  barred: call({
    method: 'GET',
    path: '/assessment/exam-admission/barred',
    summary: 'Who gets no mark of the exam of a module, or of a later attempt, and why',
    access: { permission: 'mark.read' },
    input: shapes.barredQuery,
    output: shapes.barredAnswer,
    errors: ['NOT_YOUR_ASSESSMENT'],
  }),
  list: call({
    method: 'GET',
    path: '/assessment/exam-admission/list',
    summary: 'The list for publication, as PDF',
    logged: 'PERSONAL_EXPORT',
    access: { permission: ['exam_admission.manage', 'exam_admission.override'] },
    input: shapes.admissionQuery,
    output: nothing,
    errors: ['NOT_YOUR_ASSESSMENT'],
    heavy: 'print',
  }),
  allow: call({
    method: 'POST',
    path: '/student/allow-exam',
    summary: 'Admit a student whom the rules bar, or bar one whom they admit',
    access: { permission: 'exam_admission.override' },
    input: shapes.allowExam,
    output: shapes.admissionAnswer.shape.students.element,
    errors: ['NOT_YOUR_ASSESSMENT', 'NOT_IN_MODULE', 'ADMISSION_KEPT'],
  }),
  rules: call({
    method: 'GET',
    path: '/assessment/exam-admission/rules',
    summary: 'What bars from exams in this institution',
    access: admission,
    output: shapes.admissionRules,
  }),
  save_rules: call({
    method: 'PUT',
    path: '/assessment/exam-admission/rules',
    summary: 'Switch and tune what bars from exams',
    access: { permission: 'exam_admission.manage' },
    input: z.object({ rules: shapes.admissionRules }),
    output: shapes.admissionRules,
    errors: ['UNKNOWN_REFERENCE', 'RULE_DAYS'],
  }),
};

export const recordCalls = {
  admission: admissionCalls,
  amendment: amendmentCalls,
  ledger: ledgerCalls,
  transcript: transcriptCalls,
};

export const recordErrors = defineErrors({
  MARK_NOT_SEEN: 422,
  RULE_DAYS: 422,
  MARK_MOVED: 409,
  AMENDMENT_OPEN: 409,
  AMENDMENT_UNDER_WAY: 422,
  SAME_PERSON: 422,
  OWN_MARK: 422,
  NOT_REQUESTER: 422,
  NO_RESULTS: 422,
  NOT_ADMITTED: 422,
  ADMISSION_KEPT: 409,
});
