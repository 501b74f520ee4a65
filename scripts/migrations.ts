// Rewrites the first migration from the table definitions. Possible while no version is released: there is no
// installation to carry over. From the first release on this becomes `drizzle-kit generate`, which adds a step.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
rmSync(join(root, 'platform/server/migrations'), { recursive: true, force: true });
execFileSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', '--name', 'edulab'], {
  cwd: root,
  stdio: 'inherit',
});
