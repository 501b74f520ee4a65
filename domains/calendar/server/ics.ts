import { TZDate } from '@date-fns/tz';
import { getVtimezoneComponent } from '@touch4it/ical-timezones';
import ical, { ICalEventClass, ICalEventStatus, ICalEventTransparency } from 'ical-generator';

/** iCalendar (RFC 5545): a calendar as text that phones and other programs read. */

export interface IcsEvent {
  /** Stays the same for the life of the event, in all calendars of the world. */
  uid: string;
  title: string;
  description?: string | null;
  place?: string | null;
  link?: string | null;
  category?: string | null;
  all_day: boolean;
  /** Instants as ISO text, the end being the first one after it. Whole days run from midnight to midnight in `zone`. */
  starts_at: string;
  ends_at: string;
  /** Grows with every change, so that other programs take the later one. */
  sequence: number;
  /** It does not take place. Programs strike it out; one that merely went missing, some of them would go on showing. */
  cancelled: boolean;
  personal: boolean;
}

/** What cannot be printed has no place in a calendar; the library leaves it in. */
const printable = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
  value.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** `now` is the instant of writing; `name` what the calendar is called in other programs, `zone` that of its clocks. */
export function toIcs(
  { name, zone }: { name: string; zone: string },
  events: readonly IcsEvent[],
  now: string,
): string {
  const calendar = ical({
    prodId: '-//Edulab//Calendar//EN',
    name,
    ttl: 60 * 60,
    // The zone stands at each event: at the calendar, the library would write the instants of writing by its clocks as well.
    timezone: { name: null, generator: getVtimezoneComponent },
    x: [['X-WR-TIMEZONE', zone]],
  });
  for (const event of events)
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      stamp: now,
      timezone: zone,
      allDay: event.all_day,
      start: new TZDate(event.starts_at, zone),
      // A moment, such as a deadline, has no end.
      end: event.ends_at > event.starts_at ? new TZDate(event.ends_at, zone) : null,
      summary: printable(event.title),
      description: event.description ? printable(event.description) : null,
      location: event.place ? printable(event.place) : null,
      // The library escapes signs that an address may hold as they are.
      url: event.link ? event.link.replaceAll(/[\\;,]/g, encodeURIComponent) : null,
      categories: event.category ? [{ name: printable(event.category) }] : [],
      class: event.personal ? ICalEventClass.PRIVATE : ICalEventClass.PUBLIC,
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Neither whole days nor what does not take place make a person busy.
      transparency: event.all_day || event.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    });
  return `${calendar.toString()}\r\n`;
}
