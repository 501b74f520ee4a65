-- Finds students by words. Row-level security keeps the planner from the trigram index, so this runs with the owner's
-- rights, names the institution itself and answers ids alone: whoever reads the rows behind them is still bound.
-- Words are search keys (letters, digits, @ . _); each must occur, short ones at the start of a word.
create or replace function edulab_search_students(words text[], most integer) returns setof integer
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
declare word text; condition text := ''; mine integer := edulab_institution();
begin
  if mine is null then return; end if;
  foreach word in array words loop
    word := replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_');
    condition := condition || format(' and search like %L', case when length(word) < 3 then '% ' || word || '%' else '%' || word || '%' end);
  end loop;
  return query execute format('select id from students where institution_id = %s and deleted_at is null%s limit %s', mine, condition, most);
end $$;
revoke all on function edulab_search_students(text[], integer) from public;
grant execute on function edulab_search_students(text[], integer) to edulab_app;
