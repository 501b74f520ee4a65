/**
 * `npm run walks`: a thousand claims and a thousand cases of misconduct, pushed through their lives by random people in one
 * database each; afterwards, and of cases after each step, what must be true is asked. The tests take forty of each.
 *
 * --lives 1000   how many of each
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({ options: { lives: { type: 'string', default: '1000' } } });
const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const child = spawn(
  join(bin, 'vitest'),
  [
    'run',
    '--project',
    'api',
    'domains/circumstances/server/walk.api.test.ts',
    'domains/misconduct/server/walk.api.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter),
      EDULAB_WALKS: options.lives,
    },
  },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
