import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract, Offer } from '../../contract.ts';
import { type AnswerState, answerStates, answerWorkflow } from '../../workflow.ts';
import { callingPerson } from '../person.ts';
import { cvs, jobOfferAnswers, jobOfferReports, jobOffers } from '../tables.ts';
import { writeNeed } from '../work/need.ts';
import { tellOfWithdrawal } from './employer-mail.ts';
import { type AnswerRow, isOpen, type OfferRow, shownOffer, visible } from './offers.ts';

/** What a student says to an offer, and what of theirs the employer may read. */

type Answering = InputOf<typeof contract.job_offer.status>;
export const isAnswer = (status: string): status is AnswerState => answerStates.some((one) => one === status);

/** The offer, held so that its end waits until the answer is written, or the answer until the end is. */
async function offerBefore(call: Call, id: number): Promise<OfferRow> {
  const [row] = await call.db
    .select()
    .from(jobOffers)
    .where(and(eq(jobOffers.id, id), isNull(jobOffers.deleted_at), visible(call)))
    .for('share');
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** The answer of the caller, locked; of an offer to everybody it is made with the first word, once however often that is sent. */
async function ownAnswer(call: Call, offer: OfferRow): Promise<AnswerRow> {
  const person = await callingPerson(call);
  const own = and(eq(jobOfferAnswers.offer_id, offer.id), eq(jobOfferAnswers.student_id, person.id));
  const read = () => call.db.select().from(jobOfferAnswers).where(own).for('update');
  const [found] = await read();
  if (found) return found;
  if (!offer.for_everybody) throw fail('NOT_FOUND');
  const made = await call.db
    .insert(jobOfferAnswers)
    .values({ offer_id: offer.id, student_id: person.id })
    .onConflictDoNothing()
    .returning();
  if (made[0]) await recordTransition(call, answerWorkflow.entity, [{ id: made[0].id, from: null }], 'SENT', {});
  const [row] = made.length ? made : await read();
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** Whether the clock of the database, which goes on within a transaction, has passed the end. */
async function demandInTime(call: Call, offer: OfferRow): Promise<void> {
  if (offer.status === 'CLOSED' || offer.status === 'WITHDRAWN') throw fail('OFFER_OVER');
  const { rows } = await call.db.execute<{ over: boolean }>(
    sql`select ${offer.valid_until}::timestamptz <= edulab_clock() as over`,
  );
  if (rows[0]?.over || offer.status === 'EXPIRED') throw fail('OFFER_EXPIRED');
  if (offer.status !== 'SENT') throw fail('OFFER_OVER');
}

/** The version that may be shown. Errors: CV_NOT_APPROVED. */
async function approvedVersion(call: Call, student_id: number): Promise<number> {
  const [row] = await call.db
    .select({ id: cvs.approved_version_id })
    .from(cvs)
    .where(and(eq(cvs.student_id, student_id), ne(cvs.status, 'ARCHIVED'), isNull(cvs.deleted_at)));
  if (!row?.id) throw fail('CV_NOT_APPROVED');
  return row.id;
}

export async function answerOffer(call: Call, input: Answering): Promise<Offer> {
  const offer = await offerBefore(call, input.id);
  const row = await ownAnswer(call, offer);
  const { status } = input;
  if (!isAnswer(status)) throw fail('TRANSITION_NOT_ALLOWED', { from: row.status, to: status });
  // Said twice, by a double click or a second tab, it is said once.
  if (row.status === status || (status === 'SEEN' && row.status !== 'SENT')) return shownOffer(call, offer.id);
  if (status !== 'SEEN') await demandInTime(call, offer);
  checkTransition(call, answerWorkflow, row.status, status, input);
  if (status === 'SEEN' && !isOpen(offer)) return shownOffer(call, offer.id);
  const accepted = status === 'ACCEPTED';
  const version_id = accepted && input.share ? await approvedVersion(call, row.student_id) : null;
  await call.db
    .update(jobOfferAnswers)
    .set({
      status,
      seen_at: sql`coalesce(${jobOfferAnswers.seen_at}, edulab_now())`,
      ...(status === 'SEEN' ? {} : { answered_at: sql`edulab_clock()` }),
      ...(accepted ? { note: input.note ?? '', reason: null } : {}),
      ...(status === 'DECLINED' ? { reason: input.reason ?? null } : {}),
      // Whoever declines shows nothing any more.
      ...(status === 'SEEN'
        ? {}
        : version_id === null
          ? { version_id: null, ...(row.version_id === null ? {} : { unshared_at: sql`edulab_clock()` }) }
          : { version_id, shared_at: sql`edulab_clock()`, unshared_at: null }),
    })
    .where(eq(jobOfferAnswers.id, row.id));
  await recordTransition(call, answerWorkflow.entity, [{ id: row.id, from: row.status }], status, input);
  if (status !== 'SEEN' && version_id === null) await tellOfWithdrawal(call, offer, row);
  if (accepted) {
    if (input.employed)
      await writeNeed(call, row.student_id, 'EMPLOYED', { employer: offer.employer, position: offer.title });
    if (offer.author_id)
      await notify(call, [offer.author_id], {
        type: 'job_offer',
        title: titleOf('notice_offer_accepted', { title: offer.title, employer: offer.employer }),
        link: `/job_offer?open=${offer.id}`,
      });
  }
  return shownOffer(call, offer.id);
}

/** From the moment of this answer an employer reads the CV, or reads it no more. */
export async function changeConsent(
  call: Call,
  { id, share }: InputOf<typeof contract.job_offer.consent>,
): Promise<Offer> {
  const offer = await offerBefore(call, id);
  const row = await ownAnswer(call, offer);
  if (!share) {
    if (row.version_id !== null)
      await call.db
        .update(jobOfferAnswers)
        .set({ version_id: null, unshared_at: sql`edulab_clock()` })
        .where(eq(jobOfferAnswers.id, row.id));
    await tellOfWithdrawal(call, offer, row);
    return shownOffer(call, id);
  }
  if (offer.status === 'WITHDRAWN') throw fail('OFFER_OVER');
  if (row.status !== 'ACCEPTED') throw fail('OFFER_NOT_ACCEPTED');
  const version_id = await approvedVersion(call, row.student_id);
  if (row.version_id !== version_id)
    await call.db
      .update(jobOfferAnswers)
      .set({ version_id, shared_at: sql`edulab_clock()`, unshared_at: null })
      .where(eq(jobOfferAnswers.id, row.id));
  return shownOffer(call, id);
}

/** Once by each person; the career centre is told how many said it, not who. */
export async function reportDead(call: Call, input: InputOf<typeof contract.job_offer.report>): Promise<{ ok: true }> {
  const offer = await offerBefore(call, input.id);
  const person = await callingPerson(call);
  const made = await call.db
    .insert(jobOfferReports)
    .values({ offer_id: offer.id, student_id: person.id, reason: input.reason, note: input.note ?? '' })
    .onConflictDoNothing()
    .returning({ id: jobOfferReports.id });
  if (made.length && offer.author_id)
    await notify(call, [offer.author_id], {
      type: 'job_offer',
      title: titleOf('notice_offer_reported', { title: offer.title, employer: offer.employer }),
      link: `/job_offer?open=${offer.id}`,
    });
  return { ok: true };
}
