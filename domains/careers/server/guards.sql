-- Which offer the link of an employer opens, and until when. Whoever asks has no session, so this runs with the owner's
-- rights; it answers one row, also of a link that is over, so that the page can say that it is.
create or replace function edulab_employer_link(hash text)
  returns table (id integer, institution_id integer, offer_id integer, expires_at timestamptz, live boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.id, l.institution_id, l.offer_id, l.expires_at,
         l.revoked_at is null and l.deleted_at is null and l.expires_at > edulab_now() and o.deleted_at is null and o.status <> 'WITHDRAWN'
    from employer_links l join job_offers o on o.id = l.offer_id where l.secret_hash = hash
$$;
revoke all on function edulab_employer_link(text) from public;
grant execute on function edulab_employer_link(text) to edulab_app;

-- What was handed in stays what it was; only what was said of it is written later.
revoke update, delete on cv_versions from edulab_app;
grant update (status, reviewed_at, reviewer_id, note, version, updated_at) on cv_versions to edulab_app;
