import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { think, type Visitor } from './client.ts';
import type { Day } from './day.ts';
import { pages } from './pages.ts';
import { type Account, peopleOf, todayOf } from './people.ts';

/** As many people as are called in one register. */
const called = 30;
/** Every so many registers are three that one teacher called without network, and sends late in one go. */
const offlineIn = 9;
const inOneGo = 3;
/** One of so many saves arrives but its answer does not: the browser sends it again. */
const lostIn = 10;

interface Lesson extends Account {
  lesson: number;
  day: string;
  students: number;
}

const register = z.object({
  session: z.object({ called_at: z.string().nullable() }),
  cells: z.array(z.object({ student_id: z.number(), version: z.number().nullable() })),
});

export const bell: Day = {
  about: 'the first bell: registers are called, a third of them without network and sent late',
  people: 150,
  minutes: 10,
  // All have ten minutes, and most call as soon as everybody sits.
  arrives: (place) => place ** 2 * 0.6,
  async prepare(client, count) {
    const lessons = await lessonsToCall(client, count);
    const home = pages.teacherHome(await todayOf(client));
    return {
      people: await peopleOf(client, lessons, count),
      async visit(visitor, at, over) {
        const place = at % offlineIn;
        // The first of nine holds three registers, which two others would otherwise call.
        if (place > 0 && place < inOneGo) return;
        const own = lessons.slice(at, place === 0 ? at + inOneGo : at + 1);
        await visitor.enter();
        await visitor.open(home);
        await think(2, 6);
        await visitor.open(pages.lessonsOfDay(own[0]?.day ?? ''));
        const registers = [];
        for (const lesson of own) registers.push(await read(visitor, lesson));
        await think(10, 30);
        if (place === 0) while (!over()) await think(1, 3);
        for (const one of registers) await save(visitor, one);
        await visitor.turnTo(pages.lessonsOfDay(own[0]?.day ?? ''));
      },
      faults: () => faultsOf(client, lessons),
    };
  },
};

const read = async (visitor: Visitor, { lesson }: Lesson) => ({
  lesson,
  ...register.parse(
    await visitor.ask('register', {
      kind: 'read',
      method: 'GET',
      path: `/attendance/register/${lesson}`,
      wanted: true,
    }),
  ),
});

/** As the page saves: who is not named was there, and the key of the request is that of the register. */
async function save(visitor: Visitor, { lesson, session, cells }: Awaited<ReturnType<typeof read>>): Promise<void> {
  const key = randomUUID();
  const body = {
    session_id: lesson,
    client_id: key,
    calling: session.called_at === null,
    cells: cells.slice(0, 3).map((cell) => ({ ...cell, status: 'NOT_ATTENDED' })),
  };
  await visitor.write('register', 'POST', '/attendance', body, { key });
  if (Math.random() < 1 / lostIn) await visitor.write('register', 'POST', '/attendance', body, { key });
}

/** Lessons that teachers have given and nobody called, at hours of their own, of groups that together have thirty students. */
async function lessonsToCall(client: pg.Client, count: number): Promise<Lesson[]> {
  const { rows: teachers } = await client.query<Account & { staff: number }>(
    `select distinct on (s.id) a.id, a.username, s.id as staff from staff s join accounts a on a.id = s.account_id and a.active and a.deleted_at is null
       join account_roles r on r.account_id = a.id and r.institution_id = 1 join roles o on o.id = r.role_id and o.name = 'TEACHER'
      where s.institution_id = 1 and s.status = 'ACTIVE' and s.deleted_at is null order by s.id`,
  );
  const { rows: groups } = await client.query<{ id: number; plan: number; students: number }>(
    `select g.group_id as id, max(x.course_module_id) as plan,
            (select count(*)::int from group_members m join students s on s.id = m.student_id and s.status = 'ACTIVE' and s.deleted_at is null
              where m.group_id = g.group_id and m.starts_on < edulab_today() - 7 and m.ends_on is null and m.deleted_at is null) as students
       from class_session_groups g join class_sessions x on x.id = g.session_id
       join course_modules c on c.id = x.course_module_id and c.type = 'CORE' and c.institution_id = 1
       join semesters t on t.academic_year_id = c.academic_year_id and t.number = c.semester and edulab_today() between t.starts_on and t.ends_on and t.deleted_at is null
      group by g.group_id order by students desc, g.group_id`,
  );
  const classes = classesOf(groups);
  if (!teachers.length || !classes.length) throw new Error('the demo teaches nobody today: take more students');
  // Those of an earlier run in a database that was kept stand at the same hours of the night.
  await client.query(
    "update class_sessions set deleted_at = edulab_now() where starts_at < time '05:00' and deleted_at is null",
  );
  const wanted = Array.from({ length: count }, (_, at) => {
    // A teacher who sends three late gave all three.
    const own = at % offlineIn < inOneGo ? at - (at % offlineIn) : at;
    const { plan, groups: heard, students } = classes[at % classes.length]!;
    return { at, plan, groups: heard, students, ...teachers[own % teachers.length]! };
  });
  const { rows } = await client.query<Lesson>(
    `with wanted as (select * from jsonb_to_recordset($1::jsonb) w(at int, plan int, groups int[], students int, id int, username text, staff int)),
     made as (
       insert into class_sessions (id, institution_id, course_module_id, staff_id, date, starts_at, ends_at, kind, sessions)
       overriding system value
       select nextval(pg_get_serial_sequence('class_sessions', 'id')), 1, plan, staff, edulab_today() - 1 - at % 6,
              time '00:00' + make_interval(secs => at / 6 * 20), time '00:00' + make_interval(secs => at / 6 * 20 + 20), 'LECTURE', 1
         from wanted order by at returning id as lesson, date, starts_at),
     placed as (
       select m.lesson, m.date::text as day, w.* from made m join wanted w
           on m.date = edulab_today() - 1 - w.at % 6 and m.starts_at = time '00:00' + make_interval(secs => w.at / 6 * 20)),
     grouped as (
       insert into class_session_groups (institution_id, session_id, group_id)
       select 1, lesson, g from placed cross join lateral unnest(groups) g returning 1)
     select lesson, day, id, username, students from placed order by at`,
    [JSON.stringify(wanted)],
  );
  return rows;
}

/** Groups that hear together until there are thirty, as at a lecture. */
function classesOf(groups: readonly { id: number; plan: number; students: number }[]) {
  const classes: { plan: number; groups: number[]; students: number }[] = [];
  let open: (typeof classes)[number] | undefined;
  for (const { id, plan, students } of groups) {
    open ??= { plan, groups: [], students: 0 };
    open.groups.push(id);
    open.students += students;
    if (open.students < called) continue;
    classes.push(open);
    open = undefined;
  }
  // A demo that is too small has one class.
  return classes.length || !open?.students ? classes : [open];
}

/** Every register has arrived once, with everybody in it. */
async function faultsOf(client: pg.Client, lessons: readonly Lesson[]): Promise<string[]> {
  const { rows } = await client.query<{ lesson: number; called: boolean; arrived: number; cells: number }>(
    `select x.id as lesson, x.called_at is not null as called,
            (select count(*)::int from attendance_registers r where r.session_id = x.id) as arrived,
            (select count(*)::int from attendance a where a.session_id = x.id) as cells
       from class_sessions x where x.id = any($1)`,
    [lessons.map(({ lesson }) => lesson)],
  );
  const missing = rows.filter(({ called: done }) => !done).length;
  const twice = rows.filter(({ arrived }) => arrived > 1).length;
  const cells = rows.reduce((sum, row) => sum + row.cells, 0);
  console.log(`\n${rows.length - missing} of ${rows.length} registers called, ${cells} students in them.`);
  return [
    ...(missing ? [`${missing} registers did not arrive`] : []),
    ...(twice ? [`${twice} registers arrived twice`] : []),
  ];
}
