import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { institution, record } from '#platform/server/records/columns.ts';
import type { Currency } from '../../currencies.ts';

/** What a currency was worth on a day. A contract keeps a copy of the one by which it was fixed. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    ...record(),
    institution_id: institution(),
    currency: text().$type<Currency>().notNull(),
    day: date().notNull(),
    /** Soʻm for `per` units, as decimal text: it is never counted with as a fraction. */
    rate: text().notNull(),
    per: smallint().notNull().default(1),
    source: text().notNull(),
    entered_by: integer(),
  },
  (t) => [
    uniqueIndex('exchange_rates_day').on(t.institution_id, t.currency, t.day).where(sql`deleted_at is null`),
    check('exchange_rates_rate', sql`per > 0 and rate ~ '^[0-9]{1,9}([.][0-9]{1,4})?$' and rate::numeric > 0`),
  ],
);
