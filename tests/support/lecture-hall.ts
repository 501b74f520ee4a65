import type { Page } from 'playwright-core';
import { close } from './browser.ts';
import { type Look, sitDown } from './desks.ts';
import { type Site, startSite } from './site.ts';

/** A small university in which the demo teacher gives one module to a group of thirty, the demo student among them. */
export interface LectureHall {
  site: Site;
  plan: number;
  group: number;
  people: { id: number; lastname: string; firstname: string; student_no: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  sql(text: string, values?: unknown[]): Promise<any[]>;
  /** A lesson of the group, so many days from today, at an hour of its own. */
  lesson(ahead?: number): Promise<{ id: number; at: string; date: string }>;
  desk(who: string, look: Look): Promise<Page>;
  /** Ends what `desk` opened. */
  leave(): Promise<void>;
  end(): Promise<void>;
}

const teacher = "(select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'teacher')";

export async function lectureHall(options: { copyWeb?: boolean } = {}): Promise<LectureHall> {
  const site = await startSite({ students: 60, ...options });
  const open: Page[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const sql = async (text: string, values: unknown[] = []) => (await site.database.owner.query<any>(text, values)).rows;
  const people = await sql(
    `select id, lastname, firstname, student_no from students s where institution_id = 1 and status = 'ACTIVE' and deleted_at is null
      order by (account_id = (select id from accounts where username = 'bachelor_student')) desc nulls last, id limit 30`,
  );
  const ids = people.map(({ id }) => id);
  const [{ id: group }] = await sql(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity)
     select 1, 'DV-30', course_id, extract(year from y.starts_on), 'uz', 30 from students, academic_years y where students.id = $1 and y.current and y.institution_id = 1 returning id`,
    [ids[0]],
  );
  await sql('delete from group_members where student_id = any($1)', [ids]);
  await sql(
    'insert into group_members (institution_id, group_id, student_id, starts_on) select 1, $1, x, (select edulab_today()) - 60 from unnest($2::int[]) x',
    [group, ids],
  );
  const [{ id: plan }] = await sql(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, g.course_id, y.id, 1, coalesce((select t.number from semesters t where t.academic_year_id = y.id and (select edulab_today()) between t.starts_on and t.ends_on), 1), m.id, 'CORE', 6, true
       from groups g, academic_years y, modules m
      where g.id = $1 and y.current and y.institution_id = 1 and m.institution_id = 1
        and not exists (select 1 from course_modules o where o.course_id = g.course_id and o.module_id = m.id) order by m.id limit 1 returning id`,
    [group],
  );
  await sql(
    `insert into course_module_teachers (institution_id, course_module_id, staff_id, role) values (1, $1, ${teacher}, 'LEADER')`,
    [plan],
  );
  // The teacher has this group alone, whatever day it is.
  await sql(`update class_sessions set staff_id = null where staff_id = ${teacher}`);
  await sql(
    'delete from class_sessions where date between (select edulab_today()) - 1 and (select edulab_today()) + 1 and staff_id is null',
  );
  let hour = 7;
  return {
    site,
    plan,
    group,
    people,
    sql,
    async lesson(ahead = 0) {
      hour = hour === 22 ? 8 : hour + 1;
      const at = `${String(hour).padStart(2, '0')}:00`;
      const [{ id, date }] = await sql(
        `insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, staff_id, kind, sessions)
         values (1, $1, edulab_today() + $2::int, $3::time, $3::time + interval '50 minutes', ${teacher}, 'LECTURE', 1) returning id, date`,
        [plan, ahead, at],
      );
      await sql('insert into class_session_groups (institution_id, session_id, group_id) values (1, $1, $2)', [
        id,
        group,
      ]);
      return { id, at, date };
    },
    async desk(who, look) {
      const page = await sitDown(site, who, look);
      open.push(page);
      return page;
    },
    async leave() {
      for (const page of open.splice(0)) await page.context().close();
    },
    async end() {
      await close();
      await site.close();
    },
  };
}
