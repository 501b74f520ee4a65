import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { school } from './random-problems.ts';

/** The commands as they are typed: words and exit codes. */

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timetable-'));
  const { courses, rooms, curricula } = school(30);
  await writeFile(
    at('school.ctt'),
    [
      `Name: school\nCourses: ${courses.length}\nRooms: ${rooms.length}\nDays: 5\nPeriods_per_day: 5\nCurricula: ${curricula.length}\nConstraints: 0`,
      `COURSES:\n${courses.map((one) => `${one.id} ${one.teacher} ${one.lectures} ${one.min_days} ${one.students}`).join('\n')}`,
      `ROOMS:\n${rooms.map((one) => `${one.id} ${one.capacity}`).join('\n')}`,
      `CURRICULA:\n${curricula.map((one) => `${one.id} ${one.courses.length} ${one.courses.map((course) => courses[course]!.id).join(' ')}`).join('\n')}`,
      'UNAVAILABILITY_CONSTRAINTS:\n\nEND.\n',
    ].join('\n\n'),
  );
  await writeFile(at('broken.ctt'), 'Name: x\nCourses: many\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command; `interrupt` presses Ctrl+C as npm hands it on, twice, when the search first tells of itself. */
async function type(file: 'cli' | 'bench', words: string[], interrupt = false) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${file}.ts`), ...words], { cwd: folder });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
  });
  child.stderr.on('data', (data) => {
    if (interrupt && !said.err) for (let times = 0; times < 2; times++) child.kill('SIGINT');
    said.err += data;
  });
  const code = await new Promise((resolve) => child.on('close', (exit, signal) => resolve(signal ?? exit)));
  return { code, ...said };
}

test('Ctrl+C ends a search with the best timetable so far, which is judged and gone on from', async () => {
  const words = ['solve', at('school.ctt'), '--seconds', '60', '--threads', '1', '-o', at('first.sol')];
  const stopped = await type('cli', words, true);
  expect(stopped.err).toContain('Hard rules broken: 0 ');
  expect(stopped.code).toBe(0);
  const judged = await type('cli', ['validate', at('school.ctt'), at('first.sol')]);
  expect(judged).toMatchObject({ code: 0, err: '' });
  const cost = (text: string) => Number(/Cost: (\d+)/.exec(text)?.[1]);
  expect(cost(judged.out)).toBe(cost(stopped.err));
  const on = ['--start', at('first.sol'), '--iterations', '20000', '--threads', '1', '--quiet'];
  const second = await type('cli', ['solve', at('school.ctt'), ...on]);
  expect(second.code).toBe(0);
  expect(cost(second.err)).toBeLessThanOrEqual(cost(judged.out));
  // A timetable without its first lesson breaks a rule, and the exit code says so.
  await writeFile(at('short.sol'), (await readFile(at('first.sol'), 'utf8')).replace(/^.*\n/, ''));
  const short = await type('cli', ['validate', at('school.ctt'), at('short.sol')]);
  expect(short).toMatchObject({ code: 1, out: expect.stringContaining('Hard rules broken: 1 (lectures 1,') });
});

test.concurrent.each<['cli' | 'bench', string[], RegExp]>([
  ['cli', ['solve', 'broken.ctt'], /^broken\.ctt, line 2: Courses: many\./],
  ['cli', ['solve', 'nowhere.ctt'], /^nowhere\.ctt cannot be read: ENOENT/],
  ['cli', ['solve', 'school.ctt', '--seconds', 'soon'], /^--seconds soon: a number not under 0 is expected\.$/m],
  ['cli', ['solve', 'school.ctt', '--slowly'], /^Unknown option '--slowly'.*\n\nUsage:/s],
  ['cli', [], /^Usage:/],
  ['bench', ['school.ctt', 'broken.ctt'], /^broken\.ctt, line 2: Courses: many\./],
  ['bench', ['nowhere.ctt'], /^nowhere\.ctt cannot be read: ENOENT/],
  ['bench', ['--seeds', '0', 'school.ctt'], /^--seeds 0: a whole number not under 1 is expected\.$/m],
  ['bench', ['--slowly'], /^Unknown option '--slowly'.*\n\nUsage:/s],
  ['bench', [], /^No instances in .*Name the files\.\n\nUsage:/s],
])('%s %j is refused in words', async (file, words, refusal) => {
  const { code, err, out } = await type(file, words);
  expect(err).toMatch(refusal);
  expect(err).not.toMatch(/^ {4}at /m);
  expect({ code, out }).toEqual({ code: 1, out: '' });
});

test('help is what was asked for, and no mistake', async () => {
  expect(await type('cli', ['--help'])).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Usage:/) });
});
