import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import { usableStates } from '../../workflow.ts';
import { peopleBeside } from '../person.ts';
import { cvVersions, employerLinks, jobOfferAnswers, jobOffers } from '../tables.ts';
import type { AnswerRow, OfferRow } from './offers.ts';

/**
 * What employers are told by mail, where the career centre wrote an address beside their link. The secret stands in the
 * first mail alone: it is kept nowhere, so later ones say that something is behind the link that they have.
 */

type LinkRow = typeof employerLinks.$inferSelect;
type Told = 'link' | 'ends' | 'applied' | 'withdrawn';
type Titled = Pick<OfferRow, 'title' | 'employer'>;

/** So many days before its end a link says so. */
const warnedBefore = 3;

async function tell(
  call: Call,
  link: Pick<LinkRow, 'email' | 'language' | 'name'>,
  offer: Titled,
  what: Told,
  values: Record<string, unknown>,
  secret?: { values: { link: string }; minutes: number },
): Promise<void> {
  if (!link.email) return;
  const said = { ...values, title: offer.title, employer: offer.employer, name: link.name };
  const subject = message(link.language, `mail_employer_${what}.subject`, said);
  const text = (more: Record<string, string> = {}) =>
    message(link.language, `mail_employer_${what}.text`, { ...said, ...more });
  const letter = { to: link.email, language: link.language, subject };
  await sendMail(call, secret ? { ...letter, text, secret } : { ...letter, text: text() });
}

const shown = async (call: Call, instant: string) => clockIn(await zoneOf(call), instant).replace('T', ' ');

export const sendLink = async (call: Call, offer: Titled, link: LinkRow, token: string): Promise<void> =>
  tell(
    call,
    link,
    offer,
    'link',
    { until: await shown(call, link.expires_at) },
    {
      values: { link: `${call.kernel.settings.publicUrl}/employer/${token}` },
      minutes: Math.max(1, Math.round((Date.parse(link.expires_at) - Date.parse(link.created_at)) / 60_000)),
    },
  );

/** Links of an offer that work and have somebody to write to; an offer has few of them. */
const living = (call: Call, offer_id: number) =>
  call.db
    .select()
    .from(employerLinks)
    .where(
      and(
        eq(employerLinks.offer_id, offer_id),
        isNull(employerLinks.deleted_at),
        isNull(employerLinks.revoked_at),
        isNotNull(employerLinks.email),
        gt(employerLinks.expires_at, sql`edulab_now()`),
      ),
    )
    .limit(20);

/**
 * Whoever may have read a CV that is shared no more is asked to delete copies of it. A link that was not opened since the CV
 * stood behind it has shown it to nobody, and learns no name from a mail. Openings are noted once a minute.
 */
export async function tellOfWithdrawal(call: Call, offer: OfferRow, before: AnswerRow): Promise<void> {
  const { version_id, shared_at } = before;
  if (version_id === null || !shared_at) return;
  const since = Date.parse(shared_at) - 60_000;
  const links = (await living(call, offer.id)).filter(({ opened_at }) => opened_at && Date.parse(opened_at) >= since);
  if (links.length === 0) return;
  const person = (await peopleBeside(call, [before.student_id])).get(before.student_id)?.student;
  if (!person) return;
  for (const link of links)
    await tell(call, link, offer, 'withdrawn', { person: `${person.lastname} ${person.firstname}` });
}

interface Waiting extends Record<string, unknown> {
  id: number;
  email: string;
  language: LinkRow['language'];
  name: string;
  title: string;
  employer: string;
  expires_at: string;
  fresh: number;
  ends: boolean;
}

/** One mail a night of all who agreed since the last, and one when the end is near. Done twice it finds nothing. */
export async function tellEmployers(kernel: Kernel): Promise<number> {
  let told = 0;
  await everyInstitutionInTheNight(kernel, 'mail to employers', async (call) => {
    const { rows } = await call.db.execute<Waiting>(sql`
      select * from (
        select l.id, l.email, l.language, l.name, o.title, o.employer, l.expires_at::text,
               (select count(*)::int from ${jobOfferAnswers} a join ${cvVersions} v on v.id = a.version_id
                 where a.offer_id = o.id and a.status = 'ACCEPTED' and a.deleted_at is null and v.status in ${usableStates}
                   and a.shared_at > coalesce(l.told_at, l.created_at)) as fresh,
               l.warned_at is null and l.expires_at <= edulab_now() + make_interval(days => ${warnedBefore})
                 and l.expires_at - l.created_at > make_interval(days => ${warnedBefore}) as ends
          from ${employerLinks} l join ${jobOffers} o on o.id = l.offer_id
         where l.email is not null and l.revoked_at is null and l.deleted_at is null and l.expires_at > edulab_now()
           and o.deleted_at is null and o.status <> 'WITHDRAWN') x
       where fresh > 0 or ends order by id`);
    for (const row of rows) {
      if (row.fresh) await tell(call, row, row, 'applied', { count: row.fresh });
      if (row.ends)
        await tell(call, row, row, 'ends', { until: await shown(call, new Date(row.expires_at).toISOString()) });
    }
    const marked = (of: Waiting[]) => sql.param(of.map(({ id }) => id));
    if (rows.length)
      await call.db.execute(sql`
        update ${employerLinks} set
          told_at = case when id = any(${marked(rows.filter(({ fresh }) => fresh > 0))}::int[]) then edulab_now() else told_at end,
          warned_at = case when id = any(${marked(rows.filter(({ ends }) => ends))}::int[]) then edulab_now() else warned_at end
        where id = any(${marked(rows)}::int[])`);
    told += rows.length;
  });
  return told;
}
