import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { staffImport } from './import.ts';
import { personalFields } from './present.ts';
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
  history: {
    staff: {
      permission: 'staff.history',
      title: "concat_ws(' ', r.lastname, r.firstname, r.midname)",
      only: { permission: 'staff.personal', columns: personalFields },
    },
    job_positions: { permission: 'position.manage' },
    vacancies: { permission: 'vacancy.manage' },
  },
  guards: new URL('./guards.sql', import.meta.url),
  jobs: { 'staff.import': staffImport.job },
});
