-- What was live stays word for word what it was: whoever sent something with it is shown that for ever.
create or replace trigger a_frozen before update or delete on forms for each row
  execute function edulab_frozen('forms_frozen', 'LIVE,ARCHIVED', 'status,live_at,archived_at');

-- Working days from one day to another, less than nothing where the second comes first.
create or replace function edulab_working_days(first_day date, last_day date) returns integer language sql stable as $$
  select (case when last_day < first_day then -1 else 1 end) * (
    select count(*)::integer from generate_series(least(first_day, last_day) + 1, greatest(first_day, last_day), interval '1 day') g
     where extract(isodow from g) < 7 and g::date not in (select h from edulab_holidays(least(first_day, last_day) + 1, greatest(first_day, last_day)) h))
$$;
