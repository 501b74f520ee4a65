import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { modules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { institution, record } from '#platform/server/records/columns.ts';
import type { FileType, itemAudiences, itemLanguages, itemTypes, linkKinds } from '../shapes.ts';

/** What can be read: the library's records, papers of modules and policies, papers about students, links to others. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];

export const libraryItems = pgTable(
  'library_items',
  {
    ...record(),
    institution_id: institution(),
    type: text().$type<One<typeof itemTypes>>().notNull(),
    /** In the language of the work. */
    title: text().notNull(),
    authors: text().array().notNull().default(sql`'{}'`),
    year: smallint(),
    publisher: text(),
    /** Digits alone, so that it is found however it is typed. */
    isbn: text(),
    language: text().$type<One<typeof itemLanguages>>().notNull(),
    pages: integer(),
    subjects: text().array().notNull().default(sql`'{}'`),
    description: text(),
    cover_file_id: integer(),
    file_id: integer(),
    link: text(),
    audience: text().$type<One<typeof itemAudiences>>().notNull().default('EVERYBODY'),
    /** Whose students may read it, where the audience is COURSES. */
    course_ids: integer().array().notNull().default(sql`'{}'`),
    /** Out; records that are not are seen by librarians alone. */
    active: boolean().notNull().default(true),
  },
  (t) => [
    index('library_items_title').on(t.institution_id, t.title, t.id).where(living),
    index('library_items_year').on(t.institution_id, t.year, t.id).where(living),
    index('library_items_created').on(t.institution_id, t.created_at, t.id).where(living),
    check('library_items_readable', sql`file_id is not null or link is not null`),
  ],
);

export const moduleFiles = pgTable(
  'module_files',
  {
    ...record(),
    institution_id: institution(),
    type: smallint().$type<FileType>().notNull(),
    title: text().notNull(),
    description: text(),
    module_id: integer().references(() => modules.id),
    academic_year_id: integer(),
    /** From when a policy holds. */
    effective_on: date(),
    file_id: integer(),
    link: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    index('module_files_title').on(t.institution_id, t.type, t.title, t.id).where(living),
    index('module_files_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('module_files_module').on(t.module_id, t.id).where(living),
    check('module_files_readable', sql`file_id is not null or link is not null`),
  ],
);

export const studentFiles = pgTable(
  'student_files',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    title: text().notNull(),
    note: text(),
    file_id: integer().notNull(),
    shared: boolean().notNull().default(false),
  },
  (t) => [
    index('student_files_title').on(t.institution_id, t.title, t.id).where(living),
    index('student_files_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('student_files_student').on(t.student_id, t.id).where(living),
  ],
);

export const openLinks = pgTable(
  'open_links',
  {
    ...record(),
    institution_id: institution(),
    kind: text().$type<One<typeof linkKinds>>().notNull().default('OPEN_SOURCE'),
    title: text().notNull(),
    link: text().notNull(),
    category: text(),
    description: text(),
    position: smallint().notNull().default(0),
  },
  (t) => [
    index('open_links_position').on(t.institution_id, t.position, t.id).where(living),
    index('open_links_title').on(t.institution_id, t.title, t.id).where(living),
  ],
);
