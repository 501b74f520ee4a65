import type pg from 'pg';
import { currentYear } from './university.ts';

/** Which years everybody studied, and the first applicants of the next year who took their offer and paid. */

/** So many of each institution are accepted early. */
const EARLY = 12;
const day = (month: string) => `${currentYear()}-${month}`;

/** Answers how many years of study there are. */
export async function loadEnrollment(client: pg.PoolClient): Promise<number> {
  await client.query('analyze students, academic_years, applications');
  const { rowCount } = await client.query(
    `insert into enrollments (institution_id, created_at, updated_at, student_id, course_id, academic_year_id, study_year, education_form_id, starts_on, ends_on, order_number, order_date, note, status)
     select s.institution_id, y.starts_on, y.starts_on, s.id, s.course_id, y.id, y.first - s.entry_year + 1, s.education_form_id, y.starts_on,
            case when over then greatest(least(s.status_since, y.ends_on), y.starts_on) else y.ends_on end,
            case when y.first = s.entry_year then 'T-' || y.first || '/' || (s.course_id % 40 + 1) else 'K-' || y.first || '/' || (s.course_id % 40 + 1) end,
            make_date(y.first, 8, 20 + s.course_id % 8), null,
            case when over then case s.status when 'TRANSFERRED_OUT' then 'TRANSFERRED' when 'GRADUATED' then 'COMPLETED' else 'ENDED' end
                 when not y.current then 'COMPLETED'
                 when s.status in ('GAP_YEAR', 'INACTIVE') then 'SUSPENDED' else 'ACTIVE' end
       from students s join courses c on c.id = s.course_id
       join (select *, extract(year from starts_on)::int as first from academic_years) y
         on y.institution_id = s.institution_id and y.first between s.entry_year and least(s.entry_year + c.years, $1)
       cross join lateral (select s.status in ('WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED') and s.status_since <= y.ends_on as over) o
      where s.deleted_at is null and y.first - s.entry_year < 10
        and (s.status in ('ACTIVE', 'GAP_YEAR', 'INACTIVE') or s.status_since >= y.starts_on)`,
    [currentYear()],
  );
  await acceptSome(client);
  await askAccepted(client);
  return rowCount ?? 0;
}

/** The best of those who were examined, with the steps that lead from there to a paid place. */
async function acceptSome(client: pg.PoolClient): Promise<void> {
  const steps = [
    ['EXAM_TAKEN', 'RECOMMENDED', '11-16'],
    ['RECOMMENDED', 'OFFERED', '11-17'],
    ['OFFERED', 'CONTRACT_ACCEPTED', '11-18'],
    ['CONTRACT_ACCEPTED', 'PAID', '11-19'],
  ] as const;
  const { rows } = await client.query<{ id: number; institution_id: number }>(
    `with best as (
       select id, row_number() over (partition by institution_id order by score desc nulls last, id) as place, count(*) over (partition by institution_id) as many
         from applications where status = 'EXAM_TAKEN' and flavour = 'plain' and campaign_id is not null and deleted_at is null)
     update applications a set status = 'PAID', status_at = $1::date, decision = 'RECOMMENDED', decision_tuition = 'CONTRACT', decided_from = 'EXAM_TAKEN', decision_rank = b.place
       from best b where a.id = b.id and b.place <= least($2, b.many / 3) returning a.id, a.institution_id`,
    [day('11-19'), EARLY],
  );
  for (const [from, to, on] of steps)
    await client.query(
      `insert into status_history (institution_id, entity, entity_id, from_status, to_status, forced, at)
       select institution_id, 'application', id, $2, $3, false, $4::date + interval '7 hours' from applications where id = any($1)`,
      [rows.map((row) => row.id), from, to, day(on)],
    );
  // The groups of the next year are formed for the courses that have somebody already.
  await client.query(
    `insert into groups (institution_id, name, course_id, entry_year, language, education_form_id, capacity, status, created_at, updated_at)
     select distinct a.institution_id, g.stem || '-' || substr(${currentYear() + 1}::text, 3) || '-' || n || case a.language when 'uz' then '' else left(a.language, 1) end,
            a.course_id, ${currentYear() + 1}, a.language, null::integer, 25, 'ACTIVE', $2::date, $2::date
       from applications a
       join lateral (select split_part(name, '-', 1) as stem from groups where course_id = a.course_id and kind = 'MAIN' order by id limit 1) g on true
       cross join generate_series(1, 2) n
      where a.id = any($1) on conflict do nothing`,
    [rows.map((row) => row.id), day('11-15')],
  );
}

/** Whoever is accepted finds the enrolment at the next sign-in. */
async function askAccepted(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with asked as (
       insert into enrollment_entries (institution_id, created_at, updated_at, account_id, application_id, status)
       select a.institution_id, a.status_at, a.status_at, g.account_id, a.id, 'REQUIRED'
         from applications a join guests g on g.id = a.guest_id
        where a.flavour in ('plain', 'general') and a.deleted_at is null
          and (a.status = 'PAID' or (a.status = 'CONTRACT_ACCEPTED' and a.decision_tuition = 'GRANT'))
       on conflict do nothing returning id, institution_id, account_id, created_at),
     told as (
       insert into status_history (institution_id, entity, entity_id, to_status, forced, at)
       select institution_id, 'enrollment_entry', id, 'REQUIRED', false, created_at from asked)
     update accounts set required_actions = array_append(required_actions, 'ENROLLMENT_REQUIRED') where id in (select account_id from asked)`,
  );
}

/** Of each institution one paid and then thought better of it: the money waits to be given back. */
async function leaveAfterPaying(client: pg.PoolClient): Promise<void> {
  const note = 'Boshqa universitetga oʻqishga kiradi';
  await client.query(
    `with last as (
       select distinct on (a.institution_id) a.id, a.institution_id, c.id as contract, c.status as was, g.account_id
         from applications a join contracts c on c.application_id = a.id join guests g on g.id = a.guest_id
        where a.status = 'PAID' and a.decision_tuition = 'CONTRACT' order by a.institution_id, a.decision_rank desc, a.id),
     gone as (update applications a set status = 'WITHDRAWN', status_at = $1 from last l where a.id = l.id),
     ended as (update contracts c set status = 'TERMINATED', status_at = $1 from last l where c.id = l.contract),
     asked as (
       update enrollment_entries e set status = 'CANCELLED' from last l where e.application_id = l.id returning e.id, e.institution_id),
     free as (
       update accounts a set required_actions = array_remove(required_actions, 'ENROLLMENT_REQUIRED') from last l where a.id = l.account_id)
     insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, forced, at)
     select institution_id, 'application', id, 'PAID', 'WITHDRAWN', $2, false, $1::timestamptz from last
     union all select institution_id, 'contract', contract, was, 'TERMINATED', $2, false, $1 from last
     union all select institution_id, 'enrollment_entry', id, 'REQUIRED', 'CANCELLED', null, false, $1 from asked`,
    [`${day('11-20')}T11:20:00+05:00`, note],
  );
}

/** Who waits to become a student has signed a contract and paid the least share of it. After the agreements were loaded. */
export async function loadAcceptedContracts(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with made as (
       insert into contracts (created_at, updated_at, institution_id, number, agreement_id, application_id, account_id, payer_name, payer, level, academic_year_id, course_id, education_form_id, study_language,
         amount, plan, deadline, fine, minimum_share, status, status_at, issued_on, accepted_at, accepted_language, search)
       select $1::date, $1::date, p.institution_id, 'K-${currentYear()}-' || lpad((coalesce(k.last, 0) + row_number() over (partition by p.institution_id order by p.id))::text, 6, '0'),
              g.id, p.id, q.account_id, q.full_name, jsonb_strip_nulls(jsonb_build_object('passport', q.passport_id, 'phone', q.phone)), g.level, g.academic_year_id, p.course_id, p.education_form_id, p.language,
              g.amount, (select jsonb_agg(jsonb_build_object('due_on', i.value ->> 'due_on', 'amount', g.amount / 4) order by i.ordinality) from jsonb_array_elements(g.instalments) with ordinality i),
              (g.instalments -> 3 ->> 'due_on')::date, g.fine, g.minimum_share, 'ACCEPTED', $1::date, $1::date, $1::date, p.language, lower(q.full_name)
         from applications p join guests q on q.id = p.guest_id
         join contract_agreements g on g.course_id = p.course_id and g.academic_year_id = p.academic_year_id and g.institution_id = p.institution_id
         left join contract_numbers k on k.institution_id = p.institution_id and k.year = ${currentYear()}
        where p.status = 'PAID' and p.decision_tuition = 'CONTRACT' and p.flavour in ('plain', 'general') and p.deleted_at is null
       returning id, institution_id, amount, payer_name, number),
     counted as (
       update contract_numbers k set last = k.last + m.n from (select institution_id, count(*) as n from made group by 1) m
        where m.institution_id = k.institution_id and k.year = ${currentYear()})
     insert into payments (created_at, updated_at, institution_id, contract_id, amount, paid_on, payment_type, payer, external_ref, source, search)
     select $2::date, $2::date, institution_id, id, amount / 4, $2::date, 'PAYME', payer_name, 'payme-' || id || '-1', 'IMPORT', lower(payer_name || ' ' || number) from made`,
    [day('11-18'), day('11-19')],
  );
  await leaveAfterPaying(client);
}
