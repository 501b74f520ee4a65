import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { cvSettings } from '../../shapes-cv.ts';
import { cvWorkflow } from '../../workflow.ts';
import { careerProfiles, cvs } from '../tables.ts';

/** CVs that nobody stands behind any more are put away by the clock, after the time that the institution sets. */

export type CvSettings = z.infer<typeof cvSettings>;
const usual: CvSettings = { archive_left_days: 30, archive_silent_days: 365 };

export async function settingsOf(call: Pick<Call, 'client'>): Promise<CvSettings> {
  const { rows } = await call.client.query<{ value: Partial<CvSettings> }>(
    'select value from settings where name = $1 and deleted_at is null',
    ['careers'],
  );
  return { ...usual, ...rows[0]?.value };
}

export async function saveSettings(
  call: Call,
  input: { [K in keyof CvSettings]?: number | undefined },
): Promise<CvSettings> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) throw failField('archive_silent_days', 'form_required');
  const after = { ...(await settingsOf(call)), ...given };
  await call.client.query(
    `insert into settings (name, value) values ('careers', $1)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [JSON.stringify(after)],
  );
  return after;
}

interface Silent extends Record<string, unknown> {
  id: number;
  from: string;
  account_id: number | null;
  left: boolean;
}

/**
 * Whose person studies no more without a degree, and what nobody has written in, reviewed, or confirmed by saying whether
 * they look for work. What waits for the career centre stays. An archived CV is offered to nobody, and is a draft again
 * with one press. Done twice it finds nothing.
 */
export async function archiveSilent(kernel: Kernel): Promise<number> {
  let archived = 0;
  await everyInstitutionInTheNight(kernel, 'putting CVs away', async (call) => {
    const { archive_left_days, archive_silent_days } = await settingsOf(call);
    const { rows } = await call.db.execute<Silent>(sql`
      with gone as (
        select c.id, c.status as "from", s.account_id, s.status in ('WITHDRAWN', 'TRANSFERRED_OUT') as "left"
          from ${cvs} c join ${students} s on s.id = c.student_id
          left join ${careerProfiles} p on p.student_id = c.student_id and p.deleted_at is null
         where c.deleted_at is null and c.status not in ('ARCHIVED', 'SUBMITTED') and s.deleted_at is null and (
           (s.status in ('WITHDRAWN', 'TRANSFERRED_OUT') and s.status_since <= (select edulab_today()) - ${archive_left_days}::int)
           or greatest(c.updated_at, c.created_at, p.answered_at) <= edulab_now() - make_interval(days => ${archive_silent_days}::int))
         order by c.id for update of c)
      update ${cvs} c set status = 'ARCHIVED' from gone where c.id = gone.id
      returning gone.id, gone."from", gone.account_id, gone."left"`);
    if (rows.length === 0) return;
    await recordTransition(call, cvWorkflow.entity, rows, 'ARCHIVED', {});
    const reached = (left: boolean) =>
      rows.flatMap((row) => (row.left === left && row.account_id ? [row.account_id] : []));
    await notify(call, reached(false), {
      type: 'cv',
      title: titleOf('notice_cv_archived', { days: archive_silent_days }),
      link: '/cv/create/own',
    });
    archived += rows.length;
  });
  return archived;
}
