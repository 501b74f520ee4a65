import type { Kernel } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { followAllPlaces } from './application-steps.ts';
import { lockCourse, promote } from './places.ts';

/** Ends holds and offers whose instant is over, so that places go to who waits while nobody looks. */

export const holdsErrand = 'short-courses.holds';
const longestPauseMs = 60_000;

/** Courses with something to end or to offer: few, and found by an index. */
const due = `select distinct c.id, c.institution_id from short_courses c join short_course_registrations r on r.course_id = c.id
  where c.deleted_at is null and r.deleted_at is null and r.status in ('OFFERED', 'HELD') and r.until <= edulab_now() order by c.id limit 500`;

/** Each course in a transaction of its own, so that one that fails keeps no other waiting. Answers when to look again. */
export async function endHolds(kernel: Kernel): Promise<number> {
  const { owner } = kernel.database;
  const { rows } = await owner.query<{ id: number; institution_id: number }>(due);
  const faults: unknown[] = [];
  for (const { id, institution_id } of rows)
    await inTheNight(kernel, institution_id, 'short courses', async (call) => {
      await promote(call, await lockCourse(call, id));
    }).catch((fault: unknown) => faults.push(fault));
  await followAllPlaces(kernel).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  const { rows: next } = await owner.query<{ ms: number | null }>(
    `select (extract(epoch from min(until) - edulab_now()) * 1000)::float as ms from short_course_registrations
      where status in ('OFFERED', 'HELD') and deleted_at is null`,
  );
  return Math.min(Math.max(next[0]?.ms ?? longestPauseMs, 1000), longestPauseMs);
}
