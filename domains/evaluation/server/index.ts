import { academicYears } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { closeOver } from './closing.ts';
import { resultsExport } from './results.ts';
import { router } from './router.ts';
import { evaluationSubject } from './subject.ts';
import { periods, questionnaires, units } from './tables.ts';

export { sealName as sealedUnder } from './closing.ts';
export { voteBlock } from './voting.ts';

const manage = 'evaluation.manage';

export default defineServerDomain({
  name: 'evaluation',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: questionnaires, by: periods.questionnaire_id },
    { of: academicYears, by: periods.academic_year_id },
    { of: staff, by: units.staff_id },
  ],
  jobs: { 'evaluation.export': resultsExport.job },
  nightly: { 'closing evaluations that are over': closeOver },
  subjects: [evaluationSubject],
  messages: new URL('./messages/', import.meta.url),
  history: {
    evaluation_questionnaires: { permission: manage },
    evaluation_periods: { permission: manage },
    evaluation_units: {
      permission: manage,
      title: "(select concat_ws(' ', s.lastname, s.firstname) from staff s where s.id = r.staff_id)",
    },
  },
});
