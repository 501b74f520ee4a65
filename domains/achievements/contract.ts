import { z } from 'zod';
import {
  type Access,
  allQuery,
  byId,
  call,
  crud,
  defineErrors,
  exportAnswer,
  listOf,
  listQuery,
  nothing,
  option,
  recordBase,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Achievements of students: records with evidence, points by the table of their day, ratings, lists of nominees. */

export const errors = defineErrors({
  ACHIEVEMENT_NOT_STUDYING: 422,
  ACHIEVEMENT_SENT: 409,
  ACHIEVEMENT_AHEAD: 422,
  ACHIEVEMENT_STUDENT_FIXED: 422,
  ACHIEVEMENT_OTHER_GRADE: 422,
  ACHIEVEMENT_TYPE_CLOSED: 422,
  ACHIEVEMENT_EVIDENCE_NEEDED: 422,
  ACHIEVEMENT_EVIDENCE_KIND: 422,
  ACHIEVEMENT_NO_POINTS: 422,
  ACHIEVEMENT_OWN: 403,
  ACHIEVEMENT_BULK_FAULTS: 422,
  ACHIEVEMENT_BUILT_ON: 409,
  ACHIEVEMENT_FROZEN: 409,
  ACHIEVEMENT_NONE: 422,
  SCALE_IN_FORCE: 422,
  SCALE_EMPTY: 422,
  NOMINATION_FROZEN: 422,
  NOMINATION_EMPTY: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    achievements: typeof errors;
  }
}

/** Also those who verify their own types alone: of these they see the records. */
const read: Access = { permission: ['achievement.read', 'achievement.verify'] };
const submit: Access = { permission: 'achievement.submit' };
const verify: Access = { permission: 'achievement.verify' };
const rating: Access = { permission: 'achievement.rating' };
const settings: Access = { permission: 'achievement.settings' };
const nominate: Access = { permission: 'achievement.nominate' };
const base = '/achievement_records/';
const record = z.object({ ...recordBase, ...shapes.recordRecord });

const batch = z.object({ ...recordBase, ...shapes.batchRecord });
export const contract = {
  record: {
    ...crud({
      base,
      noun: 'record of an achievement',
      nouns: 'records of achievements',
      read,
      write: submit,
      record: shapes.recordRecord,
      save: shapes.recordSave,
      filters: shapes.recordFilters,
      errors: [
        'ACHIEVEMENT_SENT',
        'ACHIEVEMENT_NOT_STUDYING',
        'ACHIEVEMENT_AHEAD',
        'ACHIEVEMENT_STUDENT_FIXED',
        'ACHIEVEMENT_OTHER_GRADE',
        'ACHIEVEMENT_TYPE_CLOSED',
        'ACHIEVEMENT_EVIDENCE_KIND',
        'UNKNOWN_REFERENCE',
      ],
      deleteErrors: ['ACHIEVEMENT_SENT'],
    }),
    types: call({
      method: 'GET',
      path: `${base}types`,
      summary: 'What counts as an achievement, with the points of a day',
      access: read,
      input: shapes.typesQuery,
      output: z.array(shapes.typeOption),
    }),
    change_status: call({
      method: 'PUT',
      path: `${base}change/status`,
      summary: 'Take a record a step further: send it, take it back, verify it, ask for more, revoke it',
      access: { permission: ['achievement.submit', 'achievement.verify', 'achievement.revoke'] },
      input: shapes.statusChange,
      output: record,
      errors: [
        'STALE',
        'TRANSITION_NOT_ALLOWED',
        'REASON_REQUIRED',
        'ACHIEVEMENT_NOT_STUDYING',
        'ACHIEVEMENT_TYPE_CLOSED',
        'ACHIEVEMENT_OTHER_GRADE',
        'ACHIEVEMENT_EVIDENCE_NEEDED',
        'ACHIEVEMENT_NO_POINTS',
        'ACHIEVEMENT_OWN',
      ],
    }),
    student: call({
      method: 'GET',
      path: `${base}student/{id}`,
      summary: 'What a student has reached: points, places in group and faculty, and the records',
      access: read,
      input: byId,
      output: shapes.totals,
    }),
    of_student: call({
      method: 'GET',
      path: '/student/ar_records',
      summary: 'Records of achievements of the caller, or of one student',
      access: read,
      input: z.object({ ...listQuery, ...shapes.recordFilters }),
      output: listOf(record),
    }),
    own: call({
      method: 'GET',
      path: `${base}own`,
      summary: 'What the caller has reached: points, places in group and faculty, and the records',
      access: { permission: 'achievement.read' },
      output: shapes.totals,
      errors: ['ACHIEVEMENT_NOT_STUDYING'],
    }),
    preview: call({
      method: 'POST',
      path: `${base}verify/preview`,
      summary: 'What would become of these records if they were verified, and what stands against it',
      access: verify,
      reads: true,
      input: shapes.bulkPreview,
      output: z.array(shapes.bulkRow),
    }),
    verify: call({
      method: 'POST',
      path: `${base}verify`,
      summary: 'Verify many records, all or none',
      access: verify,
      input: shapes.bulkVerify,
      output: z.object({ verified: z.number(), batch }),
      errors: ['STALE', 'ACHIEVEMENT_BULK_FAULTS'],
    }),
    batches: call({
      method: 'GET',
      path: `${base}together/`,
      summary: 'Records that were verified together: by the caller, or by anybody for those who revoke',
      access: verify,
      input: z.object(listQuery),
      output: listOf(batch),
    }),
    take_back: call({
      method: 'PUT',
      path: `${base}together/take_back`,
      summary: 'Take back that records were verified together, while nothing was built on any of them',
      access: verify,
      input: shapes.batchBack,
      output: batch,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'ACHIEVEMENT_BUILT_ON'],
    }),
    rating: call({
      method: 'GET',
      path: `${base}rating`,
      summary: 'Students by their points; those with as many share a place',
      access: rating,
      input: shapes.ratingQuery,
      output: listOf(shapes.ratingRow),
    }),
    units: call({
      method: 'GET',
      path: `${base}rating/units`,
      summary: 'Faculties or groups by the points of their students',
      access: rating,
      input: shapes.unitsQuery,
      output: z.array(shapes.unitRow),
    }),
    rating_export: call({
      method: 'GET',
      path: `${base}rating/export`,
      summary: 'The rating as a file',
      access: rating,
      heavy: 'export',
      logged: 'PERSONAL_EXPORT',
      input: shapes.ratingQuery,
      output: exportAnswer,
    }),
    export: call({
      method: 'GET',
      path: `${base}export`,
      summary: 'The list of records as a file',
      access: { permission: 'achievement.read' },
      heavy: 'export',
      logged: 'PERSONAL_EXPORT',
      input: z.object({ ...listQuery, ...shapes.recordFilters }),
      output: exportAnswer,
    }),
    supplement: call({
      method: 'POST',
      path: `${base}supplement`,
      summary:
        'Issue a statement of verified achievements, which goes with a transcript; the one that holds, where nothing has changed',
      access: { permission: 'achievement.read' },
      heavy: 'print',
      input: shapes.supplementInput,
      output: shapes.supplement,
      errors: ['ACHIEVEMENT_NONE'],
    }),
    supplement_file: call({
      method: 'GET',
      path: `${base}supplement/{id}`,
      summary: 'The statement as a PDF',
      access: { permission: 'achievement.read' },
      logged: 'SENSITIVE_READ',
      input: byId,
      output: nothing.describe('a PDF'),
      errors: ['DOCUMENT_FILE_MISSING', 'DOCUMENT_BEING_MADE'],
    }),
    badge_file: call({
      method: 'GET',
      path: `${base}badge/{id}`,
      summary: 'The paper of the badge of a record',
      access: { permission: 'achievement.read' },
      logged: 'SENSITIVE_READ',
      input: byId,
      output: nothing.describe('a PDF'),
      errors: ['DOCUMENT_FILE_MISSING', 'DOCUMENT_BEING_MADE'],
    }),
  },
  type: {
    ...crud({
      base: '/achievement_type/',
      noun: 'type of achievements',
      nouns: 'types of achievements',
      read: { permission: ['achievement.read', 'achievement.settings'] },
      write: settings,
      record: shapes.typeRecord,
      save: shapes.typeSave,
      errors: ['UNKNOWN_REFERENCE'],
    }),
    validators: call({
      method: 'GET',
      path: '/achievement_type/validators',
      summary: 'Who may be named as the validator of a type',
      access: settings,
      input: allQuery,
      output: z.array(option),
    }),
  },
  scale: {
    ...crud({
      base: '/achievement_scale/',
      noun: 'table of points',
      nouns: 'tables of points',
      read: { permission: ['achievement.read', 'achievement.settings'] },
      write: settings,
      record: shapes.scaleRecord,
      save: shapes.scaleSave,
      errors: ['SCALE_IN_FORCE', 'UNKNOWN_REFERENCE'],
      deleteErrors: ['SCALE_IN_FORCE'],
    }),
    publish: call({
      method: 'PUT',
      path: '/achievement_scale/publish',
      summary: 'Put a table of points into force; from then on it is not changed',
      access: settings,
      input: shapes.publication,
      output: z.object({ ...recordBase, ...shapes.scaleRecord }),
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'SCALE_EMPTY'],
    }),
  },
  nomination: {
    ...crud({
      base: '/achievement_nomination/',
      noun: 'list of nominees',
      nouns: 'lists of nominees',
      read: { permission: ['achievement.nominate', 'achievement.rating'] },
      write: nominate,
      record: shapes.nominationRecord,
      save: shapes.nominationSave,
      errors: ['NOMINATION_FROZEN', 'DATES_REVERSED', 'UNKNOWN_REFERENCE'],
      deleteErrors: ['NOMINATION_FROZEN'],
    }),
    nominees: call({
      method: 'GET',
      path: '/achievement_nomination/{id}/nominees',
      summary: 'Who meets the criteria, with what the points are made of; of a frozen list as it was frozen',
      access: { permission: ['achievement.nominate', 'achievement.rating'] },
      input: byId,
      output: shapes.nominees,
    }),
    freeze: call({
      method: 'PUT',
      path: '/achievement_nomination/freeze',
      summary: 'Keep the list as it is counted now; what changes afterwards changes it no more',
      access: nominate,
      input: shapes.publication,
      output: z.object({ ...recordBase, ...shapes.nominationRecord }),
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'NOMINATION_EMPTY'],
    }),
    export: call({
      method: 'GET',
      path: '/achievement_nomination/{id}/export',
      summary: 'A list of nominees as a file, with what the points are made of',
      access: { permission: ['achievement.nominate', 'achievement.rating'] },
      heavy: 'export',
      logged: 'PERSONAL_EXPORT',
      input: shapes.nominationExport,
      output: exportAnswer,
    }),
  },
};
export type AchievementAnswer = z.infer<typeof record>;
