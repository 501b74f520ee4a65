import { clock } from '#platform/contract/clock.ts';
import { lastBackup } from '../disk/last-backup.ts';
import { doctorBounds, type Finding, type Owner, span } from './finding.ts';

/** Nightly work that failed, or began and never ended. */
export async function nights(owner: Owner): Promise<Finding[]> {
  const { rows } = await owner.query<{ name: string; day: string; error: string | null; attempts: number }>(
    `select name, day::text, error, attempts from nightly_runs
      where day > edulab_today() - $1::int and (error is not null or (finished_at is null and attempts > 0 and started_at < edulab_now() - interval '6 hours'))
        and not exists (select 1 from nightly_runs later where later.name = nightly_runs.name and later.day > nightly_runs.day
                           and later.error is null and later.finished_at is not null)
      order by day desc, name`,
    [doctorBounds.nights],
  );
  return rows.map(({ name, day, error, attempts }) => ({
    what: error
      ? `${name} failed in the night of ${day}: ${error}`
      : `${name} began in the night of ${day} and did not end, ${attempts} times`,
    todo: 'it is done again next night; if it fails then too, the log of that minute says where: send it to the developers',
  }));
}

/** When the last backup was made: by Edulab itself, or by the archiving of PostgreSQL. */
export async function backups(owner: Owner, dataDir: string): Promise<Finding[]> {
  const last = await lastBackup(dataDir);
  const { rows } = await owner.query<{ seconds: number | null; failing: boolean; on: boolean }>(
    `select extract(epoch from now() - last_archived_time)::float8 as seconds, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
            current_setting('archive_mode') <> 'off' as on from pg_stat_archiver`,
  );
  const archive = rows[0]?.on ? rows[0] : undefined;
  if (archive?.failing)
    return [
      {
        what: 'the log of PostgreSQL could not be archived the last time',
        todo: "look for archive_command in PostgreSQL's log; the disk fills up until it works",
      },
    ];
  const ages = [last && (clock.now() - Date.parse(last.at)) / 1000, archive?.seconds].filter((age) => age != null);
  const age = ages.length ? Math.min(...ages) : undefined;
  if (age !== undefined && age <= doctorBounds.backupHours * 3_600) return [];
  return [
    {
      what: age === undefined ? 'nothing is known of any backup' : `the last backup was made ${span(age)} ago`,
      todo: 'npm run backup -- FOLDER every night (cron, a timer of systemd), with FOLDER on another machine; try npm run restore from it',
    },
  ];
}
