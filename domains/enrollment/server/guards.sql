-- Nobody is twice in one year of a programme.
do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'enrollments_one_at_a_time') then
    alter table enrollments add constraint enrollments_days check (ends_on >= starts_on);
    alter table enrollments add constraint enrollments_one_at_a_time
      exclude using gist (student_id with =, course_id with =, daterange(starts_on, ends_on, '[]') with &&) where (deleted_at is null);
  end if;
end $$;
