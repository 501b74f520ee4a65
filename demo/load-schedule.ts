import type pg from 'pg';
import { oneGroupIn } from './load-copy.ts';
import { codesInParts } from './modules.ts';

/**
 * A weekly place for each module of each group: a day and an hour, a room, and who lectures and who gives what else there
 * is, both halves of a group at one time, such that nobody and no room is in two places. Leaves the temporary tables
 * `taught` and `slots`, a row for each that lesson and each that part of the group has then.
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
  practice: 'SEMINAR' | 'LABORATORY';
  /** What the group is parted into for that. */
  parts: number[] | null;
  place: number;
  turn: number;
}
interface Teacher {
  id: number;
  institution_id: number;
  faculty: number;
}
interface Room {
  id: number;
  institution_id: number;
  laboratory: boolean;
}
interface Slot {
  plan: number;
  /** The group, or a part of it. */
  group_id: number;
  kind: 'LECTURE' | Taught['practice'];
  day: number;
  hour: number;
  room_id: number;
  staff_id: number;
}

/** What each group is taught, by whom. */
async function loadTaught(client: pg.PoolClient, oneIn: number): Promise<void> {
  await client.query('analyze semesters, academic_years, staff, course_module_teachers, education_places');
  await client.query(`
    create temp table taught as
    with begun as (
      select t.*, row_number() over (partition by t.institution_id order by t.starts_on desc) as age, date_trunc('week', t.starts_on + 6)::date as monday
        from semesters t where t.starts_on <= (select edulab_today())),
    teachers as (select distinct on (course_module_id, role) course_module_id, role, staff_id from course_module_teachers order by course_module_id, role, staff_id)
    select row_number() over () as plan, cm.institution_id, cm.id as course_module_id, cm.type, g.id as group_id, t.monday,
           leader.staff_id as lecturer, seminar.staff_id as seminarist, case when m.laboratory_hours > 0 then 'LABORATORY' else 'SEMINAR' end as practice,
           case when m.code = any('{${codesInParts()}}') then (select array_agg(p.id order by p.id) from groups p where p.parent_id = g.id) end as parts,
           dense_rank() over (partition by cm.course_id, cm.academic_year_id, cm.study_year, cm.semester order by cm.id) as place,
           dense_rank() over (partition by cm.id order by g.id) - 1 as turn
      from begun t join course_modules cm on cm.academic_year_id = t.academic_year_id and cm.semester = t.number and cm.deleted_at is null
      join academic_years y on y.id = cm.academic_year_id join modules m on m.id = cm.module_id
      join groups g on g.course_id = cm.course_id and g.kind = 'MAIN' and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
      left join teachers leader on leader.course_module_id = cm.id and leader.role = 'LEADER'
      left join teachers seminar on seminar.course_module_id = cm.id and seminar.role in ('SEMINAR', 'LABORATORY')
     where t.age <= 3${oneGroupIn(oneIn, 'g.id')}`);
}

/** Only one group in `oneIn` gets lessons: all of its lessons, of every semester. */
export async function planSlots(client: pg.PoolClient, oneIn: number): Promise<void> {
  await loadTaught(client, oneIn);
  const { rows: taught } = await client.query<Taught>(`
    select t.plan::int, t.institution_id, t.monday::text as semester, t.course_module_id as module, t.group_id as "group",
           case when d.kind = 'FACULTY' then d.id else d.parent_id end as faculty, t.lecturer, t.seminarist, t.practice, t.parts, t.place::int, t.turn::int
      from taught t join course_modules c on c.id = t.course_module_id join modules m on m.id = c.module_id join departments d on d.id = m.department_id
     order by t.monday, t.institution_id, t.group_id, t.place, t.plan`);
  const { rows: rooms } = await client.query<Room>(
    "select id, institution_id, kind = 'LABORATORY' as laboratory from education_places where kind in ('CLASSROOM', 'LECTURE_HALL', 'LABORATORY') and deleted_at is null order by kind, id",
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
        rooms.filter((room) => room.institution_id === institution_id),
        teachers.filter((teacher) => teacher.institution_id === institution_id),
      ),
    );
  }
  await client.query(
    `create temp table slots as
     select x.*, s.account_id
       from jsonb_to_recordset('${JSON.stringify(slots)}') as x (plan int, group_id int, kind text, day int, hour int, room_id int, staff_id int)
       join staff s on s.id = x.staff_id`,
  );
  await client.query('analyze taught, slots');
  // Whoever gives a lesson of a module is one of its teachers.
  await client.query(`
    insert into course_module_teachers (institution_id, course_module_id, staff_id, role)
    select distinct t.institution_id, t.course_module_id, x.staff_id, x.role
      from slots s join taught t on t.plan = s.plan cross join lateral (select s.staff_id, case s.kind when 'LECTURE' then 'LECTURER' else s.kind end as role) x
     where not exists (select 1 from course_module_teachers o where o.course_module_id = t.course_module_id and o.staff_id = x.staff_id
                          and (o.role = x.role or o.role = 'LEADER'))`);
}

/** Puts each module of each group where all that it needs is free; what its teachers cannot give, colleagues do. */
function placeAll(taught: readonly Taught[], rooms: readonly Room[], teachers: readonly Teacher[]): Slot[] {
  const taken = new Set<string>();
  const load = new Map(teachers.map(({ id }) => [id, 0]));
  const teaching = new Map<string, number[]>();
  const colleagues = Map.groupBy(teachers, ({ faculty }) => faculty);
  const left = (laboratory: boolean) => {
    const ids = rooms.filter((room) => room.laboratory === laboratory).map(({ id }) => id);
    return Array.from({ length: DAYS * HOURS }, () => ids.toReversed());
  };
  const roomsLeft = left(false);
  const laboratoriesLeft = left(true);
  const days = new Map<number, Set<number>>();

  /** Who is free then and has not too much: one who teaches it already, else a colleague with the least to do. */
  const pick = (one: Taught, kind: string, period: number, week: number, but: readonly number[] = []) => {
    const free = (id: number) =>
      (load.get(id) ?? MOST) < MOST && !taken.has(`${id} ${period} ${week}`) && !but.includes(id);
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

  return taught.flatMap((one): Slot[] => {
    for (const [kind, id] of [
      ['lecture', one.lecturer],
      ['seminar', one.seminarist],
    ] as const)
      if (id !== null && !teaching.has(`${one.module} ${kind}`)) teaching.set(`${one.module} ${kind}`, [id]);
    const busy = days.get(one.group) ?? new Set<number>();
    days.set(one.group, busy);
    // No two modules of a group on one day, and its parts apart. Where that has no place, the whole group is taught
    // together; where that has none either, after or before another module of the day.
    const ways = [one.parts ?? [one.group], [one.group], [one.group]];
    for (let step = 0; step < ways.length * DAYS * HOURS; step++) {
      const way = Math.floor(step / (DAYS * HOURS));
      const parts = ways[way]!;
      const day = (one.place + Math.floor(one.turn / HOURS) + Math.floor(step / HOURS)) % DAYS;
      const hour = (one.turn + step) % HOURS;
      const period = day * HOURS + hour;
      if (way < 2 ? busy.values().some((other) => Math.floor(other / HOURS) === day) : busy.has(period)) continue;
      // The first part is taught where the lectures are, unless in laboratories.
      const rooms = one.practice === 'LABORATORY' ? laboratoriesLeft[period]! : roomsLeft[period]!;
      if (roomsLeft[period]!.length === 0 || rooms.length < parts.length) continue;
      // Lecture and seminar come by turns; which of them comes in odd weeks, the number of the group decides.
      const lecturer = pick(one, 'lecture', period, one.turn % 2);
      const practising: number[] = [];
      for (const _ of parts) {
        const next = pick(one, 'seminar', period, 1 - (one.turn % 2), practising);
        if (next !== undefined) practising.push(next);
      }
      if (lecturer === undefined || practising.length < parts.length) continue;
      busy.add(period);
      take(one, 'lecture', lecturer, period, one.turn % 2);
      for (const staff_id of practising) take(one, 'seminar', staff_id, period, 1 - (one.turn % 2));
      const at = { plan: one.plan, day, hour };
      const room_id = roomsLeft[period]!.at(-1)!;
      const own = rooms.splice(-parts.length).reverse();
      if (rooms !== roomsLeft[period]) roomsLeft[period]!.pop();
      return [
        { ...at, group_id: one.group, kind: 'LECTURE', room_id, staff_id: lecturer },
        ...parts.map((group_id, n) => ({
          ...at,
          group_id,
          kind: one.practice,
          room_id: own[n]!,
          staff_id: practising[n]!,
        })),
      ];
    }
    throw new Error(`the demo has no room or teacher left for plan ${one.plan}`);
  });
}
