-- Rules of the register that hold whoever writes.

do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'class_sessions_times') then
    alter table class_sessions add constraint class_sessions_times check (ends_at > starts_at);
    alter table attendance_reasons add constraint attendance_reasons_days check (ends_on >= starts_on);
    alter table attendance add constraint attendance_status check (status in ('ATTENDED', 'NOT_ATTENDED', 'EXPLICABLE'));
  end if;
end $$;

-- A register that is called is kept with who called it and when; the history of cells begins with their first change.
create or replace trigger z_audit after update or delete on attendance for each row execute function edulab_audit();

-- Sums by student and module follow every statement. Bulk loads that switch the history off make the sums themselves.
create or replace function edulab_attendance_insert() returns trigger language plpgsql as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  insert into attendance_totals as t (institution_id, course_module_id, student_id, attended, missed, explained)
  select a.institution_id, s.course_module_id, a.student_id,
         coalesce(sum(s.sessions) filter (where a.status = 'ATTENDED'), 0),
         coalesce(sum(s.sessions) filter (where a.status = 'NOT_ATTENDED'), 0),
         coalesce(sum(s.sessions) filter (where a.status = 'EXPLICABLE'), 0)
    from after_rows a join class_sessions s on s.id = a.session_id
   group by 1, 2, 3 order by 2, 3
  on conflict (course_module_id, student_id) do update
    set attended = t.attended + excluded.attended, missed = t.missed + excluded.missed, explained = t.explained + excluded.explained;
  return null;
end $$;
create or replace function edulab_attendance_update() returns trigger language plpgsql as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  update attendance_totals t set attended = t.attended + d.attended, missed = t.missed + d.missed, explained = t.explained + d.explained
    from (select s.course_module_id, c.student_id,
                 coalesce(sum(c.sign * s.sessions) filter (where c.status = 'ATTENDED'), 0) as attended,
                 coalesce(sum(c.sign * s.sessions) filter (where c.status = 'NOT_ATTENDED'), 0) as missed,
                 coalesce(sum(c.sign * s.sessions) filter (where c.status = 'EXPLICABLE'), 0) as explained
            from (select session_id, student_id, status, -1 as sign from before_rows
                  union all select session_id, student_id, status, 1 from after_rows) c
            join class_sessions s on s.id = c.session_id
           group by 1, 2) d
   where t.course_module_id = d.course_module_id and t.student_id = d.student_id;
  return null;
end $$;
create or replace function edulab_attendance_delete() returns trigger language plpgsql as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  update attendance_totals t set attended = t.attended - d.attended, missed = t.missed - d.missed, explained = t.explained - d.explained
    from (select s.course_module_id, c.student_id,
                 coalesce(sum(s.sessions) filter (where c.status = 'ATTENDED'), 0) as attended,
                 coalesce(sum(s.sessions) filter (where c.status = 'NOT_ATTENDED'), 0) as missed,
                 coalesce(sum(s.sessions) filter (where c.status = 'EXPLICABLE'), 0) as explained
            from before_rows c join class_sessions s on s.id = c.session_id
           group by 1, 2) d
   where t.course_module_id = d.course_module_id and t.student_id = d.student_id;
  return null;
end $$;
create or replace trigger y_totals_insert after insert on attendance referencing new table as after_rows for each statement execute function edulab_attendance_insert();
create or replace trigger y_totals_update after update on attendance referencing old table as before_rows new table as after_rows for each statement execute function edulab_attendance_update();
create or replace trigger y_totals_delete after delete on attendance referencing old table as before_rows for each statement execute function edulab_attendance_delete();

-- Sums as they were at an instant of the past: today's, without what was written since. Read by the views of the past.
create or replace function edulab_past_attendance_totals() returns text language sql stable as $$
  select $q$select * from (
    select t.id, t.institution_id, t.course_module_id, t.student_id, (t.attended + coalesce(d.attended, 0))::integer as attended,
           (t.missed + coalesce(d.missed, 0))::integer as missed, (t.explained + coalesce(d.explained, 0))::integer as explained
      from public.attendance_totals t left join (
        select s.course_module_id, c.student_id,
               coalesce(sum(c.sign * s.sessions) filter (where c.status = 'ATTENDED'), 0) as attended,
               coalesce(sum(c.sign * s.sessions) filter (where c.status = 'NOT_ATTENDED'), 0) as missed,
               coalesce(sum(c.sign * s.sessions) filter (where c.status = 'EXPLICABLE'), 0) as explained
          from (
            select a.session_id, a.student_id, a.status, -1 as sign from public.attendance a where a.marked_at > (select edulab_as_of())
            union all
            select a.session_id, a.student_id, coalesce(p.was ->> 'status', a.status), 1
              from public.attendance a cross join lateral (select as_of.was('attendance', a.id) as was offset 0) p
             where a.version > 1 and a.marked_at > (select edulab_as_of()) and (p.was ->> 'marked_at')::timestamptz <= (select edulab_as_of())
            union all
            select (r.x ->> 'session_id')::integer, (r.x ->> 'student_id')::integer, r.x ->> 'status', 1
              from as_of.removed('attendance') r (x) where (r.x ->> 'marked_at')::timestamptz <= (select edulab_as_of())) c
          join public.class_sessions s on s.id = c.session_id
         group by 1, 2) d on d.course_module_id = t.course_module_id and d.student_id = t.student_id) past
    where attended + missed + explained > 0$q$
$$;

-- For whom a lesson is, is written anew when somebody changes it; what stood before stays in the history.
create or replace function edulab_session_groups_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  insert into audit_log (institution_id, account_id, call, table_name, row_id, operation, old)
  select o.institution_id, edulab_account(), nullif(current_setting('edulab.call', true), ''), 'class_session_groups', o.session_id, 'DELETE', to_jsonb(o) from before_rows o;
  return null;
end $$;
create or replace trigger z_removed after delete on class_session_groups referencing old table as before_rows for each statement execute function edulab_session_groups_audit();
create or replace function edulab_past_class_session_groups() returns text language sql stable as $$
  select $q$select t.institution_id, t.session_id, t.group_id, s.date, t.created_at
    from public.class_session_groups t join as_of.class_sessions s on s.id = t.session_id where t.created_at <= (select edulab_as_of())
    union all select (r.o).institution_id, (r.o).session_id, (r.o).group_id, (r.o).date, (r.o).created_at
      from (select jsonb_populate_record(null::public.class_session_groups, x) as o from as_of.removed('class_session_groups') x offset 0) r$q$
$$;

-- The groups of a lesson know its day, whoever writes.
create or replace function edulab_day_of_lesson() returns trigger language plpgsql as $$
begin select s.date into new.date from class_sessions s where s.id = new.session_id; return new; end $$;
create or replace trigger b_day before insert on class_session_groups for each row when (new.date is null) execute function edulab_day_of_lesson();
create or replace function edulab_lesson_moved() returns trigger language plpgsql as $$
begin update class_session_groups set date = new.date where session_id = new.id; return null; end $$;
create or replace trigger y_day after update of date on class_sessions for each row when (new.date is distinct from old.date) execute function edulab_lesson_moved();

-- Nothing is booked twice. Times are half-open: a lesson may begin when another ends. Lessons that are cancelled or
-- deleted take up nothing; a group takes up its subgroups, so that nobody is in two places.
do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'class_bookings_room') then
    alter table class_bookings add constraint class_bookings_room exclude using gist (what with =, during with &&) where (kind = 'ROOM');
    alter table class_bookings add constraint class_bookings_teacher exclude using gist (what with =, during with &&) where (kind = 'TEACHER');
    alter table class_bookings add constraint class_bookings_group exclude using gist (what with =, during with &&, whom with &&) where (kind = 'GROUP' and exam_hall_id is null);
    -- A student is in one exam at a time, and no group has a lesson while it has an exam; exams may be of one group together.
    alter table class_bookings add constraint class_bookings_student exclude using gist (what with =, during with &&) where (kind = 'STUDENT');
    alter table class_bookings add constraint class_bookings_exam exclude using gist (what with =, during with &&, ((exam_hall_id is null)::integer) with <>) where (kind = 'GROUP');
  end if;
end $$;

create or replace function edulab_bookings_of(ids integer[]) returns setof class_bookings language sql stable as $$
  with taking as (
    select s.*, tsrange(s.date + s.starts_at, s.date + s.ends_at) as during from class_sessions s
     where s.id = any(ids) and s.deleted_at is null and s.state <> 'CANCELLED')
  select t.institution_id, t.id, 'ROOM', t.room_id, t.during, null::integer, '{(,)}'::int4multirange from taking t where t.room_id is not null
  union all select t.institution_id, t.id, 'TEACHER', t.staff_id, t.during, null, '{(,)}' from taking t where t.staff_id is not null
  union all select distinct t.institution_id, t.id, 'TEACHER', co, t.during, null::integer, '{(,)}'::int4multirange from taking t cross join unnest(t.co_staff_ids) co where co is distinct from t.staff_id
  -- A module of choice takes up of a group those who chose it, and nobody where none did.
  union all select t.institution_id, t.id, 'GROUP', t.group_id, t.during, null::integer, case when c.type = 'CORE' then '{(,)}' else coalesce(
                (select range_agg(int4range(o.student_id, o.student_id, '[]')) from module_choices o
                   join group_members m on m.student_id = o.student_id and m.group_id = t.group_id and m.deleted_at is null and daterange(m.starts_on, m.ends_on, '[]') @> t.date
                  where o.course_module_id = t.course_module_id and o.state = 'CHOSEN' and o.deleted_at is null), '{}') end
              from (select distinct t.*, g.id as group_id from taking t join class_session_groups sg on sg.session_id = t.id join groups g on g.id = sg.group_id or g.parent_id = sg.group_id) t
              join course_modules c on c.id = t.course_module_id
$$;

-- What takes something up, as one says it: a lesson or the exams of a room, and when. The timetable says which exams.
create or replace function edulab_booked_by(session integer, hall integer) returns text language plpgsql stable as $$ begin
  return coalesce(
    (select m.code || ', ' || to_char(s.date + s.starts_at, 'DD.MM.YYYY HH24:MI') from class_sessions s
       join course_modules c on c.id = s.course_module_id join modules m on m.id = c.module_id where s.id = session),
    edulab_exams_in(hall));
end $$;

-- Refuses what would be booked twice; the detail says what is taken and by what: of those who chose a module the one who
-- would be in two places, as `class_bookings_hearer`. `own` are the lessons or rooms of exams that are booked anew, whose
-- earlier bookings are in nobody's way.
create or replace function edulab_refuse_booking(rule text, bookings class_bookings[], own integer[]) returns void language plpgsql as $$
declare found jsonb;
begin
  with wanted as materialized (select * from unnest(bookings)),
       taken as (select * from wanted union all select b.* from class_bookings b join (select distinct kind, what, session_id is null as exam from wanted) w using (kind, what)
                  where coalesce(case when w.exam then b.exam_hall_id else b.session_id end <> all(own), true))
  select jsonb_build_object('kind', x.kind, 'id', x.what, 'session_id', x.session_id,
           'name', case x.kind when 'ROOM' then (select name from education_places where id = x.what)
                               when 'TEACHER' then (select concat_ws(' ', lastname, firstname) from staff where id = x.what)
                               when 'GROUP' then (select name from groups where id = x.what)
                               else (select full_name from students where id = x.what) end,
           'lesson', edulab_booked_by(x.session_id, x.exam_hall_id))
    into found from (
      select case when hearer then 'HEARER' else w.kind end as kind, case when hearer then lower(w.whom * t.whom) else w.what end as what, t.session_id, t.exam_hall_id
        from wanted w join taken t on t.kind = w.kind and t.what = w.what and t.during && w.during and t.whom && w.whom and (t.session_id, t.exam_hall_id) is distinct from (w.session_id, w.exam_hall_id)
       cross join lateral (select w.kind = 'GROUP' and t.exam_hall_id is null and not lower_inf(w.whom) as hearer) h
       where rule = 'class_bookings_' || case when w.kind = 'GROUP' and (t.exam_hall_id is null) <> (w.exam_hall_id is null) then 'exam' else lower(w.kind) end
       order by w.session_id, w.exam_hall_id, t.session_id limit 1) x;
  if found ->> 'kind' = 'HEARER' then rule := 'class_bookings_hearer'; end if;
  raise exception 'booked twice' using errcode = 'exclusion_violation', constraint = rule, detail = coalesce(found, '{}')::text;
end $$;

-- Books these lessons anew. In the order of the index, of which neighbours share pages.
create or replace function edulab_book(ids integer[]) returns void language plpgsql as $$
declare rule text;
begin
  delete from class_bookings where session_id = any(ids);
  insert into class_bookings select * from edulab_bookings_of(ids) order by 3, 4, 5;
exception when exclusion_violation then
  get stacked diagnostics rule = constraint_name;
  perform edulab_refuse_booking(rule, array(select b from edulab_bookings_of(ids) b), ids);
end $$;

-- What rooms of exams take up, booked anew: `bookings` instead of what these rooms had.
create or replace function edulab_book_halls(halls integer[], bookings class_bookings[]) returns void language plpgsql as $$
declare rule text;
begin
  delete from class_bookings where exam_hall_id = any(halls);
  insert into class_bookings select * from unnest(bookings);
exception when exclusion_violation then
  get stacked diagnostics rule = constraint_name;
  perform edulab_refuse_booking(rule, bookings, halls);
end $$;
-- Those of these rooms of exams that take up anything.
create or replace function edulab_halls_booked(halls integer[]) returns integer[] language sql stable as $$
  select coalesce(array_agg(distinct exam_hall_id), '{}') from class_bookings where exam_hall_id = any(halls)
$$;

-- Whoever writes many lessons in several statements says `edulab.booking = later` and books them once, with `edulab_book`.
create or replace function edulab_book_sessions() returns trigger language plpgsql as $$
declare ids integer[];
begin
  if current_setting('edulab.booking', true) = 'later' then return null; end if;
  if tg_op = 'INSERT' then select array_agg(id) into ids from after_rows;
  elsif tg_op = 'DELETE' then
    delete from class_bookings b using before_rows o where b.session_id = o.id;
  else
    select array_agg(n.id) into ids from after_rows n join before_rows o using (id)
     where (n.date, n.starts_at, n.ends_at, n.room_id, n.staff_id, n.co_staff_ids, n.state = 'CANCELLED', n.deleted_at is null)
        is distinct from (o.date, o.starts_at, o.ends_at, o.room_id, o.staff_id, o.co_staff_ids, o.state = 'CANCELLED', o.deleted_at is null);
  end if;
  if ids is not null then perform edulab_book(ids); end if;
  return null;
end $$;
create or replace function edulab_book_groups() returns trigger language plpgsql as $$
declare ids integer[];
begin
  if current_setting('edulab.booking', true) = 'later' then return null; end if;
  if tg_op = 'INSERT' then select array_agg(distinct session_id) into ids from after_rows;
  else select array_agg(distinct session_id) into ids from before_rows; end if;
  if ids is not null then perform edulab_book(ids); end if;
  return null;
end $$;
create or replace trigger y_book_insert after insert on class_sessions referencing new table as after_rows for each statement execute function edulab_book_sessions();
create or replace trigger y_book_update after update on class_sessions referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_sessions();
create or replace trigger y_book_delete after delete on class_sessions referencing old table as before_rows for each statement execute function edulab_book_sessions();
create or replace trigger y_book_insert after insert on class_session_groups referencing new table as after_rows for each statement execute function edulab_book_groups();
create or replace trigger y_book_delete after delete on class_session_groups referencing old table as before_rows for each statement execute function edulab_book_groups();

-- Who hears a lesson may change after it is booked: by a choice, a change of group, a new part of a group. Of these lessons
-- those to come are booked anew. They are held first: of two who change the same ones the second sees what the first did.
create or replace function edulab_book_again(ids integer[]) returns void language plpgsql as $$
declare held integer[];
begin
  if current_setting('edulab.booking', true) = 'later' then return; end if;
  select array_agg(id) into held from (
    select s.id from class_sessions s where s.id = any(ids) and s.deleted_at is null and s.state = 'PLANNED' and s.date >= edulab_today()
     order by s.id for update) s;
  if held is not null then perform edulab_book(held); end if;
end $$;
-- The lessons of these modules for these groups, or for those that they are parts of.
create or replace function edulab_lessons_of(modules integer[], members_of integer[]) returns integer[] language sql stable as $$
  select array_agg(distinct s.id) from unnest(modules, members_of) x (course_module_id, group_id) join groups g on g.id = x.group_id
    join class_session_groups sg on sg.group_id in (g.id, g.parent_id) join class_sessions s on s.id = sg.session_id and s.course_module_id = x.course_module_id
$$;
create or replace function edulab_book_choices() returns trigger language plpgsql as $$
declare modules integer[]; choosing integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(course_module_id), array_agg(student_id) into modules, choosing from after_rows where state = 'CHOSEN' and deleted_at is null;
  elsif tg_op = 'DELETE' then
    select array_agg(course_module_id), array_agg(student_id) into modules, choosing from before_rows where state = 'CHOSEN' and deleted_at is null;
  else
    select array_agg(n.course_module_id), array_agg(n.student_id) into modules, choosing from after_rows n join before_rows o using (id)
     where (n.state = 'CHOSEN' and n.deleted_at is null) <> (o.state = 'CHOSEN' and o.deleted_at is null);
  end if;
  perform edulab_book_again(edulab_lessons_of(array_agg(x.course_module_id), array_agg(m.group_id))) from unnest(modules, choosing) x (course_module_id, student_id)
     join group_members m on m.student_id = x.student_id and m.deleted_at is null and coalesce(m.ends_on, 'infinity') >= edulab_today();
  return null;
end $$;
create or replace function edulab_book_members() returns trigger language plpgsql as $$
declare members_of integer[]; moving integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(group_id), array_agg(student_id) into members_of, moving from after_rows where deleted_at is null;
  elsif tg_op = 'DELETE' then
    select array_agg(group_id), array_agg(student_id) into members_of, moving from before_rows where deleted_at is null;
  else
    select array_agg(n.group_id), array_agg(n.student_id) into members_of, moving from after_rows n join before_rows o using (id)
     where (n.starts_on, n.ends_on, n.deleted_at is null) is distinct from (o.starts_on, o.ends_on, o.deleted_at is null);
  end if;
  perform edulab_book_again(edulab_lessons_of(array_agg(o.course_module_id), array_agg(x.group_id))) from unnest(members_of, moving) x (group_id, student_id)
     join module_choices o on o.student_id = x.student_id and o.state = 'CHOSEN' and o.deleted_at is null;
  return null;
end $$;
create or replace trigger y_book_insert after insert on module_choices referencing new table as after_rows for each statement execute function edulab_book_choices();
create or replace trigger y_book_update after update on module_choices referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_choices();
create or replace trigger y_book_delete after delete on module_choices referencing old table as before_rows for each statement execute function edulab_book_choices();
create or replace trigger y_book_insert after insert on group_members referencing new table as after_rows for each statement execute function edulab_book_members();
create or replace trigger y_book_update after update on group_members referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_members();
create or replace trigger y_book_delete after delete on group_members referencing old table as before_rows for each statement execute function edulab_book_members();
-- A lesson of a group takes up each of its parts, also those that are made later.
create or replace function edulab_book_parts() returns trigger language plpgsql as $$
declare parted integer[];
begin
  if tg_op = 'INSERT' then select array_agg(parent_id) into parted from after_rows where parent_id is not null;
  else select array_agg(n.parent_id) into parted from after_rows n join before_rows o using (id) where n.parent_id is distinct from o.parent_id; end if;
  perform edulab_book_again(array_agg(session_id)) from class_session_groups where group_id = any(parted);
  return null;
end $$;
create or replace trigger y_book_insert after insert on groups referencing new table as after_rows for each statement execute function edulab_book_parts();
create or replace trigger y_book_update after update on groups referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_parts();
