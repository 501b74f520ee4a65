import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { revokeDocument } from '#domains/credentials/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { followersOf, tell } from '#platform/server/hooks.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { type Kept, mergedKept, touchedKept, undoKept } from '#platform/server/records/kept.ts';
import { definedOf } from '#platform/server/records/resource.ts';
import { recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import { life, lifeAreas } from '../../life.ts';
import { type LifeChange, type LifeOffer, type LifePerson, lifeEffect, studentsMoved } from '../hooks.ts';
import { lifeChanges as changes, lifeSteps as steps, students } from '../tables.ts';
import { type AskedChange, issueOrder } from './order.ts';
import type { LifeLine, LifeTarget } from './target.ts';

/**
 * Every change of a student's life, one way: the record, its history, the order, and what follows in every domain, in the
 * caller's transaction and with a receipt for each student. Whether it may be done is asked before (`calls.ts`, `status.ts`).
 */

type Row = typeof students.$inferSelect;
export interface AppliedChange {
  change: typeof changes.$inferSelect;
  people: { id: number; before: Row; after: Row; lines: LifeLine[] }[];
  offer: LifeOffer | undefined;
}

const transferFields = [
  'course_id',
  'level',
  'education_form_id',
  'study_language',
  'tuition',
  'department_id',
] as const;

/** Of a target what stands in the record of the student. */
export const programmeOf = ({
  course_id,
  level,
  education_form_id,
  study_language,
  tuition,
  department_id,
}: LifeTarget) => definedOf({ course_id, level, education_form_id, study_language, tuition, department_id });

/** What an enrolment made is taken back with it, as the application is with that. */
export const byEnrolment = ({ kind, target }: Pick<ChangeRow, 'kind' | 'target'>): boolean =>
  kind === 'ADMISSION' || target.academic_year_id !== undefined;

/** The fields of the record itself that a change sets. */
function recordFields({ kind, note, target = {} }: AskedChange): Partial<typeof students.$inferInsert> {
  const { to } = life[kind];
  const status = to ? { status: to, status_until: to === 'GAP_YEAR' ? (note.effective_to ?? null) : null } : {};
  return { ...programmeOf(target), ...status };
}

/** Makes a change in the lives of students who are locked, with everything that follows from it. Answers it with its lines for each of them. */
export async function applyChange(call: Call, ids: readonly number[], ask: AskedChange): Promise<AppliedChange> {
  const { kind, target = {} } = ask;
  const day = ask.note.effective_from ?? (await todayOf(call));
  const { to } = life[kind];
  const before = await call.db
    .select()
    .from(students)
    .where(inArray(students.id, [...ids]))
    .orderBy(students.id);
  const set = recordFields(ask);
  const after = Object.keys(set).length
    ? await call.db
        .update(students)
        .set({ ...set, ...(to ? { status_since: ask.note.effective_from ?? today } : {}) })
        .where(inArray(students.id, [...ids]))
        .returning()
    : before;
  const now = new Map(after.map((row) => [row.id, row]));
  const people: LifePerson[] = before.map((row) => ({ id: row.id, before: row, after: now.get(row.id)! }));
  const order =
    ask.order && !ask.note.order_number ? await issueOrder(call, ask, people, day, ask.order.language) : undefined;
  const note = { ...ask.note, ...(order ? { order_number: order.number, order_date: await todayOf(call) } : {}) };
  const [change] = await call.db
    .insert(changes)
    .values({
      kind,
      reason: note.reason ?? null,
      order_number: note.order_number ?? null,
      order_date: note.order_date ?? null,
      document_id: order?.document_id ?? null,
      starts_on: day,
      ends_on: note.effective_to ?? null,
      target,
      account_id: call.account_id || null,
    })
    .returning();
  if (to)
    for (const [, some] of Map.groupBy(before, (row) => row.status))
      await recordTransition(
        call,
        'student',
        some.map((row) => ({ id: row.id, from: row.status })),
        to,
        note,
      );
  if (kind === 'ADMISSION')
    await recordTransition(
      call,
      'student',
      before.map(({ id }) => ({ id, from: null })),
      'ACTIVE',
      note,
    );
  await noteMove(call, people, note);
  const said = new Map<number, LifeLine[]>(people.map(({ id }) => [id, []]));
  const kept = new Map<number, Record<string, Kept[]>>(people.map(({ id }) => [id, {}]));
  let offer: LifeOffer | undefined;
  const lifeChange: LifeChange = { id: change!.id, kind, day, until: note.effective_to ?? null, note, target };
  for (const { name, area, does, apply } of followersOf(call.kernel, lifeEffect)) {
    const known = does[kind];
    if (!known) continue;
    const done = await apply(call, lifeChange, people);
    offer ??= done.offer;
    for (const { student_id, code, values = {} } of done.lines) {
      if (!known.includes(code)) throw new Error(`${name} does not say that it does ${code} at ${kind}`);
      said.get(student_id)?.push({ area, code, values });
    }
    for (const [student_id, rows] of Map.groupBy(mergedKept(done.kept ?? []), (one) => one.student_id))
      kept.get(student_id)![name] = rows;
  }
  for (const lines of said.values()) lines.sort((a, b) => lifeAreas.indexOf(a.area) - lifeAreas.indexOf(b.area));
  const columns = [...Object.keys(set), ...(to ? ['status_since'] : [])] as (keyof Row)[];
  const pick = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
  await insertAll(
    call.client,
    'student_life_steps',
    people.map((one) => ({
      institution_id: call.institution_id,
      created_at: change!.created_at,
      change_id: change!.id,
      student_id: one.id,
      from_status: one.before.status,
      to_status: one.after.status,
      before: pick(one.before),
      after: pick(one.after),
      lines: said.get(one.id),
      kept: kept.get(one.id),
    })),
  );
  if (to) await tell(call, studentsMoved, { rows: before.map((row) => ({ id: row.id, from: row.status })), to, note });
  // Whoever is admitted has the welcome letter.
  if (kind !== 'ADMISSION')
    await notify(
      call,
      people.flatMap(({ before: { account_id } }) => account_id ?? []),
      {
        type: 'life',
        title: titleOf(`notice_life.${kind}`, {
          day: day.split('-').reverse().join('.'),
          order: note.order_number ?? '',
        }),
        link: '/home',
      },
    );
  return { change: change!, people: people.map((one) => ({ ...one, lines: said.get(one.id) ?? [] })), offer };
}

/** Where students moved, with what was before: the history of the record shows it. */
async function noteMove(call: Call, rows: readonly LifePerson[], note: TransitionNote) {
  const changed = rows.flatMap(({ id, before, after }) => {
    const fields = transferFields.filter((field) => before[field] !== after[field]);
    const pick = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field]]));
    return fields.length ? [{ id, before: pick(before), after: pick(after) }] : [];
  });
  if (changed.length === 0) return;
  await insertAll(
    call.client,
    'student_transfers',
    changed.map((one) => ({
      institution_id: call.institution_id,
      student_id: one.id,
      before: one.before,
      after: one.after,
      reason: note.reason ?? '',
      order_number: note.order_number ?? null,
      order_date: note.order_date ?? null,
      effective_from: note.effective_from ?? null,
      account_id: call.account_id || null,
    })),
  );
}

export interface UndoObstacle {
  student_id: number;
  code: string;
  values?: Record<string, unknown>;
}
type StepRow = typeof steps.$inferSelect;
type ChangeRow = typeof changes.$inferSelect;

/** The newest change of each of these students that stands, or was taken back. */
export async function newestSteps(call: Call, ids: readonly number[]) {
  const rows = await call.db
    .selectDistinctOn([steps.student_id], { step: steps, change: changes })
    .from(steps)
    .innerJoin(changes, eq(changes.id, steps.change_id))
    .where(inArray(steps.student_id, [...ids]))
    .orderBy(steps.student_id, desc(steps.id));
  return new Map(rows.map((row) => [row.step.student_id, row]));
}

/** Why a change can be taken back no more, by student; nobody where nothing was built on it. */
export async function builtOn(
  call: Call,
  change: ChangeRow,
  some: readonly StepRow[],
  rows: ReadonlyMap<number, Row>,
): Promise<UndoObstacle[]> {
  const built: UndoObstacle[] = [];
  const ids = some.map((step) => step.student_id);
  const later = await call.db
    .selectDistinct({ id: steps.student_id })
    .from(steps)
    .where(
      and(inArray(steps.student_id, ids), gt(steps.id, Math.max(...some.map(({ id }) => id))), isNull(steps.undone_at)),
    );
  built.push(...later.map(({ id }) => ({ student_id: id, code: 'LIFE_LATER' })));
  for (const step of some) {
    const row = rows.get(step.student_id);
    const same = row && Object.entries(step.after).every(([column, value]) => row[column as keyof Row] === value);
    if (step.undone_at) built.push({ student_id: step.student_id, code: 'LIFE_UNDONE' });
    else if (!same) built.push({ student_id: step.student_id, code: 'LIFE_LATER' });
  }
  const kept = some.flatMap((step) => Object.values(step.kept).flat());
  for (const { student_id, table } of await touchedKept(call.client, kept))
    built.push({ student_id, code: 'LIFE_TOUCHED', values: { table } });
  for (const effect of followersOf(call.kernel, lifeEffect))
    if (effect.builtOn && effect.does[change.kind])
      built.push(
        ...(await effect.builtOn(
          call,
          { ...lifeChangeOf(change), at: change.created_at },
          some.flatMap((step) => step.kept[effect.name] ?? []),
        )),
      );
  return [...new Map(built.map((one) => [one.student_id, one])).values()];
}

const lifeChangeOf = (change: ChangeRow): LifeChange => ({
  id: change.id,
  kind: change.kind,
  day: change.starts_on,
  until: change.ends_on,
  target: change.target,
  note: {},
});

/** Puts back what the change wrote about these students, who are locked; what was built on it was asked before. */
export async function revertChange(
  call: Call,
  change: ChangeRow,
  some: readonly StepRow[],
  rows: ReadonlyMap<number, Row>,
  reason: string,
): Promise<void> {
  for (const effect of followersOf(call.kernel, lifeEffect).toReversed()) {
    if (!effect.does[change.kind]) continue;
    const kept = some.flatMap((step) => step.kept[effect.name] ?? []);
    await undoKept(call.client, kept);
    await effect.undone?.(call, { ...lifeChangeOf(change), note: { reason } }, kept);
  }
  const overwritten = Object.keys(some[0]?.before ?? {});
  if (overwritten.length)
    await undoKept(
      call.client,
      some.map((step) => ({
        table: 'students',
        id: step.student_id,
        student_id: step.student_id,
        before: step.before,
        after: step.after,
      })),
    );
  if (life[change.kind].to)
    for (const [to, back] of Map.groupBy(some, (step) => step.from_status)) {
      const moved = back.map((step) => ({ id: step.student_id, from: step.to_status }));
      await recordTransition(call, 'student', moved, to, { reason });
      await tell(call, studentsMoved, { rows: moved, to, note: { reason } });
    }
  if (overwritten.length)
    await noteMove(
      call,
      some.map((step) => {
        const row = rows.get(step.student_id)!;
        return { id: row.id, before: row, after: { ...row, ...step.before } as Row };
      }),
      { reason },
    );
  await call.client.query(
    'update student_life_steps set undone_at = edulab_now(), undone_by = $2, undo_reason = $3 where id = any($1)',
    [some.map(({ id }) => id), call.account_id, reason],
  );
  const [standing] = await call.db
    .select({ id: steps.id })
    .from(steps)
    .where(and(eq(steps.change_id, change.id), isNull(steps.undone_at)))
    .limit(1);
  if (!standing && change.document_id) await revokeDocument(call, change.document_id, reason);
  await notify(
    call,
    some.flatMap((step) => rows.get(step.student_id)?.account_id ?? []),
    { type: 'life', title: titleOf('notice_life_undone', { order: change.order_number ?? '' }), link: '/home' },
  );
}

/** Takes an admission out of its order, as the record of the student goes; an order of nobody is revoked. */
export async function forgetAdmission(
  call: Call,
  student_id: number,
  change_id: number,
  reason: string,
): Promise<void> {
  await call.db.delete(steps).where(and(eq(steps.change_id, change_id), eq(steps.student_id, student_id)));
  const [other] = await call.db.select({ id: steps.id }).from(steps).where(eq(steps.change_id, change_id)).limit(1);
  const [change] = await call.db.select().from(changes).where(eq(changes.id, change_id));
  if (!other && change?.document_id) await revokeDocument(call, change.document_id, reason);
}
