import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  attendance,
  attendanceTotals,
  classSessions,
  hoursIn,
  sessionsAttendedBy,
} from '#domains/attendance/server/index.ts';
import { courseModules, courseModuleTeachers, courses, modules } from '#domains/curriculum/server/index.ts';
import { dueOf } from '#domains/deadlines/server/index.ts';
import { courseModulesOfStudents, groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { academicYears, educationPlaces, semesters } from '#domains/institutions/server/index.ts';
import { attempts, homeworks, lessons, packages, submissions } from '#domains/lessons/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { classCard, returnedCard } from '../shapes.ts';

/** What the home of a student asks the database, one statement each. */

export interface Learner extends Record<string, unknown> {
  id: number;
  firstname: string;
  group: string | null;
  course: string | null;
  study_year: number | null;
  timezone: string;
  today: string;
  academic_year_id: number | null;
  year: string | null;
  number: number | null;
  starts_on: string | null;
  ends_on: string | null;
  /** Course modules of all semesters; asked for once, as they take as long to find as all that is shown of them. */
  takes: number[];
}

const local = (call: Call, column: SQL): SQL =>
  sql`coalesce(nullif(${column} ->> ${call.locale}, ''), ${column} ->> 'uz')`;
const nameOf = sql`s.lastname || ' ' || s.firstname`;

/** The student who calls, with the group of today and the semester that runs, or the last that has begun. */
export async function learnerOf(call: Call): Promise<Learner | undefined> {
  const { rows } = await call.db.execute<Learner>(sql`
    select s.id, s.firstname, g.name as "group", ${local(call, sql`c.title`)} as course, i.timezone, (select edulab_today())::text as today,
           extract(year from y.starts_on)::int - g.entry_year + 1 as study_year,
           t.academic_year_id, y.name as year, t.number, t.starts_on::text as starts_on, t.ends_on::text as ends_on,
           array(select own.id from ${courseModulesOfStudents(sql`(s.id)`)} own (id)) as takes
      from ${students} s join institutions i on i.id = s.institution_id
      left join ${groupMembers} m on m.student_id = s.id and m.kind = 'MAIN' and ${onDay()}
      left join ${groups} g on g.id = m.group_id
      left join ${courses} c on c.id = coalesce(g.course_id, s.course_id)
      left join lateral (select * from ${semesters} e where e.deleted_at is null and e.starts_on <= (select edulab_today()) order by e.starts_on desc limit 1) t on true
      left join ${academicYears} y on y.id = t.academic_year_id
     where s.account_id = ${call.account_id} and s.deleted_at is null limit 1`);
  return rows[0];
}

export interface Taken extends Record<string, unknown> {
  course_module_id: number;
  code: string;
  title: string;
  type: string;
  credits: number;
  teacher: string | null;
  /** In class, of the plan. */
  hours: number;
  lessons: number;
  homework: number;
  handed: number;
  packages: number;
  completed: number;
  /** In sessions; null where no register was called. */
  attended: number | null;
  missed: number | null;
  explained: number | null;
}

/** The day is a value: a function would be asked again for each row. */
const visible = (today: string): SQL =>
  sql`l.deleted_at is null and l.published and coalesce(l.visible_from, '-infinity') <= ${today}::date and coalesce(l.visible_until, 'infinity') >= ${today}::date`;
const handedIn = (student: number): SQL =>
  sql`exists (select 1 from ${submissions} w where w.homework_id = h.id and w.student_id = ${student})`;

/** The modules that the student takes in the semester, with what was done in each. */
export async function modulesOf(call: Call, { id, academic_year_id, number, today, takes }: Learner): Promise<Taken[]> {
  const { rows } = await call.db.execute<Taken>(sql`
    select cm.id as course_module_id, md.code, ${local(call, sql`md.title`)} as title, cm.type, cm.credits::float8 as credits, ${hoursIn(sql`md`)} as hours,
           (select ${nameOf} from ${courseModuleTeachers} e join ${staff} s on s.id = e.staff_id where e.course_module_id = cm.id and e.role = 'LEADER' limit 1) as teacher,
           t.attended, t.missed, t.explained, l.*
      from ${courseModules} cm join ${modules} md on md.id = cm.module_id
      left join ${attendanceTotals} t on t.course_module_id = cm.id and t.student_id = ${id}
      cross join lateral (
        select count(*)::int as lessons,
               (count(h.id))::int as homework, (count(h.id) filter (where ${handedIn(id)}))::int as handed,
               count(p.id)::int as packages,
               (count(p.id) filter (where exists (select 1 from ${attempts} a where a.package_id = p.id and a.student_id = ${id} and a.status = 'COMPLETED'
                 group by a.number having count(*) >= jsonb_array_length(p.items))))::int as completed
          from ${lessons} l left join ${homeworks} h on h.lesson_id = l.id and h.deleted_at is null and coalesce(h.opens_at, '-infinity') <= (select edulab_now())
          left join ${packages} p on p.lesson_id = l.id and p.deleted_at is null
         where l.course_module_id = cm.id and ${visible(today)}) l
     where cm.id = any(${sql.param(takes)}::int[]) and cm.academic_year_id = ${academic_year_id} and cm.semester = ${number} and cm.deleted_at is null
     order by md.code, cm.id`);
  return rows;
}

/** Joined first, so that whatever values come, the modules lead to their rows by an index. */
const each = (ids: number[]): SQL => sql`unnest(${sql.param(ids)}::int[]) as u(id)`;

type Class = z.infer<typeof classCard> & { date: string };
interface Waiting {
  lesson_id: number;
  course_module_id: number;
  title: string;
  opens_at: string | null;
  due_at: string;
  late_days: number;
}
type Returned = Omit<z.infer<typeof returnedCard>, 'module'>;

/** What moves the student these days, in the order in which it is shown. */
interface Around extends Record<string, unknown> {
  classes: Class[];
  waiting: Waiting[];
  returned: Returned[];
}
const nothingAround: Around = { classes: [], waiting: [], returned: [] };

/** Three lists in one statement: each is short, and asking costs more than finding. */
export async function currentWorkOf(call: Call, learner: Learner, ids: number[]): Promise<Around> {
  const listed = (rows: SQL) => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`;
  const { rows } = await call.db.execute<Around>(sql`
    select ${listed(classesOf(call, learner))} as classes, ${listed(waitingFor(learner, ids))} as waiting, ${listed(returnedTo(learner, ids))} as returned`);
  return rows[0] ?? nothingAround;
}

/** Classes from today on for two weeks, found as the list, the week and the calendar find them. */
function classesOf(call: Call, { id, timezone, today, takes }: Learner): SQL {
  const lately = (date: SQL) => sql`${date} between ${today}::date and ${today}::date + 14`;
  const instant = (time: SQL) => sql`(c.date + ${time}) at time zone ${timezone}`;
  return sql`
    select c.id as session_id, c.course_module_id, ${local(call, sql`md.title`)} as title, c.kind, c.state, c.date,
           ${instant(sql`c.starts_at`)} as starts_at, ${instant(sql`c.ends_at`)} as ends_at,
           (select r.name from ${educationPlaces} r where r.id = c.room_id) as room,
           (select a.status from ${attendance} a where a.session_id = c.id and a.student_id = ${id}) as mark,
           (select ${nameOf} from ${staff} s where s.id = c.staff_id) as teacher
      from ${classSessions} c join ${courseModules} cm on cm.id = c.course_module_id join ${modules} md on md.id = cm.module_id
     where c.id in ${sessionsAttendedBy(sql`(${id}::int)`, lately, sql`unnest(${sql.param(takes)}::int[])`)}
     order by c.date, c.starts_at, c.id limit 25`;
}

/** Homework that is open and was not handed in, the nearest end first. The rule of lateness decides of the last minutes. */
const waitingFor = ({ id, today }: Learner, ids: number[]): SQL => sql`
    select l.id as lesson_id, l.course_module_id, l.title, d.due_at, h.opens_at, h.late_days
      from ${each(ids)} join ${lessons} l on l.course_module_id = u.id and ${visible(today)}
      join ${homeworks} h on h.lesson_id = l.id and h.deleted_at is null
     cross join lateral (select ${dueOf({ student: sql`${id}::int`, kind: 'HOMEWORK', id: sql`h.id` }, sql`h.due_at`)} as due_at) d
     where d.due_at + make_interval(days => h.late_days, mins => 1) > (select edulab_now()) and not ${handedIn(id)}
     order by d.due_at, l.id limit 10`;

/** Works of the last two weeks that the teacher gave back. */
const returnedTo = ({ id }: Learner, ids: number[]): SQL => sql`
    select l.id as lesson_id, l.course_module_id, l.title, w.points::float8 as points, h.max_points::float8 as max_points, w.returned_at
      from ${submissions} w join ${homeworks} h on h.id = w.homework_id and h.deleted_at is null
      join ${lessons} l on l.id = h.lesson_id and l.deleted_at is null
     where w.student_id = ${id} and w.returned_at > (select edulab_now()) - interval '14 days' and l.course_module_id = any(${sql.param(ids)}::int[])
     order by w.returned_at desc limit 3`;
