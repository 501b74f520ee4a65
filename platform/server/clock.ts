/** What clocks and calendars show in a zone. */

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
