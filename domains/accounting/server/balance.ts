import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { type GraduationFault, students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { sumOf, type Tiyin, tiyinOf } from '../money.ts';
import type { balance, balanceQuery, creditUse } from '../shapes-money.ts';
import { type ContractState, openStates } from '../workflow.ts';
import { type ContractRow, settle } from './issue.ts';
import { contracts, payments } from './tables.ts';

/**
 * What somebody owes, paid, and has above it. Counted in guards.sql and nowhere else: `edulab_contract_balance` of one
 * contract, `edulab_student_balance` of all that a student owes. What is paid above a contract is the person's credit: it
 * stays with the payment that brought it, until it is used for another contract or given back.
 */

export interface Balance {
  owed: Tiyin;
  paid: Tiyin;
  left: Tiyin;
  credit: Tiyin;
}
const nothing: Balance = { owed: 0, paid: 0, left: 0, credit: 0 };

export async function contractBalances(
  call: Pick<Call, 'client'>,
  ids: readonly number[],
): Promise<Map<number, Balance>> {
  if (ids.length === 0) return new Map();
  const { rows } = await call.client.query<Balance & { contract_id: number }>(
    'select * from edulab_contract_balance($1::int[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.contract_id, row]));
}

const paying: readonly ContractState[] = ['ISSUED', 'OPENED', 'ACCEPTED', 'ACTIVE', 'FULFILLED'];

/** For which of these contracts money may come: of one that was ended as long as something is left of what was earned until then. */
export async function takingMoney(
  call: Pick<Call, 'client'>,
  rows: readonly { id: number; status: ContractState }[],
): Promise<Set<number>> {
  const ended = rows.flatMap(({ id, status }) => (status === 'TERMINATED' ? [id] : []));
  const balances = await contractBalances(call, ended);
  return new Set(
    rows.flatMap(({ id, status }) =>
      paying.includes(status) || (status === 'TERMINATED' && (balances.get(id)?.left ?? 0) > 0) ? [id] : [],
    ),
  );
}

export const takesMoney = async (
  call: Pick<Call, 'client'>,
  row: { id: number; status: ContractState },
): Promise<boolean> => (await takingMoney(call, [row])).has(row.id);

export async function studentBalance(call: Pick<Call, 'client'>, id: number): Promise<Balance> {
  const { rows } = await call.client.query<Balance>('select * from edulab_student_balance(array[$1::int])', [id]);
  return rows[0] ?? nothing;
}

/**
 * Whoever owes anything at all does not graduate: MONEY_OWED with the sum, in soʻm. The contract that is offered for a year
 * to come binds nobody yet; one of a year that has begun is owed, signed or not.
 */
export async function moneyClear(call: Pick<Call, 'client'>, ids: number[]): Promise<GraduationFault[]> {
  const { rows } = await call.client.query<{ student_id: number; left: number }>(
    `select b.student_id, b."left" - o."left" as "left" from edulab_student_balance($1::int[]) b
      cross join lateral (
        select coalesce(sum(a."left"), 0)::bigint as "left" from edulab_contract_balance(array(
          select c.id from contracts c join academic_years y on y.id = c.academic_year_id
           where c.student_id = b.student_id and c.status = any($2) and y.starts_on > (select edulab_today()))) a) o
      where b."left" > o."left"`,
    [ids, openStates],
  );
  return rows.map((row) => ({ id: row.student_id, code: 'MONEY_OWED', data: { amount: sumOf(row.left) } }));
}

/** Of what students owe besides all contracts. */
export async function besidesBalances(
  call: Pick<Call, 'client'>,
  student_ids: readonly number[],
): Promise<Map<number, Balance>> {
  if (student_ids.length === 0) return new Map();
  const { rows } = await call.client.query<Balance & { student_id: number }>(
    'select * from edulab_besides_balance($1::int[])',
    [student_ids],
  );
  return new Map(rows.map((row) => [row.student_id, row]));
}
const besides = async (call: Call, id: number): Promise<Balance> =>
  (await besidesBalances(call, [id])).get(id) ?? nothing;

/** What a payment was for: a contract, or what its student owes besides. */
interface PaidFor {
  contract_id: number | null;
  student_id?: number | null;
}

type Owner = { contract: ContractRow | undefined; student: { id: number; name: string } | undefined };

/** What is left before a payment; whoever pays for the same waits, so that two payments do not both fit. */
async function lockedBalance(call: Call, { contract, student }: Owner): Promise<Balance> {
  if (contract) {
    await call.client.query('select 1 from contracts where id = $1 for no key update', [contract.id]);
    return (await contractBalances(call, [contract.id])).get(contract.id) ?? nothing;
  }
  await call.client.query('select 1 from students where id = $1 for no key update', [student!.id]);
  return besides(call, student!.id);
}

/**
 * Refuses a payment of more than is left, unless it carries what was read of it: OVERPAYMENT. `before` is what the same
 * payment counted until now.
 */
export async function demandNotAbove(
  call: Call,
  owner: Owner,
  amount: Tiyin,
  before: Tiyin,
  seen: { left: string; excess: string } | undefined,
): Promise<void> {
  const { owed, paid } = await lockedBalance(call, owner);
  const left = Math.max(0, owed - (paid - before));
  const excess = amount - left;
  if (excess <= 0 || amount <= before) return;
  const told = { left: sumOf(left), excess: sumOf(excess) };
  if (seen && seen.left === told.left && seen.excess === told.excess) return;
  throw fail('OVERPAYMENT', {
    ...told,
    amount: sumOf(amount),
    contract: owner.contract?.number ?? 'empty',
    name: owner.contract?.payer_name ?? owner.student?.name ?? '',
  });
}

/**
 * What payments of a file would bring above what their contracts leave to pay, each by its row and in the order of the
 * file: nobody can be asked about each, so it is read before the whole is taken.
 */
export async function excessOfRows(
  call: Call,
  rows: readonly { row: number; contract_id: number; amount: Tiyin }[],
): Promise<{ row: number; code: 'OVERPAYMENT_ROW'; data: Record<string, string> }[]> {
  const ids = [...new Set(rows.map(({ contract_id }) => contract_id))];
  const balances = await contractBalances(call, ids);
  const lefts = new Map(ids.map((id) => [id, balances.get(id)?.left ?? 0]));
  const above = rows.flatMap(({ row, contract_id, amount }) => {
    const left = lefts.get(contract_id) ?? 0;
    lefts.set(contract_id, Math.max(0, left - amount));
    return amount > left ? [{ row, contract_id, left: sumOf(left), excess: sumOf(amount - left) }] : [];
  });
  if (above.length === 0) return [];
  const named = await call.db
    .select({ id: contracts.id, contract: contracts.number, name: contracts.payer_name })
    .from(contracts)
    .where(inArray(contracts.id, ids));
  const names = new Map(named.map(({ id, ...name }) => [id, name]));
  return above.map(({ row, contract_id, ...sums }) => ({
    row,
    code: 'OVERPAYMENT_ROW',
    data: { ...names.get(contract_id), ...sums },
  }));
}

/** Accountants, and not those who may do everything, read what waits for them. */
export async function tellAccountants(call: Call, title: ReturnType<typeof titleOf>, link: string): Promise<void> {
  const { rows } = await call.client.query<{ id: number }>(
    `select distinct a.id from account_roles x join accounts a on a.id = x.account_id and a.active and a.deleted_at is null
       join role_permissions p on p.role_id = x.role_id and p.permission = 'payment.manage'
      where x.institution_id = $1 and not exists (select 1 from role_permissions m where m.role_id = x.role_id and m.permission = 'role.manage')`,
    [call.institution_id],
  );
  await notify(
    call,
    rows.map((row) => row.id),
    { type: 'contract', title, link },
  );
}

/** A bank cannot be asked whether it means it: what came above is on the balance, and accounting is told. */
export async function tellExcess(call: Call, of: readonly PaidFor[]): Promise<void> {
  const ids = of.flatMap(({ contract_id }) => contract_id ?? []);
  const above = [...(await contractBalances(call, ids)).values()].filter(({ credit }) => credit > 0);
  const people = of.flatMap(({ contract_id, student_id }) => (contract_id === null ? (student_id ?? []) : []));
  const besides = [...(await besidesBalances(call, people)).values()].filter(({ credit }) => credit > 0);
  for (const [key, found, link] of [
    ['notice_excess', above, '/accounting/contract?refund=true'],
    ['notice_excess_besides', besides, '/payments'],
  ] as const) {
    const sum = sumOf(found.reduce((total, { credit }) => total + credit, 0));
    if (found.length) await tellAccountants(call, titleOf(key, { count: found.length, sum }), link);
  }
}

/** What whoever enters a payment reads before saving it. */
export async function balanceFor(
  call: Call,
  { contract_id, student_id }: z.infer<typeof balanceQuery>,
): Promise<z.infer<typeof balance>> {
  const shown = ({ owed, paid, left }: Balance) => ({ owed: sumOf(owed), paid: sumOf(paid), left: sumOf(left) });
  if (contract_id !== undefined) {
    const [row] = await call.db
      .select()
      .from(contracts)
      .where(and(eq(contracts.id, contract_id), isNull(contracts.deleted_at)));
    if (!row) throw failField('contract_id', 'UNKNOWN_REFERENCE');
    const own = (await contractBalances(call, [row.id])).get(row.id) ?? nothing;
    const [student] = row.student_id
      ? await call.db.select({ no: students.student_no }).from(students).where(eq(students.id, row.student_id))
      : [];
    const credit = row.student_id ? (await studentBalance(call, row.student_id)).credit : own.credit;
    return {
      contract: { id: row.id, title: row.number },
      name: row.payer_name,
      student_no: student?.no ?? null,
      amount: sumOf(row.amount),
      ...shown(own),
      credit: sumOf(credit),
    };
  }
  if (student_id === undefined) throw fail('PAYMENT_NEEDS_OWNER');
  const [student] = await call.db
    .select({ id: students.id, name: students.full_name, no: students.student_no })
    .from(students)
    .where(and(eq(students.id, student_id), isNull(students.deleted_at)));
  if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
  const own = await besides(call, student.id);
  return {
    contract: null,
    name: student.name,
    student_no: student.no,
    amount: sumOf(own.owed),
    ...shown(own),
    credit: sumOf((await studentBalance(call, student.id)).credit),
  };
}

/**
 * Uses what was paid above one contract for another one of the same person: the payments that brought it are given back,
 * and one for the other contract stands in their place; nothing is rewritten. Answers that payment's id.
 * Errors: CREDIT_TOO_SMALL, CREDIT_OF_ANOTHER, CONTRACT_NOT_READY, OVERPAYMENT.
 */
export async function useCredit(call: Call, input: z.infer<typeof creditUse>): Promise<number> {
  const ids = [input.from_contract_id, input.contract_id].sort((a, b) => a - b);
  const rows = await call.db
    .select()
    .from(contracts)
    .where(and(sql`${contracts.id} = any(${sql.param(ids)}::int[])`, isNull(contracts.deleted_at)))
    .orderBy(contracts.id)
    .for('no key update');
  const from = rows.find((row) => row.id === input.from_contract_id);
  const to = rows.find((row) => row.id === input.contract_id);
  if (!from) throw failField('from_contract_id', 'UNKNOWN_REFERENCE');
  if (!to) throw failField('contract_id', 'UNKNOWN_REFERENCE');
  const same =
    from.id !== to.id &&
    ((from.student_id !== null && from.student_id === to.student_id) ||
      (from.account_id !== null && from.account_id === to.account_id));
  if (!same) throw failField('contract_id', 'CREDIT_OF_ANOTHER', { number: to.number });
  if (!(await takesMoney(call, to)))
    throw failField('contract_id', 'CONTRACT_NOT_READY', { number: to.number, state: to.status, because: 'other' });
  const amount = tiyinOf(input.amount);
  const balances = await contractBalances(call, ids);
  const credit = balances.get(from.id)?.credit ?? 0;
  if (amount > credit) throw failField('amount', 'CREDIT_TOO_SMALL', { credit: sumOf(credit), number: from.number });
  await demandNotAbove(call, { contract: to, student: undefined }, amount, 0, undefined);
  const { rows: came } = await call.client.query<{ id: number; rest: number; payment_type: string }>(
    `select p.id, p.payment_type, (p.amount + coalesce((select sum(r.amount) from payments r where r.refund_of = p.id and r.deleted_at is null), 0))::bigint as rest
       from payments p where p.contract_id = $1 and p.kind = 'PAYMENT' and p.deleted_at is null order by p.paid_on desc, p.id desc for update`,
    [from.id],
  );
  const { rows: today } = await call.client.query<{ day: string }>('select (select edulab_today())::text as day');
  const day = today[0]!.day;
  const search = (...parts: string[]) => parts.join(' ').toLowerCase();
  const [made] = await call.db
    .insert(payments)
    .values({
      contract_id: to.id,
      student_id: to.student_id,
      kind: 'PAYMENT',
      amount,
      paid_on: day,
      payment_type: 'OTHER',
      payer: to.payer_name,
      source: 'CREDIT',
      note: from.number,
      search: search(to.payer_name, to.number, from.number),
    })
    .returning();
  let open = amount;
  for (const one of came) {
    const part = Math.min(open, one.rest);
    if (part <= 0) continue;
    open -= part;
    await call.db.insert(payments).values({
      contract_id: from.id,
      student_id: from.student_id,
      kind: 'REFUND',
      refund_of: one.id,
      amount: -part,
      paid_on: day,
      payment_type: 'OTHER',
      payer: from.payer_name,
      source: 'CREDIT',
      note: to.number,
      moved_to: made!.id,
      search: search(from.payer_name, from.number, to.number),
    });
  }
  await settle(call, ids);
  return made!.id;
}
