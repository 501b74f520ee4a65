import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';

export default defineServerDomain({
  name: 'institutions',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
});

export { fillInstitution, fillPlaces } from './standard/fill.ts';
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
