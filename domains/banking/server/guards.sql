-- What a bank said is never changed or removed, nor is a paper about a day: only what was made of it.
create or replace function edulab_statement_row_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.bank_account_id, old.statement_id, old.day, old.number, old.amount, old.party_account, old.ordinal, old.party, old.party_tin, old.purpose, old.item_id)
    is distinct from (new.bank_account_id, new.statement_id, new.day, new.number, new.amount, new.party_account, new.ordinal, new.party, new.party_tin, new.purpose, new.item_id) then
    raise exception 'what a bank said is not changed' using errcode = '42501';
  end if;
  if old.state = 'UNDONE' then raise exception 'this row was taken back' using errcode = '42501'; end if;
  return new;
end $$;
create or replace trigger a_stays before update or delete on bank_statement_rows for each row execute function edulab_statement_row_stays();

create or replace function edulab_day_closing_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.reopened_at is not null
    or (old.number, old.day, old.facts, old.closed_at, old.closed_by) is distinct from (new.number, new.day, new.facts, new.closed_at, new.closed_by)
    or (old.file_id is not null and old.file_id is distinct from new.file_id) or (old.signature_id is not null and old.signature_id is distinct from new.signature_id) then
    raise exception 'the paper about a day is not changed' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger a_stays before update or delete on day_closings for each row execute function edulab_day_closing_stays();
