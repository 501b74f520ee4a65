import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { jobPositions, staff } from '#domains/staff/server/index.ts';
import type { Option } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { closeness, keyHolds } from '#platform/server/records/finding.ts';
import { idsIn, localTitle, type OptionsQuery } from '#platform/server/records/resource.ts';
import type { Member } from '../shapes.ts';
import { actingToday } from './reach.ts';

/** Staff as letters name them. */

const fullName = sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`;

/** Names, positions and accounts of these members of staff, by id; who left is still named. */
export async function membersOf(
  call: Call,
  ids: readonly (number | null)[],
): Promise<Map<number, Member & { account_id: number | null }>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await call.db
    .select({
      id: staff.id,
      account_id: staff.account_id,
      name: fullName,
      position: sql<
        string | null
      >`(select ${localTitle(sql`j.title`, call.locale)} from ${jobPositions} j where j.id = ${staff.job_position_id})`,
    })
    .from(staff)
    .where(inArray(staff.id, wanted));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of these accounts, by id. */
export async function accountNames(call: Call, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await call.db
    .select({ id: accounts.id, name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})` })
    .from(accounts)
    .where(inArray(accounts.id, wanted));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whoever is given a part must work here and be able to open it. Errors: EXECUTOR_TWICE, UNKNOWN_REFERENCE, EXECUTOR_WITHOUT_ACCOUNT. */
export async function demandStaff(call: Call, path: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (new Set(ids).size < ids.length) throw failField(path, 'EXECUTOR_TWICE');
  const rows = await call.db
    .select({ id: staff.id, account_id: staff.account_id, name: fullName })
    .from(staff)
    .where(and(inArray(staff.id, [...ids]), isNull(staff.deleted_at), sql`${staff.status} <> 'LEFT'`));
  if (rows.length < ids.length) throw failField(path, 'UNKNOWN_REFERENCE');
  const without = rows.find(({ account_id }) => account_id === null);
  if (without) throw failField(path, 'EXECUTOR_WITHOUT_ACCOUNT', { name: without.name });
}

/** Staff to choose from: who works here and has an account. */
export async function peopleOptions(call: Call, input: OptionsQuery): Promise<Option[]> {
  const ids = idsIn(input?.ids);
  const key = sql`${staff.search}`;
  return call.db
    .select({
      id: staff.id,
      title: sql<string>`${fullName} || coalesce(' · ' || (select ${localTitle(sql`j.title`, call.locale)} from ${jobPositions} j where j.id = ${staff.job_position_id}), '')`,
    })
    .from(staff)
    .where(
      and(
        isNull(staff.deleted_at),
        ids
          ? ids.length
            ? inArray(staff.id, ids)
            : sql`false`
          : and(eq(staff.status, 'ACTIVE'), sql`${staff.account_id} is not null`, keyHolds(key, input?.search)),
      ),
    )
    .orderBy(closeness(key, input?.search) ?? sql`2`, sql`2`, staff.id)
    .limit(50);
}

/** Accounts behind these members of staff, and of whoever acts for them today, by the member. */
export async function accountsByStaff(
  call: Pick<Call, 'db'>,
  staff_ids: readonly number[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  if (staff_ids.length === 0) return found;
  const { rows } = await call.db.execute<{ id: number; accounts: number[] }>(
    sql`select s.id, array(select s.account_id union select d.deputy_id from ${actingToday} d where d.principal_id = s.account_id) as accounts
          from ${staff} s where s.id = any(${sql.param([...new Set(staff_ids)])}::int[]) and s.deleted_at is null and s.account_id is not null`,
  );
  for (const { id, accounts: of } of rows) found.set(id, of);
  return found;
}

/** The same of all of them, each account once. */
export const accountsOf = async (call: Pick<Call, 'db'>, staff_ids: readonly number[]): Promise<number[]> => [
  ...new Set([...(await accountsByStaff(call, staff_ids)).values()].flat()),
];
