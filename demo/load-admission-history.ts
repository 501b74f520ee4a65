import type pg from 'pg';
import { withoutIndexes } from './load-copy.ts';
import { currentYear } from './university.ts';

/**
 * Campaigns of the years before, by which the one that runs is measured: whoever studies applied once, in the summer of
 * their year, and of five two had tried elsewhere in the house before and were refused. Answers how many applications.
 */
export async function loadAdmissionHistory(client: pg.PoolClient): Promise<number> {
  const first = currentYear() - 4;
  await client.query(
    `create temp table past_entrants on commit drop as
     select s.id, s.institution_id, s.account_id, s.entry_year, s.course_id, s.firstname, s.lastname, s.midname, s.contact_phone as phone, s.gender, s.birthdate, s.region_id,
            s.level, s.tuition, s.study_language, y.id as academic_year_id, row_number() over (order by s.id) as n,
            lower(concat_ws(' ', s.lastname, s.firstname, s.midname, s.contact_phone)) as search,
            concat_ws(' ', s.lastname, s.firstname, s.midname) as name,
            make_timestamptz(s.entry_year, 7, 1, 9, 0, 0, 'Asia/Tashkent') + (s.id % 36000 * 7919 % 36000) * interval '1 minute' as at
       from students s join academic_years y on y.institution_id = s.institution_id and extract(year from y.starts_on) = s.entry_year and y.deleted_at is null
      where s.entry_year between $1 and $2 and s.deleted_at is null and s.status <> 'DELETED'
        and not exists (select from guests g where g.institution_id = s.institution_id and g.account_id = s.account_id)
        and not exists (select from students o where o.account_id = s.account_id and o.institution_id = s.institution_id and o.id < s.id and o.entry_year >= $1)`,
    [first, currentYear()],
  );
  // Whoever left long ago has no account by which to sign in; the one by which they applied is closed.
  await client.query(`
    with made as (
      insert into accounts (username, firstname, lastname, midname, active, selected_institution, created_at, updated_at)
      select 'ariza' || id, firstname, lastname, midname, false, institution_id, at, at from past_entrants where account_id is null
      returning id, username, selected_institution, created_at),
    roles_of as (
      insert into account_roles (account_id, role_id, institution_id, granted_at)
      select made.id, r.id, made.selected_institution, made.created_at from made cross join roles r where r.name = 'GUEST_USER')
    update past_entrants e set account_id = made.id from made where made.username = 'ariza' || e.id`);
  await client.query(`
    create temp table past_forms on commit drop as
    with made as (
      insert into application_forms (institution_id, flavour, title, academic_year_id, opens_on, closes_on, documents, status, published_at, created_at, updated_at)
      select institution_id, 'plain', jsonb_build_object('uz', 'Oʻqishga qabul ' || entry_year, 'ru', 'Приём на обучение ' || entry_year, 'en', 'Admission ' || entry_year),
             academic_year_id, make_date(entry_year, 6, 20), make_date(entry_year, 8, 10), '[]', 'CLOSED', make_date(entry_year, 6, 15), make_date(entry_year, 6, 10), make_date(entry_year, 8, 11)
        from (select distinct institution_id, entry_year, academic_year_id from past_entrants) f
      returning id, institution_id, academic_year_id)
    select * from made`);
  await withoutIndexes(client, ['guests', 'applications'], async () => {
    await client.query(`
      insert into guests (institution_id, account_id, firstname, lastname, midname, phone, gender, birthdate, citizenship, region_id, applicant_type, search, created_at, updated_at)
      select institution_id, account_id, firstname, lastname, midname, phone, gender, birthdate, 'UZ', region_id, case when level = 'BACHELOR' then 'general' else 'master' end, search, at, at
        from past_entrants order by n`);
    await client.query(`
      insert into applications (institution_id, flavour, guest_id, form_id, form_origin_id, course_id, academic_year_id, applicant_type, tuition, language, status, status_at, submitted_at,
                                applicant_name, search, created_at, updated_at)
      select e.institution_id, 'plain', g.id, f.id, f.id, e.course_id, e.academic_year_id, g.applicant_type, case when e.tuition = 'GRANT' then 'GRANT' else 'ANY' end, e.study_language,
             way.status, e.at + way.later, e.at, e.name, e.search, e.at, e.at + way.later
        from past_entrants e join guests g on g.institution_id = e.institution_id and g.account_id = e.account_id
        join past_forms f on f.institution_id = e.institution_id and f.academic_year_id = e.academic_year_id
        join lateral (values ('ENROLLED', interval '40 days', true), ('REJECTED', interval '20 days', e.n % 5 in (1, 3))) way (status, later, taken) on way.taken
       order by e.at, e.n`);
  });
  const { rowCount } = await client.query(`
    insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, forced, account_id, at)
    select a.institution_id, 'application', a.id, w.was, w.became, case when w.became = 'REJECTED' then 'Ball yetmadi' end, false, case when w.was is null then g.account_id end, w.at
      from applications a join past_forms f on f.id = a.form_id join guests g on g.id = a.guest_id
     cross join lateral (values (null, 'SUBMITTED', a.submitted_at), ('SUBMITTED', a.status, a.status_at)) w (was, became, at)
     order by w.at, a.id`);
  await client.query('analyze guests, applications');
  return (rowCount ?? 0) / 2;
}
