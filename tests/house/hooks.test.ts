import { expect, test } from 'vitest';
import { domains } from '#domains/server.ts';
import { defineHook, followersOf, type Hook, on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { type Files, filesOf, repositoryFiles } from './files.ts';

/**
 * Collections and variables of a module that begin empty: whatever fills them later cannot be read anywhere, and servers
 * in one process share it. Those that stay keep what only the process knows, each with what it is.
 */
const standing: Record<string, string> = {
  'platform/server/clock.ts formatters': 'costly to make, the same everywhere',
  'platform/server/database/guards.ts guardsOfDomains': 'given by registerDomains, once per process',
  'platform/server/call/docs-page.ts page': 'read from a file once',
  'platform/server/documents/fonts.ts open': 'read from files once',
  'platform/server/documents/letterhead.ts logos': 'read from files once',
  'platform/server/call/errors.ts constraints': 'given by registerDomains, once per process',
  'platform/server/heavy/child.ts arrived': 'the pieces of one message of a process of the pool',
  'platform/server/heavy/pool.ts workers': 'the processes of the pool',
  'platform/server/call/refused.ts toldAway': 'when the log last heard that the database is away',
  'platform/server/fast/process-cache.ts caches': 'what is forgotten when another database is opened',
  'platform/server/call/messages.ts compiled': 'costly to make, the same everywhere',
  'platform/server/call/messages.ts unfilled': 'what tests look at: texts that were said without a value',
  'platform/server/call/openapi.ts kept': 'made once from the contracts',
  'platform/server/disk/signing-keys.ts held': 'read from files once',
  'platform/server/disk/signing.ts keys': 'read from files once',
  'platform/server/disk/storage-of.ts opened': 'one storage of each folder and store, made from the settings',
  'domains/credentials/server/checker-page.ts template': 'read from a file once',
  'domains/identity/server/passwords/common-passwords.ts known': 'read from a file once',
  'domains/institutions/server/standard/regions.ts DISTRICTS': 'filled by the file itself',
  'domains/lessons/server/packages/sequencer.ts library': 'loaded once',
};
// A type that says readonly is never filled.
const empty =
  /^(?:export )?(?:const (\w+)(?:: (?!Readonly)[^=]+)? = (?:\[\]|\{\}|new (?:Map|Set)(?:<.*>)?\(\));|let (\w+)\b.*)$/gm;

function registries(files: Files): string[] {
  return [...files].flatMap(([path, text]) =>
    /^(?:platform|domains\/[^/]+)\/server\/(?!.*\.test\.ts$).*\.ts$/.test(path)
      ? [...text.matchAll(empty)].map((found) => `${path} ${found[1] ?? found[2]}`)
      : [],
  );
}

test('no module keeps a list that others fill', () => {
  const text =
    'const listeners: Listener[] = [];\nexport let keeper: Keeper | undefined;\nconst by = new Map<A, B[]>();\n';
  expect(registries(filesOf({ 'domains/a/server/b.ts': text })).map((found) => found.split(' ')[1])).toEqual([
    'listeners',
    'keeper',
    'by',
  ]);
  const found = registries(repositoryFiles());
  expect(
    found.filter((one) => !(one in standing)),
    'a hook instead: platform/server/hooks.ts',
  ).toEqual([]);
  expect(
    Object.keys(standing).filter((one) => !found.includes(one)),
    'no longer there',
  ).toEqual([]);
});

// Loaded with this file: how long that takes is not a matter of the tests.
const hooksOf = import.meta.glob<Record<string, Hook<unknown>>>('../../domains/*/server/hooks.ts', { eager: true });

/** What `server/hooks.ts` of every domain defines. */
const defined: { domain: string; hook: Hook<unknown> }[] = domains.flatMap(({ name }) =>
  Object.values(hooksOf[`../../domains/${name}/server/hooks.ts`] ?? {}).map((hook) => ({ domain: name, hook })),
);

const nameOf = (follower: unknown): string =>
  typeof follower === 'string' ? follower : (follower as { name: string }).name;

test('hooks are defined in server/hooks.ts of their domain alone', () => {
  const elsewhere = [...repositoryFiles()].flatMap(([path, text]) =>
    path.endsWith('.ts') &&
    /\bdefineHook[(<]/.test(text) &&
    !/^domains\/[^/]+\/server\/hooks\.ts$|^(platform\/server|tests\/house)\/hooks/.test(path)
      ? [path]
      : [],
  );
  expect(elsewhere).toEqual([]);
});

test('who follows what is written down as a table that a person can read', async () => {
  const hooks = defined;
  expect(new Set(hooks.map(({ hook }) => hook.name)).size, 'names of hooks are their own').toBe(hooks.length);
  expect(hooks.filter(({ domain, hook }) => !hook.name.startsWith(`${domain}.`)).map(({ hook }) => hook.name)).toEqual(
    [],
  );
  const ofDomain = (follower: unknown) =>
    domains.find(({ follows = [] }) => follows.some((follow) => follow.follower === follower))?.name;
  const lines = hooks.map(({ hook }) => {
    const followers = followersOf({ domains }, hook).map((follower) => `${ofDomain(follower)}: ${nameOf(follower)}`);
    return `| \`${hook.name}\` | ${hook.about} | ${followers.join('<br>') || 'nobody yet'} |`;
  });
  const known = new Set(hooks.map(({ hook }) => hook));
  const lost = domains.flatMap(({ follows = [] }) => follows.filter(({ hook }) => !known.has(hook)));
  expect(lost.map(({ hook }) => hook.name)).toEqual([]);
  await expect(
    `# What follows what

Where domains join in without being known there: what happens is told to those who follow, in this order and in the same transaction; what is asked is answered by each of them. A domain defines its hooks in \`server/hooks.ts\`, those who join say so in \`follows\` of their \`server/index.ts\`, and the order is that of \`domains/server.ts\`, the domain of the hook first. \`vitest run --project unit tests/house/hooks.test.ts -u\` writes this page.

| Hook | When, or what for | Who follows, in this order |
| --- | --- | --- |
${lines.join('\n')}
`,
  ).toMatchFileSnapshot('../../docs/hooks.md');
});

test('another set of domains has other followers', () => {
  const asked: Hook<string> = defineHook('first.asked', 'In this test.');
  const first = defineServerDomain({ name: 'first', contract: {}, router: {}, follows: [on(asked, 'its own')] });
  const before = defineServerDomain({ ...first, name: 'before', follows: [on(asked, 'another')] });
  expect(followersOf({ domains: [before, first] }, asked)).toEqual(['its own', 'another']);
  expect(followersOf({ domains: [before] }, asked)).toEqual(['another']);
  expect(followersOf({ domains: [] }, asked)).toEqual([]);
  // @ts-expect-error: what follows is what the hook asks for
  expect(on(asked, 7).follower).toBe(7);
});
