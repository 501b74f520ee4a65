/**
 * `npm run test:mutants`: a test of the tests. Plants each mistake of `tests/mutants.ts` in a copy of what is committed,
 * one at a time, and prints what noticed it first: types, house tests or the API tests named with it. Exit code 1 where
 * one went unnoticed. `npm run test:mutants -- TEXT` plants those whose name holds TEXT.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type Mutant, mutants } from '#tests/mutants.ts';

const root = resolve(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'edulab-mutants-'));
const bin = join(root, 'node_modules/.bin');
// With one planted, the list of mistakes does not fit the code any more: PLANTED says that this is meant.
const env = { ...process.env, PLANTED: '1', PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter) };
const passes = (program: string, ...args: string[]) =>
  spawnSync(join(bin, program), args, { cwd: copy, env, stdio: 'ignore' }).status === 0;

const types = () =>
  passes(
    'tsc',
    '--noEmit',
    '-p',
    'tsconfig.json',
    '--checkers',
    '2',
    '--incremental',
    '--tsBuildInfoFile',
    join(copy, '.types'),
  );
const house = () => passes('vitest', 'run', '--project', 'unit', 'tests/house');
const api = (tests: readonly string[]) => passes('vitest', 'run', '--project', 'unit', '--project', 'api', ...tests);

/** What notices first, or nothing. */
function noticed({ tests }: Mutant): string {
  if (!types()) return 'types';
  if (!house()) return 'house tests';
  if (!api(tests)) return 'API tests';
  return 'NOTHING';
}

try {
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', copy], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // House tests look at what is in the repository.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    execFileSync('git', args, { cwd: copy });
  if (!types()) throw new Error('the types do not even fit without a mistake');
  const wanted = process.argv[2] ?? '';
  const lost: string[] = [];
  for (const mutant of mutants.filter(({ name }) => name.includes(wanted))) {
    const file = join(copy, mutant.file);
    const sound = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      sound.replace(mutant.from, () => mutant.to),
    );
    const by = noticed(mutant);
    writeFileSync(file, sound);
    if (by === 'NOTHING') lost.push(mutant.name);
    console.log(`${by.padEnd(12)} ${mutant.name}${by === 'NOTHING' ? `: ${mutant.harm}` : ''}`);
  }
  console.log(lost.length ? `\n${lost.length} went unnoticed.` : '\nAll were noticed.');
  process.exitCode = lost.length ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
