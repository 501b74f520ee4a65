import { z } from 'zod';
import {
  type Access,
  byId,
  call,
  defineErrors,
  listOf,
  nothing,
  recordBase,
  saveShape,
} from '#platform/contract/index.ts';
import { eventQuery, eventRecord, eventRow, eventSave, feedState, studentQuery, typeOption } from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  TYPE_NOT_OFFERED: 422,
  AUDIENCE_NOT_YOURS: 403,
  TIME_REQUIRED: 422,
  GROUP_REQUIRED: 422,
  EVENT_TOO_LONG: 422,
  SPAN_TOO_LONG: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    calendar: typeof errors;
  }
}

const read: Access = { permission: 'calendar.read' };
const write: Access = {
  permission: ['calendar.all_types', 'calendar.academic_types', 'calendar.week_types', 'calendar.general_types'],
};
const event = z.object({ ...recordBase, ...eventRecord });

export const contract = {
  event: {
    list: call({
      method: 'GET',
      path: '/calendar/event',
      summary: 'Events of a span of days that the caller sees, with what other parts of the system tell of',
      access: read,
      input: z.object(eventQuery),
      output: listOf(eventRow),
      errors: ['DATES_REVERSED', 'SPAN_TOO_LONG'],
    }),
    types: call({
      method: 'GET',
      path: '/calendar/event/all',
      aliases: ['/calendar/event-types'],
      summary: 'Types of events that the caller may enter, by kind',
      access: read,
      output: z.array(typeOption),
    }),
    student: call({
      method: 'GET',
      path: '/calendar/event/student',
      summary: 'Events of a span of days that a student sees; that students see at all where none is named',
      access: read,
      input: z.object(studentQuery),
      output: listOf(eventRow),
      errors: ['DATES_REVERSED', 'SPAN_TOO_LONG'],
    }),
    get: call({
      method: 'GET',
      path: '/calendar/event/{id}',
      summary: 'One event',
      access: read,
      input: byId,
      output: event,
    }),
    save: call({
      method: 'POST',
      path: '/calendar/event',
      summary: 'Enter or change an event',
      access: write,
      input: saveShape(eventSave),
      output: event,
      errors: [
        'STALE',
        'TYPE_NOT_OFFERED',
        'AUDIENCE_NOT_YOURS',
        'TIME_REQUIRED',
        'GROUP_REQUIRED',
        'EVENT_TOO_LONG',
        'DATES_REVERSED',
        'UNKNOWN_REFERENCE',
      ],
    }),
    remove: call({
      method: 'DELETE',
      path: '/calendar/event/{id}',
      summary: 'Delete an event',
      access: write,
      input: byId,
      output: nothing,
      errors: ['AUDIENCE_NOT_YOURS'],
    }),
  },
  feed: {
    state: call({
      method: 'GET',
      path: '/calendar/feed',
      summary: 'Whether the caller has a link by which other calendars read theirs',
      access: read,
      output: feedState,
    }),
    renew: call({
      method: 'POST',
      path: '/calendar/feed',
      summary: 'Make a new secret link to the caller’s calendar; the one before stops working',
      access: { self: 'a link to one’s own calendar, which opens nothing else' },
      output: z.object({ path: z.string().describe('from the root of the server; told once') }),
    }),
    remove: call({
      method: 'DELETE',
      path: '/calendar/feed',
      summary: 'Make the link stop working',
      access: { self: 'one’s own link' },
      output: nothing,
    }),
    read: call({
      method: 'GET',
      path: '/calendar/feed/{name}',
      summary: 'A calendar as iCalendar (RFC 5545) by its secret link: three months back, a year ahead',
      access: {
        public: 'calendars of phones cannot sign in; the long secret in the link stands for the person who made it',
      },
      input: z.object({ name: z.string().max(100) }),
      output: z.unknown(),
    }),
  },
};
