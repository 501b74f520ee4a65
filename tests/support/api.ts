import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { domains } from '#domains/server.ts';
import { clock } from '#platform/contract/clock.ts';
import { commonErrors } from '#platform/contract/index.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { unfilled } from '#platform/server/call/messages.ts';
import { refusalsOf } from '#platform/server/call/routes.ts';
import { type Database, moveClock, openDatabase } from '#platform/server/database/database.ts';
import { defineServerDomain, type Follow, type Kernel, type ServerDomain } from '#platform/server/kernel.ts';
import { buildServer } from '#platform/server/run/main.ts';
import { settings } from '#platform/server/run/settings.ts';
import { copyDatabase, fill, registerAll } from './database.ts';
import { lastMessage } from './messages.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Record<string, string | string[] | number | undefined>;
  /** The body as bytes, for files. */
  raw: Buffer;
}

type Headers = Record<string, string>;

export interface Caller {
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  get<T = any>(path: string, headers?: Headers): Promise<Answer<T>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post<T = any>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  put<T = any>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  delete<T = any>(path: string, body?: unknown, headers?: Headers): Promise<Answer<T>>;
  /** Uploads one file to POST /upload; answers its record. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  upload<T = any>(name: string, content: Buffer, query?: string): Promise<Answer<T>>;
}

export interface Api {
  app: FastifyInstance;
  database: Database;
  dataDir: string;
  /** What the server is made of, for work that runs without a call. */
  kernel: Kernel;
  /** One more follower of a hook, after all others, in this server alone. Answers how to take it back. */
  follow(follow: Follow): () => void;
  /** Someone without a session. */
  anonymous: Caller;
  /** A signed-in account by username: the role accounts are `registrar_head`, `super_admin` … `institution` is what the header says. */
  as(username: string, institution?: number): Promise<Caller>;
  /** What the newest mail or SMS to somebody says to them. Throws if there is none. */
  lastMessage(to: string): Promise<string>;
  /** A job when it is over, as its table has it; throws where it is not within a minute. */
  finished(job: number): Promise<FinishedJob>;
  /** Moves the clock of this process and of the database to an instant, from which it goes on; `close` takes it back. */
  setClock(instant: string): Promise<void>;
  close(): Promise<void>;
}

export interface FinishedJob {
  id: number;
  state: 'done' | 'failed' | 'undone';
  done: number;
  total: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  receipt: any;
  error: string | null;
}

/**
 * A whole server on a database of its own, called without a network. Close it after the tests of the file. `students`
 * fills it with the demo university instead of accounts alone; `environment` is what an operator has set; `on` takes a
 * database that is there, and leaves it; `at` is the instant at which all of it begins, where the demo of any other day
 * would not do.
 */
export async function startApi(
  options: {
    students?: number;
    environment?: Record<string, string>;
    on?: string;
    at?: string;
    poolSize?: number;
    patience?: number;
    also?: readonly ServerDomain[];
  } = {},
): Promise<Api> {
  registerAll();
  const ahead = clock.ahead();
  if (options.at) clock.setAhead(Date.parse(options.at) - Date.now());
  // At an instant of its own no other file would find the demo of its day.
  const ready = options.at === undefined ? options.students : undefined;
  const copy = options.on
    ? { url: options.on, drop: async () => {} }
    : await copyDatabase(inject('ownerUrl'), { students: ready });
  const dataDir = await mkdtemp(join(tmpdir(), 'edulab-api-'));
  const set = settings({ EDULAB_PLAIN: process.env.EDULAB_PLAIN, EDULAB_DATA: dataDir, ...options.environment }, []);
  const database = await openDatabase(copy.url, {
    poolSize: options.poolSize ?? 5,
    // Tests ask much at once of few connections, on machines that do other things as well.
    patience: options.patience ?? 100,
    replicaUrl: set.databaseReplicaUrl ?? undefined,
    plain: set.plain,
    upToDate: !options.on,
  });
  if (options.students !== undefined && ready === undefined) await fill(database, options.students);
  // The house stood before the day of this file, however late it is by the clock of the run.
  if (options.at && !options.on)
    await database.owner.query(
      "update institutions set created_at = least(created_at, $1::timestamptz - interval '1 year')",
      [options.at],
    );
  const undeclared = new Set<string>();
  const follows: Follow[] = [];
  const kernel: Kernel = {
    database,
    settings: set,
    domains: [
      ...domains,
      ...(options.also ?? []),
      defineServerDomain({ name: 'tests', contract: {}, router: {}, follows }),
    ],
  };
  const app = await buildServer({
    ...kernel,
    logLevel: 'error',
    onRefusal: (meta, code) => {
      if (!(code in commonErrors) && !refusalsOf(meta).includes(code))
        undeclared.add(`${meta.method} ${meta.path}: ${code}`);
    },
  });
  await app.ready();

  const caller = (token: string, institution: number): Caller => {
    const ask = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      payload: unknown,
      headers: Headers = {},
    ) => {
      const answer = await app.inject({
        method,
        url: apiBase + path,
        headers: {
          language: 'en',
          institution: String(institution),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const json = /^application\/json(;|$)/.test(String(answer.headers['content-type']));
      return {
        status: answer.statusCode,
        body: json ? answer.json() : answer.body,
        headers: answer.headers,
        raw: answer.rawPayload,
      };
    };
    return {
      token,
      get: (path: string, headers?: Headers) => ask('GET', path, undefined, headers),
      post: (path: string, body: unknown = {}, headers?: Headers) => ask('POST', path, body, headers),
      put: (path: string, body: unknown = {}, headers?: Headers) => ask('PUT', path, body, headers),
      delete: (path: string, body?: unknown, headers?: Headers) => ask('DELETE', path, body, headers),
      upload: (name: string, content: Buffer, query = '') => {
        const boundary = randomUUID();
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
        return ask(
          'POST',
          `/upload${query}`,
          Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
          { 'content-type': `multipart/form-data; boundary=${boundary}` },
        );
      },
      // biome-ignore lint/suspicious/noExplicitAny: the interface above says what each answers
    } as any;
  };

  return {
    app,
    database,
    dataDir,
    kernel,
    follow(follow) {
      follows.push(follow);
      return () => void follows.splice(follows.indexOf(follow), 1);
    },
    anonymous: caller('', 1),
    async as(username, institution) {
      const token = randomBytes(32).toString('base64url');
      const { rows } = await database.owner.query<{ selected_institution: number }>(
        `with s as (insert into sessions (account_id, token_hash, expires_at) select id, $2, edulab_now() + interval '20 years' from accounts where username = $1 returning account_id)
         select selected_institution from accounts join s on s.account_id = accounts.id`,
        [username, hashToken(token)],
      );
      if (!rows[0]) throw new Error(`there is no account ${username}`);
      return caller(token, institution ?? rows[0].selected_institution ?? 1);
    },
    async finished(job) {
      for (const end = Date.now() + 60_000; Date.now() < end; ) {
        const { rows } = await database.owner.query<FinishedJob>(
          "select id, state, done, total, receipt, error from jobs where id = $1 and state not in ('queued', 'running')",
          [job],
        );
        if (rows[0]) return rows[0];
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`job ${job} is not over after a minute`);
    },
    lastMessage: (to) => lastMessage(database.owner, dataDir, to),
    async setClock(instant) {
      clock.setAhead(Date.parse(instant) - Date.now());
      await moveClock(database);
    },
    async close() {
      clock.setAhead(ahead);
      await app.close();
      await database.close();
      await copy.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (undeclared.size)
        throw new Error(`Refusals that the contracts do not declare:\n${[...undeclared].sort().join('\n')}`);
      const texts = [...unfilled].sort();
      unfilled.clear();
      if (texts.length) throw new Error(`Texts that were said without a value:\n${texts.join('\n')}`);
    },
  };
}
