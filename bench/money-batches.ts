import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { writeExchange } from '#domains/banking/server/exchange.ts';
import type { StatementRow } from '#domains/banking/statement.ts';
import { familyMs } from './cpu.ts';
import { api } from './jobs.ts';
import type { Batch } from './marks-batches.ts';
import type { Running } from './server.ts';

/** A bank's file on its way in, as an accountant brings it: sent, looked at, taken. */

export const statementBatch = 'a statement of 5,000 rows';
const ROWS = 5000;
/** Seconds from the first byte to the last row in suspense. */
const BAR = 10;

export async function moneyBatches(
  client: pg.Client,
  postgres: number,
  running: Running,
  token: string,
): Promise<Batch[]> {
  const ask = async <T>(path: string, body: BodyInit, type?: string): Promise<T> => {
    const answer = await fetch(running.base + api + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        institution: '1',
        language: 'en',
        ...(type ? { 'content-type': type } : {}),
      },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  };
  const { number, rows, today } = await bankFile(client);
  const bytes = writeExchange({
    account: number,
    from: today,
    until: today,
    opening: 0,
    closing: rows.reduce((sum, { amount }) => sum + amount, 0),
    rows,
    owner: { name: 'U', tin: '', bank: '', mfo: '' },
    made_on: today,
    made_at: '10:00:00',
  });
  const timed = async (name: string, fault: string | null, work: () => Promise<unknown>): Promise<Batch> => {
    const [began, cpu] = [performance.now(), familyMs(postgres)];
    await work();
    const seconds = (performance.now() - began) / 1000;
    return {
      name,
      amount: ROWS,
      seconds,
      cpu: (familyMs(postgres) - cpu) / 1000,
      fault: seconds > BAR ? `over ${BAR} s` : fault,
    };
  };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'kl_to_1c.txt');
  const [file] = await ask<{ id: number }[]>('/upload?purpose=statement', form);
  const asked = JSON.stringify({ file_id: file!.id });
  const json = 'application/json';
  /** A job goes on behind the request: until its last row stands. */
  const taken = async () => {
    const { job_id } = await ask<{ job_id: number | null }>('/accounting/statement/', asked, json);
    for (let state = 'queued'; job_id !== null && state !== 'done'; await sleep(50)) {
      const { rows: jobs } = await client.query<{ state: string; error: string | null }>(
        'select state, error from jobs where id = $1',
        [job_id],
      );
      state = jobs[0]?.state ?? 'failed';
      if (state === 'failed') throw new Error(`the statement was not taken: ${jobs[0]?.error}`);
    }
  };
  return [
    await timed(`${statementBatch}, looked at`, null, () => ask('/accounting/statement/preview', asked, json)),
    await timed(`${statementBatch}, taken`, null, taken),
  ];
}

/** An account of its own, and rows of which every second names a contract, in several spellings. */
async function bankFile(client: pg.Client): Promise<{ number: string; rows: StatementRow[]; today: string }> {
  const {
    rows: [made],
  } = await client.query<{ number: string; today: string }>(
    `insert into bank_accounts (institution_id, number, bank, mfo, ledger)
     select 1, '2020800090' || lpad((coalesce((select max(id) from bank_accounts), 0) + 1000000)::text, 10, '0'), 'Benchmark', '00444', '5110'
     returning number, edulab_today()::text as today`,
  );
  const { rows: contracts } = await client.query<{ number: string; payer: string }>(
    `select c.number, c.payer_name as payer from contracts c where c.institution_id = 1 and c.status = 'ACTIVE' order by c.id limit 2500`,
  );
  const said = [(number: string) => `№ ${number}`, (number: string) => `shartnoma ${number.toLowerCase()}`];
  const rows = Array.from({ length: ROWS }, (_, at): StatementRow => {
    const of = contracts[at % contracts.length]!;
    return {
      day: made!.today,
      number: String(at + 1),
      amount: 100_000_00 + at,
      party: at % 2 ? 'ООО Весна' : of.payer,
      party_account: '20208000900200002020',
      party_tin: '',
      party_bank: '',
      party_mfo: '',
      purpose: at % 2 ? 'Оплата' : `Toʻlov ${said[at % 4 === 0 ? 0 : 1]!(of.number)}`,
    };
  });
  return { number: made!.number, rows, today: made!.today };
}
