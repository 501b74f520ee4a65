import type { DocumentDraft } from '#domains/credentials/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate, paperMoney, payeeOf, sumInWords } from '#platform/server/documents/index.ts';
import { sumOf, type Tiyin, vatIn } from '../../money.ts';
import { amountOf, type Draft } from './drafts.ts';

/** What stands on invoices and credit notes. */

type Paper = Omit<DocumentDraft, 'kind' | 'later' | 'issued_at' | 'provisional'>;

/** What of an invoice is value added tax, by each rate; nothing where there is none. */
const vatLines = ({ parts }: Pick<Draft, 'parts'>, language: Locale) =>
  [...Map.groupBy(parts, ({ debit }) => debit.vat_percent)]
    .map(([percent, some]) => ({ percent, sum: some.reduce((all, { amount }) => all + vatIn(amount, percent), 0) }))
    .filter(({ sum }) => sum > 0)
    .map(({ percent, sum }) => ({
      kind: 'text' as const,
      text: message(language, 'invoice_paper.vat', { percent, sum: paperMoney(sumOf(sum)) }),
    }));

export async function invoicePapers(
  call: Call,
  drafts: readonly (Draft & { id: number; number: string })[],
): Promise<Paper[]> {
  const payees = new Map<Locale, [string, string][]>();
  for (const { language } of drafts) if (!payees.has(language)) payees.set(language, await payeeOf(call, language));
  return drafts.map((draft) => {
    const { language } = draft;
    const text = (key: string, data?: Record<string, unknown>) => message(language, `invoice_paper.${key}`, data);
    const whole = paperMoney(sumOf(amountOf(draft)));
    return {
      number: draft.number,
      language,
      title: text('title'),
      student_id: draft.student.id,
      account_id: draft.student.account_id,
      subject_name: draft.student.full_name,
      sections: [
        {
          kind: 'facts',
          rows: [
            [text('payer'), draft.student.full_name],
            [text('student_no'), draft.student.student_no],
            [text('contract'), draft.contract?.number ?? '—'],
            [text('due'), paperDate(draft.due_on)],
          ],
        },
        { kind: 'facts', title: text('payee'), rows: payees.get(language) ?? [] },
        {
          kind: 'table',
          columns: [
            { title: '№', width: 30, align: 'right' },
            { title: text('purpose') },
            { title: text('due'), width: 80 },
            { title: text('amount'), width: 120, align: 'right' },
          ],
          rows: [
            ...draft.parts.map(({ debit, amount }, at) => [
              String(at + 1),
              draft.purpose || debit.note || message(language, `debit_kind.${debit.kind}`),
              paperDate(debit.due_on),
              paperMoney(sumOf(amount)),
            ]),
            { sum: ['', text('whole'), '', whole] },
          ],
        },
        { kind: 'text', text: `${text('words')}: ${sumInWords(sumOf(amountOf(draft)), language)}` },
        ...vatLines(draft, language),
        { kind: 'text', text: text('note', { number: draft.number }) },
      ],
      ...(draft.contract
        ? {
            pay: {
              url: `${call.kernel.settings.publicUrl}/payments/online?invoice=${draft.id}`,
              text: text('pay', { number: draft.number }),
            },
          }
        : {}),
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
