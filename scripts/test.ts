/**
 * The one test command: `npm test`, or `npm test -- --quick` without kills and browser.
 * Every phase runs, whatever failed before it, so that one run tells everything that is wrong. The last line is
 * `N passed, N failed, N skipped`; types, lint and unused code count as one test each.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type Counts, countReport, type Report } from './test-report.ts';

const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
// The tools start with whatever `node` comes first: it must be the one that runs this, not an older one of the machine.
const env = { ...process.env, PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter) };
const quick = process.argv.includes('--quick');
const reports = mkdtempSync(join(tmpdir(), 'edulab-test-'));

const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
const lines: string[] = [];

/** Runs a program with its output going straight through; answers its exit code, or 1 if it could not be started. */
function run(program: string, args: string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(join(bin, program), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(String(error));
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

async function phase(name: string, work: () => Promise<Counts>): Promise<void> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { passed, failed, skipped, failures } = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const line = `${failed > 0 ? 'FAILED' : 'ok    '} ${name}: ${passed + failed + skipped} in ${seconds} s`;
  lines.push(line);
  console.log(line);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
}

const check = (name: string, program: string, args: string[]) =>
  phase(name, async () => {
    const ok = (await run(program, args)) === 0;
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : ['see above'] };
  });

const vitest = (name: string, projects: string[]) =>
  phase(name, async () => {
    const file = join(reports, `${projects.join('-')}.json`);
    const chosen = projects.flatMap((project) => ['--project', project]);
    const code = await run('vitest', [
      'run',
      ...chosen,
      '--reporter=default',
      '--reporter=./scripts/slowest.ts',
      '--reporter=json',
      `--outputFile=${file}`,
    ]);
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
    return countReport(report, code, root);
  });

// Each checker works out shared types anew: on two cores four of them cost a third more time than two.
await check('types', 'tsc', ['--noEmit', '-p', 'tsconfig.json', '--checkers', '2']);
await check('lint', 'biome', ['ci']);
await check('unused code', 'knip', ['--no-progress']);
if (!quick) await vitest('faults', ['faults']);
// One run for all of them, so that no core waits at the end of each, and one database server is prepared.
await vitest(
  quick ? 'unit and API tests' : 'unit and API tests, browser journeys',
  quick ? ['unit', 'api', 'trial'] : ['unit', 'api', 'trial', 'journeys'],
);
rmSync(reports, { recursive: true, force: true });

console.log(`\n${lines.join('\n')}`);
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
