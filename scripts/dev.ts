/**
 * `npm run dev`: the server, started again when one of its files changes, and the web part with hot reload
 * on the next thousand (PORT 3000 → http://localhost:4000). Flags go to the server: `npm run dev -- --no-demo`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import { runProcess } from '#platform/server/run/lifecycle.ts';
import { settings } from '#platform/server/run/settings.ts';

const root = path.dirname(import.meta.dirname);

await runProcess(async (life) => {
  const { port } = settings(); // A mistake is told before anything starts.

  const run = (name: string, args: string[]): void => {
    // Vite serves the web part, so the server need not build it at each of its starts.
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, EDULAB_DEV: '1' },
    });
    const exit = once(child, 'exit');
    life.onStop(name, async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await exit;
    });
    // One without the other is of no use.
    void exit.then(() => {
      if (!life.stopping) process.kill(process.pid, 'SIGTERM');
    });
  };
  run('server', ['--watch', '--watch-preserve-output', path.join(root, 'start.ts'), ...process.argv.slice(2)]);
  run('web part', [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false']);
  console.log(`Edulab for developers: http://localhost:${port + 1000}`);
});
