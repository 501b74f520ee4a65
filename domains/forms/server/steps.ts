import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { requestFees, sumOf } from '#domains/accounting/server/index.ts';
import { claimPicture } from '#domains/files/server/index.ts';
import { notify } from '#domains/messaging/server/index.ts';
import { students, whyHeld } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type ErrorCode, locales, type Title, transitionOf } from '#platform/contract/index.ts';
import { type Call, type InputOf, may, type OutputOf } from '#platform/server/call/context.ts';
import { fail, failField, refusalText } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { inHandStates, type RequestState, requestWorkflow } from '../workflow.ts';
import { choicesFor, tryChange } from './changes.ts';
import { startStep, stopStep } from './clock.ts';
import { keepFee } from './fees.ts';
import { inHandlersReach, nobodyHolds, rolesOf, visible } from './reach.ts';
import { openRequest, type RequestRow, type StepRow, stepsOf } from './requests.ts';
import { work } from './step-work.ts';
import { formRequestSteps, formRequests, formTypes } from './tables.ts';

/** Steps of requests: done, returned, refused, handed over, withdrawn. All or none; a preview writes nothing. */

type Input = InputOf<typeof contract.request.change_status>;
type Answer = OutputOf<typeof contract.request.change_status>;
type Fault = { code: ErrorCode; data?: Record<string, unknown> };
export interface Turn {
  row: RequestRow;
  steps: StepRow[];
  /** What of the fee is charged and not paid, in tiyin. */
  unpaid: number;
  reached: boolean;
  /** Nobody holds a role of the step at hand. */
  orphaned: boolean;
  /** Why no paper is made for the student now, where the step at hand makes one. */
  held?: string | undefined;
}

const currentOf = ({ row, steps }: Turn) => steps.find(({ position }) => position === row.step);
const isLast = ({ row, steps }: Turn) => !steps.some(({ position }) => position > (row.step ?? 0));

/** Where a request stands once this is done. */
function stateAfter(turn: Turn, status: Input['status']): RequestState {
  if (status !== 'APPROVED') return status;
  if (!isLast(turn)) return 'IN_REVIEW';
  const made = turn.steps.some(({ action }) => action === 'DOCUMENT') || turn.row.document_id !== null;
  return made ? 'READY' : 'APPROVED';
}

/** Why this caller cannot do this now. */
function faultOf(call: Call, turn: Turn, input: Input, roles: ReadonlySet<string>): Fault | undefined {
  const { row, steps } = turn;
  const { status } = input;
  const own = row.account_id === call.account_id;
  const unknown: Fault = {
    code: 'TRANSITION_NOT_ALLOWED',
    data: { entity: requestWorkflow.entity, from: row.status, to: status },
  };
  // A PDF is handed over by being taken.
  if (status === 'ISSUED' && own && row.delivery === 'PDF') return row.status === 'READY' ? undefined : unknown;
  if (status === 'WITHDRAWN') {
    if (!own) return { code: 'STEP_OF_OTHERS' };
    return transitionOf(requestWorkflow, row.status, status) ? undefined : unknown;
  }
  if (own) return { code: 'STEP_OWN' };
  if (!may(call, 'form_request.handle') || !turn.reached) return { code: 'STEP_OF_OTHERS' };
  const holds = (step: StepRow | undefined) =>
    (step?.roles.some((role) => roles.has(role)) ?? false) || (turn.orphaned && may(call, 'form.manage'));
  if (status === 'ISSUED') {
    if (row.status !== 'READY') return unknown;
    return steps.some(holds) ? undefined : { code: 'STEP_OF_OTHERS' };
  }
  if (!inHandStates.includes(row.status)) return unknown;
  if (!holds(currentOf(turn))) return { code: 'STEP_OF_OTHERS' };
  if (status === 'APPROVED' && currentOf(turn)?.action === 'PAYMENT' && turn.unpaid > 0)
    return { code: 'FEE_UNPAID', data: { sum: sumOf(turn.unpaid) } };
  if (status === 'APPROVED' && turn.held) return { code: 'HELD', data: { why: turn.held } };
  return undefined;
}

/** What the caller must say. */
function demandSaid(input: Input, turns: readonly Turn[]): void {
  if ((input.status === 'UPDATE_REQUIRED' || input.status === 'REJECTED') && !input.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  if (input.status !== 'ISSUED') return;
  if (turns.some(({ row }) => row.delivery === 'PICKUP') && !input.handed_to)
    throw failField('handed_to', 'form_required');
  for (const { row } of turns)
    if (row.delivery === 'POST' && !postNumber(input, row.id))
      throw failField(turns.length === 1 ? 'post_number' : `post_numbers.${row.id}`, 'form_required');
}

/** Of one letter its number; of many each its own, and none is written beside two of them. */
const postNumber = ({ post_number, post_numbers }: Input, id: number): string | undefined =>
  post_numbers?.find((one) => one.id === id)?.number || post_number || undefined;

async function turnsOf(call: Call, input: Pick<Input, 'id' | 'ids' | 'version'>): Promise<Turn[]> {
  const ids = [...new Set(input.ids ?? (input.id === undefined ? [] : [input.id]))];
  const [only] = ids;
  if (only === undefined) throw failField('id', 'form_required');
  if (ids.length === 1 && input.version !== undefined)
    await loadForChange(call, formRequests, visible(call), { id: only, version: input.version }, () =>
      openRequest(call, { id: only }),
    );
  const rows = await call.db
    .select()
    .from(formRequests)
    .where(and(inArray(formRequests.id, ids), isNull(formRequests.deleted_at), visible(call)))
    .orderBy(formRequests.id)
    .for('update');
  if (rows.length < ids.length) throw fail('NOT_FOUND');
  const reached = await call.db
    .select({ id: formRequests.id })
    .from(formRequests)
    .where(and(inArray(formRequests.id, ids), may(call, 'form_request.handle') ? inHandlersReach(call) : sql`false`));
  const steps = await stepsOf(call, ids);
  const fees = await requestFees(
    call,
    rows.filter(({ fee }) => Number(fee) > 0).map(({ id }) => id),
  );
  const { rows: left } = await call.db.execute<{ id: number }>(
    sql`select q.id from ${formRequests} q join ${formRequestSteps} t on t.request_id = q.id and t.position = q.step
         where q.id = any(${sql.param(ids)}::int[]) and ${nobodyHolds(call, sql`t.roles`)}`,
  );
  const orphans = new Set(left.map(({ id }) => id));
  const making = rows.filter((row) =>
    steps.some((step) => step.request_id === row.id && step.position === row.step && step.action === 'DOCUMENT'),
  );
  const held = await whyHeld(
    call,
    'CERTIFICATE',
    making.map(({ student_id }) => student_id),
  );
  return rows.map((row) => ({
    held: making.includes(row) ? held.get(row.student_id) : undefined,
    row,
    steps: steps.filter(({ request_id }) => request_id === row.id),
    unpaid: Math.max(0, (fees.get(row.id)?.total ?? 0) - (fees.get(row.id)?.paid ?? 0)),
    reached: reached.some(({ id }) => id === row.id),
    orphaned: orphans.has(row.id),
  }));
}

/** Errors: TRANSITION_NOT_ALLOWED, STEP_OF_OTHERS, STEP_OWN, of many REQUESTS_REFUSED that names each; those of what the step does. */
export async function changeStatus(call: Call, input: Input): Promise<Answer> {
  const turns = await turnsOf(call, input);
  const roles = await rolesOf(call);
  const found = turns.map((turn) => ({ turn, fault: faultOf(call, turn, input, roles) }));
  const faulty = found.flatMap(({ turn, fault }) => (fault ? [{ turn, fault }] : []));
  const [first] = faulty;
  if (!input.preview && first) {
    if (turns.length === 1) throw fail(first.fault.code, first.fault.data);
    throw fail('REQUESTS_REFUSED', {
      count: faulty.length,
      fields: faulty.map(({ turn, fault }) => ({ path: `ids.${turn.row.id}`, code: fault.code })),
    });
  }
  if (!input.preview) demandSaid(input, turns);
  const people = await namesOf(call, turns);
  const looks = new Map<number, Awaited<ReturnType<typeof tryChange>>>();
  if (input.preview && input.status === 'APPROVED') {
    const changing = found.flatMap(({ turn, fault }) => {
      const change = fault ? null : currentOf(turn)?.change;
      return change ? [{ row: turn.row, change }] : [];
    });
    const choices = await choicesFor(
      call,
      changing.map(({ row, change }) => ({ student_id: row.student_id, kind: change.kind })),
    );
    for (const { row, change } of changing)
      looks.set(row.id, await tryChange(call, row, change, input.decision, choices));
  }
  const refused = [...looks].flatMap(([id, { refusal }]) => (refusal ? [{ id, ...refusal }] : []));
  const answer: Answer = {
    ok: faulty.length === 0 && refused.length === 0,
    requests: turns.map((turn) => ({
      id: turn.row.id,
      number: turn.row.number,
      name: people.get(turn.row.student_id) ?? '',
      from: turn.row.status,
      to: faulty.some((one) => one.turn === turn) ? turn.row.status : stateAfter(turn, input.status),
      does: input.status === 'APPROVED' ? (currentOf(turn)?.action ?? null) : null,
      lines: looks.get(turn.row.id)?.lines ?? [],
      change: looks.get(turn.row.id)?.change ?? null,
    })),
    faults: [
      ...faulty.map(({ turn, fault }) => ({
        id: turn.row.id,
        number: turn.row.number,
        code: fault.code,
        message: refusalText(call.locale, fault.code, fault.data),
      })),
      ...refused.map(({ id, code, message: words }) => ({
        id,
        number: turns.find(({ row }) => row.id === id)?.row.number ?? '',
        code,
        message: words,
      })),
    ],
  };
  if (input.preview) return answer;
  for (const [at, turn] of turns.entries()) answer.requests[at]!.lines = await take(call, turn, input);
  return answer;
}

async function namesOf(call: Call, turns: readonly Turn[]): Promise<Map<number, string>> {
  const rows = await call.db
    .select({ id: students.id, name: students.full_name })
    .from(students)
    .where(
      inArray(
        students.id,
        turns.map(({ row }) => row.student_id),
      ),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Answers what changed in the record, in words. */
export async function take(call: Call, turn: Turn, input: Input): Promise<string[]> {
  const { row } = turn;
  const { status } = input;
  const step = currentOf(turn);
  const changes: Partial<typeof formRequests.$inferInsert> = {};
  let to = stateAfter(turn, status);
  let outcome: string[] = [];
  if (status === 'APPROVED' && step) {
    const done = await work(call, row, step, input);
    outcome = done.outcome ?? [];
    Object.assign(changes, done.changes);
    await endStep(call, step, input.note ?? null, outcome);
    if (isLast(turn)) {
      changes.step = null;
      changes.due_on = null;
      if (changes.document_id !== undefined && changes.document_id !== null) to = 'READY';
    } else {
      changes.step = step.position + 1;
      changes.due_on = await startStep(call, row.id, step.position + 1);
    }
  }
  if (status === 'UPDATE_REQUIRED' && step) {
    await stopStep(call, row.id, step.position);
    Object.assign(changes, { reason: input.reason ?? null, update_fields: input.fields ?? [], due_on: null });
  }
  if (status === 'REJECTED' && step) {
    await endStep(call, step, input.note ?? null);
    Object.assign(changes, { reason: input.reason ?? null, update_fields: input.fields ?? [], due_on: null });
  }
  if (status === 'WITHDRAWN') Object.assign(changes, { due_on: null });
  if (status === 'ISSUED') {
    if (input.handed_signature !== undefined) await claimPicture(call, 'handed_signature', input.handed_signature);
    Object.assign(changes, {
      handed_to: input.handed_to ?? null,
      handed_signature: input.handed_signature ?? null,
      post_number: row.delivery === 'POST' ? (postNumber(input, row.id) ?? null) : null,
    });
  }
  await call.db
    .update(formRequests)
    .set({ ...changes, status: to, status_at: sql`edulab_now()` })
    .where(eq(formRequests.id, row.id));
  const note = input.reason ? { reason: input.reason } : {};
  // A paper is made of what was approved: both stand in the history.
  if (to === 'READY') {
    await recordTransition(call, requestWorkflow.entity, [{ id: row.id, from: row.status }], 'APPROVED', note);
    await recordTransition(call, requestWorkflow.entity, [{ id: row.id, from: 'APPROVED' }], 'READY', {});
  } else await recordTransition(call, requestWorkflow.entity, [{ id: row.id, from: row.status }], to, note);
  await keepFee(call, row.id);
  // Whoever withdrew it knows.
  if (to !== 'WITHDRAWN') await tellStudent(call, row, to);
  return outcome;
}

const endStep = (call: Call, step: StepRow, note: string | null, outcome: string[] = []) =>
  call.db
    .update(formRequestSteps)
    .set({
      done_at: clock.iso(),
      // A payment that came is nobody's deed here.
      done_by: call.account_id || null,
      note,
      outcome,
      late: sql`coalesce(${formRequestSteps.due_on} < (select edulab_today()), false)`,
    })
    .where(eq(formRequestSteps.id, step.id));

const told: readonly RequestState[] = ['UPDATE_REQUIRED', 'REJECTED', 'APPROVED', 'READY', 'EXPIRED', 'WITHDRAWN'];

/** A notice says what became of it, not what it was about beyond its kind. */
export async function tellStudent(call: Call, row: RequestRow, to: RequestState): Promise<void> {
  if (!told.includes(to)) return;
  const [type] = await call.db.select({ title: formTypes.title }).from(formTypes).where(eq(formTypes.id, row.type_id));
  const title: Title = Object.fromEntries(
    locales.map((locale) => [
      locale,
      message(locale, 'notice_form_request', {
        number: row.number,
        type: type?.title[locale] || type?.title.uz || '',
        state: message(locale, `form_request_state.${to}`),
      }),
    ]),
  ) as Title;
  await notify(call, [row.account_id], { type: 'form_request', title, link: `/forms-for-student?id=${row.id}` });
}

/** Requests whose last step the caller took. */
async function lastBy(call: Call, turns: readonly Turn[]): Promise<Set<number>> {
  const rows = await call.db
    .selectDistinctOn([statusHistory.entity_id], { id: statusHistory.entity_id, by: statusHistory.account_id })
    .from(statusHistory)
    .where(
      and(
        eq(statusHistory.entity, requestWorkflow.entity),
        inArray(
          statusHistory.entity_id,
          turns.map(({ row }) => row.id),
        ),
      ),
    )
    .orderBy(statusHistory.entity_id, desc(statusHistory.id));
  return new Set(rows.flatMap(({ id, by }) => (by === call.account_id ? id : [])));
}

/** Takes back the caller's own last step. Errors: STEP_UNDO_NOT where something came of it, or an hour has gone. */
export async function undoSteps(call: Call, input: InputOf<typeof contract.request.undo>): Promise<Answer> {
  const turns = await turnsOf(call, input);
  const people = await namesOf(call, turns);
  const own = await lastBy(call, turns);
  const answer: Answer = { ok: true, requests: [], faults: [] };
  for (const { row, steps } of turns) {
    const done = steps.filter(({ done_at }) => done_at !== null).at(-1);
    const returned = row.status === 'UPDATE_REQUIRED' ? steps.find(({ position }) => position === row.step) : undefined;
    const last = returned ?? done;
    const mine = own.has(row.id) && (returned !== undefined || done?.done_by === call.account_id);
    const fresh = Date.parse(row.status_at) > clock.now() - 3_600_000;
    const states: readonly RequestState[] = ['IN_REVIEW', 'APPROVED', 'REJECTED', 'UPDATE_REQUIRED'];
    const light = returned || (done && done.action !== 'DOCUMENT' && done.action !== 'CHANGE');
    if (!last || !mine || !fresh || !light || !states.includes(row.status))
      throw fail('STEP_UNDO_NOT', { number: row.number });
    // What was begun after it is not begun any more.
    for (const step of steps.filter(({ position }) => position > last.position))
      await call.db
        .update(formRequestSteps)
        .set({ started_at: null, due_on: null })
        .where(eq(formRequestSteps.id, step.id));
    await call.db
      .update(formRequestSteps)
      .set({ done_at: null, done_by: null, note: null, late: false, stopped_at: null, left_days: null })
      .where(eq(formRequestSteps.id, last.id));
    const to: RequestState = last.position === 0 ? 'SUBMITTED' : 'IN_REVIEW';
    await call.db
      .update(formRequests)
      .set({
        status: to,
        status_at: sql`edulab_now()`,
        step: last.position,
        due_on: last.due_on,
        reason: null,
        update_fields: [],
      })
      .where(eq(formRequests.id, row.id));
    await recordTransition(call, requestWorkflow.entity, [{ id: row.id, from: row.status }], to, {
      reason: message(call.locale, 'step_taken_back'),
    });
    await keepFee(call, row.id);
    answer.requests.push({
      id: row.id,
      number: row.number,
      name: people.get(row.student_id) ?? '',
      from: row.status,
      to,
      does: null,
      lines: [],
      change: null,
    });
  }
  return answer;
}
