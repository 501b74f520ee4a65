import { z } from 'zod';
import {
  countedAt,
  date,
  fileRecord,
  id,
  idOrName,
  localeSchema,
  manyOf,
  money,
  option,
  queryId,
  recordBase,
  requiredText,
  saveBase,
  saveShape,
  text,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { held } from './contract/holds.ts';
import { amount, debitKinds, paymentKinds, paymentSources, paymentTypes, signedAmount } from './shapes.ts';

/** Shapes of payments and of what is owed. Amounts are soʻm as decimal text. */

const person = z.object({ id: z.number(), name: z.string(), student_no: z.string() });

export const payment = z.object({
  ...recordBase,
  contract_id: z.number().nullable(),
  contract: option.nullable(),
  student_id: z.number().nullable(),
  student: person.nullable(),
  kind: z.enum(paymentKinds),
  refund_of: z.number().nullable(),
  refunded: money.describe('given back of it'),
  amount: money,
  paid_on: date,
  payment_type: z.enum(paymentTypes),
  payer: z.string(),
  report_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  external_ref: z.string().nullable(),
  source: z.enum(paymentSources),
  note: z.string().nullable(),
  refund_request_id: z.number().nullable().describe('of a refund: the request by which it was paid'),
  moved_to: z.number().nullable().describe('of a refund: the payment for another contract that it became'),
  deletion_reason: z.string().nullable(),
});
/** What was read before more is paid than is left. */
const overpayment = z.object({ left: money, excess: money });
export const paymentSave = {
  contract_id: id.nullable().optional(),
  contract_number: text(60).optional().describe('instead of the id'),
  student_id: id.nullable().optional().describe('where it is for no contract'),
  amount: amount,
  paid_on: date,
  payment_type: z.enum(paymentTypes),
  payer: text(200).optional().describe('the name in the contract unless told'),
  report_number: text(60).nullable().optional(),
  bank_name: text(120).nullable().optional(),
  external_ref: text(120).nullable().optional(),
  note: text(500).nullable().optional(),
  again: z.boolean().optional().describe('yes, another one of the same day and amount'),
  overpayment: overpayment.optional().describe('yes, more than is left: as OVERPAYMENT told'),
};
export const paymentSaveShape = saveShape(paymentSave);
export const paymentFilters = {
  kind: manyOf(z.enum(paymentKinds)),
  payment_type: manyOf(z.enum(paymentTypes)),
  source: manyOf(z.enum(paymentSources)),
  contract_id: queryId.optional(),
  student_id: queryId.optional(),
  from: date.optional(),
  until: date.optional(),
};
/** To what a payment went. */
export const paymentParts = z.object({
  rest: money.describe('what stays of it after what was given back'),
  parts: z.array(
    z.object({
      debit_id: z.number().nullable().describe('none: the contract itself, which has no debits yet or is a bill'),
      kind: z.enum(debitKinds).nullable(),
      title: z.string().nullable(),
      due_on: date.nullable(),
      contract: option.nullable(),
      total: money.describe('what it amounts to as a whole'),
      amount: money.describe('how much of it this payment covers'),
    }),
  ),
  credit: money.describe('of the rest, what is above what is owed'),
});
export const reasoned = z.object({ id: idOrName, reason: requiredText(500) });
export const creditUse = z.object({
  from_contract_id: id.describe('on which more was paid than is owed'),
  contract_id: id.describe('of the same person'),
  amount,
});
/** What a payment for this contract, or for what a student owes besides, would meet. */
export const balanceQuery = z.object({ contract_id: queryId.optional(), student_id: queryId.optional() });
export const balance = z.object({
  contract: option.nullable(),
  name: z.string().describe('who pays'),
  student_no: z.string().nullable(),
  amount: money.describe('as it was agreed'),
  owed: money.describe('with what was added and taken off'),
  paid: money,
  left: money,
  credit: money.describe('of the person, on all contracts'),
});
export const debitStates = ['PAID', 'PARTLY', 'OPEN', 'OVERDUE'] as const;
export const debitDetail = z.object({
  ...recordBase,
  debit_id: z.number(),
  amount: money,
  reason: z.string(),
  files: z.array(fileRecord).describe('the decision behind it'),
  made_by: z.string().nullable(),
});
export const debit = z.object({
  ...recordBase,
  student_id: z.number(),
  student: person,
  course: option.nullable(),
  contract_id: z.number().nullable(),
  contract: option.nullable(),
  kind: z.enum(debitKinds),
  position: z.number().nullable(),
  due_on: date,
  amount: money.describe('as it was set'),
  total: money.describe('with what was added and taken off'),
  paid: money,
  left: money,
  fine: money.describe('grown until today'),
  fine_rested: z.number().describe('holidays on which it did not grow'),
  state: z.enum(debitStates),
  note: z.string().nullable(),
  details: z.array(debitDetail),
});
export const debitSave = {
  student_id: id,
  contract_id: id.nullable().optional(),
  kind: z.enum(debitKinds).optional(),
  due_on: date,
  amount: amount,
  note: text(500).nullable().optional(),
};
export const debitFilters = {
  student_id: queryId.optional(),
  contract_id: queryId.optional(),
  kind: manyOf(z.enum(debitKinds)),
  state: z.enum(debitStates).optional(),
  course_id: queryId.optional(),
  level: manyOf(z.enum(studyLevels)),
  from: date.optional(),
  until: date.optional(),
};
export const detailSave = z.object({
  ...saveBase,
  debit_id: id,
  amount: signedAmount,
  reason: requiredText(500),
  file_ids: z.array(id).max(10).optional().describe('the decision behind it'),
});
export const byIdAnywhere = z.object({ id: queryId, reason: requiredText(500) });

/** Where a student stands on a day. */
export const standing = z.object({
  student_id: z.number(),
  name: z.string(),
  day: date,
  total: money,
  paid: money,
  due: money.describe('due by the day and not paid'),
  overdue: money,
  overdue_since: date.nullable(),
  fine: money,
  credit: money.describe('paid above what is owed'),
  credit_besides: money.describe('of it for no contract'),
  holds: z.array(held).describe('from what the debt keeps them'),
  next: z.object({ due_on: date, amount: money }).nullable(),
});
export const standingQuery = z.object({
  student_id: queryId.optional().describe('oneself unless told'),
  day: date.optional(),
});

export const overviewQuery = z.object({
  academic_year_id: queryId.optional(),
  level: z.enum(studyLevels).optional(),
});
const sums = { total: money, paid: money, overdue: money };
export const overview = z.object({
  day: date,
  counted_at: countedAt,
  total: money,
  paid: money,
  overdue: money,
  debtors: z.number(),
  months: z.array(z.object({ month: z.string().describe('YYYY-MM'), due: money, paid: money })),
  faculties: z.array(z.object({ key: z.string(), title: z.string(), ...sums })),
  years: z.array(z.object({ key: z.string().describe('in which they began to study'), ...sums })),
  kinds: z.array(z.object({ key: z.enum(debitKinds), ...sums })),
  courses: z.array(
    z.object({
      id: z.number().describe('0: in no course'),
      title: z.string(),
      students: z.number(),
      debtors: z.number(),
      total: money,
      paid: money,
      overdue: money,
    }),
  ),
});

export const invoice = z.object({
  student_id: id.optional().describe('oneself unless told'),
  contract_id: id.optional(),
  amount: amount.optional().describe('what is due, or else what comes next, unless told'),
  purpose: text(300).optional(),
  due_on: date.optional(),
  language: localeSchema.optional(),
});
