import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { issuedDocuments, shownCode } from '#domains/credentials/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { peopleOptions, staff, whoActs } from '#domains/staff/server/index.ts';
import { type allQuery, nextStates, type Option } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField, failMissing } from '#platform/server/call/errors.ts';
import { list } from '#platform/server/records/lists.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { likeLiteral, localTitle, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { awardBoard, awardBoardFilters, awardBoardRow, awardBoardSave } from '../../shapes-awards.ts';
import { awardWorkflow } from '../../workflow-award.ts';
import { peopleOf } from '../amendments/records.ts';
import { factsOf, faultsInWords } from './facts.ts';
import { awardBoards, awardCandidates, awardMembers, type Facts } from './tables.ts';

/** Boards that award degrees: making and showing them. What happens to them stands in steps.ts. */

export type AwardBoard = typeof awardBoards.$inferSelect;
type Shown = z.infer<typeof awardBoard>;

/** Whoever may not read all boards sees those on which they sit, once they sit. */
export const boardsInReach = (call: Call): SQL | undefined =>
  may(call, 'award.read')
    ? undefined
    : sql`${awardBoards.status} <> 'DRAFT' and ${awardBoards.id} in (
        select m.board_id from ${awardMembers} m join ${staff} s on s.id = m.staff_id where s.account_id = ${call.account_id})`;

/** The board that is about to be changed, locked. Errors: NOT_FOUND, STALE. */
export const lockedBoard = (call: Call, of: { id: number; version?: number | undefined }): Promise<AwardBoard> =>
  loadForChange(call, awardBoards, boardsInReach(call), of, (row) => boardShown(call, row));

export async function getBoard(call: Call, input: { id: number }): Promise<Shown> {
  const [row] = await call.db
    .select()
    .from(awardBoards)
    .where(and(eq(awardBoards.id, input.id), isNull(awardBoards.deleted_at), boardsInReach(call)));
  if (!row) throw fail('NOT_FOUND');
  return boardShown(call, row);
}

export const boardList = (call: Call, input: z.infer<typeof awardBoardFilters>) =>
  list(call, input, {
    from: sql`${awardBoards}`,
    key: sql`${awardBoards.id}`,
    table: 'award_boards',
    asks: ['award_members', 'courses'],
    where: [
      sql`${awardBoards.deleted_at} is null`,
      boardsInReach(call),
      input.course_id ? eq(awardBoards.course_id, input.course_id) : undefined,
      input.academic_year_id ? eq(awardBoards.academic_year_id, input.academic_year_id) : undefined,
      input.status?.length ? inArray(awardBoards.status, input.status) : undefined,
      input.search
        ? sql`${awardBoards.course_id} in (select c.id from ${courses} c where c.code || ' ' || (c.title::text) ilike ${`%${likeLiteral(input.search)}%`})`
        : undefined,
    ],
    sorts: {
      held_on: [sql`${awardBoards.held_on}`],
      created_at: sql`${awardBoards.created_at}`,
      id: sql`${awardBoards.id}`,
    },
    defaultSort: 'created_at,desc',
    columns: sql`${awardBoards.id} as id`,
    load: async (ids) => rowsOf(call, await call.db.select().from(awardBoards).where(inArray(awardBoards.id, ids))),
  });

async function rowsOf(call: Call, rows: AwardBoard[]): Promise<z.infer<typeof awardBoardRow>[]> {
  const [programmes, years, counts] = await Promise.all([
    titlesOf(
      call,
      courses,
      rows.map((row) => row.course_id),
    ),
    titlesOf(
      call,
      academicYears,
      rows.map((row) => row.academic_year_id),
    ),
    call.db
      .select({
        id: awardCandidates.board_id,
        candidates: sql<number>`count(*)::int`,
        awarded: sql<number>`count(*) filter (where ${awardCandidates.decision} in ('AWARD', 'LOWER'))::int`,
        deferred: sql<number>`count(*) filter (where ${awardCandidates.decision} = 'DEFER')::int`,
      })
      .from(awardCandidates)
      .where(
        inArray(
          awardCandidates.board_id,
          rows.map((row) => row.id),
        ),
      )
      .groupBy(awardCandidates.board_id),
  ]);
  const countsOf = new Map(counts.map(({ id, ...count }) => [id, count]));
  return rows.map((row) => ({
    ...plain(row),
    course: programmes.get(row.course_id)!,
    academic_year: years.get(row.academic_year_id)!,
    counts: countsOf.get(row.id) ?? { candidates: 0, awarded: 0, deferred: 0 },
  }));
}

export const membersOfBoard = (call: Pick<Call, 'db' | 'locale'>, board: number) =>
  call.db
    .select({
      staff_id: awardMembers.staff_id,
      account_id: staff.account_id,
      name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`,
      position: sql<
        string | null
      >`(select ${localTitle(sql`p.title`, call.locale)} from job_positions p where p.id = ${staff.job_position_id})`,
      role: awardMembers.role,
      present: awardMembers.present,
      signed_at: awardMembers.signed_at,
    })
    .from(awardMembers)
    .innerJoin(staff, eq(staff.id, awardMembers.staff_id))
    .where(eq(awardMembers.board_id, board))
    .orderBy(awardMembers.id);

interface CandidateRow extends Record<string, unknown> {
  student_id: number;
  name: string;
  student_no: string;
  entry_year: number;
  facts: Facts | null;
  decision: Shown['candidates'][number]['decision'];
  awarded: Shown['candidates'][number]['awarded'];
  reason: string | null;
  status: string;
}

/** Candidates in the order of their names, with what is known of them now or was when the board had decided. */
export async function candidatesOf(call: Call, board: number): Promise<(CandidateRow & { facts: Facts })[]> {
  const { rows } = await call.db.execute<CandidateRow>(sql`
    select c.student_id, s.full_name as name, s.student_no, s.entry_year, c.facts, c.decision, c.awarded, c.reason, s.status
      from ${awardCandidates} c join students s on s.id = c.student_id where c.board_id = ${board} order by s.full_name, s.id`);
  const live = await factsOf(
    call,
    rows.flatMap((row) => (row.facts ? [] : row.student_id)),
  );
  return rows.map((row) => ({ ...row, facts: row.facts ?? live.get(row.student_id)! }));
}

/** Classes that the rules of the candidates know, from the best down. */
const classesOf = async (call: Call, board: number): Promise<Shown['classes']> => {
  const { rows } = await call.db.execute<Shown['classes'][number] & Record<string, unknown>>(sql`
    select d.id, d.code, d.title, d.honours from degree_classes d
     where d.deleted_at is null and exists (
       select from ${awardCandidates} c join students p on p.id = c.student_id
        where c.board_id = ${board} and (d.level is null or d.level = p.level)
          and d.entry_year = (select max(e.entry_year) from degree_classes e where e.institution_id = d.institution_id and e.deleted_at is null
                                 and (e.level is null or e.level = p.level) and e.entry_year <= p.entry_year))
     order by d.minimum_average desc, d.id`);
  return rows;
};

export async function boardShown(call: Call, row: AwardBoard): Promise<Shown> {
  const [head, members, candidates, classes, people, papers] = await Promise.all([
    rowsOf(call, [row]),
    membersOfBoard(call, row.id),
    candidatesOf(call, row.id),
    classesOf(call, row.id),
    peopleOf(call, [row.prepared_by, row.confirmed_by]),
    row.document_id
      ? call.db
          .select({ number: issuedDocuments.number, code: issuedDocuments.check_code })
          .from(issuedDocuments)
          .where(eq(issuedDocuments.id, row.document_id))
      : [],
  ]);
  const prepares = may(call, 'award.prepare');
  const seat = members.find((one) => one.account_id === call.account_id);
  return {
    ...head[0]!,
    quorum: row.quorum,
    note: row.note,
    prepared_by: people.get(row.prepared_by)?.name ?? '',
    confirmed_by: row.confirmed_by === null ? null : (people.get(row.confirmed_by)?.name ?? ''),
    document: papers[0] ? { number: papers[0].number, check_code: shownCode(papers[0].code) } : null,
    classes,
    members: members.map(({ account_id: _, ...member }) => member),
    candidates: candidates.map(({ student_id, name, student_no, facts, status, ...rest }) => ({
      student: { id: student_id, name, student_no },
      entry_year: rest.entry_year,
      average: facts.average,
      earned: facts.earned,
      required: facts.required,
      lowest: facts.lowest,
      retook: facts.retook,
      class: facts.class,
      near: facts.near,
      faults: faultsInWords(call, facts.faults),
      decision: rest.decision,
      awarded: rest.awarded,
      reason: rest.reason,
      graduated: status === 'GRADUATED',
    })),
    can: {
      edit: prepares && row.status === 'DRAFT',
      decide: prepares && row.status === 'SITTING',
      sign: row.status === 'DECIDED' && seat !== undefined && seat.present && seat.signed_at === null,
      steps: nextStates(awardWorkflow, row.status).flatMap((step) =>
        may(call, step.permission) && (step.to !== 'CONFIRMED' || !tookPartInBoard(row, call.account_id))
          ? [{ to: step.to, reason: step.reason ?? false }]
          : [],
      ),
    },
  };
}

/** Whoever prepared a board or wrote its decisions down does not confirm it. */
export const tookPartInBoard = (row: AwardBoard, account: number): boolean =>
  row.prepared_by === account || row.decided_by === account;

/** Errors: STALE, BOARD_CLOSED, MEMBER_TWICE, MEMBER_WITHOUT_ACCOUNT. */
export async function saveBoard(call: Call, input: z.infer<typeof awardBoardSave>): Promise<Shown> {
  const { id, version, members, ...fields } = input;
  await demandReferences(call, {
    course_id: [courses, fields.course_id],
    academic_year_id: [academicYears, fields.academic_year_id],
  });
  const row = id === undefined ? await newBoard(call, fields) : await changedBoard(call, { id, version }, fields);
  if (members) await setMembers(call, row.id, members);
  return getBoard(call, row);
}

type Fields = Omit<z.infer<typeof awardBoardSave>, 'id' | 'version' | 'members'>;

async function newBoard(call: Call, fields: Fields): Promise<AwardBoard> {
  const { course_id, academic_year_id, quorum = 2 } = fields;
  if (!course_id || !academic_year_id) throw failMissing(fields, ['course_id', 'academic_year_id']);
  const [row] = await call.db
    .insert(awardBoards)
    .values({ ...fields, course_id, academic_year_id, quorum, prepared_by: call.account_id })
    .returning();
  await recordTransition(call, awardWorkflow.entity, [{ id: row!.id, from: null }], 'DRAFT', {});
  return row!;
}

async function changedBoard(
  call: Call,
  of: { id: number; version: number | undefined },
  fields: Fields,
): Promise<AwardBoard> {
  const row = await lockedBoard(call, of);
  // Once it sits, only who came and the note may change.
  const fixed = (['course_id', 'academic_year_id', 'held_on', 'quorum'] as const).some(
    (name) => fields[name] !== undefined && fields[name] !== row[name],
  );
  if (!['DRAFT', 'SITTING'].includes(row.status) || (row.status !== 'DRAFT' && fixed)) throw fail('BOARD_CLOSED');
  const [saved] = await call.db
    .update(awardBoards)
    .set({ ...fields, note: fields.note === undefined ? row.note : fields.note })
    .where(eq(awardBoards.id, row.id))
    .returning();
  return saved!;
}

const signs = sql`${staff.id} in ${whoActs('award.sign')}`;

export const awardPeople = (call: Call, input: z.infer<typeof allQuery>): Promise<Option[]> =>
  peopleOptions(call, input, signs);

async function setMembers(
  call: Call,
  board: number,
  members: NonNullable<z.infer<typeof awardBoardSave>['members']>,
): Promise<void> {
  const ids = members.map(({ staff_id }) => staff_id);
  if (new Set(ids).size < ids.length) throw failField('members', 'MEMBER_TWICE');
  await demandReferences(call, { members: [staff, ids] });
  const without = ids.length
    ? await call.db
        .select({ name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname})` })
        .from(staff)
        .where(and(inArray(staff.id, ids), not(signs)))
    : [];
  if (without.length)
    throw failField('members', 'MEMBER_WITHOUT_ACCOUNT', { names: without.map(({ name }) => name).join(', ') });
  await call.db.delete(awardMembers).where(eq(awardMembers.board_id, board));
  if (members.length) await call.db.insert(awardMembers).values(members.map((one) => ({ ...one, board_id: board })));
}
