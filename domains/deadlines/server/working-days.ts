import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { clockIn, instantIn, zoneOf } from '#platform/server/clock.ts';

/** Working days of the institution: every day but Sundays and its holidays. The calendar is asked in SQL alone. */

/** The day that many working days after another. */
export async function workingDayAfter(call: Pick<Call, 'db'>, day: string, days: number): Promise<string> {
  const { rows } = await call.db.execute<{ day: string }>(
    sql`select edulab_working_day(${day}::date, ${days}::int)::text as day`,
  );
  return rows[0]!.day;
}

/** The same time of the day that many working days later, as the institution's clocks show it. */
export async function workingDaysLater(call: Call, instant: string, days: number): Promise<string> {
  const zone = await zoneOf(call);
  const [day = '', time = ''] = clockIn(zone, instant).split('T');
  return instantIn(zone, `${await workingDayAfter(call, day, days)}T${time}`);
}

/** The same time of the day on the latest day from which that many working days reach this instant. */
export async function workingDaysEarlier(call: Call, instant: string, days: number): Promise<string> {
  const zone = await zoneOf(call);
  const [day = '', time = ''] = clockIn(zone, instant).split('T');
  const { rows } = await call.db.execute<{ day: string }>(
    sql`select edulab_working_day_before(${day}::date, ${days}::int)::text as day`,
  );
  return instantIn(zone, `${rows[0]!.day}T${time}`);
}
