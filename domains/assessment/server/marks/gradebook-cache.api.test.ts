import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { gridTables } from './gradebook.ts';

/** The grid is kept as it was made; whatever it shows, a change of it is seen by the next who opens it. */

let scene: MarksScene;
const asked = vi.spyOn(pg.Client.prototype, 'query');
/** Texts of all statements since the last call. */
const texts = () =>
  asked.mock.calls.splice(0).map(([first]) => String((first as unknown as { text?: string }).text ?? first));
const rowsRead = () => texts().some((text) => text.includes('packed as materialized'));

beforeAll(async () => {
  // The cache is what is tested here, so it is on whatever the other tests run with.
  scene = await marksScene({ EDULAB_PLAIN: '0' });
  await scene.fill();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await scene?.api.close();
});

/** Whether the answer comes from what was kept; nobody else may be writing to the tables of the grid. */
async function opened(by: Caller, query = '') {
  asked.mock.calls.splice(0);
  const { status, body } = await scene.grid(by, query);
  return { status, body, kept: !rowsRead() };
}

it('is made once for all who ask for the same, and says to each what they may do', async () => {
  const { teacher, leader, office } = scene;
  const first = await opened(teacher);
  const again = await opened(teacher);
  expect([first.kept, again.kept]).toEqual([false, true]);
  expect(again.body).toEqual(first.body);
  const other = await opened(leader);
  expect(other.kept).toBe(true);
  expect([again.body.can.moderate, again.body.can.publish, other.body.can.publish]).toEqual([true, false, true]);
  // Who may know the people behind codes has a grid of their own.
  expect((await opened(office)).kept).toBe(false);
  expect((await opened(teacher, '&attempt=2')).kept).toBe(false);
  expect((await opened(teacher, `&group_id=${scene.group}`)).kept).toBe(false);
  expect((await opened(teacher, `&component_id=${scene.parts.EX}`)).body.leaves).toEqual([scene.parts.EX]);
});

it('is never shown to whom the module is none of, nor in another institution', async () => {
  const { api, plan, sql } = scene;
  await scene.grid(scene.office);
  await sql(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 2 from accounts a, roles r where a.username = 'registrar_head' and r.name = 'REGISTRAR_HEAD' on conflict do nothing`,
  );
  const elsewhere = await api.as('registrar_head', 2);
  expect((await elsewhere.get(`/assessment/gradebook?course_module_id=${plan}`)).status).toBe(404);
  expect((await (await api.as('academic_mentor')).get(`/assessment/gradebook?course_module_id=${plan}`)).status).toBe(
    403,
  );
  expect((await scene.student.get(`/assessment/gradebook?course_module_id=${plan}`)).status).toBe(403);
  expect((await scene.grid(await api.as('registrar_head'))).status).toBe(200);
});

it('knows every table that its statements read', async () => {
  const { api, teacher } = scene;
  asked.mock.calls.splice(0);
  await scene.grid(teacher, '&attempt=3');
  await scene.sql(`update students set firstname = firstname where id = $1`, [scene.people[0]]);
  await scene.grid(teacher);
  const made = texts().filter((text) =>
    /packed as materialized|json_build_object\('id', cm\.id|s\(id\) cross join/.test(text),
  );
  expect(made.length).toBe(6);
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const name = (node as Record<string, unknown>)['Relation Name'];
    if (typeof name === 'string') found.add(name);
    for (const value of Object.values(node)) walk(value);
  };
  for (const text of made) {
    const { rows } = await api.database.owner.query(`explain (generic_plan, format json) ${text}`);
    walk(rows);
  }
  expect([...found].sort()).toEqual([...gridTables, 'marks', 'module_results'].sort());
});

/** What may change, by what it is called: a statement, and what the grid must say afterwards. */
const changes: [name: string, statement: string, holds: (body: string) => boolean][] = [
  ['a mark', 'update marks set value = 33.3 where component_id = :ex and student_id = :who', (b) => b.includes('33.3')],
  [
    'a state',
    `update marks set status = 'SUBMITTED' where component_id = :ex`,
    (b) => b.includes('"states":{"SUBMITTED":5}'),
  ],
  [
    'a second marker',
    'update marks set second_value = 12.5 where component_id = :ex and student_id = :who',
    (b) => b.includes('"flags":"..B"'),
  ],
  [
    'a total',
    'update module_results set total = 1.5 where course_module_id = :module and student_id = :who',
    (b) => b.includes('"total":1.5'),
  ],
  ['a name', `update students set lastname = 'Yangiyeva' where id = :who`, (b) => b.includes('Yangiyeva')],
  ['a group', `update groups set name = 'YN-77' where id = :group`, (b) => b.includes('YN-77')],
  ['who is in the group', `delete from group_members where student_id = :who`, (b) => b.includes('"left":true')],
  [
    'a plan',
    `update assessment_plans set pass_mark = 55 where course_module_id = :module`,
    (b) => b.includes('"pass_mark":55'),
  ],
  [
    'a component',
    `update assessment_components set title = '{"uz":"Yakun","ru":"Yakun","en":"Yakun"}' where id = :ex`,
    (b) => b.includes('Yakun'),
  ],
  [
    'criteria',
    `insert into assessment_criteria (institution_id, component_id, title, weight, levels) values (1, :ex, '{"uz":"M"}', 100, '[]')`,
    (b) => b.includes('"criteria":1'),
  ],
  [
    'a module',
    `update modules set title = '{"uz":"Fizika","ru":"Fizika","en":"Fizika"}' where id = (select module_id from course_modules where id = :module)`,
    (b) => b.includes('Fizika'),
  ],
  [
    'a course',
    `update courses set title = '{"uz":"Kurs","ru":"Kurs","en":"Kurs"}' where id = (select course_id from course_modules where id = :module)`,
    (b) => b.includes('"course":"Kurs"'),
  ],
  ['credits', 'update course_modules set credits = 7 where id = :module', (b) => b.includes('"credits":7')],
  [
    'a year',
    `update academic_years set name = 'Yil' where id = (select academic_year_id from course_modules where id = :module)`,
    (b) => b.includes('Yil'),
  ],
  [
    'a date of a student',
    `with d as (insert into deadline_decisions (institution_id, kind, source_id, source_version) values (1, 'CLAIM', 1, 1) returning id)
     insert into deadline_grants (institution_id, decision_id, student_id, kind, target_id, attempt, effect, due_at)
     select 1, id, :who, 'COMPONENT', :ex, 1, 'EXTENSION', date '2028-05-20' from d`,
    (b) => /"dues":\{"\d+":"2028-05-\d\dT/.test(b),
  ],
  [
    'what stands for a student',
    `insert into exam_arrangements (institution_id, student_id, extra_days) values (1, (select min(id) from students where id <> :who), 3)`,
    (b) => b.includes('"dues"'),
  ],
];

it.each(changes)('is made anew after a change of %s', async (_name, statement, holds) => {
  const { teacher, plan, parts, people, group, sql } = scene;
  await scene.grid(teacher);
  expect((await opened(teacher)).kept).toBe(true);
  const values: Record<string, number> = { ex: parts.EX!, who: people[2]!, module: plan, group };
  await sql(statement.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name])));
  const { body, kept } = await opened(teacher);
  expect(kept).toBe(false);
  expect(holds(JSON.stringify(body))).toBe(true);
});

it('keeps nothing that was made while somebody was writing, and lets marks of other modules leave it', async () => {
  const { api, teacher, people } = scene;
  const writer = await api.database.owner.connect();
  try {
    await writer.query('begin');
    await writer.query(`update students set lastname = 'Ochiq' where id = $1`, [people[1]]);
    expect(JSON.stringify((await opened(teacher)).body)).not.toContain('Ochiq');
    await writer.query('commit');
  } finally {
    writer.release();
  }
  // The counter moved before the change was there: only not keeping tells.
  expect(JSON.stringify((await opened(teacher)).body)).toContain('Ochiq');
  await scene.sql(`select nextval('marks_changes'), nextval('module_results_changes')`);
  expect((await opened(teacher)).kept).toBe(true);
});
