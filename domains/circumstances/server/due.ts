import { sql } from 'drizzle-orm';
import { doneComponents } from '#domains/assessment/server/index.ts';
import { type Due, deadlinesOf } from '#domains/deadlines/server/index.ts';
import { submissions } from '#domains/lessons/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { wishesFor } from '../self.ts';
import type { DueRecord, Target } from '../shapes.ts';

/** What a student may claim for: what is due of them by the one answer about deadlines, and what they did of it. */

/** How long after the day a claim may still name it, and how long before. */
const daysBack = 120;
const daysAhead = 120;

export interface DueOne extends DueRecord {
  original_at: string | null;
  starts_at: string | null;
  /** When a mark of it was shown first. */
  shown_at: string | null;
}

export const dueKey = ({
  target,
  target_id,
  attempt,
}: {
  target: Target;
  target_id: number;
  attempt: number;
}): string => `${target} ${target_id} ${attempt}`;

export async function dueOf(call: Call, student_id: number): Promise<DueOne[]> {
  const due = await deadlinesOf(call, student_id);
  if (due.length === 0) return [];
  const { rows: works } = await call.db.execute<{ id: number }>(
    sql`select distinct w.homework_id as id from ${submissions} w where w.student_id = ${student_id} and w.deleted_at is null`,
  );
  const handed = new Set(works.map(({ id }) => id));
  const { rows: done } = await call.db.execute<{
    component_id: number;
    course_module_id: number;
    kind: string;
    attempt: number;
    done: boolean;
    shown_at: string | null;
  }>(doneComponents(sql`${student_id}`));
  const doneBy = (one: Due) =>
    one.target.kind === 'HOMEWORK'
      ? []
      : done.filter(
          (row) =>
            row.attempt === one.target.attempt &&
            (one.target.kind === 'COMPONENT'
              ? row.component_id === one.target.id
              : row.course_module_id === one.target.id && row.kind === 'EXAM'),
        );
  return due.map((one) => {
    const marked = doneBy(one);
    const shown = marked.flatMap((row) => row.shown_at ?? []).sort()[0];
    return {
      target: one.target.kind,
      target_id: one.target.id,
      attempt: one.target.attempt,
      course_module_id: one.course_module_id,
      title: one.title,
      module: one.module,
      due_at: one.due_at ?? one.original_at,
      place: one.place,
      handed_in: one.target.kind === 'HOMEWORK' ? handed.has(one.target.id) : marked.some((row) => row.done),
      extended: one.source === 'GRANT' || one.deferred,
      wishes: [...wishesFor(one.target.kind)],
      original_at: one.original_at,
      starts_at: one.target.kind === 'EXAM' ? (one.starts_at ?? one.original_at) : null,
      shown_at: shown ? new Date(shown).toISOString() : null,
    };
  });
}

/** The same for the student who chooses: what lies within reach of a claim, the nearest first. */
export async function dueToChoose(call: Call, student_id: number, now: Date): Promise<DueRecord[]> {
  const within = (at: string | null, days: number) =>
    at === null || Math.abs(new Date(at).getTime() - now.getTime()) <= days * 86_400_000;
  return (await dueOf(call, student_id))
    .filter(({ due_at }) => within(due_at, due_at && new Date(due_at) < now ? daysBack : daysAhead))
    .map(({ original_at, starts_at, shown_at, ...one }) => one);
}
