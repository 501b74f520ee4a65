import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { channelsOf, closeDay, closedUntil, movementsOf, reopenDay, sumOf } from '#domains/accounting/server/index.ts';
import { evidenceRecords, keepMade } from '#domains/files/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { type Signable, sign, signaturesShown } from '#domains/signatures/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import {
  facts,
  forReader,
  grid,
  heading,
  letterheadOf,
  longDate,
  paperDate,
  paperMoney,
  pdf,
  prose,
  sendPaper,
  signatures,
} from '#platform/server/documents/index.ts';
import { list } from '#platform/server/records/lists.ts';
import type { DayFacts, dayClosing } from '../contract/days.ts';
import type { contract } from '../contract.ts';
import { dayClosings, dayNumbers, differences, statementRows } from './tables.ts';

/** The close of a day: from then on its books stand still, and a paper with a number says what they were. */

type Shown = z.infer<typeof dayClosing>;

/** Where money is, and what nobody knows yet. */
const accounts = ['5010', '5110', '5530', '5710', '6990'] as const;

async function factsOf(call: Call, day: string): Promise<DayFacts> {
  const span = { from: day, until: day };
  const moved = await movementsOf(call, accounts, span);
  const channels = await channelsOf(call, span);
  const open = await call.db
    .select({ kind: differences.kind, day: differences.day, amount: differences.amount, subject: differences.subject })
    .from(differences)
    .where(sql`${differences.state} = 'OPEN' and ${differences.day} <= ${day}`)
    .orderBy(differences.day, differences.id)
    .limit(200);
  const [unmatched] = await call.db
    .select({
      count: sql<number>`count(*)::int`,
      amount: sql<number>`coalesce(sum(abs(${statementRows.amount})), 0)::bigint`,
    })
    .from(statementRows)
    .where(sql`${statementRows.state} = 'OPEN' and ${statementRows.day} <= ${day}`);
  return {
    accounts: moved
      .filter(({ account, entries, closing }) => entries > 0 || closing !== 0 || account === '5110')
      .map((row) =>
        // What nobody knows yet grows on the other side.
        row.account === '6990'
          ? { ...row, opening: 0 - row.opening, came: row.left, left: row.came, closing: 0 - row.closing }
          : row,
      )
      .map((row) => ({
        account: row.account as (typeof accounts)[number],
        opening: sumOf(row.opening),
        came: sumOf(row.came),
        left: sumOf(row.left),
        closing: sumOf(row.closing),
      })),
    channels: channels.map((row) => ({ ...row, came: sumOf(row.came), left: sumOf(row.left) })),
    differences: open.map((row) => ({ ...row, amount: sumOf(row.amount) })),
    unmatched: { count: unmatched?.count ?? 0, amount: sumOf(unmatched?.amount ?? 0) },
  };
}

const yesterday = (today: string): string => new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);

export async function previewDay(call: Call, input: { day?: string | undefined }) {
  const today = await todayOf(call);
  const day = input.day ?? yesterday(today);
  const closed_until = await closedUntil(call);
  return {
    day,
    closed_until,
    may: may(call, 'day.close') && day < today && (closed_until === null || day > closed_until),
    facts: await factsOf(call, day),
  };
}

/** Errors: DAY_ORDER, DAY_NOT_OVER. The paper is made with the close, so that it can be signed as it is. */
export async function closeTheDay(call: Call, { day }: { day: string }): Promise<Shown> {
  // From here on nobody writes into the books until this is through, so the paper says what stays.
  await closeDay(call, day);
  const year = Number(day.slice(0, 4));
  const [number] = await call.db
    .insert(dayNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({
      target: [dayNumbers.institution_id, dayNumbers.year],
      set: { last: sql`${dayNumbers.last} + 1` },
    })
    .returning({ last: dayNumbers.last });
  const [made] = await call.db
    .insert(dayClosings)
    .values({
      number: `${year}-${String(number!.last).padStart(4, '0')}`,
      day,
      facts: await factsOf(call, day),
      closed_by: call.account_id,
    })
    .returning();
  const file = await keepMade(
    call,
    await pdf(await forReader(call, await paperOf(call, made!))),
    `${made!.number}.pdf`,
  );
  const [kept] = await call.db
    .update(dayClosings)
    .set({ file_id: file.id })
    .where(eq(dayClosings.id, made!.id))
    .returning();
  return (await present(call, [kept!]))[0]!;
}

/** What stands closed and nobody has signed yet waits for whoever closes days. */
const toSign = (id: number) =>
  and(eq(dayClosings.id, id), isNull(dayClosings.reopened_at), isNull(dayClosings.signature_id));

export const signableDay: Signable = {
  name: 'day_closing',
  async file(call, id) {
    if (!may(call, 'day.close')) return null;
    const [row] = await call.db.select({ file_id: dayClosings.file_id }).from(dayClosings).where(toSign(id));
    return row?.file_id ?? null;
  },
};

/** Signs the very paper of a closed day, once. Errors: those of `sign`. */
export async function signTheDay(
  call: Call,
  { id, electronic_id }: { id: number; electronic_id?: number | undefined },
): Promise<Shown> {
  const [row] = await call.db.select().from(dayClosings).where(toSign(id)).for('update');
  if (!row?.file_id) throw fail('SIGNATURE_NOT_WANTED');
  const signed = await sign(call, {
    entity: signableDay.name,
    entity_id: id,
    file_id: row.file_id,
    staff_id: null,
    electronic_id,
  });
  const [after] = await call.db
    .update(dayClosings)
    .set({ signature_id: signed.id })
    .where(eq(dayClosings.id, id))
    .returning();
  return (await present(call, [after!]))[0]!;
}

export async function reopenTheDay(call: Call, { id, reason }: { id: number; reason: string }): Promise<Shown> {
  const [row] = await call.db.select().from(dayClosings).where(eq(dayClosings.id, id)).for('update');
  if (!row) throw fail('NOT_FOUND');
  if (row.reopened_at !== null) throw fail('DAY_ORDER', { day: await closedUntil(call) });
  await reopenDay(call, { day: row.day, reason });
  const [opened] = await call.db
    .update(dayClosings)
    .set({ reopened_at: clock.iso(), reopened_by: call.account_id, reason })
    .where(eq(dayClosings.id, id))
    .returning();
  return (await present(call, [opened!]))[0]!;
}

type Row = typeof dayClosings.$inferSelect;

async function present(call: Call, rows: readonly Row[]): Promise<Shown[]> {
  const people = await accountsById(
    call,
    rows.flatMap((row) => [row.closed_by, ...(row.reopened_by === null ? [] : [row.reopened_by])]),
  );
  const nameOf = (id: number | null) => {
    const by = id === null ? undefined : people.get(id);
    return by ? `${by.lastname} ${by.firstname}` : null;
  };
  const signed = await signaturesShown(
    call,
    rows.map((row) => row.signature_id),
  );
  const files = await evidenceRecords(
    call,
    rows.map((row) => row.file_id),
  );
  const [last] = await call.db
    .select({ id: dayClosings.id })
    .from(dayClosings)
    .where(isNull(dayClosings.reopened_at))
    .orderBy(desc(dayClosings.day))
    .limit(1);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    day: row.day,
    closed_at: row.closed_at,
    closed_by: nameOf(row.closed_by),
    reopened_at: row.reopened_at,
    reopened_by: nameOf(row.reopened_by),
    reason: row.reason,
    differences: row.facts.differences.length,
    signature: signed.get(row.signature_id ?? 0) ?? null,
    file: files.get(row.file_id ?? 0)?.src ?? null,
    can: {
      sign: may(call, 'day.close') && row.reopened_at === null && row.signature_id === null && row.file_id !== null,
      reopen: may(call, 'day.close') && row.id === last?.id && row.closed_by !== call.account_id,
    },
  }));
}

export const dayList = (call: Call, input: InputOf<typeof contract.day.list>) =>
  list(call, input, {
    from: sql`${dayClosings}`,
    key: sql`${dayClosings.id}`,
    table: 'day_closings',
    where: [input.search ? eq(dayClosings.number, input.search.trim()) : undefined],
    sorts: { day: sql`${dayClosings.day}` },
    defaultSort: 'day,desc',
    load: async (ids) => present(call, await call.db.select().from(dayClosings).where(inArray(dayClosings.id, ids))),
  });

/** The paper in the language of who reads it, drawn from what was kept when the day was closed. */
export async function dayPaper(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const [row] = await call.db.select().from(dayClosings).where(eq(dayClosings.id, id));
  if (!row) throw fail('NOT_FOUND');
  return sendPaper(call, `day-${row.number}.pdf`, await paperOf(call, row));
}

async function paperOf(call: Call, row: Row) {
  const [shown] = await present(call, [row]);
  const { locale } = call;
  const text = (key: string, data?: Record<string, unknown>) => message(locale, `day_paper.${key}`, data);
  const at = clockIn(await zoneOf(call), row.closed_at).replace('T', ' ');
  const money = { width: 80, align: 'right' } as const;
  const { facts: said } = row;
  const columns = [
    { title: text('account') },
    { title: text('opening'), ...money },
    { title: text('came'), ...money },
    { title: text('left'), ...money },
    { title: text('closing'), ...money },
  ];
  return {
    locale,
    letterhead: await letterheadOf(call, locale),
    title: text('title'),
    number: row.number,
    date: longDate(row.day, locale),
    made: new Date(row.closed_at),
    content: [
      facts([
        [text('day'), longDate(row.day, locale)],
        [text('closed_by'), shown?.closed_by],
        [text('closed_at'), `${paperDate(at.slice(0, 10))} ${at.slice(11, 16)}`],
        [
          text('unmatched'),
          text('unmatched_text', { count: said.unmatched.count, sum: paperMoney(said.unmatched.amount) }),
        ],
        [
          text('reopened'),
          row.reopened_at ? text('reopened_text', { by: shown?.reopened_by ?? '', reason: row.reason ?? '' }) : null,
        ],
      ]),
      heading(text('accounts')),
      grid(
        columns,
        said.accounts.map((one) => [
          `${one.account} · ${text(`account_${one.account}`)}`,
          paperMoney(one.opening),
          paperMoney(one.came),
          paperMoney(one.left),
          paperMoney(one.closing),
        ]),
      ),
      heading(text('channels')),
      said.channels.length
        ? grid(
            [
              { title: text('channel') },
              { title: text('count'), width: 60, align: 'right' },
              { title: text('came'), ...money },
              { title: text('left'), ...money },
            ],
            said.channels.map((one) => [
              text(`channel_${one.channel}`),
              String(one.count),
              paperMoney(one.came),
              paperMoney(one.left),
            ]),
          )
        : prose(text('no_channels')),
      heading(text('differences')),
      said.differences.length
        ? grid(
            [
              { title: text('kind') },
              { title: text('subject') },
              { title: text('day'), width: 60 },
              { title: text('amount'), ...money },
            ],
            said.differences.map((one) => [
              message(locale, `difference.${one.kind}`),
              one.subject,
              paperDate(one.day),
              paperMoney(one.amount),
            ]),
          )
        : prose(text('no_differences')),
      signatures([{ role: text('accountant'), name: shown?.closed_by ?? null }]),
    ],
  };
}
