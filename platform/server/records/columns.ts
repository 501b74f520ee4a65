import { sql } from 'drizzle-orm';
import { customType, integer, jsonb, text } from 'drizzle-orm/pg-core';
import type { Title } from '#platform/contract/index.ts';

/** Columns that tables share. What a column is called decides how the database guards it: see guards.sql. */

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** Every table with this column is closed to other institutions by row-level security. */
export const institution = () => integer('institution_id').notNull().default(sql`edulab_institution()`);

/** Counted up by a trigger on every change; saves must name the version they read. */
export const version = () => integer('version').notNull().default(1);

/** An instant, as ISO 8601 text in UTC on our side, so that no screen or file depends on the server's zone. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});
export const createdAt = () => instant('created_at').notNull().default(sql`edulab_now()`);
export const updatedAt = () => instant('updated_at').notNull().default(sql`edulab_now()`);
/** Deletion is soft: rows with this set are gone for lists and selectors and can be restored. */
export const deletedAt = () => instant('deleted_at');

/** What every record that people change has. `audited` tables keep old and new values of each change. */
export const record = () => ({
  id: id(),
  version: version(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  deleted_at: deletedAt(),
});

export const title = (name = 'title') => jsonb(name).$type<Title>().notNull();

/** What people are found by in this row, filled by the database: the key of this expression over the row's columns, see `keyHolds`. */
export const searchKeyOf = (of: string) => text().generatedAlwaysAs(sql.raw(`edulab_search_key(${of})`));
