import { z } from 'zod';
import { call, crud, defineErrors, email, employees, groups, id, listOf, listQuery, localeSchema, manyOf, nothing, phone, queryBoolean, queryId, reading, requiredText, roles, scopes, text, title, titleOut, version, writing } from '#platform/contract/index.ts';

/** Who people are, how they come in, what they may, and what they did. */

export const requiredActions = ['VERIFY_EMAIL', 'UPDATE_PASSWORD', 'ENROLLMENT_REQUIRED', 'BS_CONTRACT_ACCEPTANCE_REQUIRED', 'MS_CONTRACT_ACCEPTANCE_REQUIRED'] as const;
export type RequiredAction = (typeof requiredActions)[number];

export const accountTypes = ['STAFF', 'STUDENT', 'APPLICANT', 'LISTENER'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Shortest password that any institution may accept; `password_policy` can ask for more. */
export const minimumPassword = 5;

export const permissions = {
  'role.read': reading({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
  'role.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
  'account.read': reading({ institution: [...groups.admins, ...groups.topViewers, 'SYSTEM_MODERATOR'] }),
  'account.manage': writing({ institution: [...groups.admins, 'SYSTEM_MODERATOR'] }),
  'history.read': reading({ institution: [...groups.admins, 'ADMIN_VIEWER', 'DIRECTOR'], own: roles }),
  // Names and sign-in names for selectors that ask for a colleague; nothing private.
  'account.choose': reading({ institution: employees }),
};

export const errors = defineErrors({
  SIGN_IN_REFUSED: 401,
  ACCOUNT_WITHOUT_ROLE: 403,
  PASSWORD_POLICY: 422,
  PASSWORD_SAME: 422,
  AUTH_REFUSED: 422,
  CODE_REFUSED: 422,
  LINK_REFUSED: 422,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  PHONE_TAKEN: 409,
  NO_EMAIL: 422,
  ROLE_TOO_STRONG: 403,
  ROLE_BUILT_IN: 422,
  ROLE_HELD: 409,
  ROLE_READS_ONLY: 422,
  UNKNOWN_PERMISSION: 422,
  OWN_ROLES: 403,
  ACCOUNT_TOO_STRONG: 403,
  LAST_SUPER_ADMIN: 422,
  OWN_ACCOUNT: 422,
  ALREADY_INSTALLED: 409,
  FILE_NOT_YOURS: 422,
});

const choice = z.object({ value: z.union([z.number(), z.string()]), label: z.string() });
const numbered = z.object({ value: z.number(), label: z.string() });
const ability = z.object({ permission: z.string(), scope: z.enum(scopes) });

/** Everything a screen needs to know of who sits before it. */
export const userInfo = z.object({
  id: z.number(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  avatar: z.string().nullable().describe('short-lived link'),
  roles: z.array(z.string()),
  roles_map: z.record(z.string(), z.string()).describe('role → its title in the language of the call'),
  abilities: z.array(ability),
  required_actions: z.array(z.string()),
  selected_institution: numbered,
  selected_education_form: numbered.nullable(),
  selected_locale: z.object({ value: localeSchema, label: z.string() }),
  institutions: z.array(numbered.extend({ short: z.string() })).describe('those in which the person holds a role'),
  education_forms: z.array(numbered),
  need_for_job_status: z.boolean().nullable(),
  new_job_offers: z.number(),
  deadline_message: z.string().nullable().describe('HTML; clean it before it is shown'),
  read_only: z.boolean().describe('all roles only look'),
  home: z.string(),
});
export type UserInfo = z.infer<typeof userInfo>;

const session = z.object({ token: z.string(), user_info: userInfo, redirect: z.string().optional(), auth: z.string().optional().describe('one-time value that stands for the old password while UPDATE_PASSWORD is required') });
const changed = z.object({ ok: z.literal(true), user_info: userInfo });

const secretWord = z.string().min(1).max(200);
const newPassword = z.string().min(minimumPassword).max(200);
const usernameShape = requiredText(60).refine((value) => /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u.test(value), { error: 'username' });
const optionalEmail = z.union([email, z.literal('').transform(() => null), z.null()]);
const optionalPhone = z.union([phone, z.literal('').transform(() => null), z.null()]);
const actions = z.array(z.enum(requiredActions)).max(requiredActions.length);

const roleAt = { institution_id: z.number(), institution: z.string(), role_id: z.number(), role: z.string(), title: z.string() };
const accountRecord = {
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  email: z.string().nullable(),
  email_verified_at: z.string().nullable(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  locale: z.string(),
  active: z.boolean(),
  required_actions: z.array(z.string()),
  last_sign_in_at: z.string().nullable(),
  types: z.array(z.enum(accountTypes)),
  roles: z.array(z.object(roleAt)).describe('in the institutions that the caller may enter'),
};
const personOption = z.object({ id: z.number(), title: z.string(), username: z.string() });

const roleRecord = {
  name: z.string(),
  title: titleOut,
  built_in: z.boolean(),
  viewer: z.boolean(),
  holders: z.number().describe('accounts of this institution that hold it'),
  permissions: z.array(ability),
  roles: z.array(z.string()).describe('this role and those whose permissions it contains'),
};

const permissionRow = z.object({
  permission: z.string(),
  domain: z.string(),
  reads: z.boolean(),
  scopes: z.array(z.enum(scopes)).describe('reaches that the code knows for it'),
  grantable: z.enum(scopes).nullable().describe('the widest reach that this caller may give'),
  granted: z.array(z.object({ role_id: z.number(), scope: z.enum(scopes) })),
});

const person = z.object({ id: z.number(), username: z.string(), name: z.string() }).nullable();
const historyRow = z.object({
  id: z.number(),
  at: z.string(),
  person,
  call: z.string().nullable(),
  table_name: z.string(),
  table_title: z.string(),
  row_id: z.number(),
  operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});

const aboutSelf = { self: 'everybody about themselves' };
const door = (why: string) => ({ public: why });

export const contract = {
  sign_in: call({
    method: 'POST', path: '/signin', summary: 'Sign in by username, e-mail or phone', access: door('nobody has a session before signing in'),
    input: z.object({ username: text(254).optional(), phone: text(40).optional(), password: secretWord, locale: localeSchema.optional().catch(undefined), type: z.enum(['PHONE', 'EMAIL', 'ID']).optional(), remember: queryBoolean.optional() }),
    output: session, errors: ['SIGN_IN_REFUSED', 'ACCOUNT_WITHOUT_ROLE', 'TOO_MANY_REQUESTS'],
  }),
  sign_up: call({
    method: 'POST', path: '/signup', summary: 'An applicant makes an account with the code that came by SMS', access: door('applicants have no account yet'),
    input: z.object({ phone, code: text(10), password: newPassword, firstname: requiredText(100), lastname: requiredText(100), midname: text(100).nullable().optional(), email: optionalEmail.optional(), locale: localeSchema.optional().catch(undefined), source: text(100).optional(), branch: queryId.optional().describe('institution') }),
    output: session, errors: ['CODE_REFUSED', 'PHONE_TAKEN', 'EMAIL_TAKEN', 'PASSWORD_POLICY', 'TOO_MANY_REQUESTS'],
  }),
  send_code: call({
    method: 'POST', path: '/admission/sms/send', summary: 'Send a six-digit code to a phone', access: door('the code comes before the account'),
    input: z.object({ phone }), output: z.object({ ok: z.literal(true), seconds: z.number().describe('until another may be asked for') }), errors: ['TOO_MANY_REQUESTS'],
  }),
  check_guest: call({
    method: 'POST', path: '/check-guest-user', summary: 'Whether a phone has an account; told only to whom its SMS code came', access: door('asked before signing up'), reads: true,
    input: z.object({ phone, code: text(10).optional() }), output: z.object({ exists: z.boolean().nullable().describe('null without the right code') }), errors: ['TOO_MANY_REQUESTS'],
  }),
  verify_email: call({
    method: 'POST', path: '/verify-email', summary: 'Confirm an e-mail address by the link or the six-digit code of the mail', access: door('the link is opened in whatever browser is at hand'),
    input: z.object({ token: text(200) }), output: nothing, errors: ['LINK_REFUSED', 'CODE_REFUSED', 'TOO_MANY_REQUESTS'],
  }),
  reset_request: call({
    method: 'POST', path: '/action_verification_email/reset/password/request', summary: 'Ask for a mail to set a new password; the answer is the same whether there is such an account', access: door('who forgot the password has no session'),
    input: z.object({ email: text(254).optional(), username: text(254).optional() }), output: nothing, errors: ['TOO_MANY_REQUESTS'],
  }),
  reset: call({
    method: 'POST', path: '/action_verification_email/reset/password', aliases: ['/reset/password'], summary: 'Set a new password with the token of the mail', access: door('who forgot the password has no session'),
    input: z.object({ token: text(200), new_password: newPassword }), output: nothing, errors: ['LINK_REFUSED', 'PASSWORD_POLICY', 'TOO_MANY_REQUESTS'],
  }),
  installation: {
    get: call({
      method: 'GET', path: '/installation', summary: 'What the entrance must know before anybody signs in', access: door('asked by the sign-in page'),
      output: z.object({
        empty: z.boolean().describe('no institution yet: the first page creates it'), demo: z.boolean(), locales: z.array(localeSchema), default_locale: localeSchema,
        host: z.enum(['ordinary', 'admission', 'transfer']), support_phone: z.string().nullable(), admission_phone: z.string().nullable(), minimum_password: z.number(),
        institutions: z.array(numbered.extend({ short: z.string() })),
      }),
    }),
    create: call({
      method: 'POST', path: '/installation', summary: 'The first institution and its administrator, once', access: door('nobody can have an account yet'),
      input: z.object({
        institution: z.object({ title, short_name: requiredText(30), timezone: text(60).optional() }),
        account: z.object({ username: usernameShape, firstname: requiredText(100), lastname: requiredText(100), email: optionalEmail.optional(), phone: optionalPhone.optional(), password: newPassword, locale: localeSchema.optional() }),
      }),
      output: session, errors: ['ALREADY_INSTALLED', 'PASSWORD_POLICY'],
    }),
  },
  demo_accounts: call({
    method: 'GET', path: '/demo/accounts', summary: 'Sign-in names of the demo university; 404 elsewhere', access: door('shown on the sign-in page of a demo'),
    output: z.array(z.object({ username: z.string(), title: z.string(), role: z.string() })),
  }),
  user: {
    info: call({ method: 'GET', path: '/user/me/info', summary: 'Who am I and what may I', access: aboutSelf, output: z.object({ user_info: userInfo }) }),
    sign_out: call({ method: 'POST', path: '/user/sign-out', summary: 'End this session', access: aboutSelf, output: nothing }),
    sign_out_everywhere: call({ method: 'POST', path: '/user/sign-out-everywhere', summary: 'End all sessions, or all others', access: aboutSelf, input: z.object({ keep_this: queryBoolean.optional() }), output: z.object({ ok: z.literal(true), ended: z.number() }) }),
    sessions: call({ method: 'GET', path: '/user/sessions', summary: 'Where I am signed in', access: aboutSelf, output: z.array(z.object({ id: z.number(), created_at: z.string(), expires_at: z.string(), user_agent: z.string(), address: z.string(), current: z.boolean() })) }),
    end_session: call({ method: 'DELETE', path: '/user/sessions/{id}', summary: 'End one of my sessions', access: aboutSelf, input: z.object({ id: z.coerce.number().pipe(id) }), output: nothing }),
    action_log: call({ method: 'POST', path: '/user/action/log', summary: 'Keep which page was visited or what was pressed', access: aboutSelf, input: z.object({ action: text(100).optional(), page: text(500).optional(), details: z.record(z.string().max(100), z.unknown()).optional().refine((value) => JSON.stringify(value ?? {}).length <= 4000, { error: 'details' }) }), output: nothing }),
    own_password: call({ method: 'PUT', path: '/user/own/password', summary: 'Set my password; all my other sessions end', access: aboutSelf, input: z.object({ username: text(254).optional(), new_password: newPassword, auth: z.string().max(300).optional().describe('old password, or the one-time value of the sign-in') }), output: changed, errors: ['AUTH_REFUSED', 'PASSWORD_POLICY', 'PASSWORD_SAME'] }),
    profile_password: call({ method: 'PUT', path: '/user/profile/password', summary: 'Set my password from another page', access: aboutSelf, input: z.object({ username: text(254).optional(), new_password: newPassword, auth: z.string().max(300).optional() }), output: changed, errors: ['AUTH_REFUSED', 'PASSWORD_POLICY', 'PASSWORD_SAME'] }),
    settings: call({
      method: 'POST', path: '/user/settings/', summary: 'Choose institution, education form and language', access: aboutSelf,
      input: z.object({ institution: z.coerce.number().pipe(id).optional(), institution_id: z.coerce.number().pipe(id).optional(), education_form: z.coerce.number().int().min(0).nullable().optional(), locale: localeSchema.optional() }),
      output: changed, errors: ['INSTITUTION_NOT_ALLOWED'],
    }),
    send_verification: call({ method: 'POST', path: '/user/send-verification', summary: 'Send the mail that confirms my address once more', access: aboutSelf, output: nothing, errors: ['NO_EMAIL', 'TOO_MANY_REQUESTS'] }),
    history: call({
      method: 'GET', path: '/user/info_history/', summary: 'Who changed what and when; own doings for everybody, all with history.read over the institution', access: { permission: 'history.read' },
      input: z.object({ ...listQuery, table_name: manyOf(text(100)), row_id: queryId.optional(), account_id: queryId.optional(), operation: manyOf(z.enum(['INSERT', 'UPDATE', 'DELETE'])), from: z.string().max(40).optional().describe('day or instant'), to: z.string().max(40).optional().describe('day (whole) or instant') }),
      output: listOf(historyRow),
    }),
  },
  history_tables: call({ method: 'GET', path: '/user/info_history/tables', summary: 'Tables whose changes are kept, for the filter of the history', access: { permission: 'history.read' }, output: z.array(choice) }),
  account: {
    ...crud({
      base: '/account/', noun: 'account', read: { permission: 'account.read' }, write: { permission: 'account.manage' }, record: accountRecord,
      save: {
        username: usernameShape.optional(), firstname: requiredText(100).optional(), lastname: requiredText(100).optional(), midname: text(100).nullable().optional(),
        email: optionalEmail.optional(), phone: optionalPhone.optional(), locale: localeSchema.optional(), active: z.boolean().optional(), required_actions: actions.optional(),
        password: newPassword.optional().describe('first password; without one a mail to set it is sent'),
        roles: z.array(z.object({ institution_id: id, role_id: id.optional(), role: text(100).optional() })).max(100).optional().describe('all roles in the named institutions'),
      },
      filters: { role: manyOf(text(100)), type: z.enum(accountTypes).optional(), active: queryBoolean.optional(), required_action: z.enum(requiredActions).optional() },
      errors: ['USERNAME_TAKEN', 'EMAIL_TAKEN', 'PHONE_TAKEN', 'ROLE_TOO_STRONG', 'ACCOUNT_TOO_STRONG', 'OWN_ROLES', 'LAST_SUPER_ADMIN', 'PASSWORD_POLICY'],
    }),
    all: call({ method: 'GET', path: '/account/all', summary: 'Accounts for selectors', access: { permission: 'account.choose' }, input: z.object({ search: text(200).optional(), ids: z.string().max(10_000).optional() }).optional(), output: z.array(personOption) }),
    types: call({ method: 'GET', path: '/account/types', summary: 'Kinds of account', access: { self: 'a list of words' }, output: z.array(choice) }),
    password_reset: call({
      method: 'PUT', path: '/account/password/reset', summary: 'Give an account a first password again; it must be changed at the next sign-in', access: { permission: 'account.manage' },
      input: z.object({ id: id.optional(), username: text(254).optional(), new_password: newPassword.optional() }), output: z.object({ ok: z.literal(true), password: z.string().nullable().describe('made here, shown once; null where it was given') }),
      errors: ['ACCOUNT_TOO_STRONG', 'PASSWORD_POLICY'],
    }),
    required_action: call({
      method: 'PUT', path: '/account/required_action/', summary: 'What accounts must do at their next sign-in', access: { permission: 'account.manage' },
      input: z.object({ id: id.optional(), ids: z.array(id).max(1000).optional(), required_actions: actions.optional().describe('the whole list'), add: actions.optional(), remove: actions.optional() }), output: z.object({ ok: z.literal(true), changed: z.number() }),
      errors: ['ACCOUNT_TOO_STRONG'],
    }),
    profile_pic: call({
      method: 'PUT', path: '/account/profile_pic/', summary: 'Set the picture of my account, or of another with account.manage', access: { self: 'everybody their own picture; others need account.manage' },
      input: z.object({ id: id.optional().describe('account; mine when absent'), file_id: id.nullable().optional(), file: z.object({ id }).nullable().optional() }), output: z.object({ ok: z.literal(true), avatar: z.string().nullable() }), errors: ['FILE_NOT_YOURS'],
    }),
    profile: call({
      method: 'PUT', path: '/account/profile/', summary: 'Correct my contact data and language; names and other accounts need account.manage', access: { self: 'everybody their own profile; others need account.manage' },
      input: z.object({ id: id.optional(), version: version.optional(), firstname: requiredText(100).optional(), lastname: requiredText(100).optional(), midname: text(100).nullable().optional(), email: optionalEmail.optional(), phone: optionalPhone.optional(), locale: localeSchema.optional() }),
      output: changed, errors: ['EMAIL_TAKEN', 'PHONE_TAKEN', 'ACCOUNT_TOO_STRONG', 'STALE'],
    }),
    abilities: call({
      method: 'GET', path: '/account/{id}/abilities', summary: 'What an account may do, how far, where, and through which role', access: { permission: 'account.read' },
      input: z.object({ id: z.string().min(1).max(200) }),
      output: z.array(z.object({ permission: z.string(), reads: z.boolean(), scope: z.enum(scopes), institution_id: z.number(), institution: z.string(), through: z.array(z.object({ role: z.string(), title: z.string(), scope: z.enum(scopes), counts: z.boolean().describe('false where the role only looks') })) })),
    }),
  },
  role: {
    ...crud({
      base: '/role/', noun: 'role', read: { permission: ['role.read', 'account.read'] }, write: { permission: 'role.manage' }, record: roleRecord,
      save: { name: requiredText(60).refine((value) => /^[A-Z][A-Z0-9_]*$/.test(value), { error: 'role_name' }).optional(), title: title.optional(), viewer: z.boolean().optional(), permissions: z.array(z.object({ permission: text(100), scope: z.enum(scopes) })).max(2000).optional().describe('the whole list') },
      filters: { built_in: queryBoolean.optional(), permission: text(100).optional() },
      all: z.object({ id: z.number(), title: z.string(), name: z.string(), viewer: z.boolean(), grantable: z.boolean() }),
      errors: ['ROLE_BUILT_IN', 'ROLE_READS_ONLY', 'ROLE_TOO_STRONG', 'UNKNOWN_PERMISSION', 'OWN_ROLES'],
    }),
  },
  permission: call({
    method: 'GET', path: '/permission/', summary: 'Permissions × roles × reach, and what this caller may change of it', access: { permission: 'role.read' },
    output: z.object({ permissions: z.array(permissionRow), roles: z.array(z.object({ id: z.number(), version: z.number(), name: z.string(), title: titleOut, viewer: z.boolean(), built_in: z.boolean(), holders: z.number(), editable: z.boolean() })), scopes: z.array(z.enum(scopes)) }),
  }),
};
