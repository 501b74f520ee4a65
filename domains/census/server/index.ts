import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { censuses, censusForms } from './tables.ts';

export { correctCensus, makeCensus, stepCensus } from './census.ts';
export { addExample } from './forms.ts';

export default defineServerDomain({
  name: 'census',
  contract,
  router,
  permissions,
  errors,
  uses: [{ of: censusForms, by: censuses.form_id }],
  constraints: { censuses_hold: 'CENSUS_HOLDS' },
  history: {
    census_forms: { permission: 'census.forms' },
    censuses: { permission: 'census.forms', title: "r.counted ->> 'title' || ' · ' || r.day" },
  },
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
});
