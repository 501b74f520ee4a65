import type { Readable } from 'node:stream';
import type { AnyContractRouter } from '@orpc/contract';
import type { AnyRouter } from '@orpc/server';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type {
  CallMeta,
  ErrorCode,
  ErrorCodes,
  Locale,
  PermissionName,
  Permissions,
  Scope,
  Words,
} from '#platform/contract/index.ts';
import type { Database, Db } from './database/database.ts';
import type { Settings } from './run/settings.ts';

/** What the running server consists of; every call can reach it. */
export interface Kernel {
  database: Database;
  settings: Settings;
  domains: readonly ServerDomain[];
  /** Whether this process does what is done beside requests: jobs, letters, nights; absent: it does. Of several workers one. */
  background?: boolean;
  /** Told of each refusal of a call with the code that was answered; tests hold it against what the contract declares. */
  onRefusal?: (meta: CallMeta, code: string) => void;
  /** Told of each call that was answered without a request of its own, so that it is counted like one that had. */
  onAnswer?: (method: string, status: number, milliseconds: number) => void;
}

/** What a call knows while it runs. One object travels from the door to the query. */
export interface Call {
  readonly kernel: Kernel;
  readonly request: FastifyRequest;
  /** Its address below the base of the API, without the query: it says which records, and holds nothing that somebody typed. */
  readonly path: string;
  readonly locale: Locale;
  readonly education_form: number | null;
  meta: CallMeta;
  /** The running transaction, bound to the institution and the person. */
  db: Db;
  client: pg.PoolClient;
  /** 0 for calls without a session; public calls must not use it. */
  account_id: number;
  session_id: number | null;
  /** Whether this session gave its password within the last ten minutes; signing in counts. */
  proved: boolean;
  institution_id: number;
  /** Of the institution's clocks, where the session has told it: see `zoneOf`. */
  timezone?: string;
  abilities: ReadonlyMap<PermissionName, Scope>;
  /**
   * Gives the connection back while something slow is done that needs no database, so that nobody waits for a turn
   * behind it; goes on in a new transaction, bound as the first was (of public calls to nobody). Only where nothing was
   * written yet: it stays.
   */
  apart: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs the call in a transaction that it shares with others which were asked together: see call/together.ts. */
  readonly shared?: { run(call: Call, next: () => Promise<unknown>): Promise<unknown> };
  /** The day or instant of the past that was asked for. */
  readonly wish?: string;
  /** The instant that it is answered as of, where that is not now: see records/as-of.ts. */
  asOf?: AsOf;
  /** Ends the turn of a call that is heavy; set while it has one. */
  turn?: () => void;
  /** What the handler gave and the contract let through; written as JSON after the transaction is over. */
  answer?: unknown;
  /** Set by calls that answer a file instead of JSON. It is sent after the transaction is over, so it must not need one. */
  stream?: { status?: number; headers: Record<string, string>; body: Readable };
  /** Files with evidence to which this call gives links: whoever reads them stands in the security log. */
  evidence: Set<number>;
  /** Runs after the transaction is committed: live events, waking workers. Not for work that must not be lost. */
  afterCommit: (() => void)[];
}

/** A question about the past. */
export interface AsOf {
  /** The instant, as ISO text; of a day its end. */
  at: string;
  /** By how much the clock of the connection is moved otherwise. */
  clock: string;
  /** What the caller holds today, of which the past lets only reading pass. */
  rights: ReadonlyMap<PermissionName, Scope>;
  /** The tables that were asked, by whose loads it is told from when on their history is whole. */
  tables: Set<string>;
  /** Set with the answer: from when on the history of what was asked is whole; null where it has always been. */
  begins?: string | null;
}

/**
 * Who needs whom. A record is not deleted while a living one needs it, and comes back only to what is there itself.
 * Domains say it of their own columns, so the needed one need not know who needs it.
 */
export interface Use {
  of: PgTable & { id: PgColumn };
  by: PgColumn;
  /** Which rows still need it; what is over, like employment that ended, may be left out. All living ones unless told. */
  where?: SQL | undefined;
}

/**
 * A place where other domains join in without being known there: they follow what happens (a `Moment`), or answer what
 * is asked. A domain defines its hooks in `server/hooks.ts`; whoever joins says so in `follows` of its definition. There
 * is nothing else: who follows is read from the domains of the kernel. First comes the domain of the hook, then the others
 * in their order in `domains/server.ts`; within a domain the order of its list. `docs/hooks.md` shows all of it.
 */
export interface Hook<Follower> {
  /** `<domain>.<what>`. */
  readonly name: `${string}.${string}`;
  /** When it is told, or what it asks for: one line of `docs/hooks.md`. */
  readonly about: string;
  /** Never there: by it the compiler knows what a follower is. */
  readonly follower?: Follower;
}

/** One follower of one hook, made by `on`. */
export interface Follow<Follower = unknown> {
  readonly hook: Hook<Follower>;
  readonly follower: Follower;
}

/** A record that a field names: where its title stands. */
export interface NamedRecord {
  readonly table: PgTable & { id: PgColumn };
  /** Its title as SQL over the table. */
  readonly title: (locale: Locale) => SQL;
}

export interface FieldBase {
  readonly titles: Words;
  /** Its value as SQL over the rows of the subject. */
  readonly value: SQL;
  /** The permission that shows it, besides the subject's own. */
  readonly sees?: PermissionName;
}
/** A day is SQL of a date, money of whole soʻm with decimals, a code of text, a reference of an id. */
export type SubjectField = FieldBase &
  (
    | { readonly kind: 'text' | 'number' | 'money' | 'date' | 'flag' }
    | {
        readonly kind: 'code';
        readonly codes: readonly string[];
        readonly say: (code: string, locale: Locale) => string;
      }
    | { readonly kind: 'reference'; readonly to: NamedRecord }
  );

export interface Subject {
  /** Unique among all domains. */
  readonly name: string;
  readonly titles: Words;
  /** Who may report on it at all. */
  readonly permission: PermissionName;
  readonly table: PgTable & { id: PgColumn };
  /** What is joined to it, one row to one. */
  readonly joins?: SQL;
  /** Rows that count: living ones, no drafts of others. */
  readonly where: SQL | undefined;
  /**
   * Which rows a permission of the caller reaches; undefined for all of the institution. A report shows the rows that each
   * permission it needs reaches.
   */
  readonly reach: (call: Call, permission: PermissionName) => SQL | undefined;
  /** Tables that its values read although no Drizzle table names them, as those behind a function of the database. */
  readonly reads?: readonly string[];
  /** Who may see its deleted rows: to them also what was deleted since is shown of the past. Nobody unless told. */
  readonly deleted?: PermissionName;
  /** Whom a row is about, as SQL: people are counted once. */
  readonly person?: SQL;
  /** Says how many and nothing of whom: rows are never shown, small groups are hidden. */
  readonly countsOnly?: true;
  /** Columns of a report that is begun. */
  readonly usual: readonly string[];
  readonly fields: Readonly<Record<string, SubjectField>>;
}

/** One domain as the server sees it. `domains/server.ts` lists them, one line each. */
export interface ServerDomain {
  name: string;
  contract: AnyContractRouter;
  router: AnyRouter;
  permissions?: Permissions;
  errors?: ErrorCodes;
  /**
   * Its closed lists as GET /types/{variable} answers them, by variable. `words` begins the keys of the texts of their
   * codes: `<words>.<CODE>` in its messages.
   */
  lists?: Record<string, { codes: readonly string[]; words: string }>;
  /** Codes for breaches of database rules of its own, by the name of the constraint. */
  constraints?: Record<string, ErrorCode>;
  /** Which of its records need records of any domain, so that those are not deleted while these live. */
  uses?: readonly Use[];
  /** What it follows of other domains and of itself: `on(contractAccepted, …)`, in this order. */
  follows?: readonly Follow[];
  /** Folder with `uz.json`, `ru.json`, `en.json`. */
  messages?: URL;
  /** SQL that runs after every migration, in this order; repeatable. */
  guards?: URL | readonly URL[];
  /** Rights whose reach it asks of today, also for rows of the past (`reachOfToday`). */
  reachedToday?: readonly PermissionName[];
  /** Kinds of its records that can be reported. */
  subjects?: readonly Subject[];
  /** Long work this domain can do, by kind. */
  jobs?: Record<string, JobHandler>;
  /**
   * Works off what its calls wrote down for later, by the name under which they say that something waits (`workWaits`).
   * Runs at the start as well, never twice at once in a process; answers after how many milliseconds to look again.
   */
  errands?: Record<string, (kernel: Kernel) => Promise<number>>;
  /**
   * What is done once a night by one of the servers, by its name in `nightly_runs`, where its answer stands as well. After
   * a fault or the end of a process it is done again, so it must find nothing left to do the second time.
   */
  nightly?: Record<string, NightlyWork>;
  /** What the history of changes says of its tables, by table. */
  history?: Record<string, TableHistory>;
  /** Lists that every installation needs, put in with the owner's rights at each start; repeatable. */
  seed?(owner: pg.Pool): Promise<void>;
  /** Routes and background work of its own, before the server listens. */
  start?(kernel: Kernel, app: FastifyInstance): Promise<void> | void;
}

export type NightlyLog = Pick<FastifyInstance['log'], 'error'>;
export type NightlyWork = (kernel: Kernel, log: NightlyLog) => Promise<unknown>;

/** SQL here is about the alias `r`, the table's row; `$locale` in it becomes the reader's language. */
export interface TableHistory {
  /** Whoever holds this over the institution sees everybody's changes of the table; others without `history.read` see their own. */
  permission?: PermissionName;
  /** SQL of what people call a record; its `title` or `name` when absent. */
  title?: string;
  /** SQL of the id in the address of the page that shows it; `id` when absent. */
  page?: string;
  /** Columns that are shown only to holders of a permission. */
  only?: { permission: PermissionName; columns: readonly string[] };
  /**
   * Where a search finds people among these records, each the SQL of a column: `key` holds search keys, of the name and maybe
   * more, `name` is the name itself, `number` a number. `hidden`: a number for holders of `only`.
   */
  finds?: { key: string; name: string; number?: string; hidden?: string };
  /** Ids of records whose changes by others the caller may not read yet, such as marks that they are to mark blindly. */
  sealed?: (call: Call) => SQL | undefined;
  /** Tables that columns refer to, where the name of the column does not say it. */
  refers?: Record<string, string>;
}

export type JobProgress = (done: number, total: number) => Promise<void>;

export interface JobHandler {
  /** Runs in the background as the person who asked; what it returns is the receipt. */
  run(job: JobContext): Promise<Record<string, unknown>>;
  /** Takes back what `run` did, from its receipt; absent where that is not possible. */
  undo?(job: JobContext & { receipt: Record<string, unknown> }): Promise<void>;
  /** Commits part by part, so that one that failed has done something that is taken back as well. */
  parts?: boolean;
  /** Takes minutes, most of them in threads of its own: other jobs need not wait until it ends. */
  long?: boolean;
}

export interface JobContext {
  kernel: Kernel;
  job_id: number;
  institution_id: number;
  account_id: number | null;
  locale: 'uz' | 'ru' | 'en';
  input: Record<string, unknown>;
  progress: JobProgress;
}

export const defineServerDomain = (domain: ServerDomain): ServerDomain => domain;
