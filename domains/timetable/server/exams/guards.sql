-- Rules of exams that hold whoever writes.

do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'exams_place') then
    alter table exams add constraint exams_place check (num_nonnulls(date, sitting) in (0, 2));
    alter table exam_periods add constraint exam_periods_order check (ends_on >= starts_on);
    alter table exam_hall_seats add constraint exam_hall_seats_place check (seat_row > 0 and seat_column > 0);
  end if;
end $$;

-- The time of these students in exams that have not begun is what stands for them on the day of the exam. From when an exam
-- begins it stays what it was then.
create or replace function edulab_seat_minutes(people integer[]) returns void language sql as $$
  update exam_hall_seats x set extra_minutes = n.extra
    from (select s.id, coalesce((select edulab_extra_minutes(e.minutes, a.extra_percent) from exam_arrangements a
             where a.student_id = s.student_id and a.deleted_at is null and h.date between coalesce(a.since, '-infinity') and coalesce(a.until, 'infinity') limit 1), 0) as extra
            from exam_hall_seats s join exam_halls h on h.id = s.hall_id join exam_periods p on p.id = h.period_id join exams e on e.id = s.exam_id
           where s.student_id = any(people) and (h.date + (p.sittings -> (h.sitting - 1) ->> 'starts_at')::time) at time zone edulab_zone() > edulab_now()) n
   where x.id = n.id and x.extra_minutes <> n.extra
$$;
create or replace function edulab_arranged_seats() returns trigger language plpgsql as $$
begin
  perform edulab_seat_minutes(array[new.student_id] || case when tg_op = 'UPDATE' then array[old.student_id] else '{}'::integer[] end);
  return null;
end $$;
create or replace trigger y_seats after insert or update on exam_arrangements for each row execute function edulab_arranged_seats();

-- The exams of a room and when they are, as one says it.
create or replace function edulab_exams_in(hall integer) returns text language sql stable as $$
  select string_agg(distinct m.code, ', ') || ', ' || to_char(h.date, 'DD.MM.YYYY') || coalesce(' ' || (p.sittings -> (h.sitting - 1) ->> 'starts_at'), '')
    from exam_halls h join exam_periods p on p.id = h.period_id left join exam_hall_seats s on s.hall_id = h.id left join exams e on e.id = s.exam_id
    left join course_modules c on c.id = e.course_module_id left join modules m on m.id = c.module_id where h.id = hall group by h.date, h.sitting, p.sittings
$$;

-- What the rooms of published exams take up: the room as long as the last may write, its invigilators, each student, and
-- each group of theirs, so that no lesson is beside.
create or replace function edulab_exam_bookings_of(halls integer[]) returns setof class_bookings language sql stable as $$
  with taking as materialized (
    select h.id, h.institution_id, h.room_id, h.staff_ids, h.date + (p.sittings -> (h.sitting - 1) ->> 'starts_at')::time as begins
      from exam_halls h join exam_periods p on p.id = h.period_id
     where h.id = any(halls) and p.state = 'PUBLISHED' and p.deleted_at is null),
  seated as materialized (
    select t.id, t.institution_id, t.begins, s.student_id, e.minutes, tsrange(t.begins, t.begins + (e.minutes + s.extra_minutes) * interval '1 minute') as during
      from taking t join exam_hall_seats s on s.hall_id = t.id join exams e on e.id = s.exam_id),
  whole as (select id, tsrange(min(lower(during)), max(upper(during))) as during from seated group by id)
  select t.institution_id, null::integer, 'ROOM', t.room_id, w.during, t.id, '{(,)}'::int4multirange from taking t join whole w using (id)
  union all select t.institution_id, null, 'TEACHER', staff_id, w.during, t.id, '{(,)}' from taking t join whole w using (id) cross join unnest(t.staff_ids) staff_id
  union all select institution_id, null, 'STUDENT', student_id, during, id, '{(,)}' from seated
  union all select distinct s.institution_id, null::integer, 'GROUP', m.group_id, tsrange(s.begins, s.begins + s.minutes * interval '1 minute'), s.id, '{(,)}'::int4multirange
    from seated s join group_members m on m.student_id = s.student_id and m.deleted_at is null and daterange(m.starts_on, m.ends_on, '[]') @> s.begins::date
$$;

-- Books these rooms anew.
create or replace function edulab_book_exam_halls(halls integer[]) returns void language sql as $$
  select edulab_book_halls(halls, array(select b from edulab_exam_bookings_of(halls) b))
$$;

create or replace function edulab_book_exams() returns trigger language plpgsql as $$
declare halls integer[];
begin
  if tg_table_name = 'exam_periods' then
    select array_agg(h.id) into halls from exam_halls h join after_rows n on n.id = h.period_id join before_rows o on o.id = n.id
     where (n.state, n.sittings, n.deleted_at is null) is distinct from (o.state, o.sittings, o.deleted_at is null);
  elsif tg_table_name = 'exams' then
    select array_agg(distinct s.hall_id) into halls from exam_hall_seats s join after_rows n on n.id = s.exam_id join before_rows o on o.id = n.id and o.minutes <> n.minutes;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'exam_halls' then perform edulab_book_halls((select array_agg(id) from before_rows), '{}');
    else select array_agg(distinct hall_id) into halls from before_rows; end if;
  elsif tg_table_name = 'exam_halls' then select array_agg(id) into halls from after_rows;
  else select array_agg(distinct hall_id) into halls from after_rows; end if;
  -- Drafts take up nothing.
  select array_agg(h.id) into halls from exam_halls h join exam_periods p on p.id = h.period_id
   where h.id = any(halls) and (p.state = 'PUBLISHED' or h.id = any(edulab_halls_booked(halls)));
  if halls is not null then perform edulab_book_exam_halls(halls); end if;
  return null;
end $$;
create or replace trigger y_book_update after update on exam_periods referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_exams();
create or replace trigger y_book_update after update on exams referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_exams();
create or replace trigger y_book_update after update on exam_halls referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_exams();
create or replace trigger y_book_delete after delete on exam_halls referencing old table as before_rows for each statement execute function edulab_book_exams();
create or replace trigger y_book_insert after insert on exam_hall_seats referencing new table as after_rows for each statement execute function edulab_book_exams();
create or replace trigger y_book_update after update on exam_hall_seats referencing old table as before_rows new table as after_rows for each statement execute function edulab_book_exams();
create or replace trigger y_book_delete after delete on exam_hall_seats referencing old table as before_rows for each statement execute function edulab_book_exams();
