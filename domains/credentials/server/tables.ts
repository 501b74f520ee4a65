import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Locale } from '#platform/contract/index.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { DocumentKind, DocumentState } from '../shapes.ts';

/** What was handed out. `body` is the text that was signed, byte for byte; the other columns repeat parts of it for lists. */
export const issuedDocuments = pgTable(
  'issued_documents',
  {
    ...record(),
    institution_id: institution(),
    kind: text().$type<DocumentKind>().notNull(),
    number: text().notNull(),
    /** 12 characters, random, without hyphens. */
    check_code: text().notNull(),
    language: text().$type<Locale>().notNull(),
    title: text().notNull(),
    student_id: integer(),
    /** Whose it is, where they have an account. */
    account_id: integer(),
    subject_name: text().notNull(),
    issued_at: instant('issued_at').notNull(),
    issued_by: integer(),
    body: text().notNull(),
    key_id: text().notNull(),
    signature: text().notNull(),
    file_id: integer().notNull(),
    status: text().$type<DocumentState>().notNull().default('VALID'),
    status_at: instant('status_at'),
    status_reason: text(),
    superseded_by: integer(),
  },
  (t) => [
    uniqueIndex('issued_documents_code').on(t.check_code),
    uniqueIndex('issued_documents_number').on(t.institution_id, t.number),
    index('issued_documents_issued').on(t.institution_id, t.issued_at, t.id),
    index('issued_documents_subject').on(t.institution_id, t.subject_name, t.id),
    index('issued_documents_student').on(t.student_id, t.kind),
    index('issued_documents_account').on(t.account_id, t.issued_at),
    index('issued_documents_search').using('gin', t.subject_name.op('gin_trgm_ops'), t.number.op('gin_trgm_ops')),
  ],
);

/** The last number given out, by kind and year; numbers have no gaps. */
export const documentNumbers = pgTable(
  'document_numbers',
  {
    institution_id: institution(),
    kind: text().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.institution_id, t.kind, t.year] })],
);
