import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ErrorCode, PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { pipelined, planOnce } from '#platform/server/fast/index.ts';
import { emit } from '#platform/server/work/events.ts';
import type { bulkAnswer, bulkInput, updateMarkInput } from '../../shapes-marks.ts';
import type { MarkState } from '../../workflow.ts';
import { demandAdmitted } from '../admission/standing.ts';
import { demandModule } from '../modules.ts';
import { sayReason } from '../plan/plans.ts';
import { lockPlan } from '../plan/tree.ts';
import { satSince } from '../release/defer.ts';
import { marks } from '../tables.ts';
import { blindIn, noneBlind } from './blind.ts';
import { type Cell, cellsOf, resultsOf } from './cells.ts';
import { type Frame, frameOf } from './frame.ts';

/** Typing marks: as the first marker, as the second, or as what both agreed on. */

type Input = z.infer<typeof bulkInput>;
type Answer = z.infer<typeof bulkAnswer>;
type As = NonNullable<Input['as']>;

interface Stored {
  id: number;
  component_id: number;
  student_id: number;
  attempt: number;
  value: number | null;
  special: string | null;
  version: number;
  status: MarkState;
  first_value: number | null;
  second_value: number | null;
  second_marker: number | null;
  marked_by: number | null;
  marked_at: string;
  comment: string | null;
}
type Shown = Pick<
  Stored,
  'component_id' | 'student_id' | 'attempt' | 'value' | 'special' | 'second_value' | 'version' | 'status'
>;
const keyOf = (cell: { component_id: number; student_id: number; attempt: number }) =>
  `${cell.component_id} ${cell.student_id} ${cell.attempt}`;

const columnsOf = (of: string) =>
  `${of}.id, ${of}.component_id, ${of}.student_id, ${of}.attempt, ${of}.value::float8 as value, ${of}.special, ${of}.version, ${of}.status,
   ${of}.first_value::float8 as first_value, ${of}.second_value::float8 as second_value, ${of}.second_marker, ${of}.marked_by, ${of}.marked_at, ${of}.comment`;
// By component, whose marks lie beside each other: looked for by student, all marks of everybody in the module would be read.
const storedMarks = `select ${columnsOf('marks')} from marks
  where component_id = any($1) and student_id between $3 and $4 and student_id + 0 = any($2)`;
const returningMarks = (of: string) =>
  `returning ${of}.component_id, ${of}.student_id, ${of}.attempt, ${of}.value::float8 as value, ${of}.special, ${of}.second_value::float8 as second_value, ${of}.version, ${of}.status`;
const columns = `unnest($1::int[], $2::int[], $3::int[], $4::numeric[], $5::text[], $6::text[], $7::boolean[])
  as x(component_id, student_id, attempt, value, special, comment, commented)`;
const insertMarks = `insert into marks (course_module_id, component_id, student_id, attempt, value, special, comment, marked_by)
  select $8, component_id, student_id, attempt, value, special, comment, $9 from ${columns} order by student_id, component_id`;
/** Where none of the cells has a mark yet. Whoever writes marks of a module holds its plan, so none has come in between. */
const writeNew = `${insertMarks} ${returningMarks('marks')}`;
const writeMarks: Record<As, string> = {
  FIRST: `${insertMarks}
    on conflict (component_id, student_id, attempt) do update
      set value = excluded.value, special = excluded.special, marked_by = excluded.marked_by, marked_at = edulab_now(),
          comment = coalesce(excluded.comment, case when marks.status <> 'DEFERRED' then marks.comment end),
          ${['first_value', 'second_value', 'second_marker'].map((name) => `${name} = case when marks.status <> 'DEFERRED' then marks.${name} end`).join(', ')},
          held_from = case when marks.status <> 'DEFERRED' then marks.held_from end, status = case when marks.status = 'DEFERRED' then 'DRAFT' else marks.status end
    ${returningMarks('marks')}`,
  SECOND: `update marks m set second_value = x.value, second_marker = $9, comment = case when x.commented then x.comment else m.comment end
    from ${columns} where m.course_module_id = $8 and m.component_id = x.component_id and m.student_id = x.student_id and m.attempt = x.attempt
    ${returningMarks('m')}`,
  AGREED: `update marks m set first_value = coalesce(m.first_value, m.value), value = x.value, special = x.special,
          comment = case when x.commented then x.comment else m.comment end
    from ${columns} where m.course_module_id = $8 and m.component_id = x.component_id and m.student_id = x.student_id and m.attempt = x.attempt and $9::int is not null
    ${returningMarks('m')}`,
};

/**
 * Saves cells of one module. What is malformed refuses everything; a cell that somebody else changed since it was read, or
 * that is closed, is answered beside those that were saved, so that nobody's typing is lost.
 */
export async function saveMarks(call: Call, input: Input, permission: PermissionName = 'mark.enter'): Promise<Answer> {
  const module = input.course_module_id;
  const as = input.as ?? 'FIRST';
  planOnce(call.client);
  const [, plan, frame] = await pipelined(
    demandModule(call, as === 'FIRST' ? permission : 'mark.moderate', module),
    lockPlan(call, module),
    frameOf(call, module),
  );
  if (plan.state !== 'ACTIVE') throw fail('PLAN_NOT_ACTIVE');
  const { components } = frame;
  const cells = await cellsOf(call, module, frame, input.marks);
  await sayReason(call, input.reason);
  const people = [...new Set(cells.map((cell) => cell.student_id))];
  const { rows } = await call.client.query<Stored>(storedMarks, [
    [...new Set(cells.map((cell) => cell.component_id))],
    people,
    Math.min(...people),
    Math.max(...people),
  ]);
  const before = new Map(rows.map((row) => [keyOf(row), row]));
  const deferred = rows.filter(({ status }) => status === 'DEFERRED');
  if (as === 'FIRST') demandEntryOpen(frame, cells, new Set(deferred.map(keyOf)));
  const again = as === 'FIRST' ? await satAgain(call, deferred) : new Set<string>();
  const twice = components.some((row) => row.second_marking_share > 0);
  const blind = twice ? await blindIn(call, module) : noneBlind;
  const sources = new Map(components.map((row) => [row.id, row.source]));
  const answer: Answer = { saved: [], conflicts: [], refused: [], results: [] };
  const fresh: Cell[] = [];
  const clashes: { cell: Cell; current: Stored }[] = [];
  for (const cell of cells) {
    const current = before.get(keyOf(cell));
    const anew = again.has(keyOf(cell));
    const code = closedBecause(call, as, current, cell, sources.get(cell.component_id)!, blind.mark(cell), anew);
    if (code) {
      answer.refused.push({
        ...refOf(cell),
        fault: code,
        message: message(call.locale, code),
        status: current?.status ?? 'NOT_MARKED',
      });
      continue;
    }
    const standing = as === 'SECOND' ? current?.second_value : current?.value;
    const same =
      !anew && (standing ?? null) === cell.value && (as === 'SECOND' || (current?.special ?? null) === cell.special);
    if (current && same && (cell.comment === undefined || cell.comment === current.comment))
      answer.saved.push(savedCell(as, cell, current));
    else if (current && current.version !== cell.version && !same) clashes.push({ cell, current });
    else if (current || cell.value !== null || cell.special !== null) fresh.push(cell);
  }
  if (fresh.length) {
    await demandAdmitted(call, module, components, fresh);
    if (fresh.some((cell) => again.has(keyOf(cell))))
      await call.client.query("select set_config('edulab.mark_event', 'ENTERED', true)");
    if (plan.marking_begun_at === null)
      await call.client.query('update assessment_plans set marking_begun_at = edulab_now() where id = $1', [plan.id]);
    const none = as === 'FIRST' && fresh.every((cell) => !before.has(keyOf(cell)));
    // In anonymous marking a total would tell who it is; where any component still is, totals hold hidden marks.
    const known = components.every((row) => row.shown) || call.abilities.has('mark.codes');
    const [{ rows: saved }, , results] = await pipelined(
      call.client.query<Shown>(none ? writeNew : writeMarks[as], [
        fresh.map((cell) => cell.component_id),
        fresh.map((cell) => cell.student_id),
        fresh.map((cell) => cell.attempt),
        fresh.map((cell) => cell.value),
        fresh.map((cell) => cell.special),
        fresh.map((cell) => cell.comment ?? null),
        fresh.map((cell) => cell.comment !== undefined),
        module,
        call.account_id,
      ]),
      emit(call, {
        type: 'marks',
        to: { permission: 'mark.read' },
        data: { course_module_id: module, account_id: call.account_id },
      }),
      known ? resultsOf(call, module, [...new Set(fresh.map((cell) => cell.student_id))]) : [],
    );
    const after = new Map(saved.map((row) => [keyOf(row), row]));
    for (const cell of fresh) answer.saved.push(savedCell(as, cell, after.get(keyOf(cell))!));
    // After a second value some of the works may be open to both, others of the same students not yet.
    const still = twice ? await blindIn(call, module) : noneBlind;
    answer.results = results.filter((row) => !still.total(row.student_id));
  }
  if (clashes.length) answer.conflicts = await bothSides(call, as, clashes);
  return answer;
}

/** Why a cell takes nothing, if it does not. */
function closedBecause(
  call: Call,
  as: As,
  current: Stored | undefined,
  cell: Cell,
  source: string,
  blind: boolean,
  anew: boolean,
): ErrorCode | undefined {
  const status = current?.status ?? 'NOT_MARKED';
  if (status === 'CONFIRMED' || status === 'LOCKED') return 'MARK_FINAL';
  // Before anything that depends on the first value, which an answer would tell.
  if (blind && as !== 'SECOND') return 'MARK_BLIND';
  if (as === 'FIRST') {
    if (source !== 'MANUAL') return 'FLOWS_IN';
    // Of what was deferred the next sitting is marked; nothing typed is not a mark of it.
    if (anew && (cell.value !== null || cell.special !== null)) return undefined;
    return status === 'NOT_MARKED' || status === 'DRAFT' ? undefined : 'MARK_CLOSED';
  }
  if (status !== 'SUBMITTED') return 'MARK_NOT_SUBMITTED';
  if (as === 'AGREED' && cell.value === null && cell.special === null) return 'MARK_NEEDED';
  return current?.marked_by === call.account_id ? 'SAME_MARKER' : undefined;
}

/** Of which deferred marks the next sitting can have been. */
async function satAgain(call: Call, deferred: readonly Stored[]): Promise<ReadonlySet<string>> {
  if (deferred.length === 0) return new Set();
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select m.id from ${marks} m where m.id = any(${sql.param(deferred.map(({ id }) => id))}::int[]) and ${satSince(sql`m`)}`,
  );
  const sat = new Set(rows.map(({ id }) => id));
  return new Set(deferred.filter(({ id }) => sat.has(id)).map(keyOf));
}

/**
 * Marks come in between the days of the plan, for later attempts between those of the sitting, and of what was deferred with
 * those of any later sitting too.
 */
function demandEntryOpen(
  { plan, sittings, today }: Frame,
  cells: readonly Cell[],
  deferred: ReadonlySet<string>,
): void {
  const windowOf = (attempt: number) => {
    const sitting = sittings.find(({ number }) => number === attempt);
    return {
      opens: sitting?.opens_on ?? (attempt === 1 ? plan?.entry_opens_on : null) ?? null,
      closes: sitting?.closes_on ?? (attempt === 1 ? plan?.entry_closes_on : null) ?? null,
    };
  };
  const isOpen = ({ opens, closes }: ReturnType<typeof windowOf>) =>
    (opens === null || today >= opens) && (closes === null || today <= closes);
  for (const [attempt, some] of Map.groupBy(cells, (cell) => cell.attempt)) {
    const own = windowOf(attempt);
    const later = sittings.some(({ number }) => number > attempt && isOpen(windowOf(number)));
    if (!isOpen(own) && !(later && some.every((cell) => deferred.has(keyOf(cell)))))
      throw fail('ENTRY_CLOSED', { attempt, opens: own.opens ?? '—', closes: own.closes ?? '—' });
  }
}

const refOf = (cell: Cell) => ({
  component_id: cell.component_id,
  student_id: cell.code === null ? cell.student_id : null,
  code: cell.code,
  attempt: cell.attempt,
});
/** The cell as whoever typed it knows it: second markers see their own value, not the first one. */
const savedCell = (as: As, cell: Cell, row: Shown): Answer['saved'][number] => ({
  ...refOf(cell),
  value: as === 'SECOND' ? row.second_value : row.value,
  special: as === 'SECOND' ? null : (row.special as Answer['saved'][number]['special']),
  version: row.version,
  status: row.status,
});

async function bothSides(call: Call, as: As, clashes: { cell: Cell; current: Stored }[]): Promise<Answer['conflicts']> {
  const { rows } = await call.client.query<{ id: number; name: string }>(
    "select id, concat_ws(' ', lastname, firstname) as name from accounts where id = any($1)",
    [clashes.map(({ current }) => (as === 'SECOND' ? current.second_marker : current.marked_by))],
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return clashes.map(({ cell, current }) => {
    const { value, special, version, status } = savedCell(as, cell, current);
    return {
      ...refOf(cell),
      yours: { value: cell.value, special: cell.special as Answer['saved'][number]['special'] },
      current: {
        value,
        special,
        version,
        status,
        name: names.get((as === 'SECOND' ? current.second_marker : current.marked_by) ?? 0) ?? '',
        at: new Date(current.marked_at).toISOString(),
      },
    };
  });
}

/** One mark, for those who know the student rather than the module's grid; 409 with both values where it moved. */
export async function updateMark(call: Call, input: z.infer<typeof updateMarkInput>): Promise<Answer['saved'][number]> {
  const { reason, ...cell } = input;
  const { rows } = await call.client.query<{ module: number }>(
    'select course_module_id as module from assessment_components where id = $1 and deleted_at is null',
    [cell.component_id],
  );
  if (!rows[0]) throw fail('BAD_REQUEST', { fields: [{ path: 'component_id', code: 'UNKNOWN_REFERENCE' }] });
  const answer = await saveMarks(call, { course_module_id: rows[0].module, marks: [cell], reason });
  const [conflict] = answer.conflicts;
  if (conflict) throw fail('STALE', { current: conflict.current, by: conflict.current.name, at: conflict.current.at });
  const [refused] = answer.refused;
  if (refused) throw fail(refused.fault as ErrorCode, { status: refused.status });
  return (
    answer.saved[0] ?? {
      component_id: cell.component_id,
      student_id: cell.student_id,
      code: null,
      attempt: cell.attempt ?? 1,
      value: null,
      special: null,
      version: 0,
      status: 'NOT_MARKED',
    }
  );
}
