import { z } from 'zod';
import {
  call,
  id,
  listOf,
  listQuery,
  manyOf,
  nothing,
  queryBoolean,
  queryId,
  shownLocaleSchema,
  text,
} from '#platform/contract/index.ts';
import {
  aboutSelf,
  changed,
  choice,
  historyRow,
  newPassword,
  openSession,
  passwordChanged,
  passwordErrors,
  secretWord,
  userInfo,
} from './shapes.ts';

const authOrForced = z
  .string()
  .max(300)
  .optional()
  .describe('present password, or the one-time value of the sign-in; needed unless the password must be changed');

/** Calls of people about themselves, and the history. */
export const own = {
  user: {
    info: call({
      method: 'GET',
      path: '/user/me/info',
      summary: 'Who am I and what may I',
      access: aboutSelf,
      first: true,
      output: z.object({ user_info: userInfo }),
    }),
    matters: call({
      method: 'GET',
      path: '/user/me/matters',
      summary: 'What I have none of, so that a home page need not ask for it',
      access: aboutSelf,
      output: z.object({ none: z.array(z.string()).describe('names of matters; whatever is not named may be there') }),
    }),
    sign_out: call({
      method: 'POST',
      path: '/user/sign-out',
      summary: 'End this session',
      access: aboutSelf,
      output: nothing,
    }),
    sign_out_everywhere: call({
      method: 'POST',
      path: '/user/sign-out-everywhere',
      summary: 'End all sessions, or all others',
      access: aboutSelf,
      input: z.object({ keep_this: queryBoolean.optional() }),
      output: z.object({ ok: z.literal(true), ended: z.number() }),
    }),
    sessions: call({
      method: 'GET',
      path: '/user/sessions',
      summary: 'Where I am signed in',
      access: aboutSelf,
      output: z.array(openSession),
    }),
    end_session: call({
      method: 'DELETE',
      path: '/user/sessions/{id}',
      summary: 'End one of my sessions',
      access: aboutSelf,
      input: z.object({ id: z.coerce.number<number>().pipe(id) }),
      output: nothing,
    }),
    action_log: call({
      method: 'POST',
      path: '/user/action/log',
      summary: 'Keep which page was visited or what was pressed',
      access: aboutSelf,
      input: z.object({
        action: text(100).optional(),
        page: text(500).optional(),
        details: z
          .record(z.string().max(100), z.unknown())
          .optional()
          .refine((value) => JSON.stringify(value ?? {}).length <= 4000, { error: 'details' }),
      }),
      output: nothing,
    }),
    prove: call({
      method: 'POST',
      path: '/user/proof',
      summary: 'Give my password again: for ten minutes this session may do what is sensitive',
      access: aboutSelf,
      input: z.object({ password: secretWord }),
      output: nothing,
      errors: ['AUTH_REFUSED', 'TOO_MANY_REQUESTS', 'SIGN_IN_BUSY'],
      reads: true,
    }),
    own_password: call({
      method: 'PUT',
      path: '/user/own/password',
      summary: 'Set my password; all my other sessions end, and this one goes on with another token',
      access: aboutSelf,
      proof: { when: 'a password that must be changed comes without the one-time value of the sign-in' },
      input: z.object({
        username: text(254).optional(),
        new_password: newPassword,
        auth: authOrForced,
      }),
      output: passwordChanged,
      secret: 'once',
      errors: ['AUTH_REFUSED', ...passwordErrors, 'PASSWORD_SAME', 'TOO_MANY_REQUESTS'],
    }),
    profile_password: call({
      method: 'PUT',
      path: '/user/profile/password',
      summary: 'Set my password from another page',
      access: aboutSelf,
      proof: { when: 'a password that must be changed comes without the one-time value of the sign-in' },
      input: z.object({
        username: text(254).optional(),
        new_password: newPassword,
        auth: authOrForced,
      }),
      output: passwordChanged,
      secret: 'once',
      errors: ['AUTH_REFUSED', ...passwordErrors, 'PASSWORD_SAME', 'TOO_MANY_REQUESTS'],
    }),
    settings: call({
      method: 'POST',
      path: '/user/settings/',
      summary: 'Choose institution, education form and language',
      access: aboutSelf,
      input: z.object({
        institution: z.coerce.number<number>().pipe(id).optional(),
        institution_id: z.coerce.number<number>().pipe(id).optional(),
        education_form: z.coerce.number<number>().int().min(0).nullable().optional(),
        locale: shownLocaleSchema.optional(),
      }),
      output: changed,
      errors: ['INSTITUTION_NOT_ALLOWED'],
    }),
    send_verification: call({
      method: 'POST',
      path: '/user/send-verification',
      summary: 'Send the mail that confirms my address once more',
      access: aboutSelf,
      output: nothing,
      errors: ['NO_EMAIL', 'TOO_MANY_REQUESTS'],
    }),
    history: call({
      method: 'GET',
      path: '/user/info_history/',
      summary:
        'Who changed what and when: own doings for everybody, the records that one follows for heads, all with history.read over the institution',
      access: { permission: 'history.read' },
      input: z.object({
        ...listQuery,
        table_name: manyOf(text(100)),
        row_id: queryId.optional(),
        account_id: queryId.optional(),
        operation: manyOf(z.enum(['INSERT', 'UPDATE', 'DELETE'])),
        from: z.string().max(40).optional().describe('day or instant'),
        to: z.string().max(40).optional().describe('day (whole) or instant'),
      }),
      output: listOf(historyRow),
    }),
  },
  history_tables: call({
    method: 'GET',
    path: '/user/info_history/tables',
    summary: 'Tables whose changes are kept, for the filter of the history',
    access: { permission: 'history.read' },
    output: z.array(choice.extend({ followed: z.boolean().describe('the caller sees what others changed there') })),
  }),
  forced_steps: call({
    method: 'GET',
    path: '/user/info_history/forced',
    summary:
      'Steps that were taken past a life cycle; own ones for everybody, all with history.read over the institution',
    access: { permission: 'history.read' },
    input: z.object(listQuery),
    output: listOf(
      z.object({
        id: z.number(),
        at: z.string(),
        person: z.string().nullable(),
        entity: z.string(),
        entity_id: z.number(),
        table_name: z.string(),
        row_title: z.string().nullable(),
        page_id: z.number().nullable(),
        from_status: z.string().nullable(),
        to_status: z.string(),
        reason: z.string().nullable(),
      }),
    ),
  }),
};
