import { shownRecord } from '#platform/web/kit/index.ts';
import { guestFields } from '../fields.ts';
import { loadCities, loadCountries, loadRegions } from './api.ts';

/** An applicant's profile as forms, pages and lists show it. */
export const guestShown = shownRecord({
  fields: guestFields,
  titles: 'admissions.field',
  loaders: { country: loadCountries, region: loadRegions, city: loadCities },
});
