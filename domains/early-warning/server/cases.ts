import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { departments } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { searchAbout, students } from '#domains/students/server/index.ts';
import type { Option } from '#platform/contract/index.ts';
import { type Call, type InputOf, may, type OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { today } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { columnsSql, localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { aboutDebts } from '../rules.ts';
import { caseReach } from './reach.ts';
import { below } from './run.ts';
import { riskActions, riskCases, riskRuns } from './tables.ts';

/** Students at risk as they are listed and opened, and what is done for them. */

export type Row = typeof riskCases.$inferSelect;
export type Case = OutputOf<typeof contract.risk.list>['content'][number];
export type Whole = OutputOf<typeof contract.risk.get>;
export type Query = InputOf<typeof contract.risk.list>;

/** Of an account that is a student's as well: nobody looks after themselves. */
const notOwn = (call: Call): SQL =>
  sql`${riskCases.student_id} not in (select s.id from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null)`;

export const visible = (call: Call, permission: 'risk.read' | 'risk.act' | 'risk.assign' = 'risk.read') =>
  and(isNull(riskCases.deleted_at), caseReach(call, permission), notOwn(call));

/** Nothing was done for so many days, or never since the student was found. */
const quietFor = (days: number): SQL =>
  sql`coalesce(${riskCases.last_action_on}, ${riskCases.flagged_on}) <= ${today} - ${days}::int`;

export function conditions(call: Call, input: Query): (SQL | undefined)[] {
  const about = (part: SQL) => sql`${riskCases.student_id} in (select s.id from ${students} s where ${part})`;
  const { status, level, kind, department_id, course_id, group_id, mentor_id, quiet_days } = input;
  return [
    visible(call),
    inArray(riskCases.status, status?.length ? status : ['OPEN']),
    level?.length ? inArray(riskCases.level, level) : undefined,
    kind?.length ? sql`${riskCases.kinds} && ${sql.param(kind)}::text[]` : undefined,
    department_id ? about(sql`s.department_id in ${below(department_id)}`) : undefined,
    course_id ? about(sql`s.course_id = ${course_id}`) : undefined,
    group_id
      ? sql`${riskCases.student_id} in (select m.student_id from ${groupMembers} m where m.group_id = ${group_id} and ${onDay()})`
      : undefined,
    mentor_id ? eq(riskCases.mentor_id, mentor_id) : undefined,
    input.unassigned === undefined ? undefined : sql`(${riskCases.mentor_id} is null) = ${input.unassigned}`,
    input.better === undefined ? undefined : sql`(${riskCases.cleared_on} is not null) = ${input.better}`,
    quiet_days ? quietFor(quiet_days) : undefined,
    input.due === undefined ? undefined : sql`coalesce(${riskCases.next_on} <= ${today}, false) = ${input.due}`,
    input.search ? searchAbout(sql`${riskCases.student_id}`)(input.search, call) : undefined,
  ];
}

export const caseList = (call: Call, input: Query): Promise<OutputOf<typeof contract.risk.list>> =>
  list(call, input, {
    from: sql`${riskCases}`,
    key: sql`${riskCases.id}`,
    table: 'risk_cases',
    asks: ['students', 'group_members', 'risk_deputies', 'group_mentors'],
    where: conditions(call, input),
    sorts: {
      severity: sql`${riskCases.severity}`,
      flagged_on: sql`${riskCases.flagged_on}`,
      last_action_on: sql`${riskCases.last_action_on}`,
      next_on: sql`${riskCases.next_on}`,
    },
    defaultSort: 'severity,desc',
    closeness: closeness(sql`(select s.search from ${students} s where s.id = ${riskCases.student_id})`, input.search),
    columns: columnsSql(riskCases),
    load: (_ids, rows) => present(call, rows as Row[]),
  });

interface Beside extends Record<string, unknown> {
  id: number;
  student_no: string;
  firstname: string;
  lastname: string;
  midname: string | null;
  course: string | null;
  faculty: string | null;
  group: Option | null;
}

/** The students of these rows, one query. */
async function besides(call: Call, ids: readonly number[]): Promise<Map<number, Beside>> {
  const { rows } = await call.db.execute<Beside>(sql`
    select s.id, s.student_no, s.firstname, s.lastname, s.midname,
           (select ${localTitle(sql`c.title`, call.locale)} from ${courses} c where c.id = s.course_id) as course,
           (select ${localTitle(sql`d.title`, call.locale)} from ${departments} d where d.id = s.department_id) as faculty,
           (select json_build_object('id', g.id, 'title', g.name) from ${groupMembers} m join ${groups} g on g.id = m.group_id
             where m.student_id = s.id and m.kind = 'MAIN' and ${onDay()} limit 1) as "group"
      from ${students} s where s.id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function present(call: Call, rows: readonly Row[]): Promise<Case[]> {
  if (rows.length === 0) return [];
  const people = await besides(
    call,
    rows.map(({ student_id }) => student_id),
  );
  const mentors = new Map(
    (
      await call.db
        .select({ id: staff.id, title: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname})` })
        .from(staff)
        .where(inArray(staff.id, [0, ...new Set(rows.flatMap(({ mentor_id }) => mentor_id ?? []))]))
    ).map((one) => [one.id, one]),
  );
  // How much is owed is told to those alone who see debts; that something is late is reason enough for the others.
  const sums = may(call, 'debit.read') && call.abilities.get('debit.read') !== 'own';
  return rows.flatMap((row): Case[] => {
    const student = people.get(row.student_id);
    if (!student) return [];
    return [
      {
        id: row.id,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        student_id: row.student_id,
        student,
        status: row.status,
        level: row.level,
        reasons: row.reasons.map((one) => (aboutDebts.includes(one.kind) && !sums ? { ...one, value: null } : one)),
        flagged_on: row.flagged_on,
        cleared_on: row.cleared_on,
        by_rules: row.by_rules,
        mentor: mentors.get(row.mentor_id ?? 0) ?? null,
        actions: row.actions,
        last_action_on: row.last_action_on,
        next_on: row.next_on,
        closed_on: row.closed_on,
        close_reason: row.close_reason,
        close_note: row.close_note,
      },
    ];
  });
}

async function reached(call: Call, id: number, permission: 'risk.act' | 'risk.assign'): Promise<boolean> {
  if (!may(call, permission)) return false;
  const { rows } = await call.db.execute(
    sql`select 1 from ${riskCases} where ${riskCases.id} = ${id} and ${visible(call, permission)}`,
  );
  return rows.length > 0;
}

export async function openCase(call: Call, { id }: { id: number }): Promise<Whole> {
  const [row] = await call.db
    .select()
    .from(riskCases)
    .where(and(eq(riskCases.id, id), visible(call)));
  if (!row) throw fail('NOT_FOUND');
  const [shown] = await present(call, [row]);
  if (!shown) throw fail('NOT_FOUND');
  const done = await call.db
    .select({
      id: riskActions.id,
      version: riskActions.version,
      kind: riskActions.kind,
      done_on: riskActions.done_on,
      text: riskActions.text,
      outcome: riskActions.outcome,
      next_on: riskActions.next_on,
      created_at: riskActions.created_at,
      author_id: riskActions.author_id,
      author: sql<
        string | null
      >`(select concat_ws(' ', a.lastname, a.firstname) from ${accounts} a where a.id = ${riskActions.author_id})`,
    })
    .from(riskActions)
    .where(and(eq(riskActions.case_id, id), isNull(riskActions.deleted_at)))
    .orderBy(desc(riskActions.done_on), desc(riskActions.id))
    .limit(200);
  const [acts, assigns] = [await reached(call, id, 'risk.act'), await reached(call, id, 'risk.assign')];
  const open = row.status === 'OPEN';
  return {
    ...shown,
    done: done.map(({ author_id, ...one }) => ({
      ...one,
      can: { edit: acts && open && author_id === call.account_id },
    })),
    can: { act: acts && open, assign: assigns && open, close: acts && open, reopen: acts && !open },
  };
}

export async function overview(call: Call): Promise<OutputOf<typeof contract.risk.overview>> {
  const [counted, [made]] = await Promise.all([
    call.db
      .select({
        act: sql<number>`(count(*) filter (where ${riskCases.level} = 'ACT' and ${riskCases.cleared_on} is null))::int`,
        watch: sql<number>`(count(*) filter (where ${riskCases.level} = 'WATCH' and ${riskCases.cleared_on} is null))::int`,
        fresh: sql<number>`(count(*) filter (where ${riskCases.flagged_on} > ${today} - 7))::int`,
        quiet: sql<number>`(count(*) filter (where ${riskCases.level} = 'ACT' and ${riskCases.cleared_on} is null and ${quietFor(quietDays)}))::int`,
        due: sql<number>`(count(*) filter (where ${riskCases.next_on} <= ${today}))::int`,
        unassigned: sql<number>`(count(*) filter (where ${riskCases.mentor_id} is null))::int`,
      })
      .from(riskCases)
      .where(and(visible(call), eq(riskCases.status, 'OPEN'))),
    call.db.select({ made_at: riskRuns.created_at }).from(riskRuns).orderBy(desc(riskRuns.id)).limit(1),
  ]);
  const none = { act: 0, watch: 0, fresh: 0, quiet: 0, due: 0, unassigned: 0 };
  return { ...(counted[0] ?? none), made_at: made?.made_at ?? null };
}
const quietDays = 14;
