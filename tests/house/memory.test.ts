import { expect, test } from 'vitest';
import { type Files, filesOf, repositoryFiles } from './files.ts';

/**
 * Several workers and several servers answer for one university, and each process remembers something. What that is, and
 * why nobody is told what was true once, is written down for each; a new one does not pass without.
 */
const ways = {
  version: 'Asked of the database each time',
  same: 'The same everywhere, for as long as a process lives',
  age: 'Believed for a short while',
  all: 'One for all workers',
  own: "A process's own matter",
} as const;

const remembered: Record<string, [way: keyof typeof ways, why: string]> = {
  'platform/server/call/access.ts granted': [
    'version',
    'rights of an account, by `access_changes`, which each call reads',
  ],
  'platform/server/fast/list-totals.ts totals': ['version', 'totals of lists, by the change counters of their tables'],
  'platform/server/fast/list-totals.ts counting': ['version', 'counts that are under way, by the same counters'],
  'platform/server/fast/seek-points.ts lists': ['version', 'places inside long lists, by the same counters'],
  'platform/server/fast/answer-cache.ts answers': [
    'version',
    'grids of marks and sums over whole tables, by the version of everything in them',
  ],
  'domains/timetable/server/costs.ts counted': ['version', 'costs of timetables, by what they were counted from'],
  'domains/credentials/server/twin/status.ts made': [
    'version',
    'signed lists of bits, by their length and last change',
  ],
  'domains/lessons/server/packages/content.ts unpacked': ['same', 'names in a package, by the hash of its file'],
  'domains/lessons/server/packages/records.ts ruleless': ['same', 'packages without rules, by their file'],
  'platform/server/documents/letterhead.ts logos': ['same', 'small pictures, by the hash of their file'],
  'platform/server/disk/signing.ts keys': ['same', 'the key of links, made once for a data folder'],
  'platform/server/disk/signing-keys.ts held': [
    'version',
    'keys that sign, by the time of their folder, which is looked at each time',
  ],
  'platform/server/disk/storage-of.ts opened': ['same', 'the store of files that the settings name'],
  'domains/identity/server/history/history-titles.ts catalogs': [
    'same',
    'columns of tables, which only a start changes',
  ],
  'domains/views/server/views.ts readings': ['same', 'calls by the contracts'],
  'platform/server/call/docs-page.ts page': ['same', 'made from the contracts'],
  'platform/server/call/openapi.ts kept': ['same', 'made from the contracts'],
  'platform/server/call/messages.ts compiled': ['same', 'texts as they stand in files'],
  'platform/server/call/errors.ts constraints': ['same', 'given by the domains before the server starts'],
  'platform/server/clock.ts formatters': ['same', 'formatters of dates'],
  'platform/server/documents/fonts.ts open': ['same', 'fonts as they lie in the packages'],
  'domains/credentials/server/checker-page.ts template': ['same', 'a page as it lies in the repository'],
  'domains/identity/server/passwords/common-passwords.ts known': ['same', 'a list as it lies in the repository'],
  'domains/lessons/server/packages/sequencer.ts library': ['same', 'code that is read when it is needed first'],
  'domains/lessons/server/packages/content.ts known': [
    'age',
    '5 s: what a package is; whoever changes it has it forgotten at once in their process',
  ],
  'domains/reports/server/figures.ts kept': ['age', '10 min: figures that anybody may see'],
  'domains/reports/server/boards/panel.ts kept': [
    'age',
    '60 s: a panel for whoever asked, under the rights that they held',
  ],
  'platform/server/heavy/door.ts door': ['all', 'the line of heavy calls, which stands with the leader'],
  'platform/server/heavy/pool.ts line': [
    'all',
    'the line of tasks in processes of their own, which stands with the leader',
  ],
  'platform/server/call/door.ts alone': [
    'all',
    'what addresses did without signing in: with the leader where there is one, each server its own',
  ],
  'domains/identity/server/passwords/passwords.ts line': [
    'all',
    'hashes at once: each worker has its part of the processors',
  ],
  'platform/server/heavy/pool.ts workers': ['own', 'the processes that it has started'],
  'platform/server/heavy/child.ts arrived': ['own', 'what comes in pieces to one task'],
  'platform/server/database/database.ts clients': ['own', 'its connections'],
  'platform/server/database/database.ts known': ['own', 'its connections'],
  'platform/server/fast/read-end.ts unended': ['own', 'its connections'],
  'platform/server/fast/plain.ts plain': ['own', 'its connections'],
  'platform/server/fast/pipeline.ts elsewhere': ['own', 'its connections'],
  'platform/server/fast/pipeline.ts plannedOnce': ['own', 'its connections'],
  'platform/server/fast/pipeline.ts tidied': ['own', 'its connections'],
  'platform/server/fast/pipeline.ts names': ['own', 'names of its prepared statements'],
  'platform/server/fast/pipeline.ts seldom': ['own', 'how often it has asked a statement'],
  'platform/server/call/refused.ts toldAway': ['own', 'when its log last heard that the database is away'],
  'platform/server/call/messages.ts unfilled': ['own', 'what tests look at'],
  'platform/server/embedded/postgres.ts watchdogs': ['own', 'what it has started'],
  'platform/server/records/overviews.ts lines': ['own', 'overviews that it counts, one after the other'],
  'platform/server/work/jobs.ts calls': ['own', 'jobs that it does'],
  'domains/attendance/server/settings.ts askedSettings': ['own', 'of one call'],
  'domains/certificates/server/import.ts recipientOf': ['own', 'of one import'],
  'domains/files/server/uploads.ts arrived': ['own', 'of one request'],
};

/** What begins empty, is bounded, or is a line: at the beginning of a line, so a module's own. Fields of the leader's classes go with what holds them. */
const holder =
  /^(?:export )?(?:const (\w+)\b(?![^=]*\bReadonly)[^=\n]* = (?:[^\n]*\?\? )?(?:new (?:Map|Set|WeakMap|WeakSet|LRUCache)(?:<[^\n]*>)?\((?:\)|\{)|processCache\b|new (?:Password)?Line\b)|let (\w+)\b)/gm;

const holdersIn = (files: Files): string[] =>
  [...files].flatMap(([path, text]) =>
    /^(?:platform|domains\/[^/]+)\/server\/(?!.*\.test\.ts$).*\.ts$/.test(path)
      ? [...text.matchAll(holder)].map((found) => `${path} ${found[1] ?? found[2]}`)
      : [],
  );

test('whatever a process remembers is written down with why it is true in each of several', async () => {
  const planted = [
    'const last = new Map<string, Row[]>();',
    'export const kept = processCache<number>({ max: 5 });',
    'const settingsOf = new WeakMap<Kernel, Settings>();',
    'let today: string | undefined;',
    'const turns = shared ?? new Line(limits);',
    'const words = new Set(["a"]);',
  ];
  expect(holdersIn(filesOf({ 'domains/a/server/b.ts': planted.join('\n') })).map((one) => one.split(' ')[1])).toEqual([
    'last',
    'kept',
    'settingsOf',
    'today',
    'turns',
  ]);
  const found = holdersIn(repositoryFiles());
  expect(
    found.filter((one) => !(one in remembered)),
    'say in tests/house/memory.test.ts why several processes do not answer differently',
  ).toEqual([]);
  expect(
    Object.keys(remembered).filter((one) => !found.includes(one)),
    'no longer there',
  ).toEqual([]);
  const parts = Object.entries(ways).map(([way, title]) => {
    const lines = Object.entries(remembered).flatMap(([place, [how, why]]) => {
      const [path, name] = place.split(' ');
      return how === way ? [`| \`${path}\` | \`${name}\` | ${why} |`] : [];
    });
    return `## ${title}\n\n| Where | Name | What |\n| --- | --- | --- |\n${lines.sort().join('\n')}\n`;
  });
  await expect(
    `# What a process remembers

Workers and servers share the database and nothing else ([ADR 31](adr/0031-workers.md)). Sessions, counts of wrong passwords, answers under an idempotency key, jobs, nights and locks stand there alone. All that a process keeps besides, at the beginning of its modules, is listed here, with why two of them do not answer differently. Live events go to every process over LISTEN/NOTIFY, and whoever holds the browser passes them on; where that connection was lost, browsers connect again and ask anew. \`vitest run --project unit tests/house/memory.test.ts -u\` writes this page.

${parts.join('\n')}`,
  ).toMatchFileSnapshot('../../docs/memory.md');
});
