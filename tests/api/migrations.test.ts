import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDatabase } from '#platform/server/database.ts';
import { startApi } from '#tests/support/api.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A table definition that no migration carries out would fail on the first real database. */
it('migrations carry out what the table definitions say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edulab-migrations-'));
  try {
    cpSync(join(root, 'platform/server/migrations'), folder, { recursive: true });
    // The tool takes only relative paths, and ends well even where it failed: its words decide.
    const said = execFileSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, MIGRATIONS: relative(root, folder) },
    });
    expect(said).toContain('No schema changes');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it('a database of another version is refused in one line, and stays as it is', async () => {
  const api = await startApi();
  const { owner, ownerUrl } = api.database;
  try {
    await owner.query(`update edulab_migrations.__drizzle_migrations set hash = 'another'`);
    await expect(openDatabase(ownerUrl)).rejects.toThrow(/^This database was made by another version of Edulab/);
    await owner.query('select 1 from students');
  } finally {
    await api.close();
  }
});
