import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accountsById } from '#domains/identity/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { closeness, keyHolds, textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { InvoiceState, invoiceRecord, invoiceWhole } from '../../contract/invoices.ts';
import type { contract } from '../../contract.ts';
import { sumOf } from '../../money.ts';
import { ownStudents } from '../reach.ts';
import { contracts, studentDebits } from '../tables.ts';
import { creditInvoices } from './credit.ts';
import { creditNotePaper, invoicePaper } from './issue.ts';
import { creditNotes, invoiceLines, invoices } from './tables.ts';

/** Invoices as they are read: the institution's, or one's own. */

type Row = typeof invoices.$inferSelect;
type Shown = z.infer<typeof invoiceRecord>;

function reach(call: Call): SQL | undefined {
  switch (call.abilities.get('invoice.read')) {
    case 'institution':
      return undefined;
    case 'own':
      return sql`${invoices.student_id} = any(${ownStudents(call)})`;
    default:
      return sql`false`;
  }
}

const stateOf = (row: Row, today: string): InvoiceState => {
  if (row.credited > 0) return 'CANCELLED';
  if (row.left === 0) return 'PAID';
  return row.due_on < today ? 'OVERDUE' : row.left < row.amount ? 'PARTLY' : 'OPEN';
};
const inState = (state: InvoiceState): SQL => {
  const { credited, left, amount, due_on } = invoices;
  switch (state) {
    case 'CANCELLED':
      return sql`${credited} > 0`;
    case 'PAID':
      return sql`${left} = 0 and ${credited} = 0`;
    case 'OVERDUE':
      return sql`${left} > 0 and ${due_on} < (select edulab_today())`;
    case 'PARTLY':
      return sql`${left} > 0 and ${left} < ${amount} and ${due_on} >= (select edulab_today())`;
    default:
      return sql`${left} > 0 and ${left} = ${amount} and ${due_on} >= (select edulab_today())`;
  }
};

async function present(call: Call, rows: readonly Row[]): Promise<Shown[]> {
  const people = await call.db
    .select({ id: students.id, name: students.full_name, student_no: students.student_no })
    .from(students)
    .where(
      inArray(
        students.id,
        rows.map((row) => row.student_id),
      ),
    );
  const person = new Map(people.map((one) => [one.id, one]));
  const of = await titlesOf(
    call,
    contracts,
    rows.map((row) => row.contract_id),
    sql`${contracts.number}`,
  );
  const today = await todayOf(call);
  const manage = may(call, 'debit.manage');
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    number: row.number,
    student: person.get(row.student_id) ?? { id: row.student_id, name: row.payer, student_no: '' },
    contract: of.get(row.contract_id ?? 0) ?? null,
    payer: row.payer,
    issued_on: row.issued_on,
    due_on: row.due_on,
    amount: sumOf(row.amount),
    left: sumOf(row.left),
    credited: sumOf(row.credited),
    state: stateOf(row, today),
    purpose: row.purpose,
    can: { credit: manage && row.left > 0 },
  }));
}

export const invoiceList = (call: Call, input: InputOf<typeof contract.invoice.list>) =>
  list(call, input, {
    from: sql`${invoices}`,
    key: sql`${invoices.id}`,
    table: 'invoices',
    where: [
      reach(call),
      input.state?.length ? or(...input.state.map(inState)) : undefined,
      input.contract_id ? eq(invoices.contract_id, input.contract_id) : undefined,
      input.student_id ? eq(invoices.student_id, input.student_id) : undefined,
      input.from ? sql`${invoices.issued_on} >= ${input.from}` : undefined,
      input.until ? sql`${invoices.issued_on} <= ${input.until}` : undefined,
      or(keyHolds(sql`${invoices.search_key}`, input.search), textHolds([sql`${invoices.search}`], input.search)),
    ],
    sorts: {
      issued_on: sql`${invoices.issued_on}`,
      due_on: sql`${invoices.due_on}`,
      amount: sql`${invoices.amount}`,
      payer: sql`${invoices.payer}`,
      number: sql`${invoices.number}`,
    },
    defaultSort: 'issued_on,desc',
    closeness: closeness(sql`${invoices.search_key}`, input.search),
    load: async (ids) => present(call, await call.db.select().from(invoices).where(inArray(invoices.id, ids))),
  });

async function found(call: Call, id: number): Promise<Row> {
  const [row] = await call.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), reach(call)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

async function whole(call: Call, row: Row): Promise<z.infer<typeof invoiceWhole>> {
  const [shown] = await present(call, [row]);
  const lines = await call.db
    .select({ amount: invoiceLines.amount, kind: studentDebits.kind, due_on: studentDebits.due_on })
    .from(invoiceLines)
    .leftJoin(studentDebits, eq(studentDebits.id, invoiceLines.debit_id))
    .where(eq(invoiceLines.invoice_id, row.id))
    .orderBy(invoiceLines.id);
  const [note] = await call.db.select().from(creditNotes).where(eq(creditNotes.invoice_id, row.id));
  // Who in the office did it is the office's own business.
  const people =
    call.abilities.get('invoice.read') === 'institution'
      ? await accountsById(
          call,
          [row.made_by, note?.made_by ?? null].filter((id) => id !== null),
        )
      : new Map<number, { lastname: string; firstname: string }>();
  const nameOf = (id: number | null | undefined) => {
    const by = id == null ? undefined : people.get(id);
    return by ? `${by.lastname} ${by.firstname}` : null;
  };
  return {
    ...shown!,
    lines: lines.map((line) => ({ ...line, amount: sumOf(line.amount) })),
    credit_note: note
      ? {
          number: note.number,
          amount: sumOf(note.amount),
          reason: note.reason,
          issued_on: note.issued_on,
          made_by: nameOf(note.made_by),
        }
      : null,
    made_by: nameOf(row.made_by),
  };
}

export const getInvoice = async (call: Call, input: { id: number }) => whole(call, await found(call, input.id));
export const invoiceFile = async (call: Call, input: { id: number }) =>
  invoicePaper(call, (await found(call, input.id)).id);
export const creditNoteFile = async (call: Call, input: { id: number }) =>
  creditNotePaper(call, (await found(call, input.id)).id);

/** Errors: STALE, INVOICE_SETTLED where nothing is open of it. */
export async function creditInvoice(call: Call, input: InputOf<typeof contract.invoice.credit>) {
  const row = await loadForChange(call, invoices, reach(call), input, (now) => whole(call, now));
  if ((await creditInvoices(call, [row.id], input.reason)) === 0) throw fail('INVOICE_SETTLED', { number: row.number });
  return whole(call, await found(call, row.id));
}
