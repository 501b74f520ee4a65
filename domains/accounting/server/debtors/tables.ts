import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import { createdAt, id, institution, record } from '#platform/server/records/columns.ts';
import type { reminderChannels } from '../../contract/debtors.ts';

/** What students promised to pay, and of what they were reminded. */

type Channel = (typeof reminderChannels)[number];
const tiyin = () => bigint({ mode: 'number' });

/** Whether it was kept follows from the payments, see `edulab_promises`. */
export const paymentPromises = pgTable(
  'payment_promises',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    amount: tiyin().notNull(),
    made_on: date().notNull(),
    due_on: date().notNull(),
    note: text(),
    made_by: integer().notNull(),
    /** The day on which they were told that it was not kept. */
    reminded_on: date(),
  },
  (t) => [
    index('payment_promises_student').on(t.student_id, t.id).where(sql`deleted_at is null`),
    check('payment_promises_amount', sql`amount > 0 and due_on >= made_on`),
  ],
);

export const reminderSettings = pgTable(
  'reminder_settings',
  {
    ...record(),
    institution_id: institution(),
    active: boolean().notNull().default(false),
    days: smallint().array().notNull(),
    channels: text().array().$type<Channel[]>().notNull(),
    least: tiyin().notNull(),
    /** Between which hours of the institution an SMS may ring. */
    from_hour: smallint().notNull().default(9),
    until_hour: smallint().notNull().default(20),
  },
  (t) => [uniqueIndex('reminder_settings_one').on(t.institution_id)],
);

/** Of which debit, due on which day, somebody was reminded, for which of the days: never twice. Put off, it is due anew. */
export const paymentReminders = pgTable(
  'payment_reminders',
  {
    id: id(),
    institution_id: institution(),
    created_at: createdAt(),
    student_id: integer().notNull(),
    debit_id: integer().notNull(),
    due_on: date().notNull(),
    days: smallint().notNull(),
    sent_on: date().notNull(),
    channels: text().array().$type<Channel[]>().notNull(),
  },
  (t) => [
    uniqueIndex('payment_reminders_once').on(t.debit_id, t.due_on, t.days),
    index('payment_reminders_student').on(t.student_id, t.sent_on),
  ],
);
