CREATE INDEX "calendar_events_holidays" ON "calendar_events" USING btree ("institution_id","starts_at") WHERE type = 'HOLIDAY' and audience = 'EVERYBODY' and deleted_at is null;
-- It answers one column more, and PostgreSQL does not replace a function by one that answers otherwise; guards.sql makes it anew.
drop function if exists edulab_debts(integer[], date);
