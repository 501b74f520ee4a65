import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { groups, type Locale, type Role } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/context.ts';
import { fail, failField } from '#platform/server/errors.ts';
import { type ListInput, list } from '#platform/server/lists.ts';
import { columnsSql, demandDeleted, idsIn, likeLiteral, undelete, withDeletion } from '#platform/server/resource.ts';
import { noteSecurity } from '#platform/server/security.ts';
import { stale } from '#platform/server/stale.ts';
import { accountRoles, accounts, institutions, roles } from '#platform/server/tables.ts';
import { type AccountType, accountTypes, type RequiredAction } from '../contract.ts';
import { createAccount, demandFree } from './account-create.ts';
import { giveRoles } from './account-roles.ts';
import { tellOwner } from './mails.ts';
import { demandPolicy, hashPassword } from './passwords.ts';
import { demandAnotherSuperAdmin, demandPowerOver } from './powers.ts';
import { endSecrets } from './secrets.ts';
import { revokeSessions } from './sessions.ts';
import { avatarsOf, inLocale } from './user-info.ts';
import { invite, sendVerification } from './verification.ts';

export type Account = typeof accounts.$inferSelect;

const typeOfRole = (role: string): AccountType =>
  groups.students.includes(role as never)
    ? 'STUDENT'
    : role === 'GUEST_USER'
      ? 'APPLICANT'
      : role === 'SHORT_TERM_COURSE_LISTENER'
        ? 'LISTENER'
        : 'STAFF';
const rolesOfType: Record<Exclude<AccountType, 'STAFF'>, readonly Role[]> = {
  STUDENT: groups.students,
  APPLICANT: ['GUEST_USER'],
  LISTENER: ['SHORT_TERM_COURSE_LISTENER'],
};
const typeTitles: Record<AccountType, Record<Locale, string>> = {
  STAFF: { uz: 'Xodim', ru: 'Сотрудник', en: 'Staff member' },
  STUDENT: { uz: 'Talaba', ru: 'Студент', en: 'Student' },
  APPLICANT: { uz: 'Abituriyent', ru: 'Абитуриент', en: 'Applicant' },
  LISTENER: { uz: 'Tinglovchi', ru: 'Слушатель', en: 'Listener' },
};
export const types = (call: Call) => accountTypes.map((value) => ({ value, label: typeTitles[value][call.locale] }));

/** Accounts of this institution: those with a role here, and those that have none anywhere yet. */
export const ofHouse = (call: Call): SQL =>
  sql`(exists (select 1 from account_roles ar where ar.account_id = ${accounts.id} and ar.institution_id = ${call.institution_id}) or not exists (select 1 from account_roles ar where ar.account_id = ${accounts.id}))`;

/** By id (digits) or username; a number that is meant as a username is asked for with `named`. */
export async function find(call: Call, idOrName: string | number, lock = false, named = false): Promise<Account> {
  const text = String(idOrName);
  const which =
    !named && /^\d{1,9}$/.test(text)
      ? eq(accounts.id, Number(text))
      : sql`lower(${accounts.username}) = ${text.toLowerCase()}`;
  const query = call.db
    .select()
    .from(accounts)
    .where(and(which, isNull(accounts.deleted_at), ofHouse(call)))
    .limit(1);
  const [row] = lock ? await query.for('update') : await query;
  if (!row) throw fail('NOT_FOUND');
  return row;
}

async function present(call: Call, rows: Account[]) {
  const held = rows.length
    ? await call.db
        .select({
          account_id: accountRoles.account_id,
          institution_id: accountRoles.institution_id,
          house: institutions.title,
          role_id: roles.id,
          role: roles.name,
          title: roles.title,
        })
        .from(accountRoles)
        .innerJoin(roles, and(eq(roles.id, accountRoles.role_id), isNull(roles.deleted_at)))
        .innerJoin(institutions, eq(institutions.id, accountRoles.institution_id))
        .where(
          and(
            inArray(
              accountRoles.account_id,
              rows.map((row) => row.id),
            ),
            sql`${accountRoles.institution_id} in (select mine.institution_id from account_roles mine where mine.account_id = ${call.account_id})`,
          ),
        )
        .orderBy(asc(accountRoles.institution_id), asc(roles.name))
    : [];
  const manages = may(call, 'account.manage');
  const avatar = await avatarsOf(
    call,
    rows.map((row) => row.avatar_file_id),
  );
  return rows.map((row) => {
    const own = held.filter((role) => role.account_id === row.id);
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      username: row.username,
      firstname: row.firstname,
      lastname: row.lastname,
      midname: row.midname,
      email: row.email,
      email_verified_at: row.email_verified_at,
      phone: row.phone,
      avatar: avatar(row.avatar_file_id),
      locale: row.locale,
      active: row.active,
      required_actions: row.required_actions,
      last_sign_in_at: row.last_sign_in_at,
      types: [...new Set(own.map((role) => typeOfRole(role.role)))],
      roles: own.map(({ account_id, house, title, ...role }) => ({
        ...role,
        institution: inLocale(house, call.locale),
        title: inLocale(title, call.locale),
      })),
      can: {
        edit: manages,
        remove: manages && row.id !== call.account_id,
        reset_password: manages && row.id !== call.account_id,
        edit_roles: manages && row.id !== call.account_id,
      },
    };
  });
}
type Presented = Awaited<ReturnType<typeof present>>[number];
export const presentOne = async (call: Call, row: Account): Promise<Presented> =>
  (await present(call, [row]))[0] as Presented;

export const get = async (call: Call, input: { id: string }) => presentOne(call, await find(call, input.id));

/** Accounts by id with what other domains show of people; unknown ids are left out. */
export async function accountsById(call: Call, ids: number[]) {
  const rows = ids.length ? await call.db.select().from(accounts).where(inArray(accounts.id, ids)) : [];
  const avatar = await avatarsOf(
    call,
    rows.map((row) => row.avatar_file_id),
  );
  return new Map(
    rows.map(({ id, firstname, lastname, midname, username, email, phone, active, avatar_file_id }) => [
      id,
      { id, firstname, lastname, midname, username, email, phone, active, avatar: avatar(avatar_file_id) },
    ]),
  );
}

/** Addresses of calls: `/account/all` is no account. */
const reservedNames = new Set(['all', 'types', 'password', 'profile', 'profile_pic', 'required_action', 'overview']);

export interface Save {
  id?: number | undefined;
  version?: number | undefined;
  username?: string | undefined;
  firstname?: string | undefined;
  lastname?: string | undefined;
  midname?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  locale?: Locale | undefined;
  active?: boolean | undefined;
  required_actions?: RequiredAction[] | undefined;
  password?: string | undefined;
  roles?: { institution_id: number; role_id?: number | undefined; role?: string | undefined }[] | undefined;
}

export async function save(call: Call, input: Save): Promise<Presented> {
  const { id, version, roles: wanted, password, ...fields } = input;
  if (password) await demandPolicy(call, 'password', password);
  if (fields.username && reservedNames.has(fields.username.toLowerCase()))
    throw failField('username', 'RESERVED_NAME', { name: fields.username });
  if (id === undefined) {
    const missing = (['username', 'firstname', 'lastname'] as const).filter((field) => !fields[field]);
    if (missing.length) throw fail('BAD_REQUEST', { fields: missing.map((path) => ({ path, code: 'form_required' })) });
    const {
      username = '',
      firstname = '',
      lastname = '',
      active = true,
      required_actions = [],
      midname = null,
      email = null,
      phone = null,
      locale = call.locale,
    } = fields;
    const account = await createAccount(call, {
      username,
      firstname,
      lastname,
      midname,
      email,
      phone,
      locale,
      password: password ?? null,
      required_actions: [...new Set<RequiredAction>(['UPDATE_PASSWORD', ...required_actions])],
      roles: [],
    });
    if (!active) await call.db.update(accounts).set({ active }).where(eq(accounts.id, account.id));
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: account.id, created: true } });
    await giveRoles(call, account.id, wanted ?? []);
    if (!password && email) await invite(call, account);
    return presentOne(call, await find(call, account.id));
  }
  const current = await find(call, id, true);
  if (version !== current.version) throw await stale(call, accounts, id, await presentOne(call, current));
  await demandPowerOver(call, [id]);
  if (fields.active === false) await demandCanClose(call, id);
  // Of oneself the profile asks for the present password, and the new phone for its code; here nothing would.
  const ownData =
    password !== undefined ||
    (['email', 'phone', 'username'] as const).some((key) => fields[key] !== undefined && fields[key] !== current[key]);
  if (id === call.account_id && ownData) throw fail('OWN_ACCOUNT');
  await demandFree(call, fields, id);
  await write(call, current, {
    ...fields,
    ...(password === undefined
      ? {}
      : {
          password_hash: await hashPassword(password),
          required_actions: [...new Set([...(fields.required_actions ?? current.required_actions), 'UPDATE_PASSWORD'])],
        }),
  });
  if (wanted) await giveRoles(call, id, wanted);
  if (fields.active === false || password !== undefined) await revokeSessions(call, id);
  if (password !== undefined) {
    await noteSecurity(call, { kind: 'PASSWORD', details: { account_id: id } });
    await tellOwner(call, current, 'password');
  }
  if (fields.active !== undefined && fields.active !== current.active)
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: id, active: fields.active } });
  return presentOne(call, await find(call, id));
}

/** Writes fields; a new e-mail must be confirmed, and the owner is told where they were reached before. */
export async function write(
  call: Call,
  current: Account,
  fields: Partial<{ [K in keyof Account]: Account[K] | undefined }>,
): Promise<void> {
  const known = Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => value !== undefined && value !== current[key as keyof Account]),
  ) as Partial<Account>;
  const moved = 'email' in known;
  if (moved) {
    const others = (known.required_actions ?? current.required_actions).filter((action) => action !== 'VERIFY_EMAIL');
    Object.assign(known, {
      email_verified_at: null,
      required_actions: known.email ? ['VERIFY_EMAIL', ...others] : others,
    });
  }
  if (!Object.keys(known).length) return;
  const [row] = await call.db.update(accounts).set(known).where(eq(accounts.id, current.id)).returning();
  // A link in the old mailbox opens nothing any more.
  if (moved) await endSecrets(call, String(current.id), ['password_reset']);
  if (moved && row?.email) await sendVerification(call, row);
  for (const what of ['email', 'phone', 'username'] as const) {
    if (!(what in known)) continue;
    await noteSecurity(call, { kind: securityKindOf[what], details: { account_id: current.id } });
    await tellOwner(call, current, what);
  }
}
const securityKindOf = { email: 'EMAIL', phone: 'PHONE', username: 'USERNAME' } as const;

async function demandCanClose(call: Call, id: number): Promise<void> {
  if (id === call.account_id) throw fail('OWN_ACCOUNT');
  await demandAnotherSuperAdmin(call, id);
}

export async function remove(call: Call, input: { id: string }): Promise<{ ok: true }> {
  const account = await find(call, input.id, true);
  await demandPowerOver(call, [account.id]);
  await demandCanClose(call, account.id);
  await call.db
    .update(accounts)
    .set({ deleted_at: sql`now()` as never })
    .where(eq(accounts.id, account.id));
  await revokeSessions(call, account.id);
  await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: account.id, deleted: true } });
  return { ok: true };
}

/** Takes back that an account was deleted; its holder signs in anew. RESTORE_TAKEN where its e-mail or phone is another's now. */
export async function restore(call: Call, input: { id: number }) {
  const [account] = await call.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, input.id), ofHouse(call)))
    .for('update');
  if (!account) throw fail('NOT_FOUND');
  if (account.deleted_at !== null) {
    await demandPowerOver(call, [account.id]);
    await undelete(call, accounts, account.id);
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: account.id, deleted: false } });
  }
  return get(call, { id: String(account.id) });
}

interface Filters extends ListInput {
  deleted?: boolean | undefined;
  role?: string[] | undefined;
  type?: AccountType | undefined;
  active?: boolean | undefined;
  required_action?: RequiredAction | undefined;
}

const holds = (call: Call, names: readonly string[]): SQL =>
  sql`exists (select 1 from account_roles ar join roles r on r.id = ar.role_id where ar.account_id = ${accounts.id} and ar.institution_id = ${call.institution_id} and r.name in (${sql.join(
    ['', ...names].map((name) => sql`${name}`),
    sql`, `,
  )}))`;

/** Every word must be found somewhere in the name or in what people sign in with. */
const searched = (text: string | undefined, everywhere = true): SQL[] =>
  (text ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => {
      const like = `%${likeLiteral(word)}%`;
      const names = sql`${accounts.lastname} ilike ${like} or ${accounts.firstname} ilike ${like} or ${accounts.midname} ilike ${like}`;
      if (!everywhere)
        return sql`(${names} or (${accounts.username} ilike ${like} and ${accounts.username} !~ '[0-9]{7}'))`;
      return sql`(${names} or ${accounts.username} ilike ${like} or ${accounts.email} ilike ${like} or ${accounts.phone} like ${like})`;
    });

export const listAccounts = (call: Call, input: Filters) => {
  if (input.deleted) demandDeleted(call);
  return list(call, input, {
    from: sql`accounts`,
    key: sql`${accounts.id}`,
    table: 'accounts',
    asks: ['roles'],
    where: [
      input.deleted ? isNotNull(accounts.deleted_at) : isNull(accounts.deleted_at),
      ofHouse(call),
      ...searched(input.search),
      input.role?.length ? holds(call, input.role) : undefined,
      input.type === undefined
        ? undefined
        : input.type === 'STAFF'
          ? sql`exists (select 1 from account_roles ar join roles r on r.id = ar.role_id where ar.account_id = ${accounts.id} and ar.institution_id = ${call.institution_id} and r.name not in (${sql.join(
              [...groups.students, ...groups.outsiders].map((name) => sql`${name}`),
              sql`, `,
            )}))`
          : holds(call, rolesOfType[input.type]),
      input.active === undefined ? undefined : eq(accounts.active, input.active),
      input.required_action === undefined
        ? undefined
        : sql`${input.required_action} = any(${accounts.required_actions})`,
    ],
    sorts: {
      id: sql`${accounts.id}`,
      lastname: sql`${accounts.lastname}`,
      username: sql`lower(${accounts.username})`,
      created_at: sql`${accounts.created_at}`,
      last_sign_in_at: sql`${accounts.last_sign_in_at}`,
    },
    defaultSort: 'lastname',
    columns: columnsSql(accounts),
    load: async (_ids, rows) => {
      const found = await present(call, rows as Account[]);
      return input.deleted ? (withDeletion(found, rows as never) as typeof found) : found;
    },
  });
};

export async function all(call: Call, input: { search?: string | undefined; ids?: string | undefined } | undefined) {
  const ids = idsIn(input?.ids);
  // Who only chooses people finds them by name: a phone or an address is neither shown nor to be guessed at.
  const reads = may(call, 'account.read');
  const rows = await call.db
    .select({
      id: accounts.id,
      firstname: accounts.firstname,
      lastname: accounts.lastname,
      midname: accounts.midname,
      username: accounts.username,
    })
    .from(accounts)
    .where(
      and(
        isNull(accounts.deleted_at),
        ofHouse(call),
        ids ? inArray(accounts.id, [0, ...ids]) : eq(accounts.active, true),
        ...searched(input?.search, reads),
      ),
    )
    .orderBy(accounts.lastname, accounts.firstname, accounts.id)
    .limit(ids ? 1000 : 100);
  return rows.map((row) => ({
    id: row.id,
    title: [row.lastname, row.firstname, row.midname].filter(Boolean).join(' '),
    username: reads || !/\d{7}/.test(row.username) ? row.username : '',
  }));
}
