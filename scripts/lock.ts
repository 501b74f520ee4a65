// Writes package-lock.json anew after a change to package.json: `npm run lock`.
//
// npm writes down every optional dependency of a package, also those for platforms whose build it could not find, and
// then refuses `npm ci` because these have no entry of their own (seen with npm 11). What could not be found cannot be
// installed, so it does not belong into the lock file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingOptional } from '../tests/house/lock.ts';

/** Optional packages that nothing here uses: without a browser no PDF is drawn, and its canvas weighs 35 MB. */
const unwanted = [{ owner: 'node_modules/pdfjs-dist', name: '@napi-rs/canvas' }];

const root = join(import.meta.dirname, '..');
const path = join(root, 'package-lock.json');

execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const { owner, name } of unwanted)
  if (lock.packages[owner]?.optionalDependencies?.[name]) {
    delete lock.packages[owner].optionalDependencies;
    for (const path of Object.keys(lock.packages))
      if (path.startsWith(`node_modules/${name}`)) delete lock.packages[path];
    console.log(`left out: ${name} of ${owner}`);
  }
for (const { owner, name } of missingOptional(lock)) {
  delete lock.packages[owner].optionalDependencies[name];
  console.log(`left out: ${name} of ${owner}`);
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
