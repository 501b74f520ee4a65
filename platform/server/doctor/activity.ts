import { doctorBounds, type Finding, megabytes, type Owner, span } from './finding.ts';

/** What is old, and what waits, at this moment. */
export async function transactions(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ pid: number; who: string; state: string; seconds: number }>(
    `select pid, concat_ws(' ', usename, nullif(application_name, '')) as who, state, extract(epoch from now() - xact_start)::float8 as seconds
       from pg_stat_activity where xact_start < now() - $1 * interval '1 second' and backend_type = 'client backend' and pid <> pg_backend_pid()
        and datname = current_database() order by xact_start limit 5`,
    [doctorBounds.transactionSeconds],
  );
  const { rows: prepared } = await owner.query<{ gid: string; seconds: number }>(
    `select gid, extract(epoch from now() - prepared)::float8 as seconds from pg_prepared_xacts where database = current_database()
        and prepared < now() - $1 * interval '1 second'`,
    [doctorBounds.transactionSeconds],
  );
  const { rows: slots } = await owner.query<{ name: string; bytes: string }>(
    `select slot_name as name, pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn)::bigint as bytes
       from pg_replication_slots where not active and restart_lsn is not null`,
  );
  return [
    ...rows.map(({ pid, who, state, seconds }) => ({
      what: `the transaction of process ${pid} (${who}, ${state}) is open for ${span(seconds)}: nothing that was deleted since can be tidied`,
      todo: `if it is no backup or report that you know: select pg_terminate_backend(${pid})`,
    })),
    ...prepared.map(({ gid, seconds }) => ({
      what: `the prepared transaction ${gid} waits for ${span(seconds)}; Edulab makes none`,
      todo: `ask who made it; then: rollback prepared '${gid}'`,
    })),
    ...slots.map(({ name, bytes }) => ({
      what: `nobody reads the replication slot ${name}, for which ${megabytes(Number(bytes))} of the log are kept`,
      todo: `start its replica again, or: select pg_drop_replication_slot('${name}')`,
    })),
  ];
}

export async function waits(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ pid: number; seconds: number; by: number[]; who: string | null }>(
    `select a.pid, extract(epoch from now() - a.query_start)::float8 as seconds, pg_blocking_pids(a.pid) as by,
            (select concat_ws(' ', b.usename, nullif(b.application_name, ''), b.state) from pg_stat_activity b where b.pid = (pg_blocking_pids(a.pid))[1]) as who
       from pg_stat_activity a where a.wait_event_type = 'Lock' and a.datname = current_database() and a.query_start < now() - $1 * interval '1 second'
      order by a.query_start limit 5`,
    [doctorBounds.waitSeconds],
  );
  return rows.map(({ pid, seconds, by, who }) => ({
    what: `process ${pid} waits for ${span(seconds)} for a lock that process ${by.join(', ')} holds (${who ?? 'gone by now'})`,
    todo: by.length
      ? `requests give up after ten seconds; where it lasts: select pg_terminate_backend(${by[0]})`
      : 'look again',
  }));
}
