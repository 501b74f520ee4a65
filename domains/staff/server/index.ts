import { sql } from 'drizzle-orm';
import { personPart } from '#domains/identity/server/index.ts';
import { departments } from '#domains/institutions/server/index.ts';
import { namesOf } from '#platform/contract/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { staffFields } from '../fields.ts';
import { staffExport } from './export.ts';
import { staffImport } from './import.ts';
import { staffOfPerson } from './person.ts';
import { router } from './router.ts';
import { staffSubject } from './subject.ts';
import { jobPositions, staff, vacancies } from './tables.ts';

export { branchDepartments } from './policy.ts';
export { teacherField } from './subject-fields.ts';
export { departmentHeads, jobPositions, staff, vacancies } from './tables.ts';
export { isOpen } from './vacancies.ts';
export { peopleOptions, whoActs } from './who-acts.ts';

export default defineServerDomain({
  name: 'staff',
  reachedToday: ['staff.read', 'staff.personal'],
  contract,
  router,
  permissions,
  errors,
  uses: [
    // Who left is remembered with the department, which may close after them.
    { of: departments, by: staff.department_id, where: sql`${staff.status} <> 'LEFT'` },
    { of: departments, by: vacancies.department_id, where: sql`${vacancies.status} not in ('FILLED', 'CLOSED')` },
    { of: jobPositions, by: staff.job_position_id },
    { of: jobPositions, by: vacancies.job_position_id },
  ],
  subjects: [staffSubject],
  messages: new URL('./messages/', import.meta.url),
  history: {
    staff: {
      permission: 'staff.history',
      title: "concat_ws(' ', r.lastname, r.firstname, r.midname)",
      only: { permission: 'staff.personal', columns: namesOf(staffFields, { sees: 'staff.personal' }) },
      finds: { key: 'r.search', name: "concat_ws(' ', r.lastname, r.firstname, r.midname)" },
    },
    department_heads: { permission: 'department.manage' },
    job_positions: { permission: 'position.manage' },
    vacancies: { permission: 'vacancy.manage' },
  },
  follows: [on(personPart, staffOfPerson)],
  guards: new URL('./guards.sql', import.meta.url),
  jobs: { 'staff.import': staffImport.job, 'staff.export': staffExport.job },
});
