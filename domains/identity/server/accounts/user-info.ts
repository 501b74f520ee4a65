import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { fileRecords } from '#domains/files/server/index.ts';
import {
  type Locale,
  languageOf,
  localeNames,
  locales,
  type ShownLocale,
  type Title,
} from '#platform/contract/index.ts';
import { abilitiesOf } from '#platform/server/call/access.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accountRoles } from '#platform/server/database/tables.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { UserInfo } from '../../contract.ts';
import { callerWork } from '../hooks.ts';

/** Short-lived links to pictures, by file; one query. */
export async function avatarsOf(
  call: Call,
  file_ids: (number | null)[],
): Promise<(file_id: number | null) => string | null> {
  const records = await fileRecords(call, file_ids);
  return (file_id) => (file_id === null ? null : (records.get(file_id)?.src ?? null));
}

export const inLocale = (title: Title, locale: Locale): string => title[locale] || title.uz;
const noWork = { need_for_job_status: null, new_job_offers: 0 };
export const asLocale = (value: string): Locale => locales.find((locale) => locale === value) ?? 'uz';
/** A choice of language and script as the account keeps it; nothing of none. */
export const keptOf = (shown: ShownLocale | undefined) =>
  shown === undefined ? {} : { locale: languageOf(shown), cyrillic: shown === 'uz-Cyrl' };

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

interface Known {
  id: number;
  username: string;
  firstname: string;
  lastname: string;
  midname: string | null;
  email: string | null;
  phone: string | null;
  avatar_file_id: number | null;
  required_actions: UserInfo['required_actions'];
  locale: string;
  cyrillic: boolean;
  selected_education_form: number | null;
  held: { institution_id: number; name: string; title: Title; viewer: boolean }[];
  houses: { id: number; title: Title; short_name: string; timezone: string }[];
  forms: { id: number; title: Title }[];
  years: { value: number; label: string }[];
  deadline: Partial<Title> | null;
}
/** Everything about the person that the transaction is bound to, in one statement: every page that is opened asks for it. */
const knownQuery = `
  select a.id, a.username, a.firstname, a.lastname, a.midname, a.email, a.phone, a.avatar_file_id, a.required_actions, a.locale, a.cyrillic, a.selected_education_form,
         coalesce(r.held, '[]') as held,
         (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'title', i.title, 'short_name', i.short_name, 'timezone', i.timezone) order by i.id), '[]')
            from institutions i where i.deleted_at is null and (i.id = edulab_institution() or i.id = any(r.house_ids))) as houses,
         (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title) order by f.id), '[]') from education_forms f where f.deleted_at is null) as forms,
         (select coalesce(jsonb_agg(jsonb_build_object('value', y.id, 'label', y.name) order by y.starts_on desc, y.id), '[]')
            from academic_years y where y.institution_id = edulab_institution() and y.deleted_at is null) as years,
         (select s.value from settings s where s.name = 'deadline_message' and s.deleted_at is null limit 1) as deadline
    from accounts a
    left join lateral (
      select array_agg(x.institution_id) as house_ids,
             jsonb_agg(jsonb_build_object('institution_id', x.institution_id, 'name', r.name, 'title', r.title, 'viewer', r.viewer) order by r.name) as held
        from account_roles x join roles r on r.id = x.role_id and r.deleted_at is null
       where x.account_id = a.id) r on true
   where a.id = edulab_account()`;

/** Asks who the caller is; before the answer to what binds the transaction to them is there, if need be. */
export const queryCaller = (call: Call) => call.client.query<Known>(knownQuery, []);

/** Who the caller is, in the institution and language of the call. */
export async function readUserInfo(call: Call, who?: pg.QueryResult<Known>): Promise<UserInfo> {
  const { locale } = call;
  const [account] = (who ?? (await queryCaller(call))).rows;
  if (!account) throw fail('UNAUTHORIZED');
  const here = account.held.filter((role) => role.institution_id === call.institution_id);
  const options = account.houses.map((house) => ({
    value: house.id,
    label: inLocale(house.title, locale),
    short: house.short_name,
  }));
  const selected = options.find((option) => option.value === call.institution_id) ?? {
    value: call.institution_id,
    label: '',
  };
  const forms = account.forms.map((form) => ({ value: form.id, label: inLocale(form.title, locale) }));
  const form =
    forms.find((option) => option.value === (call.education_form || account.selected_education_form)) ?? null;
  const work = await (followersOf(call.kernel, callerWork).at(-1)?.(call) ?? noWork);
  const saying = account.deadline;
  const language = asLocale(account.locale);
  const own = language === 'uz' && account.cyrillic ? 'uz-Cyrl' : language;
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
    timezone: account.houses.find((house) => house.id === call.institution_id)?.timezone ?? 'Asia/Tashkent',
    education_forms: forms,
    academic_years: account.years,
    ...work,
    deadline_message: saying?.[locale] || saying?.uz || null,
    read_only: here.length > 0 && here.every((role) => role.viewer),
    home: '/home',
  };
}
