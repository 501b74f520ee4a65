-- Rules that held are never changed: a new version takes their place.
revoke update, delete on risk_rules from edulab_app;
revoke update, delete on risk_runs from edulab_app;

do $$ begin
  if not exists (select 1 from pg_constraint where conname = 'risk_deputies_days') then
    alter table risk_deputies add constraint risk_deputies_days check (since <= until);
    alter table risk_deputies add constraint risk_deputies_other check (staff_id <> deputy_id);
  end if;
end $$;
