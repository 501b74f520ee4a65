import { defineErrors } from '#platform/contract/index.ts';
import { cvContract } from './contract/cv.ts';
import { offersContract } from './contract/offers.ts';

export type { Cv } from './contract/cv.ts';
export { permissions } from './permissions.ts';
export type { Offer } from './shapes-offers.ts';

/** From study to work: CVs, what people say of their search, offers and what became of them. */

export const errors = defineErrors({
  CV_NOBODY: 422,
  CV_SUBMITTED: 409,
  CV_INCOMPLETE: 422,
  CV_UNCHANGED: 422,
  CV_SHARED: 409,
  CV_MODULE_UNKNOWN: 422,
  CV_ENTRY_UNKNOWN: 422,
  CV_NOT_APPROVED: 422,
  OWN_CV: 403,
  NEED_UNKNOWN: 422,
  OFFER_DATE: 422,
  OFFER_EXPIRED: 422,
  OFFER_OVER: 422,
  OFFER_CLOSED: 410,
  OFFER_SENT: 409,
  OFFER_SALARY_REVERSED: 422,
  NOBODY_CHOSEN: 422,
  TOO_MANY_CHOSEN: 422,
  OFFER_NOT_ACCEPTED: 422,
  LINKS_TOO_MANY: 409,
  EMPLOYER_LINK_OVER: 410,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    careers: typeof errors;
  }
}

export const contract = { cv: cvContract, job_offer: offersContract };
