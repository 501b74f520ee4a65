import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { movesDate } from '#domains/deadlines/server/index.ts';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { runBuilt } from '#platform/server/database/sql.ts';
import { cachedAnswer, planOnce, versionOf } from '#platform/server/fast/index.ts';
import { toldOf } from '#platform/server/records/as-of.ts';
import {
  type gradebookAnswer,
  type gradebookQuery,
  type result,
  specialLetters,
  stateLetters,
} from '../../shapes-marks.ts';
import { componentDue } from '../deadlines.ts';
import { reachedModules } from '../modules.ts';
import { assessmentComponents, marks, moduleResults } from '../tables.ts';
import { blindIn, demandUnsealed, secondMarkedWorks } from './blind.ts';
import { codeOf, codeSecret } from './codes.ts';
import { type FrameComponent, frameOf } from './frame.ts';
import { countCells, oneModule, statesBy } from './mark-counts.ts';
import { rosterOf } from './roster.ts';
import { hideLetters, hideParts, ownMarks, type Sheet, withOwn, withoutBlind } from './viewer-sheet.ts';

/** The grid of a module in one answer: packed, because 200 people times 20 components are 4,000 cells. */

type Answer = z.infer<typeof gradebookAnswer>;
type Result = z.infer<typeof result>;

interface PackedRow extends Record<string, unknown> {
  id: number;
  name: string;
  student_no: string;
  group: string | null;
  left: boolean;
  /** In later attempts, the components for which they registered; null for all. */
  parts: number[] | null;
  /** Which components the cells are of; null where there are none. */
  cells: string | null;
  values: string;
  versions: string;
  /** Two letters each as they are read, one after `inOrder`. */
  states: string;
  /** The few cells that hold a special value or were marked twice: component, letter of the one, letter of the other. */
  odd: string | null;
  specials: string;
  twice: string;
  result: Result | null;
}

const letterCase = (column: string, letters: Record<string, string>): SQL =>
  sql.raw(
    `case ${column} ${Object.entries(letters)
      .map(([word, letter]) => `when '${word}' then '${letter}'`)
      .join(' ')} else '.' end`,
  );

/** Rows of the grid with their cells as the database finds them. Later attempts show those who registered for them or have marks. */
async function packedRows(
  call: Call,
  {
    module,
    day,
    attempt,
    component,
    group,
    second,
  }: {
    module: number;
    day: string;
    attempt: number;
    component?: number | undefined;
    group?: number | undefined;
    second: boolean;
  },
): Promise<PackedRow[]> {
  const people =
    attempt === 1
      ? // Who has marks has a total, and of those there is one where there are twenty marks.
        sql`select id, false as gone, null::integer[] as parts from roster
            union all select r.student_id, true, null from ${moduleResults} r where r.course_module_id = ${module} and not exists (select 1 from roster where roster.id = r.student_id)`
      : sql`select t.student_id as id, q.status <> 'ACTIVE' as gone, case when t.component_ids <> '{}' then t.component_ids end as parts
              from assessment_retakes t join ${students} q on q.id = t.student_id
             where t.course_module_id = ${module} and t.attempt = ${attempt} and t.state <> 'WITHDRAWN' and t.deleted_at is null
            union all select distinct m.student_id, false, array[]::integer[] from ${marks} m where m.course_module_id = ${module} and m.attempt = ${attempt}
               and not exists (select 1 from assessment_retakes t where t.course_module_id = ${module} and t.student_id = m.student_id and t.attempt = ${attempt} and t.state <> 'WITHDRAWN' and t.deleted_at is null)`;
  const { rows } = await call.db.execute<PackedRow>(sql`
    with roster as materialized (select r.id from ${rosterOf(module, day)} r),
    people as materialized (${people}),
    packed as materialized (
      -- Nothing is put in order here: sorting the cells costs as much as finding them.
      select m.student_id, string_agg(m.component_id::text, ',') as cells, string_agg(coalesce(${sql.raw(second ? 'm.second_value' : 'm.value')}::text, ''), ',') as values,
             string_agg(m.version::text, ',') as versions,
             -- A choice among words costs more per cell than all else together.
             string_agg(left(m.status, 2), '') as states,
             string_agg(m.component_id || ':' || ${second ? sql`'.'` : letterCase('m.special', specialLetters)}
               || case when m.second_value is not null then 'B' when m.first_value is not null then 'G' else '.' end, ',')
               filter (where m.special is not null or m.second_value is not null or m.first_value is not null) as odd
        from ${marks} m where m.course_module_id = ${module} and m.attempt = ${attempt} ${component === undefined ? sql`` : sql`and m.component_id = ${component}`}
       group by m.student_id)
    select s.id, s.full_name as name, s.student_no, g.name as "group", p.gone as "left", p.parts, c.cells, c.values, c.versions, c.states, c.odd,
           case when r.id is not null then json_build_object('total', r.total, 'letter', r.letter, 'five', r.five, 'ects', r.ects, 'passed', r.passed,
                'attempt', r.attempt, 'complete', r.complete, 'status', r.status, 'why_not', r.why_not) end as result
      from people p join ${students} s on s.id = p.id left join packed c on c.student_id = p.id
      left join lateral (select g.id, g.name from ${groupMembers} m join ${groups} g on g.id = m.group_id and g.kind = 'MAIN'
                          where m.student_id = p.id and ${onDay(sql`${day}::date`)} limit 1) g on true
      left join ${moduleResults} r on r.course_module_id = ${module} and r.student_id = p.id
     ${group === undefined ? sql`` : sql`where g.id = ${group}`}
     order by s.full_name, s.id`);
  return rows;
}

/** Letters of the states by the first two of their words. */
const letterOf = new Map(Object.entries(stateLetters).map(([word, letter]) => [word.slice(0, 2), letter]));

/** Puts the cells of rows into the order of `leaves`; what has no mark is empty. Rows of one order, which are most, share their way there. */
function inOrder(rows: readonly PackedRow[], leaves: readonly number[]): void {
  const order = leaves.join(',');
  const ways = new Map<string, number[]>();
  const plain = '.'.repeat(leaves.length);
  const columns = new Map(leaves.map((id, at) => [String(id), at]));
  const letters = new Map<string, string>();
  for (const row of rows) {
    const pairs = row.states ?? '';
    let states = letters.get(pairs);
    if (states === undefined) {
      states = pairs.replace(/../g, (two) => letterOf.get(two) ?? '.');
      letters.set(pairs, states);
    }
    row.states = states;
    row.specials = plain;
    row.twice = plain;
    if (row.odd) {
      const [specials, twice] = [[...plain], [...plain]];
      for (const cell of row.odd.split(',')) {
        const [id = '', signs = ''] = cell.split(':');
        const at = columns.get(id);
        if (at === undefined) continue;
        specials[at] = signs[0] ?? '.';
        twice[at] = signs[1] ?? '.';
      }
      row.specials = specials.join('');
      row.twice = twice.join('');
    }
    if (row.cells === order) continue;
    const cells = row.cells ?? '';
    let way = ways.get(cells);
    if (!way) {
      const places = new Map(cells.split(',').map((id, at) => [Number(id), at]));
      way = leaves.map((id) => places.get(id) ?? -1);
      ways.set(cells, way);
    }
    const values = (row.values ?? '').split(',');
    const versions = (row.versions ?? '').split(',');
    row.values = way.map((at) => values[at] ?? '').join(',');
    row.versions = way.map((at) => versions[at] ?? '0').join(',');
    row.states = way.map((at) => states[at] ?? '.').join('');
  }
}

/** What the grid is made of besides the module's own marks and totals. A test compares it with what its statements read. */
export const gridTables = [
  'academic_years',
  'assessment_attempts',
  'assessment_boards',
  'assessment_components',
  'assessment_criteria',
  'assessment_plans',
  'assessment_retakes',
  'course_modules',
  'courses',
  'deadline_grants',
  'exam_arrangements',
  'group_members',
  'groups',
  'module_choices',
  'modules',
  'semesters',
  'students',
] as const;

/**
 * What the grid of a module stands on: the day, the counters of its tables, and every row of its marks and totals. Marks
 * never go, and each change of one raises its version, so their number and the sum of versions say whether any moved:
 * marks of other modules leave it as it is.
 */
const standOfGrid = `select (select edulab_today()) || ' ' || (${versionOf(gridTables)}) || ' '
  || (select count(*) || '.' || coalesce(sum(m.version), 0) from marks m where m.course_module_id = $1) || ' '
  || (select count(*) || '.' || coalesce(bit_xor(hashtextextended(r::text, 0)), 0) from module_results r where r.course_module_id = $1) as version`;

/** Everything that the grid shows, in one answer. Cells of anonymous components come without names, one component at a time. */
export async function gradebook(call: Call, input: z.infer<typeof gradebookQuery>): Promise<Answer> {
  planOnce(call.client);
  const { course_module_id: module, attempt = 1, as, component_id, group_id } = input;
  const [stand] = await runBuilt<{ version: string }>(call.client, { text: standOfGrid, values: [module] });
  const names = may(call, 'mark.codes');
  const { read, ...can } = await rightsIn(call, module);
  // Whether there is such a module may be told to everybody of the institution.
  if (!read) {
    await frameOf(call, module);
    throw fail('NOT_YOUR_ASSESSMENT');
  }
  await demandUnsealed(call, module);
  toldOf(call, [...gridTables, 'marks', 'module_results']);
  const sheet = await cachedAnswer(call, {
    key: ['gradebook', module, attempt, as, component_id, group_id, call.locale, names].join(' '),
    version: stand!.version,
    tables: gridTables,
    make: () => sheetOf(call, { module, attempt, as, component_id, group_id, names }),
  });
  const twice = sheet.components.some((row) => row.second_marking_share > 0);
  const seen = twice ? withoutBlind(call, sheet, await blindIn(call, module), as) : sheet;
  // Only marks that wait for somebody are anybody's own, and to look for them is to read all of the module's.
  const waits = (row: Sheet['students'][number]) => row.states.includes(stateLetters.SUBMITTED);
  const some = can.moderate && (sheet.students.some(waits) || sheet.components.some((row) => row.states['SUBMITTED']));
  return { ...(some ? withOwn(call, seen, await ownMarks(call, module, attempt)) : seen), can };
}

interface Asked {
  module: number;
  attempt: number;
  as: 'SECOND' | undefined;
  component_id: number | undefined;
  group_id: number | undefined;
  /** Whether the caller may know whose anonymous works are whose. */
  names: boolean;
}

/** The grid without what the caller may do in it: the same for everybody who asks for the same. */
async function sheetOf(call: Call, { module, attempt, names, ...input }: Asked): Promise<Sheet> {
  const { components: everything, day, ...frame } = await frameOf(call, module);
  const alone = everything.find((row) => row.id === input.component_id && row.leaf);
  if (input.component_id !== undefined && !alone) throw fail('NOT_FOUND');
  const isHidden = (row: FrameComponent) => row.anonymous && !row.shown && !names;
  const leaves = alone ? [alone] : everything.filter((row) => row.leaf);
  const hidden = leaves.map(isHidden);
  const some = hidden.some(Boolean);
  const nameless = alone !== undefined && some;
  const packed = await packedRows(call, {
    module,
    day,
    attempt,
    component: alone?.id,
    group: nameless ? undefined : input.group_id,
    second: input.as === 'SECOND',
  });
  inOrder(
    packed,
    leaves.map((row) => row.id),
  );
  const secret = nameless ? codeSecret(call) : '';
  const twice = leaves.some((row) => row.second_marking_share > 0) ? await sampleIn(call, module) : undefined;
  const dues = await ownDates(
    call,
    packed.map((row) => row.id),
    leaves.map((row) => row.id),
    attempt,
  );
  const plain = '.'.repeat(leaves.length);
  const flagsOf = (row: PackedRow) =>
    !twice && row.twice === plain && row.parts === null
      ? plain
      : [...row.twice]
          .map((flag, at) => {
            const { id } = leaves[at]!;
            if (row.parts && !row.parts.includes(id) && row.states[at] === '.') return 'N';
            return flag === '.' && twice?.has(`${id} ${row.id}`) ? '2' : flag;
          })
          .join('');
  const rows = packed.map((row) => ({
    id: nameless ? null : row.id,
    code: nameless ? codeOf(secret, leaves[0]!.id, row.id) : null,
    name: nameless ? null : row.name,
    student_no: nameless ? null : row.student_no,
    group: nameless ? null : row.group,
    left: row.left,
    values: row.values,
    versions: row.versions,
    specials: row.specials,
    states: row.states,
    flags: flagsOf(row),
    dues: nameless ? {} : (dues.get(row.id) ?? {}),
    own: '',
    // A total would tell who it is, and one that holds hidden marks what they are.
    result: some ? null : row.result,
  }));
  // Counted where everybody counts, and by group as the rows are.
  const counts = await countCells(call, {
    modules: oneModule(module),
    attempt,
    group_id: nameless ? undefined : input.group_id,
  });
  const states = statesBy(counts, (count) => count.component_id);
  if (nameless) rows.sort((a, b) => (a.code! < b.code! ? -1 : 1));
  else if (some)
    for (const row of rows) {
      row.values = hideParts(row.values, hidden, '');
      row.versions = hideParts(row.versions, hidden, '0');
      row.specials = hideLetters(row.specials, hidden);
      row.states = hideLetters(row.states, hidden);
      row.flags = [...row.flags].map((flag, at) => (hidden[at] ? 'X' : flag)).join('');
    }
  return {
    course_module: frame.course_module,
    plan: frame.plan as Answer['plan'],
    attempt,
    components: everything.map(({ shown, ...row }) => ({
      ...row,
      due_at: row.due_at === null ? null : new Date(row.due_at).toISOString(),
      hidden: isHidden({ ...row, shown }) && !nameless,
      states: states.get(row.id) ?? {},
    })),
    leaves: leaves.map((row) => row.id),
    students: rows,
    board: frame.board,
    again: frame.sittings.some(
      ({ number, opens_on, closes_on }) => number > attempt && frame.today >= opens_on && frame.today <= closes_on,
    ),
  };
}

/** Dates of students that are other than everybody's, by student and component; null for what was deferred. */
async function ownDates(
  call: Call,
  people: readonly number[],
  components: readonly number[],
  attempt: number,
): Promise<Map<number, Record<string, string | null>>> {
  const of = sql`${attempt}::int`;
  const { rows } = await call.db.execute<{ student_id: number; component_id: number; due_at: string | null }>(sql`
    select s.id as student_id, c.id as component_id, ${componentDue(sql`s.id`, of)} as due_at
      from unnest(${sql.param([...people])}::int[]) s(id) cross join ${assessmentComponents} c
     where c.id = any(${sql.param([...components])}::int[]) and ${movesDate({ student: sql`s.id`, kind: 'COMPONENT', id: sql`c.id`, attempt: of })}`);
  const instant = (at: string | null) => at && new Date(at).toISOString();
  return new Map(
    [...Map.groupBy(rows, ({ student_id }) => student_id)].map(([id, some]) => [
      id,
      Object.fromEntries(some.map(({ component_id, due_at }) => [String(component_id), instant(due_at)])),
    ]),
  );
}

/** Whose works are marked twice, by component and student. */
async function sampleIn(call: Call, module: number): Promise<ReadonlySet<string>> {
  const { rows } = await call.db.execute<{ component_id: number; student_id: number }>(
    sql`select component_id, student_id from ${secondMarkedWorks(sql`c.course_module_id = ${module}`)} drawn`,
  );
  return new Set(rows.map((row) => `${row.component_id} ${row.student_id}`));
}

const rights = {
  read: 'mark.read',
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
async function rightsIn(call: Call, module: number): Promise<Record<string, boolean>> {
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
