import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What goes wrong between Edulab and the store: of so many requests one. */
export interface StoreFaults {
  /** Answered 500, and not done. */
  failing?: number;
  /** Broken off in the middle of the answer. */
  cut?: number;
  /** Each waits so many milliseconds. */
  delayMs?: number;
}

export interface ObjectStore {
  /** FILES_URL of a store under this prefix. */
  url(prefix: string): string;
  /** Where its bucket lies. */
  folder: string;
  faults: StoreFaults;
  /** How many requests have gone wrong. */
  failed(): number;
  close(): Promise<void>;
}

/** The keys with which the store is opened, for processes that are started; those of this one are set. */
export const storeKeys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** A store that speaks S3 (s3rver), in a process of its own, behind a proxy in which things go wrong when told so. */
export async function startObjectStore(port = 0): Promise<ObjectStore> {
  Object.assign(process.env, storeKeys);
  const folder = mkdtempSync(join(tmpdir(), 'edulab-store-'));
  const behind = await freePort();
  const program = join(dirname(fileURLToPath(import.meta.resolve('s3rver'))), '../bin/s3rver.js');
  const child = spawn(
    process.execPath,
    [program, '-d', folder, '-a', '127.0.0.1', '-p', String(behind), '--silent', '--configure-bucket', 'edulab'],
    { stdio: 'ignore' },
  );
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const faults: StoreFaults = {};
  let asked = 0;
  let failed = 0;
  const isTurn = (one: number | undefined) => one !== undefined && asked % one === one - 1;
  const proxy = createServer(async (incoming, answer) => {
    asked++;
    const [fails, cut] = [isTurn(faults.failing), isTurn(faults.cut)];
    if (fails || cut) failed++;
    if (faults.delayMs) await sleep(faults.delayMs);
    if (fails) {
      incoming.resume();
      answer.writeHead(500, { connection: 'close' }).end();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: behind, method, path: url, headers }, (real) => {
      answer.writeHead(real.statusCode ?? 502, real.headers);
      if (!cut) return void real.pipe(answer);
      const half = Number(real.headers['content-length'] ?? 0) / 2;
      let sent = 0;
      real.on('data', (piece: Buffer) => {
        answer.write(piece.subarray(0, Math.max(0, half - sent)));
        sent += piece.length;
        if (sent >= half) setImmediate(() => answer.destroy());
      });
      real.on('end', () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const { port: front } = proxy.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${front}`;
  for (
    let tries = 0;
    !(await fetch(`http://127.0.0.1:${behind}`).then(
      () => true,
      () => false,
    ));
    tries++
  ) {
    if (tries > 200) throw new Error('the store of files does not start');
    await sleep(50);
  }
  return {
    folder,
    faults,
    url: (prefix) => `s3://edulab/${prefix}?endpoint=${endpoint}&region=us-east-1`,
    failed: () => failed,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      process.off('exit', end);
      end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
