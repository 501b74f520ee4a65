import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accountsById } from '#domains/identity/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { closeness, keyHolds, textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { refundRecord } from '../../contract/refunds.ts';
import type { contract } from '../../contract.ts';
import { sumOf, type Tiyin, tiyinOf } from '../../money.ts';
import { type RefundState, refundWorkflow } from '../../workflow.ts';
import { besidesBalances, contractBalances, tellAccountants } from '../balance.ts';
import { settle } from '../issue.ts';
import { demandOpen } from '../journal/periods.ts';
import { isOwn, isOwnBy, ownStudents } from '../reach.ts';
import { contracts, payments } from '../tables.ts';
import { refundRequests } from './tables.ts';

/**
 * Money goes back in two steps by two people: one asks, naming why, another one pays, by an order. Never more than was paid
 * above what is owed, as it stands when it is paid; the payments that brought it are given back, the newest first.
 */

type Row = typeof refundRequests.$inferSelect;
type Shown = z.infer<typeof refundRecord>;
type Owner = Pick<Row, 'contract_id' | 'student_id'>;

function reach(call: Call): SQL | undefined {
  switch (call.abilities.get('payment.read')) {
    case 'institution':
      return undefined;
    case 'own':
      return isOwnBy(call, refundRequests.student_id, refundRequests.contract_id);
    default:
      return sql`false`;
  }
}

/** What stands above what is owed, by request. */
async function creditsOf(call: Call, rows: readonly (Owner & { id: number })[]): Promise<Map<number, Tiyin>> {
  const of = await contractBalances(
    call,
    rows.flatMap((row) => row.contract_id ?? []),
  );
  const besides = await besidesBalances(
    call,
    rows.flatMap((row) => (row.contract_id === null ? (row.student_id ?? []) : [])),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      (row.contract_id === null ? besides.get(row.student_id ?? 0) : of.get(row.contract_id))?.credit ?? 0,
    ]),
  );
}

async function present(call: Call, rows: readonly Row[]): Promise<Shown[]> {
  const of = await titlesOf(
    call,
    contracts,
    rows.map((row) => row.contract_id),
    sql`${contracts.number}`,
  );
  const people = await call.db
    .select({ id: students.id, name: students.full_name, student_no: students.student_no })
    .from(students)
    .where(inArray(students.id, [0, ...rows.flatMap((row) => row.student_id ?? [])]));
  const person = new Map(people.map((one) => [one.id, one]));
  // Whoever is asked for names of the office reads them there; the person reads what was decided and why.
  const office = call.abilities.get('payment.read') === 'institution';
  const accounts = office
    ? await accountsById(
        call,
        rows.flatMap((row) => [row.asked_by, ...(row.decided_by === null ? [] : [row.decided_by])]),
      )
    : new Map<number, { lastname: string; firstname: string }>();
  const nameOf = (id: number | null) => {
    const by = id === null ? undefined : accounts.get(id);
    return by ? `${by.lastname} ${by.firstname}` : null;
  };
  const credits = await creditsOf(call, rows);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    created_at: row.created_at,
    contract: of.get(row.contract_id ?? 0) ?? null,
    student: person.get(row.student_id ?? 0) ?? null,
    payer: row.payer,
    amount: sumOf(row.amount),
    credit: sumOf(credits.get(row.id) ?? 0),
    reason: row.reason,
    pay_to: row.pay_to,
    status: row.status,
    asked_by: nameOf(row.asked_by),
    decided_by: nameOf(row.decided_by),
    decided_at: row.decided_at,
    order_number: row.order_number,
    order_on: row.order_on,
    note: row.note,
    can: {
      decide: row.status === 'ASKED' && may(call, 'refund.decide') && row.asked_by !== call.account_id,
      withdraw: row.status === 'ASKED' && row.asked_by === call.account_id,
    },
  }));
}

export const refundList = (call: Call, input: InputOf<typeof contract.refund.list>) =>
  list(call, input, {
    from: sql`${refundRequests}`,
    key: sql`${refundRequests.id}`,
    table: 'refund_requests',
    where: [
      reach(call),
      input.status?.length ? inArray(refundRequests.status, input.status) : undefined,
      input.contract_id ? eq(refundRequests.contract_id, input.contract_id) : undefined,
      input.from ? sql`${refundRequests.created_at} >= ${input.from}::date` : undefined,
      input.until ? sql`${refundRequests.created_at} < ${input.until}::date + 1` : undefined,
      or(
        keyHolds(sql`${refundRequests.search_key}`, input.search),
        textHolds([sql`${refundRequests.search}`], input.search),
      ),
    ],
    sorts: { created_at: sql`${refundRequests.created_at}`, amount: sql`${refundRequests.amount}` },
    defaultSort: 'created_at,desc',
    closeness: closeness(sql`${refundRequests.search_key}`, input.search),
    load: async (ids) =>
      present(call, await call.db.select().from(refundRequests).where(inArray(refundRequests.id, ids))),
  });

/** What waits besides all contracts: of those who ever paid so, the most first. */
export async function creditsBesides(call: Call) {
  const { rows } = await call.client.query<{ id: number; name: string; student_no: string; credit: Tiyin }>(
    `select s.id, s.full_name as name, s.student_no, b.credit
       from edulab_besides_balance(array(select distinct p.student_id from payments p where p.contract_id is null and p.deleted_at is null)) b
       join students s on s.id = b.student_id and s.deleted_at is null
      where b.credit > 0 and not exists (select 1 from refund_requests r where r.student_id = s.id and r.contract_id is null and r.status = 'ASKED')
      order by b.credit desc, s.id limit 100`,
  );
  return rows.map(({ id, credit, ...one }) => ({ ...one, student_id: id, credit: sumOf(credit) }));
}

const shownOne = async (call: Call, row: Row): Promise<Shown> => (await present(call, [row]))[0]!;

/** Whose money it is, within the caller's reach; whoever pays or asks for the same waits. */
async function ownerFor(call: Call, input: InputOf<typeof contract.refund.ask>) {
  const own = call.abilities.get('refund.ask') !== 'institution';
  if (input.contract_id !== undefined) {
    const [row] = await call.db
      .select()
      .from(contracts)
      .where(and(eq(contracts.id, input.contract_id), isNull(contracts.deleted_at), own ? isOwn(call) : undefined))
      .for('no key update');
    if (!row) throw failField('contract_id', 'UNKNOWN_REFERENCE');
    return { contract_id: row.id, student_id: row.student_id, payer: row.payer_name, number: row.number };
  }
  if (input.student_id === undefined && !own) throw fail('PAYMENT_NEEDS_OWNER');
  const [row] = await call.db
    .select({ id: students.id, name: students.full_name, no: students.student_no })
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        own ? sql`${students.id} = any(${ownStudents(call)})` : undefined,
        input.student_id === undefined ? eq(students.account_id, call.account_id) : eq(students.id, input.student_id),
      ),
    )
    .for('no key update');
  if (!row) throw failField('student_id', 'UNKNOWN_REFERENCE');
  return { contract_id: null, student_id: row.id, payer: row.name, number: row.no };
}

async function demandCredit(call: Call, owner: Owner, amount: Tiyin, number: string): Promise<void> {
  const credit = (await creditsOf(call, [{ ...owner, id: 0 }])).get(0) ?? 0;
  if (amount > credit) throw failField('amount', 'CREDIT_TOO_SMALL', { credit: sumOf(credit), number });
}

/** Errors: CREDIT_TOO_SMALL, REFUND_ASKED, PAYMENT_NEEDS_OWNER. */
export async function askRefund(call: Call, input: InputOf<typeof contract.refund.ask>): Promise<Shown> {
  const { number, ...owner } = await ownerFor(call, input);
  const amount = tiyinOf(input.amount);
  await demandCredit(call, owner, amount, number);
  const [made] = await call.db
    .insert(refundRequests)
    .values({
      ...owner,
      amount,
      reason: input.reason,
      pay_to: input.pay_to || null,
      asked_by: call.account_id,
      search: `${owner.payer} ${number}`.toLowerCase(),
    })
    .returning();
  await recordTransition(call, refundWorkflow.entity, [{ id: made!.id, from: null }], 'ASKED', {
    reason: input.reason,
  });
  await tellAccountants(
    call,
    titleOf('notice_refund_asked', { name: owner.payer, sum: sumOf(amount) }),
    '/accounting/refunds?status=ASKED',
  );
  return shownOne(call, made!);
}

/** Locked, and allowed to go where it is sent. */
async function forStep(call: Call, input: { id: number; version: number; reason?: string }, to: RefundState) {
  const row = await loadForChange(call, refundRequests, reach(call), input, (now) => shownOne(call, now));
  checkTransition(call, refundWorkflow, row.status, to, input);
  return row;
}

async function decide(call: Call, row: Row, to: RefundState, changes: Partial<Row>, reason?: string): Promise<Shown> {
  const [after] = await call.db
    .update(refundRequests)
    .set({ status: to, decided_by: call.account_id, decided_at: clock.iso(), ...changes })
    .where(eq(refundRequests.id, row.id))
    .returning();
  await recordTransition(call, refundWorkflow.entity, [{ id: row.id, from: row.status }], to, { reason });
  return shownOne(call, after!);
}

/** Whose money it is, where they have an account. */
async function tellPayer(call: Call, row: Row, title: ReturnType<typeof titleOf>): Promise<void> {
  const { rows } = await call.client.query<{ id: number }>(
    `select distinct a.id from (select account_id as id from contracts where id = $1 union select account_id from students where id = $2) a where a.id is not null`,
    [row.contract_id, row.student_id],
  );
  await notify(
    call,
    rows.map(({ id }) => id),
    { type: 'refund', title, link: '/accounting/contract' },
  );
}

/** Errors: REFUND_OWN where one asked oneself, CREDIT_TOO_SMALL where less is left by now, PERIOD_CLOSED. */
export async function payRefund(call: Call, input: InputOf<typeof contract.refund.pay>): Promise<Shown> {
  const row = await forStep(call, input, 'PAID');
  if (row.asked_by === call.account_id) throw fail('REFUND_OWN');
  const today = await todayOf(call);
  const day = input.paid_on ?? today;
  if (day > today) throw failField('paid_on', 'date_future');
  if (input.order_on > today) throw failField('order_on', 'date_future');
  await demandOpen(call, day);
  if (row.contract_id === null)
    await call.client.query('select 1 from students where id = $1 for no key update', [row.student_id]);
  else await call.client.query('select 1 from contracts where id = $1 for no key update', [row.contract_id]);
  await demandCredit(call, row, row.amount, row.payer);
  const came = await call.db
    .select()
    .from(payments)
    .where(
      and(
        row.contract_id === null
          ? and(eq(payments.student_id, row.student_id!), isNull(payments.contract_id))
          : eq(payments.contract_id, row.contract_id),
        eq(payments.kind, 'PAYMENT'),
        isNull(payments.deleted_at),
      ),
    )
    .orderBy(desc(payments.paid_on), desc(payments.id))
    .for('update');
  const { rows: back } = await call.client.query<{ id: number; back: number }>(
    'select refund_of as id, -sum(amount)::bigint as back from payments where refund_of = any($1) and deleted_at is null group by 1',
    [came.map(({ id }) => id)],
  );
  const returned = new Map(back.map((one) => [one.id, one.back]));
  let open = row.amount;
  const parts = came.flatMap((payment) => {
    // Nothing goes back before it came.
    const part = payment.paid_on > day ? 0 : Math.min(open, payment.amount - (returned.get(payment.id) ?? 0));
    open -= part;
    return part > 0 ? [{ payment, part }] : [];
  });
  if (open > 0) throw failField('paid_on', 'DATES_REVERSED');
  await call.db.insert(payments).values(
    parts.map(({ payment, part }) => ({
      contract_id: payment.contract_id,
      student_id: payment.student_id,
      kind: 'REFUND' as const,
      refund_of: payment.id,
      refund_request_id: row.id,
      amount: -part,
      paid_on: day,
      payment_type: payment.payment_type,
      payer: payment.payer,
      bank_name: payment.bank_name,
      report_number: input.order_number,
      note: row.reason,
      search: payment.search,
    })),
  );
  await settle(call, [row.contract_id]);
  const { order_number, order_on } = input;
  const shown = await decide(call, row, 'PAID', { order_number, order_on });
  await tellPayer(call, row, titleOf('notice_refund_paid', { sum: sumOf(row.amount), number: order_number }));
  return shown;
}

export async function refuseRefund(call: Call, input: InputOf<typeof contract.refund.refuse>): Promise<Shown> {
  const row = await forStep(call, input, 'REFUSED');
  const shown = await decide(call, row, 'REFUSED', { note: input.reason }, input.reason);
  await tellPayer(call, row, titleOf('notice_refund_refused', { sum: sumOf(row.amount), reason: input.reason }));
  return shown;
}

/** Whoever asked takes it back; nobody else does. */
export async function withdrawRefund(call: Call, input: InputOf<typeof contract.refund.withdraw>): Promise<Shown> {
  const row = await forStep(call, input, 'WITHDRAWN');
  if (row.asked_by !== call.account_id) throw fail('NOT_FOUND');
  return decide(call, row, 'WITHDRAWN', {});
}

/**
 * What was given back by a request went by one order: where it never reached the person, all of its payments are deleted with
 * the reason, and the request says so; where it did after all, they are restored with it. Answers their contracts.
 */
export async function refundCameBack(
  call: Call,
  request_id: number | null,
  reason: string | null,
): Promise<(number | null)[]> {
  if (request_id === null) return [];
  const [row] = await call.db.select().from(refundRequests).where(eq(refundRequests.id, request_id)).for('update');
  const to: RefundState = reason === null ? 'PAID' : 'RETURNED';
  if (!row || row.status === to) return [];
  const { rows } = await call.client.query<{ contract_id: number | null }>(
    `update payments set deleted_at = case when $2::text is null then null else edulab_now() end, deletion_reason = $2
      where refund_request_id = $1 and (deleted_at is null) = ($2::text is not null) returning contract_id`,
    [row.id, reason],
  );
  await call.db.update(refundRequests).set({ status: to, note: reason }).where(eq(refundRequests.id, row.id));
  await recordTransition(call, refundWorkflow.entity, [{ id: row.id, from: row.status }], to, {
    reason: reason ?? undefined,
  });
  if (reason !== null)
    await tellPayer(call, row, titleOf('notice_refund_returned', { sum: sumOf(row.amount), reason }));
  return [row.contract_id, ...rows.map((one) => one.contract_id)];
}
