import { sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import { type LifeChange, type LifePerson, students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { type Done, makeYears, type NewYear, shownDay, yearsOf } from './life-rows.ts';

/** Years of study of whoever comes by an application, for the first time or again. */

/** The first year of study was made by the enrolment; it is told, and bears the order. */
export async function admitted(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const rows = await yearsOf(call, ids, change.day, ['PLANNED', 'ACTIVE']);
  const { order_number = null, order_date = null } = change.note;
  const kept = await changeKept(
    call.client,
    'enrollments',
    rows.map(({ id }) => ({ id, order_number, order_date })),
  );
  return {
    kept,
    lines: rows.map(({ student_id, study_year, starts_on, ends_on }) => ({
      student_id,
      code: 'BEGUN',
      values: { study_year, from: shownDay(starts_on), until: shownDay(ends_on) },
    })),
  };
}

/** Whoever comes again by an application goes on in the year of study that they did not end, after the days that they were there. */
export async function readmitted(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const { rows } = await call.db.execute<NewYear & Record<string, unknown>>(sql`
    select s.id as student_id, s.course_id, s.education_form_id, y.id as academic_year_id, y.ends_on::text, coalesce(last.study_year, 1) as study_year,
           greatest(y.starts_on, last.ends_on + 1)::text as starts_on,
           case when greatest(y.starts_on, last.ends_on + 1) <= ${change.day}::date then 'ACTIVE' else 'PLANNED' end as status
      from ${students} s join ${academicYears} y on y.id = ${change.target.academic_year_id ?? 0}
      left join lateral (select e.study_year, e.ends_on from enrollments e where e.student_id = s.id and e.course_id = s.course_id and e.deleted_at is null
                          order by e.ends_on desc limit 1) last on true
     where s.id = any(${sql.param(people.map(({ id }) => id))}::int[]) order by s.id`);
  return makeYears(call, change, rows, 'BEGUN');
}
