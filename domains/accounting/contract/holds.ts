import { z } from 'zod';
import {
  byId,
  call,
  date,
  id,
  listOf,
  listQuery,
  money,
  nothing,
  queryId,
  requiredText,
} from '#platform/contract/index.ts';
import { amount } from '../shapes.ts';

/** What a debt keeps somebody from, as the institution set it, and who was let through all the same. */

export const heldActs = ['EXAM', 'CERTIFICATE', 'RETAKE'] as const;
export type HeldBy = (typeof heldActs)[number];

export const holdRule = z.object({
  act: z.enum(heldActs),
  active: z.boolean(),
  least: amount.describe('while no less is late'),
  days: z.int().min(0).max(3650).describe('for more than so many days'),
});
const shownRule = holdRule.extend({ can: z.object({ save: z.boolean() }) });
export const held = z.object({ act: z.enum(heldActs), amount: money.describe('late by now'), since: date });
export const release = z.object({
  id: z.number(),
  student: z.object({ id: z.number(), name: z.string(), student_no: z.string() }),
  acts: z.array(z.enum(heldActs)),
  made_on: date,
  until: date,
  reason: z.string(),
  made_by: z.string().nullable(),
  over: z.boolean().describe('its last day has gone: it stays as it was'),
  can: z.object({ delete: z.boolean() }),
});
export const releaseAsk = z.object({
  student_id: id,
  acts: z.array(z.enum(heldActs)).min(1).max(heldActs.length),
  until: date,
  reason: requiredText(500),
});

const read = { permission: 'debit.read' } as const;
/** The rule of exams is one of admission, and set by whoever may set those; the others are of whoever keeps debts. */
const either = { permission: ['debit.manage', 'exam_admission.manage'] } as const;
const let_through = { permission: 'hold.release' } as const;
const base = '/accounting/hold/';

export const holdCalls = {
  rules: call({
    method: 'GET',
    path: `${base}rules`,
    summary: 'What a debt keeps students from: exams, papers, retakes',
    access: either,
    output: z.array(shownRule),
  }),
  save: call({
    method: 'PUT',
    path: `${base}rules`,
    summary: 'Set from which debt on, and for how long, students are kept from one of these',
    access: either,
    input: holdRule,
    output: z.array(shownRule),
  }),
  list: call({
    method: 'GET',
    path: base,
    summary: 'Who was let through although they owe: by whom, why and until when',
    access: read,
    input: z.object({ ...listQuery, student_id: queryId.optional() }),
    output: listOf(release),
  }),
  release: call({
    method: 'POST',
    path: base,
    summary: 'Let somebody through until a day although they owe, with the reason',
    access: let_through,
    input: releaseAsk,
    output: release,
    errors: ['UNKNOWN_REFERENCE', 'DATES_REVERSED', 'RELEASE_TOO_LONG'],
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}{id}`,
    summary: 'Take back that somebody was let through',
    access: let_through,
    input: byId,
    output: nothing,
    errors: ['RELEASE_OVER'],
  }),
};
