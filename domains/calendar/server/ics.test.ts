import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type IcsEvent, toIcs } from './ics.ts';

/** Reads a calendar with another library, after what RFC 5545 asks of its lines. */
function readIcs(source: string) {
  expect(source.endsWith('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(source), 'lines end in CRLF').toBe(true);
  for (const line of source.split('\r\n')) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(line, 'a letter was cut').not.toContain('\ufffd');
    expect(Buffer.from(line).toString(), 'half a letter').toBe(line);
  }
  const calendar = new ICAL.Component(ICAL.parse(source));
  return {
    calendar,
    zones: calendar.getAllSubcomponents('vtimezone'),
    events: calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part)),
  };
}

const event = (more: Partial<IcsEvent> = {}): IcsEvent => ({
  uid: 'calendar-1@edulab',
  title: 'Kengash',
  all_day: false,
  starts_at: '2026-11-21T09:00:00.000Z',
  ends_at: '2026-11-21T10:30:00.000Z',
  sequence: 0,
  cancelled: false,
  personal: false,
  ...more,
});
const zone = 'Asia/Tashkent';
const now = '2026-11-20T08:07:06.000Z';
const read = (...events: IcsEvent[]) => readIcs(toIcs({ name: 'Taqvim', zone }, events, now));

describe('A calendar for other programs', () => {
  it('says times by the clocks of the institution, with what its zone means, and whole days as days', () => {
    const { calendar, zones, events } = read(
      event(),
      event({ uid: '2', all_day: true, starts_at: '2026-11-20T19:00:00.000Z', ends_at: '2026-11-30T19:00:00.000Z' }),
      event({ uid: '3', ends_at: '2026-11-21T09:00:00.000Z' }),
    );
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Taqvim');
    expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe(zone);
    expect(zones.map((one) => one.getFirstPropertyValue('tzid'))).toEqual([zone]);
    const [lesson, days, moment] = events;
    expect(lesson?.startDate.toString()).toBe('2026-11-21T14:00:00');
    expect(lesson?.startDate.zone.tzid).toBe(zone);
    expect(lesson?.startDate.toJSDate().toISOString()).toBe('2026-11-21T09:00:00.000Z');
    expect(lesson?.endDate.toJSDate().toISOString()).toBe('2026-11-21T10:30:00.000Z');
    expect(lesson?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-20T08:07:06Z');
    expect([days?.startDate.toString(), days?.endDate.toString()]).toEqual(['2026-11-21', '2026-12-01']);
    expect(days?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    expect(moment?.component.getFirstProperty('dtend')).toBeNull();
  });

  it('writes the same whatever the clocks of the server show', () => {
    const before = process.env.TZ;
    const texts = ['UTC', 'America/New_York', 'Asia/Tokyo'].map((name) => {
      process.env.TZ = name;
      return toIcs({ name: 'x', zone }, [event(), event({ uid: '2', all_day: true })], now);
    });
    process.env.TZ = before;
    expect(new Set(texts).size).toBe(1);
  });

  it('counts changes and strikes out what does not take place', () => {
    const [stands, struck] = read(event({ sequence: 3 }), event({ uid: '2', sequence: 4, cancelled: true })).events;
    expect([stands?.sequence, stands?.component.getFirstPropertyValue('status')]).toEqual([3, 'CONFIRMED']);
    expect([struck?.sequence, struck?.component.getFirstPropertyValue('status')]).toEqual([4, 'CANCELLED']);
    expect(struck?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
  });

  it('gives every sign back as it was', () => {
    const title = 'Oʻquv; “Cho‘l, daryo” \\ C:\\new, 100%';
    const [found] = read(
      event({
        title,
        description: 'Birinchi\r\nikkinchi\nuchinchi; \\n emas',
        place: '402, B bino',
        link: 'https://example.uz/a?b=1&c=2,3;d',
        category: 'Oʻqish, imtihon',
        personal: true,
      }),
    ).events;
    expect(found).toMatchObject({
      uid: 'calendar-1@edulab',
      summary: title,
      description: 'Birinchi\nikkinchi\nuchinchi; \\n emas',
      location: '402, B bino',
    });
    expect(found?.component.getFirstPropertyValue('url')).toBe('https://example.uz/a?b=1&c=2%2C3%3Bd');
    expect(found?.component.getFirstProperty('categories')?.getValues()).toEqual(['Oʻqish, imtihon']);
    expect(found?.component.getFirstPropertyValue('class')).toBe('PRIVATE');
  });

  it('lets nobody begin a line of their own', () => {
    const { events } = read(
      event({ title: 'a\r\nEND:VEVENT\r\nATTENDEE:b\u0000', link: 'https://a.uz/\r\nATTENDEE:c' }),
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.attendees).toEqual([]);
    expect(events[0]?.summary).toBe('a\nEND:VEVENT\nATTENDEE:b');
  });

  it('folds lines by octets without cutting a letter', () => {
    for (const letters of ['Экзамен по высшей математике 🎓', 'Oʻzbekiston gʻoyalari ', 'a']) {
      const long = letters.repeat(20).trim();
      expect(read(event({ title: long, description: `.${long}` })).events[0]).toMatchObject({
        summary: long,
        description: `.${long}`,
      });
    }
  });

  it('is empty where there is nothing', () => {
    expect(read().events).toEqual([]);
  });
});
