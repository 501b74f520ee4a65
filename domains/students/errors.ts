import { defineErrors } from '#platform/contract/index.ts';

/** Codes of the students' own refusals; their texts stand in server/messages. */
export const errors = defineErrors({
  BATCH_REFUSED: 422,
  NO_STUDENT_RECORD: 404,
  REQUEST_OPEN: 409,
  OWN_REQUEST: 403,
  NOT_OWN_REQUEST: 403,
  PERIOD_REQUIRED: 422,
  AWARD_NOT_READY: 422,
  NOT_DELETED: 422,
  NOTHING_CHANGES: 422,
  STUDENT_NO_TAKEN: 409,
  PASSPORT_TAKEN: 409,
  PINFL_TAKEN: 409,
  STUDENT_USERNAME_TAKEN: 409,
  CARD_NUMBER_TAKEN: 409,
  CALL_LETTER_TWICE: 409,
  FIELD_NOT_ALLOWED: 403,
  UNDO_TOO_LATE: 409,
  DATES_ORDER: 422,
  ENTRY_NOT_FOUND: 404,
  NO_PHONE: 422,
  HELD: 409,
  TRANSFER_DECIDED: 409,
  TRANSFER_OPEN: 409,
  TRANSFER_NOT_STUDYING: 422,
  LIFE_LATER: 409,
  LIFE_TOUCHED: 409,
  LIFE_UNDONE: 409,
  LIFE_ONE_ALONE: 422,
  LIFE_BY_ENROLMENT: 409,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    students: typeof errors;
  }
}
