import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  backToSuspense,
  closedUntil,
  demandOpen,
  sumOf,
  takeBackSuspense,
  tiyinOf,
  toSuspense,
} from '#domains/accounting/server/index.ts';
import { openUpload } from '#domains/files/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { JobHandler, JobProgress } from '#platform/server/kernel.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { changeRows } from '#platform/server/records/kept.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { rowsOfTable } from '#platform/server/records/uploaded-table.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import type { contract } from '../contract.ts';
import { type ColumnMap, statementFile, type statementPreview, type taken } from '../shapes.ts';
import {
  differenceOf,
  type Statement,
  StatementError,
  type StatementRow,
  sameKey,
  turnoverOf,
  withOrdinals,
} from '../statement.ts';
import { isExchange, readExchange } from './exchange.ts';
import { type Proposal, proposalsFor } from './matching.ts';
import { lacking, lookAt, readSheet } from './sheet.ts';
import { gapBefore, shownStatements } from './statements.ts';
import { bankAccounts, columnMaps, statementRows, statements } from './tables.ts';

/**
 * A file of a bank on its way in: read, compared with what is there, and taken. The same file brings nothing twice, one that
 * overlaps brings only what is new, and two true payments that are equal are two. What does not add up is held.
 */

type Asked = InputOf<typeof contract.statement.preview>;
type AccountRow = typeof bankAccounts.$inferSelect;

const maxRows = 10_000;
const maxBytes = 25_000_000;
const shownRows = 20;
/** More new rows than this take seconds: they are taken by a job, with progress, and the request ends before. */
const rowsAtOnce = 1000;
/** So many rows are booked between two words of how far it is. */
const rowsInStep = 500;

interface Read {
  format: 'EXCHANGE' | 'SHEET';
  parts: { account: AccountRow; statement: Statement }[];
  columns: z.infer<typeof statementPreview>['columns'];
  /** What is remembered when the file is taken. */
  headings: string;
  map: ColumnMap;
  file: { name: string; hash: string };
}

const accountsOf = (call: Call): Promise<AccountRow[]> =>
  call.db
    .select()
    .from(bankAccounts)
    .where(and(isNull(bankAccounts.deleted_at), eq(bankAccounts.active, true)));

async function read(call: Call, asked: Asked): Promise<Read> {
  const file = await openUpload(call, asked.file_id);
  const own = await accountsOf(call);
  if ((await stat(file.path)).size > maxBytes) throw fail('STATEMENT_TOO_LONG', { rows: maxRows });
  const bytes = await readFile(file.path);
  const known = { name: file.name, hash: createHash('sha256').update(bytes).digest('hex') };
  try {
    if (isExchange(bytes)) {
      const found = readExchange(
        bytes,
        own.map(({ number }) => number),
        maxRows,
      );
      const parts = found.map((statement) => ({
        statement,
        account: own.find(({ number }) => number === statement.account)!,
      }));
      return { format: 'EXCHANGE', parts, columns: null, headings: '', map: {}, file: known };
    }
    return { ...(await readTable(call, asked, file, own)), file: known };
  } catch (error) {
    if (error instanceof StatementError) throw fail(error.code, error.data);
    throw error;
  }
}

async function readTable(
  call: Call,
  asked: Asked,
  file: { path: string; name: string },
  own: readonly AccountRow[],
): Promise<Omit<Read, 'file'>> {
  const rows = await rowsOfTable(call, file, maxRows + 100);
  const sheet = lookAt(rows);
  const account =
    asked.bank_account_id === undefined && own.length === 1
      ? own[0]
      : own.find(({ id }) => id === asked.bank_account_id);
  if (!account && asked.bank_account_id !== undefined)
    throw new StatementError('STATEMENT_ACCOUNT', { account: String(asked.bank_account_id) });
  const headings = sheet.headings
    .map(({ title }) => title.toLowerCase())
    .join('|')
    .slice(0, 2000);
  const [remembered] = account
    ? await call.db
        .select()
        .from(columnMaps)
        .where(and(eq(columnMaps.bank_account_id, account.id), eq(columnMaps.headings, headings)))
    : [];
  const map = asked.map ?? remembered?.map ?? sheet.guess;
  const lacks = lacking(map) ?? null;
  const columns = { headings: sheet.headings, map, remembered: !asked.map && !!remembered, lacks };
  // Before it is said what the columns mean and whose they are, there is nothing to count.
  if (!account || lacks) return { format: 'SHEET', parts: [], columns, headings, map };
  const statement = {
    ...readSheet(rows, sheet, map),
    account: account.number,
    opening: asked.opening ? tiyinOf(asked.opening) : null,
    closing: asked.closing ? tiyinOf(asked.closing) : null,
  };
  return { format: 'SHEET', parts: [{ account, statement }], columns, headings, map };
}

type Counted = StatementRow & { ordinal: number };

/** The rows of the file with which of them are there already. */
async function compare(call: Call, account: AccountRow, { from, until, rows }: Statement) {
  if (rows.length > maxRows) throw fail('STATEMENT_TOO_LONG', { rows: maxRows });
  const today = await todayOf(call);
  const days = rows.map(({ day }) => day).sort();
  const last = days.at(-1);
  if (last !== undefined && last > today) throw fail('STATEMENT_FUTURE', { day: last });
  const { rows: there } = await call.client.query<{
    day: string;
    number: string;
    amount: number;
    party_account: string;
    ordinal: number;
  }>(
    `select day::text as day, number, amount, party_account, ordinal from bank_statement_rows
      where bank_account_id = $1 and day between $2 and $3 and state <> 'UNDONE'`,
    [account.id, days[0] ?? from, last ?? until],
  );
  const known = new Set(there.map((row) => `${sameKey(row)}|${row.ordinal}`));
  const all: Counted[] = withOrdinals(rows);
  return { all, fresh: all.filter((row) => !known.has(`${sameKey(row)}|${row.ordinal}`)), known };
}

const soughtIn = (rows: readonly Counted[]) => rows.map((row, id) => ({ ...row, id }));
const isProposal = ({ contract_id, settlement }: Proposal): boolean => contract_id !== null || settlement !== null;

export async function previewFile(call: Call, asked: Asked): Promise<z.infer<typeof statementPreview>> {
  const { format, parts, columns } = await read(call, asked);
  const shown: z.infer<typeof statementPreview>['parts'] = [];
  // One of each account in the file, of which an institution has a handful.
  for (const { account, statement } of parts) {
    const { all, fresh, known } = await compare(call, account, statement);
    const proposals = [...(await proposalsFor(call, soughtIn(fresh))).values()].filter(isProposal).length;
    const { came, left } = turnoverOf(all);
    const difference = differenceOf({ ...statement, rows: all });
    const sumOrNull = (value: number | null) => (value === null ? null : sumOf(value));
    shown.push({
      bank_account: { id: account.id, title: `${account.number} · ${account.bank}` },
      from: statement.from,
      until: statement.until,
      opening: sumOrNull(statement.opening),
      closing: sumOrNull(statement.closing),
      came: sumOf(came),
      left: sumOf(left),
      difference: sumOrNull(difference),
      rows: all.length,
      gap: await gapBefore(call, account.id, statement),
      fresh: fresh.length,
      known: all.length - fresh.length,
      proposals,
      sample: all.slice(0, shownRows).map((row) => ({
        day: row.day,
        number: row.number,
        amount: sumOf(row.amount),
        party: row.party,
        purpose: row.purpose,
        known: known.has(`${sameKey(row)}|${row.ordinal}`),
      })),
    });
  }
  return { format, parts: shown, columns };
}

export async function takeFile(call: Call, asked: Asked): Promise<z.infer<typeof taken>> {
  const found = await read(call, asked);
  const { parts, format, map } = found;
  if (parts.length === 0)
    throw fail('STATEMENT_COLUMNS', { field: format === 'SHEET' ? (lacking(map) ?? 'account') : 'account' });
  if (parts.some(({ statement }) => statement.rows.length > rowsAtOnce)) {
    let total = 0;
    // What would be refused is refused now, to whoever sent it.
    for (const { account, statement } of parts) {
      const { all, fresh } = await compare(call, account, statement);
      const [first] = fresh.map(({ day }) => day).sort();
      if (first && (differenceOf({ ...statement, rows: all }) ?? 0) === 0) await demandOpen(call, first);
      total += fresh.length;
    }
    if (total > rowsAtOnce)
      return { statements: [], job_id: (await startJob(call, 'banking.statement', { asked }, total)).id };
  }
  const ids = await takeParts(call, asked, found, async () => undefined);
  return { statements: await shownStatements(call, ids), job_id: null };
}

/** The same in the background: the whole file in one transaction, or nothing of it. */
export const takeJob: JobHandler = {
  async run(context) {
    const call = callOf(context);
    const asked = statementFile.parse(context.input.asked);
    const ids = await takeParts(call, asked, await read(call, asked), context.progress);
    const rows = await call.db
      .select({ rows: statements.rows, fresh: statements.fresh })
      .from(statements)
      .where(inArray(statements.id, ids));
    const fresh = rows.reduce((sum, one) => sum + one.fresh, 0);
    return {
      new: fresh,
      changed: 0,
      unchanged: rows.reduce((sum, one) => sum + one.rows, 0) - fresh,
      statement_ids: ids,
    };
  },
};

async function takeParts(
  call: Call,
  asked: Asked,
  { parts, file, format, headings, map }: Read,
  progress: JobProgress,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { account, statement } of parts.sort((a, b) => a.account.id - b.account.id)) {
    // Two files of one account at once would not see each other's rows.
    await call.client.query('select 1 from bank_accounts where id = $1 for no key update', [account.id]);
    ids.push(await takePart(call, account, statement, { ...file, id: asked.file_id }, progress));
    if (format === 'SHEET')
      await call.db
        .insert(columnMaps)
        .values({ bank_account_id: account.id, headings, map })
        .onConflictDoUpdate({ target: [columnMaps.bank_account_id, columnMaps.headings], set: { map } });
  }
  return ids;
}

async function takePart(
  call: Call,
  account: AccountRow,
  statement: Statement,
  file: { id: number; name: string; hash: string },
  progress: JobProgress,
): Promise<number> {
  const { all, fresh } = await compare(call, account, statement);
  const difference = differenceOf({ ...statement, rows: all });
  const held = difference !== null && difference !== 0;
  // The same file once more says nothing new: it is the statement that it was.
  const [same] = await call.db
    .select({ id: statements.id })
    .from(statements)
    .where(
      and(
        eq(statements.bank_account_id, account.id),
        eq(statements.file_hash, file.hash),
        eq(statements.status, held ? 'HELD' : 'TAKEN'),
      ),
    );
  if (same && (held || fresh.length === 0)) return same.id;
  const { came, left } = turnoverOf(all);
  const [made] = await call.db
    .insert(statements)
    .values({
      bank_account_id: account.id,
      from_day: statement.from,
      until_day: statement.until,
      opening: statement.opening,
      closing: statement.closing,
      came,
      gone: left,
      difference,
      rows: all.length,
      fresh: held ? 0 : fresh.length,
      file_name: file.name,
      file_hash: file.hash,
      file_id: file.id,
      status: held ? 'HELD' : 'TAKEN',
      taken_by: call.account_id,
    })
    .returning({ id: statements.id });
  if (!held) await takeRows(call, account, made!.id, fresh, progress);
  return made!.id;
}

/** Books new rows into suspense, each on its day, and looks what they may be for. Errors: PERIOD_CLOSED. */
async function takeRows(
  call: Call,
  account: AccountRow,
  statement_id: number,
  fresh: readonly Counted[],
  progress: JobProgress,
) {
  if (fresh.length === 0) return;
  const [first] = fresh.map(({ day }) => day).sort();
  await demandOpen(call, first!);
  const proposals = await proposalsFor(call, soughtIn(fresh));
  // Steps of some hundreds, so that whoever waits sees how far it is.
  for (let from = 0; from < fresh.length; from += rowsInStep) {
    const step = fresh.slice(from, from + rowsInStep);
    const items = await toSuspense(
      call,
      step.map((row) => ({ account: account.ledger, amount: row.amount, moved_on: row.day, party: row.party })),
    );
    await insertAll(
      call.client,
      'bank_statement_rows',
      step.map((row, at) => ({
        bank_account_id: account.id,
        statement_id,
        ...row,
        item_id: items[at],
        ...proposed(proposals.get(from + at)),
      })),
    );
    await progress(from + step.length, fresh.length);
  }
}

const proposed = (proposal: Proposal | undefined) => ({
  proposed_contract_id: proposal?.contract_id ?? null,
  proposed_by: proposal?.by ?? null,
  proposed_settlement: proposal?.settlement ?? null,
  proposed_payment_id: proposal?.payment_id ?? null,
  candidates: proposal?.candidates.length ?? 0,
});

/** Looks anew for rows that wait: contracts came, or were paid otherwise. Answers for how many something is proposed. */
export async function lookAgain(call: Call): Promise<{ proposed: number }> {
  const rows = await call.db
    .select()
    .from(statementRows)
    .where(eq(statementRows.state, 'OPEN'))
    .orderBy(statementRows.id)
    .limit(maxRows)
    .for('no key update');
  const proposals = await proposalsFor(call, rows);
  const changed = rows.flatMap((row) => {
    const next = proposed(proposals.get(row.id));
    const same = Object.entries(next).every(([name, value]) => row[name as keyof typeof next] === value);
    return same ? [] : [{ id: row.id, ...next }];
  });
  await changeRows(call.client, 'bank_statement_rows', changed);
  return { proposed: [...proposals.values()].filter(isProposal).length };
}

/** Takes back a file: what was matched goes back into suspense, and what stood there is reversed. Nothing is removed. */
export async function undoStatement(call: Call, input: InputOf<typeof contract.statement.undo>) {
  const row = await loadForChange(
    call,
    statements,
    undefined,
    input,
    async (now) => (await shownStatements(call, [now.id]))[0],
  );
  if (row.status === 'UNDONE') throw fail('STATEMENT_NOT_TAKEN');
  const rows = await call.db
    .select({ id: statementRows.id, item_id: statementRows.item_id, day: statementRows.day })
    .from(statementRows)
    .where(and(eq(statementRows.statement_id, row.id), sql`${statementRows.state} <> 'UNDONE'`))
    .orderBy(statementRows.id)
    .for('update');
  const closed = await closedUntil(call);
  if (closed !== null && rows.some(({ day }) => day <= closed)) throw fail('PERIOD_CLOSED', { until: closed });
  const items = rows.map(({ item_id }) => item_id);
  await backToSuspense(call, items, input.reason);
  await takeBackSuspense(call, items);
  await call.db
    .update(statementRows)
    .set({ state: 'UNDONE', payment_id: null, settlement: null })
    .where(and(eq(statementRows.statement_id, row.id), sql`${statementRows.state} <> 'UNDONE'`));
  await call.db.update(statements).set({ status: 'UNDONE', reason: input.reason }).where(eq(statements.id, row.id));
  return (await shownStatements(call, [row.id]))[0]!;
}
