import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseCampaigns } from '#domains/curriculum/server/index.ts';
import { revokeSessions } from '#domains/identity/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { flavours } from '../../flavours.ts';
import { fittingType } from '../../shapes.ts';
import type {
  appointmentInput,
  contractInput,
  courseInput,
  examInput,
  guestStatus,
  languageInput,
  undoActsInput,
} from '../../shapes-guests.ts';
import { endedStates } from '../../workflow.ts';
import { allOrNone } from '../applications/batch.ts';
import { undoStep } from '../applications/step-acts.ts';
import { takeStepOf } from '../applications/steps.ts';
import { openCampaign } from '../applications/submission-checks.ts';
import { resetExam } from '../exam/exam.ts';
import { writeScore } from '../exam/scores.ts';
import type { ApplicationRow, GuestRow } from '../tables.ts';
import { applications, guests } from '../tables.ts';
import { currentOf, getGuest, guestForChange } from './guests.ts';

/** What officers do with applicants, one or many at once: all of them or none, and with `preview` only what would happen. */

type Many = { id?: number | undefined; ids?: number[] | undefined; preview?: boolean | undefined };

/** Locks people and their running applications in the order of their ids, then acts; refusals are gathered by person. */
async function actOnEach(call: Call, input: Many, act: (row: ApplicationRow) => Promise<ApplicationRow>) {
  const wanted = [...new Set([...(input.ids ?? []), ...(input.id === undefined ? [] : [input.id])])];
  const people = await call.db
    .select()
    .from(guests)
    .where(and(inArray(guests.id, [0, ...wanted]), isNull(guests.deleted_at)))
    .orderBy(guests.id);
  if (people.length < wanted.length || wanted.length === 0) throw fail('NOT_FOUND');
  await call.db
    .select({ id: applications.id })
    .from(applications)
    .where(inArray(applications.guest_id, wanted))
    .orderBy(applications.id)
    .for('update');
  const current = await currentOf(call, wanted);
  const rows = people.map((person) => ({
    id: person.id,
    name: person.full_name,
    from: current.get(person.id)?.status ?? null,
  }));
  return allOrNone(call, rows, input.preview, async ({ id }) => {
    const row = current.get(id);
    if (!row || row.status === 'DRAFT') throw fail('NO_APPLICATION');
    return (await act(row)).status;
  });
}

export const changeStatus = (call: Call, input: z.infer<typeof guestStatus>) =>
  actOnEach(call, input, (row) => takeStepOf(call, flavours[row.flavour], row, { ...input, id: row.id }));

/** Sends the contract to who is recommended, or notes that it was accepted. */
export const sendContract = (call: Call, input: z.infer<typeof contractInput>) =>
  actOnEach(call, input, (row) =>
    takeStepOf(call, flavours[row.flavour], row, {
      id: row.id,
      status: input.accept ? 'CONTRACT_ACCEPTED' : 'OFFERED',
      deadline_on: input.deadline_on,
    }),
  );

/** What moving to another campaign wrote over. */
const movedColumns = [
  'campaign_id',
  'course_id',
  'language',
  'education_form_id',
  'applicant_type',
  'decision',
  'decision_rank',
  'decision_tuition',
  'decision_tie',
  'decided_by',
] as const;

/** Takes back the caller's own newest act on each, within an hour: a step, or a move to another campaign. STEP_NOT_READY otherwise. */
export const undoActs = (call: Call, input: z.infer<typeof undoActsInput>) =>
  actOnEach(call, input, async (row) => {
    // The audit tells what came last, and what it wrote over.
    const { rows } = await call.client.query<{ old: Record<string, unknown>; mine: boolean }>(
      `select old, account_id = $2 and at > edulab_now() - interval '1 hour' as mine from audit_log
        where table_name = 'applications' and row_id = $1 and operation = 'UPDATE' order by id desc limit 1`,
      [row.id, call.account_id],
    );
    const [last] = rows;
    if (last?.mine && 'status' in last.old) return undoStep(call, flavours[row.flavour], row);
    if (!last?.mine || !('campaign_id' in last.old)) throw fail('STEP_NOT_READY', { because: 'undo' });
    const before = Object.fromEntries(movedColumns.filter((key) => key in last.old).map((key) => [key, last.old[key]]));
    const [after] = await call.db.update(applications).set(before).where(eq(applications.id, row.id)).returning();
    return after!;
  });

export const resetExams = (call: Call, input: z.infer<typeof examInput>) =>
  actOnEach(call, input, (row) => resetExam(call, row, input.reason));

const movableStates = [
  'SUBMITTED',
  'DOCUMENTS_CHECK',
  'UPDATE_REQUIRED',
  'CREDITS_COMPARED',
  'VERIFIED',
  'EXAM_ASSIGNED',
  'EXAM_TAKEN',
  'ABSENT',
];
/** Puts an undecided application to another campaign of its year. What was prepared for the first one holds no more. */
async function toCampaign(call: Call, row: ApplicationRow, id: number): Promise<ApplicationRow> {
  if (!movableStates.includes(row.status)) throw fail('STEP_NOT_READY', { because: 'other' });
  const found = await openCampaign(call, id);
  if (found.academic_year_id !== row.academic_year_id) throw fail('CAMPAIGN_CLOSED');
  const [after] = await call.db
    .update(applications)
    .set({
      campaign_id: found.id,
      course_id: found.course_id,
      language: found.language,
      education_form_id: found.education_form_id,
      applicant_type: fittingType(found.level, row.applicant_type),
      decision: null,
      decision_rank: null,
      decision_tuition: null,
      decision_tie: null,
      decided_by: null,
    })
    .where(eq(applications.id, row.id))
    .returning();
  return after!;
}
export const resetCourse = (call: Call, input: z.infer<typeof courseInput>) =>
  actOnEach(call, input, (row) => toCampaign(call, row, input.campaign_id));

export const changeLanguage = (call: Call, input: z.infer<typeof languageInput>) =>
  actOnEach(call, input, async (row) => {
    const [same] = await call.db
      .select({ id: courseCampaigns.id })
      .from(courseCampaigns)
      .where(
        and(
          eq(courseCampaigns.course_id, row.course_id ?? 0),
          eq(courseCampaigns.academic_year_id, row.academic_year_id ?? 0),
          eq(courseCampaigns.language, input.language),
          isNull(courseCampaigns.deleted_at),
        ),
      );
    if (!same) throw fail('CAMPAIGN_CLOSED');
    return toCampaign(call, row, same.id);
  });

/** The appointment of one applicant; its points count like those of a subject. */
export async function saveAppointment(call: Call, input: z.infer<typeof appointmentInput>) {
  const row = await guestForChange(call, 'guest.score', input);
  const changes = {
    ...(input.mode ? { appointment_mode: input.mode } : {}),
    ...(input.appointment_on === undefined ? {} : { appointment_on: input.appointment_on }),
    ...(input.points === undefined ? {} : { appointment_score: input.points }),
  };
  if (input.points !== undefined) {
    const now = (await currentOf(call, [row.id])).get(row.id);
    if (!now) throw fail('NO_APPLICATION');
    if (!movableStates.includes(now.status) || now.decision !== null)
      throw fail('APPLICATION_NOT_WRITABLE', { status: now.status });
    await writeScore(call, {
      application_id: now.id,
      subject: 'APPOINTMENT',
      source: 'APPOINTMENT',
      points: input.points,
    });
  }
  if (Object.keys(changes).length) await call.db.update(guests).set(changes).where(eq(guests.id, row.id));
  return getGuest(call, 'guest.score', row.id);
}

/** Deletes people of whom nothing runs; softly, and their sessions end. */
export async function removeGuests(call: Call, ids: readonly number[]) {
  const people: GuestRow[] = await call.db
    .select()
    .from(guests)
    .where(and(inArray(guests.id, [0, ...ids]), isNull(guests.deleted_at)))
    .orderBy(guests.id)
    .for('update');
  if (people.length < new Set(ids).size || !people.length) throw fail('NOT_FOUND');
  const living = await call.db
    .select({ guest_id: applications.guest_id, status: applications.status })
    .from(applications)
    .where(
      and(
        inArray(
          applications.guest_id,
          people.map((row) => row.id),
        ),
        isNull(applications.deleted_at),
        notInArray(applications.status, ['DRAFT', ...endedStates]),
      ),
    );
  if (living.length)
    throw fail('BATCH_REFUSED', {
      count: new Set(living.map((row) => row.guest_id)).size,
      faults: people.flatMap((row) =>
        living.some((one) => one.guest_id === row.id)
          ? [{ id: row.id, name: row.full_name, code: 'LIVE_APPLICATION', message: '' }]
          : [],
      ),
    });
  await call.db
    .update(guests)
    .set({ deleted_at: sql`edulab_now()` })
    .where(
      inArray(
        guests.id,
        people.map((row) => row.id),
      ),
    );
  for (const { account_id } of people) await revokeSessions(call, account_id);
  return { ok: true as const, deleted: people.length };
}

export async function restoreGuests(call: Call, ids: readonly number[]) {
  const rows = await call.db
    .select()
    .from(guests)
    .where(
      and(inArray(guests.id, [...ids]), sql`${guests.deleted_at} is not null and ${guests.merged_into_id} is null`),
    )
    .for('update');
  if (rows.length < new Set(ids).size) throw fail('NOT_FOUND');
  const taken = await call.db
    .select({ id: guests.id })
    .from(guests)
    .where(
      and(
        isNull(guests.deleted_at),
        inArray(guests.passport_id, ['', ...rows.flatMap((row) => row.passport_id ?? [])]),
      ),
    );
  if (taken.length) throw fail('RESTORE_TAKEN', {});
  await call.db
    .update(guests)
    .set({ deleted_at: null })
    .where(
      inArray(
        guests.id,
        rows.map((row) => row.id),
      ),
    );
  return { restored: rows.length };
}
