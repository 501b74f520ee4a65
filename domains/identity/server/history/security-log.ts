import { open, rm } from 'node:fs/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { listQuery } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { takeAway } from '#platform/server/records/exports.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import type { securityEvent, securityFilters } from '../../contract/security.ts';
import { timeBound } from './moments.ts';

type Filters = z.infer<z.ZodObject<typeof securityFilters>>;
type Event = z.infer<typeof securityEvent>;

const mostPeople = 200;

async function conditions(call: Call, input: Filters): Promise<(SQL | undefined)[]> {
  const [from, to] = [timeBound('from', input.from, false), timeBound('to', input.to, true)];
  const of = (account_id: number) => sql`(e.account_id = ${account_id} or e.about_id = ${account_id})`;
  return [
    input.kind?.length
      ? sql`e.kind in (${sql.join(
          input.kind.map((kind) => sql`${kind}`),
          sql`, `,
        )})`
      : undefined,
    input.outcome && sql`e.outcome = ${input.outcome}`,
    input.account_id === undefined ? undefined : of(input.account_id),
    input.address ? sql`e.address = ${input.address}` : undefined,
    from && sql`e.at >= ${from}`,
    to && sql`e.at < ${to}`,
    input.search ? await found(call, input.search) : undefined,
  ];
}

/** People are found first, so that each part of the condition has an index. */
async function found(call: Call, search: string): Promise<SQL> {
  const like = `%${likeLiteral(search)}%`;
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select id from accounts where username ilike ${like} or ${keyHolds(sql`search_key`, search)} limit ${mostPeople}`,
  );
  const ids = sql`${sql.param(rows.map((row) => row.id))}::int[]`;
  return sql`(e.account_id = any(${ids}) or e.about_id = any(${ids}) or e.address = ${search.trim()})`;
}

const columns = sql`e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.kind, e.outcome,
  ${personOf('e.account_id')} as person, case when e.about_id is distinct from e.account_id then ${personOf('e.about_id')} end as about,
  e.session_id, e.address, e.what as call, e.details - 'account_id' as details, e.times`;

function personOf(column: string): SQL {
  return sql.raw(
    `(select jsonb_build_object('id', a.id, 'username', a.username, 'name', concat_ws(' ', a.lastname, a.firstname, a.midname)) from accounts a where a.id = ${column})`,
  );
}

export async function securityLog(call: Call, input: Filters & z.infer<z.ZodObject<typeof listQuery>>) {
  return list(call, input, {
    from: sql`security_events e`,
    key: sql`e.id`,
    table: 'security_events',
    where: await conditions(call, input),
    sorts: { at: sql`e.at` },
    defaultSort: 'at,desc',
    columns,
    load: async (_ids, rows) => rows as Event[],
  });
}

const blockRows = 2000;

/** All that the conditions leave, a JSON object in each line. Written before it is sent, in blocks: it may be years. */
export async function exportSecurityLog(call: Call, input: Filters): Promise<{ ok: true }> {
  const where = sql.join(
    [sql`true`, ...(await conditions(call, input)).filter((part) => part !== undefined)],
    sql` and `,
  );
  const path = await storageOf(call.kernel.settings).aside();
  const file = await open(path, 'wx', 0o600);
  try {
    for (let last = 0; ; ) {
      const { rows } = await call.db.execute<Event>(
        sql`select ${columns} from security_events e where ${where} and e.id > ${last} order by e.id limit ${blockRows}`,
      );
      await file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      if (rows.length < blockRows) break;
      last = rows.at(-1)!.id;
    }
    await file.close();
    const { body, size } = await takeAway(path);
    call.stream = {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="security-log.jsonl"',
        'content-length': String(size),
      },
      body,
    };
    return { ok: true };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

const sweptAtOnce = 10_000;

/** What is older than SECURITY_LOG_DAYS goes; by the owner, for the application itself cannot take anything out. */
export async function sweepSecurityLog({ database, settings }: Kernel): Promise<number> {
  for (let gone = 0; ; ) {
    const { rowCount } = await database.owner.query(
      `delete from security_events where id in (
         select id from security_events where at < edulab_now() - make_interval(days => $1) order by at limit $2)`,
      [settings.securityLogDays, sweptAtOnce],
    );
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < sweptAtOnce) return gone;
  }
}
