import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PaperKind } from '../../shapes-papers.ts';

interface PaperColumns {
  source: PaperKind;
  id: SQL | PgColumn;
  at: SQL | PgColumn;
  title?: SQL | PgColumn;
  number?: SQL | PgColumn;
  status?: SQL | PgColumn;
  /** A file whose link whoever sees the row is given. */
  file_id?: SQL | PgColumn;
  /** The document that was issued. */
  document_id?: SQL | PgColumn;
}
/** The columns in the one order and of the one type that all sources share. */
export const paperColumns = (one: PaperColumns): SQL =>
  sql`${one.source}::text as source, ${one.id}::int as id, ${one.at}::timestamptz as at, ${one.title ?? sql`null`}::text as title,
      ${one.number ?? sql`null`}::text as number, ${one.status ?? sql`null`}::text as status, ${one.file_id ?? sql`null`}::int as file_id,
      ${one.document_id ?? sql`null`}::int as document_id`;
