-- What became of promises: payments keep them in the order of their days, and each soʻm keeps one. It counts for a promise
-- where it came between the day on which it was made and its own, and was not given back. Of all students, or of these.
create or replace function edulab_promises(people integer[])
  returns table (id integer, student_id integer, paid bigint, state text) language plpgsql stable as $$
#variable_conflict use_column
declare
  p record;
  who integer;
  days date[];
  times timestamptz[];
  rests bigint[];
  open bigint;
  part bigint;
begin
  for p in select m.* from payment_promises m where m.deleted_at is null and (people is null or m.student_id = any(people)) order by m.student_id, m.due_on, m.id loop
    if p.student_id is distinct from who then
      who := p.student_id;
      select array_agg(c.paid_on order by c.paid_on, c.id), array_agg(c.created_at order by c.paid_on, c.id), array_agg(c.rest order by c.paid_on, c.id) into days, times, rests
        from (select m.id, m.paid_on, m.created_at,
                     (m.amount + coalesce((select sum(r.amount) from payments r where r.refund_of = m.id and r.deleted_at is null and r.source <> 'CREDIT'), 0))::bigint as rest
                from payments m where m.student_id = who and m.deleted_at is null and m.kind = 'PAYMENT' and m.source <> 'CREDIT') c;
    end if;
    open := p.amount;
    for at in 1 .. coalesce(array_length(days, 1), 0) loop
      exit when open = 0;
      continue when rests[at] <= 0 or days[at] not between p.made_on and p.due_on or times[at] < p.created_at;
      part := least(open, rests[at]);
      rests[at] := rests[at] - part;
      open := open - part;
    end loop;
    id := p.id;
    student_id := p.student_id;
    paid := p.amount - open;
    state := case when open = 0 then 'KEPT' when p.due_on < edulab_today() then 'BROKEN' else 'OPEN' end;
    return next;
  end loop;
end $$;
