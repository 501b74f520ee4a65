import type pg from 'pg';
import { oneGroupIn, withoutIndexes } from './load-copy.ts';

/**
 * Plans, marks and totals of the last three semesters that have begun: two that boards have confirmed and the running one
 * on its way: some of it anonymous, some by criteria, some tried again. Set by set in the database itself; triggers rest
 * meanwhile, and what they keep is made at the end.
 */

const title = (uz: string, ru: string, en: string) => JSON.stringify({ uz, ru, en }).replaceAll("'", "''");
/** Code, title, kind and weight of what every module is marked by; before last year's reform two halves made the mark. */
const PARTS = [
  ['JN', title('Joriy nazorat', 'Текущий контроль', 'Coursework'), 'COURSEWORK', 30, 50],
  ['ON', title('Oraliq nazorat', 'Промежуточный контроль', 'Mid-term test'), 'QUIZ', 20, 0],
  ['YN', title('Yakuniy nazorat', 'Итоговый контроль', 'Final exam'), 'EXAM', 50, 50],
] as const;

const CRITERIA = [
  [title('Mazmun va dalillar', 'Содержание и доводы', 'Content and argument'), 40],
  [title('Usul va hisob', 'Метод и расчёт', 'Method and working'), 40],
  [title('Rasmiylashtirish', 'Оформление', 'Presentation'), 20],
] as const;
const LEVELS = JSON.stringify([
  { title: 'Aʼlo', points: 95, description: 'Toʻliq, mustaqil va xatosiz' },
  { title: 'Yaxshi', points: 80, description: 'Ayrim kamchiliklar bilan' },
  { title: 'Qoniqarli', points: 65, description: 'Asosiysi bor' },
  { title: 'Yetarli emas', points: 40, description: 'Qayta ishlash kerak' },
]);

/** Every module of these semesters with its plan and components. */
async function loadPlans(client: pg.PoolClient): Promise<void> {
  await client.query(`
    create temp table marked_modules on commit drop as
    select cm.id, cm.institution_id, t.starts_on, t.ends_on, row_number() over (partition by cm.institution_id, cm.course_id, cm.study_year, t.id order by cm.id) as place, t.age,
           cm.type, cm.course_id, extract(year from y.starts_on)::int - cm.study_year + 1 as entry_year,
           -- Of those that the demo's teacher has, one has an anonymous mid-term test and the next a rubric.
           t.age = 1 and coalesce(h.place = 1, cm.id % 17 = 1) as anonymous, t.age = 1 and coalesce(h.place = 2, cm.id % 29 = 2) as rubric,
           t.age = 2 and cm.id % 5 = 0 as board_waits
      from (select *, dense_rank() over (partition by institution_id order by starts_on desc) as age from semesters where starts_on <= (select edulab_today())) t
      join course_modules cm on cm.academic_year_id = t.academic_year_id and cm.semester = t.number and cm.deleted_at is null
      join academic_years y on y.id = cm.academic_year_id
      left join (select x.course_module_id, dense_rank() over (order by x.course_module_id) as place
                   from course_module_teachers x join staff w on w.id = x.staff_id join accounts a on a.id = w.account_id and a.username = 'teacher'
                   join course_modules z on z.id = x.course_module_id
                   join (select distinct on (institution_id) * from semesters where starts_on <= (select edulab_today()) order by institution_id, starts_on desc) n
                     on n.academic_year_id = z.academic_year_id and n.number = z.semester group by 1) h on h.course_module_id = cm.id
     where t.age <= 3`);
  await client.query(`
    insert into assessment_plans (institution_id, course_module_id, pass_mark, scale, retake_cap, retake_fee, state, marking_begun_at, created_at, updated_at)
    select institution_id, id, 60, 'FIVE', 60, 350000, 'ACTIVE', starts_on + 30, starts_on - 20, starts_on - 20 from marked_modules`);
  await client.query(`
    insert into assessment_components (institution_id, course_module_id, code, title, kind, weight, minimum, position, due_at, exam_date, anonymous, second_marking_share, created_at, updated_at)
    select m.institution_id, m.id, p.code, p.title::jsonb, p.kind, w.weight, case p.code when 'YN' then 30 end, p.position,
           case p.code when 'JN' then m.ends_on - 21 when 'ON' then m.starts_on + 60 end, case p.code when 'YN' then m.ends_on - 7 + (m.place % 6)::int end,
           m.anonymous and p.code = 'ON', case when m.anonymous and p.code = 'ON' then 20 else 0 end, m.starts_on - 20, m.starts_on - 20
      from marked_modules m cross join (values ${PARTS.map(([code, name, kind, now, before], at) => `('${code}', '${name}', '${kind}', ${now}, ${before}, ${at + 1})`).join(', ')}) as p (code, title, kind, now, before, position)
     cross join lateral (select case when m.age > 2 then p.before else p.now end as weight) w where w.weight > 0`);
  await client.query('analyze marked_modules, assessment_components, assessment_plans');
  await client.query(`
    insert into assessment_criteria (institution_id, component_id, title, weight, levels, position, created_at, updated_at)
    select c.institution_id, c.id, k.title::jsonb, k.weight, '${LEVELS}', k.position, c.created_at, c.created_at
      from assessment_components c join marked_modules m on m.id = c.course_module_id and m.rubric
     cross join (values ${CRITERIA.map(([name, weight], at) => `('${name}', ${weight}, ${at + 1})`).join(', ')}) as k (title, weight, position) where c.code = 'JN'`);
  // Module leaders lead something, so that their account shows what they do.
  await client.query(`
    insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
    select t.institution_id, t.course_module_id, s.id, 'LECTURER'
      from (select distinct on (x.course_module_id) x.* from course_module_teachers x join staff w on w.id = x.staff_id join accounts a on a.id = w.account_id and a.username = 'teacher') t
      join staff s on s.institution_id = t.institution_id join accounts a on a.id = s.account_id and a.username = 'module_leader'
    on conflict do nothing`);
}

/** Who did well does well: a mark is what the student is able to, more or less. Answers how many there are. */
async function loadMarks(client: pg.PoolClient, oneIn: number): Promise<number> {
  const { rowCount } = await withoutIndexes(client, ['marks'], () =>
    client.query(`
    insert into marks (institution_id, course_module_id, component_id, student_id, value, special, status, second_value, second_marker, marked_by, marked_at)
    select p.institution_id, p.module, c.id, p.student_id, case when chance >= 12 then round(value * 2) / 2 end, case when chance < 12 then 'ABSENT' end,
           case when p.board_waits then 'CONFIRMED' when p.age > 1 then 'LOCKED' when c.code = 'ON' then 'SUBMITTED' when p.rubric then 'DRAFT'
                else (array['PUBLISHED', 'SUBMITTED', 'DRAFT', 'MODERATED'])[p.place % 4 + 1] end,
           case when twice and chance >= 12 then greatest(0, least(100, round(value * 2) / 2 + case when chance % 7 = 0 then -13 else chance % 9 - 4 end)) end, case when twice and chance >= 12 then z.id end, l.markers[1 + case when p.age > 1 then p.group_id % cardinality(l.markers) else 0 end],
           least(coalesce(c.exam_date::timestamptz, c.due_at, p.starts_on::timestamptz) + interval '3 days', edulab_now() - interval '1 day' - (chance || ' minutes')::interval)
      from (select m.id as module, m.institution_id, m.age, m.place, m.starts_on, m.ends_on, m.anonymous, m.rubric, m.board_waits, g.student_id, r.id as group_id
              from marked_modules m join groups r on r.course_id = m.course_id and r.entry_year = m.entry_year and r.kind = 'MAIN'${oneGroupIn(oneIn, 'r.id')}
              join group_members g on g.group_id = r.id and g.starts_on <= m.ends_on and (g.ends_on is null or g.ends_on > least(m.ends_on, (select edulab_today())))
             where m.type = 'CORE'
            union all
            select m.id, m.institution_id, m.age, m.place, m.starts_on, m.ends_on, m.anonymous, m.rubric, m.board_waits, o.student_id, 0
              from marked_modules m join module_choices o on o.course_module_id = m.id and o.state = 'CHOSEN'${oneGroupIn(oneIn, 'o.student_id')} where m.type <> 'CORE') p
      join students s on s.id = p.student_id and (s.status = 'ACTIVE' or s.status_since > least(p.ends_on, (select edulab_today())))
      join assessment_components c on c.course_module_id = p.module and (p.age > 1 or c.code = 'JN' or (c.code = 'ON' and p.anonymous))
      left join (select t.course_module_id, array_agg(w.account_id order by t.role, w.account_id) as markers from course_module_teachers t join staff w on w.id = t.staff_id and w.account_id is not null group by 1) l on l.course_module_id = p.module
      left join accounts z on z.username = 'module_leader' and p.institution_id = 1
     cross join lateral (select (hashint8(p.student_id::bigint * 7919 + c.id) & 2147483647) % 1000 as chance,
                                62 + (hashint4(p.student_id) & 1023) % 34 + ((hashint8(p.student_id::bigint * 104729 + c.id) & 1023) % 31 - 15)::numeric as raw) h
     cross join lateral (select least(100, greatest(18, case when h.chance % 17 = 3 then h.raw - 25 else h.raw end - case when p.age > 1 and p.module % 2 = 0 and p.group_id % cardinality(l.markers) = 1 then 8 else 0 end)) as value) v
     cross join lateral (select p.anonymous and c.code = 'ON' and h.chance % 5 = 0 and z.id is not null as twice) b
     where p.age > 1 or p.anonymous or p.rubric or p.place % 4 <> 2 or h.chance % 5 <> 0
     order by p.module, c.id, p.student_id`),
  );
  // Where nobody takes the module, nobody has begun to mark.
  await client.query(
    `update assessment_plans p set marking_begun_at = null from marked_modules x
      where x.id = p.course_module_id and not exists (select from marks m where m.course_module_id = x.id)`,
  );
  await loadPoints(client);
  await client.query('analyze marks');
  return rowCount ?? 0;
}

/** Points by criterion whose weighted mean is the mark: two criteria of the same weight lie as far above it as below. */
async function loadPoints(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into criterion_marks (institution_id, criterion_id, student_id, points, level, marked_by)
    select m.institution_id, k.id, m.student_id, p.points, case when p.points >= 90 then 0 when p.points >= 75 then 1 when p.points >= 55 then 2 else 3 end, m.marked_by
      from marked_modules x join marks m on m.course_module_id = x.id and m.value is not null
      join assessment_criteria k on k.component_id = m.component_id
     cross join lateral (select m.value + case k.position when 1 then 1 when 2 then -1 else 0 end * least(m.student_id % 7, m.value, 100 - m.value) as points) p
     where x.rubric`);
}

/** Who failed last semester tries again: some have done so, some wait, some have not paid yet. */
async function loadRetakes(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into assessment_attempts (institution_id, course_module_id, number, opens_on, closes_on, note)
    select institution_id, id, 2, least(ends_on + 20, (select edulab_today()) - 10), (select edulab_today()) + 30, 'Qayta topshirish' from marked_modules where board_waits`);
  await client.query(`
    create temp table again on commit drop as
    select r.institution_id, r.course_module_id, r.student_id, c.id as component_id, row_number() over (order by r.id) % 3 as way, m.value, m.marked_by
      from module_results r join marked_modules x on x.id = r.course_module_id and x.board_waits
      join assessment_components c on c.course_module_id = x.id and c.code = 'YN'
      join marks m on m.component_id = c.id and m.student_id = r.student_id
      join students s on s.id = r.student_id and s.status = 'ACTIVE'
     where r.passed = false`);
  await client.query(`
    insert into assessment_retakes (institution_id, course_module_id, student_id, attempt, component_ids, fee, reason, state)
    select institution_id, course_module_id, student_id, 2, array[component_id], 350000, 'Oʻtish balidan past',
           case way when 0 then 'DONE' else 'REGISTERED' end from again`);
  await client.query(`
    insert into marks (institution_id, course_module_id, component_id, student_id, attempt, value, status, marked_by, marked_at)
    select institution_id, course_module_id, component_id, student_id, 2, least(100, coalesce(value, 30) + 25 + student_id % 20), 'PUBLISHED', marked_by, edulab_now() - interval '6 days'
      from again where way = 0`);
  await client.query('select assessment_store(array_agg(distinct course_module_id)) from again having count(*) > 0');
}

/** Totals, and the boards that saw them. */
async function loadResults(client: pg.PoolClient): Promise<void> {
  // Totals are as old as what they were made of, so that the past has them too.
  const { rows: ages } = await client.query<{ age: string; at: string }>(
    "select age, least(max(ends_on) + 5, edulab_now() - interval '1 day')::text as at from marked_modules group by 1 order by 1 desc",
  );
  const { rows: clocks } = await client.query<{ clock: string }>(
    "select current_setting('edulab.clock', true) as clock",
  );
  for (const { age, at } of ages) {
    await client.query('select edulab_turn_clock($1::timestamptz)', [at]);
    await client.query(
      'select assessment_store(array_agg(id)) from marked_modules where age = $1 group by institution_id',
      [age],
    );
    await client.query("select set_config('edulab.clock', $1, true)", [clocks[0]?.clock ?? '']);
  }
  await loadRetakes(client);
  await client.query(`
    insert into assessment_boards (institution_id, course_module_id, number, held_on, members, account_id, confirmed, results, created_at)
    select m.institution_id, m.id, m.id::text, h.day, '[{"name":"Rahimova Gulnora","role":"CHAIR"},{"name":"Toshmatov Sardor","role":"SECRETARY"}]', a.id,
           k.marks, r.results, h.day
      from marked_modules m cross join lateral (select case when m.board_waits then (select edulab_today()) - 4 else m.ends_on + 5 end as day) h
      join accounts a on a.username = case m.institution_id when 1 then 'course_leader' else 'admin_samarkand' end
      join (select r.course_module_id, jsonb_agg(jsonb_build_object('name', s.full_name, 'student_no', s.student_no, 'total', r.total, 'letter', r.letter, 'five', r.five, 'passed', r.passed, 'status', r.status) order by s.full_name) as results
              from module_results r join students s on s.id = r.student_id group by 1) r on r.course_module_id = m.id
      join (select course_module_id, count(*) as marks from marks group by 1) k on k.course_module_id = m.id
     where m.age > 1`);
}

/** Code, name, least average, least total, whether retakes are allowed: what degrees are called in the country. */
const CLASSES = [
  ['HONOURS', title('Imtiyozli diplom', 'Диплом с отличием', 'Diploma with honours'), 86, 71, false],
  ['DIPLOMA', title('Diplom', 'Диплом', 'Diploma'), 60, 60, true],
] as const;

/** Letters with half steps from the coming academic year; this year's are the usual ones, as the senate once wrote them down. */
const SCALES = [
  [
    'LETTER',
    title('Harfli shkala', 'Буквенная шкала', 'Letter scale'),
    -3,
    [
      ['A', 90, 4],
      ['B', 80, 3],
      ['C', 70, 2],
      ['D', 60, 1],
      ['F', 0, 0],
    ],
  ],
  [
    'LETTER',
    title('Yarim pogʻonali harfli shkala', 'Буквенная шкала с полуступенями', 'Letter scale with half steps'),
    1,
    [
      ['A+', 95, 4.3],
      ['A', 90, 4],
      ['B+', 85, 3.5],
      ['B', 80, 3],
      ['C+', 75, 2.5],
      ['C', 70, 2],
      ['D', 60, 1],
      ['F', 0, 0],
    ],
  ],
] as const;

/** What totals and degrees are called, and who signs transcripts. */
async function loadOffice(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into degree_classes (institution_id, code, title, minimum_average, minimum_total, retakes_allowed)
    select i.id, c.code, c.title::jsonb, c.average, c.total, c.retakes from institutions i
     cross join (values ${CLASSES.map(([code, name, average, total, retakes]) => `('${code}', '${name}', ${average}, ${total}, ${retakes})`).join(', ')}) as c (code, title, average, total, retakes)`);
  const scales = SCALES.map(([code, name, years, bands]) => {
    const rows = JSON.stringify(bands.map(([grade, from, point]) => ({ grade, from, point })));
    return `('${code}', '${name}', ${years}, '${rows}')`;
  });
  await client.query(`
    insert into grade_scales (institution_id, code, title, valid_from, bands)
    select y.institution_id, s.code, s.title::jsonb, (y.starts_on + make_interval(years => s.years))::date, s.bands::jsonb
      from academic_years y cross join (values ${scales.join(', ')}) as s (code, title, years, bands) where y.current and y.deleted_at is null`);
  await client.query(`
    update institutions i set details = i.details || jsonb_build_object('registrar', concat_ws(' ', a.lastname, a.firstname, a.midname))
      from accounts a where a.username = case i.id when 1 then 'registrar_head' else 'registrar_officer_samarkand' end`);
}

/** Answers how many marks there are. Only one group in `oneIn` gets marks, as it is with registers. */
export async function loadAssessment(client: pg.PoolClient, oneIn: number): Promise<number> {
  await loadOffice(client);
  await loadPlans(client);
  const count = await loadMarks(client, oneIn);
  await loadResults(client);
  await withoutIndexes(client, ['mark_events'], () =>
    client.query("select edulab_ledger_adopt('IMPORTED', edulab_now())"),
  );
  return count;
}
