import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, permissions } from '../contract.ts';
import { router } from './router.ts';

export { type MarksOf, publishedMarks } from './hooks.ts';

export default defineServerDomain({
  name: 'reports',
  contract,
  router,
  permissions,
});
