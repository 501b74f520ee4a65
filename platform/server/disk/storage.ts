import type { Readable } from 'node:stream';

/** The store of files does not answer, or answers that it cannot: a state of the world outside that passes. */
export class StoreAway extends Error {
  constructor(cause: unknown) {
    super(`the store of files cannot be used: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** A content that was written aside on this machine, and is kept or discarded. */
export interface Staged {
  path: string;
  hash: string;
  size: number;
}

/** A range of bytes, both ends counted. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Contents, each under its SHA-256; what is equal is kept once, and nothing that is kept is ever written again. They lie on
 * the disk, or in a store that several servers share.
 */
export interface Storage {
  /** A path on this machine for something that is made and handed out at once; what stays there is swept after a day. */
  aside(): Promise<string>;
  /** Writes a stream aside, counting and hashing as it flows. The caller keeps or discards what it gets. */
  stage(source: Readable): Promise<Staged>;
  discard(staged: Staged): Promise<void>;
  /** Does ahead of time, and outside of a transaction, what of `keep` may take long. */
  bring(staged: Staged): Promise<void>;
  /** Gives a staged content its lasting place; it appears there whole or not at all. */
  keep(staged: Staged): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** The content, or a part of it. One that is missing, or cannot be reached, fails as a stream does. */
  read(hash: string, range?: Range): Readable;
  /** Where the content can be opened on this machine; good for a few minutes, so it is asked for at each use. */
  local(hash: string): Promise<string>;
  /** Something made from a content, a smaller picture for one, on this machine alone: what is missing is made again. */
  derivedPath(hash: string, name: string): string;
  /** Keeps something derived under `derivedPath`; a second process that made the same is no fault. */
  keepDerived(hash: string, name: string, content: Buffer): Promise<void>;
  /** Takes a file from this machine and keeps it for a day under the name of whoever asked for it. */
  leave(name: string, path: string): Promise<void>;
  /** What was left under this name, if it is still there. */
  left(name: string): Promise<{ size: number; body: Readable } | undefined>;
  /** Contents that lie here for longer than a day; on the way, what uploads that broke off and exports left is removed. */
  old(): AsyncGenerator<{ hash: string }>;
  /** Removes a content and what was made from it, unless it was used again in the last day; `now`: even then. */
  remove(hash: string, derived: readonly string[], now?: boolean): Promise<boolean>;
}
