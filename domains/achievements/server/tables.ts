import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { instant, institution, record, title } from '#platform/server/records/columns.ts';
import type { nomineeRow } from '../shapes.ts';
import type { batchStates, nominationStates, RecordState, scaleStates } from '../workflow.ts';

/** What students have reached, what counts, how many points there are for it from which day on, and who was nominated. */

const living = sql`deleted_at is null`;
type One<T extends readonly string[]> = T[number];
/** Half points are given. */
const points = () => numeric({ precision: 6, scale: 1, mode: 'number' });

export const achievementTypes = pgTable(
  'achievement_types',
  {
    ...record(),
    institution_id: institution(),
    title: title(),
    description: title('description'),
    /** So many files prove it at least. */
    evidence_min: smallint().notNull().default(1),
    /** A member of staff who verifies these beside the office. */
    validator_id: integer(),
    active: boolean().notNull().default(true),
    position: smallint().notNull().default(0),
  },
  (t) => [
    index('achievement_types_position').on(t.institution_id, t.position, t.id).where(living),
    index('achievement_types_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('achievement_types_validator').on(t.validator_id).where(living),
  ],
);

/** What can be reached of a type: a first place, a certificate of level C1. The same through all tables of points. */
export const achievementGrades = pgTable(
  'achievement_grades',
  {
    ...record(),
    institution_id: institution(),
    type_id: integer()
      .notNull()
      .references(() => achievementTypes.id),
    title: title(),
    position: smallint().notNull().default(0),
  },
  (t) => [index('achievement_grades_type').on(t.type_id, t.position, t.id).where(living)],
);

/** A table of points. Of those in force the newest that began by the day of an achievement says its points. */
export const achievementScales = pgTable(
  'achievement_scales',
  {
    ...record(),
    institution_id: institution(),
    number: smallint().notNull(),
    status: text().$type<One<typeof scaleStates>>().notNull().default('DRAFT'),
    starts_on: date().notNull(),
    basis: text().notNull(),
    live_at: instant('live_at'),
  },
  (t) => [
    uniqueIndex('achievement_scales_number').on(t.institution_id, t.number),
    index('achievement_scales_day').on(t.institution_id, t.starts_on, t.number).where(living),
    index('achievement_scales_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

export const achievementPoints = pgTable(
  'achievement_points',
  {
    ...record(),
    institution_id: institution(),
    scale_id: integer()
      .notNull()
      .references(() => achievementScales.id),
    grade_id: integer()
      .notNull()
      .references(() => achievementGrades.id),
    points: points().notNull(),
  },
  (t) => [uniqueIndex('achievement_points_once').on(t.scale_id, t.grade_id)],
);

/** Records that were verified in one go. */
export const achievementBatches = pgTable(
  'achievement_batches',
  {
    ...record(),
    institution_id: institution(),
    status: text().$type<One<typeof batchStates>>().notNull().default('VERIFIED'),
    count: smallint().notNull(),
    /** Whether an Open Badge was issued with each. */
    badge: boolean().notNull().default(false),
    verified_by: integer().notNull(),
  },
  (t) => [index('achievement_batches_by').on(t.institution_id, t.verified_by, t.id).where(living)],
);

export const achievementRecords = pgTable(
  'achievement_records',
  {
    ...record(),
    institution_id: institution(),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    type_id: integer()
      .notNull()
      .references(() => achievementTypes.id),
    grade_id: integer()
      .notNull()
      .references(() => achievementGrades.id),
    status: text().$type<RecordState>().notNull().default('DRAFT'),
    title: text().notNull(),
    organizer: text().notNull().default(''),
    description: text().notNull().default(''),
    achieved_on: date().notNull(),
    link: text(),
    file_ids: integer().array().notNull().default(sql`'{}'`),
    /** The account that wrote it: its student, or somebody in the office, who then does not verify it. */
    filed_by: integer(),
    submitted_at: instant('submitted_at'),
    decided_by: integer(),
    decided_at: instant('decided_at'),
    note: text(),
    /** Frozen when it is verified, together with the table that they are of. */
    points: points(),
    scale_id: integer().references(() => achievementScales.id),
    revoked_at: instant('revoked_at'),
    badge_id: integer(),
    /** With which others it was verified, where they were many. */
    batch_id: integer().references(() => achievementBatches.id),
  },
  (t) => [
    index('achievement_records_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('achievement_records_achieved').on(t.institution_id, t.achieved_on, t.id).where(living),
    index('achievement_records_submitted').on(t.institution_id, t.submitted_at, t.id).where(living),
    index('achievement_records_points').on(t.institution_id, t.points, t.id).where(living),
    index('achievement_records_status').on(t.institution_id, t.status, t.submitted_at, t.id).where(living),
    index('achievement_records_type').on(t.type_id, t.id).where(living),
    index('achievement_records_student').on(t.student_id, t.id).where(living),
    index('achievement_records_filed').on(t.filed_by).where(living),
    index('achievement_records_batch').on(t.batch_id),
    index('achievement_records_files').using('gin', t.file_ids),
    index('achievement_records_verified')
      .on(t.institution_id, t.achieved_on, t.student_id)
      .where(sql`status = 'VERIFIED' and deleted_at is null`),
    check(
      'achievement_records_points_frozen',
      sql`(status in ('VERIFIED', 'REVOKED')) = (points is not null and scale_id is not null)`,
    ),
  ],
);

export const achievementNominations = pgTable(
  'achievement_nominations',
  {
    ...record(),
    institution_id: institution(),
    title: text().notNull(),
    academic_year_id: integer().notNull(),
    status: text().$type<One<typeof nominationStates>>().notNull().default('DRAFT'),
    starts_on: date().notNull(),
    ends_on: date().notNull(),
    /** All types where it is empty. */
    type_ids: integer().array().notNull().default(sql`'{}'`),
    department_id: integer(),
    level: text().$type<'BACHELOR' | 'MASTER'>(),
    min_points: points().notNull(),
    /** The average of all marks that whoever is nominated has at least; marks are not asked where it is absent. */
    min_average: numeric({ precision: 5, scale: 2, mode: 'number' }),
    seats: smallint().notNull(),
    frozen_at: instant('frozen_at'),
    frozen_by: integer(),
  },
  (t) => [
    index('achievement_nominations_created').on(t.institution_id, t.created_at, t.id).where(living),
    index('achievement_nominations_title').on(t.institution_id, t.title, t.id).where(living),
  ],
);

type Nominee = z.infer<typeof nomineeRow>;

/** A row of a frozen list, with what its points were made of on that day. */
export const achievementNominees = pgTable(
  'achievement_nominees',
  {
    ...record(),
    institution_id: institution(),
    nomination_id: integer()
      .notNull()
      .references(() => achievementNominations.id),
    student_id: integer()
      .notNull()
      .references(() => students.id),
    place: smallint().notNull(),
    chosen: boolean().notNull(),
    points: points().notNull(),
    /** As it stood then, so that the list reads the same for ever. */
    said: jsonb()
      .$type<Pick<Nominee, 'student' | 'group' | 'faculty' | 'parts'> & Partial<Pick<Nominee, 'marks'>>>()
      .notNull(),
  },
  (t) => [
    uniqueIndex('achievement_nominees_once').on(t.nomination_id, t.student_id),
    index('achievement_nominees_student').on(t.student_id),
  ],
);
