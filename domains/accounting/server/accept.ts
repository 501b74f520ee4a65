import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { codeFits, countAttempt, enterAs, issueCode } from '#domains/identity/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { tell } from '#platform/server/hooks.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { sendSms } from '#platform/server/work/outbox.ts';
import { shareOf, sumOf } from '../money.ts';
import type { acceptance, openAnswer, openQuery } from '../shapes.ts';
import { openStates } from '../workflow.ts';
import { issueContractPaper } from './contract-paper.ts';
import { textOf } from './contract-text.ts';
import { contractAccepted, contractDeclined } from './hooks.ts';
import { activate, askNoMore, type ContractRow, moveContract, replaceContract, settle } from './issue.ts';
import { planOf } from './plans.ts';
import { isOwn } from './reach.ts';
import { contractDetails } from './shown-contracts.ts';
import { contractAgreements, contracts } from './tables.ts';
import { hashOf, paragraphsOf } from './text.ts';
import { withVat } from './vat/vat.ts';

/** How a person reads their contract and says yes: a code by SMS, and the exact text with its hash kept for good. */

const ok = { ok: true as const };
const secondsBetween = 60;

const levelsOf = (degree: string | undefined) =>
  degree === undefined ? undefined : degree === 'bachelor' ? (['BACHELOR'] as const) : (['MASTER', 'MS'] as const);

/** The caller's own contracts that they may see: those that wait first, then the newest. */
async function ownContracts(call: Call, input: z.infer<typeof openQuery>): Promise<ContractRow[]> {
  if (!call.account_id || !call.abilities.has('contract.read')) return [];
  const levels = levelsOf(input.degree);
  return call.db
    .select()
    .from(contracts)
    .where(
      and(
        isOwn(call),
        isNull(contracts.deleted_at),
        sql`${contracts.status} <> 'DRAFT'`,
        levels ? inArray(contracts.level, [...levels]) : undefined,
      ),
    )
    .orderBy(sql`${contracts.status} not in ('ISSUED', 'OPENED')`, sql`${contracts.id} desc`)
    .limit(20);
}

/** What may be read without a session: what study costs. With one, the own contract with its text. */
export async function openFor(call: Call, input: z.infer<typeof openQuery>): Promise<z.infer<typeof openAnswer>> {
  const own = await ownContracts(call, input);
  const row = input.id === undefined ? own[0] : own.find((one) => one.id === input.id);
  if (input.id !== undefined && !row) throw fail('NOT_FOUND');
  const text = row ? (row.accepted_text ?? (await textOf(call, row, call.locale))) : '';
  const offered = row ? [] : await agreementsInForce(call, input.degree);
  const sent = row && isOpen(row) ? await codeSent(call, row) : undefined;
  return {
    contract: row ? await contractDetails(call, row) : null,
    agreement: null,
    agreements: offered,
    text: paragraphsOf(text),
    sha256: row?.accepted_sha256 ?? hashOf(text),
    language: row?.accepted_language ?? call.locale,
    phone: row ? ((await phoneOf(call))?.slice(-4) ?? null) : null,
    code_wait: sent?.waits ? sent.seconds : null,
    others: own.filter((one) => one.id !== row?.id).map(({ id, number, status }) => ({ id, number, status })),
  };
}

async function agreementsInForce(call: Call, degree: string | undefined) {
  const levels = levelsOf(degree);
  const rows = await call.db
    .select({
      agreement: contractAgreements,
      year: academicYears.name,
      course: sql<
        string | null
      >`(select ${localTitle(courses.title, call.locale)} from ${courses} where ${courses.id} = ${contractAgreements.course_id})`,
      form: sql<
        string | null
      >`(select ${localTitle(educationForms.title, call.locale)} from ${educationForms} where ${educationForms.id} = ${contractAgreements.education_form_id})`,
    })
    .from(contractAgreements)
    .innerJoin(academicYears, eq(academicYears.id, contractAgreements.academic_year_id))
    .where(
      and(
        eq(contractAgreements.status, 'PUBLISHED'),
        isNull(contractAgreements.deleted_at),
        levels ? inArray(contractAgreements.level, [...levels]) : undefined,
        sql`${academicYears.ends_on} >= (select edulab_today())`,
      ),
    )
    .orderBy(sql`${academicYears.starts_on} desc`, contractAgreements.name)
    .limit(100);
  const priced = await withVat(
    call,
    rows.map(({ agreement }) => agreement),
  );
  return rows
    .map(({ year, course, form }, at) => ({ agreement: priced[at]!, year, course, form }))
    .map(({ agreement, year, course, form }) => ({
      id: agreement.id,
      title: agreement.title[call.locale] || agreement.title.uz,
      level: agreement.level,
      academic_year: year,
      course,
      education_form: form,
      language: agreement.language,
      amount: sumOf(agreement.amount),
      currency: agreement.currency,
      minimum_amount: sumOf(shareOf(agreement.amount, agreement.minimum_share)),
      instalments: planOf(agreement.amount, agreement.instalments).map((part, at) => ({
        due_on: part.due_on,
        amount: sumOf(part.amount),
        share: agreement.instalments.toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1))[at]!.share,
      })),
    }));
}

async function phoneOf(call: Call): Promise<string | null> {
  const { rows } = await call.client.query<{ phone: string | null }>('select phone from accounts where id = $1', [
    call.account_id,
  ]);
  return rows[0]?.phone ?? null;
}

/** The caller's own contract that waits: the one named, or the newest. Locked unless told. */
async function waiting(call: Call, id: number | undefined, lock = true): Promise<ContractRow> {
  const query = call.db
    .select()
    .from(contracts)
    .where(
      and(
        isOwn(call),
        isNull(contracts.deleted_at),
        sql`${contracts.status} <> 'DRAFT'`,
        id === undefined ? inArray(contracts.status, [...openStates]) : eq(contracts.id, id),
      ),
    )
    .orderBy(sql`${contracts.id} desc`)
    .limit(1);
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

const isOpen = (row: ContractRow) => (openStates as readonly string[]).includes(row.status);
function demandOpen(row: ContractRow): void {
  if (!isOpen(row)) throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
}

export async function noteOpened(call: Call, input: { id: number }): Promise<typeof ok> {
  const row = await waiting(call, input.id);
  if (row.status === 'ISSUED') await moveContract(call, row, 'OPENED', undefined, { opened_at: sql`edulab_now()` });
  return ok;
}

const subjectOf = (call: Call, row: Pick<ContractRow, 'id'>) => `${row.id} ${call.account_id}`;

/** Seconds until another code may be asked for, and whether one that was sent can still be typed: a page that is loaded anew goes on there. */
async function codeSent(call: Call, row: Pick<ContractRow, 'id'>): Promise<{ seconds: number; waits: boolean }> {
  const { rows } = await call.client.query<{ seconds: number | null; waits: boolean | null }>(
    `select ${secondsBetween} - floor(extract(epoch from edulab_now() - max(created_at)))::int as seconds,
            bool_or(used_at is null and expires_at > edulab_now()) as waits from secrets where kind = 'contract_code' and subject = $1`,
    [subjectOf(call, row)],
  );
  return { seconds: Math.max(0, rows[0]?.seconds ?? 0), waits: rows[0]?.waits ?? false };
}

/** Sends a code to the phone of the account; one a minute, and a bounded number. */
export async function sendAcceptCode(call: Call, input: { id: number }) {
  const row = await waiting(call, input.id, false);
  demandOpen(row);
  const phone = await phoneOf(call);
  if (!phone) throw fail('ACCEPT_NO_PHONE');
  const { seconds } = await codeSent(call, row);
  if (seconds > 0) throw fail('TOO_MANY_REQUESTS', { seconds });
  const { account_id, institution_id } = call;
  await countAttempt(call, [{ key: `contract code ${account_id}`, free: 10 }]);
  await enterAs(call, account_id, institution_id);
  const code = await issueCode(call, 'contract_code', subjectOf(call, row), 10);
  await sendSms(call, {
    to: phone,
    language: call.locale,
    // No number of the contract: it has six digits as well.
    text: (values) => message(call.locale, 'sms_contract_code', values),
    secret: { values: { code }, minutes: 10 },
  });
  return { ok: true as const, seconds: secondsBetween };
}

/**
 * The person's yes. The hash must be that of the text as it stands in the language, so nobody accepts what they did not
 * see; a second yes to the same text answers the first. Errors: ACCEPT_CODE_REFUSED, CONTRACT_TEXT_CHANGED,
 * CONTRACT_EXPIRED, CONTRACT_NOT_READY.
 */
export async function accept(call: Call, input: z.infer<typeof acceptance>) {
  const seen = await waiting(call, input.id, false);
  if (seen.accepted_sha256 !== null && seen.accepted_sha256 === input.sha256) return contractDetails(call, seen);
  await demandAcceptable(call, seen, input);
  const { account_id, institution_id } = call;
  if (!(await codeFits(call, 'contract_code', subjectOf(call, seen), input.code)))
    throw fail('ACCEPT_CODE_REFUSED', { fields: [{ path: 'code', code: 'ACCEPT_CODE_REFUSED' }] });
  // The try was counted in a transaction of its own; this is the next one.
  await enterAs(call, account_id, institution_id);
  const row = await waiting(call, seen.id);
  const text = await demandAcceptable(call, row, input);
  const opened =
    row.status === 'ISSUED'
      ? await moveContract(call, row, 'OPENED', undefined, { opened_at: sql`edulab_now()` })
      : row;
  // First, for a student has one binding contract of a year.
  if (row.supersedes_id !== null) await replaceContract(call, row);
  const accepted = await moveContract(call, opened, 'ACCEPTED', undefined, {
    accepted_at: sql`edulab_now()`,
    accepted_ip: call.request.ip,
    accepted_phone: await phoneOf(call),
    accepted_language: input.language,
    accepted_text: text,
    accepted_sha256: input.sha256,
  });
  const document = await issueContractPaper(call, accepted);
  await call.db.update(contracts).set({ document_id: document }).where(eq(contracts.id, row.id));
  await askNoMore(call, [accepted]);
  if (accepted.student_id !== null) await activate(call, accepted, await todayOf(call));
  else if (accepted.application_id !== null) {
    await tell(call, contractAccepted, { contract_id: row.id, application_id: accepted.application_id });
    await settle(call, [row.id]);
  }
  const [after] = await call.db.select().from(contracts).where(eq(contracts.id, row.id));
  return contractDetails(call, after!);
}

async function demandAcceptable(call: Call, row: ContractRow, input: z.infer<typeof acceptance>): Promise<string> {
  demandOpen(row);
  const { rows } = await call.client.query('select 1 where $1::date < (select edulab_today())', [row.accept_until]);
  if (rows.length) throw fail('CONTRACT_EXPIRED', { day: row.accept_until });
  const text = await textOf(call, row, input.language);
  if (hashOf(text) !== input.sha256) throw fail('CONTRACT_TEXT_CHANGED');
  return text;
}

/** The offer is declined: only while no student has come of it. */
export async function decline(call: Call, input: { id: number; reason?: string | undefined }): Promise<typeof ok> {
  const row = await waiting(call, input.id);
  if (!isOpen(row) || row.application_id === null || row.student_id !== null)
    throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
  await moveContract(call, row, 'TERMINATED', input.reason ?? message(call.locale, 'contract_declined'));
  await askNoMore(call, [row]);
  await tell(call, contractDeclined, { contract_id: row.id, application_id: row.application_id, reason: input.reason });
  return ok;
}
