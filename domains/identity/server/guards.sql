-- Signing in and choosing a language are no corrections of the record: they neither count its version nor fill the history.
create or replace trigger b_touch before update of username, password_hash, firstname, lastname, midname, email, email_verified_at, phone, avatar_file_id, active, required_actions, deleted_at
  on accounts for each row execute function edulab_touch();
create or replace trigger z_audit after insert or delete or update of username, password_hash, firstname, lastname, midname, email, email_verified_at, phone, avatar_file_id, active, required_actions, deleted_at
  on accounts for each row execute function edulab_audit();

-- Accounts and roles belong to no institution, so the kernel gives them no counter; lists need one to know when totals are old.
create sequence if not exists accounts_changes;
create sequence if not exists roles_changes;
grant usage, select on sequence accounts_changes, roles_changes to edulab_app;
create or replace trigger z_changed after insert or delete or update of username, firstname, lastname, midname, email, phone, active, required_actions, deleted_at
  on accounts for each statement execute function edulab_changed('accounts_changes');
create or replace trigger z_changed_accounts after insert or update or delete on account_roles for each statement execute function edulab_changed('accounts_changes');
create or replace trigger z_changed after insert or update or delete on roles for each statement execute function edulab_changed('roles_changes');
create or replace trigger z_changed_roles after insert or update or delete on role_permissions for each statement execute function edulab_changed('roles_changes');

-- Who got or lost a role, and what a role may do, stand in the history of the account and of the role.
create or replace function edulab_audit_rights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare was jsonb; became jsonb; role_name text; subject integer; house integer;
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  if tg_table_name = 'account_roles' then
    select name into role_name from roles where id = (case tg_op when 'DELETE' then old.role_id else new.role_id end);
    subject := case tg_op when 'DELETE' then old.account_id else new.account_id end;
    house := case tg_op when 'DELETE' then old.institution_id else new.institution_id end;
    was := jsonb_build_object('role', case when tg_op <> 'INSERT' then role_name end);
    became := jsonb_build_object('role', case when tg_op <> 'DELETE' then role_name end);
  else
    subject := case tg_op when 'DELETE' then old.role_id else new.role_id end;
    house := edulab_institution();
    was := jsonb_build_object(case tg_op when 'DELETE' then old.permission else new.permission end, case when tg_op <> 'INSERT' then old.scope end);
    became := jsonb_build_object(case tg_op when 'DELETE' then old.permission else new.permission end, case when tg_op <> 'DELETE' then new.scope end);
  end if;
  insert into audit_log (institution_id, account_id, call, table_name, row_id, operation, old, new)
  values (house, edulab_account(), nullif(current_setting('edulab.call', true), ''), case tg_table_name when 'account_roles' then 'accounts' else 'roles' end, subject, 'UPDATE', was, became);
  return null;
end $$;
create or replace trigger z_audit_rights after insert or update or delete on account_roles for each row execute function edulab_audit_rights();
create or replace trigger z_audit_rights after insert or update or delete on role_permissions for each row execute function edulab_audit_rights();
