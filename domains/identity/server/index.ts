import { notices } from '#domains/messaging/server/index.ts';
import { files } from '#platform/server/database/tables.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { reportForcedSteps } from './entrance/forced.ts';
import { mailResets, resetsErrand } from './entrance/resets.ts';
import { sweepSecurityLog } from './history/security-log.ts';
import { personPart } from './hooks.ts';
import { ensureRoles } from './roles/ensure-roles.ts';
import { router } from './router.ts';

export { createAccount, createAccounts, type NewAccount } from './accounts/account-create.ts';
export { accountsById } from './accounts/account-records.ts';
export { askFor, askNoMore, grantRole, grantRoles, swapRoles, takeRole } from './accounts/account-steps.ts';
export { endEmployment } from './accounts/employment.ts';
export { enterAs, inLocale, readUserInfo } from './accounts/user-info.ts';
export { countAttempt, refuseWhileWaiting } from './entrance/limits.ts';
export { proveSession } from './entrance/proof.ts';
export { codeFits, issueCode } from './entrance/secrets.ts';
export { revokeSessions } from './entrance/sessions.ts';
export { callerWork, type Join, type Joined, type OwnMatter, ownMatter, type PersonPart, personPart } from './hooks.ts';
export { hashPassword } from './passwords/passwords.ts';
export { ensureRoles } from './roles/ensure-roles.ts';
export { rolesOf } from './roles/powers.ts';

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
    person_merges: { permission: 'person.merge', title: 'r.name' },
    person_decisions: { permission: 'person.merge', title: "array_to_string(r.names, ' · ')" },
  },
  follows: [
    on(personPart, { name: 'notices', owns: [notices.account_id] }),
    on(personPart, { name: 'files', owns: [files.account_id] }),
  ],
  guards: new URL('./guards.sql', import.meta.url),
  seed: ensureRoles,
  errands: { [resetsErrand]: mailResets },
  nightly: { 'reporting forced steps': reportForcedSteps, 'sweeping the security log': sweepSecurityLog },
});
