import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sendIssued } from '#domains/credentials/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { departments, educationForms } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { demand } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message, tableTitle } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { list as page } from '#platform/server/records/lists.ts';
import { definedOf } from '#platform/server/records/resource.ts';
import type { lifeAnswer, lifeInput, lifeList, lifeUndo } from '../../contract/life.ts';
import { type LifeKind, life } from '../../life.ts';
import { lockBatch } from '../records/commands.ts';
import { ownIdIfAny, type StudentRow, studentWithin } from '../records/reach.ts';
import { faultOf, faultsOf, nameOf, proposeStatus, refuseFaults, waitingFaults } from '../status/status.ts';
import { lifeChanges as changes, lifeSteps as steps, students } from '../tables.ts';
import { applyChange, builtOn, byEnrolment, programmeOf, revertChange } from './engine.ts';
import type { LifeLine, LifeTarget } from './target.ts';

/** What the office does with lives of students: told beforehand, done, listed, taken back. */

type Input = z.infer<typeof lifeInput>;
type Answer = z.infer<typeof lifeAnswer>;
type Fault = ReturnType<typeof faultOf>;

/** Money is for those who may see debts, and for those who decide and so must know what follows. */
const seesMoney = ({ abilities }: Pick<Call, 'abilities'>) =>
  (['debit.read', 'student.confirm_status', 'student.transfer'] as const).some((right) => abilities.has(right));
const isMoneyLine = ({ area }: LifeLine) => area === 'contract' || area === 'money';

/** Lines in words, those alone that the caller may see. */
export const linesInWords = (call: Pick<Call, 'locale' | 'abilities'>, lines: readonly LifeLine[]) =>
  (seesMoney(call) ? lines : lines.filter((line) => !isMoneyLine(line))).map(({ area, code, values }) => ({
    area,
    code,
    text: message(call.locale, `life.${area}.${code}`, values),
  }));

/** The programme that is led to, whole: with a course come its level and department. Errors: UNKNOWN_REFERENCE by field. */
export async function targetOf(
  call: Call,
  input: { [F in keyof LifeTarget]?: LifeTarget[F] | undefined },
): Promise<LifeTarget> {
  const { course_id, level, education_form_id, study_language, tuition, department_id, study_year } = input;
  for (const [table, field] of [
    [educationForms, 'education_form_id'],
    [departments, 'department_id'],
  ] as const) {
    const id = input[field];
    if (id === undefined) continue;
    const [found] = await call.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), isNull(table.deleted_at)));
    if (!found) throw failField(field, 'UNKNOWN_REFERENCE');
  }
  const { recognised, origin, decided_by, file_ids, counted } = input;
  const given = definedOf({
    ...{ course_id, level, education_form_id, study_language, tuition, department_id, study_year },
    ...{ recognised, origin, decided_by, file_ids, counted },
  });
  if (course_id === undefined) return given;
  const [course] = await call.db
    .select({ level: courses.level, department_id: courses.department_id })
    .from(courses)
    .where(and(eq(courses.id, course_id), isNull(courses.deleted_at)));
  if (!course) throw failField('course_id', 'UNKNOWN_REFERENCE');
  const follows = course.department_id ? { department_id: course.department_id } : {};
  return { ...follows, ...given, level: level ?? course.level };
}

/** Who of them cannot take this change, and why. */
async function faultsOfKind(call: Call, rows: StudentRow[], kind: LifeKind, target: LifeTarget): Promise<Fault[]> {
  const { from, to } = life[kind];
  if (to) return faultsOf(call, rows, to, from);
  const changed = Object.entries(programmeOf(target)) as [keyof StudentRow, unknown][];
  return rows.flatMap((row) => {
    if (!from.includes(row.status)) return [faultOf(call, row, 'TRANSFER_NOT_STUDYING')];
    const same = kind === 'TRANSFER' && changed.every(([field, value]) => row[field] === value);
    return same ? [faultOf(call, row, 'NOTHING_CHANGES')] : [];
  });
}

/** What a change cannot do without; the reason is owed only by who does it. */
function demandAsked({ kind, reason, ends_on, ...input }: Input, target: LifeTarget, preview: boolean): void {
  const recognises = life[kind].target === 'recognition';
  if (input.ids.length > 1 && (recognises || input.counted))
    throw fail('LIFE_ONE_ALONE', { fields: [{ path: 'ids', code: 'LIFE_ONE_ALONE' }] });
  const fields = [
    ...(recognises && !input.origin ? ['origin'] : []),
    ...(recognises && !input.recognised ? ['recognised'] : []),
    ...(reason || preview ? [] : ['reason']),
    ...(life[kind].period && !ends_on ? ['ends_on'] : []),
    ...(life[kind].target === 'study_year' && !input.study_year ? ['study_year'] : []),
  ].map((path) => ({ path, code: 'form_required' as const }));
  if (fields.length) throw fail('BAD_REQUEST', { fields });
  if (life[kind].target === 'programme' && Object.keys(programmeOf(target)).length === 0) throw fail('NOTHING_CHANGES');
}

async function changeOrPreview(call: Call, input: Input, preview: boolean): Promise<Answer> {
  const { kind } = input;
  const { permission, to } = life[kind];
  const direct = call.abilities.has(permission);
  const asks = permission === 'student.confirm_status' ? 'student.propose_status' : permission;
  if (!direct) demand(call, asks);
  const rows = await lockBatch(call, direct ? permission : asks, input.ids);
  const target = life[kind].target ? await targetOf(call, input) : {};
  demandAsked(input, target, preview);
  const note = {
    reason: input.reason,
    order_number: input.order_number || undefined,
    order_date: input.order_date,
    effective_from: input.starts_on,
    effective_to: life[kind].period ? input.ends_on : undefined,
  };
  const faults = await faultsOfKind(call, rows, kind, target);
  if (!direct) faults.push(...(await waitingFaults(call, rows)));
  const day = await todayOf(call);
  // An order that is written here needs no number.
  if (note.effective_to && note.effective_to <= (note.effective_from ?? day))
    throw fail('DATES_ORDER', { fields: [{ path: 'ends_on', code: 'DATES_ORDER' }] });
  const answer = (people: Answer['students'], more: Partial<Answer> = {}): Answer => ({
    ok: faults.length === 0,
    kind,
    proposal: !direct,
    change: null,
    students: people,
    faults,
    ...more,
  });
  const plain = rows.map((row) => ({
    id: row.id,
    name: nameOf(row),
    from: row.status,
    to: to ?? row.status,
    lines: [],
  }));
  if (!preview) refuseFaults(faults);
  const wrong = new Set(faults.map((fault) => fault.id));
  const able = rows.filter((row) => !wrong.has(row.id)).map((row) => row.id);
  if (able.length === 0) return answer(plain);
  if (!direct && !preview) {
    const requests = await proposeStatus(call, rows, to!, note, kind);
    return answer(plain.map((row) => ({ ...row, request_id: requests.get(row.id)! })));
  }
  const after = call.afterCommit.length;
  if (preview) await call.client.query('savepoint living');
  const applied = await applyChange(call, able, {
    kind,
    note,
    target,
    order: preview ? undefined : { language: input.language ?? 'uz' },
  });
  if (preview) {
    await call.client.query('rollback to savepoint living');
    call.afterCommit.length = after;
  }
  const lines = new Map(applied.people.map((one) => [one.id, linesInWords(call, one.lines)]));
  const people = plain.map((row) => ({ ...row, lines: lines.get(row.id) ?? [] }));
  if (preview) return answer(people, applied.offer ? { offer: applied.offer } : {});
  return answer(people, {
    change: {
      id: applied.change.id,
      order_number: applied.change.order_number,
      order_date: applied.change.order_date,
      document: applied.change.document_id !== null,
    },
  });
}

/** The same work, taken back: what is told is what happens. */
export const previewLife = (call: Call, input: Input): Promise<Answer> => changeOrPreview(call, input, true);
/** All of them or nobody. Errors: BATCH_REFUSED, BAD_REQUEST with what is missing, NOTHING_CHANGES, DATES_ORDER. */
export const changeLife = (call: Call, input: Input): Promise<Answer> => changeOrPreview(call, input, false);

/** Takes a change back, for all whom it reached or for some. Errors: BATCH_REFUSED with what was built on it. */
export async function undoLife(call: Call, input: z.infer<typeof lifeUndo>): Promise<{ undone: number }> {
  const [change] = await call.db.select().from(changes).where(eq(changes.id, input.id)).for('update');
  if (!change) throw fail('NOT_FOUND');
  const { permission } = life[change.kind];
  demand(call, permission);
  if (byEnrolment(change)) throw fail('LIFE_BY_ENROLMENT');
  const some = await call.db
    .select()
    .from(steps)
    .where(
      and(
        eq(steps.change_id, change.id),
        // What was taken back already is not taken back twice.
        isNull(steps.undone_at),
        input.student_ids ? inArray(steps.student_id, input.student_ids) : undefined,
      ),
    );
  if (some.length === 0 || (input.student_ids && some.length < new Set(input.student_ids).size))
    throw fail('LIFE_UNDONE');
  const rows = await lockBatch(
    call,
    permission,
    some.map((step) => step.student_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const built = await builtOn(call, change, some, byId);
  refuseFaults(
    built.map(({ student_id, code, values }) => {
      return faultOf(call, byId.get(student_id)!, code, {
        ...values,
        table: tableTitle(call.locale, String(values?.table ?? '')),
      });
    }),
  );
  await revertChange(call, change, some, byId, input.reason);
  return { undone: some.length };
}

/** Changes, the newest first: of one student with what followed for them, or of all whom the caller sees. */
export async function listLife(call: Call, input: z.infer<typeof lifeList>) {
  const id =
    input.student_id ?? (call.abilities.get('student.status_history') === 'own' ? await ownIdIfAny(call) : undefined);
  const student =
    id === undefined ? undefined : await studentWithin(call, 'student.status_history', id, { deleted: true });
  const all = call.abilities.get('student.status_history') === 'institution';
  return page(call, input, {
    from: sql`${changes}`,
    key: sql`${changes.id}`,
    table: 'student_life_changes',
    where: [
      isNull(changes.deleted_at),
      student
        ? sql`exists (select 1 from ${steps} where ${steps.change_id} = ${changes.id} and ${steps.student_id} = ${student.id})`
        : all
          ? undefined
          : sql`false`,
      input.kind ? eq(changes.kind, input.kind) : undefined,
    ],
    sorts: { id: sql`${changes.id}`, created_at: sql`${changes.created_at}` },
    defaultSort: 'id,desc',
    load: async (ids) => {
      const rows = await call.db
        .select({ change: changes, by: sql<string | null>`${accounts.lastname} || ' ' || ${accounts.firstname}` })
        .from(changes)
        .leftJoin(accounts, eq(accounts.id, changes.account_id))
        .where(inArray(changes.id, ids));
      const reached = await call.db
        .select({
          change_id: steps.change_id,
          people: sql<number>`count(*)::int`,
          undone: sql<number>`(count(*) filter (where ${steps.undone_at} is not null))::int`,
          name: sql<string>`min(${students.full_name})`,
        })
        .from(steps)
        .innerJoin(students, eq(students.id, steps.student_id))
        .where(and(inArray(steps.change_id, ids), student ? eq(steps.student_id, student.id) : undefined))
        .groupBy(steps.change_id);
      const own = student
        ? await call.db
            .select({ change_id: steps.change_id, lines: steps.lines, reason: steps.undo_reason })
            .from(steps)
            .where(and(inArray(steps.change_id, ids), eq(steps.student_id, student.id)))
        : [];
      const counts = new Map(reached.map((row) => [row.change_id, row]));
      const mine = new Map(own.map((row) => [row.change_id, row]));
      return rows.map(({ change, by }) => {
        const { people = 0, undone = 0, name = '' } = counts.get(change.id) ?? {};
        const stands = undone < people;
        return {
          id: change.id,
          created_at: change.created_at,
          kind: change.kind,
          reason: change.reason,
          order_number: change.order_number,
          order_date: change.order_date,
          document: change.document_id !== null,
          starts_on: change.starts_on,
          ends_on: change.ends_on,
          by,
          people,
          name,
          undone: !stands,
          undo_reason: mine.get(change.id)?.reason ?? null,
          lines: linesInWords(call, mine.get(change.id)?.lines ?? []),
          can: { undo: stands && !byEnrolment(change) && call.abilities.has(life[change.kind].permission) },
        };
      });
    },
  });
}

/** The order as PDF, for whoever may read the history of somebody in it. Errors: NOT_FOUND. */
export async function lifeOrder(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const [row] = await call.db
    .select({
      document_id: changes.document_id,
      student_id: steps.student_id,
      people: sql<number>`count(*) over ()::int`,
    })
    .from(changes)
    .innerJoin(steps, eq(steps.change_id, changes.id))
    .where(eq(changes.id, input.id))
    .limit(1);
  if (!row?.document_id) throw fail('NOT_FOUND');
  // An order of many names others, too.
  if (row.people > 1 && call.abilities.get('student.status_history') !== 'institution') throw fail('NOT_FOUND');
  await studentWithin(call, 'student.status_history', row.student_id, { deleted: true });
  return sendIssued(call, row.document_id);
}
