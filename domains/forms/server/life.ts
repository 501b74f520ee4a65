import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type LifeEffect, leavingKinds } from '#domains/students/server/index.ts';
import { message } from '#platform/server/call/messages.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { openStates, type RequestState, requestWorkflow } from '../workflow.ts';
import { keepFee } from './fees.ts';
import { tellStudent } from './steps.ts';
import { formRequestSteps, formRequests, formTypes } from './tables.ts';

/**
 * Whoever leaves gives up what they asked for as a student. What is offered to those who left as well goes on, and so does
 * the request whose step makes this very change.
 */
export const requestsOfLife: LifeEffect = {
  name: 'forms.requests',
  area: 'documents',
  does: Object.fromEntries(leavingKinds.map((kind) => [kind, ['FORM_REQUEST_CLOSED']])),
  async apply(call, { kind }, people) {
    const status = new Map<number, string>(people.map(({ id, after }) => [id, after.status]));
    const found = await call.db
      .select({ row: formRequests, audience: formTypes.audience })
      .from(formRequests)
      .innerJoin(formTypes, eq(formTypes.id, formRequests.type_id))
      .where(
        and(
          inArray(formRequests.student_id, [...status.keys()]),
          inArray(formRequests.status, [...openStates]),
          isNull(formRequests.deleted_at),
          sql`not exists (select 1 from ${formRequestSteps} t where t.request_id = ${formRequests.id} and t.position = ${formRequests.step}
                and t.done_at is null and t.change ->> 'kind' = ${kind})`,
        ),
      )
      .orderBy(formRequests.id)
      .for('update', { of: formRequests });
    const over = found.filter(({ row, audience }) => !audience.some((one) => one === status.get(row.student_id)));
    const reason = message(call.locale, `life_order.title.${kind}`);
    // What was never sent is nobody's to refuse.
    const to = ({ status: from }: (typeof over)[number]['row']): RequestState =>
      from === 'DRAFT' ? 'WITHDRAWN' : 'REJECTED';
    const kept = await changeKept(
      call.client,
      'form_requests',
      over.map(({ row }) => ({ id: row.id, status: to(row), reason, due_on: null })),
    );
    for (const state of ['WITHDRAWN', 'REJECTED'] as const) {
      const some = over.filter(({ row }) => to(row) === state);
      if (some.length)
        await recordTransition(
          call,
          requestWorkflow.entity,
          some.map(({ row }) => ({ id: row.id, from: row.status })),
          state,
          { reason },
        );
    }
    for (const { row } of over) {
      await keepFee(call, row.id);
      await tellStudent(call, row, to(row));
    }
    return {
      kept,
      lines: over.map(({ row }) => ({
        student_id: row.student_id,
        code: 'FORM_REQUEST_CLOSED',
        values: { number: row.number },
      })),
    };
  },
  async undone(call, _change, kept) {
    const rows = kept.filter(({ table }) => table === 'form_requests');
    for (const state of openStates) {
      const some = rows.filter(({ before }) => before?.status === state);
      if (some.length)
        await recordTransition(
          call,
          requestWorkflow.entity,
          some.map(({ id, after }) => ({ id, from: String(after?.status) as RequestState })),
          state,
          { reason: message(call.locale, 'step_taken_back') },
        );
    }
    for (const { id } of rows) await keepFee(call, id);
  },
};
