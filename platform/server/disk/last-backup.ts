import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';

/** When a backup was made last, and where; kept in the data folder, for whoever asks whether there is one. */
const noted = z.object({ at: z.iso.datetime(), folder: z.string() });
const place = (dataDir: string) => join(dataDir, 'last-backup.json');

export const noteBackup = (dataDir: string, folder: string): Promise<void> =>
  writeFile(place(dataDir), `${JSON.stringify({ at: clock.iso(), folder })}\n`);

/** Undefined where none was made, or where what was noted cannot be read. */
export async function lastBackup(dataDir: string): Promise<z.infer<typeof noted> | undefined> {
  try {
    return noted.parse(JSON.parse(await readFile(place(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
