import { z } from 'zod';
import { allQuery, call, crud, option } from '#platform/contract/index.ts';
import * as shapes from '../shapes.ts';

/** Calls about who sees to the room of an exam, and the minutes of it. */

export const invigilationCalls = {
  invigilation: {
    ...crud({
      base: '/offence/invigilation/',
      noun: 'invigilation',
      read: { permission: 'invigilation.read' },
      write: { permission: 'invigilation.manage' },
      record: shapes.invigilationRecord,
      save: shapes.invigilationSave,
      errors: ['UNKNOWN_REFERENCE', 'MINUTES_LOCKED'],
      deleteErrors: ['MINUTES_LOCKED'],
    }),
    people: call({
      method: 'GET',
      path: '/offence/invigilation/people',
      summary: 'Who can see to a room: whoever works here and can write its minutes',
      access: { permission: 'invigilation.manage' },
      input: allQuery,
      output: z.array(option),
    }),
  },
  minutes: crud({
    base: '/offence/invigilation_minutes/',
    noun: 'minutes of an invigilation',
    nouns: 'minutes of invigilations',
    read: { permission: 'invigilation.read' },
    write: { permission: 'invigilation.record' },
    record: shapes.minutesRecord,
    save: shapes.minutesSave,
    filters: shapes.minutesFilters,
    errors: ['MINUTES_LOCKED', 'NOT_YOUR_EXAM', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED', 'UNKNOWN_REFERENCE'],
    deleteErrors: ['MINUTES_LOCKED', 'NOT_YOUR_EXAM'],
  }),
};
