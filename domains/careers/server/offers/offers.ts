import { and, eq, inArray, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { contract, type Offer } from '../../contract.ts';
import { offerWorkflow } from '../../workflow.ts';
import { callingPerson } from '../person.ts';
import { cvVersions, jobOfferAnswers, jobOfferReports, jobOffers } from '../tables.ts';

/** Offers as the career centre keeps them, and as a student is shown those that are for them. */

export type OfferRow = typeof jobOffers.$inferSelect;
export type AnswerRow = typeof jobOfferAnswers.$inferSelect;

const mine = (call: Call): SQL =>
  sql`(select s.id from students s where s.account_id = ${call.account_id} and s.deleted_at is null limit 1)`;

/** Nobody meets in a list or by a link what is over, unless they have answered it or been sent it. */
export function visible(call: Call): SQL | undefined {
  if (scopeOf(call, 'job_offer.read') !== 'own') return undefined;
  return sql`(${jobOffers.status} <> 'DRAFT' and (exists (select 1 from ${jobOfferAnswers} a where a.offer_id = ${jobOffers.id} and a.student_id = ${mine(call)} and a.deleted_at is null)
    or (${jobOffers.for_everybody} and ${jobOffers.status} = 'SENT' and ${jobOffers.valid_until} > (select edulab_now()))))`;
}

/** Answers are taken until the very instant. */
export const isOpen = (row: Pick<OfferRow, 'status' | 'valid_until'>, now = clock.date()): boolean =>
  row.status === 'SENT' && new Date(row.valid_until) > now;
const running = sql`(${jobOffers.status} = 'SENT' and ${jobOffers.valid_until} > (select edulab_now()))`;

export const offers = resource(contract.job_offer, {
  table: jobOffers,
  search: [sql`${jobOffers.title}`, sql`${jobOffers.employer}`, sql`${jobOffers.city}`],
  sorts: {
    created_at: sql`${jobOffers.created_at}`,
    valid_until: sql`${jobOffers.valid_until}`,
    title: sql`${jobOffers.title}`,
    id: sql`${jobOffers.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${jobOffers.title} || ', ' || ${jobOffers.employer}`,
  visible,
  filters: (input) => [
    input.status?.length ? inArray(jobOffers.status, input.status) : undefined,
    input.employment?.length ? inArray(jobOffers.employment, input.employment) : undefined,
    input.open === undefined ? undefined : sql`${running} = ${input.open}`,
    input.reported === undefined
      ? undefined
      : sql`exists (select 1 from ${jobOfferReports} r where r.offer_id = ${jobOffers.id} and r.deleted_at is null) = ${input.reported}`,
  ],
  present,
  prepare: (call, input, current, next) => {
    if (current?.status === 'WITHDRAWN') throw fail('OFFER_OVER');
    const { salary, salary_to } = next;
    if (salary && salary_to && Number(salary_to) < Number(salary))
      throw failField('salary_to', 'OFFER_SALARY_REVERSED');
    // What stands is not made wrong by time; a new date lies ahead.
    if (input.valid_until && input.valid_until !== current?.valid_until && new Date(input.valid_until) <= clock.date())
      throw failField('valid_until', 'OFFER_DATE');
    return {
      ...input,
      link: input.link === '' ? null : input.link,
      ...(current ? {} : { author_id: call.account_id }),
    };
  },
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, offerWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
  beforeDelete: (_call, row) => {
    if (row.status !== 'DRAFT') throw fail('OFFER_SENT');
    return Promise.resolve();
  },
});

async function present(call: Call, rows: OfferRow[]): Promise<Offer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const manages = may(call, 'job_offer.manage');
  const own = scopeOf(call, 'job_offer.read') === 'own';
  const counted = own
    ? []
    : (
        await call.db.execute<{
          offer_id: number;
          sent: number;
          seen: number;
          accepted: number;
          declined: number;
          reports: number;
        }>(sql`
          select o.id as offer_id, count(a.id)::int as sent, (count(a.id) filter (where a.seen_at is not null))::int as seen,
                 (count(a.id) filter (where a.status = 'ACCEPTED'))::int as accepted, (count(a.id) filter (where a.status = 'DECLINED'))::int as declined,
                 (select count(*)::int from ${jobOfferReports} r where r.offer_id = o.id and r.deleted_at is null) as reports
            from ${jobOffers} o left join ${jobOfferAnswers} a on a.offer_id = o.id and a.deleted_at is null
           where o.id = any(${sql.param(ids)}::int[]) group by o.id`)
      ).rows;
  const answers = own ? await answersOf(call, ids) : new Map<number, never>();
  const reported = own
    ? new Set(
        (
          await call.db
            .select({ id: jobOfferReports.offer_id })
            .from(jobOfferReports)
            .where(
              and(
                inArray(jobOfferReports.offer_id, ids),
                sql`${jobOfferReports.student_id} = ${mine(call)}`,
                isNull(jobOfferReports.deleted_at),
              ),
            )
        ).map(({ id }) => id),
      )
    : new Set<number>();
  return rows.map((row): Offer => {
    const count = counted.find(({ offer_id }) => offer_id === row.id);
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      title: row.title,
      employer: row.employer,
      description: row.description,
      requirements: row.requirements,
      salary: row.salary,
      salary_to: row.salary_to,
      currency: row.currency,
      employment: row.employment,
      city: row.city,
      link: row.link,
      valid_until: row.valid_until,
      // People at the employer are written to by the career centre, and by whoever accepted.
      ...contactsFor(row, !own || answers.get(row.id)?.status === 'ACCEPTED'),
      for_everybody: row.for_everybody,
      status: row.status,
      open: isOpen(row),
      reason: row.reason,
      counts: count ? { sent: count.sent, seen: count.seen, accepted: count.accepted, declined: count.declined } : null,
      reports: manages ? (count?.reports ?? 0) : null,
      answer: answers.get(row.id) ?? null,
      reported: reported.has(row.id),
      next: manages
        ? nextStates(offerWorkflow, row.status).flatMap(({ to }) =>
            to === 'SENT' && new Date(row.valid_until) <= clock.date() ? [] : [to],
          )
        : [],
      can: {
        edit: manages && row.status !== 'WITHDRAWN',
        delete: manages && row.status === 'DRAFT',
        send: manages && isOpen({ ...row, status: row.status === 'DRAFT' ? 'SENT' : row.status }),
      },
    };
  });
}

const contactsFor = (row: OfferRow, shown: boolean) => ({
  contact_name: shown ? row.contact_name : null,
  contact_email: shown ? row.contact_email : null,
  contact_phone: shown ? row.contact_phone : null,
});

/**
 * One offer. Whoever comes by an address that was passed on, and never had it before them, is told that what was open to
 * everybody is closed. Errors: NOT_FOUND, OFFER_CLOSED.
 */
export async function openOffer(call: Call, input: { id: number | string }): Promise<Offer> {
  const seen = visible(call);
  const [closed] =
    seen && /^\d{1,9}$/.test(String(input.id))
      ? await call.db
          .select({ id: jobOffers.id })
          .from(jobOffers)
          .where(
            and(
              eq(jobOffers.id, Number(input.id)),
              eq(jobOffers.for_everybody, true),
              ne(jobOffers.status, 'DRAFT'),
              isNull(jobOffers.deleted_at),
              not(seen),
            ),
          )
      : [];
  if (closed) throw fail('OFFER_CLOSED');
  return offers.get(call, input);
}

/** What the caller said to these offers. */
async function answersOf(call: Call, ids: readonly number[]): Promise<Map<number, NonNullable<Offer['answer']>>> {
  const rows = await call.db
    .select({ answer: jobOfferAnswers, number: cvVersions.number })
    .from(jobOfferAnswers)
    .leftJoin(cvVersions, eq(cvVersions.id, jobOfferAnswers.version_id))
    .where(
      and(
        inArray(jobOfferAnswers.offer_id, [...ids]),
        sql`${jobOfferAnswers.student_id} = ${mine(call)}`,
        isNull(jobOfferAnswers.deleted_at),
      ),
    );
  return new Map(
    rows.map(({ answer, number }) => [
      answer.offer_id,
      {
        id: answer.id,
        version: answer.version,
        status: answer.status,
        answered_at: answer.answered_at,
        shared: answer.version_id !== null,
        shared_number: number,
        employer_word: answer.employer_word,
        note: answer.note,
      },
    ]),
  );
}

/** As many as anybody has before them; older ones are in the list. */
const mostShown = 200;

/** What came to the caller, the unseen first, then what is open, then what is over. */
export async function offersOfStudent(call: Call): Promise<Offer[]> {
  await callingPerson(call);
  const rows = await call.db
    .select()
    .from(jobOffers)
    .where(and(isNull(jobOffers.deleted_at), visible(call)))
    .orderBy(sql`${running} desc, ${jobOffers.valid_until} desc, ${jobOffers.id} desc`)
    .limit(mostShown);
  return present(call, rows);
}

export const shownOffer = async (call: Call, id: number): Promise<Offer> => {
  const [row] = await call.db
    .select()
    .from(jobOffers)
    .where(and(eq(jobOffers.id, id), isNull(jobOffers.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return (await present(call, [row]))[0]!;
};
