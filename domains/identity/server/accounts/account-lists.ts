import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { groups, type Locale, type Role } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { demandDeleted, withDeletion } from '#platform/server/records/deletion.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { columnsSql, idsIn, likeLiteral, type OptionsQuery } from '#platform/server/records/resource.ts';
import { type AccountType, accountTypes, type RequiredAction } from '../../contract.ts';
import { ofHouse, present } from './account-records.ts';

/** Many accounts: the page of them, and those that a selector offers. */

const rolesOfType: Record<Exclude<AccountType, 'STAFF'>, readonly Role[]> = {
  STUDENT: [...groups.students, ...groups.former],
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
      const names = keyHolds(sql`${accounts.search_key}`, word);
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
              [...groups.students, ...groups.former, ...groups.outsiders].map((name) => sql`${name}`),
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
    closeness: closeness(sql`${accounts.search_key}`, input.search),
    columns: columnsSql(accounts),
    load: async (_ids, rows) => {
      const found = await present(call, rows);
      return input.deleted ? withDeletion(found, rows) : found;
    },
  });
};

export async function all(call: Call, input: OptionsQuery) {
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
    .orderBy(
      closeness(sql`${accounts.search_key}`, input?.search) ?? sql`0::int`,
      accounts.lastname,
      accounts.firstname,
      accounts.id,
    )
    .limit(ids ? 1000 : 100);
  return rows.map((row) => ({
    ...row,
    title: [row.lastname, row.firstname, row.midname].filter(Boolean).join(' '),
    username: reads || !/\d{7}/.test(row.username) ? row.username : '',
  }));
}
