import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { courses } from '#domains/curriculum/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Title } from '#platform/contract/index.ts';
import { createdAt, id, instant, institution, record, title, version } from '#platform/server/records/columns.ts';
import type { clearanceFaults } from '../../shapes-clearance.ts';
import type { boardRoles } from '../../shapes-release.ts';
import type { AwardDecision, AwardState } from '../../workflow-award.ts';

/** Boards that award degrees: who sits on them, whom they decide about, and what they decided. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];

export interface ClassRef {
  id: number;
  code: string;
  title: Title;
  honours: boolean;
}
/** What a board sees of a candidate. `near`: the next class, where the average lies in its borderline band. */
export interface Facts {
  average: number | null;
  earned: number;
  required: number | null;
  lowest: number | null;
  retook: boolean;
  class: ClassRef | null;
  near: ClassRef | null;
  faults: { code: string; data?: Record<string, unknown> }[];
}

export const awardBoards = pgTable(
  'award_boards',
  {
    ...record(),
    institution_id: institution(),
    course_id: integer()
      .notNull()
      .references(() => courses.id),
    academic_year_id: integer().notNull(),
    held_on: date(),
    quorum: smallint().notNull(),
    status: text().$type<AwardState>().notNull().default('DRAFT'),
    note: text(),
    prepared_by: integer().notNull(),
    decided_by: integer(),
    confirmed_by: integer(),
    confirmed_at: instant('confirmed_at'),
    /** The minutes as they were issued. */
    document_id: integer(),
  },
  (t) => [
    index('award_boards_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('award_boards_held').on(t.institution_id, t.held_on, t.id).where(living),
    index('award_boards_course').on(t.course_id, t.academic_year_id).where(living),
  ],
);

export const awardMembers = pgTable(
  'award_members',
  {
    id: id(),
    version: version(),
    institution_id: institution(),
    board_id: integer()
      .notNull()
      .references(() => awardBoards.id),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    role: text().$type<One<typeof boardRoles>>().notNull(),
    present: boolean().notNull().default(true),
    signed_at: instant('signed_at'),
  },
  (t) => [uniqueIndex('award_members_one').on(t.board_id, t.staff_id), index('award_members_staff').on(t.staff_id)],
);

export const awardCandidates = pgTable(
  'award_candidates',
  {
    id: id(),
    version: version(),
    institution_id: institution(),
    board_id: integer()
      .notNull()
      .references(() => awardBoards.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    /** As the board saw them when it had decided; until then they are counted each time. */
    facts: jsonb().$type<Facts>(),
    decision: text().$type<AwardDecision>(),
    /** What the degree is called; none where the rules know no classes. */
    awarded: jsonb().$type<Omit<ClassRef, 'id'>>(),
    reason: text(),
  },
  (t) => [
    uniqueIndex('award_candidates_one').on(t.board_id, t.student_id),
    index('award_candidates_student').on(t.student_id),
  ],
);

/** Whose word is needed, as the institution says. One of `fault` and `role`: the system knows, or somebody signs. */
export const clearanceOffices = pgTable(
  'clearance_offices',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    position: smallint().notNull().default(1),
    fault: text().$type<(typeof clearanceFaults)[number]>(),
    /** Name of the role whose holders sign. */
    role: text(),
  },
  (t) => [index('clearance_offices_sort').on(t.institution_id, t.position, t.id).where(sql`deleted_at is null`)],
);

/** What offices said; the newest of an office about a student holds, the others are its history. */
export const clearanceWords = pgTable(
  'clearance_words',
  {
    id: id(),
    version: version(),
    created_at: createdAt(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    office_id: integer()
      .notNull()
      .references(() => clearanceOffices.id),
    clear: boolean().notNull(),
    note: text(),
    account_id: integer().notNull(),
  },
  (t) => [index('clearance_words_student').on(t.student_id, t.office_id, t.id)],
);
