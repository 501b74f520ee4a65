import { z } from 'zod';
import { call, localeSchema, nothing, phone, queryBoolean, shownLocaleSchema, text } from '#platform/contract/index.ts';
import {
  door,
  firstInstallation,
  newPassword,
  numbered,
  passwordErrors,
  secretWord,
  session,
  signUp,
} from './shapes.ts';

/** What `send_code` told whoever asked for the code. */
const asker = text(40).optional();

/** Calls that answer before anybody is signed in. */
export const entrance = {
  sign_in: call({
    method: 'POST',
    path: '/signin',
    summary: 'Sign in by username, e-mail or phone',
    access: door('nobody has a session before signing in'),
    input: z.object({
      username: text(254).optional(),
      phone: text(40).optional(),
      password: secretWord,
      locale: shownLocaleSchema.optional().catch(undefined),
      type: z.enum(['PHONE', 'EMAIL', 'ID']).optional(),
      remember: queryBoolean.optional(),
    }),
    secret: 'again',
    output: session,
    errors: ['SIGN_IN_REFUSED', 'ACCOUNT_WITHOUT_ROLE', 'TOO_MANY_REQUESTS', 'SIGN_IN_BUSY'],
  }),
  sign_up: call({
    method: 'POST',
    path: '/signup',
    summary: 'An applicant makes an account with the code that came by SMS',
    access: door('applicants have no account yet'),
    input: z.object({
      ...signUp,
      phone,
      code: text(10),
      asker,
      locale: shownLocaleSchema.optional().catch(undefined),
      source: text(100).optional(),
    }),
    secret: 'again',
    output: session,
    errors: ['USERNAME_TAKEN', 'CODE_REFUSED', 'PHONE_TAKEN', 'EMAIL_TAKEN', ...passwordErrors, 'TOO_MANY_REQUESTS'],
  }),
  send_code: call({
    method: 'POST',
    path: '/admission/sms/send',
    summary: 'Send a six-digit code to a phone',
    access: door('the code comes before the account'),
    input: z.object({ phone }),
    output: z.object({
      ok: z.literal(true),
      seconds: z.number().describe('until another may be asked for'),
      asker: z.string().describe('shown with the code: guesses of others do not count against who has it'),
    }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  check_guest: call({
    method: 'POST',
    path: '/check-guest-user',
    summary: 'Whether a phone has an account; told only to whom its SMS code came',
    access: door('asked before signing up'),
    reads: true,
    input: z.object({ phone, code: text(10).optional(), asker }),
    output: z.object({ exists: z.boolean().nullable().describe('null without the right code') }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  verify_email: call({
    method: 'POST',
    path: '/verify-email',
    summary: 'Confirm an e-mail address by the link or the six-digit code of the mail',
    access: door('the link is opened in whatever browser is at hand'),
    input: z.object({ token: text(200) }),
    output: nothing,
    errors: ['LINK_REFUSED', 'CODE_REFUSED', 'TOO_MANY_REQUESTS'],
  }),
  reset_request: call({
    method: 'POST',
    path: '/action_verification_email/reset/password/request',
    summary: 'Ask for a mail to set a new password; the answer is the same whether there is such an account',
    access: door('who forgot the password has no session'),
    input: z.object({ email: text(254).optional(), username: text(254).optional() }),
    output: nothing,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  reset: call({
    method: 'POST',
    path: '/action_verification_email/reset/password',
    aliases: ['/reset/password'],
    summary: 'Set a new password with the token of the mail',
    access: door('who forgot the password has no session'),
    input: z.object({ token: text(200), new_password: newPassword }),
    output: nothing,
    errors: ['LINK_REFUSED', ...passwordErrors, 'TOO_MANY_REQUESTS'],
  }),
  installation: {
    get: call({
      method: 'GET',
      path: '/installation',
      summary: 'What the entrance must know before anybody signs in',
      access: door('asked by the sign-in page'),
      output: z.object({
        empty: z.boolean().describe('no institution yet: the first page creates it'),
        demo: z.boolean(),
        locales: z.array(localeSchema),
        default_locale: localeSchema,
        host: z.enum(['ordinary', 'admission', 'transfer']),
        support_phone: z.string().nullable(),
        admission_phone: z.string().nullable(),
        password_policy: z
          .object({ minimum: z.number(), digit: z.boolean(), upper_and_lower: z.boolean(), sign: z.boolean() })
          .describe('what new passwords need in the institution of the call'),
        institutions: z.array(numbered.extend({ short: z.string() })),
      }),
    }),
    create: call({
      method: 'POST',
      path: '/installation',
      summary: 'The first institution and its administrator, once',
      access: door('nobody can have an account yet'),
      input: firstInstallation,
      secret: 'again',
      output: session,
      errors: ['ALREADY_INSTALLED', ...passwordErrors],
    }),
  },
  demo_accounts: call({
    method: 'GET',
    path: '/demo/accounts',
    summary: 'Sign-in names of the demo university; 404 elsewhere',
    access: door('shown on the sign-in page of a demo'),
    output: z.array(z.object({ username: z.string(), title: z.string(), role: z.string() })),
  }),
};
