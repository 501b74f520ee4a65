import { eq } from 'drizzle-orm';
import { issueDocument } from '#domains/credentials/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate, payeeOf } from '#platform/server/documents/index.ts';
import { lockBills } from '../bills.ts';
import { paperOf } from './issue.ts';
import { askingPaper } from './papers.ts';
import { billPapers } from './tables.ts';

/**
 * The paper of a bill, as an invoice is drawn: with the bill's own number, by which it is paid, and what it is for in the words
 * of whoever charges it. Made once in each language, and anew once the bill is for another amount. Asks for no right.
 * Errors: BILL_OVER of one that is asked for no more.
 */
export async function billPaper(
  call: Call,
  contract_id: number,
  { what, language }: { what: string; language: Locale },
) {
  // Two presses at once are one paper.
  const row = (await lockBills(call, [contract_id])).get(contract_id);
  if (!row) throw fail('NOT_FOUND');
  if (row.status === 'TERMINATED') throw fail('BILL_OVER', { number: row.number });
  const made = await call.db.select().from(billPapers).where(eq(billPapers.contract_id, row.id));
  const there = made.find((one) => one.language === language && one.amount === row.amount);
  if (there) return paperOf(call, there.document_id);
  const text = (key: string, data?: Record<string, unknown>) => message(language, key, data);
  const { number } = row;
  const document = await issueDocument(call, {
    ...askingPaper(
      {
        number: made.length === 0 ? number : `${number}/${made.length + 1}`,
        language,
        payer: row.payer_name,
        about: [
          [text('bill_paper.number'), number],
          [text('invoice_paper.due'), paperDate(row.deadline)],
        ],
        lines: [{ what, due_on: row.deadline, amount: row.amount, vat_percent: row.vat_percent }],
        note: text('bill_paper.note', { number }),
        // Of a company nobody has an account with which to pay there.
        pay:
          row.account_id === null
            ? undefined
            : {
                url: `${call.kernel.settings.publicUrl}/payments/online?contract=${row.id}`,
                text: text('bill_paper.pay', { number }),
              },
      },
      await payeeOf(call, language),
    ),
    kind: 'INVOICE',
    account_id: row.account_id,
  });
  await call.db
    .insert(billPapers)
    .values({ contract_id: row.id, language, amount: row.amount, document_id: document.id });
  return paperOf(call, document.id);
}
