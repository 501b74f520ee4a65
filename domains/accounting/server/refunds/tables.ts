import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import { instant, institution, record, searchKeyOf } from '#platform/server/records/columns.ts';
import type { RefundState } from '../../workflow.ts';
import { contracts } from '../tables.ts';

/** Requests to give money back: who asked, who paid by which order. What left is in the payments that name them. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    ...record(),
    institution_id: institution(),
    contract_id: integer().references(() => contracts.id),
    student_id: integer().references(() => students.id),
    payer: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    reason: text().notNull(),
    pay_to: text(),
    status: text().$type<RefundState>().notNull().default('ASKED'),
    asked_by: integer().notNull(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
    order_number: text(),
    order_on: date(),
    note: text(),
    search: text().notNull(),
    search_key: searchKeyOf("payer || ' ' || search"),
  },
  (t) => [
    uniqueIndex('refund_requests_open').on(t.contract_id).where(sql`status = 'ASKED' and contract_id is not null`),
    uniqueIndex('refund_requests_open_besides').on(t.student_id).where(sql`status = 'ASKED' and contract_id is null`),
    index('refund_requests_created').on(t.institution_id, t.created_at, t.id),
    index('refund_requests_amount').on(t.institution_id, t.amount, t.id),
    index('refund_requests_status').on(t.institution_id, t.status, t.id),
    index('refund_requests_contract').on(t.contract_id),
    index('refund_requests_student').on(t.student_id),
    index('refund_requests_asked').on(t.asked_by),
    index('refund_requests_search').using('gin', t.search.op('gin_trgm_ops')),
    // Whoever asked does not pay, whoever writes it.
    check('refund_requests_two', sql`status <> 'PAID' or decided_by is not null and decided_by <> asked_by`),
    check('refund_requests_owner', sql`contract_id is not null or student_id is not null`),
    check('refund_requests_amount_positive', sql`amount > 0`),
  ],
);
