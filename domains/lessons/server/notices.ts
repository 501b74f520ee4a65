import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Kernel } from '#platform/server/kernel.ts';
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

/**
 * Tells students of homework that they have not handed in and that is due by tomorrow night, once for each deadline.
 * Answers how many students it told.
 */
export async function remindOfDeadlines(kernel: Kernel): Promise<number> {
  const client = await kernel.database.owner.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<
      Lesson & { institution_id: number; homework_id: number; due: string; accounts: number[] }
    >(
      `with fresh as (
         insert into homework_reminders (institution_id, homework_id, due_at)
         select h.institution_id, h.id, h.due_at from lesson_homeworks h join lessons l on l.id = h.lesson_id and l.deleted_at is null and l.published
          where h.deleted_at is null and h.due_at between edulab_now() and edulab_now() + make_interval(hours => $1)
            and coalesce(h.opens_at, '-infinity') <= edulab_now() and (select edulab_today()) between coalesce(l.visible_from, '-infinity') and coalesce(l.visible_until, 'infinity')
         on conflict do nothing returning homework_id, due_at)
       select l.institution_id, l.id, l.course_module_id, l.title, h.id as homework_id,
              to_char(f.due_at at time zone i.timezone, 'DD.MM.YYYY HH24:MI') as due
         from fresh f join lesson_homeworks h on h.id = f.homework_id join lessons l on l.id = h.lesson_id
         join institutions i on i.id = l.institution_id order by h.id`,
      [ahead],
    );
    let told = 0;
    for (const { institution_id, homework_id, due, ...lesson } of rows) {
      const call = { client, institution_id };
      const { rows: people } = await drizzle(client).execute<{ account_id: number }>(
        sql`select s.account_id from ${students} s where s.account_id is not null and s.status = 'ACTIVE'
             and s.id in ${studentsOfCourseModule(lesson.course_module_id)}
             and not exists (select 1 from homework_submissions w where w.homework_id = ${homework_id} and w.student_id = s.id)`,
      );
      await notify(
        call,
        people.map((row) => row.account_id),
        {
          type: 'homework_due',
          title: titleOf('notice_homework_due', { lesson: lesson.title, due }),
          link: linkOf(lesson),
        },
      );
      told += people.length;
    }
    await client.query('commit');
    return told;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
