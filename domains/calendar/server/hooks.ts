import type { SQL } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';

/**
 * What other parts of the university tell the calendar: classes, deadlines, exams of the caller. They are asked within
 * the one query of a month, so a part gives SQL and not rows.
 *
 * The SQL selects, in this order: `key text` (once among its own, such as the id), `type text` (a type that calendars
 * show), `title text`, `description text`, `place text`, `path text` (the page in this application), `all_day boolean`,
 * `starts_at timestamptz`, `ends_at timestamptz` (the first instant after it), `sequence int` (grows with every change),
 * `cancelled boolean` (shown struck out in other programs, and not at all on our pages), `module text` (the code of the
 * module that it belongs to, which gives it its colour). It selects what overlaps `from` to `to`,
 * which are instants as ISO text, by an index, and nothing that the caller may not see. `undefined`: nothing for them.
 */
export interface CalendarPart {
  name: string;
  events(call: Call, from: string, to: string): SQL | undefined;
}

export const calendarPart: Hook<CalendarPart> = defineHook(
  'calendar.part',
  'Events of the caller that follow from what stands elsewhere.',
);
