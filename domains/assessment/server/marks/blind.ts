import { type SQL, sql } from 'drizzle-orm';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { shownStates } from '../../workflow.ts';
import { moduleReach } from '../modules.ts';
import { assessmentComponents, assessmentCriteria, criterionMarks, marks } from '../tables.ts';
import { rosterOf } from './roster.ts';

/**
 * Second marking is blind: until a work of the sample has both its values, whoever could give the second one is not told
 * the first, nor anything that is made of it. Who marked first knows their own; who may moderate nothing in the module
 * gives no second value, and reads on.
 */

/**
 * The works that are marked twice, as `(component_id, student_id, course_module_id)`: always the same ones for the same
 * people, and nobody can tell beforehand which; at least one where there is any share. `of` restricts the alias `c`.
 */
export const secondMarkedWorks = (of: SQL): SQL => sql`(
  select drawn.component_id, drawn.student_id, drawn.course_module_id from (
    select c.id as component_id, c.course_module_id, c.second_marking_share as share, r.id as student_id, count(*) over (partition by c.id) as people,
           row_number() over (partition by c.id order by md5(c.id || ':' || r.id) collate "C") as place
      from ${assessmentComponents} c cross join lateral ${rosterOf(sql`c.course_module_id`)} r
     where c.second_marking_share > 0 and c.deleted_at is null and ${of}) drawn
   where drawn.place <= ceil(drawn.people * drawn.share / 100.0))`;

/** Marks of the alias `n` that stand where the first value alone is known; who was absent has nothing to be marked twice. */
const singleValue = sql`n.value is not null and n.second_value is null and coalesce(n.held_from, n.status) in ('DRAFT', 'SUBMITTED')`;

/**
 * Marks that are hidden from the caller, as `(id, course_module_id, component_id, student_id, attempt)`; undefined where there can be none.
 * `of` restricts the components `c`.
 */
export function blindTo(call: Call, of: SQL = sql`true`): SQL | undefined {
  if (!may(call, 'mark.moderate')) return undefined;
  const reach = moduleReach(call, 'mark.moderate', sql`c.course_module_id`);
  const hidden = sql`${singleValue} and n.marked_by is distinct from ${call.account_id}`;
  const begun = sql`exists (select 1 from ${marks} n where n.component_id = c.id and ${hidden})`;
  // Of each work its own marks by their key (\`offset 0\` keeps it so): drawn works are few beside all marks of their components.
  return sql`(
    select n.id, n.course_module_id, n.component_id, n.student_id, n.attempt
      from ${secondMarkedWorks(sql`${of} and ${reach ?? sql`true`} and ${begun}`)} twice
      cross join lateral (
        select * from ${marks} n where n.component_id = twice.component_id and n.student_id = twice.student_id and ${hidden} offset 0) n)`;
}

/**
 * Points by criterion that are hidden from the caller, as `(id, student_id)`: also those that make no mark yet. `of`
 * restricts the components `c`.
 */
export function pointsBlindTo(call: Call, of: SQL = sql`true`): SQL | undefined {
  if (!may(call, 'mark.moderate')) return undefined;
  const reach = moduleReach(call, 'mark.moderate', sql`c.course_module_id`);
  return sql`(
    select p.id, p.student_id
      from ${secondMarkedWorks(sql`${of} and ${reach ?? sql`true`}`)} twice join ${assessmentCriteria} q on q.component_id = twice.component_id
      join ${criterionMarks} p on p.criterion_id = q.id and p.student_id = twice.student_id
     where p.marked_by is distinct from ${call.account_id} and not exists (
       select 1 from ${marks} n where n.component_id = twice.component_id and n.student_id = twice.student_id and n.attempt = p.attempt
          and (n.second_value is not null or n.special is not null or coalesce(n.held_from, n.status) not in ('NOT_MARKED', 'DRAFT', 'SUBMITTED'))))`;
}

interface Place {
  component_id: number;
  student_id: number;
  attempt: number;
}
type Hidden = Place & Record<string, unknown>;
/** What is hidden from the caller in one module: single marks, and totals of whose marks those are. */
export interface Blind {
  cells: readonly Place[];
  mark(of: Place): boolean;
  total(student: number): boolean;
}

export const noneBlind: Blind = { cells: [], mark: () => false, total: () => false };

export async function blindIn(call: Call, module: number): Promise<Blind> {
  const blind = blindTo(call, sql`c.course_module_id = ${module}`);
  if (!blind) return noneBlind;
  const { rows } = await call.db.execute<Hidden>(sql`select component_id, student_id, attempt from ${blind} b`);
  const keyOf = ({ component_id, student_id, attempt }: Place) => `${component_id} ${student_id} ${attempt}`;
  const marked = new Set(rows.map(keyOf));
  const people = new Set(rows.map((row) => row.student_id));
  return { cells: rows, mark: (of) => marked.has(keyOf(of)), total: (student) => people.has(student) };
}

/** Ids of one student's points by criterion that are hidden from the caller. */
export async function blindPoints(call: Call, module: number, student: number): Promise<ReadonlySet<number>> {
  const hidden = pointsBlindTo(call, sql`c.course_module_id = ${module}`);
  if (!hidden) return new Set();
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select h.id from ${hidden} h where h.student_id = ${student}`,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * A condition on totals: that nothing hidden went into them. The columns say of which module and student they are. Where
 * nothing is marked twice nothing is hidden, so that the sample is drawn only for totals that may be.
 */
export function notBlind(call: Call, module: SQL, student: SQL): SQL | undefined {
  const blind = blindTo(call);
  const twice = sql`select c.course_module_id from ${assessmentComponents} c where c.second_marking_share > 0 and c.deleted_at is null`;
  return (
    blind &&
    sql`(${module} not in (${twice}) or (${module}, ${student}) not in (select b.course_module_id, b.student_id from ${blind} b))`
  );
}

/** Marks of works that have no names yet, for those who may not know whose they are. */
const nameless = (call: Call): SQL | undefined =>
  may(call, 'mark.codes')
    ? undefined
    : sql`(select n.id, n.component_id, n.student_id from ${marks} n join ${assessmentComponents} k on k.id = n.component_id and k.anonymous
        where coalesce(n.held_from, n.status) in ('NOT_MARKED', 'DRAFT', 'SUBMITTED', 'MODERATED'))`;

const unionOf = (...parts: (SQL | undefined)[]): SQL | undefined => {
  const known = parts.flatMap((part) => part ?? []);
  return known.length ? sql`(${sql.join(known, sql` union all `)})` : undefined;
};
const idsOf = (rows: SQL | undefined) => rows && sql`select h.id from ${rows} h`;

/** Ids of marks that no history shows to the caller yet. */
export const sealedMarks = (call: Call): SQL | undefined => unionOf(idsOf(blindTo(call)), idsOf(nameless(call)));
/** The same for the points by criterion that make them. */
export const sealedPoints = (call: Call): SQL | undefined => {
  const hidden = nameless(call);
  return unionOf(
    idsOf(pointsBlindTo(call)),
    hidden &&
      sql`select p.id from ${hidden} h join ${assessmentCriteria} q on q.component_id = h.component_id
        join ${criterionMarks} p on p.criterion_id = q.id and p.student_id = h.student_id`,
  );
};

/** Whether anything of a module is sealed for the caller, so that its chain cannot be handed out as a whole. */
export async function hasSealedMarks(call: Call, module: number): Promise<boolean> {
  const sealed = sealedMarks(call);
  if (!sealed) return false;
  const { rows } = await call.db.execute(
    sql`select 1 from ${marks} m where m.course_module_id = ${module} and m.id in ${sealed} limit 1`,
  );
  return rows.length > 0;
}

/**
 * Of the past nobody can be shown what is blind now: who may give a second value, and whose a nameless work is, are
 * questions of today about marks of then. So the past of a module with such works opens when all of their marks are
 * published, whether they were to be marked so then or are today. Errors: AS_OF_NOT_KEPT.
 */
export async function demandUnsealed(call: Call, module: number): Promise<void> {
  if (!call.asOf) return;
  const { rows } = await call.db.execute(sql`
    with sealed as (
      select c.id from ${assessmentComponents} c where c.course_module_id = ${module} and (c.anonymous or c.second_marking_share > 0)
      union select c.id from public.assessment_components c where c.course_module_id = ${module} and (c.anonymous or c.second_marking_share > 0))
    select 1 from public.marks n where n.course_module_id = ${module} and n.component_id in (select id from sealed)
       and coalesce(n.held_from, n.status) not in ${[...shownStates]} limit 1`);
  if (rows.length) throw fail('AS_OF_NOT_KEPT');
}
