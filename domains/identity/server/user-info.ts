import { and, eq, inArray, isNull } from 'drizzle-orm';
import { fileRecords } from '#domains/files/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import { abilitiesOf } from '#platform/server/access.ts';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { accountRoles, accounts, institutions, roles, settings } from '#platform/server/tables.ts';
import type { UserInfo } from '../contract.ts';

/** Short-lived links to pictures, by file; one query. */
export async function avatarsOf(
  call: Call,
  file_ids: (number | null)[],
): Promise<(file_id: number | null) => string | null> {
  const records = await fileRecords(call, file_ids);
  return (file_id) => (file_id === null ? null : (records.get(file_id)?.src ?? null));
}

/** The forms of education of the institution, as the navbar offers them. */
async function formsOf(call: Call): Promise<{ value: number; label: string }[]> {
  const rows = await call.db
    .select({ id: educationForms.id, title: educationForms.title })
    .from(educationForms)
    .where(isNull(educationForms.deleted_at))
    .orderBy(educationForms.id);
  return rows.map((row) => ({ value: row.id, label: inLocale(row.title, call.locale) }));
}

export const inLocale = (title: Title, locale: Locale): string => title[locale] || title.uz;
const localeNames: Record<Locale, string> = { uz: 'Oʻzbekcha', ru: 'Русский', en: 'English' };
export const asLocale = (value: string): Locale => locales.find((locale) => locale === value) ?? 'uz';

/** Binds the running transaction to a person and an institution: row-level security and the history see them from here on. */
export async function enterAs(call: Call, account_id: number, institution_id: number): Promise<void> {
  const { rows } = await call.client.query<{ version: number }>(
    `select set_config('edulab.institution', $1, true), set_config('edulab.account', $2, true), set_config('edulab.call', $3, true), (select last_value from access_changes) as version`,
    [String(institution_id), account_id ? String(account_id) : '', `${call.meta.method} ${call.meta.path}`],
  );
  call.account_id = account_id;
  call.institution_id = institution_id;
  call.abilities = account_id
    ? await abilitiesOf(call.client, account_id, institution_id, rows[0]?.version ?? 0)
    : new Map();
}

/** The institution that a person enters: the wish if a role is held there, else the last chosen, else the first; undefined without any role. */
export async function institutionFor(
  call: Call,
  account_id: number,
  ...wishes: (number | null | undefined)[]
): Promise<number | undefined> {
  const rows = await call.db
    .selectDistinct({ id: accountRoles.institution_id })
    .from(accountRoles)
    .where(eq(accountRoles.account_id, account_id))
    .orderBy(accountRoles.institution_id);
  const held = rows.map((row) => row.id);
  return wishes.find((wish): wish is number => typeof wish === 'number' && held.includes(wish)) ?? held[0];
}

/** Who the caller is, in the institution and language of the call. */
export async function readUserInfo(call: Call): Promise<UserInfo> {
  const { db, locale } = call;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, call.account_id)).limit(1);
  if (!account) throw fail('UNAUTHORIZED');
  const held = await db
    .select({
      institution_id: accountRoles.institution_id,
      name: roles.name,
      title: roles.title,
      viewer: roles.viewer,
      built_in: roles.built_in,
    })
    .from(accountRoles)
    .innerJoin(roles, and(eq(roles.id, accountRoles.role_id), isNull(roles.deleted_at)))
    .where(eq(accountRoles.account_id, account.id))
    .orderBy(roles.name);
  const here = held.filter((role) => role.institution_id === call.institution_id);
  const houses = await db
    .select({ id: institutions.id, title: institutions.title, short: institutions.short_name })
    .from(institutions)
    .where(
      and(
        inArray(institutions.id, [...new Set([call.institution_id, ...held.map((role) => role.institution_id)])]),
        isNull(institutions.deleted_at),
      ),
    )
    .orderBy(institutions.id);
  const options = houses.map((house) => ({
    value: house.id,
    label: inLocale(house.title, locale),
    short: house.short,
  }));
  const selected = options.find((option) => option.value === call.institution_id) ?? {
    value: call.institution_id,
    label: '',
  };
  const forms = await formsOf(call);
  const form =
    forms.find((option) => option.value === (call.education_form || account.selected_education_form)) ?? null;
  const [deadline] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.name, 'deadline_message'), isNull(settings.deleted_at)))
    .limit(1);
  const saying = deadline?.value as Partial<Title> | null | undefined;
  const own = asLocale(account.locale);
  return {
    id: account.id,
    username: account.username,
    firstname: account.firstname,
    lastname: account.lastname,
    midname: account.midname,
    email: account.email,
    phone: account.phone,
    avatar: (await avatarsOf(call, [account.avatar_file_id]))(account.avatar_file_id),
    roles: here.map((role) => role.name),
    roles_map: Object.fromEntries(here.map((role) => [role.name, inLocale(role.title, locale)])),
    abilities: [...call.abilities].map(([permission, scope]) => ({ permission, scope })),
    required_actions: account.required_actions,
    selected_institution: { value: selected.value, label: selected.label },
    selected_education_form: form,
    selected_locale: { value: own, label: localeNames[own] },
    institutions: options,
    education_forms: forms,
    need_for_job_status: null,
    new_job_offers: 0,
    deadline_message: saying?.[locale] || saying?.uz || null,
    read_only: here.length > 0 && here.every((role) => role.viewer),
    home: '/home',
  };
}
