import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { callsIn, close, newPage, settled } from '#tests/support/browser.ts';
import { familyMs, processMs } from './cpu.ts';
import { api } from './jobs.ts';
import { peopleOf, studentAccounts } from './load/people.ts';
import { middle } from './measure.ts';
import { filled, type Running, signIn, startServer } from './server.ts';

/**
 * A home page whole, as `npm run bench -- --home`: what the calls of it cost the server and the database when they are asked
 * one by one, and when they leave together as the browser sends them, by turns, so what other work does to the machine is
 * done to both. Then which of them cost most.
 */
const students = 10_000;
const turns = 5;
const pagesOfTurn = 40;
/** How often each call is asked alone, after as many that prepare its statements; and of how many is told. */
const asksOfCall = 60;
const dearest = 6;

interface Sent {
  method: string;
  path: string;
  body?: string;
}

/** What a browser asks for on its way to the page, until nothing is waited for. */
async function askedBy(base: string, token: string, address: string): Promise<Sent[]> {
  const page = await newPage({ baseURL: base });
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  const sent: Sent[] = [];
  page.on('request', (asked) => {
    const [call] = callsIn(asked);
    if (call === undefined || call.startsWith('GET /events')) return;
    const path = asked.url().slice(asked.url().indexOf(api) + api.length);
    const body = asked.postData();
    sent.push({ method: asked.method(), path, ...(body === null ? {} : { body }) });
  });
  await page.goto(address);
  await settled(page);
  await page.context().close();
  return sent;
}

/** Of somebody in the middle of the list: the demo's own student has something of everything, which hardly anybody has. */
async function tokenOfStudent(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const accounts = await studentAccounts(client);
  const at = Math.floor(accounts.length / 2);
  const people = await peopleOf(client, accounts.slice(at, at + 2), 2);
  await client.end();
  const token = people.map((one) => one.token).find((one) => one !== undefined);
  if (token === undefined) throw new Error('no student of the demo has a session');
  return token;
}

const agent = new Agent({ keepAlive: true, maxSockets: 6 });
const ask = ({ base }: Running, token: string, { method, path, body }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      institution: '1',
      language: 'en',
      'accept-encoding': 'br',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    request(`${base}${api}${path}`, { agent, method, headers }, (answer) =>
      answer
        .resume()
        .on('end', () => resolve(answer.statusCode ?? 0))
        .on('error', reject),
    )
      .on('error', reject)
      .end(body);
  });

export async function home(folder: string): Promise<void> {
  const data = await filled(join(folder, String(students)), students);
  const database = await startDatabase({ dataDir: data });
  const running = await startServer({ EDULAB_DATA: data, DATABASE_URL: database.ownerUrl }, students);
  try {
    console.log('| home of | requests | server, ms | database, ms | ms until all is there |');
    const ordinary = await tokenOfStudent(database.ownerUrl);
    for (const who of ['bachelor_student', 'another student', 'teacher', 'registrar_head']) {
      const token = who === 'another student' ? ordinary : await signIn(running.base, who);
      // Twice: the first browser finds a server that has not compiled yet, in which more comes late.
      await askedBy(running.base, token, '/home');
      const sent = await askedBy(running.base, token, '/home');
      const calls = sent.flatMap(({ method, path, body }) => {
        const { calls = [path] }: { calls?: string[] } = method === 'POST' && body ? JSON.parse(body) : {};
        return calls.map((address) => ({ method: 'GET', path: address }));
      });
      // What was asked together and then alone was asked twice.
      const single = [...new Map(calls.map((call) => [call.path, call])).values()];
      const ways = { alone: single, together: sent };
      const costs = { alone: [] as number[][], together: [] as number[][] };
      for (let turn = -1; turn < turns; turn++)
        for (const way of turn % 2 ? (['alone', 'together'] as const) : (['together', 'alone'] as const)) {
          const before = [processMs(running.pid), familyMs(database.pid), performance.now()] as const;
          for (let page = 0; page < pagesOfTurn; page++) {
            const codes = await Promise.all(ways[way].map((one) => ask(running, token, one)));
            // A card may ask for what is not there; a refusal under load would be cheaper than an answer.
            const odd = codes.find((code) => code === 0 || code === 429 || code >= 500);
            if (odd !== undefined) throw new Error(`a call of the home page was answered ${odd}`);
          }
          const after = [processMs(running.pid), familyMs(database.pid), performance.now()] as const;
          if (turn >= 0) costs[way].push(after.map((ms, at) => (ms - before[at]!) / pagesOfTurn));
        }
      const shares: { path: string; costs: number[] }[] = [];
      for (const call of single) {
        const clock = () => [processMs(running.pid), familyMs(database.pid)];
        let before = clock();
        for (let asked = -asksOfCall; asked < asksOfCall; asked += 4) {
          if (asked === 0) before = clock();
          await Promise.all(Array.from({ length: 4 }, () => ask(running, token, call)));
        }
        shares.push({ path: call.path, costs: clock().map((ms, at) => (ms - before[at]!) / asksOfCall) });
      }
      for (const way of ['alone', 'together'] as const) {
        const [server, asked, wall] = [0, 1, 2].map((at) => middle(costs[way].map((cost) => cost[at]!)).toFixed(1));
        console.log(`| ${who}, ${way} | ${ways[way].length} | ${server} | ${asked} | ${wall} |`);
      }
      const sum = ({ costs: [server = 0, asked = 0] }: (typeof shares)[number]) => server + asked;
      for (const { path, costs } of shares.toSorted((a, b) => sum(b) - sum(a)).slice(0, dearest))
        console.log(`|   of it ${path.split('?')[0]} | | ${costs.map((ms) => ms.toFixed(1)).join(' | ')} | |`);
    }
    console.log(
      `Load average ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')}.`,
    );
  } finally {
    agent.destroy();
    await close();
    await running.stop();
    await database.stop();
  }
}
