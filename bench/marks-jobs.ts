import type pg from 'pg';
import { ROUNDS } from './bars.ts';
import type { Job } from './job.ts';

/** The grid of 200 students times 20 components: opening it, and saving a column of 200 marks. */

const STUDENTS = 200;
const LEAVES = 20;
const SAVES = 40;

export async function marksJobs(client: pg.Client): Promise<Job[]> {
  // Every save writes cells that have no mark yet: as many for warming up as for all the rounds.
  const [full, ...empty] = await modulesFor(client, 1 + Math.ceil((2 * ROUNDS * SAVES) / LEAVES));
  const { rows: people } = await client.query<{ id: number }>(
    'select student_id as id from module_choices where course_module_id = $1 order by 1',
    [full],
  );
  const { rows: columns } = await client.query<{ id: number; module: number }>(
    'select id, course_module_id as module from assessment_components where course_module_id = any($1) and parent_id is not null order by 1',
    [empty],
  );
  let next = 0;
  const save = () => {
    const column = columns[next++ % columns.length]!;
    return {
      course_module_id: column.module,
      marks: people.map(({ id }, at) => ({ component_id: column.id, student_id: id, value: (at * 7 + next) % 101 })),
    };
  };
  const { rows: places } = await client.query<{ id: number }>(
    'select id from assessment_components where course_module_id = $1 and parent_id is not null order by 1',
    [full],
  );
  return [
    {
      name: 'gradebook 200 × 20',
      as: 'admin',
      amount: 200,
      requests: [{ method: 'GET', path: `/assessment/gradebook?course_module_id=${full}` }],
      floor: async (connection) => ({
        rows: [
          (
            await connection.query({
              name: 'grid students',
              text: `select s.id, s.full_name, s.student_no, r.total::float8, r.letter, r.five::float8, r.ects, r.passed, r.complete, r.status
                 from module_choices c join students s on s.id = c.student_id left join module_results r on r.course_module_id = c.course_module_id and r.student_id = s.id
                where c.course_module_id = $1 order by s.full_name`,
              values: [full],
            })
          ).rows,
          (
            await connection.query({
              name: 'grid marks',
              text: `select student_id, component_id, value::float8, special, version, status from marks where course_module_id = $1`,
              values: [full],
            })
          ).rows,
        ],
      }),
    },
    {
      name: 'save 200 marks',
      as: 'admin',
      amount: SAVES,
      requests: [{ method: 'POST', path: '/assessment/bulk' }],
      body: () => JSON.stringify(save()),
      // The same rows with all that triggers make of them, taken back at once.
      floor: async (connection, index) => {
        await connection.query('begin');
        const { rows } = await connection.query({
          name: 'save marks',
          text: `update marks set value = $3 where course_module_id = $1 and component_id = $2 returning id, version`,
          values: [full, places[index % places.length]!.id, (index * 13) % 90],
        });
        await connection.query('rollback');
        return { rows };
      },
    },
  ];
}

/** Modules of choice with their plans; the first has all its marks. Made once in a database. */
async function modulesFor(client: pg.Client, count: number): Promise<number[]> {
  const { rows: there } = await client.query<{ id: number }>(
    "select cm.id from course_modules cm join modules m on m.id = cm.module_id where m.code like 'BENCH%' order by m.code",
  );
  if (there.length) {
    // Marks stay; what was saved in an earlier round is emptied by new columns.
    await client.query('update course_modules set deleted_at = edulab_now() where id = any($1)', [
      there.map((row) => row.id),
    ]);
    await client.query("update modules set code = 'OLD' || id, deleted_at = edulab_now() where code like 'BENCH%'");
    await client.query('update module_choices set deleted_at = edulab_now() where course_module_id = any($1)', [
      there.map((row) => row.id),
    ]);
  }
  const { rows } = await client.query<{ id: number }>(
    `with m as (insert into modules (institution_id, code, title, type, credits)
       select 1, 'BENCH' || n, jsonb_build_object('uz', 'Bench ' || n, 'ru', '', 'en', ''), 'FREE_CHOICE', 6 from generate_series(1, $1) n returning id, code)
     insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active)
     select 1, (select min(id) from courses where institution_id = 1), t.academic_year_id, 1, t.number, m.id, 'FREE_CHOICE', 6, true
       from m cross join lateral (select academic_year_id, number from semesters where institution_id = 1 and starts_on <= (select edulab_today()) order by starts_on desc limit 1) t
      order by m.code returning id`,
    [count],
  );
  const ids = rows.map((row) => row.id);
  // Not by those who sign in here: a home would show more modules than anybody takes.
  await client.query(
    `insert into module_choices (institution_id, course_module_id, student_id, state)
     select 1, c, s.id, 'CHOSEN' from unnest($1::int[]) c cross join (select id from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null
         and (account_id is null or account_id not in (select a.id from accounts a join roles r on a.username = lower(r.name))) order by id limit ${STUDENTS}) s`,
    [ids],
  );
  await client.query(
    "insert into assessment_plans (institution_id, course_module_id, state, marking_begun_at) select 1, c, 'ACTIVE', edulab_now() from unnest($1::int[]) c",
    [ids],
  );
  const component = `insert into assessment_components (institution_id, course_module_id, parent_id, code, title, kind, weight, position)`;
  await client.query(
    `${component} select 1, c, null, 'T' || n, '{"uz":"Qism","ru":"","en":""}', 'QUIZ', 25, n from unnest($1::int[]) c cross join generate_series(1, 4) n`,
    [ids],
  );
  await client.query(
    `${component} select 1, c.course_module_id, c.id, 'L' || n, '{"uz":"Boʻlak","ru":"","en":""}', 'QUIZ', ${400 / LEAVES}, n
       from assessment_components c cross join generate_series(1, ${LEAVES / 4}) n where c.course_module_id = any($1) and c.parent_id is null`,
    [ids],
  );
  await client.query(
    `insert into marks (institution_id, course_module_id, component_id, student_id, value)
     select 1, c.course_module_id, c.id, m.student_id, (m.student_id * 13 + c.id * 7) % 61 + 40
       from assessment_components c join module_choices m on m.course_module_id = c.course_module_id where c.course_module_id = $1 and c.parent_id is not null`,
    [ids[0]],
  );
  await client.query('analyze marks, module_choices, assessment_components, module_results');
  return ids;
}
