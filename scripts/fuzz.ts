/**
 * `npm run fuzz`: starts an Edulab of its own with a small demo university, sends it requests made from the contracts and
 * then broken, as several roles at once, and lists every answer of 500 or above and every one that took too long. Exit
 * code 1 where there is any. What it finds goes to `tests/attacks/found-by-fuzz.json`, which a test replays.
 *
 * --requests 100000   how many                   --seed 1           the same seed sends the same requests
 * --roles 12          as how many of the roles   --concurrency 12   how many at once
 * --slow 3            seconds that are too long  --students 200     size of the demo
 * --call TEXT         only calls whose method and path hold TEXT
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { domains } from '#domains/server.ts';
import { type Role, roles } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { registerDomains } from '#platform/server/run/main.ts';
import { numberFor, type Shot, shotsFor } from '#tests/support/shots.ts';
import { memoryMb } from '../bench/cpu.ts';
import { startServer } from '../bench/server.ts';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    roles: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '12' },
    slow: { type: 'string', default: '3' },
    students: { type: 'string', default: '200' },
    call: { type: 'string' },
  },
});
const wanted = Number(options.requests);
const seed = Number(options.seed);
const slowMs = Number(options.slow) * 1_000;
/** Whoever waits longer gives up; that is told as an answer of 0. */
const patienceMs = 60_000;

/** What no answer may hold: our code, our queries, our tables. */
const leaks =
  /\bat \S+ \(|node_modules|select .+ from|insert into|syntax error|relation "|column "|duplicate key value/i;

/** The roles that most differ in what they may; any further come in the order of the contract. */
const first: readonly Role[] = [
  'SUPER_ADMIN',
  'ADMIN',
  'TEACHER',
  'BACHELOR_STUDENT',
  'GUEST_USER',
  'REGISTRAR_HEAD',
  'HR_HEAD',
  'ACCOUNTING_HEAD',
  'ADMISSION_MODERATOR',
  'LIBRARY_MODERATOR',
  'DEAN',
  'ADMIN_SAMARKAND',
];
const chosen = [...new Set([...first, ...roles])].slice(0, Number(options.roles)).map((role) => role.toLowerCase());

interface Answer {
  status: number;
  ms: number;
  said: string;
}

registerDomains(domains);
const data = await mkdtemp(join(tmpdir(), 'edulab-fuzz-'));
const agent = new Agent({ keepAlive: true, maxSockets: Number(options.concurrency) });
let failed = true;
try {
  await (await startServer({ EDULAB_DATA: data }, Number(options.students))).stop();
  const database = await startDatabase({ dataDir: data });
  const server = await startServer({ EDULAB_DATA: data, DATABASE_URL: database.ownerUrl }, Number(options.students));
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  try {
    failed = await fuzz(server.base, server.pid, owner);
  } finally {
    agent.destroy();
    await server.stop();
    await owner.end();
    await database.stop();
  }
} finally {
  await rm(data, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function fuzz(base: string, pid: number, owner: pg.Pool): Promise<boolean> {
  const calls = callsOf(domains)
    // Streams that stay open never answer.
    .filter(({ meta }) => !/\/events$/.test(meta.path))
    .filter(({ meta }) => `${meta.method} ${meta.path}`.includes(options.call ?? ''))
    .map((call) => ({ call, shots: shotsFor(call) }));
  const keeper = await keepRights(owner);
  const statuses = new Map<number, number>();
  const found = new Map<string, { times: number; role: string; shot: Shot; answer: Answer }>();
  const slow: { role: string; shot: Shot; answer: Answer }[] = [];
  const began = performance.now();
  let sent = 0;
  let most = 0;

  const shoot = async (name: string, role: string, shot: Shot) => {
    const token = await keeper.tokenOf(role);
    const answer = await send(base, shot, token);
    if (answer.status === 401) keeper.renew(role, token);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    // 503 is the polite refusal of a server that has too much to do; who waits for nothing is told as 0.
    const bad = answer.status === 0 || (answer.status >= 500 && answer.status !== 503);
    if (bad || (answer.status >= 400 && leaks.test(answer.said))) {
      const key = `${name} ${answer.status}`;
      const known = found.get(key);
      if (known) known.times++;
      else {
        found.set(key, { times: 1, role, shot, answer });
        console.log(`FOUND ${key} as ${role}: ${answer.said.slice(0, 200)}\n  ${JSON.stringify(shot).slice(0, 600)}`);
      }
    } else if (answer.ms >= slowMs && slow.length < 500) slow.push({ role, shot, answer });
    if (++sent % 20_000 === 0) {
      const mb = memoryMb(pid);
      most = Math.max(most, mb);
      console.log(
        `${sent} sent, ${Math.round(sent / ((performance.now() - began) / 1000))} a second, ${mb.toFixed(0)} MB, ${counted(statuses)}`,
      );
    }
  };

  for (let round = 0; sent < wanted; round++) {
    await keeper.restore();
    const line = calls.flatMap(({ call, shots }) =>
      shots(seed, round, chosen.length).map((shot, at) => ({
        name: `${call.meta.method} ${call.meta.path}`,
        role: at % 2 ? chosen[at % chosen.length]! : mayCall(call, numberFor(seed, round, call.meta.path, at)),
        shot: shot.method === 'GET' && round % 4 === 3 ? together(shot) : shot,
        place: numberFor(seed, round, call.meta.path, call.meta.method, at),
      })),
    );
    line.sort((a, b) => a.place - b.place);
    line.length = Math.min(line.length, wanted - sent);
    await Promise.all(
      Array.from({ length: Number(options.concurrency) }, async () => {
        for (let next = line.pop(); next; next = line.pop()) await shoot(next.name, next.role, next.shot);
      }),
    );
  }

  // Among many others a quick answer may take long; what counts is how long it takes alone.
  const slowAlone: string[] = [];
  for (const { role, shot, answer } of slow) {
    await keeper.restore();
    const alone = await send(base, shot, await keeper.tokenOf(role));
    if (alone.ms >= slowMs)
      slowAlone.push(
        `${(alone.ms / 1000).toFixed(1)} s alone, ${(answer.ms / 1000).toFixed(1)} s among others, as ${role}: ${JSON.stringify(shot).slice(0, 400)}`,
      );
  }

  console.log(
    `\nSeed ${seed}: ${sent} requests of ${calls.length} calls as ${chosen.length} roles in ${((performance.now() - began) / 1000).toFixed(0)} s: ${counted(statuses)}`,
  );
  console.log(`Memory of the server at most ${most.toFixed(0)} MB, at the end ${memoryMb(pid).toFixed(0)} MB.`);
  console.log(`Answers that took ${options.slow} s or more: ${slow.length} among others, ${slowAlone.length} alone.`);
  for (const line of slowAlone) console.log(`  ${line}`);
  console.log(`Kinds of answers that are faults: ${found.size || 'none'}.`);
  for (const [key, { times, role, shot, answer }] of found)
    console.log(`  ${key} × ${times}, as ${role}: ${answer.said.slice(0, 200)}\n    ${JSON.stringify(shot)}`);
  return found.size > 0 || slowAlone.length > 0;
}

/** In every fourth round GETs are asked between two others, which must not suffer from it. */
function together({ url, headers }: Shot): Shot {
  const calls = ['/country?size=1', url.slice(apiBase.length), '/country?size=1'];
  return {
    method: 'POST',
    url: `${apiBase}/together`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ calls }),
  };
}

/** One of the chosen roles that may make the call, so that half of the requests come past the door. */
function mayCall({ meta }: DeclaredCall, number: number): string {
  const declared = declaredPermissions();
  const wanted = 'permission' in meta.access ? [meta.access.permission].flat() : [];
  const may = chosen.filter((role) =>
    wanted.some((name) =>
      Object.values(declared[name]?.grants ?? {}).some((held) => held.some((one) => one.toLowerCase() === role)),
    ),
  );
  const among = may.length > 0 ? may : chosen;
  return among[Math.abs(number) % among.length]!;
}

function counted(statuses: Map<number, number>): string {
  return [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status} × ${times}`)
    .join(', ');
}

function send(base: string, shot: Shot, token: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((done) => {
    const ended = (status: number, said: string) => done({ status, said, ms: performance.now() - began });
    const asked = request(
      base + shot.url,
      {
        agent,
        method: shot.method,
        headers: {
          ...shot.headers,
          authorization: `Bearer ${token}`,
          ...(shot.body === undefined ? {} : { 'content-length': Buffer.byteLength(shot.body) }),
        },
        timeout: patienceMs,
      },
      (answer) => {
        const lines = shot.url.endsWith('/together');
        const refused = lines || (answer.statusCode ?? 0) >= 400;
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => refused && parts.length < 4 && parts.push(part));
        answer.on('end', () => {
          const said = Buffer.concat(parts).toString();
          // Of several answers the worst.
          const worst = lines
            ? [...said.matchAll(/^\{"index":\d+,"status":(\d+)/gm)].map(([, one]) => Number(one))
            : [];
          ended(Math.max(answer.statusCode ?? 0, ...worst), said.slice(0, 4_000));
        });
        answer.on('error', (error) => ended(0, error.message));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no answer in a minute')));
    asked.on('error', (error) => ended(0, error.message));
    asked.end(shot.body);
  });
}

/**
 * Sessions of the chosen roles. The requests take rights away, change passwords and delete accounts; after each round
 * everything about rights is as it was, so that the fuzzer does not end up asking for what it may no longer do.
 */
async function keepRights(owner: pg.Pool) {
  await owner.query(
    `create schema fuzz;
     create table fuzz.accounts as select id, username from accounts where username = any(string_to_array('${chosen.join(',')}', ','));
     create table fuzz.account_roles as select * from account_roles;
     create table fuzz.role_permissions as select * from role_permissions;`,
  );
  const tokens = new Map<string, Promise<string>>();
  const open = async (role: string) => {
    const token = randomBytes(32).toString('base64url');
    await owner.query(
      `insert into sessions (account_id, token_hash, expires_at)
       select id, $2, edulab_now() + interval '1 day' from fuzz.accounts where username = $1`,
      [role, hashToken(token)],
    );
    return token;
  };
  return {
    tokenOf(role: string): Promise<string> {
      const token = tokens.get(role) ?? open(role);
      tokens.set(role, token);
      return token;
    },
    renew(role: string, old: string) {
      void tokens.get(role)?.then((token) => token === old && tokens.delete(role));
    },
    restore: () =>
      owner.query(
        `update accounts a set active = true, deleted_at = null, required_actions = '{}' from fuzz.accounts k
          where k.id = a.id and (not a.active or a.deleted_at is not null or a.required_actions <> '{}');
         update institutions set deleted_at = null where deleted_at is not null;
         update roles set deleted_at = null where deleted_at is not null;
         insert into role_permissions select * from fuzz.role_permissions on conflict do nothing;
         insert into account_roles select * from fuzz.account_roles on conflict do nothing;`,
      ),
  };
}
