-- Sums of all published results of students: one row each, also without results.
create or replace function edulab_sums(people integer[])
  returns table (student_id integer, average numeric, credits numeric, earned numeric, lowest numeric, retook boolean)
  language sql stable as $$
  with summed as (
    select k.student_id, round(sum(k.total * k.credits) / nullif(sum(k.credits) filter (where k.total is not null), 0), 2) as average,
           sum(k.credits) as credits, sum(k.credits) filter (where k.passed) as earned, min(k.total) as lowest, bool_or(k.attempt > 1) as retook
      from edulab_counted_results(people) k group by k.student_id)
  select p.id, s.average, coalesce(s.credits, 0), coalesce(s.earned, 0), s.lowest, coalesce(s.retook, false)
    from students p left join summed s on s.student_id = p.id
   where p.id = any(people)
$$;

-- The class of degree by the rules of the level and year of entry of each student: those of the newest year that is not later.
-- `near_id`: the next class above it, whose every other condition holds and whose average is missed by no more than its band.
create or replace function edulab_degree_classes(people integer[])
  returns table (student_id integer, class_id integer, near_id integer)
  language sql stable as $$
  with counted as materialized (
    select k.student_id, k.total, k.credits from edulab_counted_results(people) k where k.total is not null),
  ruled as (
    select s.student_id, s.average, d.id, d.minimum_average, d.borderline
      from edulab_sums(people) s join students p on p.id = s.student_id
      join degree_classes d on d.institution_id = p.institution_id and d.deleted_at is null and (d.level is null or d.level = p.level)
       and d.entry_year = (select max(e.entry_year) from degree_classes e
                            where e.institution_id = p.institution_id and e.deleted_at is null and (e.level is null or e.level = p.level) and e.entry_year <= p.entry_year)
     where s.average is not null and (d.minimum_total is null or s.lowest >= d.minimum_total) and (d.retakes_allowed or not s.retook)
       and (d.best_share is null or d.best_share <= (select coalesce(sum(k.credits) filter (where k.total >= d.best_from), 0) * 100 / sum(k.credits) from counted k where k.student_id = s.student_id))),
  reached as (
    select distinct on (r.student_id) r.student_id, r.id, r.minimum_average from ruled r where r.average >= r.minimum_average order by r.student_id, r.minimum_average desc),
  near as (
    select distinct on (r.student_id) r.student_id, r.id from ruled r left join reached h on h.student_id = r.student_id
     where r.average < r.minimum_average and r.average >= r.minimum_average - r.borderline and r.minimum_average > coalesce(h.minimum_average, -1)
     order by r.student_id, r.minimum_average desc)
  select p.id, h.id, n.id from unnest(people) p(id) left join reached h on h.student_id = p.id left join near n on n.student_id = p.id
$$;

-- What a confirmed board decided of students, where one did: its newest word.
create or replace function edulab_awards(people integer[])
  returns table (student_id integer, board_id integer, decided_on date, awarded jsonb, excepted boolean)
  language sql stable as $$
  select distinct on (c.student_id) c.student_id, b.id, b.held_on, c.awarded, c.facts -> 'faults' @> '[{"code": "CORE_NOT_PASSED"}]'
    from award_candidates c join award_boards b on b.id = c.board_id and b.status = 'CONFIRMED' and b.deleted_at is null
   where c.student_id = any(people) and c.decision in ('AWARD', 'LOWER')
   order by c.student_id, b.confirmed_at desc
$$;

-- Where students stand: one row each. A class of degree comes with the award; who graduated before there were boards has the
-- one that the rules give.
create or replace function edulab_standings(people integer[])
  returns table (student_id integer, average numeric, credits numeric, earned numeric, programme numeric, lowest numeric, retook boolean, awarded boolean, class jsonb)
  language sql stable as $$
  with graduates as materialized (
    select array_agg(p.id) as ids from students p where p.id = any(people) and p.status = 'GRADUATED')
  select s.student_id, s.average, s.credits, s.earned, c.credits, s.lowest, s.retook, p.status = 'GRADUATED',
         case when p.status <> 'GRADUATED' then null when w.student_id is not null then w.awarded -> 'title' else d.title end
    from edulab_sums(people) s join students p on p.id = s.student_id left join courses c on c.id = p.course_id
    left join edulab_awards((select ids from graduates)) w on w.student_id = p.id
    left join edulab_degree_classes((select ids from graduates)) l on l.student_id = p.id
    left join degree_classes d on d.id = l.class_id
$$;

-- A word that an office gave stays; the next one holds.
revoke update, delete on clearance_words from edulab_app;
