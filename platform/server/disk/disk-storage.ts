import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { link, mkdir, open, opendir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import type { Range, Staged, Storage } from './storage.ts';

const day = 24 * 3600 * 1000;
const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST';
const isAway = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Contents on disk: `<data>/files/<aa>/<hash>`. A content appears whole or not at all: it is written aside, brought to the
 * disk, and only then given its name.
 */
export class DiskStorage implements Storage {
  readonly root: string;
  constructor(dataDir: string) {
    this.root = path.join(dataDir, 'files');
  }

  /** Where the content with this hash lies, or would. */
  pathOf(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('no content hash');
    return path.join(this.root, hash.slice(0, 2), hash);
  }

  derivedPath(hash: string, name: string): string {
    return path.join(this.root, 'derived', this.pathOf(hash).slice(-64) + name);
  }

  async aside(): Promise<string> {
    const folder = path.join(this.root, 'tmp');
    await mkdir(folder, { recursive: true });
    return path.join(folder, randomUUID());
  }

  async stage(source: Readable): Promise<Staged> {
    const target = await this.aside();
    const hash = createHash('sha256');
    let size = 0;
    const file = await open(target, 'wx', 0o600);
    try {
      for await (const piece of source) {
        hash.update(piece as Buffer);
        size += (piece as Buffer).length;
        await file.write(piece as Buffer);
      }
      await file.sync();
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return { path: target, hash: hash.digest('hex'), size };
  }

  /** The way to the lasting place is a short one. */
  async bring(): Promise<void> {}

  async keep(staged: Staged): Promise<void> {
    const target = this.pathOf(staged.hash);
    await this.place(staged.path, target);
    // Known already: looks new again, so that the sweep leaves it to the row that is about to be written.
    const now = new Date();
    await utimes(target, now, now);
  }

  async keepDerived(hash: string, name: string, content: Buffer): Promise<void> {
    const aside = await this.aside();
    const file = await open(aside, 'wx', 0o600);
    await file.writeFile(content).finally(() => file.close());
    await this.place(aside, this.derivedPath(hash, name));
  }

  private async place(from: string, to: string): Promise<void> {
    const folder = path.dirname(to);
    await mkdir(folder, { recursive: true });
    try {
      // A link refuses to replace, so a content that others read is never touched.
      await link(from, to);
      await unlink(from);
    } catch (error) {
      if (isThere(error)) await unlink(from);
      // File systems without links.
      else await rename(from, to);
    }
    const handle = await open(folder, 'r');
    await handle.sync().catch(() => undefined);
    await handle.close();
  }

  async discard(staged: Staged): Promise<void> {
    await rm(staged.path, { force: true });
  }

  async has(hash: string): Promise<boolean> {
    return (await this.found(hash)) !== undefined;
  }

  read(hash: string, range?: Range): Readable {
    return createReadStream(this.pathOf(hash), range);
  }

  async local(hash: string): Promise<string> {
    return this.pathOf(hash);
  }

  async leave(name: string, from: string): Promise<void> {
    const target = this.leftPath(name);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(from, target);
  }

  async left(name: string): Promise<{ size: number; body: Readable } | undefined> {
    const file = await open(this.leftPath(name)).catch(() => undefined);
    return file && { size: (await file.stat()).size, body: file.createReadStream() };
  }

  private leftPath(name: string): string {
    return path.join(this.root, 'exports', name);
  }

  /** What the system says of a content; undefined where there is none. */
  found(hash: string): Promise<Stats | undefined> {
    return stat(this.pathOf(hash)).catch(() => undefined);
  }

  async *old(): AsyncGenerator<{ hash: string }> {
    const before = Date.now() - day;
    for await (const { folder, name } of this.entries()) {
      const file = path.join(this.root, folder, name);
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile() || found.mtimeMs > before) continue;
      if (folder === 'tmp' || folder === 'exports') await rm(file, { force: true });
      else if (/^[0-9a-f]{64}$/.test(name)) yield { hash: name };
    }
  }

  private async *entries(): AsyncGenerator<{ folder: string; name: string }> {
    const folders: string[] = [];
    try {
      for await (const entry of await opendir(this.root))
        if (entry.isDirectory() && entry.name !== 'derived') folders.push(entry.name);
      for (const folder of folders)
        for await (const entry of await opendir(path.join(this.root, folder))) yield { folder, name: entry.name };
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }

  async remove(hash: string, derived: readonly string[], now = false): Promise<boolean> {
    const found = await this.found(hash);
    if (!found || (!now && found.mtimeMs > Date.now() - day)) return false;
    await rm(this.pathOf(hash), { force: true });
    for (const name of derived) await rm(this.derivedPath(hash, name), { force: true });
    return true;
  }
}
