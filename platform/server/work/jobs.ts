import { ORPCError } from '@orpc/server';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { asActor, type Db } from '../database/database.ts';
import type { JobContext, JobHandler, Kernel } from '../kernel.ts';
import { emit, type Telling } from './events.ts';
import { workWaits } from './outbox.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'undone';

/** Long work as it is answered: how far it is, and what came of it. */
export interface JobRecord {
  id: number;
  version: number;
  created_at: string;
  updated_at: string;
  account_id: number | null;
  institution_id: number;
  kind: string;
  state: JobState;
  done: number;
  total: number;
  input: Record<string, unknown>;
  receipt: Record<string, unknown> | null;
  error: string | null;
  finished_at: string | null;
}

export const handlerOf = (kernel: Kernel, kind: string): JobHandler | undefined => {
  for (const domain of kernel.domains) if (domain.jobs && Object.hasOwn(domain.jobs, kind)) return domain.jobs[kind];
};

/**
 * Queues long work in the caller's transaction; it runs as the caller, in the caller's language, after the commit.
 * `input` must be plain JSON; its key `locale` is ours. Answers the record to show and to follow by live events `job`.
 */
export async function startJob(
  call: Pick<Call, 'kernel' | 'client' | 'institution_id' | 'account_id' | 'locale'>,
  kind: string,
  input: Record<string, unknown>,
  total = 0,
): Promise<JobRecord> {
  if (!handlerOf(call.kernel, kind)) throw new Error(`nobody knows jobs of kind ${kind}`);
  const {
    rows: [job],
  } = await call.client.query<JobRecord>(
    'insert into jobs (institution_id, account_id, kind, total, input) values ($1, $2, $3, $4, $5) returning *',
    [call.institution_id, call.account_id || null, kind, total, JSON.stringify({ ...input, locale: call.locale })],
  );
  await workWaits(call.client, 'jobs');
  return job!;
}

/** How many jobs of a kind the caller has that are not over yet. For work of which nobody needs many at once. */
export async function jobsUnfinished(call: Pick<Call, 'client' | 'account_id'>, kind: string): Promise<number> {
  const { rows } = await call.client.query<{ count: number }>(
    "select count(*)::int as count from jobs where account_id = $1 and kind = $2 and state in ('queued', 'running') and deleted_at is null",
    [call.account_id, kind],
  );
  return rows[0]?.count ?? 0;
}

const calls = new WeakMap<JobContext, Call>();

/**
 * The job's transaction as a `Call`, so that everything written for calls serves jobs as well. All of a job's work
 * goes through it: it is committed together with the receipt, or nothing is. It has no `request`.
 */
export function callOf(job: JobContext): Call {
  const call = calls.get(job);
  if (!call) throw new Error('this is not a running job');
  return call;
}

/**
 * A part of a job in a transaction of its own, kept whatever becomes of the rest: for work of which others would wait too long
 * for the whole. A job that goes by parts finds what it had done when it is taken up again.
 */
export const inPart = <T>(job: JobContext, what: string, work: (call: Call) => Promise<T>): Promise<T> => {
  const { kernel, institution_id, account_id, locale } = job;
  const { abilities } = callOf(job);
  return asActor(kernel.database.app, { institution_id, account_id, call: `job ${what}` }, (_db, client) =>
    work(backgroundCall(kernel, client, { institution_id, account_id, locale, abilities })),
  );
};

/** Binds a job's context to the call in which its work happens. */
export function bindJob<T extends JobContext>(job: T, call: Call): T {
  calls.set(job, call);
  return job;
}

/** Tells the person who asked how far their job is. */
export async function announce(
  call: Telling,
  job: Pick<JobRecord, 'id' | 'kind' | 'account_id' | 'state' | 'done' | 'total'>,
): Promise<void> {
  const { id, kind, account_id, state, done, total } = job;
  if (account_id) await emit(call, { type: 'job', to: { account_id }, data: { id, kind, state, done, total } });
}

/** Whether there is something to take back: all of it, or what one that goes by parts did until it failed. */
export function isUndoable(kernel: Kernel, { kind, state }: Pick<JobRecord, 'kind' | 'state'>): boolean {
  const handler = handlerOf(kernel, kind);
  return handler?.undo !== undefined && (state === 'done' || (state === 'failed' && handler.parts === true));
}

/** Takes back what a job did, in the caller's transaction. Errors: NOT_FOUND, JOB_NOT_UNDOABLE. */
export async function undoJob(call: Call, id: number): Promise<JobRecord> {
  const {
    rows: [job],
  } = await call.client.query<JobRecord>(
    'select * from jobs where id = $1 and account_id = $2 and deleted_at is null for update',
    [id, call.account_id],
  );
  if (!job) throw fail('NOT_FOUND');
  const undo = handlerOf(call.kernel, job.kind)?.undo;
  if (!undo || !isUndoable(call.kernel, job)) throw fail('JOB_NOT_UNDOABLE');
  const context = {
    kernel: call.kernel,
    job_id: id,
    institution_id: job.institution_id,
    account_id: call.account_id,
    locale: call.locale,
    input: job.input,
    receipt: job.receipt ?? {},
    progress: async () => undefined,
  };
  await undo(bindJob(context, call));
  const {
    rows: [undone],
  } = await call.client.query<JobRecord>("update jobs set state = 'undone' where id = $1 returning *", [id]);
  await announce(call, undone!);
  return undone!;
}

/** For what takes long to take back: another job does it, which the receipt names, so that its progress can be followed. */
export async function undoneByJob(
  job: JobContext,
  kind: string,
  input: Record<string, unknown>,
  total: number,
): Promise<void> {
  const call = callOf(job);
  const { id } = await startJob(call, kind, input, total);
  await call.client.query(
    "update jobs set receipt = coalesce(receipt, '{}') || jsonb_build_object('undone_by', $2::int) where id = $1",
    [job.job_id, id],
  );
}

/** A call without a request, for work in the background. */
export function backgroundCall(
  kernel: Kernel,
  client: Call['client'],
  of: { institution_id: number; account_id: number | null; locale: Locale; abilities: Call['abilities'] },
): Call {
  const { institution_id, account_id, locale, abilities } = of;
  // There is no request and no contract behind it, and nothing that jobs run asks for them.
  return {
    kernel,
    client,
    db: drizzle(client) as Db,
    institution_id,
    account_id: account_id ?? 0,
    session_id: null,
    proved: false,
    locale,
    abilities,
    education_form: null,
    // Work in the background keeps its one transaction, whose end is the job's.
    apart: (work) => work(),
    afterCommit: [],
    evidence: new Set(),
  } as Omit<Call, 'meta' | 'request' | 'path'> as Call;
}

/** What the night does in one institution, in a transaction of its own: nobody asks for it, and it is told in Uzbek. */
export const inTheNight = <T>(
  kernel: Kernel,
  institution_id: number,
  what: string,
  work: (call: Call) => Promise<T>,
): Promise<T> =>
  asActor(kernel.database.app, { institution_id, account_id: null, call: `night: ${what}` }, (_db, client) =>
    work(backgroundCall(kernel, client, { institution_id, account_id: null, locale: 'uz', abilities: new Map() })),
  );

/** The same in every institution, one after the other. */
export async function everyInstitutionInTheNight(
  kernel: Kernel,
  what: string,
  work: (call: Call) => Promise<unknown>,
): Promise<void> {
  const { rows } = await kernel.database.owner.query<{ id: number }>('select id from institutions order by id');
  for (const { id } of rows) await inTheNight(kernel, id, what, work);
}

/** The code of a refusal, with what fills its text. */
export const refusalOf = (error: unknown): { code: string; data: Record<string, unknown> } | undefined =>
  error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR'
    ? { code: error.code, data: error.data ?? {} }
    : undefined;
