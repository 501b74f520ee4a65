import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, permissions } from '../contract.ts';
import { router } from './router.ts';

export { contributeMarks, type MarksOf } from './marks.ts';

export default defineServerDomain({
  name: 'reports',
  contract,
  router,
  permissions,
});
