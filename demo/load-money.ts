import type pg from 'pg';
import { usualFine } from '#domains/accounting/shapes.ts';
import { standardText } from '#domains/accounting/template.ts';
import { withoutIndexes } from './load-copy.ts';
import { currentYear } from './university.ts';

/** Contracts of this year for all who pay for their study, in four parts; most have paid what is due, some are late. */

const TABLES = ['contracts', 'student_debits', 'payments'];
const parts = () => [
  { share: 25, due_on: `${currentYear()}-10-01` },
  { share: 25, due_on: `${currentYear()}-12-25` },
  { share: 25, due_on: `${currentYear() + 1}-03-01` },
  { share: 25, due_on: `${currentYear() + 1}-05-01` },
];

/** Answers how many contracts there are. */
export async function loadMoney(client: pg.PoolClient): Promise<number> {
  // One agreement for each course and year, also for the year for which people apply.
  await client.query(
    `insert into contract_agreements (institution_id, name, title, level, academic_year_id, course_id, education_form_id, type, amount, instalments, fine, minimum_share, text, status, published_at)
     select c.institution_id, c.code || '-' || c.id || '-' || extract(year from y.starts_on), c.title, c.level, y.id, c.id, c.education_form_id, 'BASIC',
            ((case c.level when 'BACHELOR' then 13 when 'MASTER' then 18 else 24 end) * 1000000 + (c.id * 7 % 9) * 650000 + (extract(year from y.starts_on) - ${currentYear()}) * 900000) * 100,
            (select jsonb_agg(p || jsonb_build_object('due_on', ((p ->> 'due_on')::date + ((extract(year from y.starts_on) - ${currentYear()}) || ' years')::interval)::date)) from jsonb_array_elements($1::jsonb) p),
            $2::jsonb, 25, $3::jsonb, 'PUBLISHED', (y.starts_on - 100)::timestamptz
       from courses c join academic_years y on y.institution_id = c.institution_id and extract(year from y.starts_on) in (${currentYear()}, ${currentYear() + 1})
      where c.deleted_at is null order by c.id, y.starts_on`,
    [JSON.stringify(parts()), JSON.stringify(usualFine), JSON.stringify(standardText)],
  );
  await loadDollars(client);
  // The students with whom one looks around pay for their study.
  await client.query(
    "update students set tuition = 'CONTRACT' where username in (select lower(name) from roles) and tuition = 'GRANT'",
  );
  const count = await withoutIndexes(client, TABLES, async () => {
    const { rowCount } = await client.query(
      `insert into contracts (created_at, updated_at, institution_id, number, agreement_id, type, student_id, account_id, payer_name, payer, level, academic_year_id, course_id, education_form_id, study_language,
         amount, plan, deadline, fine, minimum_share, status, status_at, issued_on, accepted_at, accepted_language, adopted_at, search, currency, currency_amount, rate, rate_per, rate_on, rate_source)
       select d.signed, d.signed, s.institution_id, s.number, a.id, a.type, s.id, s.account_id, s.full_name, jsonb_strip_nulls(jsonb_build_object('passport', s.passport_id, 'phone', s.contact_phone)),
              s.level, a.academic_year_id, s.course_id, s.education_form_id, s.study_language, m.soum,
              (select jsonb_agg(jsonb_build_object('due_on', p.value ->> 'due_on', 'amount', m.soum / 4) order by p.ordinality) from jsonb_array_elements(a.instalments) with ordinality p),
              (a.instalments -> 3 ->> 'due_on')::date, a.fine, a.minimum_share,
              case when d.waits then 'ISSUED' else 'ACTIVE' end, d.signed, d.signed::date, case when not d.waits then d.signed end, case when not d.waits then s.study_language end, case when not d.waits then d.signed end,
              lower(concat_ws(' ', s.number, s.full_name, s.student_no)), a.currency, case when a.currency is not null then a.amount end, r.rate, r.per, r.day, r.source
         from (select t.*, 'K-${currentYear()}-' || lpad((row_number() over (partition by t.institution_id order by t.id))::text, 6, '0') as number from students t
                where t.deleted_at is null and t.status = 'ACTIVE' and t.tuition = 'CONTRACT') s
         cross join lateral (select make_date(${currentYear()}, 8, 20)::timestamptz + (s.id * 37 % 17) * interval '1 day' + (s.id % 9 + 4) * interval '1 hour' as signed,
                                    s.id % 60 = 41 as waits) d
         join lateral (select a.* from contract_agreements a join academic_years y on y.id = a.academic_year_id and extract(year from y.starts_on) = ${currentYear()}
                        where a.course_id = s.course_id and a.institution_id = s.institution_id and (a.language is null or a.language = s.study_language)
                        order by a.language is null limit 1) a on true
         left join lateral (select r.* from exchange_rates r where r.institution_id = s.institution_id and r.currency = a.currency and r.day <= d.signed::date order by r.day desc limit 1) r on true
         cross join lateral (select case when a.currency is null then a.amount else round(a.amount * r.rate::numeric / r.per)::bigint end as soum) m`,
    );
    await client.query(
      `insert into contract_numbers (institution_id, year, last) select institution_id, ${currentYear()}, count(*) from contracts group by 1`,
    );
    // A quarter pays the year at once, most pay each part, some pay half of it, a few have not paid yet.
    await client.query(
      `insert into payments (created_at, updated_at, institution_id, contract_id, student_id, amount, paid_on, payment_type, payer, report_number, bank_name, external_ref, source, search)
       select p.on_day, p.on_day, c.institution_id, c.id, c.student_id, p.amount, p.on_day, p.type, c.payer_name, 'R-' || to_char(p.on_day, 'MMDD'),
              case p.type when 'BANK' then (array['Ipak Yoʻli Bank', 'Xalq banki', 'Agrobank', 'Kapitalbank'])[1 + c.id % 4] end, lower(p.type) || '-' || c.id || '-' || p.part, 'IMPORT',
              lower(concat_ws(' ', c.payer_name, c.number))
         from contracts c
         cross join lateral (
           select 1 as part, case when (c.student_id + 8) % 20 < 5 then c.amount when (c.student_id + 8) % 20 < 15 then c.amount / 4 when (c.student_id + 8) % 20 < 18 then c.amount / 8 end as amount,
                  make_date(${currentYear()}, 9, 1) + (c.student_id * 13 % 52)::int as on_day, (array['BANK', 'BANK', 'PAYME', 'CLICK', 'CARD'])[1 + c.student_id % 5] as type
           union all
           select 2, c.amount / 4, make_date(${currentYear()}, 11, 1) + (c.student_id * 7 % 18)::int, (array['BANK', 'PAYME', 'CLICK'])[1 + c.student_id % 3] where (c.student_id + 8) % 20 between 5 and 8
         ) p
        where c.status = 'ACTIVE' and p.amount is not null`,
    );
    await client.query(
      `insert into student_debits (created_at, updated_at, institution_id, student_id, contract_id, kind, position, due_on, amount, total, paid)
       select c.adopted_at, c.adopted_at, c.institution_id, c.student_id, c.id, 'TUITION', k.position, (k.value ->> 'due_on')::date, c.amount / 4, c.amount / 4,
              least(c.amount / 4, greatest(0, p.paid - (k.position - 1) * (c.amount / 4)))
         from contracts c cross join jsonb_array_elements(c.plan) with ordinality k(value, position)
         left join (select contract_id, sum(amount)::bigint as sum from payments group by 1) came on came.contract_id = c.id
         cross join lateral (select coalesce(came.sum, 0) as paid) p
        where c.status = 'ACTIVE' order by c.id, k.position`,
    );
    return rowCount ?? 0;
  });
  // Two of three have paid the fee of their retake.
  await client.query(`
    insert into student_debits (institution_id, student_id, retake_id, kind, due_on, amount, total, note)
    select r.institution_id, r.student_id, r.id, 'RETAKE', (select edulab_today()) + 10, r.fee * 100, r.fee * 100, m.code || ' · ' || (m.title ->> 'uz')
      from assessment_retakes r join course_modules c on c.id = r.course_module_id join modules m on m.id = c.module_id where r.fee > 0`);
  await client.query(`
    insert into payments (institution_id, student_id, amount, paid_on, payment_type, payer, external_ref, source, search)
    select d.institution_id, d.student_id, d.amount, (select edulab_today()) - 12, 'CLICK', s.full_name, 'retake-' || d.id, 'IMPORT', lower(concat_ws(' ', s.full_name, s.student_no))
      from student_debits d join assessment_retakes r on r.id = d.retake_id join students s on s.id = d.student_id
     where r.state = 'DONE' or d.retake_id % 2 = 0`);
  // Of a duplicate of a card the fee is paid, or else its request waits for it.
  await client.query(`
    insert into student_debits (institution_id, student_id, request_id, kind, due_on, amount, total, note)
    select q.institution_id, q.student_id, q.id, 'REQUEST', coalesce(t.due_on, (select edulab_today())), q.fee * 100, q.fee * 100, q.number || ': ' || (y.title ->> 'uz')
      from form_requests q join form_types y on y.id = q.type_id join form_request_steps t on t.request_id = q.id and t.action = 'PAYMENT' and t.started_at is not null
     where q.fee > 0`);
  await client.query(`
    insert into payments (institution_id, student_id, amount, paid_on, payment_type, payer, external_ref, source, search)
    select d.institution_id, d.student_id, d.amount, (select edulab_today()) - 1, 'CLICK', s.full_name, 'request-' || d.id, 'IMPORT', lower(concat_ws(' ', s.full_name, s.student_no))
      from student_debits d join form_requests q on q.id = d.request_id and q.step is distinct from 0 join students s on s.id = d.student_id`);
  await client.query(
    'select edulab_cover(array_agg(student_id)) from student_debits where retake_id is not null or request_id is not null',
  );
  await client.query(
    "update contracts set status = 'FULFILLED' where status = 'ACTIVE' and not exists (select 1 from student_debits d where d.contract_id = contracts.id and d.paid < d.total)",
  );
  await client.query(
    `update accounts a set required_actions = array_append(a.required_actions, case c.level when 'BACHELOR' then 'BS_' else 'MS_' end || 'CONTRACT_ACCEPTANCE_REQUIRED')
       from contracts c where c.account_id = a.id and c.status = 'ISSUED'`,
  );
  return count;
}

/** Rates of the working days since before the contracts were signed, and one programme whose fee in English is agreed in dollars. */
async function loadDollars(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into exchange_rates (institution_id, currency, day, rate, per, source)
     select i.id, c.currency, d.day::date, round((c.base * (1 + 0.0002 * d.n + 0.003 * sin(d.n / 6.0 + c.nth)))::numeric, 2)::text, 1, 'cbu.uz'
       from institutions i
       cross join (values ('USD', 12040.5, 1), ('EUR', 13985.2, 2), ('RUB', 149.3, 3), ('CNY', 1688.4, 4)) c (currency, base, nth)
       cross join generate_series(make_date(${currentYear()}, 8, 3), (select edulab_today()) - 1, interval '1 day') with ordinality d (day, n)
      where extract(isodow from d.day) < 6 and exists (select 1 from contract_agreements a where a.institution_id = i.id)
      order by d.day, c.nth`,
  );
  await client.query(
    `insert into contract_agreements (institution_id, name, title, level, academic_year_id, course_id, education_form_id, language, type, amount, currency, instalments, fine, minimum_share, text, status, published_at)
     select a.institution_id, a.name || '-USD', a.title, a.level, a.academic_year_id, a.course_id, a.education_form_id, 'en', 'FOREIGN', 350000, 'USD', a.instalments, a.fine, a.minimum_share, a.text, a.status, a.published_at
       from contract_agreements a join academic_years y on y.id = a.academic_year_id and extract(year from y.starts_on) = ${currentYear()}
      where a.course_id = (select s.course_id from students s where s.study_language = 'en' and s.tuition = 'CONTRACT' and s.status = 'ACTIVE' and s.deleted_at is null
                            group by s.course_id having count(*) > 2 order by count(*), s.course_id limit 1)`,
  );
}
