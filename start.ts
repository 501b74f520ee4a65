import cluster from 'node:cluster';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clock } from '#platform/contract/clock.ts';
import { checkDatabase, startDatabase } from '#platform/server/embedded/postgres.ts';
import { checkPort, type Lifecycle, runProcess } from '#platform/server/run/lifecycle.ts';
import { settings as readSettings, type Settings } from '#platform/server/run/settings.ts';
import { ensureWebBuilt } from '#platform/server/run/web-build.ts';
import type { Orders, Ready } from '#platform/server/workers/messages.ts';

/**
 * `npm start`: database, schema, demo where the database is empty, web part where it is stale, then the server. With more
 * than one worker this process leads and each of them serves (`platform/server/workers/`).
 */
const root = dirname(fileURLToPath(import.meta.url));

await runProcess(cluster.isWorker ? work : begin);

async function begin(life: Lifecycle): Promise<void> {
  const began = performance.now();
  const settings = readSettings();
  clock.setAhead(settings.clockAhead);
  await checkPort(settings.port, settings.host);
  if (settings.workers === 1)
    process.on('SIGUSR2', () =>
      console.error(
        'Edulab: SIGUSR2 replaces workers, and this process serves alone (WORKERS=1): nothing was replaced.',
      ),
    );
  const { port, lines } = settings.workers > 1 ? await beginWorkers(settings, life) : await beginAlone(settings, life);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const workers = settings.workers > 1 ? ` with ${settings.workers} workers` : '';
  // One write: whoever waits for the first line has the others as well.
  console.log([`\nEdulab is ready in ${seconds} s${workers}: http://localhost:${port}`, ...lines].join('\n'));
}

async function beginAlone(settings: Settings, life: Lifecycle): Promise<Ready> {
  // Neither needs the other; and what cannot start says so before all the code is read.
  const [server, ownerUrl] = await Promise.all([readServer(), findDatabase(settings, life)]);
  return serve(server, settings, life, { ownerUrl, first: true, background: true, schema: null });
}

async function beginWorkers(settings: Settings, life: Lifecycle): Promise<Ready> {
  const [{ lead }, ownerUrl] = await Promise.all([
    import('#platform/server/workers/leader.ts'),
    findDatabase(settings, life),
  ]);
  return lead({ workers: settings.workers, ownerUrl, life, say: (line) => console.error(`Edulab: ${line}`) });
}

/** One of several that share the port: does what it is told. */
async function work(life: Lifecycle): Promise<void> {
  const settings = readSettings();
  clock.setAhead(settings.clockAhead);
  const { orders, sayReady } = await import('#platform/server/workers/worker.ts');
  const [server, told] = await Promise.all([readServer(), orders()]);
  sayReady(await serve(server, settings, life, told));
}

async function serve(
  server: Awaited<ReturnType<typeof readServer>>,
  settings: Settings,
  life: Lifecycle,
  { ownerUrl, first, background, schema: made }: Orders,
): Promise<Ready> {
  const { domains, registerDomains, openDatabase, buildServer, clearHalfFilled, fillWhenEmpty } = server;
  const { schemaMark } = await import('#platform/server/database/guards.ts');
  const { drainable } = await import('#platform/server/workers/drain.ts');
  const { listen } = await import('#platform/server/run/doors.ts');
  const { onRetire } = await import('#platform/server/workers/worker.ts');
  const { endIdle } = await import('#platform/server/heavy/index.ts');
  registerDomains(domains);
  const schema = await schemaMark();
  const database = await openDatabase(ownerUrl, {
    appUrl: settings.databaseAppUrl ?? undefined,
    replicaUrl: settings.databaseReplicaUrl ?? undefined,
    plain: settings.plain,
    poolSize: connectionsOf(settings.workers),
    upToDate: schema === made,
  });
  life.onStop('connections', () => database.close());
  if (first) {
    await clearHalfFilled(database.owner);
    for (const domain of domains) await domain.seed?.(database.owner);
  }
  // The first start has both to do: one processor fills the database while the other builds the pages.
  const [demo, web] = await Promise.all([fillWhenEmpty(database, settings), ensureWebBuilt(root)]);
  const app = await buildServer({ database, settings, domains, web, background });
  const drain = drainable(app);
  onRetire(() => void drain().then(() => process.kill(process.pid, 'SIGTERM')));
  // What heavy work left waiting belongs to this process and not to one server: tests make many, and each would start its own.
  life.onStop('server', () => app.close().then(endIdle));
  await listen(app, settings.port, settings.host);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const { accounts, password } = demo;
  return {
    port,
    schema,
    lines:
      accounts.length > 0
        ? [
            `Sign in with one of the demo accounts, password ${password}:`,
            `  ${accounts.slice(0, 6).join(', ')} … (${accounts.length} in all; the sign-in page lists them)`,
          ]
        : settings.demo
          ? []
          : ['The first page creates the first institution and its administrator.'],
  };
}

async function readServer() {
  const [domains, database, main, demo] = await Promise.all([
    import('#domains/server.ts'),
    import('#platform/server/database/database.ts'),
    import('#platform/server/run/main.ts'),
    import('#demo/fill.ts'),
  ]);
  return { ...domains, ...database, ...main, ...demo };
}

/** Connections for the requests of one worker: together as many as the database is glad of. */
function connectionsOf(workers: number): number {
  return workers === 1 ? 20 : Math.max(8, Math.ceil(40 / workers));
}

/** The owner's address of the database: the operator's, or that of the embedded one, which is started. */
async function findDatabase(settings: Settings, life: Lifecycle): Promise<string> {
  if (settings.databaseUrl) {
    await checkDatabase(settings.databaseUrl);
    return settings.databaseUrl;
  }
  // Beside those of requests each worker has a dozen for other things.
  const connections = Math.max(100, 40 + settings.workers * (connectionsOf(settings.workers) + 12));
  const embedded = await startDatabase({ dataDir: settings.dataDir, connections });
  life.onStop('database', () => embedded.stop());
  return embedded.ownerUrl;
}
