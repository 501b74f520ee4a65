import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import type { contract } from '../../contract.ts';
import { mostRecipients } from '../../shapes-offers.ts';
import { answerWorkflow, offerWorkflow } from '../../workflow.ts';
import { peopleBeside } from '../person.ts';
import { careerProfiles, cvs, jobOfferAnswers, jobOffers } from '../tables.ts';
import { isOpen, offers, shownOffer } from './offers.ts';
import { expiryErrand } from './steps.ts';

/** One offer to many: a look at whom it reaches, and the sending, which finds the second time nobody who was missed. */

type Audience = InputOf<typeof contract.job_offer.send>;
const shownRows = 500;

/** Errors: NOBODY_CHOSEN where nothing narrows the whole university. */
function conditionsOf(call: Call, input: Audience): SQL | undefined {
  const { student_ids, course_ids, levels, entry_years, graduates, looking } = input;
  const chosen = student_ids?.length || course_ids?.length || levels?.length || entry_years?.length;
  if (!chosen) throw fail('NOBODY_CHOSEN');
  return and(
    isNull(students.deleted_at),
    sql`${students.account_id} is not null`,
    graduates ? inArray(students.status, ['ACTIVE', 'GRADUATED']) : eq(students.status, 'ACTIVE'),
    studentsInReach(call, 'job_offer.manage'),
    student_ids?.length ? inArray(students.id, student_ids) : undefined,
    course_ids?.length ? inArray(students.course_id, course_ids) : undefined,
    levels?.length ? inArray(students.level, levels) : undefined,
    entry_years?.length ? inArray(students.entry_year, entry_years) : undefined,
    // Whoever was chosen by name is meant whatever they said.
    looking && !student_ids?.length
      ? sql`${students.id} not in (select p.student_id from ${careerProfiles} p where p.deleted_at is null and p.answer in ('NOT_LOOKING', 'EMPLOYED'))`
      : undefined,
  );
}

interface Reached {
  id: number;
  account_id: number | null;
  already: boolean;
  approved: boolean;
}

async function reached(call: Call, input: Audience): Promise<Reached[]> {
  const rows = await call.db
    .select({
      id: students.id,
      account_id: students.account_id,
      // Drizzle leaves a table out where there is but one, and `id` would be that of the inner table.
      already: sql<boolean>`exists (select 1 from ${jobOfferAnswers} a where a.offer_id = ${input.id} and a.student_id = ${students}.id)`,
      approved: sql<boolean>`exists (select 1 from ${cvs} c where c.student_id = ${students}.id and c.approved_version_id is not null and c.deleted_at is null)`,
    })
    .from(students)
    .where(conditionsOf(call, input))
    .orderBy(students.full_name, students.id)
    .limit(mostRecipients + 1);
  if (rows.length === 0) throw fail('NOBODY_CHOSEN');
  if (rows.length > mostRecipients) throw fail('TOO_MANY_CHOSEN', { most: mostRecipients });
  return rows;
}

export async function previewSending(
  call: Call,
  input: Audience,
): Promise<OutputOf<typeof contract.job_offer.preview>> {
  await offers.find(call, input.id);
  const rows = await reached(call, input);
  const people = await peopleBeside(
    call,
    rows.slice(0, shownRows).map(({ id }) => id),
  );
  const fresh = rows.filter(({ already }) => !already);
  return {
    total: rows.length,
    fresh: fresh.length,
    without_cv: fresh.filter(({ approved }) => !approved).length,
    rows: rows.slice(0, shownRows).flatMap(({ id, already, approved }) => {
      const person = people.get(id);
      return person ? [{ student: person.student, already, approved }] : [];
    }),
  };
}

export async function sendOffer(call: Call, input: Audience): Promise<OutputOf<typeof contract.job_offer.send>> {
  const row = await loadForChange(call, jobOffers, undefined, { id: input.id }, ({ id }) => offers.get(call, { id }));
  if (!isOpen({ ...row, status: row.status === 'DRAFT' ? 'SENT' : row.status }))
    throw fail(
      row.status === 'DRAFT' || row.status === 'SENT' || row.status === 'EXPIRED' ? 'OFFER_EXPIRED' : 'OFFER_OVER',
    );
  const rows = await reached(call, input);
  const made = await call.db
    .insert(jobOfferAnswers)
    .values(rows.map(({ id }) => ({ offer_id: row.id, student_id: id })))
    .onConflictDoNothing()
    .returning({ id: jobOfferAnswers.id, student_id: jobOfferAnswers.student_id });
  if (row.status === 'DRAFT') {
    await call.db.update(jobOffers).set({ status: 'SENT' }).where(eq(jobOffers.id, row.id));
    await recordTransition(call, offerWorkflow.entity, [{ id: row.id, from: 'DRAFT' }], 'SENT', {});
  }
  await recordTransition(
    call,
    answerWorkflow.entity,
    made.map(({ id }) => ({ id, from: null })),
    'SENT',
    {},
  );
  const accounts = new Map(rows.map(({ id, account_id }) => [id, account_id]));
  await notify(
    call,
    made.flatMap(({ student_id }) => accounts.get(student_id) ?? []),
    {
      type: 'job_offer',
      title: titleOf('notice_offer_came', { title: row.title, employer: row.employer }),
      link: `/job_offer?open=${row.id}`,
    },
  );
  await workWaits(call.client, expiryErrand);
  return { sent: made.length, offer: await shownOffer(call, row.id) };
}
