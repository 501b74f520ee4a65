/**
 * `npm run keep-state`: keeps what a small university of this version holds as `tests/upgrade/<today>.jsonl.gz`. Done at
 * each release; a test upgrades every state that is kept, so that what one release wrote the next can read.
 */

import { join, relative, resolve } from 'node:path';
import { clock } from '#platform/contract/clock.ts';
import { copyDatabase, prepareTestDatabase } from '#tests/support/database.ts';
import { keepState } from '#tests/support/states.ts';

const root = resolve(import.meta.dirname, '..');
const { ownerUrl, stop } = await prepareTestDatabase();
try {
  const file = join(root, 'tests/upgrade', `${clock.iso().slice(0, 10)}.jsonl.gz`);
  const { url } = await copyDatabase(ownerUrl, { students: 24 });
  await keepState(url, file);
  console.log(relative(root, file));
} finally {
  await stop();
}
