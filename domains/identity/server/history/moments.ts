import { sql } from 'drizzle-orm';
import { fail } from '#platform/server/call/errors.ts';
import { localZone } from '#platform/server/clock.ts';

/** A bound of time as a list is asked by it: a day means the whole of it in the institution's zone; an instant itself. */
export function timeBound(path: string, value: string | undefined, end: boolean) {
  if (value === undefined || value === '') return undefined;
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(Date.parse(value)))
    throw fail('BAD_REQUEST', { fields: [{ path, code: 'invalid' }] });
  if (value.length > 10) return sql`${value}::timestamptz`;
  return sql`((${value}::date + ${end ? 1 : 0}::int)::timestamp at time zone ${localZone})`;
}
