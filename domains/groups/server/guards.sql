-- Rules of groups that hold whoever writes.

-- A student is in one main group at a time, and never twice in the same group.
do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'group_members_one_main') then
    alter table group_members add constraint group_members_one_main
      exclude using gist (student_id with =, daterange(starts_on, ends_on, '[]') with &&) where (kind = 'MAIN' and deleted_at is null);
    -- Group and student as one number: the planner took an index that held them apart for a cheap way to a student's rows.
    alter table group_members add constraint group_members_once
      exclude using gist ((group_id::bigint * 4294967296 + student_id) with =, daterange(starts_on, ends_on, '[]') with &&) where (deleted_at is null);
    alter table group_members add constraint group_members_days check (ends_on is null or ends_on >= starts_on);
    alter table group_mentors add constraint group_mentors_days check (ends_on is null or ends_on >= starts_on);
    alter table groups add constraint groups_capacity check (capacity > 0);
  end if;
end $$;

-- No group has more people on any day than places. The lock on the group makes two officers wait for each other.
create or replace function edulab_group_places() returns trigger language plpgsql as $$
declare places integer; most integer;
begin
  select g.capacity, g.kind into places, new.kind from groups g where g.id = new.group_id for update;
  if new.deleted_at is not null then return new; end if;
  select max(people) into most from (
    select count(*) as people
      from (select new.starts_on as day union select m.starts_on from group_members m
             where m.group_id = new.group_id and m.deleted_at is null and m.starts_on > new.starts_on
               and (new.ends_on is null or m.starts_on <= new.ends_on)) days
      join group_members o on o.group_id = new.group_id and o.deleted_at is null and o.id <> new.id
       and daterange(o.starts_on, o.ends_on, '[]') @> days.day
     group by days.day) counted;
  if coalesce(most, 0) + 1 > places then
    raise exception 'group % is full', new.group_id using errcode = 'check_violation', constraint = 'group_members_places';
  end if;
  return new;
end $$;
create or replace trigger a_places before insert or update of group_id, student_id, starts_on, ends_on, deleted_at on group_members
  for each row execute function edulab_group_places();

-- Whoever leaves a group leaves the parts of it on the same day.
create or replace function edulab_group_parts() returns trigger language plpgsql as $$
begin
  update group_members m set deleted_at = edulab_now() from groups p
   where p.id = m.group_id and p.parent_id = new.group_id and m.student_id = new.student_id and m.deleted_at is null
     and m.starts_on >= new.starts_on and (new.deleted_at is not null or m.starts_on > new.ends_on);
  update group_members m set ends_on = new.ends_on from groups p
   where p.id = m.group_id and p.parent_id = new.group_id and m.student_id = new.student_id and m.deleted_at is null
     and new.deleted_at is null and coalesce(m.ends_on, 'infinity') > new.ends_on and m.starts_on <= new.ends_on;
  return null;
end $$;
create or replace trigger b_parts after update of ends_on, deleted_at on group_members for each row
  when (new.kind = 'MAIN' and (new.ends_on is distinct from old.ends_on or new.deleted_at is distinct from old.deleted_at))
  execute function edulab_group_parts();

-- Places of a module of choice go to those who have waited longest; null are as many as wait. Whoever has another lesson
-- when the module is taught waits on, and is in nobody's way.
create or replace function edulab_give_places(module integer, places integer) returns void language plpgsql as $$
declare waiting integer;
begin
  for waiting in select c.id from module_choices c where c.course_module_id = module and c.state = 'WAITING' and c.deleted_at is null order by c.id loop
    exit when places <= 0;
    begin
      update module_choices set state = 'CHOSEN' where id = waiting;
      places := places - 1;
    exception when exclusion_violation then null;
    end;
  end loop;
end $$;

-- Gives back what was chosen and given up (`{id, student_id}` rows of module_choices, by id), where a place is free, nobody has it
-- otherwise by now, and no other lesson of the student's is at that time. Answers those that are taken again.
create or replace function edulab_choose_again(choices integer[]) returns setof integer language plpgsql as $$
declare given record; module record;
begin
  for given in select c.id, c.course_module_id from module_choices c where c.id = any(choices) order by c.course_module_id, c.id loop
    select m.id, m.capacity into module from course_modules m where m.id = given.course_module_id and m.active and m.deleted_at is null for update;
    continue when module.id is null
      or module.capacity <= (select count(*) from module_choices o where o.course_module_id = module.id and o.state = 'CHOSEN' and o.deleted_at is null);
    begin
      update module_choices set state = 'CHOSEN', deleted_at = null where id = given.id;
      return next given.id;
    exception when exclusion_violation or unique_violation then null;
    end;
  end loop;
end $$;

-- A module of choice keeps a place for everybody who has one, and new places are given to those who wait.
-- Whoever chooses locks the module first, so nobody slips in meanwhile.
create or replace function edulab_choice_places() returns trigger language plpgsql as $$
declare taken integer;
begin
  select count(*) into taken from module_choices c where c.course_module_id = new.id and c.state = 'CHOSEN' and c.deleted_at is null;
  if taken > new.capacity then
    raise exception 'fewer places than chosen' using errcode = 'check_violation', constraint = 'module_choices_places',
      detail = json_build_object('capacity', new.capacity, 'chosen', taken, 'fields', json_build_array(json_build_object('path', 'capacity', 'code', 'CAPACITY_BELOW_CHOSEN')))::text;
  end if;
  perform edulab_give_places(new.id, new.capacity - taken);
  return new;
end $$;
create or replace trigger a_places before update of capacity on course_modules
  for each row when (new.capacity is distinct from old.capacity) execute function edulab_choice_places();
