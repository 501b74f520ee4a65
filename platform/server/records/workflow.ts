import { sql } from 'drizzle-orm';
import { type Transition, transitionOf, type Workflow } from '#platform/contract/index.ts';
import { type Call, demand, demandProof } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { statusHistory } from '../database/tables.ts';

export interface TransitionNote {
  reason?: string | undefined;
  order_number?: string | undefined;
  order_date?: string | undefined;
  effective_from?: string | undefined;
  effective_to?: string | undefined;
  /** Past the life cycle and its guards, for those with `workflow.force`; it is kept as forced. */
  force?: boolean | undefined;
}

/**
 * Whether this step may be taken: 422 where the life cycle does not know it, 403 where the caller may not take it,
 * 422 where the reason or the order is missing. The caller then writes the row and calls `recordTransition`.
 */
export function checkTransition<S extends string>(
  call: Call,
  workflow: Workflow<S>,
  from: S,
  to: S,
  note: TransitionNote,
): Transition<S> {
  if (note.force) return forcedStep(call, workflow, from, to, note);
  const step = transitionOf(workflow, from, to);
  if (!step) throw fail('TRANSITION_NOT_ALLOWED', { entity: workflow.entity, from, to });
  demand(call, step.permission);
  if (step.reason && !note.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  if (step.order && !note.order_number)
    throw fail('BAD_REQUEST', { fields: [{ path: 'order_number', code: 'form_required' }] });
  return step;
}

/** Any step at all, with a reason: the way out where the life cycle knows none. */
export function forcedStep<S extends string>(
  call: Call,
  workflow: Workflow<S>,
  from: S,
  to: S,
  note: TransitionNote,
): Transition<S> {
  demand(call, 'workflow.force');
  demandProof(call);
  if (from === to || !workflow.states.includes(to))
    throw fail('TRANSITION_NOT_ALLOWED', { entity: workflow.entity, from, to });
  if (!note.reason) throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  return { from: [from], to, permission: 'workflow.force', reason: true };
}

/** Keeps the step in the history, which is never edited. One statement, as short for however many rows took it. */
export async function recordTransition(
  call: Pick<Call, 'db' | 'institution_id' | 'account_id'>,
  entity: string,
  rows: { id: number; from: string | null }[],
  to: string,
  note: TransitionNote,
): Promise<void> {
  if (rows.length === 0) return;
  // PostgreSQL takes 65,535 parameters; the rows are one of them.
  await call.db.execute(sql`
    insert into ${statusHistory} (institution_id, entity, entity_id, from_status, to_status, reason, order_number, order_date, effective_from, effective_to, forced, account_id)
    select ${call.institution_id}::integer, ${entity}::text, r.id, r."from", ${to}::text, ${note.reason ?? null}::text, ${note.order_number ?? null}::text,
           ${note.order_date ?? null}::date, ${note.effective_from ?? null}::date, ${note.effective_to ?? null}::date, ${note.force ?? false}::boolean, ${call.account_id || null}::integer
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, from }) => ({ id, from })))}::jsonb) as r (id integer, "from" text)`);
}
