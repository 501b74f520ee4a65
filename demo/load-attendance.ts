import type pg from 'pg';
import { withoutIndexes } from './load-copy.ts';

/** Dated lessons and registers of the last three semesters that have begun: from the plans, in the database itself. */

/** A module is taught fifteen times a semester, four hours each time: lecture and seminar by turns. */
const WEEKS = 15;
const TABLES = ['class_sessions', 'class_session_groups', 'class_bookings', 'attendance', 'attendance_totals'];

/** Who attends what, and every lesson with its day: small, so that the marks need few words. Takes `taught` and `slots`. */
async function planLessons(client: pg.PoolClient): Promise<void> {
  await client.query(`
    create temp table attending on commit drop as
    select s.plan, s.group_id, m.student_id, m.starts_on, least(m.ends_on, case when p.status = 'ACTIVE' then date 'infinity' else p.status_since - 1 end) as until,
           case when m.student_id % 97 = 0 then 300 when m.student_id % 41 = 0 then 160 else 42 end as missing
      from (select distinct plan, group_id from slots) s join taught t on t.plan = s.plan join group_members m on m.group_id = s.group_id join students p on p.id = m.student_id
      left join module_choices c on c.course_module_id = t.course_module_id and c.student_id = m.student_id and c.state = 'CHOSEN'
     where t.type = 'CORE' or c.id is not null`);
  await client.query(`
    create temp table planned_lessons on commit drop as
    select x.*, (x.date + x.starts_at) at time zone 'Asia/Tashkent' as begins,
           -- A few registers of this week were forgotten.
           case when x.date < (select edulab_today()) and not (x.date > (select edulab_today()) - 6 and x.id % 30 = 0) then x.account_id end as called_by,
           x.date < (select edulab_today()) and not (x.date > (select edulab_today()) - 6 and x.id % 30 = 0) as held
      from (
        select row_number() over (order by t.institution_id, t.monday + week * 7 + s.day, s.group_id)::int as id,
               t.plan, t.institution_id, t.course_module_id, s.group_id, t.monday, s.room_id, s.kind, s.staff_id, s.account_id,
               t.monday + week * 7 + s.day as date, time '08:00' + interval '3 hours' * s.hour as starts_at
          from taught t join slots s on s.plan = t.plan cross join generate_series(0, ${WEEKS - 1}) as week
         -- Lessons of holidays fall out, as they do when a timetable is published.
         where (s.kind = 'LECTURE') = ((week + t.turn) % 2 = 0) and (t.institution_id, t.monday + week * 7 + s.day) not in (
           select e.institution_id, d::date from calendar_events e
             cross join generate_series((e.starts_at at time zone 'Asia/Tashkent')::date, (e.ends_at at time zone 'Asia/Tashkent' - interval '1 second')::date, interval '1 day') d
            where e.type = 'HOLIDAY')) x`);
  await client.query('analyze attending, planned_lessons');
}

/** Dated lessons with their groups, and what those take up that may still be moved: this week's and all that come. */
async function loadSessions(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into class_sessions (id, institution_id, course_module_id, date, starts_at, ends_at, room_id, staff_id, kind, sessions, source, state, called_at, called_by, created_at, updated_at)
    overriding system value
    select id, institution_id, course_module_id, date, starts_at, starts_at + interval '2 hours 50 minutes', room_id, staff_id, kind, 2, 'TIMETABLE',
           case when held then 'HELD' else 'PLANNED' end, case when held then begins + interval '9 minutes' end, called_by, monday - 7, monday - 7
      from planned_lessons order by id`);
  await client.query(
    "select setval(pg_get_serial_sequence('class_sessions', 'id'), (select max(id) from class_sessions))",
  );
  await client.query(
    'insert into class_session_groups (institution_id, session_id, group_id, date) select institution_id, id, group_id, date from planned_lessons order by id',
  );
  await client.query(
    'insert into class_bookings select b.* from edulab_bookings_of((select array_agg(id) from planned_lessons where date > (select edulab_today()) - 7)) b',
  );
}

/** Everybody's marks: about 92 of 100 were there; some students miss much. */
async function loadCells(client: pg.PoolClient): Promise<number> {
  const { rowCount } = await client.query(`
    insert into attendance (institution_id, session_id, student_id, marked_by, marked_at, status)
    select l.institution_id, l.id, a.student_id, l.called_by, l.begins + interval '9 minutes',
           case when chance < missing then 'NOT_ATTENDED' when chance < missing + 30 then 'EXPLICABLE' else 'ATTENDED' end
      from planned_lessons l join attending a on a.plan = l.plan and a.group_id = l.group_id and l.date between a.starts_on and a.until
      cross join lateral (select (hashint8(a.student_id::bigint * 4294967 + l.id) & 2147483647) % 1000 as chance) h
     where l.held`);
  await client.query(`
    insert into attendance_totals (institution_id, course_module_id, student_id, attended, missed, explained)
    select t.institution_id, t.course_module_id, x.student_id, x.attended, x.missed, x.explained
      from (select l.plan, a.student_id, 2 * count(*) filter (where a.status = 'ATTENDED') as attended, 2 * count(*) filter (where a.status = 'NOT_ATTENDED') as missed,
                   2 * count(*) filter (where a.status = 'EXPLICABLE') as explained
              from attendance a join planned_lessons l on l.id = a.session_id group by 1, 2) x
      join taught t on t.plan = x.plan`);
  return rowCount ?? 0;
}

/** What students of the last weeks gave as their reasons, most of them waiting for the office. */
async function loadReasons(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into attendance_reasons (institution_id, student_id, kind, starts_on, ends_on, text, status, submitted_by, decision, decided_at, created_at, updated_at)
    select x.institution_id, x.student_id, x.kind, x.date, x.date + (x.student_id % 3), x.text, x.status, coalesce(x.account_id, x.called_by),
           case x.status when 'UPDATE_REQUIRED' then 'Maʼlumotnomaning oʻzini ham yuklang' when 'REJECTED' then 'Sana mos kelmaydi' end,
           case when x.status <> 'SUBMITTED' then edulab_now() - interval '1 day' end, x.date + time '18:00', x.date + time '18:00'
      from (select distinct on (a.student_id) a.institution_id, a.student_id, s.date, s.called_by, st.account_id,
                   (array['ILLNESS', 'FAMILY', 'OFFICIAL'])[a.student_id % 3 + 1] as kind,
                   (array['Shifokor qabulida boʻldim, maʼlumotnoma ilova qilinadi', 'Oilaviy sabab', 'Universitet nomidan musobaqada qatnashdim'])[a.student_id % 3 + 1] as text,
                   (array['SUBMITTED', 'SUBMITTED', 'SUBMITTED', 'UPDATE_REQUIRED', 'REJECTED'])[a.student_id % 5 + 1] as status
              from attendance a join class_sessions s on s.id = a.session_id join students st on st.id = a.student_id
             where s.date between (select edulab_today()) - 14 and (select edulab_today()) and s.state = 'HELD' and a.status = 'NOT_ATTENDED' and (a.student_id % 37 = 0 or st.account_id is not null and a.student_id < 50)
             order by a.student_id, s.date) x
     where x.called_by is not null or x.account_id is not null`);
}

/** Answers how many cells the registers have: those of all that is taught and placed. */
export async function loadAttendance(client: pg.PoolClient): Promise<number> {
  await planLessons(client);
  const cells = await withoutIndexes(client, TABLES, async () => {
    await loadSessions(client);
    return await loadCells(client);
  });
  await client.query('analyze class_sessions, attendance');
  await loadReasons(client);
  return cells;
}
