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
  /** Instants as ISO text; whole days have `starts_on` and `ends_on` as well, both counted. */
  starts_at: string;
  ends_at: string;
  starts_on: string;
  ends_on: string;
  /** Counts the changes. */
  sequence?: number | null;
  personal: boolean;
}

/** Text values: these four signs mean something else unescaped, and what cannot be printed has no place. */
const text = (value: string): string =>
  value
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');

const utc = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const day = (date: string): string => date.replaceAll('-', '');
const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** Lines of at most 75 octets; the rest goes on after a space. A letter of several octets is never cut. */
export function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const letter of line) {
    const more = Buffer.byteLength(letter);
    if (octets + more > 75) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += letter;
    octets += more;
  }
  return [...lines, current].join('\r\n');
}

/** `now` is the instant of writing; `name` what the calendar is called in other programs, `zone` that of its clocks. */
export function toIcs(
  { name, zone }: { name: string; zone: string },
  events: readonly IcsEvent[],
  now: string,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Edulab//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${text(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  ];
  for (const event of events)
    lines.push(
      'BEGIN:VEVENT',
      `UID:${text(event.uid)}`,
      `DTSTAMP:${utc(now)}`,
      ...(event.all_day
        ? [`DTSTART;VALUE=DATE:${day(event.starts_on)}`, `DTEND;VALUE=DATE:${day(dayAfter(event.ends_on))}`]
        : // A moment, such as a deadline, has no end.
          [
            `DTSTART:${utc(event.starts_at)}`,
            ...(event.ends_at > event.starts_at ? [`DTEND:${utc(event.ends_at)}`] : []),
          ]),
      `SUMMARY:${text(event.title)}`,
      ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
      ...(event.place ? [`LOCATION:${text(event.place)}`] : []),
      ...(event.link ? [`URL:${event.link}`] : []),
      ...(event.category ? [`CATEGORIES:${text(event.category)}`] : []),
      ...(event.sequence ? [`SEQUENCE:${event.sequence - 1}`] : []),
      `CLASS:${event.personal ? 'PRIVATE' : 'PUBLIC'}`,
      // Whole days do not make a person busy.
      `TRANSP:${event.all_day ? 'TRANSPARENT' : 'OPAQUE'}`,
      'END:VEVENT',
    );
  lines.push('END:VCALENDAR');
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
