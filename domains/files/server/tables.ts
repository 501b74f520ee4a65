import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { files } from '#platform/server/database/tables.ts';
import { createdAt, id, instant, institution } from '#platform/server/records/columns.ts';

/** What files say, and contents that are to be gone for good. The files themselves stand in `files`, which is the platform's. */

/** WAITING to be read; READ; EMPTY where it holds no text, as a scan; FAILED where it could not be read, or not within bounds. */
export type TextState = 'WAITING' | 'READ' | 'EMPTY' | 'FAILED';

export const fileTexts = pgTable(
  'file_texts',
  {
    file_id: integer()
      .primaryKey()
      .references(() => files.id),
    institution_id: institution(),
    state: text().$type<TextState>().notNull().default('WAITING'),
    /** Its words as search keys, each once: enough to find it by, and nothing that reads like the file. */
    words: text().notNull().default(''),
    /** Something behind the bounds was not read. */
    cut: boolean().notNull().default(false),
    attempts: smallint().notNull().default(0),
    next_at: instant('next_at').notNull().default(sql`edulab_now()`),
  },
  (t) => [
    index('file_texts_waiting').on(t.next_at).where(sql`state = 'WAITING'`),
    index('file_texts_words').using('gin', t.words.op('gin_trgm_ops')).where(sql`state = 'READ'`),
  ],
);

/** Contents that an act destroyed: gone from the disk as soon as no other file has them. */
export const destroyedContents = pgTable(
  'destroyed_contents',
  {
    id: id(),
    created_at: createdAt(),
    institution_id: institution(),
    hash: text().notNull(),
    done_at: instant('done_at'),
    /** Another file had the same content and keeps it. */
    kept: boolean().notNull().default(false),
  },
  (t) => [index('destroyed_contents_waiting').on(t.id).where(sql`done_at is null`)],
);
