import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';

export { courseModuleReach, demandCourseModules, taughtCourseModules } from './reach.ts';
export { courseCampaigns, courseModules, courseModuleTeachers, courses, modules } from './tables.ts';

export default defineServerDomain({
  name: 'curriculum',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
});
