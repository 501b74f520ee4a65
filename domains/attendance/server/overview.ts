import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { overviewOf } from '#platform/server/records/overviews.ts';
import type { overview } from '../shapes.ts';
import { semesterOf } from './semester.ts';
import { settingsOf } from './settings.ts';
import { attendanceTotals } from './tables.ts';
import { atStanding, standingTables } from './totals.ts';

type Overview = z.infer<typeof overview>;

/** How many rows the table of students by module has of each standing that is asked about, in the running semester. */
export async function limitOverview(call: Call): Promise<Overview> {
  const semester = await semesterOf(call, undefined);
  return overviewOf(call, {
    name: 'attendance limit',
    input: { semester_id: semester?.id },
    permission: 'attendance.read',
    tables: [...standingTables, 'semesters', 'academic_years'],
    count: async (counting) => {
      const settings = await settingsOf(counting);
      const found = (at: 'NEAR' | 'OVER') =>
        sql`(select count(*)::int from ${attendanceTotals} where ${atStanding(counting, at, settings, semester, {})})`;
      const { rows } = await counting.db.execute<Pick<Overview, 'near' | 'over'>>(
        sql`select ${found('NEAR')} as near, ${found('OVER')} as over`,
      );
      return rows[0]!;
    },
  });
}
