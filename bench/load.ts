import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bell } from './load/bell.ts';
import { campaign } from './load/campaign.ts';
import { closeConnections, Visitor } from './load/client.ts';
import type { Day, Visits } from './load/day.ts';
import { type Bar, barsMs, Figures, printBars } from './load/figures.ts';
import { office } from './load/office.ts';
import { exam, results, seats } from './load/students.ts';
import { startUniversity } from './load/university.ts';

/** `npm run load`: see README.md beside this file. */
const days: Record<string, Day> = { results, bell, campaign, seats, exam, office };
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string' },
    minutes: { type: 'string' },
    students: { type: 'string', default: '10000' },
    keep: { type: 'string' },
    times: { type: 'string', default: '1' },
  },
});
const [name = ''] = positionals;
const day = days[name];
const people = Number(options.people ?? day?.people);
const minutes = Number(options.minutes ?? day?.minutes);
const [students, times] = [Number(options.students), Number(options.times)];
if (!day || ![people, minutes, students, times].every((number) => number > 0)) {
  console.error(`npm run load -- DAY [--people N] [--minutes M] [--students S] [--keep DIR] [--times 5]
${Object.entries(days)
  .map(([key, { about, people: many, minutes: long }]) => `  ${key.padEnd(9)} ${about} (${many} in ${long} minutes)`)
  .join('\n')}`);
  process.exit(1);
}
/** How long it may take until all is as it was, once fewer come again. */
const recoveryMs = 30_000;

const own = await mkdtemp(join(tmpdir(), 'edulab-load-'));
let met = false;
try {
  const folder = options.keep && !day.once ? resolve(options.keep) : own;
  met = await held(day, join(folder, String(students)));
} finally {
  await rm(own, { recursive: true, force: true });
}
process.exit(met ? 0 : 1);

async function held(held: Day, data: string): Promise<boolean> {
  const university = await startUniversity(data, students);
  try {
    // A minute of the day as it is comes before and after one that is more than it.
    const usual = Math.max(1, Math.round(people / minutes));
    const many = Math.round(people * times);
    const visits = await held.prepare(university.client, times > 1 ? many + 2 * usual : many);
    await university.client.query('vacuum analyze');
    console.log(
      `${name}: ${held.about}. ${many.toLocaleString('en')} people in ${minutes} minutes, ${students.toLocaleString('en')} students, ${university.workers} worker(s)`,
    );
    const before = new Figures();
    if (times > 1) await crowd(university, held, visits, { from: 0, count: usual, minutes: 1, figures: () => before });

    const figures = new Figures();
    const told = university.watch();
    await crowd(university, held, visits, {
      from: times > 1 ? usual : 0,
      count: many,
      minutes,
      figures: () => figures,
    });
    figures.print(`${name}${times > 1 ? `, ${times} times as many as usual` : ''}`);
    await told();

    const bars: Bar[] = times > 1 ? figures.rushBars() : figures.usualBars();
    if (times > 1) {
      const recovering = new Figures();
      const after = new Figures();
      const ended = performance.now();
      await crowd(university, held, visits, {
        from: usual + many,
        count: usual,
        minutes: 1,
        figures: () => (performance.now() - ended < recoveryMs ? recovering : after),
      });
      before.print('before, as many as usual');
      recovering.print(`the first ${recoveryMs / 1_000} seconds after`);
      after.print('from then on');
      bars.push(...recoveredBars(before, after));
    }
    const faults = (await visits.faults?.()) ?? [];
    for (const fault of faults) console.log(`FAULT: ${fault}`);
    return printBars(bars) && faults.length === 0;
  } finally {
    closeConnections();
    await university.stop();
  }
}

/** Back to normal: as quick as before, or as quick as the bar asks. */
function recoveredBars(before: Figures, after: Figures): Bar[] {
  return (['read', 'write'] as const).flatMap((kind): Bar[] => {
    const p99 = after.p99(kind);
    if (p99 === undefined) return [];
    const most = Math.max(barsMs[kind] ?? 0, before.p99(kind) ?? 0);
    return [
      { name: `${kind} p99 afterwards, ms`, measured: p99.toFixed(0), bar: `≤ ${most.toFixed(0)}`, good: p99 <= most },
    ];
  });
}

/** So many people come, each at their time, and all have left when it ends. */
async function crowd(
  site: ConstructorParameters<typeof Visitor>[0],
  { arrives }: Day,
  visits: Visits,
  { from, count, minutes: long, figures }: { from: number; count: number; minutes: number; figures: () => Figures },
): Promise<void> {
  const began = performance.now();
  const ms = long * 60_000;
  const over = () => performance.now() - began >= ms;
  await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      await sleep(arrives(place / count) * ms);
      const at = from + place;
      const visitor = new Visitor(site, figures, visits.people[at]!);
      try {
        await visits.visit(visitor, at, over);
      } catch (error) {
        figures().broke(error);
      } finally {
        visitor.leave();
      }
    }),
  );
}
