import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import type { Locale } from '#platform/contract/index.ts';
import { abilitiesOf } from '../call/access.ts';
import { refusalText } from '../call/errors.ts';
import { message } from '../call/messages.ts';
import { asActor, databaseIsAway } from '../database/database.ts';
import { lockSpaces } from '../database/locks.ts';
import type { JobContext, Kernel } from '../kernel.ts';
import { announce, backgroundCall, bindJob, handlerOf, type JobRecord, refusalOf } from './jobs.ts';

/** First half of the key of the lock that a process holds on the job it works on; the second is the job's id. */
const progressMs = 250;

/** What a job carries in `error` from when it is taken up again after its process died; once is enough. */
const interrupted = 'JOB_INTERRUPTED';

/** Jobs of kinds that take minutes have a lane of their own, so that an import does not wait for a timetable. */
export type Lane = 'quick' | 'long';

/**
 * Works on the jobs of a lane, one at a time per process, until none is left. The lock tells the living from the dead: a job that
 * is running but that nobody holds has lost its process and is taken up once more; what it had done was never committed.
 */
export async function workOnJobs(
  kernel: Kernel,
  lane: Lane,
  log: (error: unknown, text: string) => void,
): Promise<void> {
  const long = kernel.domains.flatMap(({ jobs = {} }) => Object.keys(jobs).filter((kind) => jobs[kind]?.long));
  const holder = new pg.Client({ connectionString: kernel.database.ownerUrl, application_name: 'edulab jobs' });
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    for (let passed = 0; ; ) {
      const { rows } = await holder.query<{ id: number }>(
        `select id from jobs where state in ('queued', 'running') and deleted_at is null and id > $1 and (kind = any($2)) = $3
          order by id limit 20`,
        [passed, long, lane === 'long'],
      );
      if (rows.length === 0) return;
      for (const { id } of rows) {
        passed = id;
        const {
          rows: [lock],
        } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [lockSpaces.job, id]);
        if (!lock?.mine) continue;
        try {
          const {
            rows: [job],
          } = await holder.query<JobRecord>("select * from jobs where id = $1 and state in ('queued', 'running')", [
            id,
          ]);
          if (job) await work(kernel, job, log);
        } finally {
          await holder.query('select pg_advisory_unlock($1, $2)', [lockSpaces.job, id]);
        }
      }
    }
  } finally {
    await holder.end();
  }
}

async function work(kernel: Kernel, job: JobRecord, log: (error: unknown, text: string) => void): Promise<void> {
  const { owner, app } = kernel.database;
  const { id, kind, institution_id, account_id } = job;
  const { locale: asked, ...input } = job.input;
  const locale = (asked ?? 'uz') as Locale;
  /** Outside the job's transaction, so that it is seen while the job runs. */
  const tell = async (fields: Partial<JobRecord>) => {
    const names = Object.keys(fields);
    const {
      rows: [row],
    } = await owner.query<JobRecord>(
      `update jobs set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1 returning *`,
      [id, ...Object.values(fields)],
    );
    if (row) await announce({ client: owner, institution_id }, row);
  };
  const giveUp = (error: string) => tell({ state: 'failed', error, finished_at: clock.iso() });

  if (job.state === 'running' && job.error === interrupted) return giveUp(message(locale, interrupted));
  const handler = handlerOf(kernel, kind);
  if (!handler) return giveUp(message(locale, 'NOT_FOUND'));
  await tell({ state: 'running', done: 0, error: job.state === 'running' ? interrupted : null });
  let told = 0;
  try {
    await asActor(app, { institution_id, account_id, call: `job ${kind}` }, async (_db, client) => {
      await client.query(
        "set local statement_timeout = '30min'; set local idle_in_transaction_session_timeout = '30min'",
      );
      const {
        rows: [state],
      } = await client.query<{ version: number; active: boolean }>(
        'select (select last_value from access_changes) as version, exists (select 1 from accounts where id = $1 and active and deleted_at is null) as active',
        [account_id],
      );
      const abilities =
        account_id && state?.active ? await abilitiesOf(client, account_id, institution_id, state.version) : new Map();
      const context: JobContext = {
        kernel,
        job_id: id,
        institution_id,
        account_id,
        locale,
        input,
        progress: async (done, total) => {
          if (done < total && performance.now() - told < progressMs) return;
          told = performance.now();
          await tell({ done, total });
        },
      };
      const receipt = await handler.run(
        bindJob(context, backgroundCall(kernel, client, { institution_id, account_id, locale, abilities })),
      );
      const {
        rows: [row],
      } = await client.query<JobRecord>(
        "update jobs set state = 'done', done = total, receipt = $2, error = null, finished_at = edulab_now() where id = $1 returning *",
        [id, JSON.stringify(receipt)],
      );
      await announce({ client, institution_id }, row!);
    });
  } catch (error) {
    // It stays "running", and whoever sees the database again takes it up.
    if (databaseIsAway(error)) throw error;
    const refusal = refusalOf(error);
    const error_id = randomUUID().slice(0, 8);
    if (!refusal) log(error, `job ${id} (${kind}) failed, ${error_id}`);
    await giveUp(
      refusal
        ? refusalText(locale, refusal.code, refusal.data)
        : message(locale, 'INTERNAL_SERVER_ERROR', { error_id }),
    );
  }
}
