import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { familyMs, processMs } from './cpu.ts';
import { api } from './jobs.ts';
import { middle } from './measure.ts';
import { filled, signIn, startServer } from './server.ts';

/**
 * What lists cost as of so many days ago beside today, as `npm run bench -- --past 1`: of 10,000 students every fifth was changed
 * three times since, of the groups every third once. Each list is asked of today and of then by turns; what counts is the
 * ratio of the middles, which holds where other work moves both.
 */

const students = 10_000;
const turns = 15;
const lists: [name: string, path: string][] = [
  ['students, first 10', '/student/?size=10'],
  ['students, first 100', '/student/?size=100'],
  ['students, page 300', '/student/?size=10&page=300'],
  ['groups, first 10', '/group/?size=10'],
  ['groups, first 100', '/group/?size=100'],
  ['groups, page 20', '/group/?size=10&page=20'],
  ['attendance by group', '/attendance/group?size=10'],
  ['attendance by student', '/attendance/table?size=10'],
  ['attendance by student and module', '/attendance/table/student?size=10'],
  ['attendance by module', '/attendance/table/module?size=10'],
];

async function changed(client: pg.Client): Promise<void> {
  await client.query("select set_config('edulab.institution', '1', false)");
  for (const turn of [1, 2, 3])
    await client.query("update students set contact_phone = '90' || (1000000 + id + $1)::text where id % 5 = 0", [
      turn,
    ]);
  await client.query('update groups set capacity = capacity + 1 where id % 3 = 0');
  await client.query('vacuum analyze');
}

export async function past(folder: string, days: number): Promise<void> {
  const data = await filled(join(folder, String(students)), students);
  const database = await startDatabase({ dataDir: data });
  const running = await startServer({ EDULAB_DATA: data, DATABASE_URL: database.ownerUrl }, students);
  const client = new pg.Client({ connectionString: database.ownerUrl, options: '-c timezone=UTC' });
  try {
    await client.connect();
    await changed(client);
    const {
      rows: [then],
    } = await client.query<{ day: string }>("select to_char(edulab_today() - $1::int, 'YYYY-MM-DD') as day", [days]);
    const token = await signIn(running.base, 'admin');
    const ask = async (path: string) => {
      const before = familyMs(database.pid) + processMs(running.pid);
      const began = performance.now();
      const answer = await fetch(running.base + api + path, {
        headers: { authorization: `Bearer ${token}`, institution: '1' },
      });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
      const wall = performance.now() - began;
      return { wall, cpu: familyMs(database.pid) + processMs(running.pid) - before };
    };
    console.log(`As of ${then!.day}, ${turns} turns; milliseconds of the clock, and of processors, today and then`);
    for (const [name, path] of lists) {
      const asked = { today: [] as Cost[], past: [] as Cost[] };
      for (let turn = 0; turn < turns; turn++) {
        asked.today.push(await ask(path));
        asked.past.push(await ask(`${path}&as_of=${then!.day}`));
      }
      const of = (costs: Cost[], what: keyof Cost) => middle(costs.map((cost) => cost[what]));
      const say = (what: keyof Cost) => {
        const [now, before] = [of(asked.today, what), of(asked.past, what)];
        return `${now.toFixed(0)} → ${before.toFixed(0)}, ${(before / now).toFixed(1)} times`;
      };
      console.log(`${name.padEnd(34)} ${say('wall').padEnd(28)} ${say('cpu')}`);
    }
  } finally {
    await client.end();
    await running.stop();
    await database.stop();
  }
}

interface Cost {
  wall: number;
  cpu: number;
}
