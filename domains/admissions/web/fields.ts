import { shownRecord } from '#platform/web/kit/index.ts';
import { guestFields } from '../fields.ts';
import { loadCities, loadRegions } from './api.ts';

/** An applicant's profile as forms, pages and lists show it. */
export const guestShown = shownRecord({
  fields: guestFields,
  titles: 'admissions.field',
  hints: 'admissions.hint',
  loaders: { region: loadRegions, city: loadCities },
});
