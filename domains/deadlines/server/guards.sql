-- The one rule of dates. Whatever reads a deadline of a student reads it here.

do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'deadline_grants_effect') then
    alter table deadline_grants add constraint deadline_grants_effect check (
      case effect when 'EXTENSION' then due_at is not null and deferred_from is null when 'DEFERRAL' then due_at is null and deferred_from is not null and kind <> 'HOMEWORK' else false end);
  end if;
end $$;

-- More time of that many percent, in minutes, up to the next five.
create or replace function edulab_extra_minutes(minutes integer, percent integer) returns integer language sql immutable parallel safe as $$
  select (ceil(minutes * percent / 500.0) * 5)::integer
$$;

-- The day that many working days after another: not Sundays, not holidays. No days: the day itself, whatever it is.
create or replace function edulab_working_day(day date, days integer) returns date language sql stable as $$
  select case when days <= 0 then day else
    (select g::date from generate_series(day + 1, day + days * 2 + 400, interval '1 day') g
      where extract(isodow from g) < 7 and g::date not in (select h from edulab_holidays(day + 1, day + days * 2 + 400) h)
      order by g offset greatest(days, 1) - 1 limit 1) end
$$;

-- The latest day from which so many working days reach this one.
create or replace function edulab_working_day_before(day date, days integer) returns date language sql stable as $$
  select case when days <= 0 then day else
    (select g::date - 1 from generate_series(day - days * 2 - 400, day, interval '1 day') g
      where extract(isodow from g) < 7 and g::date not in (select h from edulab_holidays(day - days * 2 - 400, day) h)
      order by g desc offset greatest(days, 1) - 1 limit 1) end
$$;

-- Until when this student has for this, of a date that holds for everybody. `began` and `minutes` are of work that takes a
-- set time from when it is begun. A deferral has no date until the next sitting has one. `as_of`: by what was granted and
-- arranged at that moment, now unless told.
drop function if exists edulab_due(integer, text, integer, integer, timestamptz, timestamptz, integer);
create or replace function edulab_due(student integer, of_kind text, target integer, in_attempt integer, original timestamptz, began timestamptz default null, minutes integer default null, as_of timestamptz default null,
    out due_at timestamptz, out source text, out grant_id integer, out deferred boolean, out extra_minutes integer)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  granted record;
  arranged record;
  latest timestamptz := original;
  clock timestamp := original at time zone edulab_zone();
begin
  source := 'ORIGINAL'; deferred := false; extra_minutes := 0;
  select g.id, g.effect, g.due_at into granted from deadline_grants g
   where g.student_id = student and g.kind = of_kind and g.target_id = target and g.attempt = in_attempt
     and case when as_of is null then g.revoked_at is null else g.created_at <= as_of and coalesce(g.revoked_at, 'infinity') > as_of end
     and (g.effect <> 'DEFERRAL' or clock is null or clock::date <= g.deferred_from)
   order by g.effect = 'DEFERRAL' desc, g.due_at desc, g.id limit 1;
  if granted.effect = 'DEFERRAL' then
    source := 'GRANT'; grant_id := granted.id; deferred := true;
    return;
  end if;
  select a.extra_percent, a.extra_days into arranged from exam_arrangements a
   where a.student_id = student
     and case when as_of is null then a.deleted_at is null else a.created_at <= as_of and coalesce(a.deleted_at, 'infinity') > as_of end
     and coalesce(clock::date, edulab_today()) between coalesce(a.since, '-infinity') and coalesce(a.until, 'infinity')
   order by a.id desc limit 1;
  if arranged.extra_days > 0 and clock is not null then
    latest := (edulab_working_day(clock::date, arranged.extra_days) + clock::time) at time zone edulab_zone();
    source := 'ARRANGEMENT';
  end if;
  if granted.due_at > latest or latest is null and granted.due_at is not null then
    latest := granted.due_at; source := 'GRANT'; grant_id := granted.id;
  end if;
  extra_minutes := coalesce(edulab_extra_minutes(minutes, arranged.extra_percent), 0);
  if extra_minutes > 0 and source = 'ORIGINAL' then source := 'ARRANGEMENT'; end if;
  due_at := least(began + make_interval(mins => minutes + extra_minutes), latest + make_interval(mins => extra_minutes));
end $$;
