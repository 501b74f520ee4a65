import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accountsById } from '#domains/identity/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { list } from '#platform/server/records/lists.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import { type AccountCode, normalSide, receivable } from '../../accounts.ts';
import type {
  card,
  cardQuery,
  entry,
  entryExport,
  entryQuery,
  turnover,
  turnoverQuery,
} from '../../contract/journal.ts';
import { sumOf, type Tiyin } from '../../money.ts';
import { contracts, suspenseItems, suspenseUses } from '../tables.ts';
import { journalEntries } from './tables.ts';

/** The books as people read them. Whatever is shown is summed from the entries and from nothing else. */

type Entry = z.infer<typeof entry>;
type Span = { from?: string | undefined; until?: string | undefined };

const e = journalEntries;

/** The days of a question: the year until today unless told. */
async function spanOf(call: Call, { from, until }: Span): Promise<{ from: string; until: string }> {
  const end = until ?? (await todayOf(call));
  return { from: from ?? `${end.slice(0, 4)}-01-01`, until: end };
}

/** Each entry as its two sides, `amount` below zero where the account is credited. */
const sides = (where: SQL): SQL => sql`(
  select ${e.debit} as account, ${e.party} as party, ${e.effective_on} as day, ${e.amount} as amount from ${e} where ${where}
  union all
  select ${e.credit}, ${e.party}, ${e.effective_on}, -${e.amount} from ${e} where ${where}) side`;

/** The last day that is closed. */
export async function closedUntil(call: Call): Promise<string | null> {
  const { rows } = await call.client.query<{ day: string | null }>(
    'select edulab_books_closed(edulab_institution())::text as day',
  );
  return rows[0]?.day ?? null;
}

type Turnover = z.infer<typeof turnover>;

/** Turnover of all accounts; what is summed is kept until an entry is booked, the last day closed is read each time. */
export async function turnoverOf(call: Call, input: z.infer<typeof turnoverQuery>): Promise<Turnover> {
  const span = await spanOf(call, input);
  const summed = await keptUntilChanged(call, {
    key: `turnover ${span.from} ${span.until}`,
    tables: ['journal_entries'],
    make: () => turnoverIn(call, span),
  });
  return { ...span, closed_until: await closedUntil(call), ...summed };
}

/** What people owe stands on the debit side and what they paid ahead on the credit side, each summed by party: one does not make up for the other. */
async function turnoverIn(
  call: Call,
  span: { from: string; until: string },
): Promise<Pick<Turnover, 'accounts' | 'total'>> {
  const { rows } = await call.db.execute<
    Record<'od' | 'oc' | 'td' | 'tc' | 'cd' | 'cc', Tiyin> & { account: AccountCode }
  >(sql`
    select account, sum(greatest(opening, 0))::bigint as od, sum(greatest(-opening, 0))::bigint as oc, sum(debit)::bigint as td, sum(credit)::bigint as tc,
           sum(greatest(closing, 0))::bigint as cd, sum(greatest(-closing, 0))::bigint as cc
      from (select account, coalesce(sum(amount) filter (where day < ${span.from}), 0) as opening,
                   coalesce(sum(amount) filter (where day >= ${span.from} and amount > 0), 0) as debit, coalesce(-sum(amount) filter (where day >= ${span.from} and amount < 0), 0) as credit,
                   sum(amount) as closing
              from ${sides(sql`${e.effective_on} <= ${span.until}`)}
             group by account, case when account = ${receivable} then party end) one
     group by account order by account`);
  const all = (field: 'od' | 'oc' | 'td' | 'tc' | 'cd' | 'cc') => sumOf(rows.reduce((sum, row) => sum + row[field], 0));
  return {
    accounts: rows.map((row) => ({
      code: row.account,
      opening: { debit: sumOf(row.od), credit: sumOf(row.oc) },
      turnover: { debit: sumOf(row.td), credit: sumOf(row.tc) },
      closing: { debit: sumOf(row.cd), credit: sumOf(row.cc) },
    })),
    total: {
      opening: { debit: all('od'), credit: all('oc') },
      turnover: { debit: all('td'), credit: all('tc') },
      closing: { debit: all('cd'), credit: all('cc') },
    },
  };
}

const ofParty = ({
  contract_id,
  student_id,
}: {
  contract_id?: number | undefined;
  student_id?: number | undefined;
}) => [
  contract_id ? sql`${e.contract_id} = ${contract_id}` : undefined,
  // A student's is what they owe besides, and all their contracts.
  student_id
    ? sql`(${e.student_id} = ${student_id} or ${e.contract_id} in (select ${contracts.id} from ${contracts} where ${contracts.student_id} = ${student_id}))`
    : undefined,
];
const both = (...conditions: (SQL | undefined)[]): SQL =>
  sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );

/** One account in a span of days, of all or of somebody. */
export async function cardOf(call: Call, input: z.infer<typeof cardQuery>): Promise<z.infer<typeof card>> {
  const span = await spanOf(call, input);
  const where = both(
    sql`(${e.debit} = ${input.account} or ${e.credit} = ${input.account})`,
    sql`${e.effective_on} <= ${span.until}`,
    ...ofParty(input),
  );
  const { rows } = await call.db.execute<{ opening: Tiyin; debit: Tiyin; credit: Tiyin }>(sql`
    select coalesce(sum(amount) filter (where day < ${span.from}), 0)::bigint as opening,
           coalesce(sum(amount) filter (where day >= ${span.from} and amount > 0), 0)::bigint as debit,
           coalesce(-sum(amount) filter (where day >= ${span.from} and amount < 0), 0)::bigint as credit
      from ${sides(where)} where account = ${input.account}`);
  const { opening = 0, debit = 0, credit = 0 } = rows[0] ?? {};
  const sign = normalSide[input.account] === 'DEBIT' ? 1 : -1;
  // `-0` is no amount.
  const shown = (amount: Tiyin) => sumOf(amount === 0 ? 0 : sign * amount);
  return {
    ...span,
    opening: shown(opening),
    debit: sumOf(debit),
    credit: sumOf(credit),
    closing: shown(opening + debit - credit),
  };
}

const conditions = (input: z.infer<typeof entryExport>): (SQL | undefined)[] => [
  input.account ? sql`(${e.debit} = ${input.account} or ${e.credit} = ${input.account})` : undefined,
  ...ofParty(input),
  input.source ? sql`${e.source} = ${input.source}` : undefined,
  input.from ? sql`${e.effective_on} >= ${input.from}` : undefined,
  input.until ? sql`${e.effective_on} <= ${input.until}` : undefined,
];

async function shownEntries(call: Call, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const { rows } = await call.db.execute<
    Omit<Entry, 'amount' | 'contract' | 'actor'> & {
      amount: Tiyin;
      contract_id: number | null;
      number: string | null;
      actor: number | null;
    }
  >(sql`
    select ${e.id} as id, ${e.seq} as seq, ${e.effective_on}::text as effective_on, ${e.document_on}::text as document_on,
           to_char(${e.booked_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as booked_at, ${e.debit} as debit, ${e.credit} as credit, ${e.amount} as amount,
           ${e.source} as source, ${e.source_id} as source_id, ${e.contract_id} as contract_id, c.number, coalesce(c.payer_name, s.full_name, i.party, '') as name,
           ${e.reverses_id} as reverses_id, exists (select 1 from ${e} r where r.reverses_id = ${e.id}) as reversed, ${e.actor} as actor, ${e.reason} as reason
      from ${e} left join ${contracts} c on c.id = ${e.contract_id} left join ${students} s on s.id = ${e.student_id}
      left join ${suspenseUses} u on ${e.source} = 'suspense_uses' and u.id = ${e.source_id}
      left join ${suspenseItems} i on i.id = case ${e.source} when 'suspense_items' then ${e.source_id} else u.item_id end
     where ${e.id} = any(${sql.param(ids)}::int[])`);
  const people = await accountsById(
    call,
    rows.flatMap((row) => row.actor ?? []),
  );
  const shown = new Map(
    rows.map(({ contract_id, number, ...row }) => {
      const by = row.actor === null ? undefined : people.get(row.actor);
      return [
        row.id,
        {
          ...row,
          amount: sumOf(row.amount),
          contract: contract_id === null ? null : { id: contract_id, title: number ?? '' },
          actor: by ? `${by.lastname} ${by.firstname}` : null,
        },
      ];
    }),
  );
  return ids.flatMap((id) => shown.get(id) ?? []);
}

export const entries = (call: Call, input: z.infer<typeof entryQuery>) =>
  list(call, input, {
    from: sql`${e}`,
    key: sql`${e.id}`,
    table: 'journal_entries',
    where: conditions(input),
    sorts: { effective_on: sql`${e.effective_on}` },
    defaultSort: 'effective_on,desc',
    load: (ids) => shownEntries(call, ids),
  });

const blockOf = 2000;
async function* entriesOf(call: Call, ids: readonly number[]): AsyncGenerator<Entry> {
  for (let at = 0; at < ids.length; at += blockOf) yield* await shownEntries(call, ids.slice(at, at + blockOf));
}

const columns: ExportColumn<Entry>[] = [
  {
    key: 'effective_on',
    titles: { uz: 'Hisob sanasi', ru: 'Дата учёта', en: 'Accounting date' },
    kind: 'date',
    format: (row) => row.effective_on,
  },
  {
    key: 'document_on',
    titles: { uz: 'Hujjat sanasi', ru: 'Дата документа', en: 'Document date' },
    kind: 'date',
    format: (row) => row.document_on,
  },
  { key: 'debit', titles: { uz: 'Debet', ru: 'Дебет', en: 'Debit' }, format: (row) => row.debit },
  { key: 'credit', titles: { uz: 'Kredit', ru: 'Кредит', en: 'Credit' }, format: (row) => row.credit },
  {
    key: 'amount',
    titles: { uz: 'Summa, soʻm', ru: 'Сумма, сум', en: 'Amount, soʻm' },
    kind: 'number',
    format: (row) => Number(row.amount),
  },
  {
    key: 'contract',
    titles: { uz: 'Shartnoma', ru: 'Договор', en: 'Contract' },
    width: 18,
    format: (row) => row.contract?.title,
  },
  { key: 'name', titles: { uz: 'Toʻlovchi', ru: 'Плательщик', en: 'Payer' }, width: 40, format: (row) => row.name },
  {
    key: 'source',
    titles: { uz: 'Hujjat', ru: 'Документ', en: 'Document' },
    width: 24,
    format: (row, locale) => message(locale, `table_${row.source}`),
  },
  {
    key: 'reverses',
    titles: { uz: 'Storno qilingan yozuv', ru: 'Сторно проводки', en: 'Reverses entry' },
    kind: 'number',
    format: (row) => row.reverses_id,
  },
  { key: 'reason', titles: { uz: 'Sabab', ru: 'Причина', en: 'Reason' }, width: 40, format: (row) => row.reason },
];

export const journalExport = defineExport(
  'accounting.journal',
  async (call: Call, input: z.infer<typeof entryExport>) => {
    const where = both(sql`true`, ...conditions(input));
    const { rows } = await call.db.execute<{ id: number }>(
      sql`select ${e.id} as id from ${e} where ${where} order by ${e.effective_on}, ${e.id}`,
    );
    const ids = rows.map((row) => row.id);
    const asOf = clockIn(await zoneOf(call), clock.date()).replace('T', ' ');
    return {
      name: `journal-${asOf.slice(0, 16).replaceAll(/[-: ]/g, '')}.xlsx`,
      count: ids.length,
      title: message(call.locale, 'journal_sheet'),
      asOf,
      columns,
      rows: entriesOf(call, ids),
    };
  },
);
