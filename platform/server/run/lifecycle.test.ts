import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPort, createLifecycle } from './lifecycle.ts';

/** Runs `main` as a process of its own until it prints "up", then calls `then`. */
async function runMain(
  main: string,
  then: (pid: number) => void = () => {},
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  const code = `import(${JSON.stringify(path.join(import.meta.dirname, 'lifecycle.ts'))}).then(({ runProcess, StartError }) => runProcess(${main}))`;
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      const wasUp = output.includes('up');
      output += String(chunk);
      if (!wasUp && output.includes('up')) then(child.pid ?? 0);
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { code: status, output };
}

describe('the way down', () => {
  it('stops last things first, each once, and goes on after a failure', async () => {
    const life = createLifecycle();
    const order: string[] = [];
    life.onStop('first', () => order.push('first'));
    life.onStop('broken', () => Promise.reject(new Error('expected in this test')));
    life.onStop('last', () => order.push('last'));
    await Promise.all([life.stop(), life.stop()]);
    expect(order).toEqual(['last', 'first']);
  });

  it('also stops what finished starting too late', async () => {
    const life = createLifecycle();
    await life.stop();
    let stopped = false;
    life.onStop('late', () => (stopped = true));
    await life.stop();
    expect(stopped).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('follows %s', async (signal) => {
    const main = `async (life) => { life.onStop('it', () => console.log('down')); setInterval(() => {}, 1e6); console.log('up'); }`;
    const { code, output } = await runMain(main, (pid) => process.kill(pid, signal));
    expect(code).toBe(0);
    expect(output.replace(/\d\.\d s/, '0.0 s')).toBe(`up\ndown\nEdulab: stopped by ${signal}: ended it in 0.0 s.\n`);
  });

  it('makes a mendable failure one line, and a defect a stack', async () => {
    const mendable = await runMain(`async () => { throw new StartError('the disk\\nis full.'); }`);
    expect(mendable).toEqual({ code: 1, output: 'Edulab cannot start: the disk is full.\n' });
    const defect = await runMain(`async () => { throw new TypeError('oops'); }`);
    expect(defect.code).toBe(1);
    expect(defect.output).toMatch(/TypeError: oops\n\s+at /);
    expect(defect.output).toMatch(/\nEdulab: stopped by an error while it started \(TypeError\): ended nothing/);
  });

  it.each(['throw', 'reject'] as const)(
    'tells an error that nobody caught (%s) without what it was about',
    async (how) => {
      const error = `Object.assign(new Error('AB1234567'), { name: 'DatabaseError', code: '23514', detail: 'Aziz' })`;
      const act = how === 'throw' ? `setTimeout(() => { throw ${error}; })` : `void Promise.reject(${error})`;
      const { code, output } = await runMain(
        `async (life) => { life.onStop('server', () => {}); life.onStop('database', () => {}); ${act}; setInterval(() => {}, 1e6); }`,
      );
      expect(code).toBe(1);
      expect(output).toMatch(/^DatabaseError, code 23514\n\s+at /);
      expect(output).toMatch(
        /\nEdulab: stopped by an error that nobody caught \(DatabaseError\): ended database, server in \d\.\d s\.\n$/,
      );
      expect(output).not.toMatch(/AB1234567|Aziz/);
    },
  );

  it('says that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(checkPort(port, '127.0.0.1')).rejects.toThrow(`Port ${port} is already in use.`);
    other.close();
    await once(other, 'close');
    await expect(checkPort(port, '127.0.0.1')).resolves.toBeUndefined();
  });
});
