import { z } from 'zod';
import { uploadErrors } from '#domains/files/contract.ts';
import {
  byIdOrName,
  call,
  crud,
  id,
  localeSchema,
  manyOf,
  nothing,
  queryBoolean,
  requiredText,
  scopes,
  sought,
  text,
  title,
  titleOut,
  usernameShape,
  version,
} from '#platform/contract/index.ts';
import {
  accountRecord,
  accountTypes,
  actions,
  changed,
  choice,
  newPassword,
  openSession,
  optionalEmail,
  optionalPhone,
  passwordErrors,
  permissionRow,
  personOption,
  requiredActions,
  roleRecord,
} from './shapes.ts';

/** Accounts, roles and what they may. */
export const rights = {
  account: {
    ...crud({
      base: '/account/',
      noun: 'account',
      read: { permission: 'account.read' },
      write: { permission: 'account.manage' },
      proof: true,
      record: accountRecord,
      save: {
        username: usernameShape.optional(),
        firstname: requiredText(100).optional(),
        lastname: requiredText(100).optional(),
        midname: text(100).nullable().optional(),
        email: optionalEmail.optional(),
        phone: optionalPhone.optional(),
        locale: localeSchema.optional(),
        active: z.boolean().optional(),
        required_actions: actions.optional(),
        password: newPassword.optional().describe('first password; without one a mail to set it is sent'),
        roles: z
          .array(z.object({ institution_id: id, role_id: id.optional(), role: text(100).optional() }))
          .max(100)
          .optional()
          .describe('all roles in the named institutions'),
      },
      filters: {
        role: manyOf(text(100)),
        type: z.enum(accountTypes).optional(),
        active: queryBoolean.optional(),
        required_action: z.enum(requiredActions).optional(),
      },
      errors: [
        'USERNAME_TAKEN',
        'EMAIL_TAKEN',
        'PHONE_TAKEN',
        'ROLE_TOO_STRONG',
        'ACCOUNT_TOO_STRONG',
        'OWN_ROLES',
        'LAST_SUPER_ADMIN',
        'OWN_ACCOUNT',
        ...passwordErrors,
      ],
      deleteErrors: ['ACCOUNT_TOO_STRONG', 'OWN_ACCOUNT'],
      restoreErrors: ['ACCOUNT_TOO_STRONG'],
    }),
    all: call({
      method: 'GET',
      path: '/account/all',
      summary: 'Accounts for selectors',
      access: { permission: 'account.choose' },
      input: z.object({ search: sought.optional(), ids: z.string().max(10_000).optional() }).optional(),
      output: z.array(personOption),
    }),
    types: call({
      method: 'GET',
      path: '/account/types',
      summary: 'Kinds of account',
      access: { self: 'a list of words' },
      output: z.array(choice),
    }),
    overview: call({
      method: 'GET',
      path: '/account/overview',
      summary:
        'Numbers of accounts here: signed in today, waiting to confirm an address, held up by wrong passwords, closed',
      access: { permission: 'account.read' },
      output: z.object({
        active: z.number(),
        closed: z.number(),
        signed_in_today: z.number().describe('since midnight in the institution'),
        unverified: z.number(),
        held_up: z.number().describe('whose sign-in waits for some minutes after wrong passwords'),
      }),
    }),
    password_reset: call({
      method: 'PUT',
      path: '/account/password/reset',
      summary: 'Give an account a first password again; it must be changed at the next sign-in',
      access: { permission: 'account.manage' },
      proof: true,
      input: z.object({ id: id.optional(), username: text(254).optional(), new_password: newPassword.optional() }),
      secret: 'once',
      output: z.object({
        ok: z.literal(true),
        password: z.string().nullable().describe('made here, shown once; null where it was given'),
      }),
      errors: ['ACCOUNT_TOO_STRONG', ...passwordErrors],
    }),
    required_action: call({
      method: 'PUT',
      path: '/account/required_action/',
      summary: 'What accounts must do at their next sign-in',
      access: { permission: 'account.manage' },
      proof: true,
      input: z.object({
        id: id.optional(),
        ids: z.array(id).max(1000).optional(),
        required_actions: actions.optional().describe('the whole list'),
        add: actions.optional(),
        remove: actions.optional(),
      }),
      output: z.object({ ok: z.literal(true), changed: z.number() }),
      errors: ['ACCOUNT_TOO_STRONG', 'OWN_ACCOUNT'],
    }),
    profile_pic: call({
      method: 'PUT',
      path: '/account/profile_pic/',
      summary: 'Set the picture of my account, or of another with account.manage',
      access: { self: 'everybody their own picture; others need account.manage' },
      input: z.object({
        id: z.coerce.number<number>().pipe(id).optional().describe('account; mine when absent'),
        file_id: id.nullable().optional(),
        file: z.object({ id }).nullable().optional(),
      }),
      output: z.object({ ok: z.literal(true), avatar: z.string().nullable() }),
      errors: ['ACCOUNT_TOO_STRONG', ...uploadErrors],
    }),
    profile: call({
      method: 'PUT',
      path: '/account/profile/',
      summary: 'Correct my contact data and language; names and other accounts need account.manage',
      access: { self: 'everybody their own profile; others need account.manage' },
      proof: { when: 'it is another’s' },
      input: z.object({
        id: id.optional(),
        version: version.optional(),
        firstname: requiredText(100).optional(),
        lastname: requiredText(100).optional(),
        midname: text(100).nullable().optional(),
        email: optionalEmail.optional(),
        phone: optionalPhone.optional(),
        code: text(10).optional().describe('that came by SMS to the new phone, which one’s own account asks for'),
        asker: text(40).optional(),
        auth: z
          .string()
          .max(300)
          .optional()
          .describe('present password, which a new e-mail or phone of one’s own asks for'),
        locale: localeSchema.optional(),
      }),
      output: changed,
      errors: ['EMAIL_TAKEN', 'PHONE_TAKEN', 'CODE_REFUSED', 'AUTH_REFUSED', 'ACCOUNT_TOO_STRONG', 'STALE'],
    }),
    sessions: call({
      method: 'GET',
      path: '/account/{id}/sessions',
      summary: 'Where an account is signed in',
      access: { permission: 'account.manage' },
      input: z.object({ id: z.coerce.number<number>().pipe(id) }),
      output: z.array(openSession),
    }),
    end_session: call({
      method: 'DELETE',
      path: '/account/{id}/sessions/{session_id}',
      summary: 'End one session of an account',
      access: { permission: 'account.manage' },
      input: z.object({ id: z.coerce.number<number>().pipe(id), session_id: z.coerce.number<number>().pipe(id) }),
      output: nothing,
      errors: ['ACCOUNT_TOO_STRONG'],
    }),
    end_sessions: call({
      method: 'DELETE',
      path: '/account/{id}/sessions',
      summary: 'End all sessions of an account; of one’s own all but this',
      access: { permission: 'account.manage' },
      input: z.object({ id: z.coerce.number<number>().pipe(id) }),
      output: z.object({ ok: z.literal(true), ended: z.number() }),
      errors: ['ACCOUNT_TOO_STRONG'],
    }),
    abilities: call({
      method: 'GET',
      path: '/account/{id}/abilities',
      summary: 'What an account may do, how far, where, and through which role',
      access: { permission: 'account.read' },
      input: byIdOrName,
      output: z.array(
        z.object({
          permission: z.string(),
          reads: z.boolean(),
          scope: z.enum(scopes),
          institution_id: z.number(),
          institution: z.string(),
          through: z.array(
            z.object({
              role: z.string(),
              title: z.string(),
              scope: z.enum(scopes),
              counts: z.boolean().describe('false where the role only looks'),
            }),
          ),
        }),
      ),
    }),
  },
  role: {
    ...crud({
      base: '/role/',
      noun: 'role',
      read: { permission: ['role.read', 'account.read'] },
      write: { permission: 'role.manage' },
      proof: true,
      record: roleRecord,
      save: {
        name: requiredText(60)
          .refine((value) => /^[A-Z][A-Z0-9_]*$/.test(value), { error: 'role_name' })
          .optional(),
        title: title.optional(),
        viewer: z.boolean().optional(),
        permissions: z
          .array(z.object({ permission: text(100), scope: z.enum(scopes) }))
          .max(2000)
          .optional()
          .describe('the whole list'),
      },
      filters: { built_in: queryBoolean.optional(), permission: text(100).optional() },
      all: z.object({
        id: z.number(),
        title: z.string(),
        name: z.string(),
        viewer: z.boolean(),
        grantable: z.boolean(),
      }),
      errors: [
        'ROLE_BUILT_IN',
        'ROLE_READS_ONLY',
        'SCOPE_NOT_OFFERED',
        'ROLE_TOO_STRONG',
        'UNKNOWN_PERMISSION',
        'OWN_ROLES',
        'ROLE_HELD_ELSEWHERE',
      ],
      deleteErrors: ['ROLE_BUILT_IN', 'ROLE_HELD'],
      restoreErrors: ['ROLE_TOO_STRONG'],
    }),
  },
  permission: call({
    method: 'GET',
    path: '/permission/',
    summary: 'Permissions × roles × reach, and what this caller may change of it',
    access: { permission: 'role.read' },
    output: z.object({
      permissions: z.array(permissionRow),
      roles: z.array(
        z.object({
          id: z.number(),
          version: z.number(),
          name: z.string(),
          title: titleOut,
          viewer: z.boolean(),
          built_in: z.boolean(),
          holders: z.number(),
          editable: z.boolean(),
        }),
      ),
      scopes: z.array(z.enum(scopes)),
    }),
  }),
};
