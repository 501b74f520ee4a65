import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract, Offer } from '../../contract.ts';
import { answerWorkflow, offerStates, offerWorkflow, openAnswers } from '../../workflow.ts';
import { jobOfferAnswers, jobOffers } from '../tables.ts';
import { answerOffer } from './answer.ts';
import { offers, shownOffer } from './offers.ts';

/** Steps of an offer: by the career centre, by a student about what came to them, by the clock. */

type Step = InputOf<typeof contract.job_offer.status>;

export async function changeStatus(call: Call, input: Step): Promise<Offer> {
  if (!call.abilities.has('job_offer.manage')) return answerOffer(call, input);
  const row = await loadForChange(call, jobOffers, undefined, input, ({ id }) => offers.get(call, { id }));
  const status = offerStates.find((one) => one === input.status);
  if (!status) throw fail('TRANSITION_NOT_ALLOWED', { from: row.status, to: input.status });
  checkTransition(call, offerWorkflow, row.status, status, input);
  if (status === 'SENT' && new Date(row.valid_until) <= clock.date())
    throw fail('OFFER_DATE', { fields: [{ path: 'valid_until', code: 'OFFER_DATE' }] });
  await call.db
    .update(jobOffers)
    .set({ status, ...(status === 'WITHDRAWN' ? { reason: input.reason ?? null } : {}) })
    .where(eq(jobOffers.id, row.id));
  await recordTransition(call, offerWorkflow.entity, [{ id: row.id, from: row.status }], status, input);
  if (status === 'WITHDRAWN') await withdrawFrom(call, row.id);
  if (status === 'SENT') await askAgain(call, row.id);
  return shownOffer(call, row.id);
}

/** It is before nobody any more, and no employer reads any CV for it. */
async function withdrawFrom(call: Call, offer_id: number): Promise<void> {
  const before = await call.db
    .select({ id: jobOfferAnswers.id, from: jobOfferAnswers.status })
    .from(jobOfferAnswers)
    .where(
      and(
        eq(jobOfferAnswers.offer_id, offer_id),
        inArray(jobOfferAnswers.status, [...openAnswers]),
        isNull(jobOfferAnswers.deleted_at),
      ),
    )
    .for('update');
  await call.db
    .update(jobOfferAnswers)
    .set({
      status: sql`case when ${jobOfferAnswers.status} in ('SENT', 'SEEN') then 'WITHDRAWN' else ${jobOfferAnswers.status} end`,
      unshared_at: sql`case when ${jobOfferAnswers.version_id} is null then ${jobOfferAnswers.unshared_at} else edulab_now() end`,
      version_id: null,
    })
    .where(and(eq(jobOfferAnswers.offer_id, offer_id), isNull(jobOfferAnswers.deleted_at)));
  await recordTransition(call, answerWorkflow.entity, before, 'WITHDRAWN', {});
}

/** An offer that was over and runs again waits again for those who had not answered. */
async function askAgain(call: Call, offer_id: number): Promise<void> {
  const again = await call.db
    .update(jobOfferAnswers)
    .set({ status: 'SENT', seen_at: null })
    .where(
      and(
        eq(jobOfferAnswers.offer_id, offer_id),
        eq(jobOfferAnswers.status, 'EXPIRED'),
        isNull(jobOfferAnswers.deleted_at),
      ),
    )
    .returning({ id: jobOfferAnswers.id });
  await recordTransition(
    call,
    answerWorkflow.entity,
    again.map(({ id }) => ({ id, from: 'EXPIRED' })),
    'SENT',
    {},
  );
}

export const expiryErrand = 'careers.expiry';
const longestPauseMs = 60_000;

/**
 * Ends offers whose date has come, and what waits in them; of an answer at the same instant and this one wins, for both hold
 * the offer. Answers in how many milliseconds the next one ends. Done twice it finds nothing.
 */
export async function expireOffers({ database }: Pick<Kernel, 'database'>): Promise<number> {
  await database.owner.query(
    `with over as (
       select o.id, o.institution_id from job_offers o where o.status = 'SENT' and o.deleted_at is null and o.valid_until <= edulab_now()
        order by o.id limit 500 for update of o skip locked),
     ended as (update job_offers o set status = 'EXPIRED' from over where o.id = over.id returning o.id, o.institution_id),
     waiting as (
       select a.id, a.institution_id, a.status from job_offer_answers a join over on over.id = a.offer_id
        where a.status in ('SENT', 'SEEN') and a.deleted_at is null order by a.id for update of a),
     gone as (update job_offer_answers a set status = 'EXPIRED' from waiting where a.id = waiting.id)
     insert into status_history (institution_id, entity, entity_id, from_status, to_status, forced)
     select institution_id, 'job_offer', id, 'SENT', 'EXPIRED', false from ended
     union all select institution_id, 'job_offer_answer', id, status, 'EXPIRED', false from waiting`,
  );
  const { rows } = await database.owner.query<{ ms: number | null }>(
    `select (extract(epoch from min(valid_until) - edulab_now()) * 1000)::float as ms from job_offers where status = 'SENT' and deleted_at is null`,
  );
  return Math.min(Math.max(rows[0]?.ms ?? longestPauseMs, 250), longestPauseMs);
}
