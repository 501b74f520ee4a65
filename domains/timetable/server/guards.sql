-- Rules of timetables that hold whoever writes.

do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'timetable_entries_place') then
    alter table timetable_entries add constraint timetable_entries_place check (num_nonnulls(day, session, room_id) in (0, 3));
    alter table timetable_wishes add constraint timetable_wishes_whose check (num_nonnulls(staff_id, room_id) = 1);
    alter table timetable_wishes add constraint timetable_wishes_sessions check (to_session >= from_session);
  end if;
end $$;
