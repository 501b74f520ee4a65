import type pg from 'pg';

/**
 * A module of the running year for whoever learns beside `bachelor_student`, beside those that the demo university has
 * marked already: `teacher` lectures, `module_leader` holds seminars, its plan is in use. Answers its id.
 */
export async function moduleToMark(owner: pg.Pool, code: string, title: string): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `with subject as (
       insert into modules (institution_id, code, title, type, credits, active)
       values (1, $1, jsonb_build_object('uz', $2::text, 'ru', $2::text, 'en', $2::text), 'CORE', 6, true) returning id)
     insert into course_modules (institution_id, course_id, academic_year_id, module_id, study_year, semester, type, credits)
     select 1, g.course_id, y.id, subject.id, extract(year from y.starts_on) - g.entry_year + 1, 1, 'CORE', 6
       from subject cross join students s join accounts a on a.id = s.account_id
       join group_members m on m.student_id = s.id join groups g on g.id = m.group_id and g.kind = 'MAIN'
       join academic_years y on y.institution_id = 1 and y.current
      where a.username = 'bachelor_student' limit 1 returning id`,
    [code, title],
  );
  const { id } = rows[0]!;
  await owner.query(
    `insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
     select 1, $1, s.id, r.role from (values ('teacher', 'LECTURER'), ('module_leader', 'SEMINAR')) as r (username, role)
       join accounts a on a.username = r.username join staff s on s.account_id = a.id on conflict do nothing`,
    [id],
  );
  await owner.query(
    "insert into assessment_plans (institution_id, course_module_id, state) values (1, $1, 'ACTIVE') on conflict do nothing",
    [id],
  );
  return id;
}

/** A component of such a module; answers its id. */
export async function componentToMark(
  owner: pg.Pool,
  module: number,
  [code, weight, kind]: [code: string, weight: number, kind: string],
): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into assessment_components (institution_id, course_module_id, code, title, kind, weight, position)
     values (1, $1, $2, jsonb_build_object('uz', $2::text, 'ru', $2::text, 'en', $2::text), $3, $4, 1) returning id`,
    [module, code, kind, weight],
  );
  return rows[0]!.id;
}
