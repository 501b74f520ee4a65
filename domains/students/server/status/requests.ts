import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { transitionOf } from '#platform/contract/index.ts';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts, statusHistory } from '#platform/server/database/tables.ts';
import { list as page } from '#platform/server/records/lists.ts';
import { plain } from '#platform/server/records/resource.ts';
import { recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import type { decisionAnswer } from '../../contract/life.ts';
import { type LifeKind, lifeKindOf } from '../../life.ts';
import type { requestDecision, requestFilters, statusCorrection, statusEntry } from '../../shapes.ts';
import { type StudentStatus, statusRequestWorkflow, studentStatuses } from '../../workflow.ts';
import { linesInWords } from '../life/calls.ts';
import type { AppliedChange } from '../life/engine.ts';
import { lockBatch } from '../records/commands.ts';
import { ownId, reach, reachTables, studentWithin } from '../records/reach.ts';
import { searchCondition } from '../records/search.ts';
import { studentStatusRequests as requests, studentStatusCorrections, students } from '../tables.ts';
import { applyStatus, checkNote, faultOf, faultsOf, nameOf, noteOf, refuseFaults } from './status.ts';

const widestRight = (call: Call) =>
  call.abilities.has('student.confirm_status') ? 'student.confirm_status' : 'student.propose_status';
const person = (table: { lastname: PgColumn; firstname: PgColumn }) =>
  sql<string | null>`${table.lastname} || ' ' || ${table.firstname}`;

/** Of older ones the kind follows from the statuses. */
const kindOf = ({ kind, from_status, to_status }: typeof requests.$inferSelect) =>
  kind ?? lifeKindOf(from_status, to_status);
const kindIn = (kinds: readonly LifeKind[]): SQL =>
  sql`(${inArray(requests.kind, [...kinds])} or (${requests.kind} is null and (${requests.from_status}, ${requests.to_status}) in (${sql.join(
    [
      sql`('', '')`,
      ...studentStatuses.flatMap((from) =>
        studentStatuses.flatMap((to) => (kinds.includes(lifeKindOf(from, to)) ? [sql`(${from}, ${to})`] : [])),
      ),
    ],
    sql`, `,
  )})))`;

/** Proposals, the newest first unless told. */
export function listRequests(call: Call, input: z.infer<typeof requestFilters>) {
  const asker = alias(accounts, 'asker');
  const decider = alias(accounts, 'decider');
  return page(call, input, {
    from: sql`${requests} join ${students} on ${students.id} = ${requests.student_id}`,
    key: sql`${requests.id}`,
    table: 'student_status_requests',
    asks: ['students', ...reachTables(call, widestRight(call))],
    where: [
      reach(call, widestRight(call)),
      input.state ? inArray(requests.state, input.state) : undefined,
      input.student_id === undefined ? undefined : eq(requests.student_id, input.student_id),
      input.kind ? kindIn(input.kind) : undefined,
      searchCondition(call, input.search),
    ],
    sorts: { id: sql`${requests.id}`, created_at: sql`${requests.id}`, state: sql`${requests.state}` },
    defaultSort: 'id,desc',
    load: async (ids) => {
      const rows = await call.db
        .select({
          row: getTableColumns(requests),
          student: {
            id: students.id,
            student_no: students.student_no,
            firstname: students.firstname,
            lastname: students.lastname,
            midname: students.midname,
            status: students.status,
          },
          asked: person(asker),
          decided: person(decider),
        })
        .from(requests)
        .innerJoin(students, eq(students.id, requests.student_id))
        .leftJoin(asker, eq(asker.id, requests.requested_by))
        .leftJoin(decider, eq(decider.id, requests.decided_by))
        .where(inArray(requests.id, ids));
      return rows.map(({ row, student, asked, decided }) => ({
        ...plain(row),
        kind: kindOf(row),
        student,
        requested_by_name: asked,
        decided_by_name: decided,
        can: {
          decide:
            row.state === 'PROPOSED' &&
            call.abilities.has('student.confirm_status') &&
            row.requested_by !== call.account_id,
          withdraw: row.state === 'PROPOSED' && row.requested_by === call.account_id,
        },
      }));
    },
  });
}

type Answer = z.infer<typeof decisionAnswer>;

/**
 * Confirms, rejects or takes back proposals: all of them or none. Whoever proposed does not decide. What is confirmed happens
 * as every change of a life does: with its order, written here where no number is given, and told beforehand by the same work
 * taken back.
 */
export async function decideRequests(call: Call, input: z.infer<typeof requestDecision>): Promise<Answer> {
  const { ids, state, preview = false } = input;
  demand(call, state === 'WITHDRAWN' ? 'student.propose_status' : 'student.confirm_status');
  const wanted = [...new Set(ids)];
  const found = await call.db
    .select()
    .from(requests)
    .where(inArray(requests.id, wanted))
    .orderBy(requests.id)
    .for('update');
  if (found.length !== wanted.length) throw fail('NOT_FOUND');
  const rows = await lockBatch(
    call,
    state === 'WITHDRAWN' ? 'student.propose_status' : 'student.confirm_status',
    found.map((request) => request.student_id),
    { deleted: true },
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const step = transitionOf(statusRequestWorkflow, 'PROPOSED', state)!;
  const faults = found.flatMap((request) => {
    const row = byId.get(request.student_id)!;
    if (request.state !== 'PROPOSED')
      return [
        faultOf(call, row, 'TRANSITION_NOT_ALLOWED', {
          entity: statusRequestWorkflow.entity,
          from: request.state,
          to: state,
        }),
      ];
    if (step.guard === 'not_requester' && request.requested_by === call.account_id)
      return [faultOf(call, row, 'OWN_REQUEST')];
    if (step.guard === 'requester' && request.requested_by !== call.account_id)
      return [faultOf(call, row, 'NOT_OWN_REQUEST')];
    // The proposal spoke of another status than the student has now.
    if (state === 'CONFIRMED' && row.status !== request.from_status) return [faultOf(call, row, 'STALE')];
    return [];
  });
  if (state === 'CONFIRMED') {
    const targets = new Set(found.map((request) => request.to_status));
    for (const to of targets)
      faults.push(
        ...(await faultsOf(
          call,
          found
            .filter(
              (request) => request.to_status === to && byId.get(request.student_id)!.status === request.from_status,
            )
            .map((request) => byId.get(request.student_id)!),
          to,
        )),
      );
  }
  const answer = (applied: AppliedChange[]): Answer => {
    const lines = new Map(
      applied.flatMap(({ people }) => people.map((one) => [one.id, linesInWords(call, one.lines)] as const)),
    );
    return {
      ok: faults.length === 0,
      proposal: false,
      faults,
      students: found.map((request) => ({
        id: request.student_id,
        name: nameOf(byId.get(request.student_id)!),
        from: request.from_status,
        to: state === 'CONFIRMED' ? request.to_status : request.from_status,
        request_id: request.id,
        ...(lines.has(request.student_id) ? { lines: lines.get(request.student_id) } : {}),
      })),
      changes: preview
        ? []
        : applied.map(({ change: { id, kind, order_number, order_date, document_id } }) => ({
            id,
            kind,
            order_number,
            order_date,
            document: document_id !== null,
          })),
    };
  };
  if (preview) {
    const wrong = new Set(faults.map((fault) => fault.id));
    const able = state === 'CONFIRMED' ? found.filter((request) => !wrong.has(request.student_id)) : [];
    const after = call.afterCommit.length;
    await call.client.query('savepoint deciding');
    const applied = await confirm(call, able, input);
    await call.client.query('rollback to savepoint deciding');
    call.afterCommit.length = after;
    return answer(applied);
  }
  refuseFaults(faults);
  if (step.reason && !input.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  const applied = state === 'CONFIRMED' ? await confirm(call, found, input) : [];
  const decided = {
    state,
    decided_by: call.account_id,
    decided_at: sql`edulab_now()`,
    decision_reason: input.reason ?? null,
  };
  const ofOrder = (change: AppliedChange['change']) => ({
    order_number: change.order_number,
    order_date: change.order_date,
  });
  if (state !== 'CONFIRMED') await call.db.update(requests).set(decided).where(inArray(requests.id, wanted));
  for (const { change, people } of applied) {
    const reached = people.map(({ id }) => id);
    await call.db
      .update(requests)
      .set({ ...decided, ...ofOrder(change) })
      .where(and(inArray(requests.id, wanted), inArray(requests.student_id, reached)));
  }
  await recordTransition(
    call,
    'student_status_request',
    found.map((request) => ({ id: request.id, from: request.state })),
    state,
    noteOf(input),
  );
  return answer(applied);
}

/** Applies what was proposed; reason, order and period are those of the proposal unless the decision says otherwise. */
async function confirm(
  call: Call,
  found: (typeof requests.$inferSelect)[],
  input: z.infer<typeof requestDecision>,
): Promise<AppliedChange[]> {
  const alike = new Map<
    string,
    {
      to: StudentStatus;
      kind: LifeKind | null;
      note: TransitionNote;
      rows: { id: number; status: StudentStatus }[];
    }
  >();
  const day = await todayOf(call);
  for (const request of found) {
    const note = noteOf({
      ...input,
      reason: request.reason ?? input.reason,
      order_number: input.order_number ?? request.order_number ?? undefined,
      order_date: input.order_date ?? request.order_date ?? undefined,
      effective_from: input.effective_from ?? request.effective_from ?? undefined,
      effective_to: input.effective_to ?? request.effective_to ?? undefined,
    });
    // An order that is written here needs no number.
    checkNote(day, request.to_status, request.from_status, note, false);
    const key = JSON.stringify([request.to_status, request.kind, note]);
    const group = alike.get(key) ?? { to: request.to_status, kind: request.kind, note, rows: [] };
    group.rows.push({ id: request.student_id, status: request.from_status });
    alike.set(key, group);
  }
  const order = input.preview ? undefined : { language: input.language ?? ('uz' as const) };
  const applied: AppliedChange[] = [];
  for (const { to, kind, note, rows } of alike.values())
    applied.push(...(await applyStatus(call, rows, to, note, { kind, order })));
  return applied;
}

/** The steps of a student's life, the newest first; corrections stand beside what they put right. */
export async function statusEntries(
  call: Call,
  input: { student_id?: number | undefined },
): Promise<z.infer<typeof statusEntry>[]> {
  const student = await studentWithin(call, 'student.status_history', input.student_id ?? (await ownId(call)), {
    deleted: true,
  });
  return entries(call, student.id);
}

async function entries(call: Call, student: number): Promise<z.infer<typeof statusEntry>[]> {
  const { rows } = await call.client.query<z.infer<typeof statusEntry>>(
    `select h.id, h.entity_id as student_id, h.from_status, h.to_status, h.reason, h.order_number, h.order_date, h.effective_from, h.effective_to, h.forced, h.at,
            a.lastname || ' ' || a.firstname as by, c.entry_id as corrects, (select max(k.correction_id) from student_status_corrections k where k.entry_id = h.id) as corrected_by
       from status_history h left join accounts a on a.id = h.account_id left join student_status_corrections c on c.correction_id = h.id
      where h.entity = 'student' and h.entity_id = $1 order by h.id desc`,
    [student],
  );
  return rows;
}

/** Adds an entry that puts order and dates of an earlier one right. The student's dates follow if it is the present status. */
export async function correctEntry(
  call: Call,
  input: z.infer<typeof statusCorrection>,
): Promise<z.infer<typeof statusEntry>> {
  const [entry] = await call.db
    .select()
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, 'student'), eq(statusHistory.id, input.id)));
  if (!entry) throw fail('ENTRY_NOT_FOUND');
  const student = await studentWithin(call, 'student.confirm_status', entry.entity_id, { lock: true, deleted: true });
  const all = await entries(call, student.id);
  const known = all.find((one) => one.id === input.id)!;
  // A correction of a correction puts the first entry right.
  const original = known.corrects ?? known.id;
  const last = all.find((one) => one.corrects === original) ?? known;
  const fields = ['order_number', 'order_date', 'effective_from', 'effective_to'] as const;
  const values = Object.fromEntries(fields.map((field) => [field, input[field] ?? last[field]])) as Record<
    (typeof fields)[number],
    string | null
  >;
  if (fields.every((field) => values[field] === last[field])) throw fail('NOTHING_CHANGES');
  if (values.effective_from && values.effective_to && values.effective_to <= values.effective_from)
    throw fail('DATES_ORDER', { fields: [{ path: 'effective_to', code: 'DATES_ORDER' }] });
  const [added] = await call.db
    .insert(statusHistory)
    .values({
      entity: 'student',
      entity_id: student.id,
      from_status: entry.to_status,
      to_status: entry.to_status,
      reason: input.reason,
      ...values,
      account_id: call.account_id,
    })
    .returning({ id: statusHistory.id });
  await call.db
    .insert(studentStatusCorrections)
    .values({ correction_id: added!.id, entry_id: original, student_id: student.id });
  const present = all.find((one) => one.corrects === null)?.id === original;
  if (present)
    await call.db
      .update(students)
      .set({
        ...(values.effective_from ? { status_since: values.effective_from } : {}),
        ...(student.status === 'GAP_YEAR' ? { status_until: values.effective_to } : {}),
        status: student.status,
      })
      .where(eq(students.id, student.id));
  return (await entries(call, student.id)).find((one) => one.id === added!.id)!;
}
