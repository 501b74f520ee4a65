-- Files of the caller's institution that say all of these words. With the owner's rights, for under row-level security the
-- index of words is not asked: `like` is not among what the database lets look at rows before it knows whose they are.
create or replace function edulab_files_saying(patterns text[])
  returns setof integer language sql stable security definer set search_path = public, pg_temp as $$
  select t.file_id from file_texts t
   where t.institution_id = (select edulab_institution()) and t.state = 'READ'
     and t.words like patterns[1] and t.words like all (patterns)
$$;
revoke all on function edulab_files_saying(text[]) from public;
grant execute on function edulab_files_saying(text[]) to edulab_app;
