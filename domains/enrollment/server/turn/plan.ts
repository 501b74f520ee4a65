import { type SQL, sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import { enrollments } from '../tables.ts';

/**
 * The years of study that follow others: `years` is a query of `(id, study_year)`, which year of study comes after the one
 * of this id, the same for who repeats. A row for each, in the academic year after its own; somebody for whom the office
 * planned that one by hand keeps it.
 */
export const yearsToPlan = (years: SQL): SQL => sql`(
  select e.student_id, e.course_id, e.education_form_id, w.study_year, n.id as academic_year_id, n.starts_on, n.ends_on
    from (${years}) w join ${enrollments} e on e.id = w.id join ${academicYears} y on y.id = e.academic_year_id
    join ${academicYears} n on n.deleted_at is null and n.starts_on = (
      select min(a.starts_on) from ${academicYears} a where a.institution_id = y.institution_id and a.starts_on > y.starts_on and a.deleted_at is null)
   where not exists (select 1 from ${enrollments} o where o.student_id = e.student_id and o.course_id = e.course_id and o.id <> e.id and o.deleted_at is null
                        and daterange(o.starts_on, o.ends_on, '[]') && daterange(n.starts_on, n.ends_on, '[]')))`;
