import { textEditor } from '#domains/files/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { beginYears } from './new-year.ts';
import { router } from './router.ts';
import { cities, countries, departments, educationPlaces, states } from './tables.ts';

/** Lists that selectors are filled from; those who keep them follow their changes. */
const references = [
  'countries',
  'states',
  'cities',
  'academic_years',
  'semesters',
  'levels',
  'education_forms',
  'categories',
  'education_places',
  'option_types',
];

export default defineServerDomain({
  name: 'institutions',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: countries, by: states.country_id },
    { of: states, by: cities.state_id },
    { of: departments, by: departments.parent_id },
    { of: educationPlaces, by: educationPlaces.parent_id },
  ],
  follows: [on(textEditor, 'pages.manage')],
  nightly: { 'the current academic year': beginYears },
  messages: new URL('./messages/', import.meta.url),
  history: {
    institutions: { permission: 'institution.manage' },
    settings: { permission: 'institution.manage' },
    departments: { permission: 'department.manage' },
    page_settings: { permission: 'pages.manage' },
    video_tutorials: { permission: 'pages.manage' },
    ...Object.fromEntries(references.map((table) => [table, { permission: 'reference.manage' }])),
  },
});

export {
  datesAfter,
  demandFollowing,
  makeYear,
  partOf,
  unmakeYear,
  type YearDates,
  type YearPart,
  yearLater,
} from './new-year.ts';
export { type Readiness, readinessOf, semestersOfYear } from './readiness.ts';
export { firstMondayOf, weekOf } from './semesters.ts';
export { countryNamed } from './standard/countries.ts';
export { fillInstitution, fillPlaces } from './standard/fill.ts';
export { academicYearField, educationFormField, facultyField } from './subject-fields.ts';
export {
  academicYears,
  cities,
  countries,
  departments,
  educationForms,
  educationPlaces,
  levels,
  optionTypes,
  semesters,
  states,
} from './tables.ts';
