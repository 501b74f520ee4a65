-- A session that ends, in whatever way, ends its live events at once.
create or replace function edulab_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('edulab_events', json_build_object('ended_session', old.id)::text);
  return null;
end $$;
create or replace trigger z_ended_delete after delete on sessions for each row execute function edulab_session_ended();
create or replace trigger z_ended_revoke after update of revoked_at on sessions for each row when (new.revoked_at is not null) execute function edulab_session_ended();
