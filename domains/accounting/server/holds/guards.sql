-- Whom rules over debts keep from something on a day: so much is late for more than so many days, and nobody let them through.
-- A rule stands in the same place of `acts`, `at_least` and `days`; what somebody owes is reckoned once for all of them.
-- Exams, papers, retakes, the desk and the student's own page all ask this.
create or replace function edulab_held(people integer[], acts text[], at_least bigint[], days integer[], on_day date)
  returns table (student_id integer, act text, overdue bigint, fine bigint, since date) language sql stable as $$
  select d.student_id, rule.act, d.overdue, d.fine, d.overdue_since
    from edulab_student_debts(people, on_day) d
    join unnest(acts, at_least, days) rule(act, at_least, days) on d.overdue >= rule.at_least and d.overdue_since < on_day - rule.days
   where d.overdue > 0
     and not exists (select 1 from debt_releases r where r.student_id = d.student_id and r.deleted_at is null and rule.act = any(r.acts) and on_day between r.made_on and r.until)
$$;
-- About one rule, as servers of the version before ask while another takes over.
create or replace function edulab_held(people integer[], act text, at_least bigint, days integer, on_day date)
  returns table (student_id integer, overdue bigint, fine bigint, since date) language sql stable as $$
  select h.student_id, h.overdue, h.fine, h.since from edulab_held(people, array[act], array[at_least], array[days], on_day) h
$$;
