import { type Entries, why } from './entry.ts';

const none = (domain: string) => why(`the domain of ${domain} is not built`);
const career = none('CVs and job offers');

/** Rules of domains that the product does not have yet. Whoever builds one moves its rules to a file of its own. */
export const entries: Entries = {
  R026: career,
  R028: career,
  R146: career,
  R195: career,
  R196: career,
  R216: career,
  R218: career,
  R249: career,
  R250: career,
  R251: career,
  R252: career,
  R318: career,
  R374: career,
};
