-- A document by the code on it, whatever the institution: whoever asks has no session, so this runs with the owner's rights.
drop function if exists edulab_issued_document(text);
create function edulab_issued_document(asked text)
  returns table (body text, key_id text, signature text, check_code text, status text, status_at timestamptz, status_reason text, next_code text, next_number text, provisional text, zone text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.body, d.key_id, d.signature, d.check_code, d.status, d.status_at, d.status_reason, n.check_code, n.number, d.provisional, i.timezone
    from issued_documents d join institutions i on i.id = d.institution_id left join issued_documents n on n.id = d.superseded_by
   where d.check_code = asked
$$;
revoke all on function edulab_issued_document(text) from public;
grant execute on function edulab_issued_document(text) to edulab_app;

-- What was handed out stays what it was; the application may only say that it is valid no longer.
revoke update, delete on issued_documents from edulab_app;
grant update (status, status_at, status_reason, superseded_by) on issued_documents to edulab_app;

-- A blank that was used or spoilt is never taken back.
revoke update, delete on blanks from edulab_app;
