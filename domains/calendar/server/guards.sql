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

-- Days of a span, both counted, that are holidays for everybody.
create or replace function edulab_holidays(first_day date, last_day date) returns setof date language sql stable as $$
  select distinct d::date from calendar_events e
    cross join lateral generate_series((e.starts_at at time zone (select edulab_zone()))::date, ((e.ends_at at time zone (select edulab_zone())) - interval '1 second')::date, interval '1 day') d
   where e.type = 'HOLIDAY' and e.audience = 'EVERYBODY' and e.deleted_at is null
     and e.starts_at > (first_day - 367)::timestamp at time zone (select edulab_zone())
     and e.starts_at < (last_day + 1)::timestamp at time zone (select edulab_zone()) and e.ends_at > first_day::timestamp at time zone (select edulab_zone())
     and d::date between first_day and last_day order by 1
$$;
