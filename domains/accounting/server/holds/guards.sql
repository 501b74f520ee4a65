-- Whom rules over debts keep from something on a day: so much is late for more than so many days, and nobody let them through.
-- A rule stands in the same place of `acts`, `at_least` and `days`; what somebody owes is reckoned once for all of them.
-- Exams, papers, retakes, the desk and the student's own page all ask this.
create or replace function edulab_held(people integer[], acts text[], at_least bigint[], days integer[], on_day date)
  returns table (student_id integer, act text, overdue bigint, fine bigint, since date) language sql stable as $$
  with late as materialized (
    select d.student_id, rule.act, d.overdue, d.since
      from (select a.student_id, sum(a.amount - a.paid)::bigint as overdue, min(a.due_on) filter (where a.paid < a.amount) as since
              from (select a.student_id, a.due_on, a.amount, coalesce(sum(a.part), 0) as paid
                      from edulab_allocation(people, on_day) a where a.due_on < on_day
                     group by a.debit_id, a.student_id, a.due_on, a.amount) a
             group by a.student_id) d
      join unnest(acts, at_least, days) rule(act, at_least, days) on d.overdue >= rule.at_least and d.since < on_day - rule.days
     where d.overdue > 0
       and not exists (select 1 from debt_releases r where r.student_id = d.student_id and r.deleted_at is null and rule.act = any(r.acts) and on_day between r.made_on and r.until))
  -- Most are kept from nothing: fines are reckoned of those who are, at once.
  select l.student_id, l.act, l.overdue, f.fine, l.since
    from late l join edulab_student_debts(array(select distinct l.student_id from late l), on_day) f on f.student_id = l.student_id
$$;
-- About one rule, as servers of the version before ask while another takes over.
create or replace function edulab_held(people integer[], act text, at_least bigint, days integer, on_day date)
  returns table (student_id integer, overdue bigint, fine bigint, since date) language sql stable as $$
  select h.student_id, h.overdue, h.fine, h.since from edulab_held(people, array[act], array[at_least], array[days], on_day) h
$$;
