-- The books. Whatever statement writes payments, debits or what is added to them posts here by a trigger, so nobody can
-- forget it. Each entry is one amount from one account to another; the entries of one contract, or of what one student owes
-- besides, form a chain of hashes, so nobody can change them unseen.

-- Everything in an entry but its id and hashes, as JSON: what is hashed.
create or replace function edulab_journal_text(e journal_entries) returns text language sql stable parallel safe as $$
  select '{"actor":' || coalesce(e.actor::text, 'null') || ',"amount":' || e.amount || ',"booked":"' || to_char(e.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || '","contract":' || coalesce(e.contract_id::text, 'null') || ',"credit":"' || e.credit || '","debit":"' || e.debit || '","document":"' || e.document_on || '","effective":"' || e.effective_on
    || '","institution":' || e.institution_id || ',"party":"' || e.party || '","reason":' || coalesce(to_json(e.reason)::text, 'null') || ',"reverses":' || coalesce(e.reverses_id::text, 'null')
    || ',"seq":' || e.seq || ',"source":"' || e.source || ' ' || e.source_id || '","student":' || coalesce(e.student_id::text, 'null') || '}'
$$;
create or replace function edulab_journal_start(of integer, party text) returns bytea language sql immutable parallel safe
  as $$ select sha256(convert_to('edulab journal 1, institution ' || of || ', ' || party, 'UTF8')) $$;

-- Which account money came to, by how it came: with a gateway it is on its way until the bank says that it is there, and
-- what is moved from one contract to another is an advance meanwhile. What a bank statement brought stands in suspense
-- until it becomes a payment.
create or replace function edulab_money_account(source text, payment_type text) returns text language sql immutable parallel safe as $$
  select case when source = 'CREDIT' then '6310' when source = 'STATEMENT' then '6990' when payment_type = 'CASH' then '5010' when payment_type in ('CARD', 'CLICK', 'PAYME') then '5710' else '5110' end
$$;
create or replace function edulab_income_account(kind text) returns text language sql immutable parallel safe
  as $$ select case when kind = 'FINE' then '9330' else '9030' end $$;

-- What these documents are in double entry as they stand now; what was deleted is nothing. A charge counts on the day it
-- falls due, and what is added to it or taken off it on the same; what of it is value added tax is the state's. Of contracts only bills are charges by themselves: nobody's
-- debits say what is owed for a course. One that ended is nothing, and one for less is that much.
create or replace function edulab_money_documents(of text, ids integer[])
  returns table (source text, source_id integer, institution_id integer, debit text, credit text, amount bigint, document_on date, contract_id integer, student_id integer)
  language sql stable as $$
  select 'payments', p.id, p.institution_id, case when p.amount > 0 then m.account else '4010' end, case when p.amount > 0 then '4010' else m.account end,
         abs(p.amount), p.paid_on, p.contract_id, case when p.contract_id is null then p.student_id end
    from payments p cross join lateral (select edulab_money_account(p.source, p.payment_type) as account) m
   where of = 'payments' and p.id = any(ids) and p.deleted_at is null
  union all
  select 'student_debits', d.id, d.institution_id, '4010', edulab_income_account(d.kind), d.amount, d.due_on, d.contract_id, case when d.contract_id is null then d.student_id end
    from student_debits d where of = 'student_debits' and d.id = any(ids) and d.deleted_at is null and d.amount > 0
  union all
  select 'student_debits', d.id, d.institution_id, edulab_income_account(d.kind), '6410', edulab_vat(d.amount, d.vat_percent), d.due_on, d.contract_id, case when d.contract_id is null then d.student_id end
    from student_debits d where of = 'student_debits' and d.id = any(ids) and d.deleted_at is null and edulab_vat(d.amount, d.vat_percent) > 0
  union all
  select 'student_debit_details', x.id, x.institution_id, case when x.amount > 0 then '4010' else '9050' end, case when x.amount > 0 then edulab_income_account(d.kind) else '4010' end,
         abs(x.amount), d.due_on, d.contract_id, case when d.contract_id is null then d.student_id end
    from student_debit_details x join student_debits d on d.id = x.debit_id
   where of = 'student_debit_details' and x.id = any(ids) and x.deleted_at is null and d.deleted_at is null
  union all
  select 'student_debit_details', x.id, x.institution_id, case when x.amount > 0 then edulab_income_account(d.kind) else '6410' end, case when x.amount > 0 then '6410' else '9050' end,
         edulab_vat(abs(x.amount), d.vat_percent), d.due_on, d.contract_id, case when d.contract_id is null then d.student_id end
    from student_debit_details x join student_debits d on d.id = x.debit_id
   where of = 'student_debit_details' and x.id = any(ids) and x.deleted_at is null and d.deleted_at is null and edulab_vat(abs(x.amount), d.vat_percent) > 0
  union all
  select 'contracts', c.id, c.institution_id, '4010', edulab_income_account(c.type), c.amount, c.deadline, c.id, null
    from contracts c where of = 'contracts' and c.id = any(ids) and c.type = 'COURSE' and c.status <> 'TERMINATED' and c.deleted_at is null and c.amount > 0
  union all
  select 'contracts', c.id, c.institution_id, edulab_income_account(c.type), '6410', edulab_vat(c.amount, c.vat_percent), c.deadline, c.id, null
    from contracts c where of = 'contracts' and c.id = any(ids) and c.type = 'COURSE' and c.status <> 'TERMINATED' and c.deleted_at is null and edulab_vat(c.amount, c.vat_percent) > 0
  union all
  select 'suspense_items', i.id, i.institution_id, case when i.amount > 0 then i.account else '6990' end, case when i.amount > 0 then '6990' else i.account end,
         abs(i.amount), i.moved_on, null, null
    from suspense_items i where of = 'suspense_items' and i.id = any(ids) and i.deleted_at is null
  union all
  select 'suspense_uses', u.id, u.institution_id, case when u.amount > 0 then '6990' else u.account end, case when u.amount > 0 then u.account else '6990' end,
         abs(u.amount), i.moved_on, null, null
    from suspense_uses u join suspense_items i on i.id = u.item_id where of = 'suspense_uses' and u.id = any(ids) and u.deleted_at is null
$$;

-- Adds entries to the chains of their parties, in the order of the array; `id`, `seq`, `previous` and `hash` in it do not count.
create or replace function edulab_journal_write(entries journal_entries[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if entries is null then return; end if;
  insert into journal_heads (institution_id, party, seq, hash)
  select distinct e.institution_id, e.party, 0, edulab_journal_start(e.institution_id, e.party) from unnest(entries) e
  on conflict do nothing;
  perform from journal_heads h where (h.institution_id, h.party) in (select e.institution_id, e.party from unnest(entries) e) order by h.institution_id, h.party for update;
  with came as materialized (select e.*, n.at from unnest(entries) with ordinality as n (id, institution_id, party, seq, source, source_id, debit, credit, amount, document_on, effective_on, booked_at, actor, reason, contract_id, student_id, reverses_id, previous, hash, at)
      cross join lateral (select n.institution_id, n.party, n.source, n.source_id, n.debit, n.credit, n.amount, n.document_on, n.effective_on, n.booked_at, n.actor, n.reason, n.contract_id, n.student_id, n.reverses_id) e),
  placed as (
    select c.*, h.hash as start, (h.seq + row_number() over one)::integer as place from came c join journal_heads h using (institution_id, party)
    window one as (partition by c.institution_id, c.party order by c.at)),
  chained as (
    select p.*, edulab_chain(p.start, edulab_journal_text(row(0, p.institution_id, p.party, p.place, p.source, p.source_id, p.debit, p.credit, p.amount, p.document_on, p.effective_on, p.booked_at, p.actor, p.reason,
             p.contract_id, p.student_id, p.reverses_id, null, null)::journal_entries)) over one as linked
      from placed p window one as (partition by p.institution_id, p.party order by p.place rows unbounded preceding)),
  written as (
    insert into journal_entries (institution_id, party, seq, source, source_id, debit, credit, amount, document_on, effective_on, booked_at, actor, reason, contract_id, student_id, reverses_id, previous, hash)
    select c.institution_id, c.party, c.place, c.source, c.source_id, c.debit, c.credit, c.amount, c.document_on, c.effective_on, c.booked_at, c.actor, c.reason, c.contract_id, c.student_id, c.reverses_id,
           coalesce(lag(c.linked) over one, c.start), c.linked
      from chained c window one as (partition by c.institution_id, c.party order by c.place)
    returning institution_id, party, seq, hash)
  update journal_heads h set seq = w.seq, hash = w.hash
    from (select distinct on (institution_id, party) * from written order by institution_id, party, seq desc) w
   where h.institution_id = w.institution_id and h.party = w.party;
end $$;
revoke all on function edulab_journal_write(journal_entries[]) from public;

-- The last day that an institution has closed, by itself or with its month.
create or replace function edulab_books_closed(of integer) returns date language sql stable security definer set search_path = public, pg_temp as $$
  select greatest((select (max(month) + interval '1 month' - interval '1 day')::date from accounting_periods where institution_id = of),
                  (select max(day) from accounting_days where institution_id = of))
$$;

-- Brings the entries of these documents to what the documents say: what no longer holds is reversed, what is not there yet
-- is booked. Money that came on a day that is closed is refused, but for what stood in suspense already; a charge, or a correction of what stands there, counts
-- on the day it is booked.
create or replace function edulab_journal(of text, ids integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare moment constant timestamptz := edulab_clock(); who constant integer := edulab_account(); why constant text := nullif(current_setting('edulab.reason', true), '');
  entries journal_entries[]; refused text;
begin
  -- Whoever closes a day waits for all who write, and they for that: none looks before it and books after it.
  perform pg_advisory_xact_lock_shared(7338, edulab_institution());
  if ids is null then return; end if;
  perform edulab_plan_for(ids);
  with wanted as materialized (select * from edulab_money_documents(of, ids)),
  live as materialized (
    select e.* from journal_entries e where e.source = of and e.source_id = any(ids) and e.reverses_id is null
       and not exists (select 1 from journal_entries r where r.reverses_id = e.id)),
  closed as materialized (
    select i.id as institution_id, edulab_books_closed(i.id) as until, (moment at time zone i.timezone)::date as today
      from institutions i where i.id in (select institution_id from wanted union select institution_id from live)),
  changes as (
    select l.institution_id, l.source, l.source_id, l.credit as debit, l.debit as credit, l.amount, l.document_on, l.effective_on, l.contract_id, l.student_id, l.id as reverses_id, false as fresh
      from live l
     where not exists (select 1 from wanted w where (w.source_id, w.debit, w.credit, w.amount, w.document_on, w.contract_id, w.student_id)
             is not distinct from (l.source_id, l.debit, l.credit, l.amount, l.document_on, l.contract_id, l.student_id))
    union all
    select w.institution_id, w.source, w.source_id, w.debit, w.credit, w.amount, w.document_on, w.document_on, w.contract_id, w.student_id, null,
           (of = 'suspense_items' or of = 'payments' and '6990' not in (w.debit, w.credit)) and not exists (select 1 from journal_entries e where e.source = w.source and e.source_id = w.source_id and e.document_on = w.document_on)
      from wanted w
     where not exists (select 1 from live l where (w.source_id, w.debit, w.credit, w.amount, w.document_on, w.contract_id, w.student_id)
             is not distinct from (l.source_id, l.debit, l.credit, l.amount, l.document_on, l.contract_id, l.student_id))),
  dated as (
    select c.*, case when c.effective_on <= k.until then greatest(k.today, k.until + 1) else c.effective_on end as counts_on, c.fresh and c.document_on <= k.until as late
      from changes c join closed k using (institution_id))
  select array_agg(row(0, d.institution_id, coalesce('contract ' || d.contract_id, 'student ' || d.student_id, 'suspense'), 0, d.source, d.source_id, d.debit, d.credit, d.amount, d.document_on, d.counts_on, moment, who, why,
           d.contract_id, d.student_id, d.reverses_id, null, null)::journal_entries order by d.institution_id, d.contract_id, d.student_id, d.source_id, d.reverses_id nulls last),
         min(d.document_on::text) filter (where d.late)
    into entries, refused from dated d;
  if refused is not null then
    raise exception 'the books of % are closed', refused using errcode = 'check_violation', constraint = 'accounting_periods_closed';
  end if;
  perform edulab_journal_write(entries);
end $$;
revoke all on function edulab_journal(text, integer[]) from public;

create or replace function edulab_journal_came() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform edulab_journal(tg_table_name, (select array_agg(id) from after_rows));
  return null;
end $$;
create or replace function edulab_journal_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform edulab_journal(tg_table_name, (select array_agg(id) from before_rows));
  return null;
end $$;
create or replace function edulab_journal_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform edulab_journal('payments', (select array_agg(n.id) from after_rows n join before_rows o using (id)
    where (n.amount, n.paid_on, n.source, n.payment_type, n.contract_id, n.student_id, n.deleted_at) is distinct from (o.amount, o.paid_on, o.source, o.payment_type, o.contract_id, o.student_id, o.deleted_at)));
  return null;
end $$;
create or replace function edulab_journal_debit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare moved integer[];
begin
  -- Most often only what is covered of it was counted anew.
  moved := (select array_agg(n.id) from after_rows n join before_rows o using (id)
    where (n.amount, n.due_on, n.kind, n.contract_id, n.student_id, n.deleted_at) is distinct from (o.amount, o.due_on, o.kind, o.contract_id, o.student_id, o.deleted_at));
  perform edulab_journal('student_debits', moved);
  perform edulab_journal('student_debit_details', (select array_agg(x.id) from student_debit_details x where x.debit_id = any(moved)));
  return null;
end $$;
create or replace trigger z_journal_came after insert on payments referencing new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_gone after delete on payments referencing old table as before_rows for each statement execute function edulab_journal_gone();
create or replace trigger z_journal_came after insert on student_debits referencing new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_gone after delete on student_debits referencing old table as before_rows for each statement execute function edulab_journal_gone();
create or replace trigger z_journal_came after insert on student_debit_details referencing new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_gone after delete on student_debit_details referencing old table as before_rows for each statement execute function edulab_journal_gone();
create or replace trigger z_journal_came after insert on suspense_items referencing new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_gone after delete on suspense_items referencing old table as before_rows for each statement execute function edulab_journal_gone();
create or replace trigger z_journal_came after insert on suspense_uses referencing new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_gone after delete on suspense_uses referencing old table as before_rows for each statement execute function edulab_journal_gone();
-- A bill is a contract; of all others nothing is booked here, and nothing locked.
create or replace function edulab_journal_bill() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare bills integer[];
begin
  if tg_op = 'INSERT' then
    bills := (select array_agg(n.id) from after_rows n where n.type = 'COURSE');
  elsif tg_op = 'DELETE' then
    bills := (select array_agg(o.id) from before_rows o where o.type = 'COURSE');
  else
    bills := (select array_agg(n.id) from after_rows n join before_rows o using (id)
      where 'COURSE' in (n.type, o.type) and (n.type, n.amount, n.deadline, n.status, n.deleted_at) is distinct from (o.type, o.amount, o.deadline, o.status, o.deleted_at));
  end if;
  if bills is not null then perform edulab_journal('contracts', bills); end if;
  return null;
end $$;
create or replace trigger z_journal_came after insert on contracts referencing new table as after_rows for each statement execute function edulab_journal_bill();
create or replace trigger z_journal_gone after delete on contracts referencing old table as before_rows for each statement execute function edulab_journal_bill();
create or replace trigger z_journal_changed after update on contracts referencing old table as before_rows new table as after_rows for each statement execute function edulab_journal_bill();
create or replace trigger z_journal_changed after update on payments referencing old table as before_rows new table as after_rows for each statement execute function edulab_journal_payment();
create or replace trigger z_journal_changed after update on student_debits referencing old table as before_rows new table as after_rows for each statement execute function edulab_journal_debit();
create or replace trigger z_journal_changed after update on student_debit_details referencing old table as before_rows new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_changed after update on suspense_items referencing old table as before_rows new table as after_rows for each statement execute function edulab_journal_came();
create or replace trigger z_journal_changed after update on suspense_uses referencing old table as before_rows new table as after_rows for each statement execute function edulab_journal_came();

-- Books what stands there without an entry: what was loaded while triggers rested, or is older than the books.
create or replace function edulab_journal_adopt(sources text[] default array['contracts', 'student_debits', 'student_debit_details', 'payments', 'suspense_items', 'suspense_uses'])
  returns void language plpgsql as $$
declare one text; block integer[];
begin
  foreach one in array sources loop
    for block in execute format('select array_agg(id order by id) from (select t.id, (row_number() over (order by t.id)) / 20000 as n from %I t where not exists (select 1 from journal_entries e where e.source = %L and e.source_id = t.id)%s) x group by n order by n',
      one, one, case when one = 'contracts' then ' and t.type = ''COURSE''' else '' end) loop
      perform edulab_journal(one, block);
    end loop;
  end loop;
end $$;
revoke all on function edulab_journal_adopt(text[]) from public;
drop function if exists edulab_journal_adopt();
do $$ begin
  if not exists (select 1 from journal_entries) then perform edulab_journal_adopt();
  -- Bills came into the books later than what else stands there.
  elsif not exists (select 1 from journal_entries where source = 'contracts') then perform edulab_journal_adopt(array['contracts']); end if;
end $$;

-- Nobody changes or removes anything, the owner neither, who would have to switch these triggers off first; that the chain
-- then no longer fits is what verification finds.
revoke insert, update, delete on journal_entries from edulab_app;
revoke insert, update, delete on journal_heads from edulab_app;
revoke update, delete on journal_seals from edulab_app;
create or replace function edulab_journal_stays() returns trigger language plpgsql as $$
begin raise exception 'the books are only added to' using errcode = '42501'; end $$;
create or replace trigger a_stays before update or delete or truncate on journal_entries for each statement execute function edulab_journal_stays();
create or replace trigger a_stays before update or delete or truncate on journal_seals for each statement execute function edulab_journal_stays();
create or replace trigger a_stays before delete or truncate on journal_heads for each statement execute function edulab_journal_stays();

-- Months close one after the other, and none that is not over; only the last opens again.
create or replace function edulab_period() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from accounting_periods p where p.institution_id = old.institution_id and p.month > old.month) then
      raise exception 'a later month is closed' using errcode = 'check_violation', constraint = 'accounting_periods_order';
    end if;
    return old;
  end if;
  if new.month <> date_trunc('month', new.month)::date
    or exists (select 1 from accounting_periods p where p.institution_id = new.institution_id and p.month > new.month)
    or (exists (select 1 from accounting_periods p where p.institution_id = new.institution_id) and not exists (select 1 from accounting_periods p where p.institution_id = new.institution_id and p.month = (new.month - interval '1 month')::date)) then
    raise exception 'months close in their order' using errcode = 'check_violation', constraint = 'accounting_periods_order';
  end if;
  return new;
end $$;
create or replace trigger a_period before insert or delete on accounting_periods for each row execute function edulab_period();
revoke update on accounting_periods from edulab_app;

-- Days close forwards, and none that is not over; only the last opens again, and none of a month that is closed.
create or replace function edulab_day_closes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from accounting_days d where d.institution_id = old.institution_id and d.day > old.day)
      or exists (select 1 from accounting_periods p where p.institution_id = old.institution_id and p.month + interval '1 month' > old.day) then
      raise exception 'a later day is closed' using errcode = 'check_violation', constraint = 'accounting_days_order';
    end if;
    return old;
  end if;
  if new.day <= edulab_books_closed(new.institution_id)
    or new.day >= (edulab_clock() at time zone (select i.timezone from institutions i where i.id = new.institution_id))::date then
    raise exception 'days close in their order, once they are over' using errcode = 'check_violation', constraint = 'accounting_days_order';
  end if;
  return new;
end $$;
create or replace trigger a_day before insert or delete on accounting_days for each row execute function edulab_day_closes();
revoke update on accounting_days from edulab_app;

-- From suspense never goes more than came, and nothing of what was taken back; whoever uses the same waits.
create or replace function edulab_suspense_fits() returns trigger language plpgsql as $$
declare items integer[];
begin
  if tg_table_name = 'payments' then
    items := (select array_agg(distinct suspense_item_id) from changed where suspense_item_id is not null);
  elsif tg_table_name = 'suspense_uses' then
    items := (select array_agg(distinct item_id) from changed);
  else
    items := (select array_agg(id) from changed where deleted_at is not null);
  end if;
  if items is null then return null; end if;
  perform 1 from suspense_items i where i.id = any(items) order by i.id for no key update;
  if exists (
    select 1 from suspense_items i
      cross join lateral (select coalesce((select sum(p.amount) from payments p where p.suspense_item_id = i.id and p.deleted_at is null), 0)
                               + coalesce((select sum(u.amount) from suspense_uses u where u.item_id = i.id and u.deleted_at is null), 0) as used) x
     where i.id = any(items) and (x.used * sign(i.amount) not between 0 and abs(i.amount) or i.deleted_at is not null and x.used <> 0)) then
    raise exception 'more is taken from suspense than stands there' using errcode = 'check_violation', constraint = 'suspense_items_used';
  end if;
  return null;
end $$;
create or replace trigger y_suspense_insert after insert on payments referencing new table as changed for each statement execute function edulab_suspense_fits();
create or replace trigger y_suspense_update after update on payments referencing new table as changed for each statement execute function edulab_suspense_fits();
create or replace trigger y_suspense_insert after insert on suspense_uses referencing new table as changed for each statement execute function edulab_suspense_fits();
create or replace trigger y_suspense_update after update on suspense_uses referencing new table as changed for each statement execute function edulab_suspense_fits();
create or replace trigger y_suspense_insert after insert on suspense_items referencing new table as changed for each statement execute function edulab_suspense_fits();
create or replace trigger y_suspense_update after update on suspense_items referencing new table as changed for each statement execute function edulab_suspense_fits();
