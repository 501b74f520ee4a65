import { and, eq, inArray } from 'drizzle-orm';
import { issueDocuments, issuedDocuments, nextNumbers, revokeTogether } from '#domains/credentials/server/index.ts';
import { notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import { sumOf } from '../../money.ts';
import { creditNotePapers } from './papers.ts';
import { creditNotes, invoices, invoiceTranslations } from './tables.ts';

/**
 * Takes back what is open of these invoices, each by a credit note of its own, and tells whose they are. Of what was paid, or
 * taken back already, nothing is open. The reason is said in the language of each. Answers how many there were.
 */
export async function creditInvoices(
  call: Call,
  ids: readonly number[],
  reason: string | ((language: Locale) => string),
): Promise<number> {
  const why = (language: Locale) => (typeof reason === 'string' ? reason : reason(language));
  const locked = await call.db
    .select({ invoice: invoices, account_id: students.account_id })
    .from(invoices)
    .innerJoin(students, eq(students.id, invoices.student_id))
    .where(inArray(invoices.id, [...ids]))
    .orderBy(invoices.id)
    .for('update', { of: invoices });
  const open = locked.filter(({ invoice }) => invoice.left > 0);
  if (open.length === 0) return 0;
  const today = await todayOf(call);
  const numbers = await nextNumbers(call, 'CREDIT_NOTE', Number(today.slice(0, 4)), open.length);
  const notes = await call.db
    .insert(creditNotes)
    .values(
      open.map(({ invoice }, at) => ({
        number: numbers[at]!,
        invoice_id: invoice.id,
        amount: invoice.left,
        reason: why(invoice.language),
        issued_on: today,
        made_by: call.account_id || null,
      })),
    )
    .returning({ id: creditNotes.id, invoice_id: creditNotes.invoice_id });
  await call.client.query('update invoices set credited = "left", "left" = 0 where id = any($1)', [
    open.map(({ invoice }) => invoice.id),
  ]);
  const translated = await call.db
    .select({ id: invoiceTranslations.document_id })
    .from(invoiceTranslations)
    .where(
      inArray(
        invoiceTranslations.invoice_id,
        open.map(({ invoice }) => invoice.id),
      ),
    );
  const papersThatHold = await call.db
    .select({ id: issuedDocuments.id })
    .from(issuedDocuments)
    .where(
      and(
        inArray(issuedDocuments.id, [
          ...open.flatMap(({ invoice }) => invoice.document_id ?? []),
          ...translated.map(({ id }) => id),
        ]),
        eq(issuedDocuments.status, 'VALID'),
      ),
    );
  await revokeTogether(
    call,
    papersThatHold.map(({ id }) => id),
    'INVOICE_CREDITED',
    why(call.locale),
  );
  const papers = await issueDocuments(
    call,
    'CREDIT_NOTE',
    creditNotePapers(
      open.map(({ invoice, account_id }, at) => ({
        number: numbers[at]!,
        invoice,
        account_id,
        amount: invoice.left,
        reason: why(invoice.language),
      })),
    ),
  );
  const noteOf = new Map(notes.map((note) => [note.invoice_id, note.id]));
  await call.client.query(
    'update credit_notes c set document_id = n.document_id from unnest($1::int[], $2::int[]) as n(id, document_id) where c.id = n.id',
    [open.map(({ invoice }) => noteOf.get(invoice.id)), papers.map(({ id }) => id)],
  );
  await notifyEach(
    call,
    open.flatMap(({ invoice, account_id }) =>
      account_id === null
        ? []
        : [
            {
              account_id,
              title: titleOf('notice_invoice_credited', { number: invoice.number, sum: sumOf(invoice.left) }),
            },
          ],
    ),
    { type: 'invoice', link: '/accounting/contract' },
  );
  return open.length;
}
