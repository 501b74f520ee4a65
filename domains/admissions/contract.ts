import { defineErrors } from '#platform/contract/index.ts';
import { desk } from './contract/desk.ts';
import { exam } from './contract/exam.ts';
import { flavourCalls } from './contract/flavour.ts';
import { guests } from './contract/guests.ts';
import { flavours } from './flavours.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  LIVE_APPLICATION: 409,
  ALREADY_APPLIED: 409,
  POSITION_CLOSED: 422,
  FORM_NOT_OPEN: 422,
  FORM_PUBLISHED: 422,
  FORM_EMPTY: 422,
  CAMPAIGN_CLOSED: 422,
  APPLICATION_INCOMPLETE: 422,
  APPLICATION_NOT_WRITABLE: 422,
  FIELD_NOT_RETURNED: 422,
  STEP_NOT_READY: 422,
  PAPERS_NOT_CHECKED: 422,
  QR_INVALID: 422,
  QR_USED: 409,
  NO_APPLICATION: 422,
  GUEST_PASSPORT_TAKEN: 409,
  PASSPORT_OF_STUDENT: 409,
  CERTIFICATE_EXPIRED: 422,
  SESSION_FULL: 409,
  SESSION_NOT_OPEN: 422,
  SESSION_BEYOND_PLACE: 422,
  SESSION_BELOW_TAKEN: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredFaults {
    admissions: 'APPLICANT_TYPE_LEVEL';
  }
  interface DeclaredErrors {
    admissions: typeof errors;
  }
}

export const contract = {
  plain: flavourCalls(flavours.plain),
  general: flavourCalls(flavours.general),
  st_course: flavourCalls(flavours.st_course),
  hr: flavourCalls(flavours.hr),
  exam,
  guests,
  desk,
};
