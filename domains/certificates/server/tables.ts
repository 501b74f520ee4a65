import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#platform/contract/index.ts';
import { instant, institution, record, title } from '#platform/server/records/columns.ts';
import type { CertificateEvent, Element, Page, RowValues } from '../shapes.ts';
import type { IssueState, TemplateState } from '../workflow.ts';

/** Versions of templates, what was issued together, and which paper came of which row. */

const living = sql`deleted_at is null`;

/** A version of a template with all that stands on it: a trigger keeps what was live as it was, whoever writes. */
export const certificateTemplates = pgTable(
  'certificate_templates',
  {
    ...record(),
    institution_id: institution(),
    /** The same of all versions. */
    family: uuid().notNull().defaultRandom(),
    revision: smallint().notNull().default(1),
    status: text().$type<TemplateState>().notNull().default('DRAFT'),
    title: title(),
    /** In which it can be issued. */
    languages: text().array().$type<Locale[]>().notNull().default(sql`'{uz,ru,en}'`),
    page: jsonb().$type<Page>().notNull().default({ size: 'A4', landscape: true }),
    elements: jsonb().$type<Element[]>().notNull().default([]),
    live_at: instant('live_at'),
    archived_at: instant('archived_at'),
  },
  (t) => [
    uniqueIndex('certificate_templates_revision').on(t.family, t.revision).where(living),
    uniqueIndex('certificate_templates_live').on(t.family).where(sql`status = 'LIVE' and deleted_at is null`),
    uniqueIndex('certificate_templates_draft').on(t.family).where(sql`status = 'DRAFT' and deleted_at is null`),
    index('certificate_templates_sort').on(t.institution_id, t.id).where(living),
    index('certificate_templates_status').on(t.institution_id, t.status, t.id).where(living),
  ],
);

/** Certificates that were issued together. */
export const certificateIssues = pgTable(
  'certificate_issues',
  {
    ...record(),
    institution_id: institution(),
    template_id: integer()
      .notNull()
      .references(() => certificateTemplates.id),
    language: text().$type<Locale>().notNull(),
    event: jsonb().$type<CertificateEvent>().notNull().default({}),
    count: integer().notNull(),
    status: text().$type<IssueState>().notNull().default('ISSUED'),
    reason: text(),
    issued_by: integer(),
  },
  (t) => [
    index('certificate_issues_sort').on(t.institution_id, t.id).where(living),
    index('certificate_issues_status').on(t.institution_id, t.status, t.id).where(living),
    index('certificate_issues_template').on(t.template_id, t.id),
  ],
);

/** A certificate, by its document: with which version it was made and of what. Never changed. */
export const certificates = pgTable(
  'certificates',
  {
    document_id: integer().primaryKey(),
    institution_id: institution(),
    issue_id: integer()
      .notNull()
      .references(() => certificateIssues.id),
    template_id: integer()
      .notNull()
      .references(() => certificateTemplates.id),
    student_id: integer(),
    name: text().notNull(),
    said: jsonb().$type<RowValues>().notNull().default({}),
  },
  (t) => [
    index('certificates_issue').on(t.issue_id, t.document_id),
    index('certificates_template').on(t.template_id),
    index('certificates_student').on(t.student_id, t.template_id),
  ],
);
