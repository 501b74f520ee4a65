import { serve } from '#platform/server/context.ts';
import { contract } from '../contract.ts';
import { endSession, listSessions, revokeSessions, signOut } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { readUserInfo } from './user-info.ts';

const on = serve(contract);
const ok = { ok: true as const };

export const router = {
  sign_in: on.sign_in.handler(({ context, input }) => signIn(context, input)),
  user: {
    info: on.user.info.handler(async ({ context }) => ({ user_info: await readUserInfo(context) })),
    sign_out: on.user.sign_out.handler(({ context }) => signOut(context)),
    sign_out_everywhere: on.user.sign_out_everywhere.handler(async ({ context, input }) => ({ ...ok, ended: await revokeSessions(context, context.account_id, input.keep_this ? context.session_id : null) })),
    sessions: on.user.sessions.handler(({ context }) => listSessions(context)),
    end_session: on.user.end_session.handler(({ context, input }) => endSession(context, input.id)),
  },
};
