import { textEditor } from '#domains/files/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { runSending } from './templates.ts';
import { startWorkers } from './workers.ts';

export { recipients } from './hooks.ts';
export { notify, notifyEach, sendSmsToMany, titleOf } from './notices.ts';
export { notices } from './tables.ts';
export { cleanHtml, filledTemplate } from './templates.ts';

export default defineServerDomain({
  name: 'messaging',
  contract,
  router,
  permissions,
  errors,
  follows: [on(textEditor, 'email_template.manage')],
  messages: new URL('./messages/', import.meta.url),
  history: { email_templates: { permission: 'email_template.manage' } },
  guards: new URL('./guards.sql', import.meta.url),
  jobs: { 'email.send': { run: runSending } },
  start: startWorkers,
});
