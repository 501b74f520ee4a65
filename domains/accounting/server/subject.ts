import { isNull, type SQL, sql } from 'drizzle-orm';
import { courseField } from '#domains/curriculum/server/index.ts';
import { academicYearField, educationFormField } from '#domains/institutions/server/index.ts';
import { studentField } from '#domains/students/server/index.ts';
import { today } from '#platform/server/clock.ts';
import { codes, defineSubject } from '#platform/server/records/subjects.ts';
import { debitKinds, paymentKinds, paymentTypes } from '../shapes.ts';
import { contractStates } from '../workflow.ts';
import { contractReach, debitReach, paymentReach } from './reach.ts';
import { contracts, payments, studentDebits } from './tables.ts';

/** What the balance of a contract says, which is counted in one place; in soʻm. */
const balance = (of: 'owed' | 'paid' | 'left' | 'credit'): SQL =>
  sql`(select b.${sql.raw(`"${of}"`)} / 100.0 from edulab_contract_balance(array[${contracts.id}]) b)`;

/** Contracts as reports see them: who pays for what, how much of it came, and what is left. */
export const contractSubject = defineSubject({
  name: 'contracts',
  titles: { uz: 'Shartnomalar', ru: 'Договоры', en: 'Contracts' },
  permission: 'contract.read',
  deleted: 'contract.manage',
  table: contracts,
  // Behind the balance, and behind what is one's own.
  reads: ['student_debits', 'payments', 'students'],
  where: isNull(contracts.deleted_at),
  reach: contractReach,
  person: sql`coalesce(${contracts.student_id}, -${contracts.application_id}, -${contracts.id})`,
  usual: ['number', 'payer_name', 'amount', 'paid', 'left', 'status'],
  fields: {
    number: { titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, kind: 'text', value: sql`${contracts.number}` },
    payer_name: {
      titles: { uz: 'Toʻlovchi', ru: 'Плательщик', en: 'Payer' },
      kind: 'text',
      value: sql`${contracts.payer_name}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(contractStates, 'contract_state'),
      value: sql`${contracts.status}`,
    },
    academic_year_id: academicYearField(sql`${contracts.academic_year_id}`),
    course_id: courseField(sql`${contracts.course_id}`),
    education_form_id: educationFormField(sql`${contracts.education_form_id}`),
    amount: {
      titles: { uz: 'Summa', ru: 'Сумма', en: 'Amount' },
      kind: 'money',
      value: sql`(${contracts.amount} / 100.0)`,
    },
    paid: { titles: { uz: 'Toʻlangan', ru: 'Оплачено', en: 'Paid' }, kind: 'money', value: balance('paid') },
    left: { titles: { uz: 'Qolgan', ru: 'Осталось', en: 'Left to pay' }, kind: 'money', value: balance('left') },
    deadline: {
      titles: { uz: 'Oxirgi muddat', ru: 'Последний срок', en: 'Last instalment' },
      kind: 'date',
      value: sql`${contracts.deadline}`,
    },
    issued_on: {
      titles: { uz: 'Berilgan sana', ru: 'Дата выдачи', en: 'Issued on' },
      kind: 'date',
      value: sql`${contracts.issued_on}`,
    },
  },
});

const ofContract = {
  number: {
    titles: { uz: 'Shartnoma', ru: 'Договор', en: 'Contract' },
    kind: 'text',
    value: sql`${contracts.number}`,
  },
  academic_year_id: academicYearField(sql`${contracts.academic_year_id}`),
  course_id: courseField(sql`${contracts.course_id}`),
} as const;

/** Money that came, and what was given back: that stands below zero, so that a sum is what stayed. */
export const paymentSubject = defineSubject({
  name: 'payments',
  titles: { uz: 'Toʻlovlar', ru: 'Платежи', en: 'Payments' },
  permission: 'payment.read',
  reads: ['students'],
  deleted: 'payment.manage',
  table: payments,
  joins: sql`left join ${contracts} on ${contracts.id} = ${payments.contract_id}`,
  where: isNull(payments.deleted_at),
  reach: paymentReach,
  person: sql`coalesce(${payments.student_id}, -${payments.contract_id})`,
  usual: ['paid_on', 'payer', 'amount', 'payment_type', 'number'],
  fields: {
    paid_on: {
      titles: { uz: 'Toʻlangan sana', ru: 'Дата платежа', en: 'Paid on' },
      kind: 'date',
      value: sql`${payments.paid_on}`,
    },
    amount: {
      titles: { uz: 'Summa', ru: 'Сумма', en: 'Amount' },
      kind: 'money',
      value: sql`(${payments.amount} / 100.0)`,
    },
    kind: {
      titles: { uz: 'Turi', ru: 'Вид', en: 'Kind' },
      ...codes(paymentKinds, 'payment_kind'),
      value: sql`${payments.kind}`,
    },
    payment_type: {
      titles: { uz: 'Toʻlov usuli', ru: 'Способ оплаты', en: 'Payment method' },
      ...codes(paymentTypes, 'payment_type'),
      value: sql`${payments.payment_type}`,
    },
    payer: { titles: { uz: 'Toʻlovchi', ru: 'Плательщик', en: 'Payer' }, kind: 'text', value: sql`${payments.payer}` },
    student_id: studentField(sql`${payments.student_id}`),
    ...ofContract,
  },
});

const left = sql`(${studentDebits.total} - ${studentDebits.paid})`;
/** What students owe, claim by claim: when it is due, what of it came and what did not. */
export const debitSubject = defineSubject({
  name: 'debits',
  titles: { uz: 'Qarzlar va undirmalar', ru: 'Долги и начисления', en: 'Student debts' },
  permission: 'debit.read',
  reads: ['students'],
  deleted: 'debit.manage',
  table: studentDebits,
  joins: sql`left join ${contracts} on ${contracts.id} = ${studentDebits.contract_id}`,
  where: isNull(studentDebits.deleted_at),
  reach: debitReach,
  person: sql`${studentDebits.student_id}`,
  usual: ['student_id', 'kind', 'due_on', 'total', 'left'],
  fields: {
    student_id: studentField(sql`${studentDebits.student_id}`),
    kind: {
      titles: { uz: 'Nima uchun', ru: 'За что', en: 'What for' },
      ...codes(debitKinds, 'debit_kind'),
      value: sql`${studentDebits.kind}`,
    },
    due_on: {
      titles: { uz: 'Toʻlash muddati', ru: 'Срок оплаты', en: 'Due on' },
      kind: 'date',
      value: sql`${studentDebits.due_on}`,
    },
    total: {
      titles: { uz: 'Summa', ru: 'Сумма', en: 'Amount' },
      kind: 'money',
      value: sql`(${studentDebits.total} / 100.0)`,
    },
    paid: {
      titles: { uz: 'Toʻlangan', ru: 'Оплачено', en: 'Paid' },
      kind: 'money',
      value: sql`(${studentDebits.paid} / 100.0)`,
    },
    left: { titles: { uz: 'Qolgan', ru: 'Осталось', en: 'Left to pay' }, kind: 'money', value: sql`(${left} / 100.0)` },
    overdue: {
      titles: { uz: 'Muddati oʻtgan', ru: 'Просрочено', en: 'Overdue' },
      kind: 'flag',
      value: sql`(${left} > 0 and ${studentDebits.due_on} < ${today})`,
    },
    ...ofContract,
  },
});
