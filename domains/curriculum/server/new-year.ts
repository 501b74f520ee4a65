import { type SQL, sql } from 'drizzle-orm';
import { partOf, type YearPart } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { demandUnused } from '#platform/server/records/uses.ts';
import { courseModules, courseModuleTeachers, courses, modules } from './tables.ts';

/** The plans of a year carried on into the next. A year of study that is planned there already, in part or whole, stays as it is. */

/** Modules in the plans of programmes that go on, as `p`. */
const planned = (year: number): SQL =>
  sql`${courseModules} p join ${courses} c on c.id = p.course_id and c.active and c.deleted_at is null join ${modules} m on m.id = p.module_id
       where p.academic_year_id = ${year} and p.deleted_at is null and p.study_year <= c.years`;
const there = (to: number): SQL =>
  sql`exists (select 1 from ${courseModules} n where n.course_id = p.course_id and n.study_year = p.study_year and n.academic_year_id = ${to} and n.deleted_at is null)`;
const taught = sql`m.active and m.deleted_at is null`;
const named = sql`c.code || ' · ' || p.study_year || ' · ' || m.code`;
/** What a student chooses has days on which it is chosen. */
const chosen = sql`p.type <> 'CORE' and p.choice_opens_on is not null and p.choice_closes_on is not null`;

export interface NewPlans {
  plans: YearPart<'NO_PLAN' | 'MODULE_RETIRED' | 'TEACHER_LEFT'>;
  choices: YearPart<'NO_CHOICE_DAYS'>;
}

/** What would be carried from one year into another; `to` is 0 where that is not made yet. */
export async function plansToCarry(call: Call, from: number, to: number): Promise<NewPlans> {
  const plans = await partOf<NewPlans['plans']['faults'][number]['code']>(call, {
    made: sql`select p.id from ${planned(from)} and ${taught} and not ${there(to)}`,
    there: sql`select p.id from ${planned(to)}`,
    faults: sql`
      select 'MODULE_RETIRED' as code, ${named} as title from ${planned(from)} and not (${taught}) and not ${there(to)}
      union all select 'TEACHER_LEFT', ${named} from ${planned(from)} and ${taught} and not ${there(to)}
        and exists (select 1 from ${courseModuleTeachers} t join ${staff} s on s.id = t.staff_id where t.course_module_id = p.id and (s.status = 'LEFT' or s.deleted_at is not null))
      union all select 'NO_PLAN', c.code || ' · ' || n from ${courses} c cross join lateral generate_series(1, c.years) n where c.active and c.deleted_at is null
        and not exists (select 1 from ${courseModules} p where p.course_id = c.id and p.study_year = n and p.academic_year_id in (${from}, ${to}) and p.deleted_at is null)`,
  });
  const choices = await partOf<'NO_CHOICE_DAYS'>(call, {
    made: sql`select p.id from ${planned(from)} and ${taught} and ${chosen} and not ${there(to)}`,
    there: sql`select p.id from ${planned(to)} and ${chosen}`,
    faults: sql`select 'NO_CHOICE_DAYS' as code, ${named} as title from ${planned(from)} and ${taught} and p.type <> 'CORE' and not (${chosen}) and not ${there(to)}`,
  });
  return { plans, choices };
}

/** Carries them, with those who teach and still work here, and the days of choice a year later. Answers ids. */
export async function carryPlans(call: Call, from: number, to: number): Promise<number[]> {
  const { rows } = await call.db.execute<{ id: number }>(sql`
    with carried as (
      insert into ${courseModules} (course_id, academic_year_id, study_year, semester, module_id, type, credits, capacity, min_students, choice_opens_on, choice_closes_on, active)
      select p.course_id, ${to}::int, p.study_year, p.semester, p.module_id, p.type, p.credits, p.capacity, p.min_students,
             (p.choice_opens_on + interval '1 year')::date, (p.choice_closes_on + interval '1 year')::date, p.active
        from ${planned(from)} and ${taught} and not ${there(to)}
      returning id, course_id, study_year, semester, module_id),
    taught as (
      insert into ${courseModuleTeachers} (course_module_id, staff_id, role)
      select n.id, t.staff_id, t.role from carried n
        join ${courseModules} p on p.course_id = n.course_id and p.study_year = n.study_year and p.semester = n.semester and p.module_id = n.module_id
         and p.academic_year_id = ${from} and p.deleted_at is null
        join ${courseModuleTeachers} t on t.course_module_id = p.id
        join ${staff} s on s.id = t.staff_id and s.status <> 'LEFT' and s.deleted_at is null)
    select id from carried order by id`);
  return rows.map(({ id }) => id);
}

/** Those of these modules that were changed since they were carried on, or are gone; at most five. */
export async function plansThatHold(call: Call, ids: readonly number[]): Promise<string[]> {
  const mine = sql`any(${sql.param([...ids])}::int[])`;
  const { rows } = await call.db.execute<{ title: string }>(sql`
    select ${named} as title from ${courseModules} p join ${courses} c on c.id = p.course_id join ${modules} m on m.id = p.module_id
     where p.id = ${mine} and (p.version > 1 or p.deleted_at is not null) order by 1 limit 5`);
  return rows.map(({ title }) => title);
}

/** Takes carried modules back. Answers titles of those that somebody changed or deleted since, and then does nothing. Errors: IN_USE. */
export async function uncarryPlans(call: Call, ids: readonly number[]): Promise<string[]> {
  const held = await plansThatHold(call, ids);
  if (held.length || ids.length === 0) return held;
  const mine = sql`any(${sql.param([...ids])}::int[])`;
  await demandUnused(call, courseModules, ids);
  await call.db.execute(sql`delete from ${courseModuleTeachers} where course_module_id = ${mine}`);
  await call.db.execute(sql`update ${courseModules} set deleted_at = edulab_now() where id = ${mine}`);
  return [];
}
