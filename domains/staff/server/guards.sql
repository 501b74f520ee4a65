-- Staff whose name has all of these patterns, or whose number or work e-mail begins with `code`. Row-level security keeps
-- the planner from trigram indexes, so the search runs with the owner's rights and asks for the institution itself.
create or replace function staff_matching(patterns text[], code text default null) returns setof integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from staff where institution_id = edulab_institution() and deleted_at is null and search like patterns[1] and search like all (patterns)
  union
  select id from staff where institution_id = edulab_institution() and deleted_at is null and code is not null and (staff_no ilike code or work_email ilike code)
$$;
