import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { currentWorkOf, learnerOf, modulesOf } from '#domains/reports/server/questions.ts';
import type { Call } from '#platform/server/call/context.ts';
import { build } from '#platform/server/database/sql.ts';
import type { Job } from './job.ts';

/** What students and the dean's office open most: a student's home, the list of groups. */
export async function teachingJobs(client: pg.Client): Promise<Job[]> {
  const home = await statementsOfHome(client, 'bachelor_student');
  return [
    {
      name: 'student home',
      as: 'bachelor_student',
      amount: 500,
      requests: [{ method: 'GET', path: '/dashboard/student' }],
      floor: async (connection) => {
        const answers: unknown[] = [];
        for (const statement of home) answers.push((await connection.query(statement)).rows);
        return answers;
      },
    },
    {
      name: 'groups, first 10',
      amount: 500,
      requests: [{ method: 'GET', path: '/group/?size=10' }],
      floor: (connection) =>
        connection.query({
          name: 'groups',
          text: `select g.*, c.title as course, c.years, f.title as form, s.firstname, s.lastname,
                   (select count(*)::int from group_members m where m.group_id = g.id and m.deleted_at is null
                       and daterange(m.starts_on, m.ends_on, '[]') @> (select edulab_today())) as students
             from (select * from groups where institution_id = 1 and deleted_at is null order by name, id limit 10) g
             join courses c on c.id = g.course_id left join education_forms f on f.id = g.education_form_id
             left join group_mentors t on t.group_id = g.id and t.ends_on is null and t.deleted_at is null left join staff s on s.id = t.staff_id
            order by g.name, g.id`,
          values: [],
        }),
    },
  ];
}

/** The home's own statements with their values, as a bare connection can ask them. */
async function statementsOfHome(client: pg.Client, username: string): Promise<pg.QueryConfig[]> {
  const {
    rows: [account],
  } = await client.query<{ id: number }>('select id from accounts where username = $1', [username]);
  const asked: pg.QueryConfig[] = [];
  const db = {
    execute(query: SQL) {
      const { text, values } = build(query);
      asked.push({ name: `home ${asked.length}`, text, values: values as unknown[] });
      return drizzle(client).execute(sql`${query}`);
    },
  };
  // As much of a call as the questions of the home look at.
  const call = { db, account_id: account?.id ?? 0, institution_id: 1, locale: 'en' } as unknown as Call;
  const learner = await learnerOf(call);
  if (!learner) throw new Error(`${username} is no student here`);
  const ids = (await modulesOf(call, learner)).map((one) => one.course_module_id);
  await currentWorkOf(call, learner, ids);
  return asked;
}
