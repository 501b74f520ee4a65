import type { DocumentDraft } from '#domains/credentials/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate, paperMoney, payeeOf, sumInWords } from '#platform/server/documents/index.ts';
import { sumOf, type Tiyin, vatIn } from '../../money.ts';
import type { Draft } from './drafts.ts';

/** What stands on invoices and credit notes. */

type Paper = Omit<DocumentDraft, 'kind' | 'later' | 'issued_at' | 'provisional'>;

/** What asks somebody to pay, whatever it is for: an invoice, or the bill of a course. */
interface Asking {
  number: string;
  language: Locale;
  payer: string;
  /** Of whom and of what it is, below the payer. */
  about: [string, string][];
  lines: { what: string; due_on: string; amount: Tiyin; vat_percent: number }[];
  note: string;
  pay?: { url: string; text: string } | undefined;
}

/** What of it is value added tax, by each rate; nothing where there is none. */
const vatLines = ({ lines, language }: Pick<Asking, 'lines' | 'language'>) =>
  [...Map.groupBy(lines, ({ vat_percent }) => vat_percent)]
    .map(([percent, some]) => ({ percent, sum: some.reduce((all, { amount }) => all + vatIn(amount, percent), 0) }))
    .filter(({ sum }) => sum > 0)
    .map(({ percent, sum }) => ({
      kind: 'text' as const,
      text: message(language, 'invoice_paper.vat', { percent, sum: paperMoney(sumOf(sum)) }),
    }));

/** The paper with lines, the sum in words, its tax, where to pay, and a code to pay by. */
export function askingPaper(
  asking: Asking,
  payee: [string, string][],
): Pick<Paper, 'number' | 'language' | 'title' | 'subject_name' | 'sections' | 'pay'> {
  const { language, lines } = asking;
  const text = (key: string) => message(language, `invoice_paper.${key}`);
  const whole = sumOf(lines.reduce((sum, { amount }) => sum + amount, 0));
  return {
    number: asking.number,
    language,
    title: text('title'),
    subject_name: asking.payer,
    sections: [
      { kind: 'facts', rows: [[text('payer'), asking.payer], ...asking.about] },
      { kind: 'facts', title: text('payee'), rows: payee },
      {
        kind: 'table',
        columns: [
          { title: '№', width: 30, align: 'right' },
          { title: text('purpose') },
          { title: text('due'), width: 80 },
          { title: text('amount'), width: 120, align: 'right' },
        ],
        rows: [
          ...lines.map(({ what, due_on, amount }, at) => [
            String(at + 1),
            what,
            paperDate(due_on),
            paperMoney(sumOf(amount)),
          ]),
          { sum: ['', text('whole'), '', paperMoney(whole)] },
        ],
      },
      { kind: 'text', text: `${text('words')}: ${sumInWords(whole, language)}` },
      ...vatLines(asking),
      { kind: 'text', text: asking.note },
    ],
    ...(asking.pay ? { pay: asking.pay } : {}),
  };
}

export async function invoicePapers(
  call: Call,
  drafts: readonly (Draft & { id: number; number: string })[],
): Promise<Paper[]> {
  const payees = new Map<Locale, [string, string][]>();
  for (const { language } of drafts) if (!payees.has(language)) payees.set(language, await payeeOf(call, language));
  return drafts.map((draft) => {
    const { language, number, student, contract } = draft;
    const text = (key: string, data?: Record<string, unknown>) => message(language, `invoice_paper.${key}`, data);
    return {
      ...askingPaper(
        {
          number,
          language,
          payer: student.full_name,
          about: [
            [text('student_no'), student.student_no],
            [text('contract'), contract?.number ?? '—'],
            [text('due'), paperDate(draft.due_on)],
          ],
          lines: draft.parts.map(({ debit, amount }) => ({
            what: draft.purpose || debit.note || message(language, `debit_kind.${debit.kind}`),
            due_on: debit.due_on,
            amount,
            vat_percent: debit.vat_percent,
          })),
          note: text('note', { number }),
          pay: contract
            ? {
                url: `${call.kernel.settings.publicUrl}/payments/online?invoice=${draft.id}`,
                text: text('pay', { number }),
              }
            : undefined,
        },
        payees.get(language) ?? [],
      ),
      student_id: student.id,
      account_id: student.account_id,
    };
  });
}

export interface Crediting {
  number: string;
  invoice: { number: string; issued_on: string; student_id: number; payer: string; language: Locale; amount: Tiyin };
  account_id: number | null;
  amount: Tiyin;
  reason: string;
}

export const creditNotePapers = (notes: readonly Crediting[]): Paper[] =>
  notes.map(({ number, invoice, account_id, amount, reason }) => {
    const { language } = invoice;
    const text = (key: string) => message(language, `credit_note_paper.${key}`);
    return {
      number,
      language,
      title: text('title'),
      student_id: invoice.student_id,
      account_id,
      subject_name: invoice.payer,
      sections: [
        {
          kind: 'facts',
          rows: [
            [text('payer'), invoice.payer],
            [text('invoice'), `${invoice.number}, ${paperDate(invoice.issued_on)}`],
            [text('invoice_amount'), paperMoney(sumOf(invoice.amount))],
            [text('reason'), reason],
          ],
        },
        {
          kind: 'table',
          columns: [{ title: text('what') }, { title: text('amount'), width: 130, align: 'right' }],
          rows: [[text('taken_back'), paperMoney(sumOf(amount))]],
        },
        { kind: 'text', text: `${message(language, 'invoice_paper.words')}: ${sumInWords(sumOf(amount), language)}` },
      ],
    };
  });
