import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { ROUNDS } from './bars.ts';
import type { Job } from './job.ts';

/** How many registers are called in a round; as many as in all rounds warm the server up. */
const registers = 150;

/** Attendance and calendar: what a dean's office and a teacher ask for many times a day. */
export async function registerJobs(client: pg.Client): Promise<Job[]> {
  // The largest group that is taught in the running semester, and the groups after it.
  const { rows: groups } = await client.query<{ id: number; plan: number; students: number }>(
    `with running as (select id from course_modules where institution_id = 1 and deleted_at is null
        and (academic_year_id, semester) in (select t.academic_year_id, t.number from semesters t where t.institution_id = 1 and t.starts_on <= (select edulab_today()) and t.deleted_at is null order by t.starts_on desc limit 1))
     select g.group_id as id, max(s.course_module_id) as plan, (select count(*)::int from group_members m where m.group_id = g.group_id and m.ends_on is null and m.deleted_at is null) as students
       from class_session_groups g join class_sessions s on s.id = g.session_id
      where s.course_module_id in (select id from running) and s.state = 'HELD' group by g.group_id order by students desc, g.group_id limit 20`,
  );
  const [largest] = groups;
  if (!largest) return [];
  const lessons = await lessonsToCall(client, groups);
  let called = 0;
  const semester = `(select id from course_modules where (academic_year_id, semester) in (select t.academic_year_id, t.number from semesters t where t.institution_id = 1 and t.starts_on <= (select edulab_today()) and t.deleted_at is null order by t.starts_on desc limit 1))`;
  const month = clock.iso().slice(0, 8);
  return [
    {
      name: 'attendance of a group, semester',
      amount: 250,
      requests: [{ method: 'GET', path: `/attendance/table?group_id=${largest.id}&size=100` }],
      floor: (connection) =>
        connection.query({
          name: 'attendance of a group',
          text: `select st.id, st.student_no, st.firstname, st.lastname, st.midname, sum(t.attended) as attended, sum(t.missed) as missed, sum(t.explained) as explained
             from attendance_totals t join students st on st.id = t.student_id
            where t.course_module_id in ${semester} and t.student_id in (select student_id from group_members where group_id = $1 and ends_on is null and deleted_at is null)
            group by st.id order by st.full_name, st.id limit 100`,
          values: [largest.id],
        }),
    },
    {
      name: 'register of a group called',
      amount: registers,
      requests: [{ method: 'POST', path: '/attendance/' }],
      // A register is called once, so every request calls another.
      body: () => {
        const lesson = lessons[called++ % lessons.length];
        return JSON.stringify({
          session_id: lesson?.id,
          calling: true,
          reason: 'benchmark',
          cells: lesson?.absent.map((student_id) => ({ student_id, status: 'NOT_ATTENDED' })),
        });
      },
      floor: async (connection, index) => {
        const lesson = lessons[index % lessons.length];
        await connection.query('begin');
        await connection.query(
          `insert into attendance (institution_id, session_id, student_id, status, marked_by)
           select 1, -$1::int - 1, m.student_id, 'ATTENDED', 1 from group_members m where m.group_id = $2 and m.ends_on is null and m.deleted_at is null`,
          [index, lesson?.group],
        );
        const answer = await connection.query(
          `select a.*, st.student_no, st.firstname, st.lastname, st.midname from attendance a join students st on st.id = a.student_id where a.session_id = -$1::int - 1 order by st.full_name`,
          [index],
        );
        await connection.query('rollback');
        return answer;
      },
    },
    {
      name: 'calendar, a month',
      amount: 250,
      requests: [{ method: 'GET', path: `/calendar/event?from=${month}01&to=${month}28&size=500` }],
      floor: (connection) =>
        connection.query({
          name: 'month',
          text: `select x.*, count(*) over ()::int as total from (
             select 'calendar' as source, id::text as key, type, title, description, place, link, all_day, starts_at, ends_at, audience from calendar_events
              where institution_id = 1 and deleted_at is null and starts_at < $2::timestamptz and starts_at >= $1::timestamptz - interval '367 days' and ends_at > $1::timestamptz and audience <> 'PERSON'
             union all
             select 'semesters', t.id::text, 'SEMESTER', t.title ->> 'en', null, null, null, true, d.day::timestamp at time zone 'Asia/Tashkent', (d.day + 1)::timestamp at time zone 'Asia/Tashkent', null
               from semesters t join academic_years y on y.id = t.academic_year_id cross join lateral (values (t.starts_on), (t.ends_on)) d(day)
              where t.institution_id = 1 and d.day between $1::date and $2::date) x order by x.starts_at, x.all_day desc, x.source, x.key limit 500`,
          values: [`${month}01`, `${month}28`],
        }),
    },
  ];
}

/** Lessons of the last days that nobody called yet, made for this run at hours of their own, with three students each. */
async function lessonsToCall(client: pg.Client, groups: readonly { id: number; plan: number }[]) {
  // Those of an earlier run in a database that was kept hold the same groups at the same hours of the night.
  await client.query(
    "update class_sessions set deleted_at = edulab_now() where starts_at < time '05:00' and deleted_at is null",
  );
  const { rows } = await client.query<{ id: number; group: number; absent: number[] }>(
    `with made as (
       insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, kind, sessions)
       select 1, plan, (select edulab_today()) - 1 - (n % 5), time '00:00' + make_interval(mins => n / 5 * 2), time '00:01' + make_interval(mins => n / 5 * 2), 'LECTURE', 1
         from jsonb_to_recordset($1::jsonb) g(id int, plan int, place int) cross join generate_series(0, $2::int - 1) n
       returning id, course_module_id, date, starts_at),
     placed as (
       select m.id, g.id as group_id from (select *, row_number() over (partition by course_module_id, date, starts_at order by id) as n from made) m
         join (select *, row_number() over (partition by plan order by id) as n from jsonb_to_recordset($1::jsonb) g(id int, plan int)) g on g.plan = m.course_module_id and g.n = m.n),
     grouped as (insert into class_session_groups (institution_id, session_id, group_id) select 1, id, group_id from placed returning 1)
     select p.id, p.group_id as "group", (select array_agg(id) from (select st.id from group_members m join students st on st.id = m.student_id and st.status = 'ACTIVE' and st.deleted_at is null
                 where m.group_id = p.group_id and m.starts_on < (select edulab_today()) - 7 and m.ends_on is null and m.deleted_at is null order by m.id limit 3) x) as absent
       from placed p order by p.id % 7, p.id`,
    [JSON.stringify(groups), Math.ceil((2 * ROUNDS * registers) / groups.length)],
  );
  return rows;
}
