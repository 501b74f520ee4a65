import { describe, expect, it } from 'vitest';
import { fold, type IcsEvent, toIcs } from './ics.ts';

/** A strict reader of what RFC 5545 asks of a calendar; throws at the first fault. */
function readIcs(source: string): {
  name: string;
  events: Record<string, { value: string; parameters: string }>[];
} {
  if (!source.endsWith('\r\n') || /(?<!\r)\n|\r(?!\n)/.test(source)) throw new Error('lines end in CRLF');
  const physical = source.slice(0, -2).split('\r\n');
  const long = physical.find((line) => Buffer.byteLength(line) > 75);
  if (long) throw new Error(`longer than 75 octets: ${long}`);
  const lines: string[] = [];
  for (const line of physical) {
    if (line.includes('\ufffd')) throw new Error('a letter was cut');
    if (/^[ \t]/.test(line)) lines[lines.length - 1] += line.slice(1);
    else lines.push(line);
  }
  const plainOf = (value: string) => {
    if (/(^|[^\\])(\\\\)*\\($|[^\\;,nN])/.test(value)) throw new Error(`a wrong escape: ${value}`);
    if (/(^|[^\\])(\\\\)*[;,]/.test(value)) throw new Error(`an unescaped sign: ${value}`);
    return value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
  };
  const stack: string[] = [];
  const calendar: Record<string, string> = {};
  const events: Record<string, { value: string; parameters: string }>[] = [];
  for (const line of lines) {
    const [, property, parameters = '', raw = ''] = /^([A-Z-]+)((?:;[A-Z-]+=[^;:",]+)*):(.*)$/s.exec(line) ?? [];
    if (!property) throw new Error(`no property: ${line}`);
    if (property === 'BEGIN') {
      stack.push(raw);
      if (raw === 'VEVENT') events.push({});
    } else if (property === 'END') {
      if (stack.pop() !== raw) throw new Error(`END:${raw} ends nothing`);
    } else {
      const isText = ['SUMMARY', 'DESCRIPTION', 'LOCATION', 'UID', 'CATEGORIES', 'X-WR-CALNAME'].includes(property);
      const value = isText ? plainOf(raw) : raw;
      const into = stack.at(-1) === 'VEVENT' ? events.at(-1)! : undefined;
      if (into?.[property]) throw new Error(`${property} twice`);
      if (into) into[property] = { value, parameters };
      else calendar[property] = value;
    }
  }
  if (stack.length) throw new Error(`${stack.at(-1)} is not ended`);
  if (lines[0] !== 'BEGIN:VCALENDAR' || calendar.VERSION !== '2.0' || !calendar.PRODID) throw new Error('no calendar');
  for (const event of events) {
    for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY'])
      if (!event[name]?.value) throw new Error(`an event without ${name}`);
    if (!/^\d{8}T\d{6}Z$/.test(event.DTSTAMP!.value)) throw new Error('DTSTAMP is not in UTC');
    const form = event.DTSTART!.parameters === ';VALUE=DATE' ? /^\d{8}$/ : /^\d{8}T\d{6}Z$/;
    for (const name of ['DTSTART', 'DTEND'])
      if (!form.test(event[name]!.value) || event[name]!.parameters !== event.DTSTART!.parameters)
        throw new Error(`${name} is ${event[name]!.value}`);
    if (event.DTEND!.value <= event.DTSTART!.value) throw new Error('ends before it begins');
  }
  const uids = events.map((event) => event.UID!.value);
  if (new Set(uids).size < uids.length) throw new Error('a UID twice');
  return { name: calendar['X-WR-CALNAME'] ?? '', events };
}

const event = (more: Partial<IcsEvent> = {}): IcsEvent => ({
  uid: 'calendar-1@edulab',
  title: 'Kengash',
  all_day: false,
  starts_at: '2026-11-21T09:00:00.000Z',
  ends_at: '2026-11-21T10:30:00.000Z',
  starts_on: '2026-11-21',
  ends_on: '2026-11-21',
  personal: false,
  ...more,
});
const zone = 'Asia/Tashkent';
const now = '2026-11-20T08:07:06.000Z';

describe('A calendar for other programs', () => {
  it('says times in UTC and whole days as days, the last one counted', () => {
    const { events } = readIcs(
      toIcs({ name: 'Taqvim', zone }, [event(), event({ uid: '2', all_day: true, ends_on: '2026-11-30' })], now),
    );
    expect(events[0]).toMatchObject({
      DTSTAMP: { value: '20261120T080706Z' },
      DTSTART: { value: '20261121T090000Z' },
      DTEND: { value: '20261121T103000Z' },
    });
    expect(events[1]).toMatchObject({
      DTSTART: { value: '20261121', parameters: ';VALUE=DATE' },
      DTEND: { value: '20261201' },
      TRANSP: { value: 'TRANSPARENT' },
    });
  });

  it('gives every sign back as it was', () => {
    const title = 'Oʻquv; “Cho‘l, daryo” \\ C:\\new, 100%';
    const description = 'Birinchi\r\nikkinchi\nuchinchi; \\n emas';
    const { events, name } = readIcs(
      toIcs({ name: 'A; B, C', zone }, [event({ title, description, place: '402, B bino' })], now),
    );
    expect(name).toBe('A; B, C');
    expect(events[0]).toMatchObject({
      SUMMARY: { value: title },
      DESCRIPTION: { value: 'Birinchi\nikkinchi\nuchinchi; \\n emas' },
      LOCATION: { value: '402, B bino' },
    });
  });

  it('lets nobody begin a line of their own', () => {
    const { events } = readIcs(
      toIcs({ name: 'x', zone }, [event({ title: 'a\r\nEND:VEVENT\r\nATTENDEE:b\u0000' })], now),
    );
    expect(events).toHaveLength(1);
    expect(Object.keys(events[0]!)).not.toContain('ATTENDEE');
  });

  it('folds lines at 75 octets without cutting a letter', () => {
    const long = 'Экзамен по высшей математике 🎓'.repeat(20);
    const { events } = readIcs(toIcs({ name: 'x', zone }, [event({ title: long })], now));
    expect(events[0]?.SUMMARY?.value).toBe(long);
    expect(fold('a'.repeat(75))).toBe('a'.repeat(75));
    expect(fold('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`);
  });

  it('is empty where there is nothing', () => {
    expect(readIcs(toIcs({ name: 'x', zone }, [], now)).events).toEqual([]);
  });
});
