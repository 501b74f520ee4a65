import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clockOption } from '#platform/server/database/database.ts';
import { asUser, chooseUser, findPrograms, run } from '#platform/server/embedded/postgres-programs.ts';

/** A primary and a copy that follows it by streaming, as the PostgreSQL of the packages makes them. */
export interface Pair {
  /** Owner's address of the database `edulab` on each. */
  primary: string;
  standby: string;
  /** Asks one of them as the owner. */
  ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]>;
  /** Kills the copy. */
  killStandby(): Promise<void>;
  close(): Promise<void>;
}

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function startPair(): Promise<Pair> {
  const base = mkdtempSync(join(tmpdir(), 'edulab-pair-'));
  const user = chooseUser(base);
  const programs = findPrograms(user, join(base, 'programs'));
  const own = (path: string, mode: number) => {
    if (user) chownSync(path, user.uid, user.gid);
    chmodSync(path, mode);
  };
  own(base, 0o755);
  const servers: ChildProcess[] = [];
  const sockets = (name: string) => join(base, `${name}-socket`);
  const url = (name: string) => `postgres://edulab:any@localhost/edulab?host=${encodeURIComponent(sockets(name))}`;
  const ask: Pair['ask'] = async <T extends pg.QueryResultRow>(at: string, sql: string) => {
    const client = new pg.Client({ connectionString: at, options: clockOption() });
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query<T>(sql).finally(() => client.end())).rows;
  };
  const start = async (name: string, database: string) => {
    mkdirSync(sockets(name));
    own(sockets(name), 0o755);
    const child = spawn(
      programs.postgres,
      ['-D', join(base, name), '-k', sockets(name), '-c', 'listen_addresses=', '-c', 'fsync=off'],
      { ...asUser(user), env, cwd: '/', stdio: 'ignore' },
    );
    servers.push(child);
    const at = url(name).replace('/edulab?', `/${database}?`);
    for (let tries = 0; ; tries++) {
      const fault = await ask(at, 'select').then(
        () => undefined,
        (error: Error) => error,
      );
      if (!fault) return child;
      if (tries > 300 || child.exitCode !== null) throw fault;
      await sleep(100);
    }
  };
  const primary = join(base, 'primary');
  const made = await run(
    programs.initdb,
    ['-D', primary, '-U', 'edulab', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C'],
    {
      user,
      env,
      cwd: '/',
    },
  );
  if (made.code !== 0) throw new Error(made.output);
  await start('primary', 'postgres');
  const admin = url('primary').replace('/edulab?', '/postgres?');
  await ask(admin, 'create database edulab');
  // One session must hold the backup while the files are copied.
  const holder = new pg.Client(admin);
  await holder.connect();
  await holder.query("select pg_backup_start('copy', true)");
  const copy = join(base, 'standby');
  cpSync(primary, copy, {
    recursive: true,
    filter: (path) => !/\/(postmaster\.(pid|opts)|pg_replslot\/.+|pg_wal\/.+)$/.test(path),
  });
  const { rows } = await holder.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await holder.end();
  writeFileSync(join(copy, 'backup_label'), rows[0]!.labelfile);
  writeFileSync(join(copy, 'standby.signal'), '');
  mkdirSync(join(copy, 'pg_wal/archive_status'), { recursive: true });
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${sockets('primary')} user=edulab'\nhot_standby_feedback = off\nmax_standby_streaming_delay = 0\n`,
  );
  if (user) await run('/bin/chown', ['-R', `${user.uid}:${user.gid}`, copy], { user: undefined, env, cwd: '/' });
  chmodSync(copy, 0o700);
  const standby = await start('standby', 'edulab');
  const stop = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    primary: url('primary'),
    standby: url('standby'),
    ask,
    killStandby: () => stop(standby, 'SIGQUIT'),
    async close() {
      for (const child of servers.reverse()) await stop(child, 'SIGQUIT');
      rmSync(base, { recursive: true, force: true });
    },
  };
}
