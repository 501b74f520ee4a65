import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { longDate } from '#platform/server/documents/index.ts';
import { sumOf, type Tiyin, tiyinOf } from '../money.ts';
import { tellAccountants } from './balance.ts';
import { inEach, keepDebit } from './following.ts';
import { studentDebits } from './tables.ts';

/**
 * The fee of what a student asks for, kept as the fee of a retake is: a debit that is paid by a payment, lessened by a detail with its
 * reason, and gone when the request comes to nothing; what was paid for it by then waits to be given back. Asks for no right.
 */

/** By what an errand is woken once a fee is covered, however that came about; see guards.sql. */
export const requestPaid = 'accounting.request_paid';

export interface RequestFee {
  request_id: number;
  student_id: number;
  number: string;
  what: Title;
  /** In soʻm; null: nothing is owed for it any more. */
  fee: string | null;
  due_on: string;
  /** Its day moved on while its student was asked for something. */
  later?: boolean | undefined;
}

/** Charges it, or takes it back, and tells the student. */
export async function chargeRequest(
  call: Call,
  { fee, number, what, due_on, later, ...request }: RequestFee,
): Promise<void> {
  const amount = fee === null ? 0 : tiyinOf(fee);
  const kept = await keepDebit(call, {
    follows: { request_id: request.request_id },
    student_id: request.student_id,
    kind: 'REQUEST',
    amount,
    due_on,
    later,
    note: message(call.locale, 'request_fee_debit', { number, what: what[call.locale] || what.uz }),
    gone: message(call.locale, 'request_fee_dropped'),
  });
  if (!kept) return;
  const { paid, total } = kept;
  const [student] = await call.db
    .select({ account_id: students.account_id, level: students.level })
    .from(students)
    .where(eq(students.id, request.student_id));
  const key = amount > 0 ? 'notice_request_fee' : paid > 0 ? 'notice_request_fee_refund' : 'notice_request_fee_dropped';
  const sum = sumOf(amount > 0 ? amount : paid > 0 ? paid : total);
  await notify(call, student?.account_id ? [student.account_id] : [], {
    type: 'payment',
    title: inEach((locale) =>
      message(locale, key, { sum, what: what[locale] || what.uz, day: longDate(kept.due_on, locale) }),
    ),
    link: student?.level === 'BACHELOR' ? '/bachelor/contracts' : '/master/contracts',
  });
  if (amount === 0 && paid > 0)
    await tellAccountants(call, titleOf('notice_request_fee_to_refund', { number, sum }), '/payments');
}

/** The fee of a paper that was issued at the counter: a debit with its number, of which the student is told. */
export async function chargePaper(
  call: Call,
  {
    number,
    what,
    fee,
    due_on,
    ...of
  }: { document_id: number; student_id: number; number: string; what: Title; fee: string; due_on: string },
): Promise<void> {
  const kept = await keepDebit(call, {
    follows: { document_id: of.document_id },
    student_id: of.student_id,
    kind: 'REQUEST',
    amount: tiyinOf(fee),
    due_on,
    note: message(call.locale, 'request_fee_debit', { number, what: what[call.locale] || what.uz }),
    gone: message(call.locale, 'request_fee_dropped'),
  });
  if (!kept) return;
  const [student] = await call.db
    .select({ account_id: students.account_id, level: students.level })
    .from(students)
    .where(eq(students.id, of.student_id));
  await notify(call, student?.account_id ? [student.account_id] : [], {
    type: 'payment',
    title: inEach((locale) =>
      message(locale, 'notice_paper_fee', { sum: fee, what: what[locale] || what.uz, day: longDate(due_on, locale) }),
    ),
    link: student?.level === 'BACHELOR' ? '/bachelor/contracts' : '/master/contracts',
  });
}

/** A paper that takes the place of another has its fee: it is not paid twice, and goes with the one that holds. */
export const movePaperFee = (call: Call, from: number, to: number) =>
  call.db
    .update(studentDebits)
    .set({ document_id: to })
    .where(and(eq(studentDebits.document_id, from), isNull(studentDebits.deleted_at)));

/** The fees of papers that were revoked: nothing is owed for them any more, and what was paid waits to be given back. */
export async function dropPaperFees(call: Call, { ids }: { ids: readonly number[] }): Promise<void> {
  const owed = await call.db
    .select({
      debit: studentDebits,
      number: issuedDocuments.number,
      account_id: students.account_id,
      level: students.level,
    })
    .from(studentDebits)
    .innerJoin(issuedDocuments, eq(issuedDocuments.id, studentDebits.document_id))
    .innerJoin(students, eq(students.id, studentDebits.student_id))
    .where(and(inArray(studentDebits.document_id, [...ids]), isNull(studentDebits.deleted_at)))
    .orderBy(studentDebits.id);
  for (const { debit, number, account_id, level } of owed) {
    await keepDebit(call, {
      follows: { document_id: debit.document_id! },
      student_id: debit.student_id,
      kind: debit.kind,
      amount: 0,
      due_on: debit.due_on,
      note: debit.note ?? '',
      gone: message(call.locale, 'paper_fee_dropped'),
    });
    const key = debit.paid > 0 ? 'notice_paper_fee_refund' : 'notice_paper_fee_dropped';
    const sum = sumOf(debit.paid > 0 ? debit.paid : debit.total);
    await notify(call, account_id === null ? [] : [account_id], {
      type: 'payment',
      title: titleOf(key, { number, sum }),
      link: level === 'BACHELOR' ? '/bachelor/contracts' : '/master/contracts',
    });
    if (debit.paid > 0)
      await tellAccountants(call, titleOf('notice_paper_fee_to_refund', { number, sum }), '/payments');
  }
}

/** How the fees of these requests stand, in whole tiyin; of what is not charged there is nothing. */
export async function requestFees(
  call: Pick<Call, 'db'>,
  ids: readonly number[],
): Promise<Map<number, { debit_id: number; due_on: string; total: Tiyin; paid: Tiyin }>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({
      request_id: sql<number>`${studentDebits.request_id}`,
      debit_id: studentDebits.id,
      due_on: studentDebits.due_on,
      total: studentDebits.total,
      paid: studentDebits.paid,
    })
    .from(studentDebits)
    .where(and(inArray(studentDebits.request_id, [...ids]), isNull(studentDebits.deleted_at)));
  return new Map(rows.map(({ request_id, ...fee }) => [request_id, fee]));
}
