import { type SQL, sql } from 'drizzle-orm';
import { dueOf, movedStudents } from '#domains/deadlines/server/index.ts';
import { courseModulesOfStudents, studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localZone } from '#platform/server/clock.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { homeworks, lessons, submissions } from './tables.ts';

/** What students are told of their lessons. */

type Lesson = Pick<typeof lessons.$inferSelect, 'id' | 'course_module_id' | 'title' | 'published'>;

const linkOf = (lesson: Pick<Lesson, 'id' | 'course_module_id'>) =>
  `/${lesson.course_module_id}/student-lessons?lesson=${lesson.id}`;

/** Tells who takes the module that a lesson is out; not of one whose days come later or are over. */
export async function tellPublished(call: Call, lesson: Lesson): Promise<void> {
  const { rows } = await call.db.execute<{ account_id: number }>(
    sql`select s.account_id from ${students} s join lessons l on l.id = ${lesson.id}
         where s.account_id is not null and s.status = 'ACTIVE' and s.id in ${studentsOfCourseModule(lesson.course_module_id)}
           and (select edulab_today()) between coalesce(l.visible_from, '-infinity') and coalesce(l.visible_until, 'infinity')`,
  );
  await notify(
    call,
    rows.map((row) => row.account_id),
    {
      type: 'lesson_published',
      title: titleOf('notice_lesson_published', { lesson: lesson.title }),
      link: linkOf(lesson),
    },
  );
}

/** Tells a student that the work was given back, with its points where it has some. */
export async function tellReturned(
  call: Call,
  work: typeof submissions.$inferSelect,
  homework: Pick<typeof homeworks.$inferSelect, 'lesson_id' | 'max_points'>,
): Promise<void> {
  const { rows } = await call.db.execute<Lesson & { account_id: number | null }>(
    sql`select l.id, l.course_module_id, l.title, s.account_id from ${students} s, lessons l
         where s.id = ${work.student_id} and l.id = ${homework.lesson_id}`,
  );
  const [row] = rows;
  if (!row?.account_id) return;
  const points = work.points === null ? 'none' : String(work.points);
  await notify(call, [row.account_id], {
    type: 'work_returned',
    title: titleOf('notice_work_returned', { lesson: row.title, points, max: homework.max_points }),
    link: linkOf(row),
  });
}

/** Hours before a deadline in which the nightly walk meets it once. */
const ahead = 45;
/** Days by which a deadline of a student may lie behind that of everybody. */
const furthest = 366;

/**
 * Tells students of homework that they have not handed in and that is due for them by tomorrow night, once for each
 * deadline. Answers how many students it told.
 */
export async function remindOfDeadlines(kernel: Kernel): Promise<number> {
  let told = 0;
  await everyInstitutionInTheNight(kernel, 'deadlines', async (call) => {
    told += await remindIn(call);
  });
  return told;
}

async function remindIn(call: Pick<Call, 'db' | 'client' | 'institution_id'>): Promise<number> {
  const due = dueOf({ student: sql`s.id`, kind: 'HOMEWORK', id: sql`h.id` }, sql`h.due_at`);
  const within = (from: SQL, until: SQL) => sql`h.deleted_at is null and h.due_at between ${from} and ${until}`;
  const soon = sql`edulab_now() + make_interval(hours => ${ahead})`;
  // Of what was due for everybody long ago only those are asked for whom something was granted or arranged.
  const { rows } = await call.db.execute<
    Lesson & { homework_id: number; due_at: string; due: string; accounts: number[] }
  >(sql`
    with asked as (
      select h.id as homework_id, t.student_id from lesson_homeworks h join lessons l on l.id = h.lesson_id
        cross join lateral ${studentsOfCourseModule(sql`l.course_module_id`)} t(student_id)
       where ${within(sql`edulab_now()`, soon)}
      union
      select h.id, p.id from (select distinct m.student_id from ${movedStudents('HOMEWORK')} m) p(id)
        cross join lateral ${courseModulesOfStudents(sql`(p.id)`)} t(course_module_id) join lessons l on l.course_module_id = t.course_module_id
        join lesson_homeworks h on h.lesson_id = l.id
       where ${within(sql`edulab_now() - make_interval(days => ${furthest})`, sql`edulab_now()`)}),
    near as (
      select h.id as homework_id, s.account_id, d.due_at from asked k join lesson_homeworks h on h.id = k.homework_id
        join lessons l on l.id = h.lesson_id and l.deleted_at is null and l.published join ${students} s on s.id = k.student_id
        cross join lateral (select ${due} as due_at) d
       where coalesce(h.opens_at, '-infinity') <= edulab_now()
         and (select edulab_today()) between coalesce(l.visible_from, '-infinity') and coalesce(l.visible_until, 'infinity')
         and d.due_at between edulab_now() and ${soon}
         and s.account_id is not null and s.status = 'ACTIVE'
         and not exists (select 1 from homework_submissions w where w.homework_id = h.id and w.student_id = s.id)),
    fresh as (
      insert into homework_reminders (homework_id, due_at) select distinct homework_id, due_at from near on conflict do nothing returning homework_id, due_at)
    select l.id, l.course_module_id, l.title, f.homework_id, f.due_at, to_char(f.due_at at time zone ${localZone}, 'DD.MM.YYYY HH24:MI') as due,
           array_agg(n.account_id order by n.account_id) as accounts
      from fresh f join near n on n.homework_id = f.homework_id and n.due_at = f.due_at
      join lesson_homeworks h on h.id = f.homework_id join lessons l on l.id = h.lesson_id
     group by l.id, f.homework_id, f.due_at order by f.homework_id, f.due_at`);
  for (const { accounts, due: when, ...lesson } of rows)
    await notify(call, accounts, {
      type: 'homework_due',
      title: titleOf('notice_homework_due', { lesson: lesson.title, due: when }),
      link: linkOf(lesson),
    });
  return rows.reduce((told, { accounts }) => told + accounts.length, 0);
}
