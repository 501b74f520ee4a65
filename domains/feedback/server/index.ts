import { sql } from 'drizzle-orm';
import { ownMatter, personPart } from '#domains/identity/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { registerExport } from './export.ts';
import { closeAndRemind, handOver } from './nightly.ts';
import { ownStaff } from './reach.ts';
import { router } from './router.ts';
import { feedbackSubject } from './subject.ts';
import { feedback, feedbackMessages, type feedbackReveals, feedbackTypes } from './tables.ts';

const number = (id: string) => `'F-' || lpad(${id}::text, 6, '0')`;

/**
 * A history says who changed something, so nobody follows what was written confidentially: its author would stand there.
 * Whom one is about follows nothing of it.
 */
const sealedFor = (call: Call) =>
  sql`(select f.id from ${feedback} f where f.mode = 'CONFIDENTIAL' or f.about_staff_id in ${ownStaff(call)})`;
const partsSealed = (table: typeof feedbackMessages | typeof feedbackReveals) => (call: Call) =>
  sql`(select p.id from ${table} p where p.feedback_id in ${sealedFor(call)})`;
const texts = ['subject', 'text', 'about_staff_id', 'file_ids'];

export default defineServerDomain({
  name: 'feedback',
  contract,
  router,
  permissions,
  errors,
  jobs: { 'feedback.export': registerExport.job },
  uses: [
    { of: feedbackTypes, by: feedback.type_id },
    { of: staff, by: feedback.handler_id },
    { of: staff, by: feedback.about_staff_id },
  ],
  // What somebody wrote stays theirs when two accounts become one.
  follows: [
    on(personPart, { name: 'feedback', owns: [feedback.account_id, feedbackMessages.account_id] }),
    on(ownMatter, {
      name: 'feedback',
      has: ({ account_id }) => sql`exists (select 1 from ${feedback} f where f.account_id = ${account_id})`,
    }),
  ],
  nightly: {
    'handing over letters without a sender': handOver,
    'closing and reminding of complaints': closeAndRemind,
  },
  subjects: [feedbackSubject],
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    feedback_types: { permission: 'feedback.moderate' },
    feedback: {
      permission: 'feedback.moderate',
      title: number('r.id'),
      sealed: sealedFor,
      only: { permission: 'feedback.moderate', columns: texts },
    },
    feedback_messages: {
      permission: 'feedback.moderate',
      title: number('r.feedback_id'),
      sealed: (call: Call) =>
        may(call, 'feedback.moderate')
          ? partsSealed(feedbackMessages)(call)
          : sql`(select p.id from ${feedbackMessages} p)`,
    },
    feedback_reveals: { permission: 'feedback.moderate', title: number('r.feedback_id') },
  },
});
