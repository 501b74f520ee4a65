import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  backToSuspense,
  contractBalances,
  contracts,
  fromSuspense,
  payments,
  type SuspensePart,
  type SuspenseTarget,
  settleSuspense,
  sumOf,
  type Tiyin,
  tiyinOf,
} from '#domains/accounting/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { changeRows } from '#platform/server/records/kept.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import type { contract } from '../contract.ts';
import { type candidate, type proposalPlan, proposalQuery, type rowRecord, type Settlement } from '../shapes.ts';
import { type Candidate, personalNumber, proposalsFor } from './matching.ts';
import { bankAccountTitles } from './statements.ts';
import { statementRows } from './tables.ts';

/** Rows of statements: what they may be, and what somebody said that they are. */

type Row = typeof statementRows.$inferSelect;
type Shown = z.infer<typeof rowRecord>;
const r = statementRows;

/** Where money goes in the books that is no payment of a contract. */
const targets: Record<Settlement, SuspenseTarget> = {
  OTHER_INCOME: '9390',
  EXPENSE: '9430',
  PAYME: '5710',
  CLICK: '5710',
  // Who wrote it down by hand booked it to the bank already.
  BOOKED: '5110',
  TRANSFER: '5710',
};

async function present(call: Call, rows: readonly Row[]): Promise<Shown[]> {
  const ids = rows.map(({ item_id }) => item_id);
  const paid = rows.length
    ? await call.db
        .select({ item: payments.suspense_item_id, contract_id: payments.contract_id, amount: payments.amount })
        .from(payments)
        .where(
          and(
            inArray(payments.suspense_item_id, ids),
            sql`${payments.deleted_at} is null and ${payments.kind} = 'PAYMENT'`,
          ),
        )
        .orderBy(payments.id)
    : [];
  const entered = rows.flatMap(({ payment_id }) => payment_id ?? []);
  const written = entered.length
    ? await call.db
        .select({ id: payments.id, contract_id: payments.contract_id, amount: payments.amount })
        .from(payments)
        .where(inArray(payments.id, entered))
    : [];
  const named = [...paid, ...written].flatMap(({ contract_id }) => contract_id ?? []);
  const proposed = rows.flatMap(({ proposed_contract_id }) => proposed_contract_id ?? []);
  const numbers = await titlesOf(call, contracts, [...named, ...proposed], sql`${contracts.number}`);
  const payers = await titlesOf(call, contracts, proposed, sql`${contracts.payer_name}`);
  const accounts = await bankAccountTitles(
    call,
    rows.map((row) => row.bank_account_id),
  );
  const people = await accountsById(
    call,
    rows.flatMap((row) => row.decided_by ?? []),
  );
  // Personal numbers are for those who match by them.
  const manage = may(call, 'statement.manage');
  const contractOf = (id: number | null) => (id === null ? null : (numbers.get(id) ?? null));
  return rows.map((row) => {
    const by = row.decided_by === null ? undefined : people.get(row.decided_by);
    const of = [
      ...paid.filter(({ item }) => item === row.item_id),
      ...written.filter(({ id }) => id === row.payment_id),
    ];
    const proposes = row.state === 'OPEN' && (row.proposed_contract_id !== null || row.proposed_settlement !== null);
    return {
      id: row.id,
      version: row.version,
      statement_id: row.statement_id,
      bank_account: accounts.get(row.bank_account_id) ?? { id: row.bank_account_id, title: '' },
      day: row.day,
      number: row.number,
      amount: sumOf(row.amount),
      party: row.party,
      party_account: row.party_account,
      party_tin: manage ? row.party_tin : '',
      party_bank: row.party_bank,
      purpose: manage ? row.purpose : row.purpose.replace(personalNumber, '***'),
      state: row.state,
      proposal: proposes
        ? {
            contract: contractOf(row.proposed_contract_id),
            payer: payers.get(row.proposed_contract_id ?? 0)?.title ?? '',
            by: row.proposed_by,
            settlement: row.proposed_settlement,
          }
        : null,
      candidates: row.candidates,
      contracts: of.flatMap(({ contract_id, amount }) => {
        const contract = contractOf(contract_id);
        return contract ? [{ contract, amount: sumOf(amount) }] : [];
      }),
      settlement: row.settlement,
      note: row.note,
      decided_by: by ? `${by.lastname} ${by.firstname}` : null,
      decided_at: row.decided_at,
    };
  });
}

const proposes = sql`(${r.proposed_contract_id} is not null or ${r.proposed_settlement} is not null)`;

function found(search: string | undefined): SQL | undefined {
  const said = search?.trim();
  if (!said) return undefined;
  const like = `%${likeLiteral(said)}%`;
  const sum = /^\d{1,13}([.,]\d{1,2})?$/.test(said) ? tiyinOf(said.replace(',', '.')) : undefined;
  return or(
    sql`${r.party} ilike ${like}`,
    sql`${r.purpose} ilike ${like}`,
    eq(r.number, said),
    sum === undefined ? undefined : sql`abs(${r.amount}) = ${sum}::bigint`,
  );
}

export const rowList = (call: Call, input: InputOf<typeof contract.statement_row.list>) =>
  list(call, input, {
    from: sql`${r}`,
    key: sql`${r.id}`,
    table: 'bank_statement_rows',
    where: [
      input.statement_id ? eq(r.statement_id, input.statement_id) : undefined,
      input.bank_account_id ? eq(r.bank_account_id, input.bank_account_id) : undefined,
      input.state ? inArray(r.state, input.state) : undefined,
      input.proposed === undefined ? undefined : input.proposed ? proposes : sql`not ${proposes}`,
      input.from ? sql`${r.day} >= ${input.from}` : undefined,
      input.until ? sql`${r.day} <= ${input.until}` : undefined,
      found(input.search),
    ],
    sorts: { day: sql`${r.day}`, amount: sql`${r.amount}` },
    defaultSort: 'day,desc',
    load: async (ids) => present(call, await call.db.select().from(r).where(inArray(r.id, ids))),
  });

export async function candidatesOf(call: Call, { id }: { id: number }): Promise<z.infer<typeof candidate>[]> {
  const [row] = await call.db.select().from(r).where(eq(r.id, id));
  if (!row) throw fail('NOT_FOUND');
  const proposal = (await proposalsFor(call, [row])).get(row.id);
  return (proposal?.candidates ?? []).map((one: Candidate) => ({
    contract: { id: one.contract_id, title: one.number },
    payer: one.payer,
    student_no: one.student_no,
    left: sumOf(one.left),
    by: one.by,
    proposed: one.contract_id === proposal?.contract_id,
  }));
}

/** The row, locked; who comes second is told what the first made of it. */
async function openRow(call: Call, input: { id: number; version: number }): Promise<Row> {
  const row = await loadForChange(call, r, undefined, input, async (now) => (await present(call, [now]))[0]);
  if (row.state !== 'OPEN') throw fail('ROW_DECIDED');
  return row;
}

const partOf = (row: Row, contract_id: number, amount: Tiyin, at = 0): SuspensePart => ({
  item_id: row.item_id,
  contract_id,
  amount,
  paid_on: row.day,
  payer: row.party.slice(0, 200) || '—',
  report_number: row.number.slice(0, 60) || null,
  bank_name: row.party_bank.slice(0, 120) || null,
  reference: at === 0 ? `statement ${row.item_id}` : `statement ${row.item_id}/${at + 1}`,
  note: row.purpose.slice(0, 500) || null,
});

const decided = (call: Call) => ({ decided_by: call.account_id, decided_at: clock.iso() });

async function decide(call: Call, row: Row, values: Partial<Row>): Promise<Shown> {
  const [changed] = await call.db
    .update(r)
    .set({ ...values, ...decided(call) })
    .where(eq(r.id, row.id))
    .returning();
  return (await present(call, [changed!]))[0]!;
}

export async function acceptRow(call: Call, input: InputOf<typeof contract.statement_row.accept>): Promise<Shown> {
  const row = await openRow(call, input);
  const parts = input.parts.map(({ contract_id, amount }) => ({ contract_id, amount: tiyinOf(amount) }));
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  const twice = new Set(parts.map(({ contract_id }) => contract_id)).size < parts.length;
  if (row.amount < 0 || sum !== row.amount || twice || parts.some(({ amount }) => amount <= 0))
    throw failField('parts', 'ROW_PARTS', { amount: sumOf(row.amount), sum: sumOf(sum) });
  await fromSuspense(
    call,
    parts.map(({ contract_id, amount }, at) => partOf(row, contract_id, amount, at)),
  );
  return decide(call, row, { state: 'MATCHED' });
}

/** A payment that somebody wrote down by hand: of this amount, by bank, and of no other row. */
async function byHand(call: Call, row: Row, payment_id: number | null | undefined): Promise<number> {
  const [payment] = payment_id
    ? await call.db
        .select({ id: payments.id, amount: payments.amount, source: payments.source })
        .from(payments)
        .where(
          and(eq(payments.id, payment_id), sql`${payments.deleted_at} is null and ${payments.payment_type} = 'BANK'`),
        )
    : [];
  if (!payment || payment.amount !== row.amount || payment.source === 'STATEMENT' || payment.source === 'CREDIT')
    throw failField('payment_id', 'UNKNOWN_REFERENCE');
  const [other] = await call.db.select({ id: r.id }).from(r).where(eq(r.payment_id, payment.id));
  if (other) throw failField('payment_id', 'ROW_DECIDED');
  return payment.id;
}

const fits = (as: Settlement, amount: Tiyin): boolean =>
  as === 'OTHER_INCOME' || as === 'PAYME' || as === 'CLICK' ? amount > 0 : as === 'EXPENSE' ? amount < 0 : true;

export async function settleRow(call: Call, input: InputOf<typeof contract.statement_row.settle>): Promise<Shown> {
  const row = await openRow(call, input);
  if (!fits(input.as, row.amount)) throw failField('as', 'ROW_SETTLEMENT');
  const reason = input.reason?.trim() ?? '';
  // What the bank moved by itself needs none; what is income or cost is believed with its reason alone.
  if (!reason && (input.as === 'OTHER_INCOME' || input.as === 'EXPENSE'))
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  const payment_id =
    input.as === 'BOOKED' ? await byHand(call, row, input.payment_id ?? row.proposed_payment_id) : null;
  await settleSuspense(call, [
    { item_id: row.item_id, account: targets[input.as], amount: row.amount, reason: reason || input.as },
  ]);
  return decide(call, row, { state: 'SETTLED', settlement: input.as, payment_id, note: reason || null });
}

export async function rowBack(call: Call, input: InputOf<typeof contract.statement_row.back>): Promise<Shown> {
  const row = await loadForChange(call, r, undefined, input, async (now) => (await present(call, [now]))[0]);
  if (row.state !== 'MATCHED' && row.state !== 'SETTLED') throw fail('ROW_DECIDED');
  await backToSuspense(call, [row.item_id], input.reason);
  return decide(call, row, { state: 'OPEN', settlement: null, payment_id: null, note: input.reason });
}

type Query = z.infer<typeof proposalQuery>;

const waitingRows = (call: Call, input: Query) =>
  call.db
    .select()
    .from(r)
    .where(
      and(
        eq(r.state, 'OPEN'),
        proposes,
        input.bank_account_id ? eq(r.bank_account_id, input.bank_account_id) : undefined,
        input.statement_id ? eq(r.statement_id, input.statement_id) : undefined,
      ),
    )
    .orderBy(r.id)
    .limit(20_000);

export async function proposalsOf(call: Call, input: Query): Promise<z.infer<typeof proposalPlan>> {
  const rows = await waitingRows(call, input);
  const paying = rows.filter((row) => row.proposed_settlement === null);
  const balances = await contractBalances(
    call,
    paying.flatMap((row) => row.proposed_contract_id ?? []),
  );
  const left = new Map([...balances].map(([id, balance]) => [id, balance.left]));
  const above = paying.filter((row) => {
    const id = row.proposed_contract_id ?? 0;
    const rest = left.get(id) ?? 0;
    left.set(id, Math.max(0, rest - row.amount));
    return row.amount > rest;
  }).length;
  const shown = await present(call, rows.slice(0, 100));
  return {
    count: rows.length,
    amount: sumOf(rows.reduce((sum, row) => sum + Math.abs(row.amount), 0)),
    above,
    rows: shown.map(({ id, day, amount, party, proposal }) => ({
      id,
      day,
      amount,
      party,
      contract: proposal?.contract ?? null,
      payer: proposal?.payer ?? '',
      by: proposal?.by ?? null,
      settlement: proposal?.settlement ?? null,
    })),
  };
}

export async function acceptAll(call: Call, input: Query): Promise<{ job_id: number }> {
  const rows = await waitingRows(call, input);
  if (rows.length === 0) throw fail('NOTHING_PROPOSED');
  const job = await startJob(call, 'banking.accept', { ...input, until_id: rows.at(-1)!.id }, rows.length);
  return { job_id: job.id };
}

/** All proposals in one transaction of who asked; what somebody decided meanwhile is left as it is. */
export const acceptJob: JobHandler = {
  async run(context) {
    const call = callOf(context);
    const { until_id } = context.input;
    const asked = proposalQuery.parse({
      bank_account_id: context.input.bank_account_id ?? undefined,
      statement_id: context.input.statement_id ?? undefined,
    });
    const waiting = (await waitingRows(call, asked).for('update')).filter(({ id }) => id <= Number(until_id));
    // What was proposed may be gone by now: such rows wait for somebody who looks at them.
    const now = await proposalsFor(call, waiting);
    const rows = waiting.filter((row) => {
      const next = now.get(row.id);
      return (
        next?.contract_id === row.proposed_contract_id &&
        next.settlement === row.proposed_settlement &&
        next.payment_id === row.proposed_payment_id
      );
    });
    const paying = rows.filter((row) => row.proposed_settlement === null && row.proposed_contract_id !== null);
    const settled = rows.flatMap((row) =>
      row.proposed_settlement === null ? [] : [{ row, as: row.proposed_settlement }],
    );
    await fromSuspense(
      call,
      paying.map((row) => partOf(row, row.proposed_contract_id!, row.amount)),
    );
    await settleSuspense(
      call,
      settled.map(({ row, as }) => ({ item_id: row.item_id, account: targets[as], amount: row.amount, reason: as })),
    );
    await changeRows(call.client, 'bank_statement_rows', [
      ...paying.map(({ id }) => ({
        id,
        state: 'MATCHED',
        settlement: null,
        payment_id: null,
        note: null,
        ...decided(call),
      })),
      ...settled.map(({ row, as }) => ({
        id: row.id,
        state: 'SETTLED',
        settlement: as,
        payment_id: as === 'BOOKED' ? row.proposed_payment_id : null,
        note: null,
        ...decided(call),
      })),
    ]);
    await context.progress(rows.length, rows.length);
    return {
      new: 0,
      changed: rows.length,
      unchanged: 0,
      row_ids: rows.map(({ id }) => id),
      matched: paying.length,
      settled: settled.length,
    };
  },

  /** Errors: IMPORT_TOUCHED where one of them was decided otherwise meanwhile. */
  async undo(context) {
    const call = callOf(context);
    const ids = (context.receipt.row_ids as number[] | undefined) ?? [];
    if (ids.length === 0) return;
    const rows = await call.db.select().from(r).where(inArray(r.id, ids)).orderBy(r.id).for('update');
    const touched = rows.some(
      ({ state, decided_by }) => (state !== 'MATCHED' && state !== 'SETTLED') || decided_by !== context.account_id,
    );
    if (touched) throw fail('IMPORT_TOUCHED');
    await backToSuspense(
      call,
      rows.map(({ item_id }) => item_id),
      'undo',
    );
    await changeRows(
      call.client,
      'bank_statement_rows',
      rows.map(({ id }) => ({ id, state: 'OPEN', settlement: null, payment_id: null, ...decided(call) })),
    );
  },
};
