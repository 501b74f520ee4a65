import { z } from 'zod';
import { byId, call, crud, defineErrors, importCalls, listOf, nothing } from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Certificates: templates that the office places with the mouse, and certificates for many people at once. */

export const errors = defineErrors({
  CERTIFICATE_LIVE: 422,
  CERTIFICATE_NOT_READY: 422,
  CERTIFICATE_FIELD_UNKNOWN: 422,
  CERTIFICATE_OFF_PAGE: 422,
  CERTIFICATE_NOT_OFFERED: 422,
  CERTIFICATE_FAULTS: 422,
  CERTIFICATE_NOBODY: 422,
  ISSUE_BUILT_ON: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    certificates: typeof errors;
  }
}

const manage = { permission: 'certificate_template.manage' } as const;
const issue = { permission: 'certificate.issue' } as const;
const either = { permission: ['certificate_template.manage', 'certificate.issue'] } as const;
const base = '/certificate/issue';
const { start, ...fileCalls } = importCalls(base, issue);

export const contract = {
  template: {
    ...crud({
      base: '/certificate_template/',
      noun: 'template of certificates',
      nouns: 'templates of certificates',
      read: either,
      write: manage,
      record: shapes.templateRecord,
      save: shapes.templateSave,
      filters: shapes.templateFilters,
      errors: [
        'CERTIFICATE_LIVE',
        'CERTIFICATE_NOT_READY',
        'CERTIFICATE_FIELD_UNKNOWN',
        'CERTIFICATE_OFF_PAGE',
        'UNKNOWN_REFERENCE',
        'PICTURE_NEEDED',
        'TRANSITION_NOT_ALLOWED',
      ],
      deleteErrors: ['CERTIFICATE_LIVE'],
    }),
    fields: call({
      method: 'GET',
      path: '/certificate_template/fields',
      summary: 'What can stand in a certificate',
      access: either,
      output: z.array(shapes.knownField),
    }),
    draw: call({
      method: 'POST',
      path: '/certificate_template/preview',
      summary: 'The page as it would be issued, with the data of somebody; nothing is issued',
      access: either,
      reads: true,
      heavy: 'preview',
      input: shapes.drawInput,
      output: nothing.describe('a PDF'),
      errors: ['CERTIFICATE_FIELD_UNKNOWN', 'CERTIFICATE_OFF_PAGE', 'UNKNOWN_REFERENCE'],
    }),
  },
  issue: {
    list: call({
      method: 'GET',
      path: `${base}/`,
      summary: 'Certificates that were issued together',
      access: issue,
      input: shapes.issueList,
      output: listOf(shapes.issueRecord),
    }),
    get: call({
      method: 'GET',
      path: `${base}/{id}`,
      summary: 'One issue of certificates',
      access: issue,
      input: byId,
      output: shapes.issueRecord,
    }),
    papers: call({
      method: 'GET',
      path: `${base}/certificates`,
      summary: 'The certificates of an issue, by the number that each has',
      access: issue,
      input: shapes.issuedList,
      output: listOf(shapes.issuedRow),
    }),
    preview: call({
      method: 'POST',
      path: `${base}/preview`,
      summary: 'Who would get a certificate, and what stands against it, row by row',
      access: issue,
      reads: true,
      heavy: 'preview',
      input: shapes.issueInput,
      output: shapes.issuePreview,
      errors: ['CERTIFICATE_NOT_OFFERED', 'CERTIFICATE_NOBODY', 'UNKNOWN_REFERENCE'],
    }),
    start: call({
      method: 'POST',
      path: `${base}/`,
      summary: 'Issue certificates for chosen students or a group, all or none, as a job',
      access: issue,
      heavy: 'print',
      input: shapes.issueInput,
      output: z.object({ job_id: z.number() }),
      errors: ['CERTIFICATE_NOT_OFFERED', 'CERTIFICATE_NOBODY', 'CERTIFICATE_FAULTS', 'UNKNOWN_REFERENCE'],
    }),
    import: {
      ...fileCalls,
      start: call({
        method: 'POST',
        path: `${base}/import`,
        summary: 'Issue certificates for the people of an uploaded file, all or none, as a job',
        access: issue,
        heavy: 'import',
        input: shapes.importStart,
        output: z.object({ job_id: z.number() }),
        errors: ['FILE_NOT_READABLE', 'FILE_TOO_COMPLEX', 'IMPORT_FAULTS'],
      }),
    },
    take_back: call({
      method: 'PUT',
      path: `${base}/take_back`,
      summary: 'Revoke all certificates of an issue, while nothing was built on any of them',
      access: issue,
      input: shapes.takeBack,
      output: shapes.issueRecord,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'ISSUE_BUILT_ON'],
    }),
    zip: call({
      method: 'GET',
      path: `${base}/{id}/zip`,
      summary: 'All papers of an issue in one file',
      access: issue,
      heavy: 'export',
      logged: 'PERSONAL_EXPORT',
      input: byId,
      output: nothing.describe('a ZIP file'),
      errors: ['DOCUMENT_BEING_MADE', 'DOCUMENT_FILE_MISSING'],
    }),
  },
  reissue: call({
    method: 'PUT',
    path: '/certificate/reissue',
    summary: 'Issue a certificate anew with what holds now; the page of the one before says which holds',
    access: issue,
    heavy: 'print',
    input: shapes.reissue,
    output: shapes.reissued,
    errors: ['CERTIFICATE_NOT_OFFERED', 'CERTIFICATE_FAULTS', 'UNKNOWN_REFERENCE'],
  }),
};
