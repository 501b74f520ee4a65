import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signatures of links that stand for a right: whoever has such a link may open what it names, and nobody can make one. */
const keys = new Map<string, Buffer>();

/** The key lies beside the files, so that whoever serves them can check links. */
function keyOf(dataDir: string): Buffer {
  const held = keys.get(dataDir);
  if (held) return held;
  const path = join(dataDir, 'file-links.key');
  const draft = `${path}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(draft, randomBytes(32), { mode: 0o600 });
  try {
    // Of two servers that start at once one makes the key, and both use that one.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readFileSync(path);
  keys.set(dataDir, key);
  return key;
}

/** Makes the key where there is none: from a server that has started, it can be taken to others that are to be one with it. */
export const makeLinkKey = (dataDir: string): void => void keyOf(dataDir);

/** What is signed must say what it is for: links to files are three numbers, everything else begins with a word. */
export const signature = (dataDir: string, text: string): string =>
  createHmac('sha256', keyOf(dataDir)).update(text).digest('base64url');
