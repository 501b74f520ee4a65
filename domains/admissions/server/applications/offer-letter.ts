import { eq, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { inLocale } from '#domains/identity/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { type Locale, locales } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { sendMail, sendSms } from '#platform/server/work/outbox.ts';
import { type ApplicationRow, guests } from '../tables.ts';

/**
 * Tells whoever is offered a place, in their language: a notice, and a mail and an SMS where there is an address or a
 * number. An offer holds for some days, so nobody is left to find it by chance.
 */
export async function tellOffer(call: Call, row: ApplicationRow): Promise<void> {
  const [person] = await call.db
    .select({
      account_id: guests.account_id,
      name: guests.firstname,
      email: guests.email,
      phone: sql<string | null>`coalesce(${accounts.phone}, ${guests.phone})`,
      locale: accounts.locale,
    })
    .from(guests)
    .innerJoin(accounts, eq(accounts.id, guests.account_id))
    .where(eq(guests.id, row.guest_id));
  if (!person) return;
  const [course] = await call.db
    .select({ title: courses.title })
    .from(courses)
    .where(eq(courses.id, row.course_id ?? 0));
  const language: Locale = locales.find((one) => one === person.locale) ?? 'uz';
  const paid = row.decision_tuition !== 'GRANT' && (row.flavour === 'plain' || row.flavour === 'general');
  const values = {
    name: person.name,
    number: row.number,
    course: course ? inLocale(course.title, language) : '',
    until: row.deadline_on ? paperDate(row.deadline_on) : '',
    has_until: row.deadline_on ? 'yes' : 'no',
    paid: paid ? 'yes' : 'no',
  };
  await notify(call, [person.account_id], {
    type: 'application',
    title: titleOf('notice_offer', values),
    link: paid ? '/bachelor/contracts' : '/home',
  });
  if (person.email)
    await sendMail(call, {
      to: person.email,
      language,
      subject: message(language, 'offer_subject', values),
      text: message(language, 'offer_text', values),
    });
  if (person.phone) await sendSms(call, { to: person.phone, language, text: message(language, 'offer_sms', values) });
}
