import { transactions, waits } from './activity.ts';
import { configuration } from './configuration.ts';
import type { Finding, Owner } from './finding.ts';
import { indexes } from './indexes.ts';
import { bloat, disks } from './space.ts';
import { backups, nights } from './work.ts';

export { doctorBounds } from './finding.ts';

/** Looks at everything, changes nothing: findings by what was looked at, empty where all is well. */
export async function examine(owner: Owner, dataDir: string): Promise<Record<string, Finding[]>> {
  return {
    'Oldest transaction': await transactions(owner),
    'Longest waits': await waits(owner),
    Indexes: await indexes(owner),
    'Dead rows and empty room': await bloat(owner),
    Settings: await configuration(owner),
    'Free disk': await disks(owner, dataDir),
    'Nightly work': await nights(owner),
    Backups: await backups(owner, dataDir),
  };
}
