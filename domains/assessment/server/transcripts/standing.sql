-- What of these students is of a course that they left: modules of another course than that of now, where neither its plan has
-- the module nor a recognition says as what it counts. Passed or failed, it counts for nothing there and nobody waits for it.
create or replace function edulab_left_behind(people integer[])
  returns table (student_id integer, course_module_id integer)
  language sql stable as $$
  select x.student_id, x.course_module_id
    from (select r.student_id, r.course_module_id from module_results r where r.student_id = any(people)
          union select t.student_id, t.course_module_id from assessment_retakes t where t.student_id = any(people) and t.deleted_at is null) x
    join students s on s.id = x.student_id
    join course_modules cm on cm.id = x.course_module_id and cm.course_id <> s.course_id
   where not exists (select 1 from course_modules p where p.course_id = s.course_id and p.module_id = cm.module_id and p.deleted_at is null)
     and not exists (select 1 from credit_recognitions c where c.student_id = x.student_id and c.source_course_module_id = x.course_module_id
                        and c.module_id is not null and c.withdrawn_at is null and c.deleted_at is null)
$$;

-- What counts of each of these students: every module once, the better result of whoever took it again in a later year.
-- An exemption earns its credits and has no mark (`total` is null). `confirmed`: a board has seen it. What was recognised counts
-- as the module that it was recognised as; of a course that was left nothing else does, no failure either (`edulab_left_behind`).
-- A mark that others gave counts in no average unless the rule of the level says so.
create or replace function edulab_counted_results(people integer[])
  returns table (student_id integer, module_id integer, credits numeric, total numeric, passed boolean, attempt smallint, confirmed boolean)
  language sql stable as $$
  with recognised as materialized (
    select c.student_id, c.origin, c.source_course_module_id, c.module_id, c.credits, c.total
      from credit_recognitions c where c.student_id = any(people) and c.withdrawn_at is null and c.deleted_at is null),
  behind as materialized (select * from edulab_left_behind(people)),
  known as (
    select r.student_id, cm.module_id, cm.credits, case when r.letter is not null then r.total end as total, r.total as reached, r.passed, r.attempt,
           r.status <> 'PUBLISHED' as confirmed
      from module_results r join course_modules cm on cm.id = r.course_module_id
     where r.student_id = any(people) and r.complete and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')
       and (r.student_id, r.course_module_id) not in (select * from behind)
       and not exists (select 1 from recognised c where c.student_id = r.student_id and c.source_course_module_id = r.course_module_id and c.module_id is distinct from cm.module_id)
    union all
    select c.student_id, c.module_id, c.credits, case when r.letter is not null then r.total end, r.total, r.passed, r.attempt, r.status <> 'PUBLISHED'
      from recognised c join module_results r on r.course_module_id = c.source_course_module_id and r.student_id = c.student_id
       and r.complete and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')
      join course_modules cm on cm.id = r.course_module_id and cm.module_id <> c.module_id
    union all
    select c.student_id, c.module_id, c.credits, case when u.marks_count then c.total end, c.total, true, 1::smallint, true
      from recognised c join students s on s.id = c.student_id
      left join recognition_rules u on u.institution_id = s.institution_id and u.level = s.level and u.deleted_at is null
     where c.origin is not null and c.module_id is not null)
  select distinct on (k.student_id, k.module_id) k.student_id, k.module_id, k.credits, k.total, k.passed, k.attempt, k.confirmed
    from known k order by k.student_id, k.module_id, k.passed desc, k.total is null, k.reached desc
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
-- registered: open until a board has confirmed its marks, whether or not they are the better ones. What was passed in another
-- year and confirmed is not waited for, nor what a course had that was left, nor what was begun in a year at whose end the
-- student was away: of that a board sees no more than what was published.
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
     where t.student_id = any(people) and t.deleted_at is null and t.state = 'REGISTERED' and (r.attempt is null or r.attempt < t.attempt)
       and (not exists (select 1 from marks m where m.course_module_id = t.course_module_id and m.student_id = t.student_id and m.attempt = t.attempt)
            or exists (select 1 from marks m where m.course_module_id = t.course_module_id and m.student_id = t.student_id and m.attempt = t.attempt
                          and m.status not in ('CONFIRMED', 'LOCKED'))
            or exists (select 1 from assessment_components c left join assessment_components w on w.id = c.parent_id
                        where c.course_module_id = t.course_module_id and 'EXAM' in (c.kind, w.kind) and c.deleted_at is null and (w.id is null or w.deleted_at is null)
                          and not exists (select 1 from assessment_components s where s.parent_id = c.id and s.deleted_at is null)
                          and (t.component_ids = '{}' or c.id = any(t.component_ids))
                          and not exists (select 1 from marks m where m.course_module_id = t.course_module_id and m.component_id = c.id and m.student_id = t.student_id and m.attempt = t.attempt))))
  select g.student_id, g.course_module_id from going g join course_modules cm on cm.id = g.course_module_id
   where (g.student_id, cm.module_id) not in (select * from passed)
     and (g.student_id, g.course_module_id) not in (select * from edulab_left_behind(people))
     and (exists (select 1 from marks m where m.course_module_id = g.course_module_id and m.student_id = g.student_id and m.status in ('PUBLISHED', 'WITHHELD'))
          or coalesce((select t.to_status from student_life_steps t join student_life_changes c on c.id = t.change_id
                         join academic_years y on y.id = cm.academic_year_id
                        where t.student_id = g.student_id and t.undone_at is null and c.starts_on <= y.ends_on and y.ends_on < (select edulab_today())
                        order by c.starts_on desc, t.id desc limit 1), '') not in ('WITHDRAWN', 'TRANSFERRED_OUT', 'GAP_YEAR'))
$$;
