-- Whom a rule over debts keeps from something on a day: so much is late for more than so many days, and nobody let them through.
-- Exams, papers, retakes, the desk and the student's own page all ask this.
create or replace function edulab_held(people integer[], act text, at_least bigint, days integer, on_day date)
  returns table (student_id integer, overdue bigint, fine bigint, since date) language sql stable as $$
  select d.student_id, d.overdue, d.fine, d.overdue_since
    from edulab_student_debts(people, on_day) d
   where d.overdue > 0 and d.overdue >= at_least and d.overdue_since < on_day - days
     and not exists (select 1 from debt_releases r where r.student_id = d.student_id and r.deleted_at is null and act = any(r.acts) and on_day between r.made_on and r.until)
$$;
