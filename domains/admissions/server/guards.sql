-- An account with the applicant's role is an applicant: whoever gives the role need not know of the table. Runs with the
-- owner's rights, because the role may be given in another institution than the caller's.
create or replace function edulab_guest_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into guests (institution_id, account_id, firstname, lastname, midname, phone, email, search)
  select new.institution_id, a.id, a.firstname, a.lastname, a.midname, a.phone, a.email,
         lower(concat_ws(' ', a.lastname, a.firstname, a.midname, a.phone))
    from accounts a join roles r on r.id = new.role_id and r.name = 'GUEST_USER'
   where a.id = new.account_id
  on conflict do nothing;
  return null;
end $$;
create or replace trigger c_guest after insert on account_roles for each row execute function edulab_guest_of_account();

insert into guests (institution_id, account_id, firstname, lastname, midname, phone, email, search)
select x.institution_id, a.id, a.firstname, a.lastname, a.midname, a.phone, a.email, lower(concat_ws(' ', a.lastname, a.firstname, a.midname, a.phone))
  from account_roles x join roles r on r.id = x.role_id and r.name = 'GUEST_USER' join accounts a on a.id = x.account_id
on conflict do nothing;

-- No session has more people than seats; the lock on the session makes two officers wait for each other.
create or replace function edulab_exam_seats() returns trigger language plpgsql as $$
declare seats integer; held integer;
begin
  if new.deleted_at is not null then return new; end if;
  select s.capacity into seats from exam_sessions s where s.id = new.session_id for update;
  select count(*) into held from exam_seats t where t.session_id = new.session_id and t.deleted_at is null and t.id <> new.id;
  if held >= seats then
    raise exception 'session % is full', new.session_id using errcode = 'check_violation', constraint = 'exam_seats_places';
  end if;
  return new;
end $$;
create or replace trigger a_seats before insert or update of session_id, deleted_at on exam_seats for each row execute function edulab_exam_seats();

-- The points of an application: of each subject the best that any source gives.
create or replace function edulab_application_score() returns trigger language plpgsql as $$
declare wanted integer := coalesce(new.application_id, old.application_id);
begin
  update applications a set score = t.total
    from (select sum(best) as total from (select max(points) as best from application_scores where application_id = wanted and deleted_at is null group by subject) s) t
   where a.id = wanted and a.score is distinct from t.total;
  return null;
end $$;
create or replace trigger c_score after insert or update or delete on application_scores for each row execute function edulab_application_score();

-- Where an applicant heard of us stands in the address of the sign-up, which is written after the account.
create or replace function edulab_guest_source() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update guests set source = left(new.source, 50) where account_id = new.account_id and source is null;
  return null;
end $$;
create or replace trigger c_guest_source after insert on sign_ups for each row when (new.source is not null) execute function edulab_guest_source();

-- The phone of an applicant is that of the account, which is changed by whoever has its code.
create or replace function edulab_guest_phone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update guests set phone = new.phone, search = trim(replace(search, coalesce(old.phone, '-'), '') || ' ' || coalesce(new.phone, ''))
   where account_id = new.id;
  update applications a set search = g.search from guests g where g.account_id = new.id and a.guest_id = g.id;
  return null;
end $$;
create or replace trigger c_guest_phone after update of phone on accounts for each row when (new.phone is distinct from old.phone) execute function edulab_guest_phone();

-- Names, phones and passports stand in applications a second time, for their lists. Who corrects their profile has not
-- written in the application: its version stays, or the save that is under way would be told that it is too late.
create or replace function edulab_touch_application() returns trigger language plpgsql as $$
declare copied constant text[] := array['applicant_name', 'search', 'number'];
begin
  if to_jsonb(new) - copied is distinct from to_jsonb(old) - copied then
    new.version := old.version + 1;
    new.updated_at := edulab_now();
  end if;
  return new;
end $$;
create or replace trigger b_touch before update on applications for each row execute function edulab_touch_application();

-- What applicants were shown stays what they were shown: of a form that was published only its life goes on.
create or replace trigger a_frozen before update or delete on application_forms for each row
  execute function edulab_frozen('application_forms_frozen', 'PUBLISHED,CLOSED', 'status,closes_on,published_at,deleted_at');
create or replace trigger a_frozen before insert or update or delete on application_field_batches for each row
  execute function edulab_frozen_part('application_forms_frozen', 'PUBLISHED,CLOSED', 'application_forms', 'form_id');
