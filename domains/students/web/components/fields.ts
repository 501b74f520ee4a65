import type { StoredName } from '#platform/contract/index.ts';
import { shownRecord } from '#platform/web/kit/index.ts';
import { studentFields } from '../../fields.ts';
import {
  loadCities,
  loadCountries,
  loadCourses,
  loadDepartments,
  loadForms,
  loadNationalities,
  loadRegions,
} from '../api.ts';

export type FieldName = StoredName<typeof studentFields>;

/** A student's record as forms, pages and lists show it. */
export const studentShown = shownRecord({
  fields: studentFields,
  titles: 'students.field',
  hints: 'students.hint',
  loaders: {
    country: loadCountries,
    nationality: loadNationalities,
    region: loadRegions,
    city: loadCities,
    course: loadCourses,
    form: loadForms,
    department: loadDepartments,
  },
});
