import { eq, sql } from 'drizzle-orm';
import { semesters } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { examPeriods } from './exams/tables.ts';
import { timetableRuns, type timetables } from './tables.ts';

/** What timetables and periods of exams have in common: a semester, and a search that may be at work on them. */

/** How the search stands, as columns: its job says so. */
export const stateOfSearch = (of: typeof timetables | typeof examPeriods) => ({
  running: sql<boolean>`exists (select 1 from jobs j where j.id = ${of}.job_id and j.state in ('queued', 'running'))`,
  error: sql<string | null>`(select j.error from jobs j where j.id = ${of}.job_id and j.state = 'failed')`,
});

/** `2025/2026 · Spring semester`, by id. */
export const titlesOfSemesters = (call: Call, rows: readonly { semester_id: number }[]) =>
  titlesOf(
    call,
    semesters,
    rows.map((row) => row.semester_id),
    sql`(select y.name from academic_years y where y.id = ${semesters.academic_year_id}) || ' · ' || ${localTitle(semesters.title, call.locale)}`,
  );

interface Shown {
  id: number;
  running: boolean;
  error: string | null;
}
type Of = 'timetable_id' | 'exam_period_id';

/** Errors: TIMETABLE_NOT_RUNNING. */
export async function stopSearch(call: Call, of: Of, { id, running }: Shown): Promise<{ ok: true }> {
  if (!running) throw fail('TIMETABLE_NOT_RUNNING');
  await call.db.update(timetableRuns).set({ stop: true }).where(eq(timetableRuns[of], id));
  return { ok: true };
}

export async function progressOf(call: Call, of: Of, { id, running, error }: Shown) {
  const [run] = await call.db.select().from(timetableRuns).where(eq(timetableRuns[of], id));
  return { running, stopping: running && (run?.stop ?? false), error, line: run?.line ?? [] };
}
