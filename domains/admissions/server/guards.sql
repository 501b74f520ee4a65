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
