import type pg from 'pg';

/** Dated lessons and registers of the last three semesters that have begun: from the plans, in the database itself. */

/** A module is taught fifteen times a semester, four hours each time: lecture and seminar by turns. */
const WEEKS = 15;

/** Dated lessons with their groups. Every module of a group has a weekday of its own, groups of a course follow each other by hours. */
async function loadSessions(client: pg.PoolClient): Promise<void> {
  await client.query(`
    create temp table planned_lessons on commit drop as
    with begun as (
      select t.*, row_number() over (partition by t.institution_id order by t.starts_on desc) as age,
             date_trunc('week', t.starts_on + 6)::date as monday
        from semesters t where t.starts_on <= current_date),
    taught as (
      select cm.institution_id, cm.id as course_module_id, g.id as group_id, t.monday, t.ends_on,
             dense_rank() over (partition by cm.course_id, cm.academic_year_id, cm.study_year, cm.semester order by cm.id) as place,
             dense_rank() over (partition by cm.id order by g.id) - 1 as turn
        from begun t join course_modules cm on cm.academic_year_id = t.academic_year_id and cm.semester = t.number and cm.deleted_at is null
        join academic_years y on y.id = cm.academic_year_id
        join groups g on g.course_id = cm.course_id and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
       where t.age <= 3)
    select nextval(pg_get_serial_sequence('class_sessions', 'id'))::int as id, x.*,
           -- No two modules of a group on one day, no teacher twice at one hour.
           x.monday + week * 7 + ((x.place + x.turn / 4) % 6)::int as date, time '08:00' + make_interval(hours => (x.turn % 4)::int * 3) as starts_at,
           case when (week + x.turn) % 2 = 0 then 'LECTURE' else 'SEMINAR' end as kind
      from taught x cross join generate_series(0, ${WEEKS - 1}) as week
     order by x.institution_id, date, x.group_id`);
  await client.query(`
    with rooms as (
      select id, institution_id, row_number() over (partition by institution_id order by id) - 1 as n, count(*) over (partition by institution_id) as many
        from education_places where kind in ('CLASSROOM', 'LECTURE_HALL') and deleted_at is null)
    insert into class_sessions (id, institution_id, course_module_id, date, starts_at, ends_at, room_id, staff_id, kind, sessions, source, state, called_at, called_by, created_at, updated_at)
    overriding system value
    select l.id, l.institution_id, l.course_module_id, l.date, l.starts_at, l.starts_at + interval '2 hours 50 minutes', r.id, t.staff_id, l.kind, 2, 'TIMETABLE',
           case when held then 'HELD' else 'PLANNED' end, case when held then (l.date + l.starts_at) at time zone 'Asia/Tashkent' + interval '9 minutes' end,
           case when held then s.account_id end, l.monday - 7, l.monday - 7
      from planned_lessons l
      left join course_module_teachers t on t.course_module_id = l.course_module_id and t.role = case l.kind when 'LECTURE' then 'LEADER' else 'SEMINAR' end
      left join staff s on s.id = t.staff_id
      left join rooms r on r.institution_id = l.institution_id and r.n = l.group_id % r.many
      -- A few registers of this week were forgotten.
      cross join lateral (select l.date < current_date and not (l.date > current_date - 6 and l.id % 30 = 0) as held) h`);
  await client.query(
    'insert into class_session_groups (institution_id, session_id, group_id) select institution_id, id, group_id from planned_lessons',
  );
  await client.query('analyze class_sessions, class_session_groups, group_members, module_choices');
}

/** Everybody's marks: about 92 of 100 were there; some students miss much. */
async function loadCells(client: pg.PoolClient): Promise<number> {
  // Indexes are made afterwards in one go, which costs a third; the sums are made below.
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    "select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'attendance'::regclass and contype = 'p'",
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'attendance'::regclass and not indisprimary`,
  );
  for (const { name } of keys) await client.query(`alter table attendance drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('alter table attendance disable trigger user');
  const { rowCount } = await client.query(`
    insert into attendance (institution_id, session_id, student_id, marked_by, marked_at, status)
    select s.institution_id, s.id, m.student_id, s.called_by, s.called_at,
           case when chance < missing then 'NOT_ATTENDED' when chance < missing + 30 then 'EXPLICABLE' else 'ATTENDED' end
      from planned_lessons l join class_sessions s on s.id = l.id and s.state = 'HELD'
      join course_modules cm on cm.id = l.course_module_id
      join group_members m on m.group_id = l.group_id and m.starts_on <= l.date and (m.ends_on is null or m.ends_on >= l.date)
      join students st on st.id = m.student_id and (st.status = 'ACTIVE' or st.status_since > l.date)
      left join module_choices c on c.course_module_id = cm.id and c.student_id = m.student_id and c.state = 'CHOSEN'
      cross join lateral (select (hashint8(m.student_id::bigint * 4294967 + l.id) & 2147483647) % 1000 as chance,
                                 case when m.student_id % 97 = 0 then 300 when m.student_id % 41 = 0 then 160 else 42 end as missing) h
     where cm.type = 'CORE' or c.id is not null
     order by l.id`);
  for (const { name, definition } of keys)
    await client.query(`alter table attendance add constraint ${name} ${definition}`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('alter table attendance enable trigger user');
  await client.query(`
    insert into attendance_totals (institution_id, course_module_id, student_id, attended, missed, explained)
    select l.institution_id, l.course_module_id, a.student_id, 2 * count(*) filter (where a.status = 'ATTENDED'), 2 * count(*) filter (where a.status = 'NOT_ATTENDED'), 2 * count(*) filter (where a.status = 'EXPLICABLE')
      from attendance a join planned_lessons l on l.id = a.session_id
     group by 1, 2, 3`);
  return rowCount ?? 0;
}

/** What students of the last weeks gave as their reasons, most of them waiting for the office. */
async function loadReasons(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into attendance_reasons (institution_id, student_id, kind, starts_on, ends_on, text, status, submitted_by, decision, decided_at, created_at, updated_at)
    select x.institution_id, x.student_id, x.kind, x.date, x.date + (x.student_id % 3), x.text, x.status, coalesce(x.account_id, x.called_by),
           case x.status when 'UPDATE_REQUIRED' then 'Maʼlumotnomaning oʻzini ham yuklang' when 'REJECTED' then 'Sana mos kelmaydi' end,
           case when x.status <> 'SUBMITTED' then now() - interval '1 day' end, x.date + time '18:00', x.date + time '18:00'
      from (select distinct on (a.student_id) a.institution_id, a.student_id, s.date, s.called_by, st.account_id,
                   (array['ILLNESS', 'FAMILY', 'OFFICIAL'])[a.student_id % 3 + 1] as kind,
                   (array['Shifokor qabulida boʻldim, maʼlumotnoma ilova qilinadi', 'Oilaviy sabab', 'Universitet nomidan musobaqada qatnashdim'])[a.student_id % 3 + 1] as text,
                   (array['SUBMITTED', 'SUBMITTED', 'SUBMITTED', 'UPDATE_REQUIRED', 'REJECTED'])[a.student_id % 5 + 1] as status
              from attendance a join class_sessions s on s.id = a.session_id join students st on st.id = a.student_id
             where s.date between current_date - 14 and current_date and s.state = 'HELD' and a.status = 'NOT_ATTENDED' and (a.student_id % 37 = 0 or st.account_id is not null and a.student_id < 50)
             order by a.student_id, s.date) x
     where x.called_by is not null or x.account_id is not null`);
}

/** Answers how many cells the registers have. */
export async function loadAttendance(client: pg.PoolClient): Promise<number> {
  await loadSessions(client);
  const cells = await loadCells(client);
  await loadReasons(client);
  return cells;
}
