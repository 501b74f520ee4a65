import { join } from 'node:path';
import { memoryMb, processesOf } from './cpu.ts';
import { api, password } from './jobs.ts';
import { percentile } from './measure.ts';
import { filled, signIn, startServer } from './server.ts';

/**
 * A report of so many rows as a workbook, as `npm run bench -- --export 100000`, while others sign in and read a list. Says
 * how long it took, what memory the server and the process that writes took above what they hold at rest, and how long the
 * others waited before and meanwhile. Ends with 1 where it took more memory than the bar.
 */

const barMb = 300;
const students = 10_000;

export async function exported(least: number, folder: string): Promise<boolean> {
  const data = await filled(join(folder, String(students)), students);
  const running = await startServer({ EDULAB_DATA: data }, students);
  try {
    const token = await signIn(running.base, 'admin');
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(running.base + api + path, {
        method,
        headers: { authorization: `Bearer ${token}`, institution: '1', 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const subjects = await call<{ id: string; counts_only: boolean; usual: string[] }[]>('GET', '/report/fields');
    const sizes: { definition: { subject: string; columns: string[] }; total: number }[] = [];
    // One after the other: of one person the server works on one heavy question at a time, and lets few wait.
    for (const { id, usual, counts_only } of subjects) {
      if (counts_only) continue;
      const definition = { subject: id, columns: usual };
      const { total } = await call<{ total: number }>('POST', '/report/run', { definition, size: 1 });
      sizes.push({ definition, total });
    }
    const [chosen] = sizes.filter(({ total }) => total >= least).sort((a, b) => a.total - b.total);
    if (!chosen)
      throw new Error(
        `no report of the demo has ${least} rows; the longest has ${Math.max(...sizes.map((one) => one.total))}`,
      );
    const others = async (go: () => boolean) => {
      const waits: number[] = [];
      while (go()) {
        for (const ask of [
          () =>
            fetch(`${running.base}${api}/student/?size=10`, {
              headers: { authorization: `Bearer ${token}`, institution: '1' },
            }),
          () =>
            fetch(`${running.base}${api}/signin`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ username: 'director', password }),
            }),
        ]) {
          const began = performance.now();
          await (await ask()).arrayBuffer();
          waits.push(performance.now() - began);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return waits;
    };
    const until = performance.now() + 5000;
    const before = await others(() => performance.now() < until);
    const rest = memoryMb(running.pid);
    const peak = { server: 0, writer: 0, together: 0 };
    const watch = setInterval(() => {
      const server = memoryMb(running.pid) - rest;
      const writer = processesOf(running.pid)
        .filter(({ command }) => command.includes('heavy'))
        .reduce((sum, { pid }) => sum + memoryMb(pid), 0);
      peak.server = Math.max(peak.server, server);
      peak.writer = Math.max(peak.writer, writer);
      peak.together = Math.max(peak.together, server + writer);
    }, 50);
    const began = performance.now();
    let over = false;
    const waiting = others(() => !over);
    const { job_id } = await call<{ job_id: number }>('POST', '/report/export', { definition: chosen.definition });
    let state = '';
    while (state !== 'done') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ({ state } = await call<{ state: string }>('GET', `/job/${job_id}`));
      if (state === 'failed') throw new Error('the export failed');
    }
    const seconds = (performance.now() - began) / 1000;
    over = true;
    const meanwhile = await waiting;
    clearInterval(watch);
    const file = await fetch(`${running.base}${api}/job/${job_id}/file`, {
      headers: { authorization: `Bearer ${token}`, institution: '1' },
    });
    const bytes = (await file.arrayBuffer()).byteLength;
    const say = (waits: number[]) =>
      `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms, longest ${percentile(waits, 1).toFixed(0)} ms of ${waits.length}`;
    console.log(`${chosen.total.toLocaleString('en')} rows of ${chosen.definition.subject}, ${chosen.definition.columns.length} columns: ${seconds.toFixed(1)} s, a workbook of ${(bytes / 1e6).toFixed(1)} MB
memory above rest (${rest.toFixed(0)} MB): server ${peak.server.toFixed(0)} MB, the process that writes ${peak.writer.toFixed(0)} MB, together at most ${peak.together.toFixed(0)} MB (bar ${barMb})
others before:    ${say(before)}
others meanwhile: ${say(meanwhile)}`);
    return peak.together <= barMb;
  } finally {
    await running.stop();
  }
}
