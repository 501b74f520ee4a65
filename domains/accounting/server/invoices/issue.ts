import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { drawnDocumentOf, issueDocument, issueDocuments, nextNumbers } from '#domains/credentials/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { sumOf, type Tiyin, tiyinOf } from '../../money.ts';
import type { invoice } from '../../shapes-money.ts';
import { studentFor } from '../debits.ts';
import { contracts, studentDebits } from '../tables.ts';
import { amountOf, type Draft, type OpenDebit, type Part } from './drafts.ts';
import { invoicePapers } from './papers.ts';
import { creditNotes, invoiceLines, invoices, invoiceTranslations } from './tables.ts';

/** How invoices come to be: of which debits, under which numbers, with which paper. */

/** What is owed and not paid, in the order in which payments cover it. */
export async function openDebits(call: Call, where: SQL): Promise<OpenDebit[]> {
  const { rows } = await call.db.execute<OpenDebit & Record<string, unknown>>(sql`
    select ${studentDebits.id}, ${studentDebits.student_id}, ${studentDebits.contract_id}, ${studentDebits.kind}, ${studentDebits.due_on}::text as due_on,
           ${studentDebits.note}, (${studentDebits.total} - ${studentDebits.paid})::bigint as left, ${studentDebits.paid}, ${studentDebits.vat_percent},
           exists (select 1 from ${invoiceLines} l join ${invoices} i on i.id = l.invoice_id where l.debit_id = ${studentDebits.id} and i."left" > 0) as invoiced
      from ${studentDebits}
     where ${studentDebits.deleted_at} is null and ${studentDebits.paid} < ${studentDebits.total} and ${where}
     order by ${studentDebits.student_id}, ${studentDebits.due_on}, ${studentDebits.id}`);
  return rows;
}

/**
 * Hands out these invoices in their order, all in a handful of statements. Their papers are drawn after the commit, or `now`
 * where somebody waits for one. Answers their ids.
 */
export async function issueInvoices(
  call: Call,
  drafts: readonly Draft[],
  { now = false, job_id = null }: { now?: boolean; job_id?: number | null } = {},
): Promise<number[]> {
  if (drafts.length === 0) return [];
  const today = await todayOf(call);
  const numbers = await nextNumbers(call, 'INVOICE', Number(today.slice(0, 4)), drafts.length);
  const rows = drafts.map((draft, at) => ({
    number: numbers[at]!,
    student_id: draft.student.id,
    contract_id: draft.contract?.id ?? null,
    payer: draft.student.full_name,
    issued_on: today,
    due_on: draft.due_on,
    amount: amountOf(draft),
    left: amountOf(draft),
    language: draft.language,
    purpose: draft.purpose || null,
    made_by: call.account_id || null,
    job_id,
    search: [numbers[at], draft.contract?.number, draft.student.student_no].filter(Boolean).join(' ').toLowerCase(),
  }));
  const made = await call.db.insert(invoices).values(rows).returning({ id: invoices.id, number: invoices.number });
  const byNumber = new Map(made.map((row) => [row.number, row.id]));
  const ids = numbers.map((number) => byNumber.get(number)!);
  await insertAll(
    call.client,
    'invoice_lines',
    drafts.flatMap((draft, at) =>
      draft.parts.map(({ debit, amount }) => ({
        institution_id: call.institution_id,
        invoice_id: ids[at],
        debit_id: debit.id,
        base: debit.paid,
        amount,
      })),
    ),
  );
  const papers = await invoicePapers(
    call,
    drafts.map((draft, at) => ({ ...draft, id: ids[at]!, number: numbers[at]! })),
  );
  const documents = now
    ? await Promise.all(papers.map((paper) => issueDocument(call, { ...paper, kind: 'INVOICE' })))
    : await issueDocuments(call, 'INVOICE', papers);
  await call.client.query(
    'update invoices i set document_id = n.document_id from unnest($1::int[], $2::int[]) as n(id, document_id) where i.id = n.id',
    [ids, documents.map(({ id }) => id)],
  );
  return ids;
}

/** Debits of one contract, or of what is owed besides all of them: an invoice asks for one such party alone. */
const byParty = (debits: readonly OpenDebit[]) => [...Map.groupBy(debits, (one) => one.contract_id).values()];

const whole = (debits: readonly OpenDebit[]): Part[] => debits.map((debit) => ({ debit, amount: debit.left }));

/** The first debits of a party up to an amount. Errors: INVOICE_ABOVE. */
function upTo(debits: readonly OpenDebit[], amount: Tiyin): Part[] {
  let open = amount;
  const parts = debits.flatMap((debit): Part[] => {
    const part = Math.min(open, debit.left);
    open -= part;
    return part > 0 ? [{ debit, amount: part }] : [];
  });
  if (open > 0) throw failField('amount', 'INVOICE_ABOVE', { left: sumOf(amount - open) });
  return parts;
}

interface Known {
  id: number;
  language: Locale;
}
/** The open invoice that asks for exactly this. */
async function sameInvoice(call: Call, parts: readonly Part[]): Promise<Known | undefined> {
  const { rows } = await call.client.query<Known>(
    `select i.id, i.language from invoices i
      where i.id in (select l.invoice_id from invoice_lines l where l.debit_id = $1) and i."left" = i.amount and i.amount = $2
        and (select array_agg(l.debit_id order by l.debit_id) from invoice_lines l where l.invoice_id = i.id) = (select array_agg(d order by d) from unnest($3::int[]) d)
      order by i.id desc limit 1`,
    [parts[0]!.debit.id, amountOf({ parts: [...parts] }), parts.map(({ debit }) => debit.id)],
  );
  return rows[0];
}

/** In which language each of these people reads: that of their account, or else the one in which they study. */
export async function languagesOf(call: Call, ids: readonly number[]): Promise<Map<number, Locale>> {
  const { rows } = await call.client.query<Known>(
    `select s.id, coalesce(a.locale, s.study_language, 'uz') as language
       from students s left join accounts a on a.id = s.account_id and a.deleted_at is null where s.id = any($1::int[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.language]));
}

/**
 * An invoice with which a student goes to the bank: what is due of the contract that is late first, or else what comes next,
 * unless an amount is named. Whoever asks again is given the same one, in another language as another paper of it. Errors: NOTHING_OWED, INVOICE_ABOVE.
 */
export async function createInvoice(call: Call, input: z.infer<typeof invoice>) {
  const student = await studentFor(call, 'invoice.create', input.student_id);
  // Two presses at once are one invoice.
  await call.db.select({ id: students.id }).from(students).where(eq(students.id, student.id)).for('no key update');
  const today = await todayOf(call);
  const all = await openDebits(call, sql`${studentDebits.student_id} = ${student.id}`);
  const open = input.contract_id === undefined ? all : all.filter((one) => one.contract_id === input.contract_id);
  if (input.contract_id !== undefined) {
    const [found] = await call.db
      .select({ student_id: contracts.student_id })
      .from(contracts)
      .where(eq(contracts.id, input.contract_id));
    if (found?.student_id !== student.id) throw failField('contract_id', 'UNKNOWN_REFERENCE');
  }
  if (open.length === 0) throw fail('NOTHING_OWED');
  const due = open.filter((one) => one.due_on <= today);
  const choices: Part[][] =
    input.amount !== undefined
      ? [upTo(byParty(open)[0]!, tiyinOf(input.amount))]
      : byParty(due.length ? due : open.slice(0, 1)).map(whole);
  const said = input.purpose !== undefined || input.due_on !== undefined;
  const known = said ? [] : await Promise.all(choices.map((parts) => sameInvoice(call, parts)));
  // Of several contracts the next that was not asked for yet.
  const at = Math.max(
    0,
    choices.findIndex((_, one) => known[one] === undefined),
  );
  const parts = choices[at]!;
  const { contract_id } = parts[0]!.debit;
  const there = known[at];
  const contract = (await numbersOf(call, [contract_id])).get(contract_id ?? 0) ?? null;
  if (there) {
    const { language = there.language } = input;
    return language === there.language
      ? invoicePaper(call, there.id)
      : translatedPaper(call, there.id, { student, contract, parts, language });
  }
  // In the language of whoever is asked to pay, not of whoever asks.
  const language =
    input.language ??
    (student.account_id === call.account_id ? call.locale : (await languagesOf(call, [student.id])).get(student.id)!);
  const [id] = await issueInvoices(
    call,
    [
      {
        student,
        contract,
        parts,
        language,
        due_on: input.due_on ?? dueOf(parts, today),
        purpose: input.purpose,
      },
    ],
    { now: true },
  );
  return invoicePaper(call, id!);
}

/** What is late already is due today. */
export const dueOf = (parts: readonly Part[], today: string): string => {
  const last =
    parts
      .map(({ debit }) => debit.due_on)
      .toSorted()
      .at(-1) ?? today;
  return last < today ? today : last;
};

export async function numbersOf(
  call: Call,
  ids: readonly (number | null)[],
): Promise<Map<number, { id: number; number: string }>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await call.db
    .select({ id: contracts.id, number: contracts.number })
    .from(contracts)
    .where(inArray(contracts.id, known));
  return new Map(rows.map((row) => [row.id, row]));
}

/** An issued paper with the link to its file. */
export async function paperOf(call: Call, document_id: number | null | undefined) {
  if (document_id == null) throw fail('NOT_FOUND');
  const found = await drawnDocumentOf(call, document_id);
  const file = (await evidenceRecords(call, [found.file_id])).get(found.file_id);
  if (!file) throw fail('NOT_FOUND');
  return { id: found.id, number: found.number, file };
}

/** The paper of an invoice that the caller may see. */
/** The paper of an invoice in a language that is not its own: made once, whoever asks how often. */
async function translatedPaper(call: Call, id: number, draft: Omit<Draft, 'due_on' | 'purpose'>) {
  const { language } = draft;
  const [there] = await call.db
    .select({ document: invoiceTranslations.document_id })
    .from(invoiceTranslations)
    .where(and(eq(invoiceTranslations.invoice_id, id), eq(invoiceTranslations.language, language)));
  if (there) return paperOf(call, there.document);
  const [row] = await call.db.select().from(invoices).where(eq(invoices.id, id));
  const { number, due_on, purpose } = row!;
  const [paper] = await invoicePapers(call, [{ ...draft, id, number, due_on, purpose: purpose ?? undefined }]);
  const document = await issueDocument(call, {
    ...paper!,
    kind: 'INVOICE',
    number: `${number}/${language.toUpperCase()}`,
  });
  await call.db.insert(invoiceTranslations).values({ invoice_id: id, language, document_id: document.id });
  return paperOf(call, document.id);
}

export async function invoicePaper(call: Call, id: number) {
  const [row] = await call.db.select({ document: invoices.document_id }).from(invoices).where(eq(invoices.id, id));
  return paperOf(call, row?.document);
}

export async function creditNotePaper(call: Call, invoice_id: number) {
  const [row] = await call.db
    .select({ document: creditNotes.document_id })
    .from(creditNotes)
    .where(eq(creditNotes.invoice_id, invoice_id));
  return paperOf(call, row?.document);
}
