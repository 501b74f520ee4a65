import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { institution, record } from '#platform/server/records/columns.ts';
import type { VatKind } from '../../contract/vat.ts';

/** What is charged from now on has this tax in it; guards.sql writes it into each contract and debit as it comes. */
export const vatRates = pgTable(
  'vat_rates',
  {
    ...record(),
    institution_id: institution(),
    of: text().$type<VatKind>().notNull(),
    percent: smallint().notNull(),
    on_top: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('vat_rates_one').on(t.institution_id, t.of),
    check('vat_rates_percent', sql`percent between 0 and 99 and (of in ('TUITION', 'COURSE') or not on_top)`),
  ],
);
