-- What counts of each of these students: every module once, the better result of whoever took it again in a later year.
-- An exemption earns its credits and has no mark (`total` is null). `confirmed`: a board has seen it.
create or replace function edulab_counted_results(people integer[])
  returns table (student_id integer, module_id integer, credits numeric, total numeric, passed boolean, attempt smallint, confirmed boolean)
  language sql stable as $$
  select distinct on (r.student_id, cm.module_id) r.student_id, cm.module_id, cm.credits, case when r.letter is not null then r.total end,
         r.passed, r.attempt, r.status <> 'PUBLISHED'
    from module_results r join course_modules cm on cm.id = r.course_module_id
   where r.student_id = any(people) and r.complete and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')
   order by r.student_id, cm.module_id, r.passed desc, r.letter is null, r.total desc
$$;

drop function if exists edulab_standing(integer);

-- Core modules that the plan of a student's year of entry has and the student has not passed. Where a plan has a thesis or a
-- state examination to choose from, and none that is core, one of them will do; else all of those are missing.
create or replace function edulab_plan_missing(people integer[])
  returns table (student_id integer, module_id integer, part text)
  language sql stable as $$
  with passed as materialized (
    select k.student_id, k.module_id from edulab_counted_results(people) k where k.passed),
  planned as (
    select p.id as student_id, cm.module_id, m.part, bool_or(cm.type = 'CORE') as core,
           (p.id, cm.module_id) in (select * from passed) as passed
      from students p
      join course_modules cm on cm.course_id = p.course_id and cm.deleted_at is null
      join academic_years y on y.id = cm.academic_year_id and extract(year from y.starts_on)::integer - cm.study_year + 1 = p.entry_year
      join modules m on m.id = cm.module_id
     where p.id = any(people) group by p.id, cm.module_id, m.part),
  weighed as (
    select l.*, coalesce(bool_or(l.core or l.passed) filter (where l.part in ('THESIS', 'STATE_EXAM')) over (partition by l.student_id), false) as final
      from planned l)
  select w.student_id, w.module_id, w.part from weighed w
   where not w.passed and (w.core or (w.part in ('THESIS', 'STATE_EXAM') and not w.final))
$$;

-- Modules in which something of a student is still open: marks that no board has confirmed, or another attempt that is
-- registered. What was passed in another year and confirmed is not waited for.
create or replace function edulab_open_attempts(people integer[])
  returns table (student_id integer, course_module_id integer)
  language sql stable as $$
  with passed as materialized (
    select k.student_id, k.module_id from edulab_counted_results(people) k where k.passed and k.confirmed),
  going as (
    select r.student_id, r.course_module_id from module_results r
     where r.student_id = any(people) and r.status not in ('CONFIRMED', 'LOCKED')
    union
    select t.student_id, t.course_module_id from assessment_retakes t
      left join module_results r on r.course_module_id = t.course_module_id and r.student_id = t.student_id
     where t.student_id = any(people) and t.deleted_at is null and t.state = 'REGISTERED' and (r.attempt is null or r.attempt < t.attempt))
  select g.student_id, g.course_module_id from going g join course_modules cm on cm.id = g.course_module_id
   where (g.student_id, cm.module_id) not in (select * from passed)
$$;
