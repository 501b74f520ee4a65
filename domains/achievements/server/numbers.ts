import { type SQL, sql } from 'drizzle-orm';
import type { achievementRecords } from './tables.ts';

/** What a record is called by people. */

export type RecordRow = typeof achievementRecords.$inferSelect;

export const numberSql = (id: SQL): SQL => sql`'AR-' || lpad(${id}::text, 6, '0')`;
export const numberOf = (id: number): string => `AR-${String(id).padStart(6, '0')}`;
