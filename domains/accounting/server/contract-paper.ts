import { type Issuer, issueDocument } from '#domains/credentials/server/index.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import { paperDate, paperMoney, payeeOf, sumInWords } from '#platform/server/documents/index.ts';
import { sumOf, vatIn } from '../money.ts';
import type { ContractRow } from './issue.ts';
import { foreignOf } from './rates/rates.ts';
import { inCurrency, paragraphsOf } from './text.ts';

/**
 * The accepted contract as a document with number, code and signature, in the language in which it was accepted; dated
 * as of its acceptance. Answers the document's id. Drawn after the commit, unless told: nobody's yes is lost by a drawing.
 */
export async function issueContractPaper(call: Issuer, row: ContractRow, { later = true } = {}): Promise<number> {
  const locale = row.accepted_language ?? 'uz';
  const text = (key: string) => message(locale, `contract_paper.${key}`);
  const [day = '', clock = ''] = clockIn(await zoneOf(call), row.accepted_at!).split('T');
  const body = paragraphsOf(row.accepted_text ?? '');
  const abroad = foreignOf(row);
  const document = await issueDocument(call, {
    kind: 'CONTRACT',
    later,
    language: locale,
    title: text('title'),
    subtitle: `№ ${row.number}`,
    account_id: row.account_id,
    student_id: row.student_id,
    subject_name: row.payer_name,
    issued_at: new Date(row.accepted_at!),
    sections: [
      ...body.map((part) => ({ kind: 'text' as const, ...(part.title ? { title: part.title } : {}), text: part.text })),
      { kind: 'facts', title: text('payee'), rows: await payeeOf(call, locale) },
      {
        kind: 'table',
        title: text('plan'),
        columns: [
          { title: '№', width: 30, align: 'right' as const },
          { title: text('due') },
          { title: text('amount'), align: 'right' as const },
        ],
        rows: [
          ...row.plan.map((part, at) => [String(at + 1), paperDate(part.due_on), paperMoney(sumOf(part.amount))]),
          { sum: ['', text('whole'), paperMoney(sumOf(row.amount))] },
        ],
      },
      {
        kind: 'facts',
        title: text('accepted'),
        rows: [
          [text('who'), row.payer_name],
          [text('words'), sumInWords(sumOf(row.amount), locale)],
          ...(abroad
            ? [[text('agreed_in'), inCurrency(abroad, row.amount - row.earned_before, locale)] as [string, string]]
            : []),
          ...(row.vat_percent > 0
            ? [
                [
                  message(locale, 'contract_paper.vat', { percent: row.vat_percent }),
                  paperMoney(sumOf(vatIn(row.amount, row.vat_percent))),
                ] as [string, string],
              ]
            : []),
          [text('at'), `${day.split('-').toReversed().join('.')} ${clock}`],
          [text('phone'), row.accepted_phone ? `+${row.accepted_phone}` : '—'],
        ],
      },
      // A line of its own: 64 signs without a space.
      ...(row.accepted_sha256 ? [{ kind: 'text' as const, text: `${text('hash')}: ${row.accepted_sha256}` }] : []),
    ],
  });
  return document.id;
}
