import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { closeness, keyHolds, textHolds } from '#platform/server/records/finding.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { definedOf, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { sumOf, tiyinOf } from '../money.ts';
import type { creditUse, payment, paymentSaveShape } from '../shapes-money.ts';
import { demandNotAbove, takesMoney, tellExcess, useCredit } from './balance.ts';
import { type ContractRow, settle } from './issue.ts';
import { demandOpen } from './journal/periods.ts';
import { paymentReach } from './reach.ts';
import { refundCameBack } from './refunds/refunds.ts';
import { contracts, payments } from './tables.ts';

/** Money that came, and money that was given back. Nothing comes in twice, nothing is rewritten unseen. */

export type PaymentRow = typeof payments.$inferSelect;
type Shown = z.infer<typeof payment>;
type Input = z.infer<typeof paymentSaveShape>;

async function present(call: Call, rows: PaymentRow[]): Promise<Shown[]> {
  const of = await titlesOf(
    call,
    contracts,
    rows.map((row) => row.contract_id),
    sql`${contracts.number}`,
  );
  const people = rows.length
    ? await call.db
        .select({ id: students.id, name: students.full_name, student_no: students.student_no })
        .from(students)
        .where(inArray(students.id, [0, ...rows.flatMap((row) => row.student_id ?? [])]))
    : [];
  const person = new Map(people.map((row) => [row.id, row]));
  const back = rows.length
    ? await call.db
        .select({ id: payments.refund_of, sum: sql<number>`-sum(${payments.amount})::bigint` })
        .from(payments)
        .where(
          and(
            inArray(
              payments.refund_of,
              rows.map((row) => row.id),
            ),
            isNull(payments.deleted_at),
          ),
        )
        .groupBy(payments.refund_of)
    : [];
  const refunded = new Map(back.map((row) => [row.id, row.sum]));
  const manage = may(call, 'payment.manage');
  return rows.map(({ institution_id, deleted_at, search, search_key, suspense_item_id, ...row }) => {
    const returned = refunded.get(row.id) ?? 0;
    return {
      ...row,
      contract: of.get(row.contract_id ?? 0) ?? null,
      student: person.get(row.student_id ?? 0) ?? null,
      amount: sumOf(row.amount),
      refunded: sumOf(returned),
      can: {
        edit:
          manage && row.kind === 'PAYMENT' && row.source !== 'CREDIT' && row.source !== 'STATEMENT' && returned === 0,
        delete: manage && row.moved_to === null && row.source !== 'STATEMENT' && returned === 0,
      },
    };
  });
}

const searchOf = (
  row: Partial<Pick<PaymentRow, 'payer' | 'report_number' | 'bank_name' | 'external_ref'>>,
  number?: string | null,
) => [row.payer, number, row.report_number, row.bank_name, row.external_ref].filter(Boolean).join(' ').toLowerCase();

/** The contract that a payment is for: by id or number; where a student alone is named, the oldest that is open. */
async function ownerOf(call: Call, input: Input, current: PaymentRow | undefined): Promise<ContractRow | undefined> {
  const { contract_id, contract_number, student_id } = input;
  if (contract_id === undefined && contract_number === undefined && student_id === undefined && current) {
    if (current.contract_id === null) return undefined;
    const [same] = await call.db.select().from(contracts).where(eq(contracts.id, current.contract_id));
    return same;
  }
  const where =
    typeof contract_id === 'number'
      ? eq(contracts.id, contract_id)
      : contract_number
        ? eq(contracts.number, contract_number)
        : undefined;
  if (where) {
    const [row] = await call.db
      .select()
      .from(contracts)
      .where(and(where, isNull(contracts.deleted_at)));
    const path = typeof contract_id === 'number' ? 'contract_id' : 'contract_number';
    if (!row) throw failField(path, 'UNKNOWN_REFERENCE');
    if (row.id !== current?.contract_id && !(await takesMoney(call, row)))
      throw failField(path, 'CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
    return row;
  }
  return undefined;
}

const paymentsOf = (source: 'EXTERNAL' | undefined) =>
  resource(contract.payment, {
    table: payments,
    search: (typed) => or(keyHolds(sql`${payments.search_key}`, typed), textHolds([sql`${payments.search}`], typed)),
    sorts: {
      paid_on: sql`${payments.paid_on}`,
      created_at: sql`${payments.created_at}`,
      amount: sql`${payments.amount}`,
      payer: sql`${payments.payer}`,
    },
    defaultSort: 'paid_on,desc',
    closeness: (input) => closeness(sql`${payments.search_key}`, input.search),
    optionOrder: { by: sql`${payments.paid_on} desc` },
    optionTitle: () => sql`to_char(${payments.paid_on}, 'DD.MM.YYYY') || ' · ' || ${payments.payer}`,
    visible: (call) => paymentReach(call, 'payment.read'),
    filters: (input) => [
      input.kind ? inArray(payments.kind, input.kind) : undefined,
      input.payment_type ? inArray(payments.payment_type, input.payment_type) : undefined,
      input.source ? inArray(payments.source, input.source) : undefined,
      input.contract_id ? eq(payments.contract_id, input.contract_id) : undefined,
      input.student_id ? eq(payments.student_id, input.student_id) : undefined,
      input.from ? sql`${payments.paid_on} >= ${input.from}` : undefined,
      input.until ? sql`${payments.paid_on} <= ${input.until}` : undefined,
    ],
    present,
    async prepare(call, input, current, next) {
      if (current?.kind === 'REFUND') throw fail('REFUND_TOO_LARGE');
      if (current?.source === 'CREDIT') throw fail('PAYMENT_MOVED', { number: current.note });
      if (current?.source === 'STATEMENT') throw fail('PAYMENT_FROM_STATEMENT');
      planOnce(call.client);
      if (input.paid_on) {
        const { rows } = await call.client.query('select 1 where $1::date > (select edulab_today())', [input.paid_on]);
        if (rows.length) throw failField('paid_on', 'date_future');
        if (input.paid_on !== current?.paid_on) await demandOpen(call, input.paid_on);
      }
      const contract = await ownerOf(call, input, current);
      const student_id = contract ? contract.student_id : (input.student_id ?? current?.student_id ?? null);
      const [student] = student_id
        ? await call.db
            .select({ id: students.id, name: students.full_name })
            .from(students)
            .where(and(eq(students.id, student_id), isNull(students.deleted_at)))
        : [];
      if (student_id && !student) throw failField('student_id', 'UNKNOWN_REFERENCE');
      if (!contract && !student) throw failField('contract_id', 'PAYMENT_NEEDS_OWNER');
      const amount = input.amount === undefined ? undefined : tiyinOf(input.amount);
      const { again, overpayment, contract_number, amount: _amount, ...fields } = input;
      const row = {
        ...fields,
        contract_id: contract?.id ?? null,
        student_id: student?.id ?? null,
        payer: input.payer || current?.payer || contract?.payer_name || student!.name,
        ...(source ? { source } : {}),
        ...(amount === undefined ? {} : { amount }),
      };
      if (!current && !again && !input.external_ref)
        await demandNotAlike(call, { ...row, amount: amount!, paid_on: next.paid_on });
      // A bank is not asked whether it means it: see saveExternal.
      if ((amount !== undefined || contract?.id !== current?.contract_id) && source !== 'EXTERNAL') {
        const same = current && current.contract_id === row.contract_id && current.student_id === row.student_id;
        await demandNotAbove(
          call,
          { contract, student },
          amount ?? current!.amount,
          same ? current.amount : 0,
          input.overpayment,
        );
      }
      return { ...row, search: searchOf({ ...current, ...definedOf(row) }, contract?.number) };
    },
    written: (call, row, before) => settle(call, [row.contract_id, before?.contract_id]),
    async beforeDelete(call, row) {
      // Where it was matched it is taken back to suspense.
      if (row.source === 'STATEMENT') throw fail('PAYMENT_FROM_STATEMENT');
      // What was moved goes back by the payment that it became.
      if (row.moved_to !== null) throw fail('PAYMENT_MOVED', { number: row.note });
      const { rows } = await call.client.query('select 1 from payments where refund_of = $1 and deleted_at is null', [
        row.id,
      ]);
      if (rows.length) throw fail('REFUND_TOO_LARGE');
    },
    async beforeRestore(_call, row) {
      if (row.source === 'STATEMENT') throw fail('PAYMENT_FROM_STATEMENT');
      if (row.moved_to !== null) throw fail('PAYMENT_MOVED', { number: row.note });
    },
  });

/** Payments as people enter them. */
export const paymentList = paymentsOf(undefined);
/** The same where a bank tells of them. */
const external = paymentsOf('EXTERNAL');

/** A second payment of the same person, day and amount is most often the first one, sent twice. */
async function demandNotAlike(
  call: Call,
  row: Pick<PaymentRow, 'contract_id' | 'student_id' | 'amount' | 'paid_on'> & {
    report_number?: string | null | undefined;
  },
) {
  // Two accountants who enter one receipt at once wait for each other here.
  if (row.contract_id)
    await call.client.query('select 1 from contracts where id = $1 for no key update', [row.contract_id]);
  const { rows } = await call.client.query<{ id: number }>(
    `select id from payments where contract_id is not distinct from $1 and student_id is not distinct from $2 and amount = $3 and paid_on = $4
        and report_number is not distinct from $5 and kind = 'PAYMENT' and deleted_at is null limit 1`,
    [row.contract_id, row.student_id, row.amount, row.paid_on, row.report_number ?? null],
  );
  if (rows[0]) throw fail('PAYMENT_ALIKE', { payment_id: rows[0].id });
}

/** The refunds by which money was moved here go and come with the payment that it became. Answers their contracts. */
async function moveBack(call: Call, id: number, reason: string | null): Promise<(number | null)[]> {
  const { rows } = await call.client.query<{ contract_id: number | null }>(
    `update payments set deleted_at = case when $2::text is null then null else edulab_now() end, deletion_reason = $2 where moved_to = $1 returning contract_id`,
    [id, reason],
  );
  return rows.map((row) => row.contract_id);
}

export async function removePayment(
  call: Call,
  input: { id: string | number; reason?: string },
): Promise<{ ok: true }> {
  const row = await paymentList.find(call, input.id);
  const answer = await paymentList.remove(call, input);
  await settle(call, [
    row.contract_id,
    ...(await moveBack(call, row.id, input.reason ?? '')),
    ...(await refundCameBack(call, row.refund_request_id, input.reason ?? '')),
  ]);
  return answer;
}

export async function restorePayment(call: Call, input: { id: number }): Promise<Shown> {
  const shown = await paymentList.restore(call, input);
  await settle(call, [
    shown.contract_id,
    ...(await moveBack(call, shown.id, null)),
    ...(await refundCameBack(call, shown.refund_request_id, null)),
  ]);
  return shown;
}

/** What was paid above one contract pays another one of the same person. */
export const moveCredit = async (call: Call, input: z.infer<typeof creditUse>): Promise<Shown> =>
  paymentList.get(call, { id: await useCredit(call, input) });

/** Money that a bank or a gateway reported. The same reference with the same amount answers what it made the first time. */
export async function saveExternal(call: Call, input: Input): Promise<Shown> {
  if (input.id === undefined && input.external_ref) {
    // A gateway that hears nothing asks again at once: who comes while the first is written waits for it, and is told the same.
    await call.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [
      lockSpaces.externalPayment,
      `${call.institution_id} ${input.external_ref}`,
    ]);
    const { rows } = await call.client.query<{ id: number; amount: number }>(
      'select id, amount from payments where lower(external_ref) = lower($1) and deleted_at is null',
      [input.external_ref],
    );
    const [first] = rows;
    if (first && input.amount !== undefined && first.amount === tiyinOf(input.amount))
      return paymentList.get(call, { id: first.id });
  }
  if (input.id === undefined && !input.external_ref) throw failField('external_ref', 'form_required');
  const { overpayment, ...told } = input;
  const saved = await external.save(call, told);
  await tellExcess(call, [saved]);
  return saved;
}
