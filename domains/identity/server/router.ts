import { serve } from '#platform/server/call/context.ts';
import { contract } from '../contract.ts';
import * as care from './accounts/account-care.ts';
import * as lists from './accounts/account-lists.ts';
import * as records from './accounts/account-records.ts';
import * as accounts from './accounts/accounts.ts';
import { overview } from './accounts/overview.ts';
import { readUserInfo } from './accounts/user-info.ts';
import { forcedSteps } from './entrance/forced.ts';
import { demoAccounts, install, installation } from './entrance/installation.ts';
import { prove } from './entrance/proof.ts';
import { endSession, listSessions, revokeSessions, signOut } from './entrance/sessions.ts';
import { signIn } from './entrance/sign-in.ts';
import { checkGuest, sendCode, signUp } from './entrance/sign-up.ts';
import {
  changePassword,
  requestReset,
  resetPassword,
  sendVerificationAgain,
  verifyEmail,
} from './entrance/verification.ts';
import { history, historyTables } from './history/history.ts';
import { exportSecurityLog, securityLog } from './history/security-log.ts';
import { noMatters } from './own/matters.ts';
import { keepAction, saveSettings } from './own/own.ts';
import { declareTwoPersons, listTwoPersons, undoTwoPersons } from './persons/decisions.ts';
import { listPairs } from './persons/find.ts';
import { listMerges, mergePersons, previewMerge, receipt, undoMerge } from './persons/merge.ts';
import { abilitiesOfAccount, roleMatrix } from './roles/role-matrix.ts';
import * as roles from './roles/roles.ts';

const on = serve(contract);

export const router = on.router({
  sign_in: on.sign_in.handler(({ context, input }) => signIn(context, input)),
  sign_up: on.sign_up.handler(({ context, input }) => signUp(context, input)),
  send_code: on.send_code.handler(({ context, input }) => sendCode(context, input)),
  check_guest: on.check_guest.handler(({ context, input }) => checkGuest(context, input)),
  verify_email: on.verify_email.handler(({ context, input }) => verifyEmail(context, input.token)),
  reset_request: on.reset_request.handler(({ context, input }) => requestReset(context, input)),
  reset: on.reset.handler(({ context, input }) => resetPassword(context, input)),
  installation: {
    get: on.installation.get.handler(({ context }) => installation(context)),
    create: on.installation.create.handler(({ context, input }) => install(context, input)),
  },
  demo_accounts: on.demo_accounts.handler(({ context }) => demoAccounts(context)),
  user: {
    info: on.user.info.handler(async ({ context }) => ({ user_info: await readUserInfo(context) })),
    matters: on.user.matters.handler(({ context }) => noMatters(context)),
    sign_out: on.user.sign_out.handler(({ context }) => signOut(context)),
    sign_out_everywhere: on.user.sign_out_everywhere.handler(async ({ context, input }) => ({
      ok: true as const,
      ended: await revokeSessions(context, context.account_id, input.keep_this ? context.session_id : null),
    })),
    sessions: on.user.sessions.handler(({ context }) => listSessions(context)),
    end_session: on.user.end_session.handler(({ context, input }) => endSession(context, input.id)),
    action_log: on.user.action_log.handler(({ context, input }) => keepAction(context, input)),
    prove: on.user.prove.handler(({ context, input }) => prove(context, input)),
    own_password: on.user.own_password.handler(({ context, input }) => changePassword(context, input)),
    profile_password: on.user.profile_password.handler(({ context, input }) => changePassword(context, input)),
    settings: on.user.settings.handler(({ context, input }) => saveSettings(context, input)),
    send_verification: on.user.send_verification.handler(({ context }) => sendVerificationAgain(context)),
    history: on.user.history.handler(({ context, input }) => history(context, input)),
  },
  person: {
    pairs: on.person.pairs.handler(({ context, input }) => listPairs(context, input)),
    two: on.person.two.handler(({ context, input }) => declareTwoPersons(context, input)),
    two_list: on.person.two_list.handler(({ context, input }) => listTwoPersons(context, input)),
    two_undo: on.person.two_undo.handler(({ context, input }) => undoTwoPersons(context, input.id)),
    preview: on.person.preview.handler(({ context, input }) => previewMerge(context, input)),
    merge: on.person.merge.handler(async ({ context, input }) => receipt(context, await mergePersons(context, input))),
    merges: on.person.merges.handler(({ context, input }) => listMerges(context, input)),
    undo: on.person.undo.handler(({ context, input }) => undoMerge(context, input)),
  },
  forced_steps: on.forced_steps.handler(({ input, context }) => forcedSteps(context, input)),
  history_tables: on.history_tables.handler(({ context }) => historyTables(context)),
  account: {
    get: on.account.get.handler(({ context, input }) => records.get(context, input)),
    save: on.account.save.handler(({ context, input }) => accounts.save(context, input)),
    remove: on.account.remove.handler(({ context, input }) => accounts.remove(context, input)),
    restore: on.account.restore.handler(({ context, input }) => accounts.restore(context, input)),
    list: on.account.list.handler(({ context, input }) => lists.listAccounts(context, input)),
    all: on.account.all.handler(({ context, input }) => lists.all(context, input)),
    overview: on.account.overview.handler(({ context }) => overview(context)),
    types: on.account.types.handler(({ context }) => lists.types(context)),
    password_reset: on.account.password_reset.handler(({ context, input }) => care.passwordReset(context, input)),
    required_action: on.account.required_action.handler(({ context, input }) =>
      care.setRequiredActions(context, input),
    ),
    profile_pic: on.account.profile_pic.handler(({ context, input }) => care.setPicture(context, input)),
    profile: on.account.profile.handler(({ context, input }) => care.saveProfile(context, input)),
    sessions: on.account.sessions.handler(({ context, input }) => care.sessionsOf(context, input)),
    end_session: on.account.end_session.handler(({ context, input }) => care.endSessionOf(context, input)),
    end_sessions: on.account.end_sessions.handler(({ context, input }) => care.endSessionsOf(context, input)),
    abilities: on.account.abilities.handler(async ({ context, input }) =>
      abilitiesOfAccount(context, (await records.get(context, input)).id),
    ),
  },
  role: {
    get: on.role.get.handler(({ context, input }) => roles.get(context, input)),
    save: on.role.save.handler(({ context, input }) => roles.save(context, input)),
    remove: on.role.remove.handler(({ context, input }) => roles.remove(context, input)),
    restore: on.role.restore.handler(({ context, input }) => roles.restore(context, input)),
    list: on.role.list.handler(({ context, input }) => roles.listRoles(context, input)),
    all: on.role.all.handler(({ context, input }) => roles.all(context, input)),
  },
  security: {
    list: on.security.list.handler(({ context, input }) => securityLog(context, input)),
    export: on.security.export.handler(({ context, input }) => exportSecurityLog(context, input)),
  },
  permission: on.permission.handler(({ context }) => roleMatrix(context)),
});
