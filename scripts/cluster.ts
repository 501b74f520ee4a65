/**
 * `npm run cluster`: brings up on this machine what `deploy/cluster` describes and leaves it running until Ctrl+C.
 * `npm run cluster -- prove` breaks it in four ways while people write, and prints what came of it; exit code 1 where a
 * promise was not kept. `npm run cluster -- prove primary` those whose name holds the word. Needs the Debian packages patroni,
 * etcd-server, haproxy, pgbackrest and postgresql-15. Logs stand in the folder that it names.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '#tests/cluster/machines.ts';
import { cutNetwork, killEdulab, killPrimary, type Proof, upgrade } from '#tests/cluster/proofs.ts';

const [act = 'up', word = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'edulab-cluster-'));
console.log(`Logs: ${folder}`);
const stopped = new Promise<void>((stop) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
});
const proofs: [name: string, prove: (cluster: Awaited<ReturnType<typeof startCluster>>) => Promise<Proof>][] = [
  ['primary killed', killPrimary],
  ['one Edulab killed', killEdulab],
  ['primary cut off', cutNetwork],
  ['rolling upgrade', upgrade],
];

const wrong: string[] = [];
const cluster = await startCluster(folder, console.log);
try {
  if (act === 'prove')
    for (const [name, prove] of proofs.filter(([name]) => name.includes(word))) {
      const proof = await prove(cluster).catch((fault: unknown) => ({ name, figures: {}, wrong: [String(fault)] }));
      console.log(`\n${proof.name}`);
      for (const [what, figure] of Object.entries(proof.figures)) console.log(`  ${what}: ${figure}`);
      for (const line of proof.wrong.slice(0, 20)) console.log(`  WRONG ${line}`);
      wrong.push(...proof.wrong);
    }
  else await stopped;
} finally {
  await cluster.close();
}
if (!wrong.length) rmSync(folder, { recursive: true, force: true });
console.log(wrong.length ? `\n${wrong.length} promises were not kept.` : '\nAll promises were kept.');
process.exit(wrong.length ? 1 : 0);
