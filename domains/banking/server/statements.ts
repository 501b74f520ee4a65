import { Readable } from 'node:stream';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sumOf, type Tiyin } from '#domains/accounting/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { clockIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { payeeOf } from '#platform/server/documents/index.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import type { statementRecord, waiting } from '../shapes.ts';
import { writeExchange } from './exchange.ts';
import { bankAccounts, differences, statementRows, statements } from './tables.ts';

/** Statements as people read them, what is still to be matched, and what goes out to 1C. */

type Shown = z.infer<typeof statementRecord>;
type Gap = Shown['gap'];
const b = bankAccounts;
const mostExported = 20_000;

export const accountTitle = sql`${b.number} || ' · ' || ${b.bank}`;

/** What lies between a file and the one before it, told by days; where the balances meet there is none. */
const gapOf = (
  before: { until_day: string; closing: Tiyin | null } | undefined,
  { from, opening }: { from: string; opening: Tiyin | null },
): Gap => {
  if (!before || from <= before.until_day) return null;
  const day = (of: string, by: number) => new Date(Date.parse(of) + by * 86_400_000).toISOString().slice(0, 10);
  const amount = opening === null || before.closing === null ? null : opening - before.closing;
  const next = day(before.until_day, 1);
  if (amount === 0 || (amount === null && next >= from)) return null;
  return { from: next, until: day(from, -1), amount: amount === null ? null : sumOf(amount) };
};

/** The gap before a file that is not taken yet. */
export async function gapBefore(
  call: Call,
  bank_account_id: number,
  of: { from: string; opening: Tiyin | null },
): Promise<Gap> {
  const [before] = await call.db
    .select({ until_day: statements.until_day, closing: statements.closing })
    .from(statements)
    .where(
      and(
        eq(statements.bank_account_id, bank_account_id),
        eq(statements.status, 'TAKEN'),
        sql`${statements.from_day} < ${of.from}`,
      ),
    )
    .orderBy(desc(statements.until_day), desc(statements.id))
    .limit(1);
  return gapOf(before, of);
}

export async function shownStatements(call: Call, ids: readonly number[]): Promise<Shown[]> {
  if (ids.length === 0) return [];
  const rows = await call.db
    .select({
      row: statements,
      account: sql<string>`${accountTitle}`,
      open: sql<number>`(select count(*)::int from ${statementRows} r where r.statement_id = ${statements.id} and r.state = 'OPEN')`,
      before: sql<{ until_day: string; closing: Tiyin | null } | null>`(
        select jsonb_build_object('until_day', p.until_day, 'closing', p.closing) from ${statements} p
         where p.bank_account_id = ${statements.bank_account_id} and p.status = 'TAKEN' and p.from_day < ${statements.from_day}
         order by p.until_day desc, p.id desc limit 1)`,
    })
    .from(statements)
    .innerJoin(b, eq(b.id, statements.bank_account_id))
    .where(inArray(statements.id, [...ids]));
  const people = await accountsById(
    call,
    rows.flatMap(({ row }) => row.taken_by ?? []),
  );
  const undo = may(call, 'statement.manage');
  const shown = new Map(
    rows.map(({ row, account, open, before }): [number, Shown] => {
      const by = row.taken_by === null ? undefined : people.get(row.taken_by);
      const orNull = (value: Tiyin | null) => (value === null ? null : sumOf(value));
      return [
        row.id,
        {
          id: row.id,
          version: row.version,
          bank_account: { id: row.bank_account_id, title: account },
          from: row.from_day,
          until: row.until_day,
          opening: orNull(row.opening),
          closing: orNull(row.closing),
          came: sumOf(row.came),
          left: sumOf(row.gone),
          difference: orNull(row.difference),
          rows: row.rows,
          gap: row.status === 'TAKEN' ? gapOf(before ?? undefined, { from: row.from_day, opening: row.opening }) : null,
          fresh: row.fresh,
          open,
          file_name: row.file_name,
          status: row.status,
          taken_at: row.created_at,
          taken_by: by ? `${by.lastname} ${by.firstname}` : null,
          reason: row.reason,
          can: { undo: undo && row.status !== 'UNDONE' },
        },
      ];
    }),
  );
  return ids.flatMap((id) => shown.get(id) ?? []);
}

export const statementList = (call: Call, input: InputOf<typeof contract.statement.list>) =>
  list(call, input, {
    from: sql`${statements}`,
    key: sql`${statements.id}`,
    table: 'bank_statements',
    asks: ['bank_statement_rows'],
    where: [
      input.bank_account_id ? eq(statements.bank_account_id, input.bank_account_id) : undefined,
      input.status ? inArray(statements.status, input.status) : undefined,
      input.search ? sql`${statements.file_name} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
    ],
    sorts: { from: sql`${statements.from_day}`, taken_at: sql`${statements.created_at}` },
    defaultSort: 'from,desc',
    load: (ids) => shownStatements(call, ids),
  });

/** What nobody has matched yet, by how many days it waits. */
export async function waitingOf(call: Call): Promise<z.infer<typeof waiting>> {
  const today = await todayOf(call);
  const { rows } = await call.db.execute<{
    days: '2' | '7' | '30' | 'more';
    count: number;
    amount: Tiyin;
    proposed: number;
    oldest: string;
  }>(sql`
    select age as days, count(*)::int as count, coalesce(sum(abs(amount)), 0)::bigint as amount,
           (count(*) filter (where proposed_contract_id is not null or proposed_settlement is not null))::int as proposed, min(day)::text as oldest
      from (select r.*, case when ${today}::date - r.day <= 2 then '2' when ${today}::date - r.day <= 7 then '7' when ${today}::date - r.day <= 30 then '30' else 'more' end as age
              from ${statementRows} r where r.state = 'OPEN') r
     group by age`);
  const {
    rows: [other],
  } = await call.db.execute<{ held: number; differences: number }>(sql`
    select (select count(*)::int from ${statements} s where s.status = 'HELD') as held,
           (select count(*)::int from ${differences} d where d.state = 'OPEN') as differences`);
  const of = (days: string) => rows.find((row) => row.days === days);
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amount: sumOf(rows.reduce((sum, row) => sum + row.amount, 0)),
    proposed: rows.reduce((sum, row) => sum + row.proposed, 0),
    oldest: rows.map(({ oldest }) => oldest).sort()[0] ?? null,
    ages: (['2', '7', '30', 'more'] as const).map((days) => ({
      days,
      count: of(days)?.count ?? 0,
      amount: sumOf(of(days)?.amount ?? 0),
    })),
    held: other?.held ?? 0,
    differences: other?.differences ?? 0,
  };
}

/** What moved on a bank account, as a file for 1C. */
export async function exportExchange(
  call: Call,
  input: InputOf<typeof contract.statement.export_1c>,
): Promise<{ ok: true }> {
  const [account] = await call.db.select().from(b).where(eq(b.id, input.bank_account_id));
  if (!account) throw fail('NOT_FOUND');
  const rows = await call.db
    .select()
    .from(statementRows)
    .where(
      and(
        eq(statementRows.bank_account_id, account.id),
        sql`${statementRows.state} <> 'UNDONE' and ${statementRows.day} between ${input.from} and ${input.until}`,
      ),
    )
    .orderBy(statementRows.day, statementRows.id)
    .limit(mostExported + 1);
  if (rows.length === 0) throw fail('STATEMENT_EMPTY');
  if (rows.length > mostExported) throw fail('STATEMENT_TOO_LONG', { rows: mostExported });
  const [first] = await call.db
    .select({ opening: statements.opening, from_day: statements.from_day })
    .from(statements)
    .where(
      and(
        eq(statements.bank_account_id, account.id),
        eq(statements.status, 'TAKEN'),
        sql`${statements.from_day} <= ${input.from} and ${statements.until_day} >= ${input.from} and ${statements.opening} is not null`,
      ),
    )
    .limit(1);
  const { rows: moved } = first
    ? await call.client.query<{ sum: Tiyin }>(
        `select coalesce(sum(amount), 0)::bigint as sum from bank_statement_rows where bank_account_id = $1 and state <> 'UNDONE' and day >= $2 and day < $3`,
        [account.id, first.from_day, input.from],
      )
    : { rows: [] };
  const opening = first?.opening == null ? null : first.opening + (moved[0]?.sum ?? 0);
  const now = clockIn(await zoneOf(call), clock.date());
  const payee = await payeeOf(call, 'uz');
  const body = writeExchange({
    account: account.number,
    from: input.from,
    until: input.until,
    opening,
    closing: opening === null ? null : rows.reduce((sum, row) => sum + row.amount, opening),
    rows,
    owner: {
      name: payee[0]?.[1] ?? '',
      // Of what is said of a payee only the number of the tax office has nine figures.
      tin: payee.find(([, value]) => /^\d{9}$/.test(value))?.[1] ?? '',
      bank: account.bank,
      mfo: account.mfo,
    },
    made_on: now.slice(0, 10),
    made_at: `${now.slice(11, 16)}:00`,
  });
  call.stream = {
    headers: {
      'content-type': 'text/plain; charset=windows-1251',
      'content-length': String(body.length),
      'content-disposition': `attachment; filename="1c_${account.number}_${input.from}_${input.until}.txt"`,
      'cache-control': 'private, no-store',
    },
    body: Readable.from([body]),
  };
  return { ok: true };
}

export const bankAccountTitles = (call: Call, ids: readonly number[]) => titlesOf(call, b, [...ids], accountTitle);
