import { defineServerDomain } from '#platform/server/kernel.ts';
import { everyNight } from '#platform/server/nightly.ts';
import { contract, errors, permissions } from '../contract.ts';
import { remindOfDeadlines } from './notices.ts';
import { serveContent } from './packages/content.ts';
import { router } from './router.ts';

export default defineServerDomain({
  name: 'lessons',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  start(kernel, app) {
    serveContent(kernel, app);
    everyNight(kernel, app, 'reminding of deadlines', remindOfDeadlines);
  },
});
