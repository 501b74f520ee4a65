import { sql } from 'drizzle-orm';
import type { Call } from './call/context.ts';

/** What clocks and calendars show in a zone. */

/** The zone of the institution's clocks (an IANA name). In queries: `localZone`. */
export async function zoneOf(call: Pick<Call, 'client'> & Partial<Pick<Call, 'timezone'>>): Promise<string> {
  if (call.timezone) return call.timezone;
  return (await call.client.query<{ zone: string }>('select edulab_zone() as zone')).rows[0]!.zone;
}

/** The same inside of a query, asked once for all of its rows: `instant at time zone ${localZone}`, and back. */
export const localZone = sql`(select edulab_zone())`;

/** The day that it is at the institution, asked once for all rows of a query; without the brackets, once for each. */
export const today = sql`(select edulab_today())`;

/** The same as an answer, `YYYY-MM-DD`. */
export async function todayOf(call: Pick<Call, 'client'>): Promise<string> {
  return (await call.client.query<{ day: string }>('select edulab_today() as day')).rows[0]!.day;
}

/** Formatters are kept: each holds tens of kilobytes that the garbage collector does not see, and takes longer to make than to use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21T23:59` as a clock in that zone (an IANA name) shows it at this instant. */
export function clockIn(zone: string, instant: Date | string | number): string {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    formatters.set(zone, formatter);
  }
  return formatter.format(new Date(instant)).replace(' ', 'T');
}

/** The day of an instant in that zone, `YYYY-MM-DD`. */
export const dayIn = (zone: string, instant: Date | string | number): string => clockIn(zone, instant).slice(0, 10);

/** The instant at which clocks in that zone show this, as ISO text in UTC. `local` as `clockIn` writes it. */
export function instantIn(zone: string, local: string): string {
  const wanted = Date.parse(`${local}Z`);
  const ahead = (at: number) => Date.parse(`${clockIn(zone, at)}Z`) - at;
  // Where clocks are set forwards or back nearby, the first guess may lie on the other side of it.
  const guess = wanted - ahead(wanted);
  return new Date(wanted - ahead(guess)).toISOString();
}
