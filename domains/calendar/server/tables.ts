import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { courses } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { instant, institution, record } from '#platform/server/records/columns.ts';
import type { Audience, EventType } from '../shapes.ts';

const living = sql`deleted_at is null`;

/** What people enter into the calendar. Whole days run from midnight to midnight in the university's zone. */
export const calendarEvents = pgTable(
  'calendar_events',
  {
    ...record(),
    institution_id: institution(),
    type: text().$type<EventType>().notNull(),
    title: text().notNull(),
    description: text(),
    place: text(),
    link: text(),
    all_day: boolean().notNull(),
    starts_at: instant('starts_at').notNull(),
    /** The first instant after it. */
    ends_at: instant('ends_at').notNull(),
    audience: text().$type<Audience>().notNull(),
    roles: text().array().notNull().default(sql`'{}'`),
    course_id: integer().references(() => courses.id),
    group_id: integer().references(() => groups.id),
    account_id: integer(),
    created_by: integer().notNull(),
  },
  (t) => [
    index('calendar_events_starts').on(t.institution_id, t.starts_at, t.id).where(living),
    // Holidays are asked for wherever days are counted, among however many other events.
    index('calendar_events_holidays')
      .on(t.institution_id, t.starts_at)
      .where(sql`type = 'HOLIDAY' and audience = 'EVERYBODY' and deleted_at is null`),
    // What is for one person is found among theirs, not among everybody's.
    index('calendar_events_person').on(t.account_id, t.starts_at).where(living),
    check('calendar_events_order', sql`ends_at > starts_at and ends_at <= starts_at + interval '367 days'`),
  ],
);

/** Secret links by which phones and other programs read a person's calendar. Only the hash is kept. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    ...record(),
    institution_id: institution(),
    account_id: integer().notNull(),
    secret_hash: text().notNull(),
  },
  (t) => [
    uniqueIndex('calendar_feeds_one').on(t.account_id, t.institution_id).where(living),
    uniqueIndex('calendar_feeds_secret').on(t.secret_hash),
  ],
);
