import { defineErrors } from '#platform/contract/index.ts';
import { awardCalls, awardErrors } from './contract/awards.ts';
import { clearanceCalls, clearanceErrors } from './contract/clearance.ts';
import { markCalls, markImportCalls } from './contract/marks.ts';
import { planCalls } from './contract/plan.ts';
import { recognitionCalls, recognitionErrors } from './contract/recognition.ts';
import { recordCalls, recordErrors } from './contract/records.ts';
import { releaseCalls } from './contract/release.ts';

export { permissions } from './permissions.ts';
export * from './shapes.ts';
export * from './shapes-awards.ts';
export * from './shapes-markers.ts';
export * from './shapes-marks.ts';
export * from './shapes-recognition.ts';
export * from './shapes-records.ts';
export * from './shapes-release.ts';

export const errors = defineErrors({
  HELD_BY_CASE: 422,
  PENALTY_NO_RESIT: 422,
  NOT_YOUR_ASSESSMENT: 403,
  NO_PLAN: 422,
  ASSESSMENT_REQUIRED: 422,
  WEIGHTS_NOT_100: 422,
  WEIGHTS_OVER_100: 422,
  COMPONENT_HAS_MARKS: 409,
  PLAN_ACTIVE: 409,
  PLAN_CONFIRMED: 422,
  PLAN_MODULE_FIXED: 422,
  MARKING_HAS_BEGUN: 422,
  TOO_DEEP: 422,
  SCALE_IN_USE: 409,
  SCALE_TWICE: 409,
  BANDS_GAP: 422,
  BANDS_NOT_FALLING: 422,
  BANDS_OVERLAP: 422,
  GRADE_TWICE: 422,
  POINTS_RISE: 422,
  FIVE_NEEDS_NUMBERS: 422,
  TOO_MANY_ATTEMPTS: 422,
  WRONG_ATTEMPT: 422,
  NOTHING_TO_RETAKE: 422,
  RETAKE_SAT: 409,
  ALREADY_PASSED: 422,
  PLAN_NOT_ACTIVE: 422,
  ENTRY_CLOSED: 422,
  NOT_IN_MODULE: 422,
  NOT_REGISTERED: 422,
  MARK_CLOSED: 422,
  MARK_FINAL: 422,
  MARK_NOT_SUBMITTED: 422,
  MARK_BLIND: 422,
  MARK_NEEDED: 422,
  LEDGER_SEALED: 422,
  FLOWS_IN: 422,
  SAME_MARKER: 422,
  NOTHING_FLOWS: 422,
  MARKS_MISSING: 422,
  SECOND_MARKS_MISSING: 422,
  BOARD_NEEDED: 422,
  BOARD_NOT_YET: 422,
  BOARD_NEEDS_CHAIR: 422,
  NOT_ALL_PUBLISHED: 422,
  APPEALS_OPEN: 422,
  ...recordErrors,
  ...awardErrors,
  ...clearanceErrors,
  ...recognitionErrors,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredFaults {
    assessment: 'MARK_AND_SPECIAL' | 'MARK_AS_IS';
  }
  interface DeclaredErrors {
    assessment: typeof errors;
  }
}

export const contract = {
  ...planCalls,
  mark: markCalls,
  import: markImportCalls,
  release: releaseCalls,
  ...recordCalls,
  award: awardCalls,
  clearance: clearanceCalls,
  recognition: recognitionCalls,
};
