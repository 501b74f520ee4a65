import type { AnyContractRouter } from '@orpc/contract';
import type { AnyRouter } from '@orpc/server';
import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { CallMeta, ErrorCodes, Permissions } from '#platform/contract/index.ts';
import type { Call } from './context.ts';
import type { Database } from './database.ts';
import type { Follow } from './hooks.ts';
import type { Settings } from './settings.ts';
import type { Use } from './uses.ts';

/** What the running server consists of; every call can reach it. */
export interface Kernel {
  database: Database;
  settings: Settings;
  domains: readonly ServerDomain[];
  /** Told of each refusal of a call with the code that was answered; tests hold it against what the contract declares. */
  onRefusal?: (meta: CallMeta, code: string) => void;
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
  constraints?: Record<string, string>;
  /** Which of its records need records of any domain, so that those are not deleted while these live. */
  uses?: readonly Use[];
  /** What it follows of other domains and of itself: `on(contractAccepted, …)`, in this order. */
  follows?: readonly Follow[];
  /** Folder with `uz.json`, `ru.json`, `en.json`. */
  messages?: URL;
  /** SQL that runs after every migration, in this order; repeatable. */
  guards?: URL | readonly URL[];
  /** Long work this domain can do, by kind. */
  jobs?: Record<string, JobHandler>;
  /**
   * Works off what its calls wrote down for later, by the name under which they say that something waits (`workWaits`).
   * Runs at the start as well, never twice at once in a process; answers after how many milliseconds to look again.
   */
  errands?: Record<string, (kernel: Kernel) => Promise<number>>;
  /** What the history of changes says of its tables, by table. */
  history?: Record<string, TableHistory>;
  /** Lists that every installation needs, put in with the owner's rights at each start; repeatable. */
  seed?(owner: pg.Pool): Promise<void>;
  /** Routes and background work of its own, before the server listens. */
  start?(kernel: Kernel, app: FastifyInstance): Promise<void> | void;
}

/** SQL here is about the alias `r`, the table's row; `$locale` in it becomes the reader's language. */
export interface TableHistory {
  /** Whoever holds this over the institution sees everybody's changes of the table; others without `history.read` see their own. */
  permission?: string;
  /** SQL of what people call a record; its `title` or `name` when absent. */
  title?: string;
  /** SQL of the id in the address of the page that shows it; `id` when absent. */
  page?: string;
  /** Columns that are shown only to holders of a permission. */
  only?: { permission: string; columns: readonly string[] };
  /** SQL by which a search finds people among these records; `$like` is what was typed. `hidden`: for holders of `only`. */
  finds?: { sql: string; hidden?: string };
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
