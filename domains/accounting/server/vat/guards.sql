-- How much of an amount is value added tax that is in it: the nearest tiyin.
create or replace function edulab_vat(amount bigint, percent integer) returns bigint language sql immutable parallel safe
  as $$ select round(amount * percent::numeric / (100 + percent))::bigint $$;

-- What is charged keeps the percent that held as it came: a contract that of tuition or courses, its instalments that of the
-- contract, all else that of its kind. A fine is no service, and has none. Nobody who charges has to think of it.
create or replace function edulab_contract_vat() returns trigger language plpgsql as $$
begin
  new.vat_percent := coalesce((select r.percent from vat_rates r where r.institution_id = new.institution_id
    and r.of = case when new.type = 'COURSE' then 'COURSE' else 'TUITION' end), 0);
  return new;
end $$;
create or replace trigger a_vat before insert on contracts for each row execute function edulab_contract_vat();
create or replace function edulab_debit_vat() returns trigger language plpgsql as $$
begin
  new.vat_percent := case when new.kind = 'FINE' then 0
    when new.contract_id is not null then coalesce((select c.vat_percent from contracts c where c.id = new.contract_id), 0)
    else coalesce((select r.percent from vat_rates r where r.institution_id = new.institution_id and r.of = new.kind), 0) end;
  return new;
end $$;
create or replace trigger a_vat before insert on student_debits for each row execute function edulab_debit_vat();
-- And keeps it.
create or replace function edulab_vat_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the tax of what was charged is not changed' using errcode = 'check_violation', constraint = 'vat_stays';
end $$;
create or replace trigger a_vat_stays before update on contracts for each row when (old.vat_percent <> new.vat_percent) execute function edulab_vat_stays();
create or replace trigger a_vat_stays before update on student_debits for each row when (old.vat_percent <> new.vat_percent) execute function edulab_vat_stays();
