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
