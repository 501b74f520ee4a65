import { join } from 'node:path';
import { domains } from '#domains/server.ts';
import type { Role } from '#platform/contract/index.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { limits } from './bars.ts';
import { api } from './jobs.ts';
import { table } from './report.ts';
import { filled, signIn, startServer } from './server.ts';

/**
 * Every call that asks without a blank in its address, as several people ask it, one after the other: `npm run bench --
 * --calls`, of a million with `--students 1000000`. What pages wait for must not grow with the table; a question that reads
 * one whole shows here, whoever asks it. Exports and reports are heavy by what they are: each is asked once, and has a bar
 * of its own.
 */
const people: Role[] = [
  'ADMIN',
  'REGISTRAR_HEAD',
  'DEAN',
  'TEACHER',
  'ACADEMIC_MENTOR',
  'BACHELOR_STUDENT',
  'ACCOUNTING_HEAD',
  'HR_HEAD',
  'GUEST_USER',
];
/** The first may find nothing kept and nothing prepared; of the others the least counts. */
const asks = 4;

interface Asked {
  path: string;
  heavy: boolean;
  who: Role;
  /** Milliseconds of the clock. */
  first: number;
  again: number;
  status: number;
}

async function ask(base: string, token: string, path: string): Promise<{ ms: number; status: number }> {
  const began = performance.now();
  const answer = await fetch(`${base}${api}${path}`, {
    headers: { authorization: `Bearer ${token}`, institution: '1', language: 'en' },
  });
  await answer.arrayBuffer();
  return { ms: performance.now() - began, status: answer.status };
}

export async function calls(folder: string, students: number): Promise<void> {
  const questions = callsOf(domains)
    .map(({ meta }) => meta)
    .filter(({ method, path }) => method === 'GET' && !path.includes('{') && path !== '/events')
    .map(({ path, rank }) => ({ path, heavy: rank === 'heavy' }));
  const running = await startServer({ EDULAB_DATA: await filled(join(folder, String(students)), students) }, students);
  const asked: Asked[] = [];
  const failed: Asked[] = [];
  try {
    for (const who of people) {
      console.error(`… as ${who}`);
      const token = await signIn(running.base, who.toLowerCase());
      for (const { path, heavy } of questions) {
        const first = await ask(running.base, token, path);
        const row = { path, heavy, who, first: first.ms, again: first.ms, status: first.status };
        // Who may not, or says too little, is told so at once.
        for (let turn = 1; turn < asks && row.status === 200 && !heavy; turn++) {
          const { ms, status } = await ask(running.base, token, path);
          row.again = Math.min(row.again, ms);
          row.status = status;
        }
        if (row.status === 200) asked.push(row);
        else if (row.status >= 500) failed.push(row);
      }
    }
  } finally {
    await running.stop();
  }
  const slow = asked
    .filter(({ heavy, first, again }) =>
      heavy ? first > limits.heavy_call_ms : again > limits.call_ms || first > limits.first_call_ms,
    )
    .toSorted((a, b) => b.again - a.again);
  console.log(
    `\n${students.toLocaleString('en')} students: of ${asked.length} questions of ${people.length} people ${slow.length} take over ${limits.call_ms} ms, or over ${limits.first_call_ms} at first, heavy ones over ${limits.heavy_call_ms}; ${failed.length} failed`,
  );
  table(
    ['call', 'who', 'first, ms', 'again, ms', ''],
    [...failed, ...slow].map(({ path, heavy, who, first, again, status }) => [
      path,
      who,
      first.toFixed(0),
      heavy ? '' : again.toFixed(0),
      status === 200 ? 'OVER' : String(status),
    ]),
  );
}
