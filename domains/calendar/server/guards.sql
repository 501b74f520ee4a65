-- Whose calendar a link opens. Whoever asks has no session, so this runs with the owner's rights and answers one row: for
-- people who are still active and still hold a role where the link was made.
create or replace function edulab_calendar_feed(hash text) returns table (account_id integer, institution_id integer, locale text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.account_id, f.institution_id, a.locale from calendar_feeds f join accounts a on a.id = f.account_id
   where f.secret_hash = hash and f.deleted_at is null and a.active and a.deleted_at is null
     and exists (select 1 from account_roles r where r.account_id = f.account_id and r.institution_id = f.institution_id)
$$;
revoke all on function edulab_calendar_feed(text) from public;
grant execute on function edulab_calendar_feed(text) to edulab_app;
