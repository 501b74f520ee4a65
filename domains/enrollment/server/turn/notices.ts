import { sql } from 'drizzle-orm';
import { departments } from '#domains/institutions/server/index.ts';
import { notify, notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Outcome } from '../../shapes-turn.ts';
import { enrollments, progressionOutcomes } from '../tables.ts';
import type { AcademicYear } from './checklist.ts';
import { expectedOutcomes } from './progression.ts';

/** Who hears of a progression: each student what became of them, deans of whom they must decide. */

/** Accounts of the students of a run, by outcome. */
async function accountsOf(call: Call, run: number): Promise<Map<Outcome, number[]>> {
  const { rows } = await call.db.execute<{ outcome: Outcome; accounts: number[] }>(sql`
    select o.outcome, array_agg(s.account_id) as accounts from ${progressionOutcomes} o join ${enrollments} e on e.id = o.enrollment_id
      join ${students} s on s.id = e.student_id where o.progression_id = ${run} and s.account_id is not null group by 1`);
  return new Map(rows.map((row) => [row.outcome, row.accounts]));
}

export async function tellOutcomes(call: Call, run: number, next: AcademicYear): Promise<void> {
  for (const [outcome, accounts] of await accountsOf(call, run))
    await notify(call, accounts, {
      type: 'progression',
      title: titleOf(`notice_progression.${outcome}`, { year: next.title }),
      link: '/home',
    });
}

export async function tellTakenBack(call: Call, run: number, title: string): Promise<void> {
  const accounts = [...(await accountsOf(call, run)).values()].flat();
  await notify(call, accounts, {
    type: 'progression',
    title: titleOf('notice_progression_undone', { year: title }),
    link: '/home',
  });
}

/**
 * Tells those who may decide about students that are held, each of how many of their own department and those below it; and
 * the students themselves, unless a run before told them.
 */
export async function tellHeld(call: Call, year: AcademicYear, next: AcademicYear, first: boolean): Promise<void> {
  const { rows: deans } = await call.db.execute<{ account_id: number; count: number }>(sql`
    with recursive held as materialized (
      select f.student_id, s.department_id from ${expectedOutcomes(year.id)} f join ${students} s on s.id = f.student_id where f.outcome = 'HELD'),
    above as (
      select h.department_id as leaf, h.department_id as id from (select distinct department_id from held) h
      union select a.leaf, d.parent_id from above a join ${departments} d on d.id = a.id where d.parent_id is not null)
    select m.account_id, count(distinct h.student_id)::int as count
      from held h join above a on a.leaf = h.department_id join ${staff} m on m.department_id = a.id and m.deleted_at is null and m.status <> 'LEFT'
     where exists (select 1 from account_roles r join role_permissions p on p.role_id = r.role_id and p.permission = 'turn.decide'
                    where r.account_id = m.account_id and r.institution_id = ${call.institution_id})
     group by 1 order by 1`);
  await notifyEach(
    call,
    deans.map(({ account_id, count }) => ({
      account_id,
      title: titleOf('notice_progression_decide', { count, year: year.title }),
    })),
    { type: 'progression', link: `/year-turn/${next.id}?tab=progression&outcome=HELD` },
  );
  if (!first) return;
  const { rows } = await call.db.execute<{ account_id: number }>(
    sql`select s.account_id from ${expectedOutcomes(year.id)} f join ${students} s on s.id = f.student_id where f.outcome = 'HELD' and s.account_id is not null`,
  );
  await notify(
    call,
    rows.map((row) => row.account_id),
    { type: 'progression', title: titleOf('notice_progression.HELD', { year: next.title }), link: '/home' },
  );
}
