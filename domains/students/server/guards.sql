-- Finds students by words. Row-level security keeps the planner from these indexes, so this runs with the owner's
-- rights, names the institution itself and answers places alone: whoever reads the rows there is still bound. Places and
-- not ids, because the rows are read in the same statement, and of a thousand ids each costs a way through an index.
-- Words are search keys (letters, digits, @ . _); each must occur. Names are found by their beginnings, as people type
-- them, with an index of words; numbers, and what begins no word, anywhere, with the index of trigrams, which costs more
-- the more students there are. Short words stand at the start of a word in any case. The limit stands outside, because
-- the planner would hope to meet enough rows by reading the table.
create or replace function edulab_search_students(words text[], most integer) returns setof tid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
declare word text; beginnings text := ''; condition text := ''; mine integer := edulab_institution(); number boolean := false; wanted tsquery;
begin
  if mine is null then return; end if;
  foreach word in array words loop
    number := number or word ~ '^[0-9]{3,}$';
    beginnings := beginnings || format('%s''%s'':*', case when beginnings = '' then '' else ' & ' end,
      replace(replace(mine || ':' || word, '\', '\\'), '''', ''''''));
    word := replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_');
    condition := condition || format(' and search like %L', case when length(word) < 3 then '% ' || word || '%' else '%' || word || '%' end);
  end loop;
  if not number then
    -- The plan is the same for every question and is kept: to make one takes longer than to look.
    wanted := beginnings::tsquery;
    return query with hits as materialized (select ctid as place from students where deleted_at is null and array_to_tsvector(string_to_array(substr(replace(search, ' ', ' ' || institution_id::text || ':'), 2), ' ')) @@ wanted) select place from hits limit most;
    if found then return; end if;
  end if;
  return query execute format('with hits as materialized (select ctid as place from students where institution_id = %s and deleted_at is null%s) select place from hits limit %s', mine, condition, most);
end $$;
revoke all on function edulab_search_students(text[], integer) from public;
grant execute on function edulab_search_students(text[], integer) to edulab_app;

-- The records of whoever has this account: the one that they have now, and those before it, which lost the account when
-- somebody graduated and was enrolled anew. What is written stays open to them; writing goes to the one that they have. Whose an
-- account is, is a question about today, also where it is asked within the past.
create or replace function edulab_own_records(account integer) returns setof integer language sql stable rows 1 set search_path = public, pg_temp as $$
  with recursive mine as (
    select id from students where account_id = account and deleted_at is null
    union
    select s.id from students s join mine m on s.succeeded_by_id = m.id where s.deleted_at is null)
  select id from mine
$$;
