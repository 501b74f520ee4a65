-- A document by the code on it, whatever the institution: whoever asks has no session, so this runs with the owner's rights.
drop function if exists edulab_issued_document(text);
create function edulab_issued_document(asked text)
  returns table (body text, key_id text, signature text, check_code text, status text, status_at timestamptz, status_reason text, next_code text, next_number text, provisional text, zone text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.body, d.key_id, d.signature, d.check_code, d.status, d.status_at, d.status_reason, n.check_code, n.number, d.provisional, i.timezone
    from issued_documents d join institutions i on i.id = d.institution_id left join issued_documents n on n.id = d.superseded_by
   where d.check_code = asked and d.file_id <> 0
$$;
revoke all on function edulab_issued_document(text) from public;
grant execute on function edulab_issued_document(text) to edulab_app;

-- One whose paper is not drawn yet, by its code: whoever was told the code may have it drawn.
create or replace function edulab_undrawn_document(asked text) returns table (id int, institution_id int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.institution_id from issued_documents d where d.check_code = asked and d.file_id = 0
$$;
revoke all on function edulab_undrawn_document(text) from public;
grant execute on function edulab_undrawn_document(text) to edulab_app;

-- What was handed out stays what it was; the application may only say that it is valid no longer.
revoke update, delete on issued_documents from edulab_app;
grant update (status, status_at, status_reason, superseded_by, body, key_id, signature, file_id) on issued_documents to edulab_app;
-- A paper that was not drawn with its decision is drawn and signed once.
create or replace function edulab_paper_once() returns trigger language plpgsql as $$
begin
  -- The owner could turn this off as well; what was changed behind our back is told by the signature.
  if current_user <> 'edulab_app' then return new; end if;
  raise exception 'permission denied: an issued document is never changed' using errcode = '42501';
end $$;
create or replace trigger a_once before update on issued_documents for each row
  when (old.file_id <> 0 and (new.body, new.key_id, new.signature, new.file_id) is distinct from (old.body, old.key_id, old.signature, old.file_id))
  execute function edulab_paper_once();

-- A blank that was used or spoilt is never taken back.
revoke update, delete on blanks from edulab_app;

-- Which credentials of a list hold no more: the places of those in this state, with when one of them changed last and when
-- the list began. One row without a place where all hold; none where there is no such list. Whoever asks has no session.
create or replace function edulab_status_list(house integer, asked integer, state text)
  returns table ("position" integer, changed_at timestamptz, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  with mine as (
    select t.position, d.status, d.status_at, d.issued_at from document_twins t join issued_documents d on d.id = t.document_id
     where t.institution_id = house and t.list = asked)
  select case when m.status = state then m.position end,
         (select max(status_at) from mine), (select min(issued_at) from mine)
    from mine m where m.status = state or (m.position = (select min(x.position) from mine x) and not exists (select 1 from mine x where x.status = state))
$$;
revoke all on function edulab_status_list(integer, integer, text) from public;
grant execute on function edulab_status_list(integer, integer, text) to edulab_app;

-- The twin of a document by the code on it, as the page that checks it hands it out.
create or replace function edulab_document_twin(asked text) returns table (number text, credential text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.number, t.credential from issued_documents d join document_twins t on t.document_id = d.id where d.check_code = asked
$$;
revoke all on function edulab_document_twin(text) from public;
grant execute on function edulab_document_twin(text) to edulab_app;

revoke update, delete on document_twins from edulab_app;

-- Numbers only go on, whoever asks.
create or replace function edulab_document_numbers_grow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.last > old.last and (new.institution_id, new.kind, new.year) = (old.institution_id, old.kind, old.year) then return new; end if;
  raise exception 'numbers of documents only go on' using errcode = 'check_violation', constraint = 'document_numbers_grow';
end $$;
create or replace trigger a_grow before update or delete on document_numbers for each row execute function edulab_document_numbers_grow();
