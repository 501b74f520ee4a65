import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DestroyedFile } from '#domains/files/server/index.ts';
import { signatures } from '#domains/signatures/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { AgreementState, DestructionState } from '../../workflow.ts';
import { letters } from '../tables.ts';

const living = sql`deleted_at is null`;

/** Acts by which letters are destroyed. */
export const destructions = pgTable(
  'letter_destructions',
  {
    ...record(),
    institution_id: institution(),
    /** Given as the commission is asked. */
    serial: integer(),
    year: smallint(),
    number: text(),
    basis: text().notNull(),
    status: text().$type<DestructionState>().notNull().default('DRAFT'),
    author_id: integer().notNull(),
    signer_id: integer()
      .notNull()
      .references(() => staff.id),
    drawn_on: date(),
    /** The act as a paper, as it was agreed. */
    file_id: integer(),
    signed_by: integer(),
    signed_at: instant('signed_at'),
    signature_id: integer().references(() => signatures.id),
    done_on: date(),
  },
  (t) => [
    uniqueIndex('letter_destructions_number').on(t.institution_id, t.year, t.serial).where(sql`serial is not null`),
    index('letter_destructions_created').on(t.institution_id, t.created_at, t.id).where(living),
  ],
);

/** The commission of an act, and what each says. */
export const destructionMembers = pgTable(
  'letter_destruction_members',
  {
    ...record(),
    institution_id: institution(),
    act_id: integer()
      .notNull()
      .references(() => destructions.id),
    staff_id: integer()
      .notNull()
      .references(() => staff.id),
    position: smallint().notNull(),
    status: text().$type<AgreementState>().notNull().default('PENDING'),
    remark: text(),
    decided_by: integer(),
    decided_at: instant('decided_at'),
  },
  (t) => [
    index('letter_destruction_members_act').on(t.act_id, t.position).where(living),
    index('letter_destruction_members_staff').on(t.staff_id).where(living),
  ],
);

/** What a file of a letter was; `kept_by` names the tables of what else has it, for which it was not destroyed. */
export type LetterFile = DestroyedFile & { kept_by?: string[] };

/** Letters of an act; once it is signed, with what their files were. */
export const destructionItems = pgTable(
  'letter_destruction_items',
  {
    ...record(),
    institution_id: institution(),
    act_id: integer()
      .notNull()
      .references(() => destructions.id),
    letter_id: integer()
      .notNull()
      .references(() => letters.id),
    files: jsonb().$type<LetterFile[]>(),
  },
  (t) => [
    // A letter stands in one act at a time.
    uniqueIndex('letter_destruction_items_once').on(t.letter_id).where(living),
    index('letter_destruction_items_act').on(t.act_id, t.letter_id).where(living),
  ],
);
