import type pg from 'pg';

/**
 * The exams that the running semester ends with, to be spread; a published plan of mid-term exams that are soon; and for
 * whom something else was decided in exams. Takes `taught` and `slots`.
 */
export async function loadExams(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings, created_at, updated_at)
    select s.institution_id, s.id, 'Yakuniy nazorat ' || y.name, s.ends_on - 34, s.ends_on,
           '[{"starts_at":"09:00","ends_at":"12:00"},{"starts_at":"13:00","ends_at":"16:00"},{"starts_at":"16:30","ends_at":"19:30"}]', edulab_now(), edulab_now()
      from semesters s join academic_years y on y.id = s.academic_year_id where s.starts_on <= (select edulab_today()) and s.ends_on >= (select edulab_today())`);
  await client.query(`
    insert into exams (institution_id, period_id, course_module_id, student_ids)
    select p.institution_id, p.id, c.id, coalesce(case c.type when 'CORE' then
             (select array_agg(m.student_id order by m.student_id) from groups g join group_members m on m.group_id = g.id and m.ends_on is null
               where g.course_id = c.course_id and g.kind = 'MAIN' and extract(year from y.starts_on)::int - g.entry_year + 1 = c.study_year)
             else (select array_agg(h.student_id order by h.student_id) from module_choices h where h.course_module_id = c.id and h.state = 'CHOSEN') end, '{}')
      from exam_periods p join semesters s on s.id = p.semester_id join academic_years y on y.id = s.academic_year_id
      join course_modules c on c.academic_year_id = s.academic_year_id and c.semester = s.number and c.active and c.deleted_at is null`);
  await client.query(`
    insert into exam_arrangements (institution_id, student_id, extra_percent, apart, note)
    select institution_id, id, case when id % 3 = 0 then 50 else 25 end, id % 4 = 0, case when id % 4 = 0 then 'Tibbiy komissiya xulosasi' end
      from students where status = 'ACTIVE' and deleted_at is null and id % 397 = 5`);
  await loadMidterms(client);
}

/** The last lessons of a day begin then; whoever has none sits an exam. */
const EVENING = { hour: 3, sittings: '[{"starts_at":"17:00","ends_at":"18:30"}]', minutes: 80 };
/** Programmes of few groups, so that each exam fits into one room; and for how many days on end. */
const SMALL = { groups: 3, students: 60, modules: 40, days: 12 };

interface Module {
  institution_id: number;
  semester_id: number;
  year: string;
  course_module_id: number;
  programme: string;
  student_ids: number[];
  families: number[];
}
interface Busy {
  day: number;
  family: number;
  room_id: number;
  staff_id: number;
}
interface Hall {
  institution_id: number;
  course_module_id: number;
  date: string;
  room_id: number;
  rows: number;
  columns: number;
  staff_ids: number[];
  seats: { row: number; column: number; student_id: number }[];
}

/** Mid-term exams of small programmes, in the evenings of the next days: seated and published. */
async function loadMidterms(client: pg.PoolClient): Promise<void> {
  const modules = await all<Module>(
    client,
    `select p.institution_id, p.semester_id, y.name as year, e.course_module_id, c.course_id || ' ' || c.study_year as programme, e.student_ids,
            array_agg(distinct coalesce(g.parent_id, g.id)) as families
       from exam_periods p join semesters s on s.id = p.semester_id join academic_years y on y.id = s.academic_year_id
       join exams e on e.period_id = p.id and cardinality(e.student_ids) between 6 and ${SMALL.students}
        and not exists (select 1 from exam_arrangements a where a.student_id = any(e.student_ids))
       join course_modules c on c.id = e.course_module_id and c.type = 'CORE' join taught t on t.course_module_id = c.id join groups g on g.id = t.group_id
      group by p.id, y.name, e.id, c.id having count(distinct g.id) <= ${SMALL.groups} order by min(e.student_ids[1]), e.course_module_id`,
  );
  if (modules.length === 0) return;
  const busy = await all<Busy>(
    client,
    `select x.day, coalesce(g.parent_id, g.id) as family, x.room_id, x.staff_id from slots x join taught t on t.plan = x.plan join groups g on g.id = t.group_id
      where x.hour = ${EVENING.hour} and t.monday > (select edulab_today()) - 180`,
  );
  const rooms = await all<{ id: number; institution_id: number; rows: number; columns: number }>(
    client,
    `select id, institution_id, coalesce(seat_rows, capacity / round(sqrt(capacity))::int) as rows, coalesce(seat_columns, round(sqrt(capacity))::int) as columns
       from education_places where kind in ('CLASSROOM', 'LECTURE_HALL') and capacity > 0 and deleted_at is null order by capacity, id`,
  );
  const people = await all<{ id: number; institution_id: number }>(
    client,
    `select s.id, s.institution_id from staff s join job_positions j on j.id = s.job_position_id
      where s.status = 'ACTIVE' and s.deleted_at is null and j.kind = 'TEACHING' order by s.id % 7, s.id`,
  );
  const days = await all<{ date: string; day: number }>(
    client,
    `select d::date::text as date, extract(isodow from d)::int - 1 as day from generate_series((select edulab_today()) + 4, (select edulab_today()) + 24, interval '1 day') d
      where extract(isodow from d) < 7 and not exists (select 1 from calendar_events e where e.type = 'HOLIDAY' and (e.starts_at at time zone 'Asia/Tashkent')::date <= d and (e.ends_at at time zone 'Asia/Tashkent') > d)
      limit ${SMALL.days}`,
  );
  const taken = new Set<string>();
  for (const { day, family, room_id, staff_id } of busy)
    for (const what of [`family ${family}`, `room ${room_id}`, `staff ${staff_id}`]) taken.add(`${what} ${day}`);
  const halls: Hall[] = [];
  for (const one of modules) {
    if (halls.length === SMALL.modules) break;
    const { institution_id, course_module_id, programme, student_ids } = one;
    for (const { date, day } of days) {
      const free = (what: string) => !taken.has(`${what} ${day}`) && !taken.has(`${what} ${date}`);
      if (!free(`programme ${programme}`) || !one.families.every((family) => free(`family ${family}`))) continue;
      const needed = Math.ceil(student_ids.length / 30);
      const own = <T extends { id: number; institution_id: number }>(list: readonly T[], what: string) =>
        list.filter((each) => each.institution_id === institution_id && free(`${what} ${each.id}`));
      // Nobody sits beside the same paper: every other seat, as on a chessboard.
      const room = own(rooms, 'room').find(
        ({ rows, columns }) => Math.floor((rows * columns) / 2) >= student_ids.length,
      );
      const staff_ids = own(people, 'staff')
        .slice(0, needed)
        .map(({ id }) => id);
      if (!room || staff_ids.length < needed) continue;
      for (const what of [`programme ${programme}`, `room ${room.id}`, ...staff_ids.map((id) => `staff ${id}`)])
        taken.add(`${what} ${date}`);
      const places = Array.from({ length: room.rows * room.columns }, (_, at) => ({
        row: Math.floor(at / room.columns) + 1,
        column: (at % room.columns) + 1,
      })).filter(({ row, column }) => (row + column) % 2 === 0);
      // Each exam begins with somebody else.
      const seats = student_ids.map((_, at) => ({
        ...places[at]!,
        student_id: student_ids[(at + course_module_id * 7) % student_ids.length]!,
      }));
      const { rows, columns } = room;
      halls.push({ institution_id, course_module_id, date, room_id: room.id, rows, columns, staff_ids, seats });
      break;
    }
  }
  await client.query(
    `with halls as materialized (
       select * from jsonb_to_recordset($1::jsonb) as x (institution_id int, course_module_id int, date date, room_id int, rows int, columns int, staff_ids int[], seats jsonb)),
     periods as (
       insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings, state, twice, published_at, created_at, updated_at)
       select p.institution_id, p.semester_id, 'Oraliq' || substr(p.title, 8), (select min(date) from halls h where h.institution_id = p.institution_id),
              (select max(date) from halls h where h.institution_id = p.institution_id), '${EVENING.sittings}', 'PUBLISHED', 0, edulab_now() - interval '6 days', edulab_now() - interval '9 days', edulab_now() - interval '6 days'
         from exam_periods p where exists (select 1 from halls h where h.institution_id = p.institution_id) returning id, institution_id),
     made as (
       insert into exams (institution_id, period_id, course_module_id, minutes, date, sitting, student_ids)
       select h.institution_id, p.id, h.course_module_id, ${EVENING.minutes}, h.date, 1, array(select (s ->> 'student_id')::int from jsonb_array_elements(h.seats) s order by 1)
         from halls h join periods p using (institution_id) returning id, period_id, course_module_id),
     rooms as (
       insert into exam_halls (institution_id, period_id, date, sitting, room_id, seat_rows, seat_columns, staff_ids)
       select h.institution_id, p.id, h.date, 1, h.room_id, h.rows, h.columns, h.staff_ids from halls h join periods p using (institution_id)
       returning id, date, room_id)
     insert into exam_hall_seats (institution_id, hall_id, seat_row, seat_column, exam_id, student_id)
     select h.institution_id, r.id, (s ->> 'row')::int, (s ->> 'column')::int, m.id, (s ->> 'student_id')::int
       from halls h join made m using (course_module_id) join rooms r using (date, room_id) cross join jsonb_array_elements(h.seats) s`,
    [JSON.stringify(halls)],
  );
  await client.query(
    'insert into class_bookings select b.* from edulab_exam_bookings_of((select array_agg(id) from exam_halls)) b',
  );
}

const all = async <T extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<T[]> =>
  (await client.query<T>(text)).rows;
