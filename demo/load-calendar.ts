import type pg from 'pg';
import { insertAll } from '#platform/server/records/bulk.ts';
import { INSTITUTIONS } from './institutions.ts';
import { currentYear } from './university.ts';

/** The calendar of the running academic year, and what the library has. */

const midnight = (day: string) => `${day}T00:00:00+05:00`;
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Public holidays with fixed dates: month-day, then the name. */
const HOLIDAYS = `09-01|Mustaqillik kuni
10-01|Oʻqituvchi va murabbiylar kuni
12-08|Konstitutsiya kuni
01-01|Yangi yil
03-08|Xalqaro xotin-qizlar kuni
03-21|Navroʻz
05-09|Xotira va qadrlash kuni`.split('\n');

/** Holidays of the moon by their month and day of the Islamic year; when it begins is announced each year, this is the reckoned day. */
const MOON: Record<string, string> = { '10-1': 'Ramazon hayiti', '12-10': 'Qurbon hayiti' };
const islamic = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Those of the academic year that begins in September of `year`, as `[day, name]`. */
export function moonHolidays(year: number): [day: string, title: string][] {
  const found: [string, string][] = [];
  for (let day = `${year}-09-01`; day < `${year + 1}-09-01`; day = plus(day, 1)) {
    const parts = new Map(islamic.formatToParts(new Date(day)).map(({ type, value }) => [type, value]));
    const title = MOON[`${parts.get('month')}-${parts.get('day')}`];
    if (title) found.push([day, title]);
  }
  return found;
}

const OTHERS = `09-15|09-15|DOCUMENTS|Stipendiya uchun hujjatlar topshirish
10-20|10-20|DEADLINE|Kurs ishi mavzusini tanlash muddati
11-16|11-20|EXTRACURRICULAR_ACTIVITY|Fan haftaligi
11-27|11-27|EXTRACURRICULAR_ACTIVITY|Fakultetlararo shaxmat turniri
12-11|12-11|DEADLINE|Kurs ishini topshirish muddati
12-18|12-18|GENERAL_EVENT|Rektor bilan ochiq muloqot
02-26|02-26|DEADLINE|Ikkinchi semestr toʻlovi muddati
04-15|04-17|GENERAL_EVENT|Bitiruvchilar va ish beruvchilar yarmarkasi`.split('\n');

/** Autumn days belong to the first calendar year, the others to the second. */
const dated = (monthDay: string) => `${monthDay >= '08' ? currentYear() : currentYear() + 1}-${monthDay}`;

export async function loadCalendar(client: pg.PoolClient, accounts: Map<string, number>): Promise<void> {
  const by = accounts.get('registrar_head');
  if (!by) return;
  for (const { id: institution_id } of INSTITUTIONS) {
    const { rows: semesters } = await client.query<{ starts_on: string; ends_on: string }>(
      `select s.starts_on, s.ends_on from semesters s join academic_years y on y.id = s.academic_year_id
        where s.institution_id = $1 and y.current order by s.number`,
      [institution_id],
    );
    const event = (type: string, title: string, first: string, last: string) => ({
      institution_id,
      version: 1,
      created_at: `${currentYear()}-08-20`,
      updated_at: `${currentYear()}-08-20`,
      type,
      title,
      all_day: true,
      starts_at: midnight(first),
      ends_at: midnight(plus(last, 1)),
      audience: 'EVERYBODY',
      roles: [],
      created_by: by,
    });
    const weeks = semesters.flatMap(({ starts_on }) => {
      const monday = plus(starts_on, (8 - (new Date(starts_on).getUTCDay() || 7)) % 7);
      return Array.from({ length: 17 }, (_, i) => {
        const [first, last] = [plus(monday, i * 7), plus(monday, i * 7 + 5)];
        return i < 15
          ? event('TEACHING_WEEK', `${i + 1}-oʻquv haftasi`, first, last)
          : event('ASSESSMENT_WEEK', `${i - 14}-baholash haftasi`, first, last);
      });
    });
    await insertAll(client, 'calendar_events', [
      ...weeks,
      ...HOLIDAYS.map((line) => {
        const [day = '', title = ''] = line.split('|');
        return event('HOLIDAY', title, dated(day), dated(day));
      }),
      ...moonHolidays(currentYear()).map(([day, title]) => event('HOLIDAY', title, day, day)),
      ...OTHERS.map((line) => {
        const [first = '', last = '', type = '', title = ''] = line.split('|');
        return event(type, title, dated(first), dated(last));
      }),
    ]);
  }
}
