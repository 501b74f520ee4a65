import { readdir, rm, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { FileStore } from '../run/settings.ts';
import { DiskStorage } from './disk-storage.ts';
import type { Bucket } from './s3-bucket.ts';
import type { Range, Staged, Storage } from './storage.ts';

const hour = 3600 * 1000;
const day = 24 * hour;
/** A content that came so lately need not be sent again: the sweep leaves it alone for longer than any transaction lasts. */
const freshMs = 12 * hour;
/** A copy that was asked for so lately may be about to be opened. */
const inUseMs = 10 * 60 * 1000;

/**
 * Contents in a store that speaks S3, under `<prefix>contents/<aa>/<hash>`, so that every server sees the same ones. What
 * must be opened by its path is copied to this machine (`<data>/near/`) and checked; such copies go after a day, or when
 * there are too many of them.
 */
export class S3Storage implements Storage {
  readonly #near: DiskStorage;
  readonly #prefix: string;
  readonly #mostBytes: number;
  /** The client is large; only who has a store reads it. */
  readonly #bucket: Promise<Bucket>;
  /** Copies that are on their way. */
  readonly #fetching = new Map<string, Promise<string>>();
  /** When a copy was last asked for. */
  readonly #used = new Map<string, number>();
  #tidied = performance.now();

  constructor(dataDir: string, store: FileStore, cacheMb: number) {
    this.#near = new DiskStorage(path.join(dataDir, 'near'));
    this.#prefix = store.prefix;
    this.#mostBytes = cacheMb * 1024 * 1024;
    this.#bucket = import('./s3-bucket.ts').then((module) => new module.Bucket(store));
  }

  aside = (): Promise<string> => this.#near.aside();
  stage = (source: Readable): Promise<Staged> => this.#near.stage(source);
  discard = (staged: Staged): Promise<void> => this.#near.discard(staged);
  derivedPath = (hash: string, name: string): string => this.#near.derivedPath(hash, name);
  keepDerived = (hash: string, name: string, content: Buffer): Promise<void> =>
    this.#near.keepDerived(hash, name, content);

  async bring({ hash, path: from, size }: Staged): Promise<void> {
    const bucket = await this.#bucket;
    const found = await bucket.find(this.#keyOf(hash));
    if (found?.size === size && found.at > Date.now() - freshMs) return;
    await bucket.send(this.#keyOf(hash), from);
  }

  async keep(staged: Staged): Promise<void> {
    await this.bring(staged);
    await this.#near.keep(staged);
    this.#tidy();
  }

  async has(hash: string): Promise<boolean> {
    return (await (await this.#bucket).find(this.#keyOf(hash))) !== undefined;
  }

  read(hash: string, range?: Range): Readable {
    return this.#stream(this.#keyOf(hash), range);
  }

  async local(hash: string): Promise<string> {
    this.#used.set(hash, performance.now());
    if (await this.#near.has(hash)) return this.#near.pathOf(hash);
    const fetching = this.#fetching.get(hash) ?? this.#fetch(hash).finally(() => this.#fetching.delete(hash));
    this.#fetching.set(hash, fetching);
    return fetching;
  }

  async leave(name: string, from: string): Promise<void> {
    await (await this.#bucket).send(this.#leftKey(name), from);
    await rm(from);
  }

  async left(name: string): Promise<{ size: number; body: Readable } | undefined> {
    const found = await (await this.#bucket).find(this.#leftKey(name));
    return found && { size: found.size, body: this.#stream(this.#leftKey(name)) };
  }

  async *old(): AsyncGenerator<{ hash: string }> {
    const bucket = await this.#bucket;
    const before = Date.now() - day;
    for await (const { key, at } of bucket.list(this.#leftKey(''))) if (at < before) await bucket.delete(key);
    for await (const { key, at } of bucket.list(`${this.#prefix}contents/`))
      if (at < before) yield { hash: key.slice(-64) };
  }

  /** Every content that lies in the store, with its size. */
  async contents(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for await (const { key, size } of (await this.#bucket).list(`${this.#prefix}contents/`))
      found.set(key.slice(-64), size);
    return found;
  }

  async remove(hash: string, derived: readonly string[], now = false): Promise<boolean> {
    const bucket = await this.#bucket;
    const found = await bucket.find(this.#keyOf(hash));
    if (!found || (!now && found.at > Date.now() - day)) return false;
    await bucket.delete(this.#keyOf(hash));
    await this.#near.remove(hash, derived, true);
    return true;
  }

  #keyOf(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('no content hash');
    return `${this.#prefix}contents/${hash.slice(0, 2)}/${hash}`;
  }

  #leftKey(name: string): string {
    return `${this.#prefix}exports/${name}`;
  }

  #stream(key: string, range?: Range): Readable {
    const body = new PassThrough();
    this.#bucket.then(
      (bucket) => pipeline(bucket.read(key, range), body, () => undefined),
      (error: Error) => body.destroy(error),
    );
    return body;
  }

  async #fetch(hash: string): Promise<string> {
    const staged = await this.#near.stage(this.read(hash));
    if (staged.hash !== hash) {
      await this.#near.discard(staged);
      throw new Error(`the content ${hash} is damaged in the store`);
    }
    await this.#near.keep(staged);
    this.#tidy();
    return this.#near.pathOf(hash);
  }

  /** Now and then; nobody waits for it. */
  #tidy(): void {
    if (performance.now() - this.#tidied < inUseMs) return;
    this.#tidied = performance.now();
    void this.tidyNear().catch(() => undefined);
  }

  /** Removes copies that are older than a day, and the oldest of those that are too many; those in use stay. */
  async tidyNear(): Promise<void> {
    const unused = performance.now() - inUseMs;
    for (const [hash, at] of this.#used) if (at < unused) this.#used.delete(hash);
    const copies: { file: string; at: number; size: number }[] = [];
    for (const entry of await readdir(this.#near.root, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const found = entry.isFile() ? await stat(file).catch(() => undefined) : undefined;
      if (found) copies.push({ file, at: found.mtimeMs, size: found.size });
    }
    copies.sort((a, b) => b.at - a.at);
    let bytes = 0;
    for (const { file, at, size } of copies) {
      bytes += size;
      const inUse = this.#used.has(path.basename(file).slice(0, 64)) || at > Date.now() - inUseMs;
      if (!inUse && (at < Date.now() - day || bytes > this.#mostBytes)) await rm(file, { force: true });
    }
  }
}
