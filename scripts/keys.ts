/**
 * `npm run keys`: the keys that sign documents and the ledger of marks, newest first; `npm run keys -- rotate` makes a new
 * one. EDULAB_DATA says where they lie. Servers that run take it up at the next signature.
 */

import { publicSigningKeys, rotateSigningKey } from '#platform/server/disk/signing-keys.ts';
import { settings as readSettings } from '#platform/server/run/settings.ts';

const [command, ...more] = process.argv.slice(2);
if (more.length || (command && command !== 'rotate')) {
  console.error('Usage: npm run keys [-- rotate]');
  process.exit(1);
}
const { dataDir } = readSettings(process.env, []);
if (command === 'rotate') console.log(`New key: ${rotateSigningKey(dataDir)}`);
for (const { id, created_at, active } of publicSigningKeys(dataDir))
  console.log(`${id}  ${created_at}  ${active ? 'signs' : 'proves'}`);
