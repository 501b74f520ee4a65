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
