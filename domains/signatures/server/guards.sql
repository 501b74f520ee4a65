-- Signatures by the code on a paper or by the hash of a file, whatever the institution: whoever asks has no session, so
-- these run with the owner's rights. A hash of 64 digits and a code of 60 bits are known by whoever holds the file alone.
create or replace function edulab_signature(asked text)
  returns table (body text, key_id text, signature text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.body, s.key_id, s.signature from signatures s where s.check_code = asked
$$;
create or replace function edulab_signatures_of(asked text)
  returns table (body text, key_id text, signature text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.body, s.key_id, s.signature from signatures s where s.file_hash = asked order by s.id limit 50
$$;
revoke all on function edulab_signature(text), edulab_signatures_of(text) from public;
grant execute on function edulab_signature(text), edulab_signatures_of(text) to edulab_app;

-- What was signed stays signed.
revoke update, delete on signatures, electronic_signatures from edulab_app;
