import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { branchDepartments } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import { overviewOf } from '#platform/server/records/overviews.ts';
import type { overview as shape } from '../../shapes.ts';
import { statusPages } from '../../workflow.ts';
import { warnedDays } from '../status/gap-years.ts';
import { courseTransfers, studentStatusRequests, students } from '../tables.ts';
import { reach, reachTables, type StudentPermission } from './reach.ts';

type Overview = z.infer<typeof shape>;
type Counted = Pick<Overview, 'by_status' | 'by_entry_year' | 'gap_years_ending'>;

/** Students by status and, of those who still belong to the institution, by year of entry; and what waits for the caller. */
export async function overview(call: Call): Promise<Overview> {
  const counted = await overviewOf(call, {
    name: 'students',
    permission: 'student.export',
    branch: async (call) => {
      const { rows } = await call.db.execute<{ ids: string }>(
        sql`select coalesce(string_agg(id::text, ' ' order by id), '') as ids from ${branchDepartments(call)} d`,
      );
      return rows[0]?.ids ?? '';
    },
    // Who belongs to a faculty moves with its groups as well.
    tables: ['students', ...reachTables(call, 'student.export')],
    count: counts,
  });
  return {
    ...counted,
    requests: await waiting(call, ['student.confirm_status', 'student.propose_status'], 'requests'),
    course_transfers: await waiting(call, ['course_transfer.decide'], 'course_transfers'),
  };
}

async function counts(call: Call): Promise<Counted> {
  const mine = and(isNull(students.deleted_at), reach(call, 'student.export'));
  const found = await call.db
    .select({ status: students.status, entry_year: students.entry_year, count: sql<number>`count(*)::int` })
    .from(students)
    .where(mine)
    .groupBy(students.status, students.entry_year);
  const day = await todayOf(call);
  const until = new Date(Date.parse(day) + warnedDays * 86_400_000).toISOString().slice(0, 10);
  const [ending] = await call.db
    .select({ count: sql<number>`count(*)::int` })
    .from(students)
    .where(and(mine, eq(students.status, 'GAP_YEAR'), sql`${students.status_until} <= ${until}`));
  const byStatus = new Map<(typeof found)[number]['status'], number>();
  const byYear = new Map<number, number>();
  for (const { status, entry_year, count } of found) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    if (status !== 'GRADUATED' && !(statusPages.withdrawal as readonly string[]).includes(status))
      byYear.set(entry_year, (byYear.get(entry_year) ?? 0) + count);
  }
  return {
    by_status: [...byStatus].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count),
    by_entry_year: [...byYear]
      .map(([entry_year, count]) => ({ entry_year, count }))
      .sort((a, b) => a.entry_year - b.entry_year),
    gap_years_ending: { count: ending?.count ?? 0, until },
  };
}

/** How many wait for a decision within the caller's reach; null for those to whom the list says nothing. */
async function waiting(call: Call, needs: StudentPermission[], what: 'requests' | 'course_transfers') {
  const need = needs.find((permission) => call.abilities.has(permission));
  if (!need) return null;
  const [answer] =
    what === 'requests'
      ? await call.db
          .select({ count: sql<number>`count(*)::int` })
          .from(studentStatusRequests)
          .innerJoin(students, eq(students.id, studentStatusRequests.student_id))
          .where(and(eq(studentStatusRequests.state, 'PROPOSED'), reach(call, need)))
      : await call.db
          .select({ count: sql<number>`count(*)::int` })
          .from(courseTransfers)
          .where(and(eq(courseTransfers.status, 'PENDING'), isNull(courseTransfers.deleted_at)));
  return answer?.count ?? 0;
}
