import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * Makes a folder and those above it that are missing, for this user alone; throws the system's error. One after the
 * other: Node's own way of making several never ends where the file system takes none, as /proc.
 */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}
