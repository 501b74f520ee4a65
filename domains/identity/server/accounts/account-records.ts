import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { groups } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, institutions, roles } from '#platform/server/database/tables.ts';
import type { AccountType } from '../../contract.ts';
import { avatarsOf, inLocale } from './user-info.ts';

/** How an account is found and shown. */

export type Account = typeof accounts.$inferSelect;

const typeOfRole = (role: string): AccountType =>
  [...groups.students, ...groups.former].some((one) => one === role)
    ? 'STUDENT'
    : role === 'GUEST_USER'
      ? 'APPLICANT'
      : role === 'SHORT_TERM_COURSE_LISTENER'
        ? 'LISTENER'
        : 'STAFF';
/** Accounts of this institution: those with a role here, and those that have none anywhere yet. */
export const ofHouse = (call: Call): SQL =>
  sql`(exists (select 1 from account_roles ar where ar.account_id = ${accounts.id} and ar.institution_id = ${call.institution_id}) or not exists (select 1 from account_roles ar where ar.account_id = ${accounts.id}))`;

/** By id (digits) or username; a number that is meant as a username is asked for with `named`. */
export async function find(call: Call, idOrName: string | number, lock = false, named = false): Promise<Account> {
  const text = String(idOrName);
  const which =
    !named && /^\d{1,9}$/.test(text)
      ? eq(accounts.id, Number(text))
      : sql`lower(${accounts.username}) = ${text.normalize('NFKC').toLowerCase()}`;
  const query = call.db
    .select()
    .from(accounts)
    .where(and(which, isNull(accounts.deleted_at), ofHouse(call)))
    .limit(1);
  const [row] = lock ? await query.for('update') : await query;
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export async function present(call: Call, rows: Account[]) {
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
export type Presented = Awaited<ReturnType<typeof present>>[number];
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
