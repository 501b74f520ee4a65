import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { issuedDocuments, shownCode } from '#domains/credentials/server/index.ts';
import { peopleOptions, staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { allQuery, Option } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { list } from '#platform/server/records/lists.ts';
import { likeLiteral, localTitle } from '#platform/server/records/resource.ts';
import type { boardFilters, boardInput, boardReady, boardRecord } from '../../shapes-release.ts';
import { markStates } from '../../workflow.ts';
import { heldIn } from '../cases/holds.ts';
import { boardNote } from '../hooks.ts';
import { noteHeads, signHeads } from '../ledger/sign.ts';
import { notBlind } from '../marks/blind.ts';
import { gridComponents } from '../marks/frame.ts';
import { oneModule } from '../marks/mark-counts.ts';
import { demandModule, moduleReach, moduleRefs, moduleText, reachedModules } from '../modules.ts';
import { sayReason } from '../plan/plans.ts';
import { lockPlan } from '../plan/tree.ts';
import { assessmentBoards, assessmentComponents, marks, moduleResults } from '../tables.ts';
import { issueMinutes, sendMinutes } from './minutes.ts';
import { setStatus, tellMarksChanged } from './run.ts';
import { namesOf, type RunCell, type RunMark, runCells } from './run-cells.ts';

/** The board: confirms all marks of a module at once, and its minutes. */

type Board = z.infer<typeof boardRecord>;

const settledStates = ['PUBLISHED', 'CONFIRMED', 'LOCKED', 'WITHHELD', 'DEFERRED'];

async function allMarks(call: Call, module: number): Promise<(RunMark & { attempt: number })[]> {
  const { rows } = await call.db.execute<RunMark & { attempt: number }>(sql`
    select m.id, m.component_id, m.student_id, m.attempt, m.status, m.held_from, m.marked_by, m.value::float8 as value, m.special, m.second_value::float8 as second_value
      from ${marks} m where m.course_module_id = ${module}`);
  return rows;
}

/**
 * The cells that wait for a published mark, with where they stand: those of everybody who takes the module, and later
 * attempts on their way beside a settled first one. What somebody left behind who has gone waits for nobody.
 */
async function gapsBefore(call: Call, module: number, all: readonly (RunMark & { attempt: number })[]) {
  const keyOf = (cell: { component_id: number; student_id: number }) => `${cell.component_id} ${cell.student_id}`;
  const isSettled = (status: RunMark['status'] | undefined) => status !== undefined && settledStates.includes(status);
  const later = all.filter((mark) => mark.attempt > 1 && mark.status !== 'NOT_MARKED');
  const there = new Set(later.filter((mark) => isSettled(mark.status)).map(keyOf));
  const early = later.filter((mark) => !isSettled(mark.status));
  const missing: RunCell[] = [];
  for (const cell of await runCells(call, { modules: oneModule(module) })) {
    if (isSettled(cell.mark?.status)) continue;
    if (cell.mark && cell.mark.status !== 'NOT_MARKED') early.push({ ...cell.mark, attempt: 1 });
    else if (!there.has(keyOf(cell))) missing.push(cell);
  }
  const components = await gridComponents(call, module);
  const gaps = await namesOf(call, components, missing);
  const open = new Map<string, { component_id: number; status: RunMark['status'] }>();
  for (const cell of missing) open.set(keyOf(cell), { component_id: cell.component_id, status: 'NOT_MARKED' });
  for (const mark of early) open.set(keyOf(mark), mark);
  const standing = Map.groupBy(open.values(), ({ component_id, status }) => `${component_id} ${status}`);
  const waiting = components.flatMap(({ id, title }) =>
    markStates.flatMap((status) => {
      const count = standing.get(`${id} ${status}`)?.length ?? 0;
      return count ? [{ component_id: id, title, status, count }] : [];
    }),
  );
  return { gaps, early: early.length, open: open.size, waiting };
}

/** What the board is told of students beside their marks, by code. */
async function notesOf(call: Call, module: number): Promise<z.infer<typeof boardReady>['notes']> {
  const parts = followersOf(call.kernel, boardNote).map(({ notes }) => sql`select * from (${notes}) n`);
  if (parts.length === 0) return [];
  const { rows } = await call.db.execute<{
    id: number;
    name: string;
    student_no: string;
    component: string | null;
    attempt: number | null;
    code: string;
  }>(sql`
    select s.id, s.full_name as name, s.student_no, ${localTitle(sql`c.title`, call.locale)} as component, n.attempt, n.code
      from (${sql.join(parts, sql` union `)}) n(course_module_id, student_id, component_id, attempt, code)
      join ${students} s on s.id = n.student_id left join ${assessmentComponents} c on c.id = n.component_id
     where n.course_module_id = ${module} order by s.full_name, s.id, n.code, c.position`);
  return rows.map(({ id, name, student_no, ...note }) => ({ student: { id, name, student_no }, ...note }));
}

/** What a board would confirm, and whether it can. */
export async function readyForBoard(call: Call, module: number): Promise<z.infer<typeof boardReady>> {
  await demandModule(call, 'mark.read', module);
  const all = await allMarks(call, module);
  const { open, waiting } = await gapsBefore(call, module, all);
  const { rows } = await call.db.execute<{ total: number; passed: boolean | null }>(
    sql`select total::float8 as total, passed from ${moduleResults} where course_module_id = ${module} and complete
         and ${notBlind(call, sql`course_module_id`, sql`student_id`) ?? sql`true`}`,
  );
  const held = await heldIn(call, module);
  // Who sits on no board is told nothing of claims.
  const sits = (await reachedModules(call, 'mark.confirm', [module])).has(module);
  const published = all.filter((mark) => mark.status === 'PUBLISHED' && !held.has(mark.student_id)).length;
  return {
    course_module: (await moduleRefs(call, [module])).get(module)!,
    ready: open === 0 && published > 0,
    students: new Set(all.map((mark) => mark.student_id)).size,
    published,
    withheld: all.filter((mark) => mark.status === 'WITHHELD').length,
    gaps: open,
    waiting,
    notes: may(call, 'mark.confirm') && sits ? await notesOf(call, module) : [],
    passed: rows.filter((row) => row.passed === true).length,
    failed: rows.filter((row) => row.passed === false).length,
    average: rows.length ? Math.round((rows.reduce((sum, row) => sum + row.total, 0) / rows.length) * 10) / 10 : null,
    distribution: Array.from({ length: 10 }, (_, at) => ({
      from: at * 10,
      count: rows.filter((row) => Math.min(9, Math.floor(row.total / 10)) === at).length,
    })),
  };
}

/** Who may sit on a board, for whoever confirms marks. */
export const boardPeople = (call: Call, input: z.infer<typeof allQuery>): Promise<Option[]> =>
  peopleOptions(call, input);

/** Who sits on the board, by the name that stands in the minutes from then on. Errors: MEMBER_TWICE, UNKNOWN_REFERENCE. */
async function namedMembers(call: Call, seats: z.infer<typeof boardInput>['members']): Promise<Board['members']> {
  const ids = seats.map(({ staff_id }) => staff_id);
  if (new Set(ids).size < ids.length) throw failField('members', 'MEMBER_TWICE');
  const people = await call.db
    .select({
      id: staff.id,
      name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`,
    })
    .from(staff)
    .where(and(inArray(staff.id, ids), ne(staff.status, 'LEFT'), isNull(staff.deleted_at)));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return seats.map(({ staff_id, role }, at) => {
    const name = names.get(staff_id);
    if (name === undefined) throw failField(`members.${at}.staff_id`, 'UNKNOWN_REFERENCE');
    return { staff_id, name, role };
  });
}

/** Confirms the whole run of a module; refused while anything is missing or not yet published. */
export async function confirmBoard(call: Call, input: z.infer<typeof boardInput>): Promise<Board> {
  const module = input.course_module_id;
  await demandModule(call, 'mark.confirm', module);
  await lockPlan(call, module);
  const { rows: late } = await call.db.execute(sql`select 1 where ${input.held_on}::date > (select edulab_today())`);
  if (late.length) throw failField('held_on', 'BOARD_NOT_YET');
  if (input.members.filter(({ role }) => role === 'CHAIR').length !== 1)
    throw failField('members', 'BOARD_NEEDS_CHAIR');
  const members = await namedMembers(call, input.members);
  const all = await allMarks(call, module);
  const { gaps, early } = await gapsBefore(call, module, all);
  if (early) throw fail('NOT_ALL_PUBLISHED', { count: early });
  if (gaps.length) throw fail('MARKS_MISSING', { count: gaps.length, gaps: gaps.slice(0, 500) });
  // Of whom a case holds a mark nothing in the module is confirmed; the board comes back to them when it is over.
  const held = await heldIn(call, module);
  const moving = all.filter((mark) => mark.status === 'PUBLISHED' && !held.has(mark.student_id));
  if (moving.length === 0 && held.size && all.some((mark) => mark.status === 'PUBLISHED'))
    throw fail('HELD_BY_CASE', { count: held.size });
  if (moving.length === 0)
    throw fail('TRANSITION_NOT_ALLOWED', { entity: 'mark', from: all[0]?.status ?? 'NOT_MARKED', to: 'CONFIRMED' });
  await sayReason(call, `${input.number}, ${input.held_on}`);
  await setStatus(call, moving, 'CONFIRMED');
  const { rows: results } = await call.db.execute<Row['results'][number] & Record<string, unknown>>(sql`
    select s.full_name as name, s.student_no, r.total::float8 as total, r.letter, r.five::float8 as five, r.passed, r.status
      from ${moduleResults} r join ${students} s on s.id = r.student_id where r.course_module_id = ${module} order by s.full_name, s.id`);
  // What it was told then stands with what it saw, and on no paper.
  const told = Map.groupBy(await notesOf(call, module), ({ student }) => student.student_no);
  for (const row of results) row.notes = (told.get(row.student_no) ?? []).map(({ code }) => code);
  const [row] = await call.db
    .insert(assessmentBoards)
    .values({
      course_module_id: module,
      number: input.number,
      held_on: input.held_on,
      members,
      note: input.note ?? null,
      account_id: call.account_id,
      confirmed: moving.length,
      results,
    })
    .returning();
  const board = row!;
  board.document_id = await issueMinutes(call, board);
  await call.db
    .update(assessmentBoards)
    .set({ document_id: board.document_id })
    .where(eq(assessmentBoards.id, board.id));
  // From here on the chain cannot be written anew, not even as a whole.
  const { dataDir } = call.kernel.settings;
  const signed = await signHeads(call.client, dataDir, [module]);
  call.afterCommit.push(() => noteHeads(dataDir, signed));
  await tellMarksChanged(call, module);
  return (await presentBoards(call, [board]))[0]!;
}

type Row = typeof assessmentBoards.$inferSelect;

async function presentBoards(call: Call, rows: readonly Row[]): Promise<Board[]> {
  const refs = await moduleRefs(
    call,
    rows.map((row) => row.course_module_id),
  );
  const { rows: people } = await call.client.query<{ id: number; name: string }>(
    "select id, concat_ws(' ', lastname, firstname) as name from accounts where id = any($1)",
    [rows.map((row) => row.account_id)],
  );
  const papers = await call.db
    .select({ id: issuedDocuments.id, number: issuedDocuments.number, code: issuedDocuments.check_code })
    .from(issuedDocuments)
    .where(
      inArray(
        issuedDocuments.id,
        rows.flatMap((row) => row.document_id ?? []),
      ),
    );
  const issued = new Map(papers.map(({ id, number, code }) => [id, { number, check_code: shownCode(code) }]));
  const names = new Map(people.map((row) => [row.id, row.name]));
  return rows.map((row) => ({
    id: row.id,
    course_module_id: row.course_module_id,
    course_module: refs.get(row.course_module_id)!,
    number: row.number,
    held_on: row.held_on,
    members: row.members.map(({ staff_id = null, ...member }) => ({ staff_id, ...member })),
    note: row.note,
    confirmed: row.confirmed,
    by: names.get(row.account_id) ?? '',
    document: issued.get(row.document_id ?? 0) ?? null,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

export const boardList = (call: Call, input: z.infer<typeof boardFilters>) =>
  list(call, input, {
    from: sql`${assessmentBoards}`,
    key: sql`${assessmentBoards.id}`,
    table: 'assessment_boards',
    asks: ['course_modules'],
    where: [
      moduleReach(call, 'mark.read', sql`${assessmentBoards.course_module_id}`),
      input.course_module_id ? eq(assessmentBoards.course_module_id, input.course_module_id) : undefined,
      input.course_id
        ? sql`${assessmentBoards.course_module_id} in (select cm.id from course_modules cm where cm.course_id = ${input.course_id})`
        : undefined,
      input.academic_year_id
        ? sql`${assessmentBoards.course_module_id} in (select cm.id from course_modules cm where cm.academic_year_id = ${input.academic_year_id})`
        : undefined,
      input.search
        ? sql`(${assessmentBoards.number} ilike ${`%${likeLiteral(input.search)}%`} or ${moduleText(sql`${assessmentBoards.course_module_id}`)} ilike ${`%${likeLiteral(input.search)}%`})`
        : undefined,
    ],
    sorts: { held_on: sql`${assessmentBoards.held_on}`, id: sql`${assessmentBoards.id}` },
    defaultSort: 'held_on,desc',
    columns: sql`${assessmentBoards.id} as id`,
    load: async (ids) =>
      presentBoards(
        call,
        await call.db
          .select()
          .from(assessmentBoards)
          .where(sql`${assessmentBoards.id} = any(${sql.param(ids)}::int[])`),
      ),
  });

/** One board that the caller may see, as it is stored; 404 otherwise. */
async function findBoard(call: Call, id: number): Promise<Row> {
  const reach = moduleReach(call, 'mark.read', sql`${assessmentBoards.course_module_id}`);
  const [row] = await call.db
    .select()
    .from(assessmentBoards)
    .where(sql`${assessmentBoards.id} = ${id} ${reach ? sql`and ${reach}` : sql``}`);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export const boardOf = async (call: Call, id: number): Promise<Board> =>
  (await presentBoards(call, [await findBoard(call, id)]))[0]!;

export const minutesOf = async (call: Call, id: number): Promise<{ ok: true }> =>
  sendMinutes(call, await findBoard(call, id));
