import { z } from 'zod';
import {
  call,
  date,
  id,
  listOf,
  listQuery,
  manyOf,
  money,
  nothing,
  option,
  queryId,
  text,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { amount } from '../shapes.ts';
import { held } from './holds.ts';

/** Who is late, since when, with what was promised, and who is reminded of what. */

/** Days late, up to and with each; the last has no end. */
export const lateness = ['UP_TO_30', 'UP_TO_60', 'UP_TO_90', 'MORE'] as const;
export const promiseStates = ['OPEN', 'KEPT', 'BROKEN'] as const;
export const reminderChannels = ['NOTICE', 'MAIL', 'SMS'] as const;

const promise = z.object({
  id: z.number(),
  amount: money,
  due_on: date,
  made_on: date,
  paid: money.describe('what came since it was made, until its day'),
  state: z.enum(promiseStates),
  note: z.string().nullable(),
});
export const debtor = z.object({
  id: z.number().describe('of the student'),
  name: z.string(),
  student_no: z.string(),
  course: option.nullable(),
  overdue: money,
  since: date,
  days_late: z.number(),
  late: z.enum(lateness),
  promise: promise.nullable().describe('the newest'),
  reminded_on: date.nullable(),
  holds: z.array(held).describe('from what the debt keeps them'),
  can: z.object({ promise: z.boolean(), release: z.boolean() }),
});
export const promiseAsk = z.object({ student_id: id, amount, due_on: date, note: text(500).optional() });
const day = z.int().min(-60).max(180);
const hour = z.int().min(0).max(24);
export const reminderSettings = z.object({
  active: z.boolean(),
  days: z.array(day).max(12).describe('before (below zero) and after the day on which something falls due'),
  channels: z.array(z.enum(reminderChannels)).min(1).max(3),
  least: money.describe('nobody is reminded of less'),
  from_hour: hour.describe('before it no SMS rings, by the clocks of the institution'),
  until_hour: hour.describe('nor after it'),
});
export const reminderPlan = z.object({
  day: date,
  rests: z.boolean().describe('a Sunday or a holiday, on which nobody is reminded'),
  count: z.number(),
  people: z
    .array(
      z.object({
        student_id: z.number(),
        name: z.string(),
        student_no: z.string(),
        sum: money,
        due_on: date,
        days: z.number(),
        broken: z.boolean().describe('they promised `sum` by `due_on` and did not pay it'),
        channels: z.array(z.enum(reminderChannels)).describe('those by which the person can be reached'),
      }),
    )
    .describe('the first 200'),
});

const read = { permission: 'debit.read' } as const;
const manage = { permission: 'debit.manage' } as const;
const base = '/accounting/debtor/';

export const debtorCalls = {
  list: call({
    method: 'GET',
    path: base,
    summary: 'Students who are late, the oldest debt first',
    access: read,
    input: z.object({
      ...listQuery,
      late: manyOf(z.enum(lateness)),
      promise: z.enum(promiseStates).optional(),
      course_id: queryId.optional(),
      level: manyOf(z.enum(studyLevels)),
    }),
    output: listOf(debtor),
  }),
  summary: call({
    method: 'GET',
    path: `${base}summary`,
    summary: 'How many are late by how much, by days',
    access: read,
    output: z.array(z.object({ late: z.enum(lateness), people: z.number(), overdue: money })),
  }),
  promises: call({
    method: 'GET',
    path: `${base}{id}/promise`,
    summary: 'What a student promised to pay, and whether they did',
    access: read,
    input: z.object({ id: queryId }),
    output: z.array(promise),
  }),
  promise: call({
    method: 'POST',
    path: `${base}promise`,
    summary: 'Write down what a student promised to pay, and until when',
    access: manage,
    input: promiseAsk,
    output: promise,
    errors: ['PROMISE_ABOVE'],
  }),
  remove_promise: call({
    method: 'DELETE',
    path: `${base}promise/{id}`,
    summary: 'Remove a promise that was written down by mistake',
    access: manage,
    input: z.object({ id: queryId }),
    output: nothing,
  }),
};

const reminders = '/accounting/reminder/';
export const reminderCalls = {
  settings: call({
    method: 'GET',
    path: `${reminders}settings`,
    summary: 'On which days and how students are reminded of what they owe',
    access: manage,
    output: reminderSettings,
  }),
  save: call({
    method: 'PUT',
    path: `${reminders}settings`,
    summary: 'Set on which days and how students are reminded',
    access: manage,
    input: reminderSettings,
    output: reminderSettings,
    errors: ['HOURS_REVERSED'],
  }),
  plan: call({
    method: 'GET',
    path: `${reminders}plan`,
    summary: 'Who would be reminded of what on a day',
    access: manage,
    input: z.object({ day: date.optional().describe('tomorrow unless told') }),
    output: reminderPlan,
  }),
};
