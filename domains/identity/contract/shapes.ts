import { z } from 'zod';
import {
  email,
  id,
  localeSchema,
  minimumPassword,
  phone,
  queryId,
  requiredText,
  scopes,
  shownLocaleSchema,
  text,
  title,
  titleOut,
  usernameShape,
} from '#platform/contract/index.ts';

/** Shapes that several calls of the domain share. */

export const requiredActions = [
  'VERIFY_EMAIL',
  'UPDATE_PASSWORD',
  'ENROLLMENT_REQUIRED',
  'BS_CONTRACT_ACCEPTANCE_REQUIRED',
  'MS_CONTRACT_ACCEPTANCE_REQUIRED',
] as const;
export type RequiredAction = (typeof requiredActions)[number];

export const accountTypes = ['STAFF', 'STUDENT', 'APPLICANT', 'LISTENER'] as const;
export type AccountType = (typeof accountTypes)[number];

export const choice = z.object({ value: z.union([z.number(), z.string()]), label: z.string() });
export const numbered = z.object({ value: z.number(), label: z.string() });
export const ability = z.object({ permission: z.string(), scope: z.enum(scopes) });

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
  selected_locale: z.object({ value: shownLocaleSchema, label: z.string() }),
  institutions: z.array(numbered.extend({ short: z.string() })).describe('those in which the person holds a role'),
  timezone: z.string().describe('of the institution: an IANA name'),
  education_forms: z.array(numbered),
  academic_years: z.array(numbered).describe('of the institution, newest first'),
  need_for_job_status: z.string().nullable(),
  new_job_offers: z.number(),
  deadline_message: z.string().nullable().describe('HTML; clean it before it is shown'),
  read_only: z.boolean().describe('all roles only look'),
  home: z.string(),
});
export type UserInfo = z.infer<typeof userInfo>;

export const session = z.object({
  token: z.string(),
  user_info: userInfo,
  redirect: z.string().optional(),
  auth: z
    .string()
    .optional()
    .describe('one-time value that stands for the old password while UPDATE_PASSWORD is required'),
});
export const changed = z.object({ ok: z.literal(true), user_info: userInfo });
export const passwordChanged = changed.extend({
  token: z.string().describe('the session goes on with this one; what was shown before opens nothing any more'),
});

export const secretWord = z.string().min(1).max(200);
export const newPassword = z.string().min(minimumPassword).max(200);
/** What a new password may be refused for. */
export const passwordErrors = ['PASSWORD_POLICY', 'PASSWORD_PERSONAL', 'PASSWORD_COMMON', 'SIGN_IN_BUSY'] as const;
export const optionalEmail = z.union([email, z.literal('').transform(() => null), z.null()]);
export const optionalPhone = z.union([phone, z.literal('').transform(() => null), z.null()]);
export const actions = z.array(z.enum(requiredActions)).max(requiredActions.length);

/** What the office writes of an account. */
export const accountSave = {
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
};
/** What applicants write of themselves when they make an account. */
export const signUp = {
  password: newPassword,
  firstname: requiredText(100),
  lastname: requiredText(100),
  midname: text(100).nullable().optional(),
  email: optionalEmail.optional(),
  branch: queryId.optional().describe('institution'),
};
/** The first institution of an installation, and whoever administers it. */
export const firstInstallation = z.object({
  institution: z.object({ title, short_name: requiredText(30), timezone: text(60).optional() }),
  account: z.object({
    username: usernameShape,
    firstname: requiredText(100),
    lastname: requiredText(100),
    email: optionalEmail.optional(),
    phone: optionalPhone.optional(),
    password: newPassword,
    locale: shownLocaleSchema.optional(),
  }),
});
export const roleSave = {
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
};

export const roleAt = {
  institution_id: z.number(),
  institution: z.string(),
  role_id: z.number(),
  role: z.string(),
  title: z.string(),
};
export const accountRecord = {
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
export const personOption = z.object({
  id: z.number(),
  title: z.string(),
  lastname: z.string(),
  firstname: z.string(),
  midname: z.string().nullable(),
  username: z.string(),
});

export const roleRecord = {
  name: z.string(),
  title: titleOut,
  built_in: z.boolean(),
  viewer: z.boolean(),
  holders: z.number().describe('accounts of this institution that hold it'),
  permissions: z.array(ability),
  roles: z.array(z.string()).describe('this role and those whose permissions it contains'),
};

export const permissionRow = z.object({
  permission: z.string(),
  domain: z.string(),
  reads: z.boolean(),
  scopes: z.array(z.enum(scopes)).describe('reaches that the code knows for it'),
  grantable: z.enum(scopes).nullable().describe('the widest reach that this caller may give'),
  granted: z.array(z.object({ role_id: z.number(), scope: z.enum(scopes) })),
});

export const person = z.object({ id: z.number(), username: z.string(), name: z.string() }).nullable();
/** Where somebody is signed in. */
export const openSession = z.object({
  id: z.number(),
  created_at: z.string(),
  expires_at: z.string(),
  user_agent: z.string(),
  address: z.string(),
  current: z.boolean(),
});

export const historyRow = z.object({
  id: z.number(),
  at: z.string(),
  person,
  call: z.string().nullable(),
  table_name: z.string(),
  table_title: z.string(),
  row_id: z.number(),
  operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  row_title: z.string().nullable().describe('what people call the record; null where it is gone or has no name'),
  page_id: z.number().nullable().describe('id in the address of the page that shows it'),
  changes: z.array(
    z.object({
      field: z.string(),
      old: z.unknown(),
      new: z.unknown(),
      old_title: z.string().nullable().describe('where the value is the number of something: what that is called'),
      new_title: z.string().nullable(),
    }),
  ),
});

export const aboutSelf = { self: 'everybody about themselves' };
export const door = (why: string) => ({ public: why });
