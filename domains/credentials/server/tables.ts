import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Locale } from '#platform/contract/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import {
  createdAt,
  id,
  instant,
  institution,
  record,
  searchKeyOf,
  title,
  version,
} from '#platform/server/records/columns.ts';
import type { DocumentKind, DocumentState, PaperDraft, Provisional } from '../shapes.ts';
import type { BlankKind, blankStates } from '../shapes-blanks.ts';

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
    search_key: searchKeyOf('subject_name'),
    issued_at: instant('issued_at').notNull(),
    issued_by: integer(),
    body: text().notNull(),
    key_id: text().notNull(),
    signature: text().notNull(),
    /** 0 until the paper is drawn and signed; `body` and the signature are empty until then. */
    file_id: integer().notNull(),
    status: text().$type<DocumentState>().notNull().default('VALID'),
    status_at: instant('status_at'),
    /** A code of `documentReasons`, or what the office wrote. */
    status_reason: text(),
    /** What it waits for; the one that follows takes its place. */
    provisional: text().$type<Provisional>(),
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

/** What a paper will say that is drawn once the decision that wrote it is committed; gone as soon as it is. */
export const documentDrafts = pgTable(
  'document_drafts',
  {
    document_id: integer().primaryKey(),
    institution_id: institution(),
    draft: jsonb().$type<PaperDraft>().notNull(),
    attempts: integer().notNull().default(0),
    next_at: instant('next_at').notNull(),
  },
  (t) => [index('document_drafts_next').on(t.next_at)],
);

/** A document as a credential for machines, and its place in the lists that say which hold no more. Never changed. */
export const documentTwins = pgTable(
  'document_twins',
  {
    document_id: integer().primaryKey(),
    institution_id: institution(),
    list: integer().notNull(),
    position: integer().notNull(),
    /** As it was signed, byte for byte. */
    credential: text().notNull(),
  },
  (t) => [uniqueIndex('document_twins_place').on(t.institution_id, t.list, t.position)],
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

/** Numbered blanks of the state, as they came to the office. */
export const blankSeries = pgTable(
  'blank_series',
  {
    ...record(),
    institution_id: institution(),
    kind: text().$type<BlankKind>().notNull(),
    /** None: for every level. */
    level: text().$type<StudyLevel>(),
    series: text().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    /** Of the number as it is printed, with zeros before it. */
    digits: smallint().notNull().default(7),
  },
  (t) => [
    index('blank_series_sort').on(t.institution_id, t.series, t.first, t.id).where(sql`deleted_at is null`),
    index('blank_series_kind').on(t.institution_id, t.kind, t.id).where(sql`deleted_at is null`),
  ],
);

/** What became of a blank: a document stands on it, or it was spoilt. Others lie in the safe. */
export const blanks = pgTable(
  'blanks',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    series_id: integer()
      .notNull()
      .references(() => blankSeries.id),
    number: integer().notNull(),
    state: text().$type<(typeof blankStates)[number]>().notNull(),
    document_id: integer(),
    reason: text(),
    account_id: integer().notNull(),
  },
  (t) => [uniqueIndex('blanks_one').on(t.series_id, t.number), index('blanks_document').on(t.document_id)],
);

/** The words that an institution has for a letter, in place of the usual ones. */
export const letterTemplates = pgTable(
  'letter_templates',
  {
    ...record(),
    institution_id: institution(),
    /** As the domain that sends it calls it. */
    kind: text().notNull(),
    title: title(),
    text: title('text'),
  },
  (t) => [
    uniqueIndex('letter_templates_one').on(t.institution_id, t.kind).where(sql`deleted_at is null`),
    index('letter_templates_sort').on(t.institution_id, t.kind, t.id).where(sql`deleted_at is null`),
  ],
);
