import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import { localTitle } from '#platform/server/resource.ts';
import {
  type gradebookAnswer,
  type gradebookQuery,
  type result,
  specialLetters,
  stateLetters,
} from '../../shapes-marks.ts';
import { demandModule, moduleRefs, reachedModules } from '../modules.ts';
import {
  assessmentBoards,
  assessmentComponents,
  assessmentCriteria,
  assessmentPlans,
  marks,
  moduleResults,
} from '../tables.ts';
import { codeOf, codeSecret, sampleOf } from './codes.ts';
import { dayOf, rosterOf } from './roster.ts';

/** The grid of a module in one answer: packed, because 200 people times 20 components are 4,000 cells. */

type Answer = z.infer<typeof gradebookAnswer>;
type Result = z.infer<typeof result>;

interface ComponentRow extends Record<string, unknown> {
  id: number;
  parent_id: number | null;
  code: string;
  title: string;
  kind: string;
  weight: number;
  minimum: number | null;
  source: string;
  due_at: string | null;
  anonymous: boolean;
  second_marking_share: number;
  criteria: number;
  leaf: boolean;
  shown: boolean;
}

/** Components of a module in their order: each parent, then its parts. */
export async function gridComponents(call: Call, module: number): Promise<ComponentRow[]> {
  const { rows } = await call.db.execute<ComponentRow>(sql`
    select c.id, c.parent_id, c.code, ${localTitle(sql`c.title`, call.locale)} as title, c.kind, c.weight::float8 as weight, c.minimum::float8 as minimum,
           c.source, c.due_at, c.anonymous, c.second_marking_share::float8 as second_marking_share,
           (select count(*)::int from ${assessmentCriteria} k where k.component_id = c.id and k.deleted_at is null) as criteria,
           not exists (select 1 from ${assessmentComponents} s where s.parent_id = c.id and s.deleted_at is null) as leaf,
           -- Names come out when everything is published.
           not c.anonymous or (exists (select 1 from ${marks} m where m.component_id = c.id) and not exists (
             select 1 from ${marks} m where m.component_id = c.id and m.status in ('DRAFT', 'SUBMITTED', 'MODERATED'))) as shown
      from ${assessmentComponents} c left join ${assessmentComponents} p on p.id = c.parent_id
     where c.course_module_id = ${module} and c.deleted_at is null and p.deleted_at is null
     order by coalesce(p.position, c.position), coalesce(p.id, c.id), c.parent_id is not null, c.position, c.id`);
  return rows;
}

interface PackedRow extends Record<string, unknown> {
  id: number;
  name: string;
  student_no: string;
  group: string | null;
  left: boolean;
  values: string;
  versions: string;
  specials: string;
  states: string;
  twice: string;
  result: Result | null;
}

const letterCase = (column: string, letters: Record<string, string>): SQL =>
  sql.raw(
    `case ${column} ${Object.entries(letters)
      .map(([word, letter]) => `when '${word}' then '${letter}'`)
      .join(' ')} else '.' end`,
  );

/** Rows of the grid, cells of each in the order of `leaves`. Later attempts show those who registered for them or have marks. */
async function packedRows(
  call: Call,
  {
    module,
    day,
    attempt,
    leaves,
    group,
    second,
  }: {
    module: number;
    day: string;
    attempt: number;
    leaves: number[];
    group?: number | undefined;
    second: boolean;
  },
): Promise<PackedRow[]> {
  const people =
    attempt === 1
      ? // Who has marks has a total, and of those there is one where there are twenty marks.
        sql`select id, false as gone from roster
            union all select r.student_id, true from ${moduleResults} r where r.course_module_id = ${module} and not exists (select 1 from roster where roster.id = r.student_id)`
      : sql`select student_id as id, false as gone from assessment_retakes t where t.course_module_id = ${module} and t.attempt = ${attempt} and t.state <> 'WITHDRAWN' and t.deleted_at is null
            union select m.student_id, false from ${marks} m where m.course_module_id = ${module} and m.attempt = ${attempt}`;
  const { rows } = await call.db.execute<PackedRow>(sql`
    with roster as materialized (select r.id from ${rosterOf(module, day)} r),
    people as materialized (${people}),
    leaf as (select id, ord from unnest(${sql.param(leaves)}::int[]) with ordinality as l(id, ord)),
    packed as (
      select p.id, string_agg(coalesce(${sql.raw(second ? 'm.second_value' : 'm.value')}::text, ''), ',' order by l.ord) as values, string_agg(coalesce(m.version, 0)::text, ',' order by l.ord) as versions,
             string_agg(${second ? sql`'.'` : letterCase('m.special', specialLetters)}, '' order by l.ord) as specials,
             string_agg(${letterCase('m.status', stateLetters)}, '' order by l.ord) as states,
             string_agg(case when m.second_value is not null then 'B' when m.first_value is not null then 'G' else '.' end, '' order by l.ord) as twice
        from people p cross join leaf l left join ${marks} m on m.component_id = l.id and m.student_id = p.id and m.attempt = ${attempt}
       group by p.id)
    select s.id, s.full_name as name, s.student_no, g.name as "group", p.gone as "left",
           coalesce(c.values, '') as values, coalesce(c.versions, '') as versions, coalesce(c.specials, '') as specials, coalesce(c.states, '') as states, coalesce(c.twice, '') as twice,
           case when r.id is not null then json_build_object('total', r.total, 'letter', r.letter, 'five', r.five, 'ects', r.ects, 'passed', r.passed,
                'attempt', r.attempt, 'complete', r.complete, 'status', r.status, 'why_not', r.why_not) end as result
      from people p join ${students} s on s.id = p.id left join packed c on c.id = p.id
      left join lateral (select g.id, g.name from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN'
                          where m.student_id = p.id and ${onDay(sql`${day}::date`)} limit 1) g on true
      left join ${moduleResults} r on r.course_module_id = ${module} and r.student_id = p.id
     ${group === undefined ? sql`` : sql`where g.id = ${group}`}
     order by s.full_name, s.id`);
  return rows;
}

const numbers = (packed: string): (number | null)[] =>
  packed === '' ? [] : packed.split(',').map((part) => (part === '' ? null : Number(part)));

/** Everything that the grid shows, in one answer. Cells of anonymous components come without names, one component at a time. */
export async function gradebook(call: Call, input: z.infer<typeof gradebookQuery>): Promise<Answer> {
  const module = input.course_module_id;
  await demandModule(call, 'mark.read', module);
  const attempt = input.attempt ?? 1;
  const day = await dayOf(call, module);
  const everything = await gridComponents(call, module);
  const alone = everything.find((row) => row.id === input.component_id && row.leaf);
  if (input.component_id !== undefined && !alone) throw fail('NOT_FOUND');
  const names = may(call, 'mark.codes');
  const hidden = (row: ComponentRow) => row.anonymous && !row.shown && !names;
  const leaves = alone ? [alone] : everything.filter((row) => row.leaf);
  const nameless = alone !== undefined && hidden(alone);
  const packed = await packedRows(call, {
    module,
    day,
    attempt,
    leaves: leaves.map((row) => row.id),
    group: nameless ? undefined : input.group_id,
    second: input.as === 'SECOND',
  });
  const secret = nameless ? codeSecret(call) : '';
  const roster = packed.filter((row) => !row.left).map((row) => row.id);
  const samples = leaves.map((row) => sampleOf(row.id, row.second_marking_share, roster));
  const counts = leaves.map(() => new Map<string, number>());
  const rows = packed.map((row) => {
    for (let at = 0; at < leaves.length; at++) {
      const letter = row.states[at] ?? '.';
      counts[at]!.set(letter, (counts[at]!.get(letter) ?? 0) + 1);
    }
    const concealed = (at: number) => !nameless && hidden(leaves[at]!);
    const values = numbers(row.values);
    const versions = numbers(row.versions).map((version) => version ?? 0);
    let { specials, states } = row;
    let flags = '';
    for (let at = 0; at < leaves.length; at++) {
      if (concealed(at)) {
        values[at] = null;
        versions[at] = 0;
        specials = `${specials.slice(0, at)}.${specials.slice(at + 1)}`;
        states = `${states.slice(0, at)}.${states.slice(at + 1)}`;
        flags += 'X';
      } else flags += row.twice[at] !== '.' ? row.twice[at] : samples[at]!.has(row.id) ? '2' : '.';
    }
    return {
      id: nameless ? null : row.id,
      code: nameless ? codeOf(secret, leaves[0]!.id, row.id) : null,
      name: nameless ? null : row.name,
      student_no: nameless ? null : row.student_no,
      group: nameless ? null : row.group,
      left: row.left,
      values,
      versions,
      specials,
      states,
      flags,
      // A total would tell who it is, and one that holds hidden marks what they are.
      result: nameless || leaves.some(hidden) ? null : row.result,
    };
  });
  if (nameless) rows.sort((a, b) => (a.code! < b.code! ? -1 : 1));
  const wordOf = new Map(Object.entries(stateLetters).map(([word, letter]) => [letter, word]));
  const statesOf = (at: number) =>
    Object.fromEntries([...(counts[at] ?? [])].map(([letter, count]) => [wordOf.get(letter)!, count]));
  const places = new Map(leaves.map((row, at) => [row.id, at]));
  return {
    course_module: (await moduleRefs(call, [module])).get(module)!,
    plan: await planOf(call, module),
    attempt,
    components: everything.map(({ shown, ...row }) => ({
      ...row,
      due_at: row.due_at === null ? null : new Date(row.due_at).toISOString(),
      hidden: hidden({ ...row, shown }) && !nameless,
      states: places.has(row.id) ? statesOf(places.get(row.id)!) : {},
    })),
    leaves: leaves.map((row) => row.id),
    students: rows,
    board: await lastBoard(call, module),
    can: await rightsIn(call, module),
  };
}

async function planOf(call: Call, module: number): Promise<Answer['plan']> {
  const [plan] = await call.db
    .select({
      id: assessmentPlans.id,
      version: assessmentPlans.version,
      state: assessmentPlans.state,
      scale: assessmentPlans.scale,
      pass_mark: assessmentPlans.pass_mark,
      entry_opens_on: assessmentPlans.entry_opens_on,
      entry_closes_on: assessmentPlans.entry_closes_on,
      retake_attempts: assessmentPlans.retake_attempts,
    })
    .from(assessmentPlans)
    .where(sql`${assessmentPlans.course_module_id} = ${module} and ${assessmentPlans.deleted_at} is null`);
  return (plan as Answer['plan']) ?? null;
}

async function lastBoard(call: Call, module: number): Promise<Answer['board']> {
  const { rows } = await call.db.execute<{ number: string; held_on: string }>(
    sql`select number, held_on::text as held_on from ${assessmentBoards} where course_module_id = ${module} order by id desc limit 1`,
  );
  return rows[0] ?? null;
}

const rights = {
  enter: 'mark.enter',
  return: 'mark.return',
  moderate: 'mark.moderate',
  publish: 'mark.publish',
  confirm: 'mark.confirm',
  lock: 'mark.lock',
  withhold: 'mark.withhold',
  import: 'mark.import',
  amend: 'amendment.request',
  ledger: 'ledger.read',
  plan: 'assessment_plan.manage',
} as const;

/** What the caller may do in the module, by the names of the answer. One query for all rights that do not reach everything. */
export async function rightsIn(call: Call, module: number): Promise<Record<string, boolean>> {
  const held = Object.entries(rights).filter(([, permission]) => may(call, permission));
  const answer: Record<string, boolean> = Object.fromEntries(Object.keys(rights).map((name) => [name, false]));
  const asked = new Map<string, boolean>();
  for (const [name, permission] of held) {
    const scope = call.abilities.get(permission)!;
    if (!asked.has(scope))
      asked.set(scope, scope === 'institution' || (await reachedModules(call, permission, [module])).has(module));
    answer[name] = asked.get(scope)!;
  }
  return { ...answer, codes: may(call, 'mark.codes') };
}
