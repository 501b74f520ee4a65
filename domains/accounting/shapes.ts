import { z } from 'zod';
import {
  date,
  fileRecord,
  id,
  idOrName,
  localeSchema,
  manyOf,
  money,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  saveBase,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { currencies } from './currencies.ts';
import { agreementStates, contractStates } from './workflow.ts';

/** Shapes of agreements and contracts. Amounts are soʻm as decimal text, percents are numbers with at most two places. */

/** With or without a stipend, above the quota, for people from abroad. */
export const contractTypes = ['BASIC', 'STIPEND', 'SUPER', 'FOREIGN'] as const;
/** With what no agreement offers: a bill for a short course. */
export const contractKinds = [...contractTypes, 'COURSE'] as const;
export const debitKinds = ['TUITION', 'FINE', 'RETAKE', 'REQUEST', 'DORMITORY', 'OTHER'] as const;
export const paymentTypes = ['BANK', 'CASH', 'CARD', 'CLICK', 'PAYME', 'OTHER'] as const;
export const paymentKinds = ['PAYMENT', 'REFUND'] as const;
export const paymentSources = ['MANUAL', 'IMPORT', 'EXTERNAL', 'CREDIT', 'STATEMENT'] as const;

/** No one amount is larger, in soʻm: a hundred times the dearest contract. What is beyond was typed by mistake. */
export const mostAmount = 10_000_000_000;
const isBelievable = (value: string) => Math.abs(Number(value)) <= mostAmount;
/** Above zero, in soʻm. */
export const amount = money
  .refine((value) => Number(value) > 0, { error: 'amount_positive' })
  .refine(isBelievable, { error: 'amount_too_large' });
export const signedAmount = money
  .refine((value) => Number(value) !== 0, { error: 'amount_positive' })
  .refine(isBelievable, { error: 'amount_too_large' });
const percent = (least: number, most: number) => z.number().min(least).max(most).multipleOf(0.01);

export const share = z.object({ share: percent(0.01, 100), due_on: date });
export type Share = z.infer<typeof share>;
export const fine = z.object({
  percent_per_day: z.number().min(0).max(1).multipleOf(0.001).describe('of what is late; 0 for no fine'),
  most_percent: percent(0, 100).describe('of the instalment; the fine grows no further'),
  grace_days: z.int().min(0).max(90),
  rests_on_holidays: z
    .boolean()
    .describe('no fine grows on holidays, and a day due that is one is the next that is none'),
});
export type Fine = z.infer<typeof fine>;
/** Rules that were agreed before holidays were thought of do not know them, and hold as they were agreed. */
export type KeptFine = Omit<Fine, 'rests_on_holidays'> & Partial<Pick<Fine, 'rests_on_holidays'>>;
export const fineOf = (kept: KeptFine): Fine => ({ rests_on_holidays: false, ...kept });
export const noFine: Fine = { percent_per_day: 0, most_percent: 0, grace_days: 0, rests_on_holidays: false };
/** What a new agreement begins with. */
export const usualFine: Fine = { percent_per_day: 0.05, most_percent: 50, grace_days: 10, rests_on_holidays: true };
const fineSave = fine.extend({ rests_on_holidays: fine.shape.rests_on_holidays.default(true) });

const ref = option.nullable();
const texts = z.object({ uz: text(40_000), ru: text(40_000), en: text(40_000) });
const agreementFields = {
  level: z.enum(studyLevels),
  academic_year_id: id,
  course_id: id.nullable().optional(),
  education_form_id: id.nullable().optional(),
  language: localeSchema.nullable().optional(),
  type: z.enum(contractTypes),
};
export const agreementSave = {
  name: requiredText(60),
  title,
  ...agreementFields,
  type: agreementFields.type.optional(),
  amount: amount.describe('in its currency'),
  currency: z.enum(currencies).nullable().optional().describe('in which the fee is agreed; soʻm unless told'),
  instalments: z.array(share).min(1).max(12),
  fine: fineSave,
  minimum_share: percent(0, 100),
  text: texts,
};
export const agreement = z.object({
  ...recordBase,
  origin_id: z.number().nullable(),
  revision: z.number(),
  name: z.string(),
  title: titleOut,
  level: z.enum(studyLevels),
  academic_year_id: z.number(),
  academic_year: ref,
  course_id: z.number().nullable(),
  course: ref,
  education_form_id: z.number().nullable(),
  education_form: ref,
  language: localeSchema.nullable(),
  type: z.string(),
  amount: money.describe('in its currency, as are its parts'),
  currency: z.enum(currencies).nullable().describe('null: soʻm; else contracts are fixed in soʻm as they are issued'),
  instalments: z.array(share.extend({ amount: money })),
  fine,
  minimum_share: z.number(),
  minimum_amount: money,
  text: texts,
  status: z.enum(agreementStates),
  published_at: z.string().nullable(),
  contracts: z.number().describe('issued by this revision'),
});
export const agreementFilters = {
  status: manyOf(z.enum(agreementStates)),
  level: manyOf(z.enum(studyLevels)),
  academic_year_id: queryId.optional(),
  course_id: queryId.optional(),
};

/** A text as paragraphs under headings. */
export const paragraphs = z.array(z.object({ title: z.string().optional(), text: z.string() }));

export const foreign = z
  .object({
    currency: z.enum(currencies),
    amount: money,
    rate: z.string().describe('soʻm for `per` units'),
    per: z.number(),
    day: date.describe('of the rate'),
    source: z.string(),
  })
  .nullable()
  .describe('the sum in the currency in which it was agreed, and the rate by which it was fixed in soʻm');

export const contractCore = {
  number: z.string(),
  name: z.string().describe('the number: a contract is asked for by either'),
  agreement_id: z.number().nullable(),
  agreement: ref,
  type: z.string(),
  student_id: z.number().nullable(),
  student_no: z.string().nullable(),
  application_id: z.number().nullable(),
  payer_name: z.string(),
  level: z.enum(studyLevels).nullable().describe('none of a bill for a short course'),
  academic_year_id: z.number(),
  academic_year: ref,
  course_id: z.number().nullable(),
  course: ref,
  education_form_id: z.number().nullable(),
  education_form: ref,
  study_language: localeSchema.nullable(),
  amount: money,
  foreign,
  fine_amount: money.describe('grown until today'),
  paid: money,
  owed: money.describe('the amount with what was added and taken off; nothing once it was ended'),
  left: money.describe('of what is owed'),
  credit: money.describe('paid above what is owed: on the balance of the person'),
  overdue: money,
  deadline: date.describe('the day of the last instalment'),
  minimum_amount: money,
  accept_until: z.string().nullable(),
  status: z.enum(contractStates),
  status_at: z.string(),
  issued_on: z.string().nullable(),
  opened_at: z.string().nullable(),
  accepted_at: z.string().nullable(),
  accepted_sha256: z.string().nullable(),
};
export const contractRecord = z.object({ ...recordBase, ...contractCore });
export const contractWhole = contractRecord.extend({
  plan: z.array(z.object({ due_on: date, amount: money, paid: money })),
  fine,
  accepted_ip: z.string().nullable(),
  accepted_phone: z.string().nullable(),
  accepted_language: localeSchema.nullable(),
  document_id: z.number().nullable(),
  superseded_by: z.number().nullable(),
  vat: z.object({ percent: z.number(), sum: money }).nullable().describe('value added tax in its amount'),
  supersedes: ref.describe('the contract whose place this addendum takes'),
  earned_before: money.describe('of an addendum: what was earned before `earns_from`, by the contracts before it'),
  earns_from: z
    .string()
    .nullable()
    .describe('the day from which the rest is earned; none: the first of the academic year'),
});
export const contractFilters = {
  status: manyOf(z.enum(contractStates)),
  type: manyOf(z.enum(contractKinds)),
  level: manyOf(z.enum(studyLevels)),
  academic_year_id: queryId.optional(),
  course_id: queryId.optional(),
  agreement_id: queryId.optional(),
  student_id: queryId.optional(),
  application_id: queryId.optional(),
  late: queryBoolean.optional().describe('with an instalment that is late'),
  refund: queryBoolean.optional().describe('with more paid than is owed: to be used or given back'),
};
export const contractSave = z.object({
  ...saveBase,
  agreement_id: id.optional(),
  student_id: id.optional(),
  number: requiredText(60).optional(),
  amount: amount.optional().describe('instead of the agreement’s'),
  currency: z.enum(currencies).nullable().optional().describe('in which the sum is agreed; soʻm unless told'),
  currency_amount: amount
    .nullable()
    .optional()
    .describe('in that currency; soʻm by the rate of the day on which it is issued'),
  accept_until: date.nullable().optional(),
  supersedes_id: id.optional().describe('the contract whose place this one takes, as an addendum'),
});
export const contractStep = z.object({
  id,
  version: id.optional(),
  status: z.enum(contractStates),
  reason: text(1000).optional(),
  force: z.boolean().optional(),
});
export const typeOption = z.object({ id: z.number(), value: z.string(), title: z.string() });

export const assignment = z.object({
  agreement_id: id,
  student_ids: z.array(id).max(20_000).optional().describe('all whom the agreement is for unless told'),
  entry_year: z.int().min(1990).max(2200).optional(),
  accept_until: date.optional(),
  preview: z.boolean().optional(),
});
export const assigned = z.object({
  job_id: z.number().nullable().describe('null in a preview'),
  count: z.number(),
  amount: money.describe('of all together'),
  foreign: foreign.describe('of one of them, where the agreement has its fee in another currency'),
  students: z.array(z.object({ id: z.number(), name: z.string(), student_no: z.string() })).describe('the first 100'),
  skipped: z.array(z.object({ code: z.string(), count: z.number() })),
});

/** What the person reads before accepting. */
export const openContract = z.object({
  contract: contractWhole.nullable().describe('null without a session or a contract'),
  agreement: z
    .object({
      id: z.number(),
      title: z.string(),
      level: z.enum(studyLevels),
      academic_year: z.string(),
      course: z.string().nullable(),
      education_form: z.string().nullable(),
      language: localeSchema.nullable().describe('of study; null: whichever'),
      amount: money.describe('in its currency, as are its parts'),
      currency: z.enum(currencies).nullable(),
      minimum_amount: money,
      instalments: z.array(z.object({ due_on: date, amount: money, share: z.number() })),
    })
    .nullable(),
  text: paragraphs,
  sha256: z.string().describe('of the whole text; sent back with the acceptance'),
  language: localeSchema,
  phone: z.string().nullable().describe('the end of the number that gets the code'),
  code_wait: z
    .number()
    .nullable()
    .describe('seconds until another code may be asked for; null where none was sent that can still be typed'),
});
export const openQuery = z.object({
  degree: z.enum(['bachelor', 'master']).optional(),
  id: queryId.optional(),
});
export const openAnswer = openContract.extend({
  agreements: z.array(openContract.shape.agreement.unwrap()).describe('in force for this degree, for everybody'),
  others: z.array(z.object({ id: z.number(), number: z.string(), status: z.enum(contractStates) })),
});
export const contractOf = z.object({ id });
export const acceptance = z.object({
  id: id.optional().describe('the one that waits unless told'),
  code: z.string().regex(/^\d{6}$/, { error: 'code' }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  language: localeSchema,
});
export const papered = z.object({ id: z.number(), number: z.string(), file: fileRecord });
export const lookup = z.object({ id: idOrName });
