import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clock } from '#platform/contract/clock.ts';
import { checkDatabase, startDatabase } from '#platform/server/embedded/postgres.ts';
import { checkPort, type Lifecycle, runProcess } from '#platform/server/run/lifecycle.ts';
import { settings as readSettings, type Settings } from '#platform/server/run/settings.ts';
import { ensureWebBuilt } from '#platform/server/run/web-build.ts';

/** `npm start`: database, schema, demo where the database is empty, web part where it is stale, then the server. */
const root = dirname(fileURLToPath(import.meta.url));

await runProcess(async (life) => {
  const began = performance.now();
  const settings = readSettings();
  clock.setAhead(settings.clockAhead);
  await checkPort(settings.port, settings.host);
  // Neither needs the other; and what cannot start says so before all the code is read.
  const [server, ownerUrl] = await Promise.all([readServer(), findDatabase(settings, life)]);
  const { domains, registerDomains, openDatabase, buildServer, clearHalfFilled, fillWhenEmpty } = server;
  registerDomains(domains);
  const database = await openDatabase(ownerUrl, {
    appUrl: settings.databaseAppUrl ?? undefined,
    plain: settings.plain,
  });
  life.onStop('connections', () => database.close());
  await clearHalfFilled(database.owner);
  for (const domain of domains) await domain.seed?.(database.owner);
  // The first start has both to do: one processor fills the database while the other builds the pages.
  const [demo, web] = await Promise.all([fillWhenEmpty(database, settings), ensureWebBuilt(root)]);
  const app = await buildServer({ database, settings, domains, web });
  life.onStop('server', () => app.close());
  await app.listen({ port: settings.port, host: settings.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { accounts, password } = demo;
  // One write: whoever waits for the first line has the others as well.
  console.log(
    [
      `\nEdulab is ready in ${seconds} s: http://localhost:${port}`,
      ...(accounts.length > 0
        ? [
            `Sign in with one of the demo accounts, password ${password}:`,
            `  ${accounts.slice(0, 6).join(', ')} … (${accounts.length} in all; the sign-in page lists them)`,
          ]
        : settings.demo
          ? []
          : ['The first page creates the first institution and its administrator.']),
    ].join('\n'),
  );
});

async function readServer() {
  const [domains, database, main, demo] = await Promise.all([
    import('#domains/server.ts'),
    import('#platform/server/database/database.ts'),
    import('#platform/server/run/main.ts'),
    import('#demo/fill.ts'),
  ]);
  return { ...domains, ...database, ...main, ...demo };
}

/** The owner's address of the database: the operator's, or that of the embedded one, which is started. */
async function findDatabase(settings: Settings, life: Lifecycle): Promise<string> {
  if (settings.databaseUrl) {
    await checkDatabase(settings.databaseUrl);
    return settings.databaseUrl;
  }
  const embedded = await startDatabase({ dataDir: settings.dataDir });
  life.onStop('database', () => embedded.stop());
  return embedded.ownerUrl;
}
