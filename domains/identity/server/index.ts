import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { ensureRoles } from './ensure-roles.ts';
import { reportForcedSteps } from './forced.ts';
import { mailResets, resetsErrand } from './resets.ts';
import { router } from './router.ts';
import { sweepSecurityLog } from './security-log.ts';

export { createAccount, type NewAccount } from './account-create.ts';
export { accountsById } from './account-records.ts';
export { askFor, askNoMore, grantRole, takeRole } from './account-steps.ts';
export { endEmployment } from './employment.ts';
export { ensureRoles } from './ensure-roles.ts';
export { countAttempt } from './limits.ts';
export { hashPassword } from './passwords.ts';
export { rolesOf } from './powers.ts';
export { codeFits, issueCode } from './secrets.ts';
export { revokeSessions } from './sessions.ts';
export { enterAs, inLocale, readUserInfo } from './user-info.ts';

export default defineServerDomain({
  name: 'identity',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  history: {
    accounts: { permission: 'account.manage', title: "concat_ws(' ', r.lastname, r.firstname, r.midname)" },
    roles: { permission: 'role.manage' },
    files: { title: 'r.original_name' },
  },
  guards: new URL('./guards.sql', import.meta.url),
  seed: ensureRoles,
  errands: { [resetsErrand]: mailResets },
  nightly: { 'reporting forced steps': reportForcedSteps, 'sweeping the security log': sweepSecurityLog },
});
