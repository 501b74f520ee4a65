-- Where a student stands by all published results: one row. Each module counts once: whoever took it again in a later year
-- has the better one. An exemption earns its credits and has no mark. A class of degree comes with the award, not before.
create or replace function edulab_standing(of_student integer)
  returns table (average numeric, credits numeric, earned numeric, programme numeric, awarded boolean, class jsonb)
  language sql stable as $$
  with counted as (
    select distinct on (cm.module_id) cm.credits, case when r.letter is not null then r.total end as total, r.passed, r.attempt
      from module_results r join course_modules cm on cm.id = r.course_module_id
     where r.student_id = of_student and r.complete and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')
     order by cm.module_id, r.passed desc, r.letter is null, r.total desc),
  summed as (
    select round(sum(k.total * k.credits) / nullif(sum(k.credits) filter (where k.total is not null), 0), 2) as average,
           coalesce(sum(k.credits), 0) as credits, coalesce(sum(k.credits) filter (where k.passed), 0) as earned,
           min(k.total) as lowest, bool_or(k.attempt > 1) as retook
      from counted k)
  select s.average, s.credits, s.earned, c.credits, p.status = 'GRADUATED',
         (select d.title from degree_classes d
           where p.status = 'GRADUATED' and d.institution_id = p.institution_id and d.deleted_at is null and s.average >= d.minimum_average
             and (d.minimum_total is null or s.lowest >= d.minimum_total) and (d.retakes_allowed or not s.retook)
           order by d.minimum_average desc limit 1)
    from summed s join students p on p.id = of_student left join courses c on c.id = p.course_id
$$;
