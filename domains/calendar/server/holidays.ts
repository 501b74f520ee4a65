import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { localZone } from '#platform/server/clock.ts';
import { calendarEvents } from './tables.ts';

/** Days from `from` to `until`, as text, that are holidays for everybody. */
export async function holidaysBetween(call: Call, from: string, until: string): Promise<string[]> {
  const local = (at: ReturnType<typeof sql>) => sql`(${at} at time zone ${localZone})`;
  const { rows } = await call.db.execute<{ day: string }>(sql`
    select distinct d::date::text as day from ${calendarEvents} e
      cross join lateral generate_series(${local(sql`e.starts_at`)}::date, (${local(sql`e.ends_at`)} - interval '1 second')::date, interval '1 day') d
     where e.type = 'HOLIDAY' and e.audience = 'EVERYBODY' and e.deleted_at is null
       and e.starts_at < (${until}::date + 1)::timestamp at time zone ${localZone} and e.ends_at > ${from}::timestamp at time zone ${localZone}
       and d::date between ${from}::date and ${until}::date order by 1`);
  return rows.map(({ day }) => day);
}
