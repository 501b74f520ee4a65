import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entries, Ground } from '#tests/rules/entry.ts';
import { ownerOf } from '#tests/rules/ids.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/**
 * The specification rule by rule: each has one entry, which is a check, the name of the test that shows it, or a reason.
 * Rules that are known not to be kept are `open`; there may only be fewer of them.
 */
const mostOpen = 0;

const root = join(import.meta.dirname, '../..');
const files = import.meta.glob<{ entries?: Entries }>('../rules/*.{ts,tsx}', { eager: true });
const all = Object.entries(files).flatMap(([file, { entries = {} }]) =>
  Object.entries(entries).map(([id, entry]) => ({ id, entry, file })),
);
const checks = all.flatMap(({ id, entry }) => (typeof entry === 'function' ? [{ id, check: entry }] : []));

describe('the walk over the rules', () => {
  it('has one entry for each rule, and no other', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !ownerOf.has(id))).toEqual([]);
    expect([...ownerOf.keys()].filter((id) => !ids.includes(id)).sort()).toEqual([]);
    expect([...ownerOf.keys()].sort()).toEqual(
      Array.from({ length: 439 }, (_, at) => `R${String(at + 1).padStart(3, '0')}`),
    );
  });

  const list = join(root, '../shared/spec/rules.json');
  it.skipIf(!existsSync(list))('knows the rules that the specification has', () => {
    const known = (JSON.parse(readFileSync(list, 'utf8')) as { id: string }[]).map(({ id }) => id);
    expect([...ownerOf.keys()].sort()).toEqual(known.sort());
  });

  it('names tests that exist', () => {
    const sources = new Map<string, string>();
    const faults = all.flatMap(({ id, entry }) => {
      if (typeof entry === 'function' || !('covered' in entry)) return [];
      const [file = '', name = ''] = entry.covered.split(' › ');
      if (!sources.has(file) && existsSync(join(root, file))) sources.set(file, readFileSync(join(root, file), 'utf8'));
      const source = sources.get(file);
      if (source === undefined) return [`${id}: there is no ${file}`];
      return name !== '' && source.includes(name) ? [] : [`${id}: ${file} has no “${name}”`];
    });
    expect(faults).toEqual([]);
  });

  it('refers to rules that are shown', () => {
    const by = new Map(all.map(({ id, entry }) => [id, entry]));
    const faults = all.filter(({ entry }) => {
      if (typeof entry === 'function' || !('same' in entry)) return false;
      const other = by.get(entry.same);
      return other === undefined || (typeof other !== 'function' && !('covered' in other));
    });
    expect(faults.map(({ id }) => id)).toEqual([]);
  });

  it('gives reasons that say something', () => {
    const reasons = all.flatMap(({ id, entry }) => ('why' in entry ? [{ id, reason: entry.why }] : []));
    expect(reasons.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it(`leaves no more than ${mostOpen} open`, () => {
    const open = all.flatMap(({ id, entry }) => ('open' in entry ? [`${id}: ${entry.open}`] : []));
    if (open.length) process.stdout.write(`${open.join('\n')}\n`);
    expect(open.length).toBe(mostOpen);
  });
});

describe('rule', () => {
  let api: Api;
  const callers = new Map<string, Promise<Caller>>();
  const ground = (): Ground => ({
    api,
    as: (username, institution) => {
      const key = `${username} ${institution ?? ''}`;
      const known = callers.get(key) ?? api.as(username, institution);
      callers.set(key, known);
      return known;
    },
  });
  beforeAll(async () => {
    api = await startApi({ students: 60 });
  });
  afterAll(async () => {
    await api?.close();
  });

  it.each(checks.toSorted((a, b) => a.id.localeCompare(b.id)))('$id', async ({ check }) => {
    await check(ground());
  });
});
