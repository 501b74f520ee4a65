import { z } from 'zod';
import {
  byId,
  call,
  date,
  id,
  listOf,
  listQuery,
  localeSchema,
  manyOf,
  money,
  option,
  queryId,
  requiredText,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { debitKinds, papered } from '../shapes.ts';
import { invoice as asked } from '../shapes-money.ts';

/** Invoices: what somebody is asked to pay, under a number without gaps. */

export const invoiceStates = ['OPEN', 'PARTLY', 'OVERDUE', 'PAID', 'CANCELLED'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
/** Whom a run of invoices passes over. */
export const invoiceSkips = ['INVOICED', 'UNKNOWN_REFERENCE', 'NOTHING_OWED'] as const;

const creditNote = z.object({
  number: z.string(),
  amount: money,
  reason: z.string(),
  issued_on: date,
  made_by: z.string().nullable(),
});
export const invoiceRecord = z.object({
  id: z.number(),
  version: z.number(),
  number: z.string(),
  student: z.object({ id: z.number(), name: z.string(), student_no: z.string() }),
  contract: option.nullable(),
  payer: z.string(),
  issued_on: date,
  due_on: date,
  amount: money,
  left: money.describe('still to be paid of it'),
  credited: money.describe('taken back by a credit note'),
  state: z.enum(invoiceStates),
  purpose: z.string().nullable(),
  can: z.object({ credit: z.boolean() }),
});
export const invoiceWhole = invoiceRecord.extend({
  lines: z.array(z.object({ kind: z.enum(debitKinds).nullable(), due_on: date.nullable(), amount: money })),
  credit_note: creditNote.nullable(),
  made_by: z.string().nullable(),
});
export const manyInvoices = z.object({
  due_until: date.describe('what falls due until this day and is not paid'),
  course_id: id.optional(),
  level: z.enum(studyLevels).optional(),
  student_ids: z.array(id).max(5000).optional().describe('these alone'),
  language: localeSchema.optional().describe('of all of them; each in the language of who is asked unless told'),
  preview: z.boolean().optional().describe('only what would be issued'),
});
export const manyAnswer = z.object({
  job_id: z.number().nullable(),
  count: z.number(),
  amount: money,
  invoices: z.array(
    z.object({
      student_id: z.number(),
      name: z.string(),
      student_no: z.string(),
      contract: z.string().nullable(),
      due_on: date,
      amount: money,
    }),
  ),
  skipped: z.array(z.object({ code: z.enum(invoiceSkips), count: z.number() })),
});

const read = { permission: 'invoice.read' } as const;
const manage = { permission: 'debit.manage' } as const;
const base = '/accounting/invoice/';

/** One's own invoice, or that of a student. */
export const createInvoice = call({
  method: 'PUT',
  path: '/student/create/invoice',
  summary: 'An invoice as PDF; one’s own without a student. The same one again while nothing of it was paid',
  access: { permission: 'invoice.create' },
  input: asked,
  output: papered,
  errors: ['NOTHING_OWED', 'INVOICE_ABOVE', 'DOCUMENT_BEING_MADE'],
});

export const invoiceCalls = {
  list: call({
    method: 'GET',
    path: base,
    summary: 'Invoices that were handed out',
    access: read,
    input: z.object({
      ...listQuery,
      state: manyOf(z.enum(invoiceStates)),
      contract_id: queryId.optional(),
      student_id: queryId.optional(),
      from: date.optional(),
      until: date.optional(),
    }),
    output: listOf(invoiceRecord),
  }),
  get: call({
    method: 'GET',
    path: `${base}{id}`,
    summary: 'One invoice with its parts',
    access: read,
    input: byId,
    output: invoiceWhole,
  }),
  file: call({
    method: 'GET',
    path: `${base}{id}/file`,
    summary: 'An invoice as PDF',
    access: read,
    input: byId,
    output: papered,
    errors: ['DOCUMENT_BEING_MADE'],
  }),
  credit_file: call({
    method: 'GET',
    path: `${base}{id}/credit_note`,
    summary: 'The credit note that took an invoice back, as PDF',
    access: read,
    input: byId,
    output: papered,
    errors: ['DOCUMENT_BEING_MADE'],
  }),
  credit: call({
    method: 'POST',
    path: `${base}credit`,
    summary: 'Take back what is open of an invoice, by a credit note',
    access: manage,
    input: z.object({ id, version: z.int(), reason: requiredText(500) }),
    output: invoiceWhole,
    errors: ['STALE', 'INVOICE_SETTLED'],
  }),
  issue: call({
    method: 'POST',
    path: `${base}issue`,
    summary: 'Invoices for many students: looked at first, issued as a job, taken back by credit notes',
    access: manage,
    input: manyInvoices,
    output: manyAnswer,
  }),
};
