import { z } from 'zod';
import { uploadErrors } from '#domains/files/contract.ts';
import {
  allQuery,
  byId,
  call,
  crud,
  type ErrorCode,
  id,
  importCalls,
  option,
  queryId,
  recordBase,
} from '#platform/contract/index.ts';
import type { Flavour } from '../flavours.ts';
import * as shapes from '../shapes.ts';

const application = z.object({ ...recordBase, ...shapes.applicationRecord });

/** The calls of one flavour: its forms and its applications, under its prefix. */
export function flavourCalls({ prefix, family, name }: Flavour) {
  const read = { permission: [`${family}.read`, `${family}.apply`] } as const;
  const apply = { permission: `${family}.apply` } as const;
  const check = { permission: `${family}.check` } as const;
  const form = { permission: `${family}.form` } as const;
  const step = {
    permission: [`${family}.apply`, `${family}.check`, ...(family === 'application' ? steppers : [])],
  } as const;
  const refusals: ErrorCode[] = [
    'LIVE_APPLICATION',
    'ALREADY_APPLIED',
    'POSITION_CLOSED',
    'FORM_NOT_OPEN',
    'CAMPAIGN_CLOSED',
    'APPLICATION_INCOMPLETE',
    'APPLICATION_NOT_WRITABLE',
    'FIELD_NOT_RETURNED',
    'TOO_MANY_REQUESTS',
  ];
  // Whoever decides on applications of others sends in none of their own.
  const saveRefusals: ErrorCode[] = [...refusals, 'PICTURE_NEEDED', 'STEP_NOT_READY'];
  const forms = crud({
    base: `${prefix}/application_form/`,
    noun: `form of ${name} applications`,
    read,
    write: form,
    record: shapes.formRecord,
    save: shapes.formSave,
    filters: shapes.formFilters,
    errors: ['DATES_REVERSED', 'UNKNOWN_REFERENCE', 'FORM_PUBLISHED', 'FORM_EMPTY', 'TRANSITION_NOT_ALLOWED'],
  });
  const all = crud({
    base: `${prefix}/application/`,
    noun: `${name} application`,
    read,
    write: apply,
    record: shapes.applicationRecord,
    save: shapes.applicationSave,
    filters: shapes.applicationFilters,
    errors: saveRefusals,
    deleteErrors: ['APPLICATION_NOT_WRITABLE'],
  });
  return {
    form: forms,
    batch: {
      get: call({
        method: 'GET',
        path: `${prefix}/application_form/field/batch/{id}`,
        summary: 'One section of a form with its fields',
        access: read,
        input: byId,
        output: shapes.batchRecord,
      }),
      save: call({
        method: 'POST',
        path: `${prefix}/application_form/field/batch/`,
        summary: 'Create, change or take out a section of a form that is not published',
        access: form,
        input: shapes.batchSave,
        output: shapes.batchRecord,
        errors: ['STALE', 'FORM_PUBLISHED', 'FIELD_REFERRED', 'UNKNOWN_REFERENCE'],
      }),
    },
    application: {
      ...all,
      all: call({
        method: 'GET',
        path: `${prefix}/application/all`,
        summary: `All ${name} applications for selectors`,
        access: read,
        input: allQuery,
        output: z.array(option),
      }),
      open: call({
        method: 'GET',
        path: `${prefix}/application/open`,
        summary: `What ${name} applications are taken for today`,
        access: apply,
        output: z.array(shapes.openTarget),
      }),
      types: call({
        method: 'GET',
        path: `${prefix}/application/types`,
        summary: 'What an application can be of',
        access: read,
        output: z.array(option),
      }),
      edit: call({
        method: 'GET',
        path: `${prefix}/application/edit`,
        summary: 'One application with the sections of its form, for filling in',
        access: read,
        input: z.object({ id: queryId }),
        output: application,
      }),
      update: call({
        method: 'PUT',
        path: `${prefix}/application/update`,
        summary: 'Change what one has begun, or what was returned',
        access: apply,
        input: shapes.updateInput,
        output: application,
        errors: ['STALE', ...saveRefusals],
      }),
      status: call({
        method: 'PUT',
        path: `${prefix}/application/status/`,
        summary: 'Take a step of the life of an application',
        access: step,
        proof: { when: 'a step is forced' },
        input: shapes.statusInput,
        output: application,
        errors: [
          'STALE',
          'TRANSITION_NOT_ALLOWED',
          'REASON_REQUIRED',
          'STEP_NOT_READY',
          'PAPERS_NOT_CHECKED',
          'NO_AGREEMENT',
          'RATE_MISSING',
          'RATE_SUM',
          ...refusals,
        ],
      }),
      status_many: call({
        method: 'PUT',
        path: `${prefix}/application/status/many`,
        summary: 'Take the same step with many applications: all or none; `preview` only looks',
        access: step,
        input: shapes.manyStatus,
        output: shapes.bulkAnswer,
        errors: [
          'BATCH_REFUSED',
          'TRANSITION_NOT_ALLOWED',
          'REASON_REQUIRED',
          'STEP_NOT_READY',
          'PAPERS_NOT_CHECKED',
          'NO_AGREEMENT',
          'RATE_MISSING',
          'RATE_SUM',
          ...refusals,
        ],
      }),
      status_undo: call({
        method: 'PUT',
        path: `${prefix}/application/status/undo`,
        summary: "Take back one's own last step with these applications, within an hour and while nothing hangs on it",
        access: step,
        input: shapes.manySteps,
        output: shapes.bulkAnswer,
        errors: ['BATCH_REFUSED', 'STEP_NOT_READY', 'CONTRACT_HAS_PAYMENTS', 'CONTRACT_NOT_READY'],
      }),
      document: call({
        method: 'PUT',
        path: `${prefix}/application/document`,
        summary: 'Accept or decline a paper of an application',
        access: check,
        input: shapes.documentReview,
        output: application,
      }),
      dtm_file: call({
        method: 'POST',
        path: `${prefix}/application/dtm_file`,
        summary: "Points by a file of the state's testing centre, sent along or uploaded before",
        access: { permission: 'exam.score' },
        input: z.object({ file_id: z.coerce.number<number>().pipe(id).optional() }).optional(),
        output: z.object({ job_id: z.number() }),
        errors: ['FILE_NOT_READABLE', 'IMPORT_FAULTS', ...uploadErrors],
        heavy: 'import',
      }),
      dtm: importCalls(`${prefix}/application/dtm_file`, { permission: 'exam.score' }),
      qr_scan_check: call({
        method: 'POST',
        path: `${prefix}/application/qr_scan_check`,
        summary: 'Who holds this code, once: at the entrance the code is used up',
        access: { permission: family === 'application' ? 'exam.check_in' : `${family}.check` },
        input: shapes.scanInput,
        output: z.object({ application, first: z.boolean(), scanned_at: z.string().nullable() }),
        errors: ['QR_INVALID', 'QR_USED', 'STEP_NOT_READY'],
      }),
    },
  };
}

/** Who besides those who check takes steps of academic applications. */
const steppers = ['application.publish', 'application.offer', 'exam.assign', 'exam.check_in'] as const;
