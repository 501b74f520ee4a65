import { sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { personPart } from '#domains/identity/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { eventKinds, eventTypes } from '../shapes.ts';
import { calendarPart } from './hooks.ts';
import { router } from './router.ts';
import { choices, semesterDays } from './standard.ts';
import { calendarEvents } from './tables.ts';

export { holidaysBetween } from './holidays.ts';
export { type CalendarPart, calendarPart } from './hooks.ts';

/** What is over needs nothing any more. */
const toCome = sql`${calendarEvents.ends_at} > edulab_now()`;

export default defineServerDomain({
  name: 'calendar',
  contract,
  router,
  permissions,
  errors,
  lists: {
    calendar_event_type: { codes: eventTypes, words: 'calendar.type' },
    calendar_kind: { codes: eventKinds, words: 'calendar.kind' },
  },
  uses: [
    { of: courses, by: calendarEvents.course_id, where: toCome },
    { of: groups, by: calendarEvents.group_id, where: toCome },
  ],
  constraints: { calendar_events_order: 'DATES_REVERSED' },
  history: { calendar_events: { permission: 'calendar.all_types' } },
  follows: [
    on(calendarPart, semesterDays),
    on(calendarPart, choices),
    on(personPart, { name: 'calendar', owns: [calendarEvents.account_id] }),
  ],
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
});
