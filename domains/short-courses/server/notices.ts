import { inArray } from 'drizzle-orm';
import { inLocale } from '#domains/identity/server/index.ts';
import { notifyEach } from '#domains/messaging/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { type Mail, type Sms, sendAll } from '#platform/server/work/outbox.ts';
import type { courseRegistrations, shortCourses } from './tables.ts';

/** What listeners are told: a notice for all, a mail for who has an address, and an SMS for who gave a phone alone. */

export type CourseRow = typeof shortCourses.$inferSelect;
export type RegistrationRow = typeof courseRegistrations.$inferSelect;
/** Whoever acts: a call, or the clock. */
export type Background = Pick<Call, 'db' | 'client' | 'kernel' | 'institution_id' | 'account_id' | 'locale'>;

/** Endings of the texts: `notice_short_course.<what>`, `mail_short_course.<what>`. */
export type Told =
  | 'held'
  | 'held_by_company'
  | 'waiting'
  | 'offered'
  | 'hold_over'
  | 'offer_over'
  | 'confirmed'
  | 'cancelled'
  | 'course_cancelled'
  | 'course_back'
  | 'paid_late'
  | 'completed';

const page = '/short-term-course/student';

/** One statement of notices for all; a mail goes to each in their own language. */
export async function tellListeners(
  call: Background,
  course: Pick<CourseRow, 'id' | 'title' | 'starts_on'>,
  rows: readonly RegistrationRow[],
  what: (row: RegistrationRow) => Told,
  { until, reason = '' }: { until?: string; reason?: string } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.account_id))];
  const people = await call.db
    .select({ id: accounts.id, email: accounts.email, phone: accounts.phone, locale: accounts.locale })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  const known = new Map(people.map((person) => [person.id, person]));
  const shown = until ? clockIn(await zoneOf(call), until).replace('T', ' ') : '';
  const valuesIn = (locale: Locale, row: RegistrationRow) => ({
    course: inLocale(course.title, locale),
    day: course.starts_on.split('-').reverse().join('.'),
    name: row.name,
    until: shown,
    reason,
  });
  const titleFor = (row: RegistrationRow): Title => {
    const said = (locale: Locale) => message(locale, `notice_short_course.${what(row)}`, valuesIn(locale, row));
    return { uz: said('uz'), ru: said('ru'), en: said('en') };
  };
  await notifyEach(
    call,
    rows.map((row) => ({ account_id: row.account_id, title: titleFor(row) })),
    { type: 'short_course', link: page },
  );
  const [mails, sms]: [Mail[], Sms[]] = [[], []];
  for (const row of rows) {
    const person = known.get(row.account_id);
    if (!person) continue;
    const locale = locales.find((one) => one === person.locale) ?? 'uz';
    if (!person.email) {
      // Whoever signed up by phone sees no bell until they come back; a place that is offered does not wait so long. What
      // somebody has just done themselves they see before them.
      if (person.phone && person.id !== call.account_id)
        sms.push({
          to: person.phone,
          language: locale,
          text: `${message(locale, `notice_short_course.${what(row)}`, valuesIn(locale, row))} ${call.kernel.settings.publicUrl}${page}`,
        });
      continue;
    }
    const values = valuesIn(locale, row);
    mails.push({
      to: person.email,
      language: locale,
      subject: message(locale, 'mail_short_course.subject', values),
      text: `${message(locale, `mail_short_course.${what(row)}`, values)}\n${call.kernel.settings.publicUrl}${page}`,
    });
  }
  await sendAll(call, { mails, sms });
}
