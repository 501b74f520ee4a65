-- What is paid and still open is counted, not typed: it is no correction of the record, so neither the version nor the history speaks of it.
create or replace trigger b_touch before update of student_id, contract_id, kind, position, due_on, amount, note, retake_id, request_id, document_id, external_ref, deleted_at
  on student_debits for each row execute function edulab_touch();
create or replace trigger z_audit after insert or delete or update of student_id, contract_id, kind, position, due_on, amount, note, retake_id, request_id, document_id, external_ref, deleted_at
  on student_debits for each row execute function edulab_audit();

-- The one allocation of money. Of every debit of these students: each payment until the day that covers part of it, and how much;
-- of a debit that nothing covers one row without a payment. Payments of a contract (or of none) cover its debits in the order of
-- their days; what was given back counts as never paid. Both lie on one line of tiyin, debits by day due, payments by day
-- paid: where they overlap, that payment covered that part of that debit.
create or replace function edulab_allocation(people integer[], on_day date)
  returns table (debit_id integer, student_id integer, contract_id integer, kind text, due_on date, amount bigint, payment_id integer, paid_on date, part bigint)
  language sql stable as $$
  with owed as (
    select d.id, d.student_id, d.contract_id, d.kind, d.due_on, t.amount,
           sum(t.amount) over stack - t.amount as low, sum(t.amount) over stack as high
      from student_debits d
      -- What is added and taken off is a row to join: a value asked for here would be asked for at each place that uses it.
      cross join lateral (select sum(x.amount)::bigint as sum from student_debit_details x where x.debit_id = d.id and x.deleted_at is null) x
      cross join lateral (select greatest(0, d.amount + coalesce(x.sum, 0)) as amount) t
     where d.student_id = any(people) and d.deleted_at is null
    window stack as (partition by d.student_id, coalesce(d.contract_id, 0) order by d.due_on, d.id)
  ), received as (
    select p.id, p.student_id, p.contract_id, p.paid_on, p.amount + coalesce(r.sum, 0) as amount
      from payments p
      cross join lateral (select sum(r.amount)::bigint as sum from payments r where r.refund_of = p.id and r.deleted_at is null and r.paid_on <= on_day) r
     where p.student_id = any(people) and p.deleted_at is null and p.refund_of is null and p.paid_on <= on_day
  ), layers as (
    select id, student_id, contract_id, paid_on, sum(amount) over stack - amount as low, sum(amount) over stack as high
      from received
    window stack as (partition by student_id, coalesce(contract_id, 0) order by paid_on, id)
  )
  select o.id, o.student_id, o.contract_id, o.kind, o.due_on, o.amount, l.id, l.paid_on, case when l.id is not null then (least(o.high, l.high) - greatest(o.low, l.low))::bigint end
    from owed o left join layers l on l.student_id = o.student_id and coalesce(l.contract_id, 0) = coalesce(o.contract_id, 0)
     and least(o.high, l.high) > greatest(o.low, l.low)
$$;

-- For how many days a fine grows on what came `until` a day, where none grows until the end of `free_until`: holidays, in their order, do not count.
create or replace function edulab_fined_days(free_until date, until date, resting date[]) returns integer language sql immutable parallel safe as $$
  select case when until > free_until then until - free_until - coalesce(width_bucket(until, resting) - width_bucket(free_until, resting), 0) else 0 end
$$;

-- The first day from this one on that is no holiday.
create or replace function edulab_after_rest(day date, resting date[]) returns date language plpgsql immutable parallel safe as $$
begin
  while day = any (resting) loop day := day + 1; end loop;
  return day;
end $$;

-- The holidays of a span. In plpgsql, which asks for the function of the calendar only when it runs: guards of the calendar come later.
create or replace function edulab_resting(first_day date, last_day date) returns date[] language plpgsql stable as $$
begin
  return array(select h from edulab_holidays(first_day, last_day) h);
end $$;

-- The one computation of debts, from that allocation: what each debit amounts to, what is covered of it, and the fine that has
-- grown on what was or is late. Fines of a contract that ended, or that rests during a leave, grow until that day; on holidays
-- they rest (`rested`: on how many) where the contract says so.
create or replace function edulab_debts(people integer[], on_day date)
  returns table (debit_id integer, student_id integer, contract_id integer, kind text, due_on date, amount bigint, paid bigint, fine bigint, rested integer)
  language sql stable as $$
  with laid as (
    select a.*, c.fine as rule, (c.fine ->> 'grace_days')::int as grace, case when a.paid_on is not null then least(a.paid_on, c.fine_stops_on) end as came, least(on_day, c.fine_stops_on) as until,
           a.kind = 'TUITION' and a.due_on < on_day and (c.fine ->> 'percent_per_day')::numeric > 0 as fined,
           coalesce((c.fine ->> 'rests_on_holidays')::boolean, false) as rests
      from edulab_allocation(people, on_day) a left join contracts c on c.id = a.contract_id
  ), holidays as (
    -- One row, looked up once, and only where the rule of somebody who is late asks for it.
    select case when exists (select 1 from laid where fined and rests) then edulab_resting((select min(due_on) from laid where fined and rests), on_day) end as days
  ), begun as (
    -- A day due that is a holiday is the next day that is none.
    select l.*, r.days as resting, case when l.due_on = any (r.days) then edulab_after_rest(l.due_on, r.days) else l.due_on end + l.grace as free_until
      from laid l cross join holidays h cross join lateral (select case when l.rests then h.days end as days) r
  ), counted as (
    select a.debit_id as id, a.student_id, a.contract_id, a.kind, a.due_on, a.amount, a.rule, a.grace, a.until, a.fined, a.rests, a.free_until, coalesce(sum(a.part), 0) as paid, max(a.came) as last,
           -- Tiyin times days of parts that came late.
           sum(a.part * edulab_fined_days(a.free_until, a.came, a.resting)) filter (where a.fined) as weight
      from begun a
     group by a.debit_id, a.student_id, a.contract_id, a.kind, a.due_on, a.amount, a.rule, a.grace, a.until, a.fined, a.rests, a.free_until
  ), late as (
    -- And of what has not come.
    select o.id, o.rule, o.amount, greatest(0, e.until - o.due_on - o.grace) - edulab_fined_days(o.free_until, e.until, e.resting) as rested,
           coalesce(o.weight, 0) + (o.amount - o.paid) * edulab_fined_days(o.free_until, o.until, e.resting) as weight
      from counted o cross join holidays h
      cross join lateral (select case when o.rests then h.days end as resting, case when o.paid < o.amount then o.until else coalesce(o.last, o.due_on) end as until) e
     where o.fined
  )
  select o.id, o.student_id, o.contract_id, o.kind, o.due_on, o.amount, o.paid::bigint,
         coalesce(least(floor(l.weight * (l.rule ->> 'percent_per_day')::numeric / 100), floor(l.amount * (l.rule ->> 'most_percent')::numeric / 100)), 0)::bigint, coalesce(l.rested, 0)
    from counted o left join late l on l.id = o.id
$$;

-- The same by student: what is due by the day and not paid, how much of it is late, the fine less what was already charged
-- as one, and what comes next.
create or replace function edulab_student_debts(people integer[], on_day date)
  returns table (student_id integer, due bigint, overdue bigint, fine bigint, overdue_since date, next_due_on date, next_amount bigint, total bigint, paid bigint)
  language sql stable as $$
  select d.student_id,
         coalesce(sum(d.amount - d.paid) filter (where d.due_on <= on_day), 0)::bigint,
         coalesce(sum(d.amount - d.paid) filter (where d.due_on < on_day), 0)::bigint,
         greatest(0, sum(d.fine) - coalesce(sum(d.amount) filter (where d.kind = 'FINE'), 0))::bigint,
         min(d.due_on) filter (where d.due_on < on_day and d.paid < d.amount),
         min(d.due_on) filter (where d.due_on > on_day and d.paid < d.amount),
         (array_agg(d.amount - d.paid order by d.due_on, d.debit_id) filter (where d.due_on > on_day and d.paid < d.amount))[1],
         sum(d.amount)::bigint, sum(d.paid)::bigint
    from edulab_debts(people, on_day) d
   group by d.student_id
$$;

-- Keeps `total` and `paid` of debits after whatever changes them. Whoever writes money of a student waits for who does so
-- already, else neither would see the other's.
create or replace function edulab_cover(people integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  people := (select array_agg(distinct p order by p) from unnest(people) p where p is not null);
  if people is null then return; end if;
  perform edulab_plan_for(people);
  perform 1 from students s where s.id = any(people) order by s.id for no key update;
  update student_debits d set total = t.amount, paid = t.paid
    from (select a.debit_id, a.amount, coalesce(sum(a.part), 0)::bigint as paid from edulab_allocation(people, date '2999-12-31') a group by 1, 2) t
   where d.id = t.debit_id and (d.total, d.paid) is distinct from (t.amount, t.paid);
end $$;
-- The one truth of balances: what is owed for each of these contracts, what was paid, what is left, and what came above it.
-- Once there are debits they say what is owed (with fines, and what was added and taken off), before that the contract does;
-- an offer that came to nothing is owed nothing.
create or replace function edulab_contract_balance(ids integer[])
  returns table (contract_id integer, student_id integer, owed bigint, paid bigint, "left" bigint, credit bigint)
  language sql stable as $$
  select b.id, b.student_id, b.owed, b.paid, greatest(0, b.owed - b.paid), greatest(0, b.paid - b.owed)
    from (
      select c.id, c.student_id,
             case when c.student_id is not null and c.status in ('ACTIVE', 'FULFILLED', 'TERMINATED', 'SUPERSEDED')
                    then coalesce((select sum(d.total) from student_debits d where d.contract_id = c.id and d.deleted_at is null), 0)
                  when c.status in ('TERMINATED', 'SUPERSEDED') then 0
                  else c.amount end::bigint as owed,
             coalesce((select sum(p.amount) from payments p where p.contract_id = c.id and p.deleted_at is null), 0)::bigint as paid
        from contracts c where c.id = any(ids) and c.deleted_at is null
      -- Each sum is asked for once, not at each place that uses it.
      offset 0) b
$$;

-- The same of what students owe and pay besides all contracts: a dormitory, a retake.
create or replace function edulab_besides_balance(people integer[])
  returns table (student_id integer, owed bigint, paid bigint, "left" bigint, credit bigint)
  language sql stable as $$
  select s.student_id, s.owed, s.paid, greatest(0, s.owed - s.paid), greatest(0, s.paid - s.owed)
    from (select p.id as student_id,
                 coalesce((select sum(d.total) from student_debits d where d.student_id = p.id and d.contract_id is null and d.deleted_at is null), 0)::bigint as owed,
                 coalesce((select sum(m.amount) from payments m where m.student_id = p.id and m.contract_id is null and m.deleted_at is null), 0)::bigint as paid
            from unnest(people) as p(id)
          offset 0) s
$$;

-- The same of students: all their contracts, and what they owe and paid besides.
create or replace function edulab_student_balance(people integer[])
  returns table (student_id integer, owed bigint, paid bigint, "left" bigint, credit bigint)
  language sql stable as $$
  select a.student_id, sum(a.owed)::bigint, sum(a.paid)::bigint, sum(a."left")::bigint, sum(a.credit)::bigint
    from (
      select b.student_id, b.owed, b.paid, b."left", b.credit
        from edulab_contract_balance(array(select c.id from contracts c where c.student_id = any(people) and c.status <> 'DRAFT')) b
      union all
      select * from edulab_besides_balance(people)) a
   group by a.student_id
$$;

-- To what these payments went, as everything stands: each debit and how much of it, by the one allocation; or, without a debit, the
-- contract itself where that is the charge: before it is in force, and of a bill. What is not told here is above what is owed.
create or replace function edulab_payment_parts(ids integer[])
  returns table (payment_id integer, debit_id integer, part bigint)
  language sql stable as $$
  select a.payment_id, a.debit_id, a.part
    from edulab_allocation(array(select distinct p.student_id from payments p where p.id = any(ids) and p.student_id is not null), date '2999-12-31') a
   where a.payment_id = any(ids)
  union all
  select l.id, null, (least(b.owed, l.high) - l.high + l.amount)::bigint
    from edulab_contract_balance(array(select distinct p.contract_id from payments p where p.id = any(ids) and p.contract_id is not null)) b
    cross join lateral (
      select r.id, r.amount, sum(r.amount) over (order by r.paid_on, r.id) as high
        from (select p.id, p.paid_on, p.amount + coalesce((select sum(x.amount) from payments x where x.refund_of = p.id and x.deleted_at is null), 0) as amount
                from payments p where p.contract_id = b.contract_id and p.refund_of is null and p.deleted_at is null offset 0) r) l
   where l.id = any(ids) and least(b.owed, l.high) > l.high - l.amount
     and not exists (select 1 from student_debits d where d.contract_id = b.contract_id and d.deleted_at is null)
$$;

-- Keeps of which contracts more came than is owed, so that lists and the home page need not count.
create or replace function edulab_keep_credits(ids integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform edulab_plan_for(ids);
  delete from contract_credits k where k.contract_id = any(ids)
     and not exists (select 1 from edulab_contract_balance(ids) b where b.contract_id = k.contract_id and b.credit > 0);
  insert into contract_credits (institution_id, contract_id, credit)
  select c.institution_id, b.contract_id, b.credit from edulab_contract_balance(ids) b join contracts c on c.id = b.contract_id where b.credit > 0
  on conflict (contract_id) do update set credit = excluded.credit where contract_credits.credit <> excluded.credit;
end $$;
create or replace function edulab_contract_credited() returns trigger language plpgsql as $$
begin
  -- Once for however many: a whole year is taken back in one statement.
  perform edulab_keep_credits((select array_agg(n.id) from before b join after n on n.id = b.id
    where (b.status, b.student_id, b.deleted_at, b.amount) is distinct from (n.status, n.student_id, n.deleted_at, n.amount)));
  return null;
end $$;
create or replace trigger y_credited after update on contracts referencing old table as before new table as after
  for each statement execute function edulab_contract_credited();

create or replace function edulab_covered() returns trigger language plpgsql as $$
declare people integer[]; of_contracts integer[];
begin
  if tg_table_name = 'student_debit_details' then
    select array_agg(d.student_id), array_agg(distinct d.contract_id) into people, of_contracts from student_debits d where d.id in (select debit_id from changed);
  else
    select array_agg(distinct student_id), array_agg(distinct contract_id) into people, of_contracts from changed;
  end if;
  perform edulab_cover(people);
  perform edulab_keep_credits(of_contracts);
  return null;
end $$;
create or replace trigger y_covered_new after insert on payments referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_before after update on payments referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_after after update on payments referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_gone after delete on payments referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_new after insert on student_debits referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_before after update on student_debits referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_after after update on student_debits referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_gone after delete on student_debits referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_new after insert on student_debit_details referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_before after update on student_debit_details referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_after after update on student_debit_details referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();
create or replace trigger y_covered_gone after delete on student_debit_details referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function edulab_covered();

-- Whatever pays the fee of a request, or lets it off: who waits for it hears of it after the commit.
create or replace function edulab_request_paid() returns trigger language plpgsql as $$
begin
  perform pg_notify('edulab_work', 'accounting.request_paid');
  return null;
end $$;
create or replace trigger x_request_paid after update of total, paid on student_debits for each row
  when (new.request_id is not null and new.deleted_at is null and new.paid >= new.total) execute function edulab_request_paid();

-- What was accepted is not changed any more, whoever asks; what follows from it (the student, the status) may be. That the
-- office noted a signature by mistake can be taken back: nobody accepted that text with a code.
create or replace function edulab_contract_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.accepted_sha256 is null then return old; end if;
  elsif old.accepted_at is null or
    (old.number, old.agreement_id, old.type, old.payer_name, old.payer, old.level, old.academic_year_id, old.course_id, old.education_form_id, old.amount, old.plan, old.fine,
     old.currency, old.currency_amount, old.rate, old.rate_per, old.rate_on, old.rate_source, old.minimum_share, old.accepted_at, old.accepted_ip, old.accepted_phone, old.accepted_language, old.accepted_text, old.accepted_sha256, old.deleted_at)
    is not distinct from
    (new.number, new.agreement_id, new.type, new.payer_name, new.payer, new.level, new.academic_year_id, new.course_id, new.education_form_id, new.amount, new.plan, new.fine,
     new.currency, new.currency_amount, new.rate, new.rate_per, new.rate_on, new.rate_source, new.minimum_share, new.accepted_at, new.accepted_ip, new.accepted_phone, new.accepted_language, new.accepted_text, new.accepted_sha256, new.deleted_at)
  then return new;
  elsif old.accepted_sha256 is null and old.student_id is null and new.status in ('ISSUED', 'OPENED')
    and (new.accepted_at, new.accepted_ip, new.accepted_phone, new.accepted_language, new.accepted_text, new.accepted_sha256) is not distinct from
      (null::timestamptz, null::text, null::text, null::text, null::text, null::text)
    and (old.number, old.agreement_id, old.payer_name, old.payer, old.amount, old.plan, old.fine) is not distinct from
      (new.number, new.agreement_id, new.payer_name, new.payer, new.amount, new.plan, new.fine)
  then return new; end if;
  raise exception 'contract % is accepted', old.number using errcode = 'check_violation', constraint = 'contracts_accepted';
end $$;
create or replace trigger a_stands before update or delete on contracts for each row execute function edulab_contract_stands();

-- The parts of a contract make its amount.
create or replace function edulab_contract_plan() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum((part ->> 'amount')::bigint), 0) from jsonb_array_elements(new.plan) part) <> new.amount then
    raise exception 'the instalments of contract % are not its amount', new.number using errcode = 'check_violation', constraint = 'contracts_plan';
  end if;
  return new;
end $$;
create or replace trigger a_plan before insert or update of amount, plan on contracts for each row execute function edulab_contract_plan();

-- What was published stays as it was published.
create or replace function edulab_agreement_stands() returns trigger language plpgsql as $$
begin
  if old.published_at is null or
    (old.name, old.title, old.level, old.academic_year_id, old.course_id, old.education_form_id, old.language, old.type, old.amount, old.currency, old.instalments, old.fine, old.minimum_share, old.text, old.published_at)
    is not distinct from
    (new.name, new.title, new.level, new.academic_year_id, new.course_id, new.education_form_id, new.language, new.type, new.amount, new.currency, new.instalments, new.fine, new.minimum_share, new.text, new.published_at)
  then return new; end if;
  raise exception 'agreement % is published', old.id using errcode = 'check_violation', constraint = 'contract_agreements_published_once';
end $$;
create or replace trigger a_stands before update on contract_agreements for each row execute function edulab_agreement_stands();

-- A payment belongs to the student whose contract it is for; it is above zero, a refund below and never more than what came.
create or replace function edulab_payment() returns trigger language plpgsql as $$
declare came bigint;
begin
  if new.contract_id is not null then
    select c.student_id into new.student_id from contracts c where c.id = new.contract_id;
  elsif new.student_id is null then
    raise exception 'a payment is somebody''s' using errcode = 'check_violation', constraint = 'payments_owner';
  end if;
  if (new.refund_of is null) <> (new.amount > 0) or new.amount = 0 then
    raise exception 'a payment is above zero, a refund below' using errcode = 'check_violation', constraint = 'payments_sign';
  end if;
  came := new.amount;
  if new.deleted_at is null then
    if new.refund_of is not null then
      select p.amount into came from payments p where p.id = new.refund_of and p.deleted_at is null for update;
      came := coalesce(came, 0) + new.amount + coalesce((select sum(r.amount) from payments r where r.refund_of = new.refund_of and r.id <> new.id and r.deleted_at is null), 0);
    else
      came := came + coalesce((select sum(r.amount) from payments r where r.refund_of = new.id and r.deleted_at is null), 0);
    end if;
  elsif new.refund_of is null and exists (select 1 from payments r where r.refund_of = new.id and r.deleted_at is null) then
    came := -1;
  else
    -- A refund that was entered by mistake may be deleted.
    came := 0;
  end if;
  if came < 0 then
    raise exception 'more was given back than came' using errcode = 'check_violation', constraint = 'payments_refunded';
  end if;
  return new;
end $$;
create or replace trigger a_payment before insert or update on payments for each row execute function edulab_payment();

-- A contract that passes to a student takes its payments along.
create or replace function edulab_contract_passes() returns trigger language plpgsql as $$
begin
  update payments p set student_id = new.student_id where p.contract_id = new.id and p.student_id is distinct from new.student_id;
  perform edulab_cover(array[old.student_id, new.student_id]);
  return null;
end $$;
create or replace trigger c_passes after update of student_id on contracts for each row when (old.student_id is distinct from new.student_id) execute function edulab_contract_passes();

-- What debits amounted to and what was paid of them at an instant of the past: the same stacks as in edulab_allocation, of all
-- payments until then at once. Read by the views of the past, where `student_debits__recorded` is what was written down.
create or replace function edulab_past_student_debits() returns text language sql stable as $$
  select format('with added as materialized (select x.debit_id, sum(x.amount) as amount from as_of.student_debit_details x where x.deleted_at is null group by 1),
    received as materialized (select p.student_id, coalesce(p.contract_id, 0) as contract_id, sum(p.amount) as amount from as_of.payments p where p.deleted_at is null and p.student_id is not null group by 1, 2),
    owed as (select d.*, greatest(0, d.amount + coalesce(a.amount, 0))::bigint as now_total from as_of.student_debits__recorded d left join added a on a.debit_id = d.id),
    stacked as (select o.*, sum(case when o.deleted_at is null then o.now_total else 0 end) over (partition by o.student_id, coalesce(o.contract_id, 0) order by o.due_on, o.id) - o.now_total as low from owed o)
    select %s from stacked s left join received r on r.student_id = s.student_id and r.contract_id = coalesce(s.contract_id, 0)',
    string_agg(case a.attname when 'total' then 's.now_total as total'
                              when 'paid' then 'greatest(0, least(s.now_total, coalesce(r.amount, 0) - s.low))::bigint as paid'
                              else format('s.%I', a.attname) end, ', ' order by a.attnum))
    from pg_attribute a where a.attrelid = 'student_debits'::regclass and a.attnum > 0 and not a.attisdropped
$$;
