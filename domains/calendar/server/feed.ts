import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Locale } from '#platform/contract/index.ts';
import { locales } from '#platform/contract/index.ts';
import { abilitiesOf } from '#platform/server/call/access.ts';
import type { Call } from '#platform/server/call/context.ts';
import { demand } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { message } from '#platform/server/call/messages.ts';
import { toIcs } from './ics.ts';
import { spanRows } from './months.ts';
import { forWhom, inCalendarOf } from './reach.ts';
import { calendarFeeds } from './tables.ts';
import { addDays, clockOf } from './zone.ts';

/** A person's calendar for other programs, behind a link that is a secret. */

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const mine = (call: Call) =>
  and(
    eq(calendarFeeds.account_id, call.account_id),
    eq(calendarFeeds.institution_id, call.institution_id),
    isNull(calendarFeeds.deleted_at),
  );

export async function feedState(call: Call) {
  const [feed] = await call.db.select({ since: calendarFeeds.created_at }).from(calendarFeeds).where(mine(call));
  return { since: feed?.since ?? null };
}

export async function removeFeed(call: Call): Promise<{ ok: true }> {
  await call.db.update(calendarFeeds).set({ deleted_at: sql`edulab_now()` }).where(mine(call));
  return { ok: true };
}

/** A new secret of 256 bits; whoever has the old link is shut out at once. */
export async function renewFeed(call: Call): Promise<{ path: string }> {
  demand(call, 'calendar.read');
  await removeFeed(call);
  const secret = randomBytes(32).toString('base64url');
  await call.db.insert(calendarFeeds).values({ account_id: call.account_id, secret_hash: hashOf(secret) });
  return { path: `${apiBase}/calendar/feed/${secret}.ics` };
}

interface Opened {
  account_id: number;
  institution_id: number;
  locale: string | null;
}

/** The calendar behind a link. Errors: NOT_FOUND for links that were renewed, never were, or whose owner left. */
export async function readFeed(call: Call, name: string): Promise<void> {
  const secret = /^([\w-]{43})\.ics$/.exec(name)?.[1];
  const { rows } = secret
    ? await call.client.query<Opened>('select * from edulab_calendar_feed($1)', [hashOf(secret)])
    : { rows: [] };
  const opened = rows[0];
  if (!opened) throw fail('NOT_FOUND');
  // The link says whose it is and where, whatever the request says.
  const { rows: versions } = await call.client.query<{ version: number }>(
    `select set_config('edulab.institution', $1, true), last_value as version from access_changes`,
    [String(opened.institution_id)],
  );
  const { account_id, institution_id } = opened;
  const abilities = await abilitiesOf(call.client, account_id, institution_id, versions[0]?.version ?? 0);
  if (!abilities.has('calendar.read')) throw fail('NOT_FOUND');
  const locale: Locale = locales.find((known) => known === opened.locale) ?? 'uz';
  const person: Call = { ...call, account_id, institution_id, abilities, locale };

  const { zone, dayOf, instantOf } = await clockOf(person);
  const today = dayOf(clock.now());
  const [from, to] = [instantOf(addDays(today, -92)), instantOf(addDays(today, 366))];
  const found = await spanRows(person, from, to, inCalendarOf(forWhom(person)), {
    others: true,
    cancelled: true,
    most: 5000,
    skip: 0,
  });
  const text = toIcs(
    { name: message(locale, 'calendar.feed_name'), zone },
    found.map((row) => ({
      ...row,
      uid: `${row.source}-${row.key}-${institution_id}@edulab`,
      link: row.path?.startsWith('http') ? row.path : null,
      category: message(locale, `calendar.type.${row.type}`),
      personal: row.audience === 'PERSON',
    })),
    clock.iso(),
  );
  call.stream = {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="edulab.ics"',
      'cache-control': 'private, max-age=900',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: Readable.from([Buffer.from(text)]),
  };
}
