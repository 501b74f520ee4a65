-- What is left of an invoice is counted, not typed: neither the version nor the history speaks of it.
create or replace trigger b_touch before update of credited, deleted_at on invoices for each row execute function edulab_touch();
create or replace trigger z_audit after insert or delete or update of credited, deleted_at on invoices for each row execute function edulab_audit();

-- What is left of invoices over these debits: of each part what is still owed and not paid. A debit that was lessened, or is
-- gone, is asked for no longer; what is paid above a part pays the next, so that a payment over several leaves nothing over.
create or replace function edulab_keep_invoices(debits integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if debits is null then return; end if;
  perform edulab_plan_for(debits);
  update invoices i set "left" = x.open
    from (select l.invoice_id,
                 sum(case when d.id is null or d.deleted_at is not null then 0 else greatest(0, least(l.base + l.amount, d.total) - greatest(l.base, d.paid)) end)::bigint as open
            from invoice_lines l left join student_debits d on d.id = l.debit_id
           where l.invoice_id in (select o.invoice_id from invoice_lines o where o.debit_id = any(debits))
           group by l.invoice_id) x
   where i.id = x.invoice_id and i.credited = 0 and i."left" <> x.open;
end $$;
create or replace function edulab_invoices_paid() returns trigger language plpgsql as $$
begin
  perform edulab_keep_invoices((select array_agg(n.id) from after_rows n join before_rows o using (id)
    where (n.total, n.paid, n.deleted_at) is distinct from (o.total, o.paid, o.deleted_at)));
  return null;
end $$;
create or replace function edulab_invoices_gone() returns trigger language plpgsql as $$
begin
  perform edulab_keep_invoices((select array_agg(id) from before_rows));
  return null;
end $$;
create or replace trigger y_invoiced_changed after update on student_debits referencing old table as before_rows new table as after_rows
  for each statement execute function edulab_invoices_paid();
create or replace trigger y_invoiced_gone after delete on student_debits referencing old table as before_rows
  for each statement execute function edulab_invoices_gone();

-- What was handed out stands as it was handed out, whoever asks: its paper comes once, and a credit note takes it back once.
create or replace function edulab_invoice_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and
    (old.number, old.student_id, old.contract_id, old.payer, old.issued_on, old.due_on, old.amount, old.language, old.purpose, old.made_by, old.job_id, old.deleted_at)
      is not distinct from
    (new.number, new.student_id, new.contract_id, new.payer, new.issued_on, new.due_on, new.amount, new.language, new.purpose, new.made_by, new.job_id, new.deleted_at)
    and (old.document_id is null or old.document_id = new.document_id)
    and (old.credited = 0 or (old.credited, old."left") = (new.credited, new."left"))
  then return new; end if;
  raise exception 'invoice % was handed out', old.number using errcode = 'check_violation', constraint = 'invoices_stand';
end $$;
create or replace trigger a_stands before update or delete on invoices for each row execute function edulab_invoice_stands();
create or replace function edulab_credit_note_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.document_id is null and
    (old.number, old.invoice_id, old.amount, old.reason, old.issued_on, old.made_by) is not distinct from
    (new.number, new.invoice_id, new.amount, new.reason, new.issued_on, new.made_by)
  then return new; end if;
  raise exception 'credit note % was handed out', old.number using errcode = 'check_violation', constraint = 'invoices_stand';
end $$;
create or replace trigger a_stands before update or delete on credit_notes for each row execute function edulab_credit_note_stands();
create or replace function edulab_invoice_lines_stand() returns trigger language plpgsql as $$
begin raise exception 'an invoice was handed out' using errcode = 'check_violation', constraint = 'invoices_stand'; end $$;
create or replace trigger a_stands before update or delete on invoice_lines for each row execute function edulab_invoice_lines_stand();
