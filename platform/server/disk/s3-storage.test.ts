import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { settings } from '../run/settings.ts';
import { S3Storage } from './s3-storage.ts';
import { StoreAway } from './storage.ts';

const base = mkdtempSync(join(tmpdir(), 'edulab-s3-'));
let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
afterEach(() => {
  for (const fault of ['failing', 'cut', 'delayMs'] as const) delete store.faults[fault];
});
afterAll(async () => {
  await store?.close();
  rmSync(base, { recursive: true, force: true });
});

let servers = 0;
/** A server of its own over the same store. */
const server = (cacheMb = 100) => {
  const { fileStore } = settings({ FILES_URL: store.url('uni') }, []);
  const dataDir = join(base, String(servers++));
  return Object.assign(new S3Storage(dataDir, fileStore!, cacheMb), { dataDir });
};
const put = async (to: S3Storage, content: Buffer) => {
  const staged = await to.stage(Readable.from([content]));
  await to.keep(staged);
  return staged.hash;
};
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

test('what one server keeps another reads, whole, in part and by its path, and then it is gone for both', async () => {
  const [one, other] = [server(), server()];
  // More than one part of an upload.
  const content = randomBytes(9_000_000);
  const hash = await put(one, content);
  expect(hash).toBe(hashOf(content));
  expect(await other.has(hash)).toBe(true);
  expect(hashOf(await buffer(other.read(hash)))).toBe(hash);
  for (const [start, end] of [
    [0, 1],
    [5, 1000],
    [8_999_990, 8_999_999],
  ] as const)
    expect((await buffer(other.read(hash, { start, end }))).equals(content.subarray(start, end + 1))).toBe(true);
  const path = await other.local(hash);
  expect(path.startsWith(other.dataDir)).toBe(true);
  expect(hashOf(await readFile(path))).toBe(hash);
  expect(await one.remove(hash, [])).toBe(false); // used within the last day
  expect(await one.remove(hash, [], true)).toBe(true);
  expect(await other.has(hash)).toBe(false);
  await expect(buffer(one.read(hash))).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('nothing is sent twice, empty contents have their place, and what is left under a name is found by others', async () => {
  const [one, other] = [server(), server()];
  const empty = await put(one, Buffer.alloc(0));
  expect((await buffer(other.read(empty))).length).toBe(0);
  const content = randomBytes(1000);
  const hash = await put(one, content);
  store.faults.failing = 1; // whatever is sent now fails, and asking whether it is there as well
  await expect(put(other, content)).rejects.toBeInstanceOf(StoreAway);
  delete store.faults.failing;
  expect(await put(other, content)).toBe(hash);
  const path = await one.aside();
  writeFileSync(path, 'rows');
  await one.leave('17', path);
  expect(existsSync(path)).toBe(false);
  const left = await other.left('17');
  expect([left?.size, String(await buffer(left!.body))]).toEqual([4, 'rows']);
  expect(await other.left('18')).toBeUndefined();
  expect([...(await one.contents()).keys()]).toContain(hash);
});

test('one request of ten fails, one of seven is cut, all are slow: every content is kept and read as it was', async () => {
  const [one, other] = [server(), server()];
  Object.assign(store.faults, { failing: 10, cut: 7, delayMs: 5 });
  const before = store.failed();
  const contents = Array.from({ length: 40 }, (_, at) => randomBytes(at * 20_000 + 1));
  contents.push(randomBytes(9_000_000));
  const hashes = await Promise.all(contents.map((content) => put(one, content)));
  expect(hashes).toEqual(contents.map(hashOf));
  for (const [at, hash] of hashes.entries()) {
    const whole = contents[at]!;
    expect(hashOf(await buffer(other.read(hash)))).toBe(hash);
    const part = { start: Math.floor(whole.length / 3), end: whole.length - 1 };
    expect((await buffer(other.read(hash, part))).equals(whole.subarray(part.start))).toBe(true);
    expect(hashOf(await readFile(await other.local(hash)))).toBe(hash);
  }
  expect(store.failed() - before).toBeGreaterThan(20);
}, 60_000);

test('a content that the store has damaged is refused and not kept', async () => {
  const [one, other] = [server(), server()];
  const hash = await put(one, randomBytes(1000));
  truncateSync(join(store.folder, 'edulab/uni/contents', hash.slice(0, 2), `${hash}._S3rver_object`), 500);
  await expect(other.local(hash)).rejects.toThrow(/damaged in the store|cannot be used/);
});

test('copies go when they are a day old or too many, and those in use stay', async () => {
  const one = server(1);
  const hashes = [];
  for (let n = 0; n < 4; n++) hashes.push(await put(one, randomBytes(400_000)));
  const paths = await Promise.all(hashes.map((hash) => one.local(hash)));
  const hourAgo = statSync(paths[0]!).mtimeMs / 1000 - 3600;
  for (const [at, path] of paths.entries()) utimesSync(path, hourAgo - at, hourAgo - at);
  await one.tidyNear();
  expect(paths.map((path) => existsSync(path))).toEqual([true, true, true, true]);
  // Another process of this server has not been asked for any of them.
  const { fileStore } = settings({ FILES_URL: store.url('uni') }, []);
  const fresh = new S3Storage(one.dataDir, fileStore!, 1);
  await fresh.tidyNear();
  expect(paths.map((path) => existsSync(path))).toEqual([true, true, false, false]);
  const twoDaysAgo = hourAgo - 2 * 86_400;
  utimesSync(paths[0]!, twoDaysAgo, twoDaysAgo);
  await fresh.tidyNear();
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, false, false]);
  // What is gone is fetched again.
  expect(hashOf(await readFile(await fresh.local(hashes[3]!)))).toBe(hashes[3]);
});
