import { sql } from 'drizzle-orm';
import { ownMatter, personPart } from '#domains/identity/server/index.ts';
import { lifeEffect, paperSource } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { expireRequests } from './expiry.ts';
import { closeUnpaid, goOnWithPaid, requestPaid } from './fees-paid.ts';
import { remindOfSteps } from './late.ts';
import { requestsOfLife } from './life.ts';
import { router } from './router.ts';
import { requestsOfStudent } from './student-papers.ts';
import { requestSubject, requestTimesSubject } from './subject.ts';
import { formRequests, formTypes } from './tables.ts';

export { factNames, factsOfMany, factTitle } from './facts.ts';
export { shippedTypes } from './shipped/index.ts';

const drafts = sql`(select d.id from ${formRequests} d where d.status = 'DRAFT')`;
const number = '(select q.number from form_requests q where q.id = r.request_id)';

export default defineServerDomain({
  name: 'forms',
  contract,
  router,
  permissions,
  errors,
  uses: [{ of: formTypes, by: formRequests.type_id }],
  constraints: {
    forms_frozen: 'FORM_LIVE',
    form_types_code: 'FORM_TYPE_TAKEN',
    form_requests_open: 'FORM_REQUEST_OPEN',
  },
  follows: [
    on(personPart, { name: 'requests', owns: [formRequests.account_id] }),
    on(ownMatter, {
      name: 'requests',
      has: ({ account_id }) =>
        sql`exists (select 1 from ${formRequests} r where r.account_id = ${account_id} and r.deleted_at is null)`,
    }),
    on(paperSource, requestsOfStudent),
    on(lifeEffect, requestsOfLife),
  ],
  subjects: [requestSubject, requestTimesSubject],
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  errands: { [requestPaid]: goOnWithPaid },
  nightly: {
    'requests whose papers are over': expireRequests,
    'requests whose fees nobody paid': closeUnpaid,
    'steps of requests that are late': remindOfSteps,
  },
  history: {
    form_types: { permission: 'form.manage' },
    forms: {
      permission: 'form.manage',
      title: "coalesce(nullif(r.title ->> '$locale', ''), r.title ->> 'uz') || ' · ' || r.revision",
    },
    form_requests: {
      permission: 'form_request.read',
      title: 'r.number',
      // A draft is its student's alone, also where changes are followed; what was answered is read in the request.
      sealed: () => drafts,
      only: { permission: 'form.manage', columns: ['answers', 'facts', 'post_address'] },
    },
    form_request_steps: { permission: 'form_request.read', title: number },
  },
});
