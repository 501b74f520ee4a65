import { departments } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { caseExport } from './exports.ts';
import { router } from './router.ts';
import { previewJob, previewKind, runJob, runKind, watchInTheNight } from './run.ts';
import { riskCases, riskDeputies, riskRules } from './tables.ts';

export { makeList } from './run.ts';

const person = '(select s.full_name from students s where s.id = r.student_id)';
const member = (id: string) => `(select concat_ws(' ', s.lastname, s.firstname) from staff s where s.id = r.${id})`;

export default defineServerDomain({
  name: 'early-warning',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: departments, by: riskRules.department_id },
    { of: staff, by: riskCases.mentor_id },
    { of: staff, by: riskDeputies.staff_id },
    { of: staff, by: riskDeputies.deputy_id },
  ],
  jobs: { [runKind]: runJob, [previewKind]: previewJob, 'early-warning.export': caseExport.job },
  nightly: { 'students at risk': watchInTheNight },
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    risk_rules: { permission: 'risk.rules', title: "'№ ' || r.number || ' · ' || r.note" },
    risk_cases: { permission: 'risk.assign', title: person },
    risk_actions: {
      permission: 'risk.assign',
      title: '(select s.full_name from risk_cases c join students s on s.id = c.student_id where c.id = r.case_id)',
    },
    risk_deputies: { permission: 'risk.assign', title: `${member('staff_id')} || ' – ' || ${member('deputy_id')}` },
  },
});
