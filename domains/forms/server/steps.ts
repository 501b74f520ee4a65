import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { notify } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
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
import { changeRecord } from './changes.ts';
import { startStep, stopStep } from './clock.ts';
import { makePaper } from './papers.ts';
import { inHandlersReach, nobodyHolds, rolesOf, visible } from './reach.ts';
import { openRequest, type RequestRow, type StepRow, stepsOf, studentRow } from './requests.ts';
import { formRequestSteps, formRequests, forms, formTypes } from './tables.ts';
import { fieldsOf } from './versions.ts';

/** Steps of requests: done, returned, refused, handed over, withdrawn. All or none; a preview writes nothing. */

type Input = InputOf<typeof contract.request.change_status>;
type Answer = OutputOf<typeof contract.request.change_status>;
type Fault = { code: ErrorCode; data?: Record<string, unknown> };
interface Turn {
  row: RequestRow;
  steps: StepRow[];
  reached: boolean;
  /** Nobody holds a role of the step at hand. */
  orphaned: boolean;
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
  return undefined;
}

/** What the caller must say. */
function demandSaid(input: Input, turns: readonly Turn[]): void {
  if ((input.status === 'UPDATE_REQUIRED' || input.status === 'REJECTED') && !input.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  if (input.status === 'APPROVED' && turns.some((turn) => currentOf(turn)?.action === 'PAYMENT') && !input.note)
    throw failField('note', 'form_required');
  if (input.status !== 'ISSUED') return;
  if (turns.some(({ row }) => row.delivery === 'PICKUP') && !input.handed_to)
    throw failField('handed_to', 'form_required');
  if (turns.some(({ row }) => row.delivery === 'POST') && !input.post_number)
    throw failField('post_number', 'form_required');
}

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
  const { rows: left } = await call.db.execute<{ id: number }>(
    sql`select q.id from ${formRequests} q join ${formRequestSteps} t on t.request_id = q.id and t.position = q.step
         where q.id = any(${sql.param(ids)}::int[]) and ${nobodyHolds(call, sql`t.roles`)}`,
  );
  const orphans = new Set(left.map(({ id }) => id));
  return rows.map((row) => ({
    row,
    steps: steps.filter(({ request_id }) => request_id === row.id),
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
  const answer: Answer = {
    ok: faulty.length === 0,
    requests: turns.map((turn) => ({
      id: turn.row.id,
      number: turn.row.number,
      name: people.get(turn.row.student_id) ?? '',
      from: turn.row.status,
      to: faulty.some((one) => one.turn === turn) ? turn.row.status : stateAfter(turn, input.status),
      does: input.status === 'APPROVED' ? (currentOf(turn)?.action ?? null) : null,
    })),
    faults: faulty.map(({ turn, fault }) => ({
      id: turn.row.id,
      number: turn.row.number,
      code: fault.code,
      message: refusalText(call.locale, fault.code, fault.data),
    })),
  };
  if (!input.preview) for (const turn of turns) await take(call, turn, input);
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

async function take(call: Call, turn: Turn, input: Input): Promise<void> {
  const { row } = turn;
  const { status } = input;
  const step = currentOf(turn);
  const changes: Partial<typeof formRequests.$inferInsert> = {};
  let to = stateAfter(turn, status);
  if (status === 'APPROVED' && step) {
    Object.assign(changes, await work(call, row, step));
    await endStep(call, step, input.note ?? null);
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
    Object.assign(changes, { reason: input.reason ?? null, due_on: null });
  }
  if (status === 'WITHDRAWN') Object.assign(changes, { due_on: null });
  if (status === 'ISSUED')
    Object.assign(changes, { handed_to: input.handed_to ?? null, post_number: input.post_number ?? null });
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
  // Whoever withdrew it knows.
  if (to !== 'WITHDRAWN') await tellStudent(call, row, to);
}

const endStep = (call: Call, step: StepRow, note: string | null) =>
  call.db
    .update(formRequestSteps)
    .set({
      done_at: clock.iso(),
      done_by: call.account_id,
      note,
      late: sql`coalesce(${formRequestSteps.due_on} < (select edulab_today()), false)`,
    })
    .where(eq(formRequestSteps.id, step.id));

/** What the step does besides letting the request go on. */
async function work(call: Call, row: RequestRow, step: StepRow): Promise<Partial<typeof formRequests.$inferInsert>> {
  if (step.action === 'CHANGE' && step.change) {
    const document_id = await changeRecord(call, row, step.change);
    return document_id === null ? {} : { document_id };
  }
  if (step.action !== 'DOCUMENT') return {};
  const [form] = await call.db.select().from(forms).where(eq(forms.id, row.form_id));
  if (!form?.paper) return {};
  const paper = await makePaper(call, {
    template: form.paper,
    language: row.language,
    student: await studentRow(call, row.student_id),
    fields: fieldsOf(form.sections),
    answers: row.answers,
    facts: row.facts?.[row.language] ?? {},
  });
  return { document_id: paper.id, expires_on: paper.valid_until };
}

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
    answer.requests.push({
      id: row.id,
      number: row.number,
      name: people.get(row.student_id) ?? '',
      from: row.status,
      to,
      does: null,
    });
  }
  return answer;
}
