-- What was decided in a case stays as it was decided.
revoke update, delete on offence_findings from edulab_app;
revoke update, delete on offence_bundles from edulab_app;
grant update (leave_by, leave_at) on offence_bundles to edulab_app;
revoke update, delete on offence_tariffs from edulab_app;
revoke update, delete on offence_letters from edulab_app;
revoke delete on offence_penalties from edulab_app;

-- Leave is given once, a penalty is signed once.
create or replace function edulab_offence_once() returns trigger language plpgsql as $$
begin raise exception 'decided already' using errcode = '42501'; end $$;
create or replace trigger a_once before update on offence_bundles for each row when (old.leave_at is not null) execute function edulab_offence_once();
create or replace trigger a_once before update on offence_penalties for each row when (old.signed_at is not null) execute function edulab_offence_once();
