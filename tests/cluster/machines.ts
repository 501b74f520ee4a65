import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#platform/server/run/lifecycle.ts';
import { query, root, statusOf } from '#tests/faults/edulab.ts';
import { type ObjectStore, startObjectStore, storeKeys } from '#tests/support/object-store.ts';
import { lay } from './wire.ts';

/**
 * What `deploy/cluster` describes, on one machine: three etcd, three PostgreSQL under Patroni, HAProxy, a store of files and
 * three Edulabs, each with its own ports. Each database reaches etcd and is reached through wires, which can be cut.
 */
export interface Cluster {
  /** Origin of all Edulabs together, and of each. */
  url: string;
  databases: Database[];
  edulabs: Edulab[];
  store: ObjectStore;
  /** Owner's address of the database, wherever it is. */
  databaseUrl: string;
  /** The one that calls itself primary and can write, if there is one. */
  primary(): Promise<Database | undefined>;
  /** Lets an Edulab finish, or take requests again. */
  share(edulab: Edulab, state: 'drain' | 'ready'): Promise<void>;
  close(): Promise<void>;
}

export interface Database {
  name: string;
  /** Superuser's address, past all wires. */
  directUrl: string;
  /** Patroni and PostgreSQL at once, as when the machine loses its power. */
  kill(): Promise<void>;
  start(): void;
  cut(): void;
  mend(): void;
}

export interface Edulab {
  name: string;
  url: string;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** From another checkout where one is told. Ready when it answers. */
  start(folder?: string): Promise<void>;
}

const bin = '/usr/lib/postgresql';
const host = '127.0.0.1';
const templates = join(root, 'deploy/cluster/templates');

/** Which Debian packages are missing on this machine. */
export const missingPackages = (): string[] =>
  Object.entries({
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    pgbackrest: '/usr/bin/pgbackrest',
    'postgresql-15': `${bin}/15/bin/postgres`,
  }).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

/** A template with all its blanks filled. Throws where one has no value. */
function filled(name: string, values: Record<string, string | number>): string {
  return readFileSync(join(templates, `${name}.j2`), 'utf8').replaceAll(/\{\{ (\w+) \}\}/g, (_, blank: string) => {
    const value = values[blank];
    if (value === undefined) throw new Error(`${name}: nothing for ${blank}`);
    return String(value);
  });
}

async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((ready) => server.listen(0, host, ready));
      return server;
    }),
  );
  return Promise.all(
    held.map(async (server) => {
      const address = server.address();
      await new Promise((closed) => server.close(closed));
      return address && typeof address === 'object' ? address.port : 0;
    }),
  );
}

async function until<T>(what: string, seconds: number, look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = performance.now() + seconds * 1000; ; await sleep(100)) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (performance.now() > end) throw new StartError(`${what}: not within ${seconds} s`);
  }
}

/** Throws where something does not start, after ending what did. */
export async function startCluster(folder: string, say: (line: string) => void): Promise<Cluster> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return { ...(await bringUp(folder, say, ends)), close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

async function bringUp(
  folder: string,
  say: (line: string) => void,
  ends: (() => Promise<unknown>)[],
): Promise<Omit<Cluster, 'close'>> {
  const missing = missingPackages();
  if (missing.length) throw new StartError(`Needs Debian packages: apt-get install ${missing.join(' ')}`);
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() !== 0) throw new StartError('Start it as root: its databases run as the user postgres.');
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const running = new Set<ChildProcess>();
  const place = (...parts: string[]) => {
    const path = join(folder, ...parts);
    mkdirSync(path, { recursive: true });
    chownSync(path, user.uid, user.gid);
    chmodSync(path, 0o700);
    return path;
  };
  chmodSync(folder, 0o755);
  const write = (path: string, text: string) => {
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, user.uid, user.gid);
    return path;
  };
  /** A process whose words go to a log in the folder; `as` other than root where the program wants that. */
  const run = (
    name: string,
    program: string,
    args: string[],
    env: NodeJS.ProcessEnv = {},
    as: typeof user | null = user,
  ) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...(as ? { uid: as.uid, gid: as.gid } : {}),
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // A group of its own, which can be killed as one.
      detached: true,
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  const killGroup = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    try {
      process.kill(-child.pid!, signal);
    } catch {
      child.kill(signal);
    }
    await gone;
  };

  ends.push(() => Promise.all([...running].map((child) => killGroup(child, 'SIGKILL'))));

  const three = [1, 2, 3];
  const secret = () => randomBytes(12).toString('hex');
  const passwords = { postgres: secret(), replicator: secret(), rewinder: secret(), edulab: secret() };
  const [primaryPort, replicasPort, edulabPort] = await freePorts(3);

  // etcd: three, so that one may fail.
  const etcds = await Promise.all(
    three.map(async (n) => {
      const [client, peer] = await freePorts(2);
      return { name: `e${n}`, client: client!, peer: peer! };
    }),
  );
  const members = etcds.map(({ name, peer }) => `${name}=http://${host}:${peer}`).join(',');
  for (const { name, client, peer } of etcds)
    run(name, '/usr/bin/etcd', [
      ...['--name', name, '--data-dir', place(name), '--initial-cluster', members, '--initial-cluster-state', 'new'],
      ...['--listen-client-urls', `http://${host}:${client}`, '--advertise-client-urls', `http://${host}:${client}`],
      ...['--listen-peer-urls', `http://${host}:${peer}`, '--initial-advertise-peer-urls', `http://${host}:${peer}`],
      ...['--heartbeat-interval', '100', '--election-timeout', '1000', '--logger', 'zap', '--log-level', 'warn'],
    ]);
  await until('etcd', 30, async () => (await statusOf(`http://${host}:${etcds[0]!.client}/health`)) === 200);
  say('etcd: three members agree');

  const repository = place('archive');
  const databases: (Database & { port: number; rest: number })[] = [];
  for (const n of three) {
    const name = `db${n}`;
    const [postgres, rest] = await freePorts(2);
    const hear = async (port: number) => {
      const wire = await lay(port);
      ends.push(wire.close);
      return wire;
    };
    const own = [await hear(postgres!), await hear(rest!)];
    const toEtcd = await Promise.all(etcds.map(({ client }) => hear(client)));
    const runDir = place(`${name}-run`);
    const dataDir = join(place(name), 'data');
    const values = {
      node: name,
      rest_listen: `${host}:${rest}`,
      rest_address: `${host}:${own[1]!.port}`,
      postgres_listen: `${host}:${postgres}`,
      postgres_address: `${host}:${own[0]!.port}`,
      postgres_port: postgres!,
      etcd_hosts: toEtcd.map(({ port }) => `${host}:${port}`).join(','),
      etcd_use_proxies: 'true',
      data_dir: dataDir,
      run_dir: runDir,
      bin_dir: `${bin}/15/bin`,
      network: `${host}/32`,
      max_connections: 200,
      shared_buffers: '64MB',
      repository,
      postgres_password: passwords.postgres,
      replicator_password: passwords.replicator,
      rewinder_password: passwords.rewinder,
      archive_command: `"pgbackrest --config=${join(runDir, 'pgbackrest.conf')} --stanza=edulab archive-push %p"`,
    };
    write(join(runDir, 'pgbackrest.conf'), filled('pgbackrest.conf', values));
    const config = write(join(runDir, 'patroni.yml'), filled('patroni.yml', values));
    let child: ChildProcess | undefined;
    const start = () => {
      child = run(name, '/usr/bin/patroni', [config]);
    };
    databases.push({
      name,
      port: own[0]!.port,
      rest: own[1]!.port,
      directUrl: `postgres://postgres:${passwords.postgres}@${host}:${postgres}/postgres`,
      start,
      async kill() {
        const server = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
        await killGroup(child!, 'SIGKILL');
        try {
          process.kill(server, 'SIGKILL');
        } catch {
          // It was in Patroni's group.
        }
      },
      cut() {
        for (const wire of [...own, ...toEtcd]) wire.cut();
      },
      mend() {
        for (const wire of [...own, ...toEtcd]) wire.mend();
      },
    });
    start();
    const { kill } = databases.at(-1)!;
    ends.push(() => kill().catch(() => undefined));
  }
  const primary = async () => {
    const said = await Promise.all(databases.map(async (one) => ((await writable(one.directUrl)) ? one : undefined)));
    return said.find((one) => one !== undefined);
  };
  await until('a primary', 90, primary);
  say('PostgreSQL: one primary');

  const store = await startObjectStore();
  ends.push(store.close);
  const edulabs = await Promise.all(
    three.map(async (n) => ({
      name: `edulab${n}`,
      port: (await freePorts(1))[0]!,
      dataDir: join(folder, `edulab${n}`),
    })),
  );
  const admin = join(place('proxy'), 'admin.sock');
  const config = write(
    join(folder, 'proxy/haproxy.cfg'),
    filled('haproxy.cfg', {
      admin_socket: admin,
      proxy_connections: 2000,
      primary_bind: `${host}:${primaryPort}`,
      replicas_bind: `${host}:${replicasPort}`,
      edulab_bind: `${host}:${edulabPort}`,
      database_servers: databases
        .map(({ name, port, rest }) => `    server ${name} ${host}:${port} check port ${rest}`)
        .join('\n'),
      edulab_servers: edulabs.map(({ name, port }) => `    server ${name} ${host}:${port} check`).join('\n'),
    }),
  );
  run('haproxy', '/usr/sbin/haproxy', ['-W', '-db', '-f', config]);
  const throughProxy = (as: string) => `postgres://${as}@${host}:${primaryPort}`;
  const superuser = `${throughProxy(`postgres:${passwords.postgres}`)}/postgres`;
  await until('the proxy', 30, () => query(superuser, 'select 1'));
  await until('a synchronous standby', 60, async () => {
    const [row] = await query<{ n: number }>(
      superuser,
      "select count(*)::int as n from pg_stat_replication where sync_state = 'sync'",
    );
    return row?.n === 1;
  });
  await query(superuser, `create role edulab login createrole password '${passwords.edulab}'`);
  await query(superuser, 'create database edulab owner edulab');
  say('PostgreSQL: a second server has every write before it is acknowledged');
  const first = await primary();
  const runDir = join(folder, `${first!.name}-run`);
  for (const command of [['stanza-create'], ['check'], ['--type=full', 'backup']]) {
    const child = run('pgbackrest', '/usr/bin/pgbackrest', [
      `--config=${join(runDir, 'pgbackrest.conf')}`,
      '--stanza=edulab',
      ...command,
    ]);
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    if (code !== 0)
      throw new StartError(`pgbackrest ${command.join(' ')} ended with ${code}; see ${folder}/pgbackrest.log`);
  }
  say('pgBackRest: the archive takes the log, a first backup is there');

  const made: Edulab[] = [];
  const ours = { WORKERS: '1', EDULAB_DEV: '1', NODE_NO_WARNINGS: '1', EDULAB_CLOCK: '' };
  for (const { name, port, dataDir } of edulabs) {
    // Links, seals and signatures are made with keys beside the files: all servers have the same.
    if (made.length)
      for (const key of ['file-links.key', 'signing-keys'])
        if (existsSync(join(edulabs[0]!.dataDir, key)))
          cpSync(join(edulabs[0]!.dataDir, key), join(dataDir, key), { recursive: true });
    const env = Object.fromEntries(
      filled('edulab.env', {
        edulab_host: host,
        edulab_port: port,
        edulab_url: `http://${host}:${edulabPort}`,
        edulab_data: dataDir,
        trusted_proxies: host,
        edulab_password: passwords.edulab,
        primary_address: `${host}:${primaryPort}`,
        replicas_address: `${host}:${replicasPort}`,
        files_url: store.url('files'),
        store_key: storeKeys.AWS_ACCESS_KEY_ID,
        store_secret: storeKeys.AWS_SECRET_ACCESS_KEY,
      })
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    let child: ChildProcess | undefined;
    const one: Edulab = {
      name,
      url: `http://${host}:${port}`,
      async start(checkout = root) {
        const program = [join(checkout, 'scripts/run.mjs'), join(checkout, 'start.ts'), '--students', '20'];
        const begin = () => run(name, process.execPath, program, { ...process.env, ...env, ...ours }, null);
        child = begin();
        await until(name, 600, async () => {
          // A start that failed is tried again, as systemd does (deploy/edulab.service).
          if (child?.exitCode) child = begin();
          return (await statusOf(`${one.url}/ready`)) === 200;
        });
      },
      kill: (signal) => killGroup(child!, signal),
    };
    await one.start();
    ends.push(() => one.kill('SIGTERM'));
    made.push(one);
  }
  const url = `http://${host}:${edulabPort}`;
  await until('Edulab behind the proxy', 30, async () => (await statusOf(`${url}/ready`)) === 200);
  say(`Edulab: three of them behind ${url}`);

  return {
    url,
    databases,
    edulabs: made,
    store,
    databaseUrl: `${throughProxy(`edulab:${passwords.edulab}`)}/edulab`,
    primary,
    async share({ name }, state) {
      await tell(admin, `set server edulab/${name} state ${state}`);
      // Requests that it has are answered; a new one may have been on its way to it.
      await sleep(1500);
    },
  };
}

/** Whether a database can be written to just now. */
export const writable = (url: string): Promise<boolean> =>
  query<{ writes: boolean }>(url, 'select not pg_is_in_recovery() as writes').then(
    ([row]) => row?.writes ?? false,
    () => false,
  );

/** One command to HAProxy. */
const tell = (socket: string, command: string): Promise<string> =>
  new Promise((done, fail) => {
    const line = connect(socket, () => line.end(`${command}\n`));
    let said = '';
    line.on('data', (piece) => (said += String(piece)));
    line.on('error', fail).on('end', () => done(said));
  });
