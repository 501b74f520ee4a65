import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { domains } from '#domains/server.ts';
import { openDatabase } from '#platform/server/database.ts';
import { checkPort, runProcess } from '#platform/server/lifecycle.ts';
import { buildServer, registerDomains } from '#platform/server/main.ts';
import { checkDatabase, startDatabase } from '#platform/server/postgres.ts';
import { settings as readSettings } from '#platform/server/settings.ts';
import { ensureWebBuilt } from '#platform/server/web-build.ts';

/** `npm start`: database, schema, demo where the database is empty, web part where it is stale, then the server. */
const root = dirname(fileURLToPath(import.meta.url));

await runProcess(async (life) => {
  const began = performance.now();
  const settings = readSettings();
  await checkPort(settings.port, settings.host);
  registerDomains(domains);
  let ownerUrl = settings.databaseUrl;
  if (ownerUrl) await checkDatabase(ownerUrl);
  else {
    const embedded = await startDatabase({ dataDir: settings.dataDir, onLost: (error) => void Promise.reject(error) });
    life.onStop('database', () => embedded.stop());
    ownerUrl = embedded.ownerUrl;
  }
  const database = await openDatabase(ownerUrl, { appUrl: settings.databaseAppUrl ?? undefined });
  life.onStop('connections', () => database.close());
  for (const domain of domains) await domain.seed?.(database.owner);
  const { fillWhenEmpty } = await import('#demo/fill.ts');
  const demo = await fillWhenEmpty(database, settings);
  const web = await ensureWebBuilt(root);
  const app = await buildServer({ database, settings, domains, web: join(root, 'dist/web') });
  life.onStop('server', () => app.close());
  await app.listen({ port: settings.port, host: settings.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\nEdulab is ready in ${seconds} s: http://localhost:${port}`);
  if (demo.accounts.length > 0) {
    console.log(`Sign in with one of the demo accounts, password ${demo.password}:`);
    console.log(
      `  ${demo.accounts.slice(0, 6).join(', ')} … (${demo.accounts.length} in all; the sign-in page lists them)`,
    );
  } else if (!settings.demo) console.log('The first page creates the first institution and its administrator.');
  void web;
});
