import { sql } from 'drizzle-orm';
import { locales, type Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { columnsSql } from '#platform/server/records/resource.ts';
import { emitToMany } from '#platform/server/work/events.ts';
import { sendAll } from '#platform/server/work/outbox.ts';
import { notices } from './tables.ts';

type Sender = Pick<Call, 'kernel' | 'client' | 'institution_id' | 'account_id'>;

/** A server text in the three languages, its blanks filled from `values`. */
export const titleOf = (key: string, values: Record<string, unknown> = {}): Title =>
  Object.fromEntries(locales.map((locale) => [locale, message(locale, key, values)])) as Title;

/** Puts a notice before people, in the caller's transaction; open pages learn of it by the live event `notice`. */
export async function notify(
  call: Pick<Call, 'client' | 'institution_id'>,
  accountIds: readonly number[],
  notice: { type: string; title: Title; link?: string },
): Promise<void> {
  const people = [...new Set(accountIds)];
  if (people.length === 0) return;
  await call.client.query(
    'insert into notices (institution_id, account_id, type, title, link) select $1, a, $3, $4, $5 from unnest($2::int[]) a',
    [call.institution_id, people, notice.type, JSON.stringify(notice.title), notice.link ?? null],
  );
  await emitToMany(call, people, { type: 'notice', data: { type: notice.type } });
}

/** To each of many people something of their own, in one statement. */
export async function notifyEach(
  call: Pick<Call, 'client' | 'institution_id'>,
  people: readonly { account_id: number; title: Title }[],
  notice: { type: string; link?: string },
): Promise<void> {
  if (people.length === 0) return;
  await call.client.query(
    `insert into notices (institution_id, account_id, type, title, link)
     select $1, n.account_id, $3, n.title, $4 from jsonb_to_recordset($2::jsonb) as n (account_id int, title jsonb)`,
    [call.institution_id, JSON.stringify(people), notice.type, notice.link ?? null],
  );
  const told = [...new Set(people.map(({ account_id }) => account_id))];
  await emitToMany(call, told, { type: 'notice', data: { type: notice.type } });
}

/** The same SMS to many numbers, each once. Answers how many. */
export async function sendSmsToMany(call: Sender, phones: readonly string[], text: string): Promise<number> {
  const numbers = [...new Set(phones)];
  await sendAll(call, { sms: numbers.map((to) => ({ to, language: null, text })) });
  return numbers.length;
}

export const listNotices = (call: Call, input: ListInput & { unread?: boolean | undefined }) =>
  list(call, input, {
    from: sql`${notices}`,
    key: sql`${notices.id}`,
    table: 'notices',
    where: [
      sql`${notices.account_id} = ${call.account_id}`,
      input.unread === undefined ? undefined : sql`(${notices.read_at} is null) = ${input.unread}`,
    ],
    sorts: { id: sql`${notices.id}` },
    defaultSort: 'id,desc',
    columns: columnsSql(notices),
    load: async (_ids, rows) =>
      (rows as (typeof notices.$inferSelect)[]).map(({ id, created_at, type, title, link, read_at }) => ({
        id,
        created_at,
        type,
        title: title[call.locale] || title.uz,
        link,
        read_at,
      })),
  });

export async function unreadNotices(call: Call): Promise<{ unread: number }> {
  const {
    rows: [row],
  } = await call.client.query<{ unread: number }>(
    'select count(*)::int as unread from notices where account_id = $1 and read_at is null',
    [call.account_id],
  );
  return { unread: row?.unread ?? 0 };
}

export async function readNotices(call: Call, ids: readonly number[] | undefined): Promise<{ unread: number }> {
  await call.client.query(
    'update notices set read_at = edulab_now() where account_id = $1 and read_at is null and ($2::int[] is null or id = any($2))',
    [call.account_id, ids ?? null],
  );
  return unreadNotices(call);
}
