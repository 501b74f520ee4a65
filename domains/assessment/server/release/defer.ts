import { type SQL, sql } from 'drizzle-orm';
import { type DeadlineMoved, deadlineGrants } from '#domains/deadlines/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { assessmentComponents, marks } from '../tables.ts';
import { reviewWithheld } from './withhold.ts';

/** The component `c` is an exam, or a part of one. */
const isExam = sql`(c.kind = 'EXAM' or exists (select 1 from ${assessmentComponents} p where p.id = c.parent_id and p.kind = 'EXAM'))`;
const isLeaf = sql`c.deleted_at is null and not exists (select 1 from ${assessmentComponents} s where s.parent_id = c.id and s.deleted_at is null)`;

/**
 * Marks whose attempt was moved to the next sitting: DEFERRED, whatever they were, and that again when it is taken back. Where
 * nothing was marked yet a mark without a value says so, and is no gap of a run or of a board. The attempt stays what it was,
 * and so does its cap; why it was moved is known to whoever decided. What the next sitting was marked with stays, also
 * where the deferral is taken back after it.
 */
export async function marksDeferred(call: Call, moves: readonly DeadlineMoved[]): Promise<void> {
  const about = moves.filter(({ effect, target }) => effect === 'DEFERRAL' && target.kind !== 'HOMEWORK');
  if (about.length === 0) return;
  const asked = sql`jsonb_to_recordset(${JSON.stringify(about.map(({ target, ...row }) => ({ ...row, ...target })))}::jsonb)
    as a(student_id int, kind text, id int, attempt int, granted boolean)`;
  const named = sql`case a.kind when 'EXAM' then c.course_module_id = a.id and ${isExam} else c.id = a.id end`;
  const mine = sql`m.student_id = a.student_id and m.attempt = a.attempt and c.id = m.component_id and ${named}`;
  // The same lock as everybody who writes marks, in one order.
  const { rows: plans } = await call.db.execute<{ module: number }>(sql`
    select course_module_id as module from assessment_plans where deleted_at is null and course_module_id in (
      select case a.kind when 'EXAM' then a.id else (select c.course_module_id from ${assessmentComponents} c where c.id = a.id) end from ${asked})
     order by id for no key update`);
  await call.db.execute(sql`
    insert into ${marks} (course_module_id, component_id, student_id, attempt, status, held_from)
    select distinct c.course_module_id, c.id, a.student_id, a.attempt, 'DEFERRED', 'NOT_MARKED' from ${asked} join ${assessmentComponents} c on ${named} and ${isLeaf}
     where a.granted order by 3, 2
    on conflict (component_id, student_id, attempt) do update
       set held_from = case when marks.status = 'WITHHELD' then marks.held_from else marks.status end, status = 'DEFERRED'
     where marks.status not in ('DEFERRED', 'LOCKED')`);
  await call.db.execute(sql`
    update ${marks} m set status = m.held_from, held_from = null from ${asked}, ${assessmentComponents} c
     where not a.granted and ${mine} and m.status = 'DEFERRED' and m.held_from is not null and not ${deferred(sql`m`)}`);
  // What a case holds is held again.
  await reviewWithheld(
    call,
    plans.map(({ module }) => module),
  );
}

/** A deferral that stands is about the mark of this alias; `until`: the day of the sitting that was left out, of which more is asked. */
const deferred = (mark: SQL, until: SQL = sql`true`): SQL => sql`exists (
  select 1 from ${deadlineGrants} g join ${assessmentComponents} c on c.id = ${mark}.component_id
   where g.student_id = ${mark}.student_id and g.attempt = ${mark}.attempt and g.effect = 'DEFERRAL' and g.revoked_at is null and ${until}
     and case g.kind when 'COMPONENT' then g.target_id = c.id when 'EXAM' then g.target_id = c.course_module_id and ${isExam} else false end)`;

/** Whether the next sitting of the deferred mark of this alias can have been: its mark may come in. */
export const satSince = (mark: SQL): SQL => sql`not ${deferred(mark, sql`g.deferred_from >= (select edulab_today())`)}`;
