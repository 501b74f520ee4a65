import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { staffImport } from './import.ts';
import { router } from './router.ts';

export { branchDepartments } from './policy.ts';
export { jobPositions, staff, vacancies } from './tables.ts';
export { isOpen } from './vacancies.ts';

export default defineServerDomain({
  name: 'staff',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  jobs: { 'staff.import': staffImport.job },
});
