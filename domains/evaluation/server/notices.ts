import { and, eq, inArray, sql } from 'drizzle-orm';
import { studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { today } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { participations, periods, units } from './tables.ts';

/** To everybody who is asked: a list of those who have not voted would be one of those who have. Answers how many there are. */
export async function tellAsked(call: Call, period: { id: number; ends_on: string }, rate?: number): Promise<number> {
  const { rows } = await call.db.execute<{ account_id: number }>(sql`
    select distinct s.account_id from ${units} join lateral ${studentsOfCourseModule(sql`${units.course_module_id}`)} m on true
      join ${students} s on s.id = m.student_id and s.account_id is not null and s.deleted_at is null and s.status = 'ACTIVE'
     where ${units.period_id} = ${period.id} and ${units.deleted_at} is null`);
  await notify(
    call,
    rows.map(({ account_id }) => account_id),
    {
      type: 'evaluation',
      title:
        rate === undefined
          ? titleOf('notice_evaluation_open', { until: paperDate(period.ends_on) })
          : titleOf('notice_evaluation_reminder', { until: paperDate(period.ends_on), rate }),
      link: '/evaluation',
    },
  );
  return rows.length;
}

/** The same with how many have answered, of all units together; once a day. Null where that was done today. */
export async function remindAsked(call: Call, period: { id: number; ends_on: string }): Promise<number | null> {
  const [marked] = await call.db
    .update(periods)
    .set({ reminded_on: sql`${today}`, updated_at: clock.iso() })
    .where(and(eq(periods.id, period.id), sql`${periods.reminded_on} is distinct from ${today}`))
    .returning({ id: periods.id });
  if (!marked) return null;
  const { rows } = await call.db.execute<{ rate: number }>(sql`
    select (100 * (select count(*) from ${participations} p join ${units} w on w.id = p.unit_id where w.period_id = ${period.id}) / greatest(1, sum(${units.invited})))::int as rate
      from ${units} where ${units.period_id} = ${period.id} and ${units.deleted_at} is null`);
  return tellAsked(call, period, rows[0]?.rate ?? 0);
}

/** To whom results that are out are about. */
export async function tellReleased(call: Call, staff_ids: readonly number[]): Promise<void> {
  if (staff_ids.length === 0) return;
  const people = await call.db
    .selectDistinct({ account_id: staff.account_id })
    .from(staff)
    .where(inArray(staff.id, [...staff_ids]));
  await notify(
    call,
    people.flatMap(({ account_id }) => account_id ?? []),
    { type: 'evaluation', title: titleOf('notice_evaluation_released'), link: '/evaluation/results' },
  );
}
