import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { makeList } from '#domains/early-warning/server/index.ts';

/**
 * Students at risk as the rules find them among those who were made up, what was done for some, and some who got better: so
 * that the effect of a term can be looked at. The list is made by the very work of the night.
 */

const OPENED = 1;

export async function loadEarlyWarning(client: pg.PoolClient): Promise<number> {
  let found = 0;
  const { rows: houses } = await client.query<{ id: number; day: string }>(
    `select i.id, (edulab_now() at time zone i.timezone)::date::text as day from institutions i where exists (select 1 from students s where s.institution_id = i.id) order by i.id`,
  );
  for (const { id: institution_id, day } of houses) {
    await client.query("select set_config('edulab.institution', $1, true)", [String(institution_id)]);
    await client.query(RULES, [institution_id]);
    await client.query(OF_FACULTY, [institution_id]);
    const call = { client, db: drizzle(client), institution_id, account_id: 0 };
    found += (await makeList(call, day, undefined)).found;
    await client.query(BETTER, [institution_id, day]);
    await client.query(EARLIER, [institution_id, day]);
    await client.query(DONE, [institution_id, day]);
    await client.query(SUMMED, [institution_id]);
  }
  return found;
}

/** What the institution goes by since the beginning of the term. */
const RULES = `
  insert into risk_rules (institution_id, number, rules, together, note, author_id, created_at)
  select $1, ${OPENED}, '[{"kind":"ABSENCE_SHARE","on":true,"watch":30,"act":45,"weeks":6},{"kind":"ABSENCE_HOURS","on":false,"watch":12,"act":24,"weeks":4},
    {"kind":"AVERAGE","on":true,"watch":58,"act":52,"weeks":null},{"kind":"FAILED","on":true,"watch":5,"act":7,"weeks":null},
    {"kind":"HOMEWORK","on":false,"watch":5,"act":8,"weeks":6},{"kind":"DEBT","on":true,"watch":4900000,"act":6000000,"weeks":null},
    {"kind":"DEBT_DAYS","on":true,"watch":90,"act":180,"weeks":null}]'::jsonb, 3, 'Ilmiy kengash qarori, kuzgi semestr',
    (select a.id from accounts a join staff s on s.account_id = a.id and s.institution_id = $1 where a.username = 'dean'), edulab_now() - interval '80 days'`;

/** The faculty of the dean looks at homework as well. */
const OF_FACULTY = `
  insert into risk_rules (institution_id, department_id, number, rules, together, note, author_id, created_at)
  select $1, d.id, ${OPENED}, (select jsonb_agg(case when r ->> 'kind' = 'HOMEWORK' then r || '{"on":true,"watch":10,"act":14}' else r end order by n)
           from jsonb_array_elements(i.rules) with ordinality x (r, n)), i.together, 'Fakultet kengashi qarori', i.author_id, edulab_now() - interval '50 days'
    from risk_rules i join staff s on s.account_id = i.author_id and s.institution_id = $1 join departments d on d.id = s.department_id
   where i.institution_id = $1 and i.department_id is null and s.deleted_at is null limit 1`;

/** Found in the weeks before by the same rules, and no more: their reasons are those of then. */
const BETTER = `
  insert into risk_cases (institution_id, student_id, status, level, worst, reasons, kinds, severity, rules_id, flagged_on, cleared_on, closed_on, close_reason)
  select $1, s.id, case when s.id % 3 = 0 then 'OPEN' else 'CLOSED' end, x.level, x.level,
         jsonb_build_array(jsonb_build_object('kind', 'HOMEWORK', 'level', x.level, 'value', x.value, 'limit', case when x.level = 'ACT' then 8 else 5 end, 'weeks', 6)),
         '{HOMEWORK}', 0, (select max(id) from risk_rules where institution_id = $1 and department_id is null),
         $2::date - 20 - s.id % 40, $2::date - s.id % 15, case when s.id % 3 = 0 then null else $2::date - s.id % 15 end, case when s.id % 3 = 0 then null else 'IMPROVED' end
    from students s cross join lateral (select case when s.id % 4 = 0 then 'ACT' else 'WATCH' end as level, case when s.id % 4 = 0 then 8 + s.id % 3 else 5 + s.id % 2 end as value) x
   where s.institution_id = $1 and s.status = 'ACTIVE' and s.deleted_at is null and s.id % 61 = 7
     and s.id not in (select student_id from risk_cases)`;

/** Most were found before today. */
const EARLIER = `
  update risk_cases set flagged_on = $2::date - 2 - id % 55, created_at = ($2::date - 2 - id % 55)::timestamptz
   where institution_id = $1 and cleared_on is null and id % 9 <> 0`;

const DONE = `
  insert into risk_actions (institution_id, case_id, kind, done_on, text, outcome, next_on, author_id)
  select c.institution_id, c.id, d.kind, d.day, d.text, d.outcome, case when d.nth = d.times and c.status = 'OPEN' and c.cleared_on is null then $2::date - 3 + c.id % 14 end, a.id
    from risk_cases c
    cross join lateral (select 1 + c.id % 3 as times) t
    cross join lateral (
      select n as nth, t.times, least(c.flagged_on + n * 3, coalesce(c.cleared_on, $2::date)) as day,
             (array['CALL', 'MEETING', 'NOTE', 'REFERRAL'])[1 + (c.id + n) % 4] as kind,
             (array['Talaba bilan gaplashildi: ishlayapti, kechki guruhga oʻtishni soʻradi.', 'Ota-onasi bilan kelishildi, haftada ikki marta nazorat qilinadi.', 'Telefonga javob bermadi, guruhdoshlari orqali xabar berildi.', 'Psixologga yoʻllandi.', 'Qarzdorlik boʻyicha toʻlov jadvali tuzildi.'])[1 + (c.id * 3 + n) % 5] as text,
             (array['REACHED', 'AGREED', 'NOT_REACHED', 'WAITING', null])[1 + (c.id + n * 2) % 5] as outcome
        from generate_series(1, t.times) n) d
    left join (select a.id, a.username from accounts a join staff s on s.account_id = a.id and s.institution_id = $1) a
      on a.username = case when c.id % 2 = 0 then 'academic_mentor' else 'dean' end
   where c.institution_id = $1 and c.flagged_on < $2::date and (c.cleared_on is not null and c.id % 5 < 3 or c.cleared_on is null and c.id % 5 < 2)`;

/** As a call keeps it with each action. */
const SUMMED = `
  update risk_cases c set actions = x.count, first_action_on = x.first, last_action_on = x.last, next_on = x.next
    from (select a.case_id, count(*) as count, min(a.done_on) as first, max(a.done_on) as last, (array_agg(a.next_on order by a.done_on desc, a.id desc))[1] as next
            from risk_actions a where a.institution_id = $1 group by 1) x where x.case_id = c.id`;
