import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { drawnDocumentOf } from '#domains/credentials/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { closeness, keyHolds, textHolds } from '#platform/server/records/finding.ts';
import { asGiven, type OptionsQuery, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition } from '#platform/server/records/workflow.ts';
import { contractRecords } from '../contract.ts';
import { tiyinOf } from '../money.ts';
import { type contractSave, type contractStep, contractTypes, type contractWhole } from '../shapes.ts';
import { contractWorkflow } from '../workflow.ts';
import { type AgreementRow, termsOf } from './agreements.ts';
import { textOf } from './contract-text.ts';
import {
  activate,
  askNoMore,
  askToAccept,
  type ContractRow,
  insertContracts,
  moveContract,
  replaceContract,
  settle,
} from './issue.ts';
import { replanned } from './plans.ts';
import { fixAnew } from './rates/fix.ts';
import { fixedToday, inSoumAlone, type Price } from './rates/rates.ts';
import { contractReach } from './reach.ts';
import { contractDetails, presentContracts } from './shown-contracts.ts';
import { contractAgreements, contractCredits, contracts, studentDebits } from './tables.ts';
import { hashOf, paragraphsOf } from './text.ts';
import { withVat } from './vat/vat.ts';

/** Contracts as the office and their people see them. */

type Whole = z.infer<typeof contractWhole>;

/** More came than is owed: the application came to nothing, or somebody paid too much. */
const waitsForRefund = sql`${contracts.id} in (select ${contractCredits.contract_id} from ${contractCredits})`;

export const contractList = resource(contractRecords, {
  table: contracts,
  name: 'number',
  search: (typed) => or(keyHolds(sql`${contracts.search_key}`, typed), textHolds([sql`${contracts.search}`], typed)),
  sorts: {
    created_at: sql`${contracts.created_at}`,
    number: sql`${contracts.number}`,
    payer_name: sql`${contracts.payer_name}`,
    amount: sql`${contracts.amount}`,
    deadline: sql`${contracts.deadline}`,
  },
  defaultSort: 'created_at,desc',
  closeness: (input) => closeness(sql`${contracts.search_key}`, input.search),
  optionOrder: { by: sql`${contracts.number}` },
  optionTitle: () => sql`${contracts.number} || ' · ' || ${contracts.payer_name}`,
  visible: (call) => contractReach(call, 'contract.read'),
  filters: (input) => [
    input.status ? inArray(contracts.status, input.status) : undefined,
    input.type ? inArray(contracts.type, input.type) : undefined,
    input.level ? inArray(contracts.level, input.level) : undefined,
    input.academic_year_id ? eq(contracts.academic_year_id, input.academic_year_id) : undefined,
    input.course_id ? eq(contracts.course_id, input.course_id) : undefined,
    input.agreement_id ? eq(contracts.agreement_id, input.agreement_id) : undefined,
    input.student_id ? eq(contracts.student_id, input.student_id) : undefined,
    input.application_id ? eq(contracts.application_id, input.application_id) : undefined,
    input.refund === undefined ? undefined : sql`(${waitsForRefund}) = ${input.refund}`,
    input.late === undefined
      ? undefined
      : sql`${input.late ? sql`` : sql`not`} exists (select 1 from ${studentDebits} d where d.contract_id = ${contracts.id} and d.deleted_at is null and d.paid < d.total and d.due_on < (select edulab_today()))`,
  ],
  present: presentContracts,
  beforeDelete: async (_call, { number, status, application_id }) => {
    if (status !== 'DRAFT' || application_id !== null)
      throw fail('CONTRACT_NOT_READY', { number, state: status, because: 'other' });
  },
  prepare: asGiven,
});

export async function findContract(
  call: Call,
  idOrName: string | number,
  permission: PermissionName = 'contract.read',
): Promise<ContractRow> {
  const text = String(idOrName);
  const [row] = await call.db
    .select()
    .from(contracts)
    .where(
      and(
        /^\d{1,9}$/.test(text) ? eq(contracts.id, Number(text)) : eq(contracts.number, text),
        isNull(contracts.deleted_at),
        contractReach(call, permission),
      ),
    );
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export const getContract = async (call: Call, input: { id: string | number }): Promise<Whole> =>
  contractDetails(call, await findContract(call, input.id));

export const typesOf = (call: Call) =>
  contractTypes.map((value, at) => ({ id: at + 1, value, title: message(call.locale, `contract_type.${value}`) }));

const contractToChange = (call: Call, input: { id: number; version?: number | undefined }): Promise<ContractRow> =>
  loadForChange(call, contracts, contractReach(call, 'contract.manage'), input, (row) => contractDetails(call, row));

/** Makes a contract of an agreement for one student, or changes a draft; what waits or binds is not changed. */
export async function saveContract(call: Call, input: z.infer<typeof contractSave>): Promise<Whole> {
  if (input.id === undefined) return getContract(call, { id: await createContract(call, input) });
  const row = await contractToChange(call, { id: input.id, version: input.version ?? 0 });
  if (row.status !== 'DRAFT')
    throw fail(row.accepted_at ? 'CONTRACT_ACCEPTED' : 'CONTRACT_NOT_READY', {
      number: row.number,
      state: row.status,
      because: 'other',
    });
  const [agreement] = await call.db
    .select()
    .from(contractAgreements)
    .where(eq(contractAgreements.id, row.agreement_id ?? 0));
  const { amount, foreign } = await agreedPrice(call, input, row);
  await call.db
    .update(contracts)
    .set({
      ...foreign,
      ...(input.number === undefined ? {} : { number: input.number }),
      ...(input.accept_until === undefined ? {} : { accept_until: input.accept_until }),
      amount,
      plan: replanned(row, agreement?.instalments, amount),
    })
    .where(eq(contracts.id, row.id));
  return getContract(call, { id: row.id });
}

/**
 * What a draft costs: a sum in soʻm, or one in another currency by the rate of today; what is not told stays what it was, or what the
 * agreement says. Errors: RATE_MISSING, RATE_SUM; form_required of a currency without its sum.
 */
async function agreedPrice(
  call: Call,
  input: z.infer<typeof contractSave>,
  before: Pick<ContractRow, 'amount' | 'currency' | 'currency_amount' | 'earned_before'>,
): Promise<Price> {
  const inSoum = input.amount === undefined ? undefined : tiyinOf(input.amount);
  const currency = input.currency === undefined && inSoum === undefined ? before.currency : (input.currency ?? null);
  if (currency === null) return { amount: inSoum ?? before.amount, foreign: inSoumAlone };
  const kept = currency === before.currency ? before.currency_amount : null;
  const amount = input.currency_amount ? tiyinOf(input.currency_amount) : kept;
  if (!amount) throw fail('BAD_REQUEST', { fields: [{ path: 'currency_amount', code: 'form_required' }] });
  const [price] = await fixedToday(call, [{ currency, amount }]);
  return { ...price!, amount: before.earned_before + price!.amount };
}

/** Whether an agreement is for somebody who studies this. */
export const agreementFits = (agreement: AgreementRow, student: typeof students.$inferSelect): boolean =>
  agreement.level === student.level &&
  (agreement.course_id === null || agreement.course_id === student.course_id) &&
  (agreement.education_form_id === null || agreement.education_form_id === student.education_form_id) &&
  (agreement.language === null || agreement.language === student.study_language);

async function createContract(call: Call, input: z.infer<typeof contractSave>): Promise<number> {
  const missing = (['agreement_id', 'student_id'] as const).filter((path) => input[path] === undefined);
  if (missing.length) throw fail('BAD_REQUEST', { fields: missing.map((path) => ({ path, code: 'form_required' })) });
  const published = await call.db
    .select()
    .from(contractAgreements)
    .where(
      and(
        eq(contractAgreements.id, input.agreement_id!),
        eq(contractAgreements.status, 'PUBLISHED'),
        isNull(contractAgreements.deleted_at),
      ),
    );
  const [agreement] = await withVat(call, published);
  if (!agreement) throw failField('agreement_id', 'UNKNOWN_REFERENCE');
  const [student] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.id, input.student_id!), isNull(students.deleted_at)));
  if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
  if (!agreementFits(agreement, student)) throw failField('student_id', 'AGREEMENT_FOR_OTHERS');
  if (input.supersedes_id !== undefined) {
    const before = await contractToChange(call, { id: input.supersedes_id });
    if (before.student_id !== student.id || (before.status !== 'ACTIVE' && before.status !== 'FULFILLED'))
      throw failField('supersedes_id', 'CONTRACT_NOT_READY', {
        number: before.number,
        state: before.status,
        because: 'other',
      });
  }
  const { amount, currency } = agreement;
  // Nothing told is as the agreement says, in whichever currency that is.
  const told = { ...input, currency: input.currency ?? undefined };
  const fee = { amount, currency, currency_amount: currency && amount, earned_before: 0 };
  const terms = termsOf(agreement, await agreedPrice(call, told, fee));
  const [id] = await insertContracts(
    call,
    agreement,
    [
      {
        student_id: student.id,
        student_no: student.student_no,
        application_id: null,
        account_id: student.account_id,
        name: student.full_name,
        passport: student.passport_id,
        phone: student.contact_phone,
        course_id: student.course_id,
        education_form_id: student.education_form_id,
        study_language: student.study_language,
        terms,
      },
    ],
    {
      status: 'DRAFT',
      accept_until: input.accept_until ?? null,
      supersedes_id: input.supersedes_id ?? null,
      ...(input.number ? { number: input.number } : {}),
    },
  );
  return id!;
}

/** Steps of the office. Errors: STALE, TRANSITION_NOT_ALLOWED, REASON_REQUIRED, CONTRACT_NOT_READY, CONTRACT_HAS_PAYMENTS. */
export async function stepContract(call: Call, input: z.infer<typeof contractStep>): Promise<Whole> {
  const found = await contractToChange(call, input);
  const [row = found] = input.status === 'ISSUED' ? await fixAnew(call, [found]) : [];
  const step = checkTransition(call, contractWorkflow, row.status, input.status, input);
  if (step.guard && step.guard !== 'paper')
    throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: step.guard });
  switch (input.status) {
    case 'ISSUED':
      await moveContract(call, row, 'ISSUED', input.reason, { issued_on: sql`(select edulab_today())` });
      await askToAccept(call, [row.id]);
      break;
    case 'ACCEPTED':
      await signOnPaper(call, row);
      break;
    case 'TERMINATED':
      await endContract(call, row, input.reason!);
      break;
    default:
      await moveContract(call, row, input.status, input.reason);
  }
  await askNoMore(call, [row]);
  return getContract(call, { id: row.id });
}

/** Signed by hand in the office: the text is kept all the same. */
export async function signOnPaper(call: Call, row: ContractRow): Promise<void> {
  const language = row.study_language ?? 'uz';
  if (row.supersedes_id !== null) await replaceContract(call, row);
  const accepted = await moveContract(call, row, 'ACCEPTED', undefined, {
    accepted_at: sql`edulab_now()`,
    accepted_language: language,
    accepted_text: await textOf(call, row, language),
  });
  await askNoMore(call, [row]);
  if (row.student_id === null) await settle(call, [row.id]);
  else {
    await activate(call, accepted, await todayOf(call));
  }
}

/** What is not due yet is owed no more; what is due stays owed. */
async function endContract(call: Call, row: ContractRow, reason: string): Promise<void> {
  await call.db
    .update(studentDebits)
    .set({ deleted_at: sql`edulab_now()` })
    .where(
      and(
        eq(studentDebits.contract_id, row.id),
        isNull(studentDebits.deleted_at),
        sql`${studentDebits.due_on} > (select edulab_today()) and ${studentDebits.paid} = 0`,
      ),
    );
  await moveContract(call, row, 'TERMINATED', reason, {
    fine_stops_on: row.fine_stops_on ?? sql`(select edulab_today())`,
  });
}

export async function contractText(call: Call, input: { id: number }) {
  const row = await findContract(call, input.id);
  const text = row.accepted_text ?? (await textOf(call, row, call.locale));
  return { paragraphs: paragraphsOf(text), sha256: row.accepted_sha256 ?? hashOf(text) };
}

/** The PDF as it was accepted. Errors: CONTRACT_NOT_READY, DOCUMENT_BEING_MADE. */
export async function contractFile(call: Call, input: { id: number }) {
  const row = await findContract(call, input.id);
  const found = row.document_id === null ? undefined : await drawnDocumentOf(call, row.document_id);
  const file = found && (await evidenceRecords(call, [found.file_id])).get(found.file_id);
  if (!file) throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
  return { id: row.document_id!, number: found.number, file };
}

export const contractOptions = async (call: Call, input: OptionsQuery) => contractList.all(call, input);
