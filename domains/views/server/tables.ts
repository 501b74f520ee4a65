import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { institution, record } from '#platform/server/records/columns.ts';

const living = sql`deleted_at is null`;

export const listViews = pgTable(
  'list_views',
  {
    ...record(),
    institution_id: institution(),
    owner_id: integer().notNull(),
    /** The list as its page calls it. */
    list: text().notNull(),
    /** Address of the call behind it, by which is decided who may see it when it is shared. */
    call: text().notNull(),
    name: text().notNull(),
    query: jsonb().$type<Record<string, string>>().notNull(),
    columns: text().array().notNull().default(sql`'{}'`),
    shared: boolean().notNull().default(false),
  },
  (t) => [
    index('list_views_owner').on(t.owner_id, t.list, t.name, t.id).where(living),
    index('list_views_shared').on(t.institution_id, t.list, t.name, t.id).where(sql`deleted_at is null and shared`),
    index('list_views_name').on(t.institution_id, t.name, t.id).where(living),
  ],
);
