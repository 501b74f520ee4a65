-- A mark that moves makes the amendments that wait for it stale, whoever moves it; what the amendment itself does, does not.
create or replace function edulab_amendments_stale() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with stale as (
    select a.id, a.status, a.institution_id from amendments a join after_rows n on n.id = a.mark_id join before_rows o on o.id = n.id
     where (o.value, o.special) is distinct from (n.value, n.special) and a.deleted_at is null
       and a.status in ('DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED')
       and a.id::text is distinct from current_setting('edulab.amendment', true)),
  told as (
    insert into status_history (institution_id, entity, entity_id, from_status, to_status)
    select institution_id, 'amendment', id, status, 'STALE' from stale)
  update amendments a set status = 'STALE' from stale s where s.id = a.id;
  return null;
end $$;
create or replace trigger w_amendments after update on marks referencing old table as before_rows new table as after_rows
  for each statement execute function edulab_amendments_stale();
