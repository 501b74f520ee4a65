import { and, eq, inArray, sql } from 'drizzle-orm';
import pg from 'pg';
import type { z } from 'zod';
import { contracts, isWhole, studentDebits, sumOf } from '#domains/accounting/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { list } from '#platform/server/records/lists.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import type { contract, reversal } from '../contract.ts';
import { clickDay } from './click-day.ts';
import { demoWire } from './click-desk.ts';
import { clickApi, clickMerchant, clickPaid, wireTo } from './click-merchant.ts';
import { asGateway, type Known } from './http.ts';
import { gatewayOrders, gatewayReversals, gatewayTransactions } from './tables.ts';
import { cancel, type Transaction } from './transactions.ts';

/**
 * Click has no word for money that it gives back: whoever wants a payment back asks by the Merchant API. One person asks here,
 * another one sends it; then Click is asked, and nothing is booked before its status says that the money went back. An answer
 * that never came says nothing: the status is asked until it does. HTTP goes on outside of all transactions.
 */

export const reversalsErrand = 'gateways.reversals';
const pauseMs = 60_000;

const t = gatewayTransactions;
const r = gatewayReversals;
type Row = typeof r.$inferSelect;
type Shown = z.infer<typeof reversal>;

async function present(call: Call, rows: readonly Row[]): Promise<Shown[]> {
  const of = await call.db
    .select({
      row: t,
      number: contracts.number,
      payer: sql<string>`coalesce(${contracts.payer_name}, ${students.full_name}, '')`,
    })
    .from(t)
    .leftJoin(contracts, eq(contracts.id, t.contract_id))
    .leftJoin(gatewayOrders, eq(gatewayOrders.id, t.order_id))
    .leftJoin(studentDebits, eq(studentDebits.id, gatewayOrders.debit_id))
    .leftJoin(students, eq(students.id, studentDebits.student_id))
    .where(inArray(t.id, [0, ...rows.map((row) => row.transaction_id)]));
  const known = new Map(of.map((one) => [one.row.id, one]));
  const people = await accountsById(
    call,
    rows.flatMap((row) => [row.asked_by, ...(row.decided_by === null ? [] : [row.decided_by])]),
  );
  const nameOf = (id: number | null) => {
    const by = id === null ? undefined : people.get(id);
    return by ? `${by.lastname} ${by.firstname}` : null;
  };
  const manage = may(call, 'gateway.manage');
  return rows.map((row) => {
    const { row: paid, number, payer } = known.get(row.transaction_id)!;
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      transaction_id: row.transaction_id,
      external_id: paid.external_id,
      payer,
      contract: paid.contract_id === null || number === null ? null : { id: paid.contract_id, title: number },
      amount: sumOf(paid.amount),
      reason: row.reason,
      state: row.state,
      asked_by: nameOf(row.asked_by),
      decided_by: nameOf(row.decided_by),
      sent_at: row.sent_at,
      note: row.note,
      can: {
        send: manage && row.state === 'ASKED' && row.asked_by !== call.account_id,
        withdraw: manage && row.state === 'ASKED',
      },
    };
  });
}
const shownOne = async (call: Call, row: Row): Promise<Shown> => (await present(call, [row]))[0]!;

export const reversalList = (call: Call, input: InputOf<typeof contract.reversal.list>) =>
  list(call, input, {
    from: sql`${r}`,
    key: sql`${r.id}`,
    table: 'gateway_reversals',
    where: [input.state?.length ? inArray(r.state, input.state) : undefined],
    sorts: { created_at: sql`${r.created_at}` },
    defaultSort: 'created_at,desc',
    load: async (ids) => present(call, await call.db.select().from(r).where(inArray(r.id, ids))),
  });

/**
 * Which of these can be taken back by Click: paid by it, known there by a name and a day that no other payment has, and all
 * there. Click is asked by that name, and what it names in several ways must not be guessed.
 */
export async function reversible(call: Call, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await call.client.query<{ id: number }>(
    `select t.id from gateway_transactions t
       join payments p on p.id = t.payment_id and p.deleted_at is null
      where t.id = any($1) and t.provider = 'CLICK' and t.state = 2 and t.account <> ''
        and exists (select 1 from gateways g where g.provider = 'CLICK' and g.active and g.merchant_user_id <> '' and g.deleted_at is null)
        and not exists (select 1 from payments x where x.refund_of = p.id and x.deleted_at is null)
        and not exists (select 1 from gateway_reversals r where r.transaction_id = t.id and r.state in ('ASKED', 'SENDING'))
        and not exists (select 1 from gateway_transactions o where o.provider = 'CLICK' and o.account = t.account and o.id <> t.id
                         and ${clickDay.replaceAll('t.', 'o.')} = ${clickDay})`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Errors: REVERSAL_NOT where Click cannot be asked to take it back. */
export async function askReversal(call: Call, input: InputOf<typeof contract.reversal.ask>): Promise<Shown> {
  const [row] = await call.db.select({ id: t.id }).from(t).where(eq(t.id, input.transaction_id)).for('update');
  if (!row) throw fail('NOT_FOUND');
  if (!(await reversible(call, [row.id])).has(row.id)) throw fail('REVERSAL_NOT');
  const [made] = await call.db
    .insert(r)
    .values({ transaction_id: row.id, reason: input.reason, asked_by: call.account_id })
    .returning();
  return shownOne(call, made!);
}

/** Errors: REVERSAL_OWN where one would send what one asked for oneself; REVERSAL_NOT where the money is not all there any more. */
export async function decideReversal(call: Call, input: InputOf<typeof contract.reversal.decide>): Promise<Shown> {
  const row = await loadForChange(call, r, undefined, input, (now) => shownOne(call, now));
  if (row.state !== 'ASKED') throw fail('REVERSAL_DECIDED');
  if (input.send) {
    if (row.asked_by === call.account_id) throw fail('REVERSAL_OWN');
    const [paid] = await call.db.select().from(t).where(eq(t.id, row.transaction_id));
    if (paid?.payment_id == null || !(await isWhole(call, paid.payment_id))) throw fail('REVERSAL_NOT');
  }
  const [decided] = await call.db
    .update(r)
    .set({ state: input.send ? 'SENDING' : 'WITHDRAWN', decided_by: call.account_id })
    .where(eq(r.id, row.id))
    .returning();
  if (input.send) await workWaits(call.client, reversalsErrand);
  return shownOne(call, decided!);
}

type Desk = ReturnType<typeof clickMerchant>;
const deskOf = (kernel: Kernel, institution_id: number, known: Known): Desk => {
  const { demo, clickUrl } = kernel.settings;
  return clickMerchant(
    known,
    demo && clickUrl === null ? demoWire(kernel.database.owner, institution_id, known) : wireTo(clickUrl ?? clickApi),
  );
};

interface Waiting {
  id: number;
  institution_id: number;
  transaction_id: number;
}

/** Goes on with what was sent to Click; answers after how many milliseconds to look again. */
export async function workOnReversals(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<Waiting>(
    "select id, institution_id, transaction_id from gateway_reversals where state = 'SENDING' order by id limit 100",
  );
  if (rows.length === 0) return pauseMs * 10;
  // Of several servers one asks: the lock belongs to this connection, and whoever dies lets go of it.
  const holder = new pg.Client({ connectionString: kernel.database.ownerUrl, application_name: 'edulab reversals' });
  await holder.connect();
  try {
    for (const one of rows) {
      const { rows: got } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [
        lockSpaces.reversals,
        one.id,
      ]);
      if (!got[0]?.mine) continue;
      try {
        await advance(kernel, one);
      } finally {
        await holder.query('select pg_advisory_unlock($1, $2)', [lockSpaces.reversals, one.id]);
      }
    }
  } finally {
    await holder.end();
  }
  return pauseMs;
}

/** What is known of one that is being sent, or undefined where it is not any more. */
const readOf = (kernel: Kernel, one: Waiting) =>
  asGateway(kernel, one.institution_id, 'CLICK', async (call, known) => {
    const { rows } = await call.client.query<
      Pick<Row, 'payment_ref' | 'sent_at' | 'taken_up'> & Pick<Transaction, 'account'> & { day: string }
    >(
      `select r.payment_ref, r.sent_at, r.taken_up, t.account, ${clickDay}::text as day
         from gateway_reversals r join gateway_transactions t on t.id = r.transaction_id where r.id = $1 and r.state = 'SENDING'`,
      [one.id],
    );
    return rows[0] && { ...rows[0], known };
  });

const note = (kernel: Kernel, one: Waiting, values: Partial<Row>) =>
  asGateway(kernel, one.institution_id, 'CLICK', (call) =>
    call.db
      .update(r)
      .set(values)
      .where(and(eq(r.id, one.id), eq(r.state, 'SENDING'), ...differs(values))),
  );
/** What says the same is not written again each minute. */
const differs = (values: Partial<Row>) =>
  'note' in values && Object.keys(values).length === 1 ? [sql`${r.note} is distinct from ${values.note}`] : [];

async function advance(kernel: Kernel, one: Waiting): Promise<void> {
  const found = await readOf(kernel, one);
  if (!found || found.known.merchant_user_id === '') return;
  const desk = deskOf(kernel, one.institution_id, found.known);
  let ref = found.payment_ref;
  if (ref === null) {
    const told = await desk.byAccount(found.account, found.day);
    if (told.kind === 'silent') return void (await note(kernel, one, { note: told.note }));
    // It was never sent: what Click does not know it cannot take back.
    if (told.error !== 0 || told.payment_id === null)
      return void (await note(kernel, one, { state: 'REFUSED', note: told.note || String(told.error) }));
    ref = told.payment_id;
    await note(kernel, one, { payment_ref: ref, note: null });
  }
  let now = await desk.byPayment(ref);
  if (now.kind === 'silent') return void (await note(kernel, one, { note: now.note }));
  if (now.error === 0 && now.status !== null && now.status < 0) return finish(kernel, one, now.status);
  if (now.error !== 0 || now.status !== clickPaid) return void (await note(kernel, one, { note: wordsOf(now) }));
  // Asked once and told that it will be done: only the status says more, and it is shown how it stands.
  if (found.taken_up) return void (await note(kernel, one, { note: wordsOf(now) }));
  if (found.sent_at === null && !(await begin(kernel, one))) return;
  const asked = await desk.reverse(ref);
  if (asked.kind === 'told' && asked.error === 0) await note(kernel, one, { taken_up: true, note: null });
  now = await desk.byPayment(ref);
  if (now.kind === 'told' && now.error === 0 && now.status !== null && now.status < 0)
    return finish(kernel, one, now.status);
  if (asked.kind === 'silent') return void (await note(kernel, one, { note: asked.note }));
  // Refused, and the payment stands there as it stood.
  if (asked.error !== 0 && now.kind === 'told' && now.status === clickPaid)
    await note(kernel, one, { state: 'REFUSED', note: asked.note || String(asked.error) });
}
const wordsOf = (told: { error: number; note: string; status: number | null }) =>
  told.error === 0 ? `payment_status ${told.status}` : told.note || String(told.error);

/** Just before Click is asked: the money must be all there. Written down first, so that a stop here is known to have sent it perhaps. */
const begin = (kernel: Kernel, one: Waiting): Promise<boolean | undefined> =>
  asGateway(kernel, one.institution_id, 'CLICK', async (call) => {
    const [paid] = await call.db.select().from(t).where(eq(t.id, one.transaction_id)).for('update');
    const whole = paid?.state === 2 && paid.payment_id !== null && (await isWhole(call, paid.payment_id));
    await call.db
      .update(r)
      .set(whole ? { sent_at: clock.iso(), note: null } : { state: 'REFUSED', note: 'PAYMENT_USED' })
      .where(eq(r.id, one.id));
    return whole;
  });

/** Click's status says that the money went back: the books say so too, in one transaction with it. */
const finish = async (kernel: Kernel, one: Waiting, told_status: number): Promise<void> => {
  await asGateway(kernel, one.institution_id, 'CLICK', async (call) => {
    const [row] = await call.db.select().from(r).where(eq(r.id, one.id)).for('update');
    const [paid] = await call.db.select().from(t).where(eq(t.id, one.transaction_id)).for('update');
    if (row?.state !== 'SENDING' || !paid) return;
    const booked = paid.state < 0 || (await cancel(call, paid, 5));
    await call.db.update(t).set({ told_status }).where(eq(t.id, paid.id));
    await call.db
      .update(r)
      .set({ state: booked ? 'DONE' : 'STUCK', note: null })
      .where(eq(r.id, row.id));
  });
};

const nightDays = 3;
const nightMost = 500;
/** So many answers in a row that never came, and Click is left alone until the next night. */
const nightPatience = 5;

/** Each night: how Click's payments of the last days stand at Click, which reconciliation holds against ours. */
export async function askHowClickStands(kernel: Kernel): Promise<number> {
  const { rows: institutions } = await kernel.database.owner.query<{ id: number }>(
    "select institution_id as id from gateways where provider = 'CLICK' and active and merchant_user_id <> '' and deleted_at is null order by 1",
  );
  let asked = 0;
  for (const { id } of institutions) asked += await askOf(kernel, id);
  return asked;
}

async function askOf(kernel: Kernel, institution_id: number): Promise<number> {
  const found = await asGateway(kernel, institution_id, 'CLICK', async (call, known) => {
    const { rows } = await call.client.query<{ id: number; account: string; day: string }>(
      `select * from (select t.id, t.account, ${clickDay}::text as day, count(*) over (partition by t.account, ${clickDay}) as alike
          from gateway_transactions t where t.provider = 'CLICK' and t.account <> '' and t.create_time > $1) t
        where alike = 1 order by id desc limit $2`,
      [clock.date().getTime() - nightDays * 86_400_000, nightMost],
    );
    return { rows, known };
  });
  if (!found) return 0;
  const desk = deskOf(kernel, institution_id, found.known);
  const told: { id: number; status: number }[] = [];
  let silent = 0;
  for (const one of found.rows) {
    const first = await desk.byAccount(one.account, one.day);
    // By what was paid for Click names the payment alone; its status is another question.
    const said =
      first.kind === 'told' && first.error === 0 && first.status === null && first.payment_id !== null
        ? await desk.byPayment(first.payment_id)
        : first;
    silent = said.kind === 'silent' ? silent + 1 : 0;
    if (silent >= nightPatience) break;
    if (said.kind === 'silent') continue;
    const status = said.error === 0 ? said.status : -1;
    if (status !== null) told.push({ id: one.id, status });
  }
  await asGateway(kernel, institution_id, 'CLICK', (call) =>
    call.client.query(
      `update gateway_transactions t set told_status = x.status from jsonb_to_recordset($1::jsonb) as x(id int, status int)
        where t.id = x.id and t.told_status is distinct from x.status`,
      [JSON.stringify(told)],
    ),
  );
  return told.length;
}
