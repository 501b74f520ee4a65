import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { domains } from '#domains/server.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { buildServer } from '#platform/server/run/main.ts';
import { settings } from '#platform/server/run/settings.ts';
import { ensureWebBuilt } from '#platform/server/run/web-build.ts';
import type { PageOptions } from './browser.ts';
import { copyDatabase, registerAll } from './database.ts';
import { lastMessage } from './messages.ts';

export interface Site {
  /** Origin for the browser, without a last slash. */
  url: string;
  /** Folder of the pages. */
  web: string;
  database: Database;
  /** Where files and keys lie. */
  dataDir: string;
  /** What the server is made of, for work of the night. */
  kernel: Kernel;
  /** What the newest mail or SMS to somebody says to them. Throws if there is none. */
  lastMessage(to: string): Promise<string>;
  /** What the browser of somebody holds who signed in before: for `newPage({storageState})`. `local` adds to it. */
  signedIn(username: string, local?: Record<string, string>): Promise<NonNullable<PageOptions['storageState']>>;
  close(): Promise<void>;
}

/**
 * A whole Edulab for a journey: a database of its own with one account for each role, the built pages, a free port.
 * `students` fills it with the demo university; `copyWeb` gives it pages of its own, which the test may change; `env` are
 * further settings.
 */
export async function startSite(
  options: { students?: number; copyWeb?: boolean; env?: Record<string, string> } = {},
): Promise<Site> {
  // First, as it is what fails most often: nothing has been started yet that would have to be ended.
  const built = await ensureWebBuilt(join(import.meta.dirname, '../..'));
  registerAll();
  const copy = await copyDatabase(inject('ownerUrl'), options);
  const dataDir = await mkdtemp(join(tmpdir(), 'edulab-site-'));
  const web = options.copyWeb ? join(dataDir, 'web') : built;
  if (options.copyWeb) await cp(built, web, { recursive: true });
  const set = settings({ EDULAB_PLAIN: process.env.EDULAB_PLAIN, ...options.env, EDULAB_DATA: dataDir }, []);
  const database = await openDatabase(copy.url, { poolSize: 8, patience: 20, plain: set.plain, upToDate: true });
  const kernel: Kernel = { database, settings: set, domains };
  const app = await buildServer({ ...kernel, logLevel: 'error', web });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  return {
    url,
    web,
    database,
    dataDir,
    kernel,
    async signedIn(username, local = {}) {
      const token = randomBytes(32).toString('base64url');
      const { rowCount } = await database.owner.query(
        `insert into sessions (account_id, token_hash, expires_at)
         select id, $2, edulab_now() + interval '1 hour' from accounts where username = $1`,
        [username, hashToken(token)],
      );
      if (!rowCount) throw new Error(`there is no account ${username}`);
      const localStorage = Object.entries({ ...local, token }).map(([name, value]) => ({ name, value }));
      return { cookies: [], origins: [{ origin: url, localStorage }] };
    },
    lastMessage: (to) => lastMessage(database.owner, dataDir, to),
    async close() {
      await app.close();
      await database.close();
      await copy.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
