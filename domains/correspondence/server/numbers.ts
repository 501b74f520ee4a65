import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { letterNumbers } from './tables.ts';

/**
 * The next number of a group in a year, without gaps: whoever registers next waits until this transaction ends, and a
 * rollback gives the number back.
 */
export async function nextNumber(
  call: Call,
  group: { id: number; code: string },
  day: string,
): Promise<{ serial: number; number_year: number; number: string }> {
  const number_year = Number(day.slice(0, 4));
  const [row] = await call.db
    .insert(letterNumbers)
    .values({ group_id: group.id, year: number_year, last: 1 })
    .onConflictDoUpdate({
      target: [letterNumbers.institution_id, letterNumbers.group_id, letterNumbers.year],
      set: { last: sql`${letterNumbers.last} + 1` },
    })
    .returning({ last: letterNumbers.last });
  const serial = row!.last;
  return { serial, number_year, number: `${group.code}/${serial}` };
}
