import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { hasMessage, message } from '#platform/server/call/messages.ts';
import { jobs, outbox } from '#platform/server/database/tables.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { columnsSql, likeLiteral } from '#platform/server/records/resource.ts';
import { isUndoable, type JobRecord, type JobState } from '#platform/server/work/jobs.ts';
import { isHtml } from '#platform/server/work/mail.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import { expired } from '#platform/server/work/outbox-worker.ts';

/** A job as its owner sees it. Its title is the server text `job_<kind>`, its dots as underscores. */
export function presentJob(call: Pick<Call, 'kernel' | 'locale'>, job: JobRecord) {
  const { id, version, created_at, updated_at, kind, state, done, total, receipt, error, finished_at } = job;
  const key = `job_${kind.replaceAll('.', '_')}`;
  const undo = isUndoable(call.kernel, { kind, state });
  return {
    id,
    version,
    created_at,
    updated_at,
    kind,
    title: hasMessage(key) ? message(call.locale, key) : kind,
    state,
    done,
    total,
    receipt,
    error,
    finished_at,
    can: { undo },
  };
}

const own = (call: Call): SQL[] => [eq(jobs.account_id, call.account_id), isNull(jobs.deleted_at)];

export const listJobs = (call: Call, input: ListInput & { state?: JobState | undefined; kind?: string | undefined }) =>
  list(call, input, {
    from: sql`${jobs}`,
    key: sql`${jobs.id}`,
    table: 'jobs',
    where: [
      ...own(call),
      input.state ? eq(jobs.state, input.state) : undefined,
      input.kind ? eq(jobs.kind, input.kind) : undefined,
    ],
    sorts: { id: sql`${jobs.id}` },
    defaultSort: 'id,desc',
    columns: columnsSql(jobs),
    load: async (_ids, rows) => rows.map((job) => presentJob(call, job as typeof jobs.$inferSelect)),
  });

export async function getJob(call: Call, id: number) {
  const [job] = await call.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), ...own(call)));
  if (!job) throw fail('NOT_FOUND');
  return presentJob(call, job);
}

type OutboxRow = typeof outbox.$inferSelect;
const presentMessage = (call: Call, row: OutboxRow) => {
  const { id, created_at, channel, recipient, subject, body, secret, state, error, sent_at } = row;
  return {
    id,
    created_at,
    channel,
    recipient,
    subject,
    body,
    html: isHtml(body),
    state,
    error: error === expired ? message(call.locale, 'outbox_expired') : error,
    sent_at,
    can: { retry: state === 'failed' && !secret && may(call, 'outbox.manage') },
  };
};

export const listOutbox = (
  call: Call,
  input: ListInput & { channel?: 'mail' | 'sms' | undefined; state?: OutboxRow['state'] | undefined },
) => {
  const like = input.search ? `%${likeLiteral(input.search)}%` : undefined;
  return list(call, input, {
    from: sql`${outbox}`,
    key: sql`${outbox.id}`,
    table: 'outbox',
    where: [
      input.channel ? eq(outbox.channel, input.channel) : undefined,
      input.state ? eq(outbox.state, input.state) : undefined,
      like ? sql`(${outbox.recipient} ilike ${like} or ${outbox.subject} ilike ${like})` : undefined,
    ],
    sorts: { id: sql`${outbox.id}` },
    defaultSort: 'id,desc',
    columns: columnsSql(outbox),
    load: async (_ids, rows) => rows.map((row) => presentMessage(call, row as OutboxRow)),
  });
};

/** Puts a message that was given up back into the queue. */
export async function retryMessage(call: Call, id: number) {
  const [row] = await call.db.select().from(outbox).where(eq(outbox.id, id)).for('update');
  if (!row) throw fail('NOT_FOUND');
  if (row.state !== 'failed') throw fail('NOT_FAILED');
  if (row.secret) throw fail('SECRET_WIPED');
  const [again] = await call.db
    .update(outbox)
    .set({ state: 'queued', error: null })
    .where(eq(outbox.id, id))
    .returning();
  await call.client.query('insert into outbox_deliveries (outbox_id, next_at) values ($1, edulab_now())', [id]);
  await workWaits(call.client, 'outbox');
  return presentMessage(call, again!);
}
