import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readClock } from './platform/server/run/settings.ts';

// An instant is reckoned once, so that all processes and their databases go by one clock.
const ahead = readClock(process.env.EDULAB_CLOCK || null);
if (ahead) process.env.EDULAB_CLOCK = `${ahead < 0 ? '-' : '+'}${Math.abs(Math.round(ahead / 1000))}`;

const everywhere = ['**/node_modules/**', '**/dist/**', '**/data/**'];

/**
 * What takes longest, the longest first, as `npm test` says at its end: begun late, one of them would run alone while the
 * other core waits. All others follow by their size, or by how long they took here before.
 */
const longest = [
  'tests/faults/workers.test.ts',
  'tests/faults/start.test.ts',
  'tests/faults/backup.test.ts',
  'tests/life/life.test.ts',
  'tests/api/access-matrix.test.ts',
  'tests/api/isolation-calls.test.ts',
  'tests/api/fields.test.ts',
  'tests/api/pages.test.ts',
  'tests/api/random-input.test.ts',
  'demo/timetable.api.test.ts',
  'tests/journeys/pages.test.ts',
  'tests/journeys/lists.test.ts',
  'tests/journeys/administrator.test.ts',
  'tests/journeys/steady.test.ts',
  'platform/server/embedded/postgres.test.ts',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker knows one project: the next would be loaded anew.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? longest.length : at;
    };
    return sorted.toSorted((a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Two cores are what a developer's machine and the build machine are sure to have.
    maxWorkers: 2,
    // Reading the whole server anew for each file took a third of the time. Each file that needs a database has its own.
    isolate: false,
    setupFiles: [fileURLToPath(new URL('./tests/support/clock.ts', import.meta.url))],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{platform,domains,demo,timetabling,tests/house,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, '**/*.api.test.ts'],
          // Some read the whole repository; a busy machine needs longer than the usual five seconds.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['{platform,domains,demo}/**/*.api.test.ts', 'tests/{api,attacks,life}/**/*.test.ts'],
          exclude: everywhere,
          globalSetup: ['tests/support/global-setup.ts'],
          // For what hangs. A machine that others use as well stands still for half a minute now and then.
          testTimeout: 180_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      'tests/trial',
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          exclude: everywhere,
          globalSetup: ['tests/faults/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: everywhere,
          globalSetup: ['tests/support/global-setup.ts'],
          // After the others. With a third worker the walk of lists took four times as long.
          sequence: { groupOrder: 1 },
          testTimeout: 400_000,
          hookTimeout: 400_000,
          // As long as `newPage` lets everything else of a page take.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
