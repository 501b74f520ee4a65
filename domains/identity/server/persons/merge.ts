import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { titleOf as noticeOf, notify } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, refusalOf } from '#platform/server/call/errors.ts';
import { message, tableTitle } from '#platform/server/call/messages.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { changeRows, type KeptRow, moveRows, touchedKept, undoKept } from '#platform/server/records/kept.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import { sendSms } from '#platform/server/work/outbox.ts';
import type { PersonLine } from '../../contract/persons.ts';
import { createAccount, demandFree } from '../accounts/account-create.ts';
import type { Account } from '../accounts/account-records.ts';
import { asLocale } from '../accounts/user-info.ts';
import { mailTo } from '../entrance/mails.ts';
import { revokeSessions } from '../entrance/sessions.ts';
import type { PersonConflict } from '../hooks.ts';
import { demandPowerOver } from '../roles/powers.ts';
import { personMerges } from '../tables.ts';
import { type PersonRow, personParts, presentPersons, recordsOf, sameField, samePassport } from './find.ts';

/**
 * Two that are one person become one account: what belongs to the second goes to the account of the first, whose own
 * data stay and whose blanks are filled; the second is closed and says where it went. Every row that was moved stands in
 * the receipt with what was there before, and the undo puts back these and no others.
 */

export interface Pair {
  keep: string;
  drop: string;
}
type MergeRow = typeof personMerges.$inferSelect;
type Roles = MergeRow['roles'];

const idOf = (ref: string) => Number(ref.split(':')[1]);
const isAccount = (ref: string) => ref.startsWith('account:');

/** Lines and conflicts in the words of the reader; tables are called what people call them. */
function worded(call: Call, kind: 'person_line' | 'person_conflict', said: readonly (PersonLine | PersonConflict)[]) {
  return said.map(({ code, values = {} }) => ({
    code,
    text: message(call.locale, `${kind}.${code}`, {
      ...values,
      ...('table' in values ? { what: tableTitle(call.locale, String(values.table)) } : {}),
      ...('field' in values ? { what: message(call.locale, `person_field.${values.field}`) } : {}),
    }),
  }));
}

/**
 * The accounts of a pair, locked. Whoever merges must reach as far as both of them do, everywhere: else a merge would be a
 * way into somebody stronger. The account that goes lives in this institution alone; why not is told in the same words.
 */
async function lockAccounts(
  call: Call,
  ids: readonly number[],
  drop: number | undefined,
): Promise<Map<number, Account>> {
  if (ids.includes(call.account_id)) throw fail('OWN_ACCOUNT');
  const rows = await call.db
    .select()
    .from(accounts)
    .where(and(sql`${accounts.id} = any(${sql.param([...ids])}::int[])`, isNull(accounts.deleted_at)))
    .orderBy(accounts.id)
    .for('update');
  if (rows.length < ids.length) throw fail('NOT_FOUND');
  await demandPowerOver(call, [...ids], 'person.merge');
  if (drop !== undefined) {
    const { rows: elsewhere } = await call.db.execute(
      sql`select 1 from account_roles where account_id = ${drop} and institution_id <> ${call.institution_id} limit 1`,
    );
    if (elsewhere.length) throw fail('ACCOUNT_TOO_STRONG', { account_id: drop });
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** What says that these are two people after all. */
function differences(one: readonly PersonRow[], other: readonly PersonRow[]): PersonConflict[] {
  const differ = (field: string) => ({ code: 'DIFFERS', values: { field } });
  const pinfl = sameField(one, other, (row) => row.pinfl);
  const birthdate = sameField(one, other, (row) => row.birthdate);
  const passport = samePassport(one, other);
  return [
    ...(pinfl === false ? [differ('pinfl')] : []),
    ...(birthdate === false ? [differ('birthdate')] : []),
    ...(passport === false && pinfl !== true ? [differ('passport')] : []),
  ];
}

async function moveRoles(
  call: Call,
  keep: number,
  drop: number | undefined,
  more: readonly string[],
): Promise<Roles & { titles: string[] }> {
  const { rows } = await call.db.execute<{ taken: number[]; given: number[]; titles: string[] }>(sql`
    with held as (
      delete from account_roles where account_id = ${drop ?? 0} and institution_id = ${call.institution_id} returning role_id),
    wanted as (
      select role_id from held union select id from roles where name = any(${sql.param([...more])}::text[]) and deleted_at is null),
    added as (
      insert into account_roles (account_id, role_id, institution_id)
      select ${keep}, role_id, ${call.institution_id} from wanted on conflict do nothing returning role_id)
    select array(select role_id from held order by 1) as taken, array(select role_id from added order by 1) as given,
           array(select r.title ->> ${call.locale} from roles r join added on added.role_id = r.id order by r.id) as titles`);
  return rows[0]!;
}

/** Blanks of the account that stays are filled; an e-mail or a phone is nobody else's, so it is taken from the other first. */
async function joinAccounts(
  call: Call,
  keep: Account,
  drop: Account,
): Promise<{ kept: KeptRow[]; lines: PersonLine[] }> {
  const fills = (['email', 'phone'] as const).filter((field) => keep[field] === null && drop[field] !== null);
  const others = (['midname', 'avatar_file_id'] as const).filter(
    (field) => keep[field] === null && drop[field] !== null,
  );
  const verified = fills.includes('email') ? { email_verified_at: drop.email_verified_at } : {};
  const kept = [
    ...(await changeRows(call.client, 'accounts', [
      { id: drop.id, active: false, ...Object.fromEntries(fills.map((field) => [field, null])) },
    ])),
    ...(fills.length + others.length
      ? await changeRows(call.client, 'accounts', [
          {
            id: keep.id,
            ...Object.fromEntries([...fills, ...others].map((field) => [field, drop[field]])),
            ...verified,
          },
        ])
      : []),
  ];
  const ended = await revokeSessions(call, drop.id);
  return {
    kept,
    lines: [
      ...fills.map((field) => ({ code: 'CONTACT', values: { field } })),
      { code: 'CLOSED', values: { username: drop.username, kept: keep.username } },
      ...(ended ? [{ code: 'SESSIONS', values: { count: ended } }] : []),
    ],
  };
}

/**
 * The account of somebody who stands here twice and never had one: nobody can sign in with it until its person, or the office,
 * sets a password; from then on the merge is built on. Taken back it is deleted, so that its name is not given again.
 */
async function openAccountFor(call: Call, { role, id, number, ...person }: PersonRow) {
  const { firstname, lastname, midname } = person;
  const named = (number ?? '').toLowerCase().replace(/[^a-z0-9._-]/g, '');
  const wanted = named || `${role}.${id}`;
  const free = async (fields: Parameters<typeof demandFree>[1]) =>
    (await refusalOf(call.locale, () => demandFree(call, fields))) === null;
  const username = (await free({ username: wanted })) ? wanted : `${wanted}.${role}${id}`;
  const phone = person.phone && (await free({ phone: person.phone })) ? person.phone : null;
  const account = await createAccount(call, { username, firstname, lastname, midname, phone, roles: [] });
  const kept: KeptRow = {
    table: 'accounts',
    id: account.id,
    before: { deleted_at: clock.iso() },
    after: { deleted_at: null, password_hash: null },
  };
  return { account, kept };
}

/** Does it, and says what it did and what stands in the way: whoever calls takes all of it back where something does. */
async function join(call: Call, pair: Pair) {
  const records = await recordsOf(call, [pair.keep, pair.drop]);
  const [mine, theirs] = [records.get(pair.keep), records.get(pair.drop)];
  if (pair.keep === pair.drop || !mine || !theirs) throw fail('NOT_FOUND');
  const [asked, drop] = [pair.keep, pair.drop].map((ref) => (isAccount(ref) ? idOf(ref) : undefined));
  const found = await lockAccounts(
    call,
    [asked, drop].flatMap((id) => id ?? []),
    drop,
  );
  const name = [mine[0]!.lastname, mine[0]!.firstname, mine[0]!.midname].filter(Boolean).join(' ');
  const conflicts = differences(mine, theirs);
  const kept: KeptRow[] = [];
  const lines: PersonLine[] = [];
  const nothing = { name, keep: undefined, drop, kept, lines, roles: { taken: [], given: [] } };
  if (asked === undefined && drop !== undefined)
    return { ...nothing, conflicts: [...conflicts, { code: 'NO_ACCOUNT' }] };
  if (asked === undefined && conflicts.length) return { ...nothing, conflicts };
  const parts = personParts(call);
  const more: string[] = [];
  const moved: KeptRow[] = [];
  /** What else an account, or a record without one, brings to the account that stays, and then its rows. */
  /** Whose account was said in joining already: a record that another one succeeds keeps none. */
  const settled = (table: string, id: number) =>
    kept.some((row) => row.table === table && row.id === id && row.after !== null && 'account_id' in row.after);
  const bring = async (keep: number, from: { drop: number } | { row: PersonRow }) => {
    const gone = 'drop' in from ? from.drop : undefined;
    const record = 'row' in from && from.row.role !== 'account' ? { role: from.row.role, id: from.row.id } : undefined;
    for (const part of parts) {
      const done = await part.join?.(call, { keep, drop: gone, record });
      conflicts.push(...(done?.conflicts ?? []));
      kept.push(...(done?.kept ?? []));
      lines.push(...(done?.lines ?? []));
      more.push(...(done?.roles ?? []));
    }
    // What would break a rule of the database is told in words and not tried.
    if (conflicts.length) return;
    for (const part of parts) {
      if (gone !== undefined)
        for (const column of part.owns) moved.push(...(await moveRows(call.client, column, gone, keep)));
      else if (record && part.records?.role === record.role && !settled(part.records.table, record.id))
        moved.push(...(await changeRows(call.client, part.records.table, [{ id: record.id, account_id: keep }])));
    }
  };
  let keep = asked;
  if (keep === undefined) {
    const opened = await openAccountFor(call, mine[0]!);
    keep = opened.account.id;
    found.set(keep, opened.account);
    kept.push(opened.kept);
    lines.push({ code: 'OPENED', values: { username: opened.account.username } });
    await bring(keep, { row: mine[0]! });
  }
  if (conflicts.length === 0) await bring(keep, drop === undefined ? { row: theirs[0]! } : { drop });
  if (conflicts.length) return { ...nothing, conflicts };
  kept.push(...moved);
  for (const [table, rows] of Map.groupBy(moved, (row) => row.table))
    lines.push({ code: 'MOVED', values: { table, count: rows.length } });
  const { titles, ...roles } = await moveRoles(call, keep, drop, more);
  if (titles.length) lines.push({ code: 'ROLES', values: { roles: titles.join(', ') } });
  if (drop !== undefined) {
    const joined = await joinAccounts(call, found.get(keep)!, found.get(drop)!);
    kept.push(...joined.kept);
    lines.push(...joined.lines);
  }
  return { name, keep: found.get(keep)!, drop, dropped: found.get(drop ?? 0), kept, lines, roles, conflicts };
}

export async function previewMerge(call: Call, pair: Pair) {
  const sides = await presentPersons(call, [pair.keep, pair.drop]);
  await call.client.query('savepoint joining');
  const { lines, conflicts } = await join(call, pair);
  await call.client.query('rollback to savepoint joining');
  return {
    sides: [sides.get(pair.keep)!, sides.get(pair.drop)!],
    lines: worded(call, 'person_line', lines),
    conflicts: worded(call, 'person_conflict', conflicts),
  };
}

/** Errors: NOT_FOUND, OWN_ACCOUNT, ACCOUNT_TOO_STRONG, PERSON_CONFLICT with all that stands in the way. Answers the receipt's number. */
export async function mergePersons(call: Call, { reason, ...pair }: Pair & { reason: string }): Promise<number> {
  const done = await join(call, pair);
  if (!done.keep) {
    const conflicts = worded(call, 'person_conflict', done.conflicts);
    throw fail('PERSON_CONFLICT', { conflicts, what: conflicts.map(({ text }) => text).join(' ') });
  }
  const { keep, drop, dropped, name, lines, kept, roles } = done;
  const [row] = await call.db
    .insert(personMerges)
    .values({
      keep_id: keep.id,
      drop_id: drop ?? null,
      drop_ref: pair.drop,
      name,
      reason,
      account_id: call.account_id,
      lines,
      kept,
      roles,
    })
    .returning({ id: personMerges.id });
  await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: drop ?? keep.id, merged_into: keep.id } });
  if (roles.given.length)
    await noteSecurity(call, { kind: 'ROLES_OF_ACCOUNT', details: { account_id: keep.id, given: roles.given } });
  await notify(call, [keep.id], {
    type: 'sign_in_data',
    title: noticeOf('notice_persons_joined', { name }),
    link: '/profile',
  });
  if (dropped) await tellJoined(call, dropped, keep, 'joined');
  return row!.id;
}

/** Where the closed account was reached before: whoever lost it to a mistake, or to somebody's malice, learns of it there. */
async function tellJoined(call: Call, dropped: Account, keep: Account, kind: 'joined' | 'parted') {
  const username = kind === 'joined' ? keep.username : dropped.username;
  await mailTo(call, { ...dropped, username }, kind);
  const locale = asLocale(dropped.locale);
  if (dropped.phone && !dropped.email)
    await sendSms(call, {
      to: dropped.phone,
      language: locale,
      as_it_is: [username],
      text: message(locale, `sms_${kind}`, { username }),
    });
}

/** Why a merge can be taken back no more. */
async function builtOn(call: Call, row: MergeRow): Promise<PersonConflict[]> {
  if (row.undone_at) return [{ code: 'UNDONE' }];
  const ids = [row.keep_id, ...(row.drop_id === null ? [] : [row.drop_id])];
  const [later] = await call.db
    .select({ id: personMerges.id })
    .from(personMerges)
    .where(
      and(
        gt(personMerges.id, row.id),
        isNull(personMerges.undone_at),
        or(...ids.flatMap((id) => [eq(personMerges.keep_id, id), eq(personMerges.drop_id, id)])),
      ),
    )
    .limit(1);
  const touched = await touchedKept(call.client, row.kept);
  const records = (await recordsOf(call, [`account:${row.keep_id}`])).get(`account:${row.keep_id}`) ?? [];
  const fresh = records.filter(({ created_at }) => created_at > row.created_at);
  const { rows: lost } = await call.db.execute(
    sql`select 1 from unnest(${sql.param(row.roles.given)}::int[]) g
         where not exists (select 1 from account_roles x where x.account_id = ${row.keep_id} and x.role_id = g and x.institution_id = ${call.institution_id}) limit 1`,
  );
  return [
    ...(later ? [{ code: 'LATER' }] : []),
    ...[...new Set(touched.map(({ table }) => table))].map((table) => ({ code: 'TOUCHED', values: { table } })),
    ...fresh.map(({ number, role }) => ({ code: 'FRESH', values: { number: number ?? role } })),
    ...(lost.length ? [{ code: 'ROLES_LOST' }] : []),
  ];
}

/** Errors: NOT_FOUND, OWN_ACCOUNT, ACCOUNT_TOO_STRONG, PERSON_BUILT_ON with what was built on it. */
export async function undoMerge(call: Call, { id, reason }: { id: number; reason: string }) {
  const [row] = await call.db.select().from(personMerges).where(eq(personMerges.id, id)).for('update');
  if (!row) throw fail('NOT_FOUND');
  const { keep_id, drop_id } = row;
  const found = await lockAccounts(call, [keep_id, ...(drop_id === null ? [] : [drop_id])], drop_id ?? undefined);
  const built = worded(call, 'person_conflict', await builtOn(call, row));
  if (built.length) throw fail('PERSON_BUILT_ON', { built, what: built.map(({ text }) => text).join(' ') });
  await undoKept(call.client, row.kept);
  await call.db.execute(
    sql`delete from account_roles where account_id = ${keep_id} and institution_id = ${call.institution_id} and role_id = any(${sql.param(row.roles.given)}::int[])`,
  );
  if (drop_id !== null)
    await call.db.execute(
      sql`insert into account_roles (account_id, role_id, institution_id)
          select ${drop_id}, g, ${call.institution_id} from unnest(${sql.param(row.roles.taken)}::int[]) g on conflict do nothing`,
    );
  await call.db
    .update(personMerges)
    .set({ undone_at: sql`edulab_now()`, undone_by: call.account_id, undo_reason: reason })
    .where(eq(personMerges.id, id));
  await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: drop_id ?? keep_id, parted_from: keep_id } });
  await notify(call, [keep_id], {
    type: 'sign_in_data',
    title: noticeOf('notice_persons_parted', { name: row.name }),
    link: '/profile',
  });
  if (drop_id !== null) {
    const [dropped] = await call.db.select().from(accounts).where(eq(accounts.id, drop_id));
    if (dropped) await tellJoined(call, dropped, found.get(keep_id)!, 'parted');
  }
  return receipt(call, id);
}

/** Receipts by number, in the words of the reader. */
async function receipts(call: Call, ids: readonly number[]) {
  const { rows } = await call.db.execute<
    MergeRow & Record<string, unknown> & { keep_name: string; drop_name: string | null; by: string | null }
  >(sql`
    select m.*, k.username as keep_name, d.username as drop_name, concat_ws(' ', w.lastname, w.firstname) as by
      from person_merges m join accounts k on k.id = m.keep_id left join accounts d on d.id = m.drop_id left join accounts w on w.id = m.account_id
     where m.id = any(${sql.param([...ids])}::int[])`);
  return rows.map((row) => ({
    id: row.id,
    created_at: new Date(row.created_at).toISOString(),
    name: row.name,
    keep: { id: row.keep_id, username: row.keep_name },
    drop: { ref: row.drop_ref, title: row.drop_name ?? row.drop_ref },
    reason: row.reason,
    by: row.by,
    lines: worded(call, 'person_line', row.lines),
    undone_at: row.undone_at && new Date(row.undone_at).toISOString(),
    undo_reason: row.undo_reason,
  }));
}
export const receipt = async (call: Call, id: number) => (await receipts(call, [id]))[0]!;

export const listMerges = (call: Call, input: ListInput) =>
  list(call, input, {
    from: sql`${personMerges}`,
    key: sql`${personMerges.id}`,
    table: 'person_merges',
    where: [],
    sorts: { created_at: sql`${personMerges.created_at}` },
    defaultSort: 'created_at,desc',
    load: (ids) => receipts(call, ids),
  });
