import { and, eq, sql } from 'drizzle-orm';
import { sumOf, type Tiyin } from '#domains/accounting/server/index.ts';
import { openUpload } from '#domains/files/server/index.ts';
import { gatewayTransactions } from '#domains/gateways/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localZone } from '#platform/server/clock.ts';
import { rowsOfTable } from '#platform/server/records/uploaded-table.ts';
import { parse, type TableRow } from '#platform/server/spreadsheets.ts';
import { type RegisterField, type RegisterMap, registerFields } from '../contract/reconciliation.ts';
import type { contract } from '../contract.ts';
import { amountOf, StatementError } from '../statement.ts';
import { reconcile } from './reconciliation.ts';
import { indexOf, lookFor, type Sheet, textIn } from './sheet.ts';
import { registerRows, registers } from './tables.ts';

/** What a gateway itself lists as paid, from a file of its office: each payment by its own name for it, day and amount. */

type Asked = InputOf<typeof contract.reconciliation.register>;
interface Listed {
  external_id: string;
  day: string;
  amount: Tiyin;
}
const maxRows = 20_000;

const words: Record<RegisterField, readonly string[]> = {
  external_id: [
    'id',
    'id транзакции',
    'номер транзакции',
    'транзакция',
    'transaction id',
    'transaction',
    'tranzaksiya',
    'tranzaksiya id',
    'payment id',
    'id платежа',
  ],
  amount: ['summa', 'сумма', 'amount', 'сумма платежа', 'toʻlov summasi'],
  day: ['sana', 'дата', 'date', 'дата платежа', 'время', 'toʻlov sanasi', 'vaqt'],
};

async function read(call: Call, { file_id, map: told }: Asked) {
  const file = await openUpload(call, file_id);
  const rows = await rowsOfTable(call, file, maxRows + 50);
  try {
    const sheet = lookFor(rows, registerFields, words);
    const map = told ?? sheet.guess;
    const lacks = registerFields.find((field) => !map[field]) ?? null;
    return { name: file.name, headings: sheet.headings, map, lacks, listed: lacks ? [] : listedIn(rows, sheet, map) };
  } catch (error) {
    if (error instanceof StatementError) throw fail(error.code, error.data);
    throw error;
  }
}

function listedIn(rows: readonly TableRow[], { head }: Sheet<RegisterField>, map: RegisterMap): Listed[] {
  const date = parse.date();
  const found = new Map<string, Listed>();
  for (const row of rows.slice(head + 1)) {
    const cell = (field: RegisterField) => {
      const one = row.cells[indexOf(map[field] ?? 'A')];
      if (one?.formula) throw new StatementError('STATEMENT_FORMULA', { line: row.row, column: map[field] ?? '' });
      return one;
    };
    const external_id = textIn(row, indexOf(map.external_id ?? 'A')).slice(0, 120);
    const said = cell('day');
    // Totals below the rows have neither a name nor a day.
    if (!external_id || said?.value === null || said?.value === undefined) continue;
    // A day with a time is a day.
    const when = date(typeof said.value === 'string' ? { value: said.value.split(/[ T]/)[0] ?? '' } : said);
    const amount = amountOf(String(cell('amount')?.value ?? ''));
    const broken = 'error' in when ? 'day' : amount === undefined ? 'amount' : undefined;
    if (broken || 'error' in when || amount === undefined)
      throw new StatementError('STATEMENT_CELL', {
        line: row.row,
        key: broken ?? 'amount',
        value: String(cell(broken ?? 'amount')?.value ?? ''),
      });
    found.set(external_id, { external_id, day: when.value, amount });
  }
  if (found.size === 0) throw new StatementError('STATEMENT_EMPTY');
  return [...found.values()];
}

const spanOf = (listed: readonly Listed[]) => {
  const days = listed.map(({ day }) => day).sort();
  return { from: days[0] ?? null, until: days.at(-1) ?? null };
};

export async function previewRegister(
  call: Call,
  asked: Asked,
): Promise<OutputOf<typeof contract.reconciliation.register_preview>> {
  const { headings, map, lacks, listed } = await read(call, asked);
  const { from, until } = spanOf(listed);
  const g = gatewayTransactions;
  const { rows } = await call.db.execute<{ not_here: number; not_there: number }>(sql`
    with listed as (select * from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as l(external_id text, day date, amount bigint))
    select (select count(*)::int from listed l where not exists (
              select 1 from ${g} where ${g.provider} = ${asked.provider} and ${g.external_id} = l.external_id and ${g.state} = 2 and ${g.amount} = l.amount)) as not_here,
           (select count(*)::int from ${g} where ${g.provider} = ${asked.provider} and ${g.state} = 2
              and (to_timestamp(${g.perform_time} / 1000.0) at time zone ${localZone})::date between ${from}::date and ${until}::date
              and not exists (select 1 from listed l where l.external_id = ${g.external_id})) as not_there`);
  return {
    headings,
    map,
    lacks,
    rows: listed.length,
    amount: sumOf(listed.reduce((sum, { amount }) => sum + amount, 0)),
    from,
    until,
    not_here: rows[0]?.not_here ?? 0,
    not_there: rows[0]?.not_there ?? 0,
  };
}

/** Keeps what the gateway lists, the last file before all others, and compares at once. */
export async function takeRegister(
  call: Call,
  asked: Asked,
): Promise<OutputOf<typeof contract.reconciliation.register>> {
  const { name, lacks, listed } = await read(call, asked);
  const { from, until } = spanOf(listed);
  if (lacks || !from || !until) throw fail('STATEMENT_COLUMNS', { field: lacks === 'day' ? 'day' : 'amount' });
  const [made] = await call.db
    .insert(registers)
    .values({
      provider: asked.provider,
      from_day: from,
      until_day: until,
      rows: listed.length,
      amount: listed.reduce((sum, { amount }) => sum + amount, 0),
      file_name: name,
      taken_by: call.account_id,
    })
    .returning({ id: registers.id });
  await call.db.execute(sql`
    insert into ${registerRows} (register_id, provider, external_id, day, amount)
    select ${made!.id}::int, ${asked.provider}::text, l.external_id, l.day, l.amount
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as l(external_id text, day date, amount bigint) order by l.external_id
    on conflict (institution_id, provider, external_id) do update set register_id = excluded.register_id, day = excluded.day, amount = excluded.amount`);
  // What an earlier file of these days had and this one has not is listed no more.
  await call.db
    .delete(registerRows)
    .where(
      and(
        eq(registerRows.provider, asked.provider),
        sql`${registerRows.day} between ${from} and ${until} and ${registerRows.register_id} <> ${made!.id}`,
      ),
    );
  return reconcile(call);
}
