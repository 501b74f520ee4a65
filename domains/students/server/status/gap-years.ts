import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';

/** Days before the end of a gap year from which somebody should ask the student whether they return. */
export const warnedDays = 30;

/**
 * Tells students whose gap year ends soon, and those who propose or confirm statuses there, each once for each end.
 * Answers how many students it told of.
 */
export async function warnOfGapYears(kernel: Kernel): Promise<number> {
  const client = await kernel.database.owner.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{
      institution_id: number;
      until: string;
      last: string;
      count: number;
      accounts: number[];
    }>(
      `with fresh as (
         insert into gap_year_warnings (institution_id, student_id, until)
         select institution_id, id, status_until from students
          where status = 'GAP_YEAR' and deleted_at is null and status_until between (select edulab_today()) and (select edulab_today()) + $1::int
         on conflict do nothing returning institution_id, student_id, until)
       select f.institution_id, f.until, max(f.until) over (partition by f.institution_id) as last,
              sum(count(*)) over (partition by f.institution_id)::int as count,
              array_remove(array_agg(s.account_id), null) as accounts
         from fresh f join students s on s.id = f.student_id group by 1, 2 order by 1, 2`,
      [warnedDays],
    );
    const told = new Set<number>();
    for (const { institution_id, until, last, count, accounts } of rows) {
      const call = { client, institution_id };
      await notify(call, accounts, { type: 'gap_year_ending', title: titleOf('notice_gap_year_ending', { until }) });
      if (told.has(institution_id)) continue;
      told.add(institution_id);
      const { rows: officers } = await client.query<{ id: number }>(
        `select distinct a.id from account_roles r join role_permissions p on p.role_id = r.role_id
           join accounts a on a.id = r.account_id and a.active and a.deleted_at is null
          where r.institution_id = $1 and p.permission in ('student.propose_status', 'student.confirm_status')`,
        [institution_id],
      );
      await notify(
        call,
        officers.map((row) => row.id),
        {
          type: 'gap_years_ending',
          title: titleOf('notice_gap_years_ending', { count, days: warnedDays }),
          link: `/students?status=gap-year&status_until_to=${last}`,
        },
      );
    }
    await client.query('commit');
    return rows.reduce(
      (sum, row, at) => (rows[at - 1]?.institution_id === row.institution_id ? sum : sum + row.count),
      0,
    );
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
