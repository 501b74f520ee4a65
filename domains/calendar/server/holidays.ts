import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';

/** Days from `from` to `until`, as text, that are holidays for everybody; other queries call the function. */
export async function holidaysBetween(call: Call, from: string, until: string): Promise<string[]> {
  const { rows } = await call.db.execute<{ day: string }>(
    sql`select h::text as day from edulab_holidays(${from}::date, ${until}::date) h`,
  );
  return rows.map(({ day }) => day);
}
