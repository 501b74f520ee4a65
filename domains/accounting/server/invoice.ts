import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { issueDocument } from '#domains/credentials/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate, paperMoney, payeeOf, sumInWords } from '#platform/server/documents/index.ts';
import { sumOf, tiyinOf } from '../money.ts';
import type { invoice } from '../shapes-money.ts';
import { studentDebts, studentFor } from './debits.ts';
import { contracts } from './tables.ts';

/** An invoice with which a student goes to the bank: what is due, or what comes next, unless an amount is named. */
export async function createInvoice(call: Call, input: z.infer<typeof invoice>) {
  const student = await studentFor(call, 'invoice.create', input.student_id);
  const today = await todayOf(call);
  const debt = (await studentDebts(call, [student.id], today)).get(student.id);
  const owed = (debt?.due ?? 0) + (debt?.fine ?? 0);
  const amount = input.amount !== undefined ? tiyinOf(input.amount) : owed || (debt?.next_amount ?? 0);
  if (amount <= 0) throw fail('NOTHING_OWED');
  const [contract] =
    input.contract_id === undefined
      ? await call.db
          .select()
          .from(contracts)
          .where(
            and(eq(contracts.student_id, student.id), eq(contracts.status, 'ACTIVE'), isNull(contracts.deleted_at)),
          )
          .orderBy(contracts.deadline)
          .limit(1)
      : await call.db
          .select()
          .from(contracts)
          .where(
            and(
              eq(contracts.id, input.contract_id),
              eq(contracts.student_id, student.id),
              isNull(contracts.deleted_at),
            ),
          );
  if (input.contract_id !== undefined && !contract) throw failField('contract_id', 'UNKNOWN_REFERENCE');
  const locale = input.language ?? call.locale;
  const text = (key: string) => message(locale, `invoice_paper.${key}`);
  const due = input.due_on ?? (owed > 0 ? today : (debt?.next_due_on ?? today));
  const row = await issueDocument(call, {
    kind: 'INVOICE',
    language: locale,
    title: text('title'),
    student_id: student.id,
    account_id: student.account_id,
    subject_name: student.full_name,
    sections: [
      {
        kind: 'facts',
        rows: [
          [text('payer'), student.full_name],
          [text('student_no'), student.student_no],
          [text('contract'), contract?.number ?? '—'],
          [text('due'), paperDate(due)],
        ],
      },
      { kind: 'facts', title: text('payee'), rows: await payeeOf(call, locale) },
      {
        kind: 'table',
        columns: [
          { title: '№', width: 30, align: 'right' },
          { title: text('purpose') },
          { title: text('amount'), width: 130, align: 'right' },
        ],
        rows: [
          ['1', input.purpose || text('tuition'), paperMoney(sumOf(amount))],
          { sum: ['', text('whole'), paperMoney(sumOf(amount))] },
        ],
      },
      { kind: 'text', text: `${text('words')}: ${sumInWords(sumOf(amount), locale)}` },
      { kind: 'text', text: text('note') },
    ],
  });
  const file = (await evidenceRecords(call, [row.file_id])).get(row.file_id);
  return { id: row.id, number: row.number, file: file! };
}
