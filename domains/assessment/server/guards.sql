-- Rules of marks that hold whoever writes, and the one computation of totals.

do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'marks_value') then
    alter table marks add constraint marks_value check (value is null or (value between 0 and 100 and special is null));
    alter table marks add constraint marks_special check (special in ('ABSENT', 'EXEMPT', 'NOT_SUBMITTED'));
    alter table marks add constraint marks_attempt check (attempt between 1 and 20);
    alter table assessment_components add constraint assessment_components_weight check (weight between 0 and 100);
    alter table assessment_components add constraint assessment_components_parent check (parent_id <> id);
    alter table assessment_attempts add constraint assessment_attempts_days check (closes_on >= opens_on);
  end if;
  -- NOT_MARKED: a draft that was emptied; its row stays for the ledger's sake, and counts as little as a cell without one.
  if not exists (select 1 from pg_constraint where conname = 'marks_status' and pg_get_constraintdef(oid) like '%NOT_MARKED%') then
    alter table marks drop constraint if exists marks_status;
    alter table marks add constraint marks_status check (status in ('NOT_MARKED', 'DRAFT', 'SUBMITTED', 'MODERATED', 'PUBLISHED', 'CONFIRMED', 'LOCKED', 'WITHHELD', 'DEFERRED'));
    update marks set status = 'NOT_MARKED' where status = 'DRAFT' and value is null and special is null;
  end if;
end $$;

-- Whether a draft holds anything says its state, whoever writes it: typing, an import and its undo, works that flow in.
create or replace function edulab_mark_emptied() returns trigger language plpgsql as $$
begin
  new.status := case when new.value is null and new.special is null then 'NOT_MARKED' else 'DRAFT' end;
  return new;
end $$;
create or replace trigger b_emptied before insert or update of value, special, status on marks for each row
  when (new.status in ('DRAFT', 'NOT_MARKED') and (new.value is null and new.special is null) <> (new.status = 'NOT_MARKED'))
  execute function edulab_mark_emptied();

-- A mark is written five times on its way and a total as often; room on their pages spares every index a new entry each time.
alter table marks set (fillfactor = 85);
alter table module_results set (fillfactor = 70);

-- What totals are called: the scale of the institution that holds on a day, or the usual one of the country.
create or replace function edulab_grade_bands(of_institution integer, scale text, day date) returns jsonb language plpgsql stable as $$
begin return coalesce(
    (select s.bands from grade_scales s
      where s.institution_id = of_institution and s.code = scale and s.valid_from <= day and s.deleted_at is null
      order by s.valid_from desc limit 1),
    case scale
      when 'FIVE' then '[{"from":90,"grade":"5","point":5},{"from":70,"grade":"4","point":4},{"from":60,"grade":"3","point":3},{"from":0,"grade":"2","point":2}]'::jsonb
      when 'LETTER' then '[{"from":90,"grade":"A","point":4},{"from":80,"grade":"B","point":3},{"from":70,"grade":"C","point":2},{"from":60,"grade":"D","point":1},{"from":0,"grade":"F","point":0}]'::jsonb
      else '[{"from":90,"grade":"A","point":5},{"from":80,"grade":"B","point":4.5},{"from":70,"grade":"C","point":4},{"from":65,"grade":"D","point":3.5},{"from":60,"grade":"E","point":3},{"from":30,"grade":"FX","point":2},{"from":0,"grade":"F","point":2}]'::jsonb
    end);
end $$;

create or replace aggregate edulab_lcm(numeric) (sfunc = lcm, stype = numeric, initcond = '1', parallel = safe);

-- What the marks of these modules make together, for these students or everybody: exact, in whole numbers to the end. A mark
-- counts in tenths, a weight in hundredths of a percent; a group of sub-components is the fraction n/d of its marks; D is what
-- all these d divide. Only the last line rounds, half up, to a tenth. Exempt components leave their weight to their siblings;
-- absent and not handed in count nothing; retakes count once they are published. Nothing is known beforehand of how many rows the
-- steps have, and nested loops and sorting over a guess of few cost most; so there are none where hashing can do it; and
-- marks are read page by page, because in the order of their index every one of them lies on another page. One plan serves all
-- calls, because planning it costs as much as running it for a course.
create or replace function assessment_compute(modules integer[], people integer[] default null)
  returns table (institution_id integer, course_module_id integer, student_id integer, total numeric, letter text, five numeric, ects text,
                 passed boolean, attempt smallint, complete boolean, status text, why_not text[], inputs text)
  language plpgsql stable set enable_nestloop = off set enable_sort = off set enable_mergejoin = off set enable_indexscan = off set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  -- Those asked for lie between these, so that one student's marks are found without looking at everybody's.
  declare
    lowest constant integer := coalesce((select min(p) from unnest(people) p), 0);
    highest constant integer := coalesce((select max(p) from unnest(people) p), 2147483647);
    once constant boolean := not exists (select from marks where course_module_id = any(modules) and attempt > 1);
    punished constant boolean := exists (select from mark_penalties where course_module_id = any(modules) and removed_at is null);
  begin return query
  with plan as materialized (
    select p.institution_id, p.course_module_id, p.version, p.retake_counts = 'LAST' as by_last, p.retake_cap, p.pass_mark, p.compensation, y.starts_on as day
      from assessment_plans p join course_modules cm on cm.id = p.course_module_id and cm.id = any(modules) join academic_years y on y.id = cm.academic_year_id
     where p.course_module_id = any(modules) and p.deleted_at is null),
  component as materialized (
    select c.id, c.course_module_id, c.parent_id, (c.weight * 100)::integer as weight,
           case when p.compensation and c.compensable then null else (c.minimum * 10)::integer end as minimum
      from assessment_components c join plan p on p.course_module_id = c.course_module_id
     where c.course_module_id = any(modules) and c.deleted_at is null),
  leaf as materialized (
    select c.id, coalesce(c.parent_id, c.id) as top, case when c.parent_id is null then 10000 else c.weight end as weight, c.minimum
      from component c left join component o on o.id = c.parent_id
     where (c.parent_id is null or o.id is not null) and not exists (select from component s where s.parent_id = c.id)),
  top as materialized (
    select c.id, c.course_module_id, c.weight, case when not l.whole then c.minimum end as minimum, l.parts, l.leaves
      from component c join (select top, sum(weight) as parts, count(*) as leaves, bool_or(id = top) as whole from leaf group by 1) l on l.top = c.id where c.parent_id is null),
  module as materialized (
    select t.course_module_id, sum(t.weight) as weight, sum(t.leaves) as leaves from top t group by 1),
  -- Who tried again, and what: only there is anything to choose from.
  again as materialized (
    select distinct m.component_id, m.student_id from marks m where m.course_module_id = any(modules) and m.attempt > 1),
  -- What penalties make of marks and totals while they live; the marks themselves stay what they were given.
  zeroed as materialized (
    select z.component_id, z.student_id, z.attempt from edulab_zeroed(case when punished then modules else '{}' end) z),
  limited as materialized (
    select p.course_module_id, p.student_id, bool_or(p.operation = 'MODULE_ZERO') as nothing, bit_xor(hashint8extended(p.id, 1)) as digest
      from mark_penalties p where punished and p.course_module_id = any(modules) and p.removed_at is null and p.operation in ('MODULE_CAPPED', 'MODULE_ZERO') group by 1, 2),
  chosen as (
    select distinct on (m.component_id, m.student_id) m.*
      from marks m join again a on a.component_id = m.component_id and a.student_id = m.student_id join plan p on p.course_module_id = m.course_module_id
     where m.course_module_id = any(modules) and m.student_id between lowest and highest and (m.value is not null or m.special is not null)
       and (m.attempt = 1 or m.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED'))
     order by m.component_id, m.student_id, m.status = 'DEFERRED', case when p.by_last or punished and (m.component_id, m.student_id, m.attempt) in (select z.component_id, z.student_id, z.attempt from zeroed z) then 0 when m.special = 'EXEMPT' then 101 else coalesce(m.value, 0) end desc, m.attempt desc),
  marked as (
    select m.course_module_id, m.component_id, m.student_id, m.id, m.version, m.attempt, m.status, m.special, m.value
      from marks m
     where m.course_module_id = any(modules) and m.student_id between lowest and highest and m.attempt = 1 and (m.value is not null or m.special is not null)
       and (once or (m.component_id, m.student_id) not in (select a.component_id, a.student_id from again a))
    union all
    select m.course_module_id, m.component_id, m.student_id, m.id, m.version, m.attempt, m.status, m.special, m.value from chosen m),
  counted as (
    select m.*, punished and (m.component_id, m.student_id, m.attempt) in (select z.component_id, z.student_id, z.attempt from zeroed z) as zero from marked m),
  -- What states there are as bits, so that one aggregate says it all: the six of the usual way from the lowest on, then withheld, deferred, below a minimum.
  part as (
    select k.course_module_id, k.student_id, l.top, coalesce(sum(case when not k.zero then (k.value * 10)::integer * l.weight end), 0) as n, count(*) as marked,
           coalesce(sum(l.weight) filter (where k.special = 'EXEMPT' and not k.zero), 0) as exempt,
           bit_or(case k.status when 'DRAFT' then 1 when 'LOCKED' then 32 when 'CONFIRMED' then 16 when 'PUBLISHED' then 8 when 'SUBMITTED' then 2 when 'MODERATED' then 4 when 'WITHHELD' then 64 else 128 end
                | case when l.minimum > 0 and (k.zero or coalesce(k.value * 10, 0) < l.minimum and k.special is distinct from 'EXEMPT') then 256 else 0 end) as states,
           max(k.attempt) as attempt, bit_xor(hashint8extended(k.id::bigint * 1048576 + k.version, k.zero::integer)) as digest
      from counted k join leaf l on l.id = k.component_id group by 1, 2, 3),
  -- Parts that are divided by the same are one fraction.
  fraction as materialized (
    select p.course_module_id, p.student_id, t.parts - p.exempt as d, sum(p.n * t.weight) as n, sum(t.weight) as weight, sum(p.marked) as marked,
           bit_or(p.states | case when p.states & 192 = 0 and p.marked = t.leaves and p.n < t.minimum * (t.parts - p.exempt) then 256 else 0 end) as states,
           max(p.attempt) as attempt, bit_xor(p.digest) as digest
      from part p join top t on t.id = p.top where people is null or p.student_id in (select unnest(people)) group by 1, 2, 3),
  denominator as (
    select f.course_module_id, f.student_id, edulab_lcm(f.d) filter (where f.d > 0) as whole, coalesce(sum(f.weight) filter (where f.d = 0), 0) as exempt,
           sum(f.marked) as marked, bit_or(f.states) as states, max(f.attempt) as attempt, bit_xor(f.digest) as digest
      from fraction f group by 1, 2),
  numerator as (
    select f.course_module_id, f.student_id, sum(f.n * div(d.whole, f.d)) as n
      from fraction f join denominator d using (course_module_id, student_id) where f.d > 0 group by 1, 2),
  rounded as materialized (
    select p.institution_id, d.*, p.version, p.pass_mark, p.day, d.marked = m.leaves and d.states & 192 = 0 as complete, m.weight = d.exempt and x.nothing is not true as nothing_left,
           coalesce(x.digest, 0) as limits,
           case when x.nothing then 0
                when m.weight > d.exempt
                then least(case when x.nothing is not null then p.pass_mark end, div(2 * coalesce(n.n, 0) + w.whole, 2 * w.whole) / 10,
                           case when d.attempt > 1 and not exists (select 1 from assessment_retakes r where r.course_module_id = d.course_module_id and r.student_id = d.student_id and r.attempt = d.attempt and not r.capped and r.deleted_at is null) then p.retake_cap end)
                else 0 end::numeric(5, 1) as total
      from denominator d join plan p using (course_module_id) join module m using (course_module_id)
      left join numerator n using (course_module_id, student_id)
      left join limited x using (course_module_id, student_id)
      cross join lateral (select coalesce(d.whole, 1) * (m.weight - d.exempt) as whole) w),
  judged as materialized (
    select r.*, case when r.complete then r.nothing_left or (r.total >= r.pass_mark and r.states & 256 = 0) end as passed from rounded r),
  named as materialized (
    select j.*, case when j.complete and not j.nothing_left then case when j.passed then j.total else least(j.total, j.pass_mark - 0.1) end end as graded from judged j),
  scale as materialized (
    select s.institution_id, s.day, code, (b ->> 'from')::numeric as lowest, lead((b ->> 'from')::numeric) over (partition by s.institution_id, s.day, code order by (b ->> 'from')::numeric) as above, b ->> 'grade' as grade
      from (select distinct p.institution_id, p.day from plan p) s cross join unnest(array['LETTER', 'FIVE', 'ECTS']) as code
     cross join lateral jsonb_array_elements(edulab_grade_bands(s.institution_id, code, s.day)) as b)
  select x.institution_id, x.course_module_id, x.student_id, x.total, l.grade,
         case when f.grade ~ '^\d{1,2}(\.\d)?$' then f.grade::numeric end, e.grade, x.passed, x.attempt, x.complete,
         case when x.states & 64 > 0 then 'WITHHELD' when x.states & 128 > 0 then 'DEFERRED' when not x.complete then 'NOT_MARKED'
              when x.states & 1 > 0 then 'DRAFT' when x.states & 2 > 0 then 'SUBMITTED' when x.states & 4 > 0 then 'MODERATED'
              when x.states & 8 > 0 then 'PUBLISHED' when x.states & 16 > 0 then 'CONFIRMED' else 'LOCKED' end,
         array_remove(array[case when x.states & 64 > 0 then 'WITHHELD' end, case when x.states & 128 > 0 then 'DEFERRED' end, case when not x.complete then 'MISSING' end,
                            case when x.complete and x.total < x.pass_mark and not x.nothing_left then 'BELOW_PASS_MARK' end, case when x.states & 256 > 0 then 'BELOW_MINIMUM' end], null),
         x.version || '.' || to_hex(x.digest # x.limits)
    from named x
    left join scale l on l.institution_id = x.institution_id and l.day = x.day and l.code = 'LETTER' and x.graded >= l.lowest and (l.above is null or x.graded < l.above)
    left join scale f on f.institution_id = x.institution_id and f.day = x.day and f.code = 'FIVE' and x.graded >= f.lowest and (f.above is null or x.graded < f.above)
    left join scale e on e.institution_id = x.institution_id and e.day = x.day and e.code = 'ECTS' and x.graded >= e.lowest and (e.above is null or x.graded < e.above);
  end
$$;

-- Computes and keeps; answers how many results are new or other than they were.
create or replace function assessment_store(modules integer[], people integer[] default null) returns integer language plpgsql
  set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
declare changed integer := 0; written integer; block integer[];
begin
  -- In blocks, so that what a block needs stays in memory however many modules there are.
  for place in 0 .. coalesce(array_length(modules, 1) - 1, -1) / 100 loop
    block := modules[place * 100 + 1 : place * 100 + 100];
    with fresh as materialized (select * from assessment_compute(block, people)),
    gone as (
      delete from module_results r where r.course_module_id = any(block) and (people is null or r.student_id = any(people))
         and not exists (select 1 from fresh f where f.course_module_id = r.course_module_id and f.student_id = r.student_id) returning 1),
    moved as (
      update module_results r
         set total = f.total, letter = f.letter, five = f.five, ects = f.ects, passed = f.passed, attempt = f.attempt,
             complete = f.complete, status = f.status, why_not = f.why_not, inputs = f.inputs, computed_at = edulab_now()
        from fresh f
       where r.course_module_id = any(block) and f.course_module_id = r.course_module_id and f.student_id = r.student_id
         and (r.inputs <> f.inputs or (r.total, r.letter, r.five, r.ects, r.passed, r.attempt, r.complete, r.status, r.why_not)
              is distinct from (f.total, f.letter, f.five, f.ects, f.passed, f.attempt, f.complete, f.status, f.why_not))
      returning 1),
    -- Somebody else may have made the total in the meantime; whoever comes last knows all marks.
    made as (
      insert into module_results as r (institution_id, course_module_id, student_id, total, letter, five, ects, passed, attempt, complete, status, why_not, inputs)
      select f.institution_id, f.course_module_id, f.student_id, f.total, f.letter, f.five, f.ects, f.passed, f.attempt, f.complete, f.status, f.why_not, f.inputs
        from fresh f where (f.course_module_id, f.student_id) not in (select x.course_module_id, x.student_id from module_results x where x.course_module_id = any(block))
       order by f.course_module_id, f.student_id
      on conflict (course_module_id, student_id) do update
        set total = excluded.total, letter = excluded.letter, five = excluded.five, ects = excluded.ects, passed = excluded.passed, attempt = excluded.attempt,
            complete = excluded.complete, status = excluded.status, why_not = excluded.why_not, inputs = excluded.inputs, computed_at = edulab_now()
      returning 1)
    select (select count(*) from moved) + (select count(*) from made) + (select count(*) from gone) into written;
    changed := changed + written;
  end loop;
  return changed;
end $$;

-- Totals follow every statement that writes marks. Bulk loads that switch the history off make them themselves.
create or replace function edulab_marks_results() returns trigger language plpgsql as $$
declare modules integer[]; people integer[];
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  select array_agg(distinct course_module_id), array_agg(distinct student_id) into modules, people from after_rows;
  if modules is not null then perform assessment_store(modules, people); end if;
  return null;
end $$;
create or replace trigger y_results_insert after insert on marks referencing new table as after_rows for each statement execute function edulab_marks_results();
create or replace trigger y_results_update after update on marks referencing new table as after_rows for each statement execute function edulab_marks_results();

-- The history of marks in one statement instead of one per row; who changed what is the ledger's as well.
create or replace function edulab_marks_audit_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  insert into audit_log (institution_id, account_id, call, table_name, row_id, operation, old, new)
  select n.institution_id, edulab_account(), nullif(current_setting('edulab.call', true), ''), 'marks', n.id, 'INSERT', null,
         jsonb_build_object('student_id', n.student_id, 'component_id', n.component_id, 'attempt', n.attempt, 'value', n.value, 'special', n.special, 'status', n.status)
    from after_rows n;
  return null;
end $$;
create or replace function edulab_marks_audit_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  insert into audit_log (institution_id, account_id, call, table_name, row_id, operation, old, new)
  select n.institution_id, edulab_account(), nullif(current_setting('edulab.call', true), ''), 'marks', n.id, 'UPDATE',
         jsonb_build_object('value', o.value, 'special', o.special, 'status', o.status, 'second_value', o.second_value, 'comment', o.comment) || coalesce(w.was, '{}'),
         jsonb_build_object('value', n.value, 'special', n.special, 'status', n.status, 'second_value', n.second_value, 'comment', n.comment) || coalesce(w.became, '{}')
    from after_rows n join before_rows o on o.id = n.id
   -- What seldom moves is written down where it does.
   cross join lateral (
     select jsonb_object_agg(x.name, x.was) as was, jsonb_object_agg(x.name, x.became) as became
       from (values ('held_from', to_jsonb(o.held_from), to_jsonb(n.held_from)), ('first_value', to_jsonb(o.first_value), to_jsonb(n.first_value)),
                    ('second_marker', to_jsonb(o.second_marker), to_jsonb(n.second_marker)), ('marked_by', to_jsonb(o.marked_by), to_jsonb(n.marked_by))) x (name, was, became)
      where (o.held_from, o.first_value, o.second_marker, o.marked_by) is distinct from (n.held_from, n.first_value, n.second_marker, n.marked_by)
        and x.was is distinct from x.became) w
   where (o.value, o.special, o.status, o.second_value, o.comment) is distinct from (n.value, n.special, n.status, n.second_value, n.comment) or w.was is not null;
  return null;
end $$;
drop trigger if exists z_audit on marks;
create or replace trigger z_audit_insert after insert on marks referencing new table as after_rows for each statement execute function edulab_marks_audit_insert();
create or replace trigger z_audit_update after update on marks referencing old table as before_rows new table as after_rows for each statement execute function edulab_marks_audit_update();

-- What a total was before it moved, one statement at a time: the past is told as it was told then, whatever is counted
-- otherwise since. Totals that are made are known by the time at which they were. A whole row is the cheapest to write: to
-- look for what moved in each cost more than to make the totals.
create or replace function edulab_results_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  insert into audit_log (institution_id, account_id, call, table_name, row_id, operation, old)
  select o.institution_id, edulab_account(), nullif(current_setting('edulab.call', true), ''), 'module_results', o.id, tg_op,
         case tg_op when 'DELETE' then to_jsonb(o) else to_jsonb(o) - '{id,institution_id,course_module_id,student_id,inputs}'::text[] end
    from before_rows o;
  return null;
end $$;
create or replace trigger z_audit_update after update on module_results referencing old table as before_rows for each statement execute function edulab_results_audit();
create or replace trigger z_audit_delete after delete on module_results referencing old table as before_rows for each statement execute function edulab_results_audit();
drop function if exists edulab_results_audit_update(), edulab_results_audit_delete();

-- Nothing that was marked goes away; and totals are written by the computation alone.
create or replace function edulab_marks_stay() returns trigger language plpgsql as $$
begin raise exception 'marks are never removed' using errcode = '42501'; end $$;
create or replace trigger a_stay before delete on marks for each row execute function edulab_marks_stay();

-- What stood when an exam began is kept as it was.
revoke update, delete on exam_standings from edulab_app;
