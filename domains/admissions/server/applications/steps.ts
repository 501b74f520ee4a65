import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notifyEach } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { locales, type Title, transitionOf } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { tell } from '#platform/server/hooks.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import { type Flavour, flavours } from '../../flavours.ts';
import type { statusInput } from '../../shapes.ts';
import { type ApplicationState, decidedStates, endedStates, placedStates, rankedStates } from '../../workflow.ts';
import { contractFollows } from '../desk/contracts.ts';
import { newQrCode } from '../exam/qr.ts';
import { applicationAsked, applicationsMoved } from '../hooks.ts';
import { placesLeft } from '../intake/places.ts';
import { applicationReach } from '../reach.ts';
import type { ApplicationRow } from '../tables.ts';
import { applications, examSeats, guests } from '../tables.ts';
import { applicationsOf, presentApplications } from './applications.ts';
import { tellOffer } from './offer-letter.ts';
import { demandComplete, demandKnownPaths, demandPapers } from './submission-checks.ts';

/** Steps of the life of an application: who may, under which condition, and what follows. */

type Input = z.infer<typeof statusInput>;
type Changes = Partial<typeof applications.$inferInsert>;

/** Locks a living application of the flavour that the caller sees. Errors: NOT_FOUND, STALE. */
export const lockApplication = (
  call: Call,
  flavour: Flavour,
  read: { id: number; version?: number | undefined },
): Promise<ApplicationRow> =>
  loadForChange(
    call,
    applications,
    and(eq(applications.flavour, flavour.name), applicationReach(call, flavour)),
    read,
    async (now) => (await presentApplications(call, [now]))[0],
  );

const notReady = (because: string, more: Record<string, unknown> = {}) => fail('STEP_NOT_READY', { because, ...more });
const comparesCredits = (row: ApplicationRow) => row.applicant_type !== 'general';

type Guard = (call: Call, row: ApplicationRow, input: Input, to: ApplicationState) => Promise<void> | void;
const guards: Record<string, Guard> = {
  complete: (call, row) => demandComplete(call, row),
  fields_named: async (call, row, input) => {
    if (!input.fields?.length) throw failField('fields', 'form_required');
    await demandKnownPaths(
      call,
      row,
      input.fields.map((field) => field.path),
    );
  },
  credits: (_call, row, _input, to) => {
    // Who comes from elsewhere has credits compared, who begins anew has none.
    if (to === 'CREDITS_COMPARED' ? !comparesCredits(row) : comparesCredits(row) && row.status !== 'CREDITS_COMPARED')
      throw notReady('credits');
  },
  papers: async (call, row, input, to) => {
    guards.credits?.(call, row, input, to);
    await demandPapers(call, row);
  },
  nothing_built: async (call, row) => {
    const { rows } = await call.client.query(
      `select 1 from exam_seats where application_id = $1 and deleted_at is null
       union all select 1 from application_scores where application_id = $1 and source = 'EXAM' and deleted_at is null
       union all select 1 from contracts where application_id = $1 and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED')
       limit 1`,
      [row.id],
    );
    if (row.decision !== null || rows.length) throw notReady('built');
  },
  seat: () => {
    throw notReady('seat');
  },
  pipeline: () => {
    throw notReady('pipeline');
  },
  place: () => {
    throw notReady('listener');
  },
  decided: (call, row, _input, to) => {
    if (row.decision !== to) throw notReady('decided');
    // Who asks never approves.
    if (row.decided_by === call.account_id) throw notReady('other_person');
  },
  decided_from: (_call, row, _input, to) => {
    if (row.decided_from !== to) throw notReady('decided_from');
  },
  place_free: async (call, row) => {
    if (row.campaign_id === null) throw notReady('campaign');
    const left = await placesLeft(call, row.campaign_id);
    if (left[row.decision_tuition ?? 'CONTRACT'] < 1) throw notReady('place_free');
  },
  deadline: async (call, _row, input) => {
    if (!input.deadline_on) throw failField('deadline_on', 'form_required');
    const { rows } = await call.db.execute(sql`select 1 where ${input.deadline_on}::date < (select edulab_today())`);
    if (rows.length) throw failField('deadline_on', 'DATES_REVERSED');
  },
};

/** What changes in the row besides the status. */
function effects(row: ApplicationRow, to: ApplicationState, input: Partial<Input>): Changes {
  const now = clock.iso();
  switch (to) {
    case 'SUBMITTED':
      return { submitted_at: row.submitted_at ?? now, update_fields: [], qr_code: row.qr_code ?? newQrCode() };
    case 'UPDATE_REQUIRED':
      return { update_fields: input.fields ?? [] };
    case 'OFFERED':
      return { deadline_on: input.deadline_on ?? row.deadline_on };
    case 'PAID':
    case 'EXPIRED':
    case 'WITHDRAWN':
      return { deadline_on: null };
    case 'RECOMMENDED':
    case 'WAITING_LIST':
    case 'REJECTED':
      return (rankedStates as readonly string[]).includes(row.status) ? { decided_from: row.status } : {};
    case 'EXAM_TAKEN':
    case 'VERIFIED':
      return (decidedStates as readonly string[]).includes(row.status) ? { decided_from: null } : {};
    default:
      return {};
  }
}

const noticeOf = (number: string, to: ApplicationState): Title =>
  Object.fromEntries(
    locales.map((locale) => [
      locale,
      message(locale, 'notice_application', { number, state: message(locale, `application_state.${to}`) }),
    ]),
  ) as Title;

/** Writes a step that was allowed, with history, notice and what follows for others. */
export async function writeStep(
  call: Call,
  row: ApplicationRow,
  to: ApplicationState,
  note: TransitionNote,
  changes: Changes = {},
): Promise<ApplicationRow> {
  return (await writeSteps(call, [row], to, note, changes))[0]!;
}

/** The same step of several, each statement once for all of them. Answers them in the order in which they came. */
async function writeSteps(
  call: Call,
  rows: readonly ApplicationRow[],
  to: ApplicationState,
  note: TransitionNote,
  changes: Changes = {},
): Promise<ApplicationRow[]> {
  const saved = new Map<number, ApplicationRow>();
  const changed = rows.map((row) => ({ id: row.id, set: effects(row, to, note as Partial<Input>) }));
  for (const alike of Map.groupBy(changed, ({ set }) => JSON.stringify(set)).values())
    for (const after of await call.db
      .update(applications)
      .set({ status: to, status_at: sql`edulab_now()`, ...alike[0]!.set, ...changes })
      .where(
        inArray(
          applications.id,
          alike.map(({ id }) => id),
        ),
      )
      .returning())
      saved.set(after.id, after);
  const moved = rows.map((row) => ({ row: saved.get(row.id)!, from: row.status }));
  for (const [entity, of] of Map.groupBy(rows, (row) => flavours[row.flavour].workflow.entity))
    await recordTransition(
      call,
      entity,
      of.map((row) => ({ id: row.id, from: row.status })),
      to,
      note,
    );
  for (const { row } of moved) await contractFollows(call, row, to, note as Partial<Input>);
  await tellApplicants(call, moved, to);
  // A seat that nobody will come to is for others; only who leaves makes room for those who wait, since a decision that
  // is taken back is decided anew.
  if ((endedStates as readonly string[]).includes(to)) {
    await call.db
      .update(examSeats)
      .set({ deleted_at: sql`edulab_now()` })
      .where(
        and(
          inArray(
            examSeats.application_id,
            rows.map((row) => row.id),
          ),
          eq(examSeats.state, 'ASSIGNED'),
          isNull(examSeats.deleted_at),
        ),
      );
    const left = rows.filter((row) => (placedStates as readonly string[]).includes(row.status));
    for (const campaign of new Set(left.flatMap((row) => row.campaign_id ?? [])))
      await moveUpWaitingList(call, campaign);
  }
  await tell(call, applicationsMoved, moved);
  return moved.map(({ row }) => row);
}

async function tellApplicants(
  call: Call,
  moved: readonly { row: ApplicationRow; from: ApplicationState }[],
  to: ApplicationState,
): Promise<void> {
  const people = await call.db
    .select({ id: guests.id, account: guests.account_id, type: guests.applicant_type })
    .from(guests)
    .where(
      inArray(
        guests.id,
        moved.map(({ row }) => row.guest_id),
      ),
    );
  const personOf = new Map(people.map((person) => [person.id, person]));
  // Applicants are listed by the way by which they came last.
  if (to === 'SUBMITTED')
    for (const { row } of moved)
      if (
        flavours[row.flavour].target === 'campaign' &&
        personOf.has(row.guest_id) &&
        personOf.get(row.guest_id)?.type !== row.applicant_type
      )
        await call.db.update(guests).set({ applicant_type: row.applicant_type }).where(eq(guests.id, row.guest_id));
  if (to === 'OFFERED') for (const { row } of moved) await tellOffer(call, row);
  else if (to !== 'DRAFT')
    await notifyEach(
      call,
      moved.flatMap(({ row }) => {
        const person = personOf.get(row.guest_id);
        return person && person.account !== call.account_id
          ? [{ account_id: person.account, title: noticeOf(row.number, to) }]
          : [];
      }),
      { type: 'application', link: '/home' },
    );
}

/** Whether the life of an application knows a step from where it stands. */
export const mayFollow = (row: ApplicationRow, to: ApplicationState): boolean =>
  transitionOf(flavours[row.flavour].workflow, row.status, to) !== undefined;

/** A step that follows from something else (a seat, an enrolment, a clock): asks for no right, but goes no other way than the life knows. */
export async function takeFollowingStep(
  call: Call,
  row: ApplicationRow,
  to: ApplicationState,
  reason?: string,
  changes: Changes = {},
): Promise<ApplicationRow> {
  return (await takeFollowingSteps(call, [row], to, reason, changes))[0]!;
}

/** The same of several at once. */
export async function takeFollowingSteps(
  call: Call,
  rows: readonly ApplicationRow[],
  to: ApplicationState,
  reason?: string,
  changes: Changes = {},
): Promise<ApplicationRow[]> {
  if (rows.length === 0) return [];
  const bad = rows.find((row) => !mayFollow(row, to));
  if (bad)
    throw fail('TRANSITION_NOT_ALLOWED', { entity: flavours[bad.flavour].workflow.entity, from: bad.status, to });
  return writeSteps(call, rows, to, { reason }, changes);
}

/** Takes a step as the caller. Errors: STALE, TRANSITION_NOT_ALLOWED, FORBIDDEN, REASON_REQUIRED, and those of the guards. */
export async function takeStep(call: Call, flavour: Flavour, input: Input) {
  const row = await lockApplication(call, flavour, input);
  await takeStepOf(call, flavour, row, input);
  return applicationsOf(flavour).get(call, { id: row.id });
}

/** The same for a row that is locked already. */
export async function takeStepOf(
  call: Call,
  flavour: Flavour,
  row: ApplicationRow,
  input: Input,
): Promise<ApplicationRow> {
  const allowed = checkTransition(call, flavour.workflow, row.status, input.status, input);
  const [mine] = await call.db
    .select({ id: guests.id })
    .from(guests)
    .where(and(eq(guests.id, row.guest_id), eq(guests.account_id, call.account_id)));
  // A right that reaches one's own applications alone opens no step of others; a right over others, none of one's own.
  if (scopeOf(call, allowed.permission) === 'own') {
    if (!mine) throw fail('FORBIDDEN', { permission: allowed.permission });
  } else if (mine && !call.abilities.has('workflow.force')) throw notReady('own');
  if (allowed.guard) await guards[allowed.guard]?.(call, row, input, input.status);
  await tell(call, applicationAsked, { row, to: input.status });
  return writeStep(call, row, input.status, input);
}

/** Those who wait take what fell free, in the order of their rank: a grant where they would take one, else a contract. */
async function moveUpWaitingList(call: Call, campaign: number): Promise<void> {
  const left = await placesLeft(call, campaign);
  if (left.GRANT < 1 && left.CONTRACT < 1) return;
  const waiting = await call.db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.campaign_id, campaign),
        eq(applications.status, 'WAITING_LIST'),
        isNull(applications.deleted_at),
      ),
    )
    .orderBy(asc(applications.decision_rank), asc(applications.id))
    .limit(100)
    .for('update');
  for (const row of waiting) {
    const tuition =
      left.GRANT > 0 && row.tuition !== 'CONTRACT'
        ? 'GRANT'
        : left.CONTRACT > 0 && row.tuition !== 'GRANT'
          ? 'CONTRACT'
          : undefined;
    if (!tuition) continue;
    left[tuition]--;
    await takeFollowingStep(call, row, 'RECOMMENDED', message(call.locale, 'place_fell_free'), {
      decision: 'RECOMMENDED',
      decision_tuition: tuition,
    });
  }
}
