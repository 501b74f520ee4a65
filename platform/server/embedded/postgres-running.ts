import { readFileSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import pg from 'pg';
import { StartError } from '../run/lifecycle.ts';
import { markOf } from './postgres-settings.ts';

/**
 * The owner's address of the embedded PostgreSQL that another process runs on a data folder; null where none answers.
 * Throws `StartError` where this user may not read it.
 */
export async function runningDatabase(dataDir: string): Promise<string | null> {
  let url: string;
  let mark: string;
  try {
    const home = realpathSync(path.join(dataDir, 'postgres'));
    const folder = path.join(home, 'cluster');
    const password = readFileSync(path.join(home, 'password'), 'utf8').trim();
    mark = markOf(home, password);
    // Process id, folder, start, port, folder of the socket, address.
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const base = `postgres://edulab:${password}@`;
    url = lines[5]
      ? `${base}127.0.0.1:${lines[3]}/edulab`
      : `${base}localhost/edulab?host=${encodeURIComponent(folder)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new StartError(`The data folder ${dataDir} cannot be read (${code}). Do this as the user who runs Edulab.`);
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // In a copy of a folder that was in use, the port is that of the original.
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name');
    return rows[0]?.cluster_name === mark ? url : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
