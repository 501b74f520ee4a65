import { createHash, randomBytes } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { enterAs, inLocale } from '#domains/identity/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Title } from '#platform/contract/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { contract } from '../../contract.ts';
import { usableStates } from '../../workflow.ts';
import { vouched } from '../cv/cvs.ts';
import { factsOf } from '../cv/facts.ts';
import { drawVersion } from '../cv/file.ts';
import { peopleBeside } from '../person.ts';
import { cvVersions, employerLinks, jobOfferAnswers, jobOffers } from '../tables.ts';
import { sendLink } from './employer-mail.ts';
import { isOpen, offers } from './offers.ts';

/** Employers have no account: a secret link shows them one offer and who shares a CV with it, until it ends. */

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
type LinkRow = typeof employerLinks.$inferSelect;
/** So many work at once for one offer. */
const mostLive = 10;
const usualDays = 30;

const presentLink = (row: LinkRow): OutputOf<typeof contract.job_offer.links>[number] => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  opened: row.opened,
  opened_at: row.opened_at,
  email: row.email,
  live: row.revoked_at === null && new Date(row.expires_at) > clock.date(),
});

export async function linksOf(
  call: Call,
  { offer_id }: { offer_id: number },
): Promise<OutputOf<typeof contract.job_offer.links>> {
  await offers.find(call, offer_id);
  const rows = await call.db
    .select()
    .from(employerLinks)
    .where(and(eq(employerLinks.offer_id, offer_id), isNull(employerLinks.deleted_at)))
    .orderBy(desc(employerLinks.id))
    .limit(100);
  return rows.map(presentLink);
}

/** A secret of 256 bits, told once. Errors: OFFER_OVER, LINKS_TOO_MANY. */
export async function makeLink(
  call: Call,
  input: InputOf<typeof contract.job_offer.make_link>,
): Promise<OutputOf<typeof contract.job_offer.make_link>> {
  // Held, so that two at once count each other's.
  const [offer] = await call.db
    .select()
    .from(jobOffers)
    .where(and(eq(jobOffers.id, input.offer_id), isNull(jobOffers.deleted_at)))
    .for('update');
  if (!offer) throw fail('NOT_FOUND');
  if (offer.status === 'WITHDRAWN') throw fail('OFFER_OVER');
  const live = (await linksOf(call, input)).filter((one) => one.live).length;
  if (live >= mostLive) throw fail('LINKS_TOO_MANY', { most: mostLive });
  const secret = randomBytes(32).toString('base64url');
  const [row] = await call.db
    .insert(employerLinks)
    .values({
      offer_id: offer.id,
      name: input.name,
      secret_hash: hashOf(secret),
      author_id: call.account_id,
      email: input.email ?? null,
      language: input.language ?? 'uz',
      // What is there already, the link shows; told is what comes later.
      told_at: sql`edulab_now()`,
      expires_at: new Date(clock.now() + (input.days ?? usualDays) * 86_400_000).toISOString(),
    })
    .returning();
  if (!row) throw new Error('the link was not written');
  await sendLink(call, offer, row, secret);
  return { token: secret, link: presentLink(row) };
}

export async function revokeLink(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const rows = await call.db
    .update(employerLinks)
    .set({ revoked_at: sql`coalesce(${employerLinks.revoked_at}, edulab_now())` })
    .where(and(eq(employerLinks.id, id), isNull(employerLinks.deleted_at)))
    .returning({ id: employerLinks.id });
  if (!rows.length) throw fail('NOT_FOUND');
  return { ok: true };
}

interface Opened {
  id: number;
  institution_id: number;
  offer_id: number;
  expires_at: string;
  live: boolean;
}

/** Binds the call to what the link opens. Errors: NOT_FOUND for a link that never was, EMPLOYER_LINK_OVER for one that is over. */
async function enter(call: Call, token: string): Promise<Opened> {
  const { rows } = await call.client.query<Opened>('select * from edulab_employer_link($1)', [hashOf(token)]);
  const [opened] = rows;
  if (!opened) throw fail('NOT_FOUND');
  if (!opened.live) throw fail('EMPLOYER_LINK_OVER');
  // Whatever the request says of who asks, and where: the link opens one offer of one institution to nobody in particular.
  await enterAs(call, 0, opened.institution_id);
  return opened;
}

/** Once a minute at most is enough to know that it is used; beside the call, which only reads. */
const noteOpening = (call: Call, { id, institution_id }: Opened) =>
  asActor(
    call.kernel.database.app,
    { institution_id, account_id: null, call: `${call.meta.method} ${call.meta.path}` },
    (_db, client) =>
      client.query(
        `update employer_links set opened = opened + 1, opened_at = edulab_now()
          where id = $1 and (opened_at is null or opened_at < edulab_now() - interval '1 minute')`,
        [id],
      ),
  );

/** Answers whose CV the employer may read at this instant. */
const shared = (offer_id: number) =>
  and(
    eq(jobOfferAnswers.offer_id, offer_id),
    eq(jobOfferAnswers.status, 'ACCEPTED'),
    isNull(jobOfferAnswers.deleted_at),
    inArray(cvVersions.status, [...usableStates]),
  );
const mostPeople = 1000;

export async function guestView(
  call: Call,
  { token }: { token: string },
): Promise<OutputOf<typeof contract.job_offer.guest>> {
  const opened = await enter(call, token);
  await noteOpening(call, opened);
  const [offer] = await call.db.select().from(jobOffers).where(eq(jobOffers.id, opened.offer_id));
  if (!offer) throw fail('NOT_FOUND');
  const rows = await call.db
    .select({ answer: jobOfferAnswers, version: cvVersions })
    .from(jobOfferAnswers)
    .innerJoin(cvVersions, eq(cvVersions.id, jobOfferAnswers.version_id))
    .where(shared(offer.id))
    .orderBy(asc(jobOfferAnswers.answered_at), asc(jobOfferAnswers.id))
    .limit(mostPeople);
  const people = await peopleBeside(
    call,
    rows.map(({ answer }) => answer.student_id),
  );
  const facts = new Map<number, ReturnType<typeof vouched>>();
  for (const locale of ['uz', 'ru', 'en'] as const) {
    const of = rows.filter(({ version }) => version.language === locale);
    const now = await factsOf(
      call,
      of.map(({ answer }) => answer.student_id),
      locale,
    );
    for (const { answer, version } of of)
      facts.set(answer.id, vouched(version.facts, now.get(answer.student_id) ?? []));
  }
  const { rows: house } = await call.client.query<{ title: Title }>('select title from institutions where id = $1', [
    opened.institution_id,
  ]);
  return {
    institution: house[0] ? inLocale(house[0].title, call.locale) : '',
    expires_at: new Date(opened.expires_at).toISOString(),
    offer: {
      title: offer.title,
      employer: offer.employer,
      description: offer.description,
      requirements: offer.requirements,
      salary: offer.salary,
      salary_to: offer.salary_to,
      currency: offer.currency,
      employment: offer.employment,
      city: offer.city,
      link: offer.link,
      valid_until: offer.valid_until,
      open: isOpen(offer),
    },
    people: rows.map(({ answer, version }) => {
      const { student } = people.get(answer.student_id)!;
      return {
        id: answer.id,
        name: [student.lastname, student.firstname, student.midname].filter(Boolean).join(' '),
        note: answer.note,
        answered_at: answer.answered_at,
        word: answer.employer_word,
        number: version.number,
        language: version.language,
        content: version.content,
        facts: version.facts,
        outdated: !facts.get(answer.id),
      };
    }),
  };
}

async function sharedAnswer(call: Call, offer_id: number, id: number) {
  const [row] = await call.db
    .select({ answer: jobOfferAnswers, version: cvVersions })
    .from(jobOfferAnswers)
    .innerJoin(cvVersions, eq(cvVersions.id, jobOfferAnswers.version_id))
    .where(and(eq(jobOfferAnswers.id, id), shared(offer_id)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export async function guestCv(call: Call, { token, id }: { token: string; id: number }): Promise<{ ok: true }> {
  const opened = await enter(call, token);
  const { answer, version } = await sharedAnswer(call, opened.offer_id, id);
  return drawVersion(call, answer.student_id, version);
}

export async function guestWord(
  call: Call,
  input: InputOf<typeof contract.job_offer.guest_word>,
): Promise<{ ok: true }> {
  const opened = await enter(call, input.token);
  const { answer } = await sharedAnswer(call, opened.offer_id, input.id);
  await call.db
    .update(jobOfferAnswers)
    .set({ employer_word: input.word, employer_word_at: input.word ? sql`edulab_now()` : null })
    .where(eq(jobOfferAnswers.id, answer.id));
  return { ok: true };
}
