import type pg from 'pg';
import { oneGroupIn } from './load-copy.ts';

/**
 * A weekly place for each module of each group: a day and an hour, a room, and who lectures and who gives the seminar,
 * such that nobody and no room is in two places. Leaves the temporary tables `taught` and `slots`.
 */

const DAYS = 6;
const HOURS = 4;
/** The most double lessons that one person gives in two weeks; there are 48 to be had. */
const MOST = 30;

interface Taught {
  plan: number;
  institution_id: number;
  semester: string;
  module: number;
  group: number;
  faculty: number;
  lecturer: number | null;
  seminarist: number | null;
  place: number;
  turn: number;
}
interface Teacher {
  id: number;
  institution_id: number;
  faculty: number;
}
interface Slot {
  plan: number;
  day: number;
  hour: number;
  room_id: number;
  lecturer: number;
  seminarist: number;
}

/** What each group is taught, by whom. */
async function loadTaught(client: pg.PoolClient, oneIn: number): Promise<void> {
  await client.query('analyze semesters, academic_years, staff, course_module_teachers, education_places');
  await client.query(`
    create temp table taught as
    with begun as (
      select t.*, row_number() over (partition by t.institution_id order by t.starts_on desc) as age, date_trunc('week', t.starts_on + 6)::date as monday
        from semesters t where t.starts_on <= current_date),
    teachers as (select distinct on (course_module_id, role) course_module_id, role, staff_id from course_module_teachers order by course_module_id, role, staff_id)
    select row_number() over () as plan, cm.institution_id, cm.id as course_module_id, cm.type, g.id as group_id, t.monday,
           leader.staff_id as lecturer, seminar.staff_id as seminarist,
           dense_rank() over (partition by cm.course_id, cm.academic_year_id, cm.study_year, cm.semester order by cm.id) as place,
           dense_rank() over (partition by cm.id order by g.id) - 1 as turn
      from begun t join course_modules cm on cm.academic_year_id = t.academic_year_id and cm.semester = t.number and cm.deleted_at is null
      join academic_years y on y.id = cm.academic_year_id
      join groups g on g.course_id = cm.course_id and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
      left join teachers leader on leader.course_module_id = cm.id and leader.role = 'LEADER'
      left join teachers seminar on seminar.course_module_id = cm.id and seminar.role = 'SEMINAR'
     where t.age <= 3${oneGroupIn(oneIn, 'g.id')}`);
}

/** Only one group in `oneIn` gets lessons: all of its lessons, of every semester. */
export async function planSlots(client: pg.PoolClient, oneIn: number): Promise<void> {
  await loadTaught(client, oneIn);
  const { rows: taught } = await client.query<Taught>(`
    select t.plan::int, t.institution_id, t.monday::text as semester, t.course_module_id as module, t.group_id as "group",
           case when d.kind = 'FACULTY' then d.id else d.parent_id end as faculty, t.lecturer, t.seminarist, t.place::int, t.turn::int
      from taught t join course_modules c on c.id = t.course_module_id join modules m on m.id = c.module_id join departments d on d.id = m.department_id
     order by t.monday, t.institution_id, t.group_id, t.place, t.plan`);
  const { rows: rooms } = await client.query<{ id: number; institution_id: number }>(
    "select id, institution_id from education_places where kind in ('CLASSROOM', 'LECTURE_HALL') and deleted_at is null order by kind, id",
  );
  const { rows: teachers } = await client.query<Teacher>(
    `select s.id, s.institution_id, coalesce(case when d.kind = 'FACULTY' then d.id end, d.parent_id, d.id) as faculty
       from staff s join job_positions j on j.id = s.job_position_id join departments d on d.id = s.department_id
      where s.status = 'ACTIVE' and s.deleted_at is null and j.kind = 'TEACHING' order by s.id`,
  );
  const slots: Slot[] = [];
  for (const part of Map.groupBy(taught, (one) => `${one.semester} ${one.institution_id}`).values()) {
    const { institution_id } = part[0]!;
    slots.push(
      ...placeAll(
        part,
        rooms.filter((room) => room.institution_id === institution_id).map(({ id }) => id),
        teachers.filter((teacher) => teacher.institution_id === institution_id),
      ),
    );
  }
  await client.query(
    `create temp table slots as
     select x.*, l.account_id as lecturer_account, s.account_id as seminarist_account
       from jsonb_to_recordset('${JSON.stringify(slots)}') as x (plan int, day int, hour int, room_id int, lecturer int, seminarist int)
       left join staff l on l.id = x.lecturer left join staff s on s.id = x.seminarist`,
  );
  await client.query('analyze taught, slots');
  // Whoever gives a lesson of a module is one of its teachers.
  await client.query(`
    insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
    select distinct t.institution_id, t.course_module_id, x.staff_id, x.role
      from slots s join taught t on t.plan = s.plan cross join lateral (values (s.lecturer, 'LECTURER'), (s.seminarist, 'SEMINAR')) x (staff_id, role)
     where not exists (select 1 from course_module_teachers o where o.course_module_id = t.course_module_id and o.staff_id = x.staff_id
                          and (o.role = x.role or o.role = 'LEADER'))`);
}

/** Puts each module of each group where all that it needs is free; what its teachers cannot give, colleagues do. */
function placeAll(taught: readonly Taught[], rooms: readonly number[], teachers: readonly Teacher[]): Slot[] {
  const taken = new Set<string>();
  const load = new Map(teachers.map(({ id }) => [id, 0]));
  const teaching = new Map<string, number[]>();
  const colleagues = Map.groupBy(teachers, ({ faculty }) => faculty);
  const roomsLeft = Array.from({ length: DAYS * HOURS }, () => [...rooms].reverse());
  const days = new Map<number, Set<number>>();

  /** Who is free then and has not too much: one who teaches it already, else a colleague with the least to do. */
  const pick = (one: Taught, kind: string, period: number, week: number): number | undefined => {
    const free = (id: number) => (load.get(id) ?? MOST) < MOST && !taken.has(`${id} ${period} ${week}`);
    const known = teaching.get(`${one.module} ${kind}`)?.find(free);
    if (known !== undefined) return known;
    const least = (some: readonly Teacher[] = []) =>
      some.filter(({ id }) => free(id)).sort((a, b) => load.get(a.id)! - load.get(b.id)! || a.id - b.id)[0]?.id;
    return least(colleagues.get(one.faculty)) ?? least(teachers);
  };
  const take = (one: Taught, kind: string, id: number, period: number, week: number) => {
    taken.add(`${id} ${period} ${week}`);
    load.set(id, load.get(id)! + 1);
    const key = `${one.module} ${kind}`;
    const list = teaching.get(key) ?? [];
    if (!list.includes(id)) teaching.set(key, [...list, id]);
  };

  return taught.map((one): Slot => {
    for (const [kind, id] of [
      ['lecture', one.lecturer],
      ['seminar', one.seminarist],
    ] as const)
      if (id !== null && !teaching.has(`${one.module} ${kind}`)) teaching.set(`${one.module} ${kind}`, [id]);
    const busy = days.get(one.group) ?? new Set<number>();
    days.set(one.group, busy);
    // No two modules of a group on one day.
    for (let step = 0; step < DAYS * HOURS; step++) {
      const day = (one.place + Math.floor(one.turn / HOURS) + Math.floor(step / HOURS)) % DAYS;
      const hour = (one.turn + step) % HOURS;
      const period = day * HOURS + hour;
      if (busy.has(day) || roomsLeft[period]!.length === 0) continue;
      // Lecture and seminar come by turns; which of them comes in odd weeks, the number of the group decides.
      const lecturer = pick(one, 'lecture', period, one.turn % 2);
      const seminarist = pick(one, 'seminar', period, 1 - (one.turn % 2));
      if (lecturer === undefined || seminarist === undefined) continue;
      busy.add(day);
      take(one, 'lecture', lecturer, period, one.turn % 2);
      take(one, 'seminar', seminarist, period, 1 - (one.turn % 2));
      return { plan: one.plan, day, hour, room_id: roomsLeft[period]!.pop()!, lecturer, seminarist };
    }
    throw new Error(`the demo has no room or teacher left for plan ${one.plan}`);
  });
}
