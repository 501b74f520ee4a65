-- What cases do to marks.

-- A hold is opened, and ends once.
revoke update, delete on mark_holds from edulab_app;
grant update (ended_at, ended_by) on mark_holds to edulab_app;
create or replace function edulab_hold_ends_once() returns trigger language plpgsql as $$
begin raise exception 'a hold ends once' using errcode = '42501'; end $$;
create or replace trigger a_once before update on mark_holds for each row when (old.ended_at is not null) execute function edulab_hold_ends_once();

-- A penalty is applied and lifted; which mark it is about never changes.
revoke update, delete on mark_penalties from edulab_app;
grant update (amendment_id, removed_at, removed_by, removal_id) on mark_penalties to edulab_app;
create or replace trigger a_once before update on mark_penalties for each row
  when (old.removed_at is not null and new.removed_at is distinct from old.removed_at) execute function edulab_hold_ends_once();

-- Every mark that a live penalty makes nothing: the one it names, or all of that attempt in the module.
create or replace function edulab_zeroed(modules integer[]) returns table (component_id integer, student_id integer, attempt smallint) language sql stable as $$
  select p.component_id, p.student_id, p.attempt from mark_penalties p
   where p.course_module_id = any(modules) and p.removed_at is null and p.operation = 'COMPONENT_ZERO'
  union
  select c.id, p.student_id, p.attempt from mark_penalties p join assessment_components c on c.course_module_id = p.course_module_id and c.deleted_at is null
   where p.course_module_id = any(modules) and p.removed_at is null and p.operation = 'MODULE_ZERO_RESIT'
$$;

-- The ledger says that a penalty came or went: the mark stays what it was given, so old and new are the same. Totals follow.
create or replace function edulab_penalties_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare live constant boolean := new.removed_at is null; moved constant boolean := tg_op = 'INSERT' or (old.removed_at is null) <> live;
begin
  if not moved then return null; end if;
  perform edulab_ledger_write((select array_agg(row(m.course_module_id, 0, m.institution_id, edulab_clock(), edulab_account(), case when live then 'PENALISED' else 'PENALTY_LIFTED' end,
      m.id, m.component_id, m.student_id, m.attempt, m.value, m.special, m.status, m.value, m.special, m.status, new.number || ': ' || new.operation, null, null, null)::mark_events)
    from marks m where m.id = new.mark_id));
  perform assessment_store(array[new.course_module_id], array[new.student_id]);
  return null;
end $$;
create or replace trigger z_moved after insert or update on mark_penalties for each row execute function edulab_penalties_moved();
