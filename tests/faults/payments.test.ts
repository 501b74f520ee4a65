import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyJournal } from '#domains/accounting/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { databasePid, type Edulab, embeddedUrl, filledFolder, kill, query, startEdulab } from './edulab.ts';

/**
 * Payments through Payme while the server, or its database, is killed in the middle of each step. A gateway that hears nothing
 * asks again; what it is told then must be what was done, and money is booked once or not at all.
 * A few rounds with every run, many on demand: FAULT_ROUNDS=200 vitest run --project faults tests/faults/payments.test.ts
 */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 4);
const steps = ['CreateTransaction', 'PerformTransaction', 'CancelTransaction'] as const;
/** A thousand soʻm, so that one contract bears them all. */
const amount = 100_000;

let dataDir: string;
let edulab: Edulab;
beforeAll(async () => {
  dataDir = filledFolder(mkdtempSync(join(tmpdir(), 'edulab-payments-')));
  edulab = await startEdulab({ dataDir });
}, 130_000);
afterAll(async () => {
  await edulab?.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Answer {
  result?: Record<string, unknown>;
  error?: { code: number };
}
/** Undefined where no answer came. */
async function ask(method: string, params: object): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${edulab.url}/gateways/payme/1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('Paycom:demo-payme-1').toString('base64')}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    });
    return (await answer.json()) as Answer;
  } catch {
    return undefined;
  }
}
/** Again until it is answered and not told that the server has trouble. */
async function askAgain(method: string, params: object): Promise<Answer> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(100)) {
    const answer = await ask(method, params);
    if (answer && answer.error?.code !== -32_400) return answer;
  }
  throw new Error(`no answer to ${method}: ${edulab.output()}`);
}

async function strike(round: number): Promise<void> {
  if (round % 4 === 3) return kill(databasePid(dataDir));
  await edulab.end('SIGKILL');
  edulab = await startEdulab({ dataDir });
}

interface Kept {
  external_id: string;
  state: number;
  paid: number;
  came: number;
  back: number;
}
const kept = () =>
  query<Kept>(
    embeddedUrl(dataDir),
    `select t.external_id, t.state, count(p.id)::int as paid, coalesce(sum(p.amount), 0)::int as came,
            coalesce((select sum(r.amount) from payments r where r.refund_of in (select x.id from payments x where x.external_ref = 'payme ' || t.external_id)), 0)::int as back
       from gateway_transactions t left join payments p on p.external_ref = 'payme ' || t.external_id and p.kind = 'PAYMENT'
      group by t.id order by t.id`,
  );

describe(`kill -9 at every step of a payment, ${rounds} rounds`, { timeout: 60_000 + rounds * 30_000 }, () => {
  it('loses no money and doubles none, and says the same when it is asked again', async ({ annotate }) => {
    const [contract] = await query<{ id: number; number: string; paid: number }>(
      embeddedUrl(dataDir),
      `select c.id, c.number, coalesce((select sum(p.amount) from payments p where p.contract_id = c.id), 0)::bigint as paid from contracts c
        where c.institution_id = 1 and c.status = 'ACTIVE' and exists (select 1 from student_debits d where d.contract_id = c.id and d.paid < d.total) order by c.id limit 1`,
    );
    let answered = 0;
    const wanted = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const id = `fault-${round}`;
      const struck = steps[round % steps.length];
      // Each third is paid and stays paid.
      const last = struck === 'CancelTransaction' || round % 2 ? 3 : 2;
      for (const method of steps.slice(0, last)) {
        const params =
          method === 'CreateTransaction'
            ? { id, time: clock.date().getTime(), amount, account: { contract: contract!.number } }
            : method === 'CancelTransaction'
              ? { id, reason: 5 }
              : { id };
        const first = ask(method, params);
        if (method === struck) {
          await sleep(Math.random() * 60);
          await strike(round);
        }
        const before = await first;
        const after = await askAgain(method, params);
        expect(after.error, `${method} of round ${round}: ${JSON.stringify(after)}`).toBeUndefined();
        if (before?.result) {
          answered++;
          expect(after, `${method} of round ${round} is told as before`).toEqual(before);
        }
      }
      wanted.set(id, last === 3 ? -2 : 2);
    }
    const rows = await kept();
    expect(rows.map(({ external_id, state, paid, came, back }) => ({ external_id, state, paid, came, back }))).toEqual(
      [...wanted].map(([external_id, state]) => ({
        external_id,
        state,
        paid: 1,
        came: amount,
        back: state === 2 ? 0 : -amount,
      })),
    );
    const [now] = await query<{ paid: number; debits: number }>(
      embeddedUrl(dataDir),
      `select coalesce(sum(p.amount), 0)::bigint as paid, (select sum(d.paid) from student_debits d where d.contract_id = $1 and d.deleted_at is null)::bigint as debits
         from payments p where p.contract_id = $1 and p.deleted_at is null`,
      [contract!.id],
    );
    const stayed = [...wanted.values()].filter((state) => state === 2).length;
    expect(Number(now!.paid) - Number(contract!.paid)).toBe(stayed * amount);
    expect(Number(now!.debits)).toBe(Number(now!.paid));
    const client = new pg.Client(embeddedUrl(dataDir));
    await client.connect();
    const { faults } = await verifyJournal(client, dataDir);
    await client.end();
    expect(faults).toEqual([]);
    await annotate(`${rounds} rounds, ${answered} answers compared with those before them; the books are whole.`);
  });
});
