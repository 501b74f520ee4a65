import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/**
 * Works that are marked twice: until both have marked, no answer to whoever could give the second value holds the first
 * one, nor what is made of it. Every call that reads is asked, so a new one is in this test by existing.
 */

/** Of the exam, and what it makes with 80 and 70 for the parts of 40 %. Nothing else in the scene is such a number. */
const first = 83.7;
const total = 80.2;
const tells = new RegExp(
  `(?<![\\d.])(${String(first).replace('.', '[.,]')}|${String(total).replace('.', '[.,]')})(?!\\d)`,
);

let scene: MarksScene;
let admin: Caller;
let mark: number;
beforeAll(async () => {
  scene = await marksScene();
  admin = await scene.api.as('admin');
  await scene.sql('update assessment_components set second_marking_share = 100 where id = $1', [scene.parts.EX]);
  await scene.fill([80, 70, first]);
  mark = (await scene.sql('select min(id)::int as id from marks where component_id = $1', [scene.parts.EX]))[0].id;
});
afterAll(() => scene?.api.close());

const reading = callsOf(domains).filter(({ meta }) => meta.method === 'GET');

/** What a call can be asked about, as far as its input knows: the module, somebody in it, the component, the mark. */
function asked({ meta, contract }: DeclaredCall): string[] {
  const { plan, people, parts, plan_id } = scene;
  const shape = (contract['~orpc'].inputSchema as { shape?: object } | undefined)?.shape ?? {};
  const known: Record<string, unknown> = {
    course_module_id: plan,
    student_id: people[0],
    component_id: parts.EX,
    as: 'SECOND',
    table_name: 'marks',
    row_id: mark,
  };
  const names = Object.keys(known).filter((name) => name in shape);
  const queries = new Set(['size=100']);
  // Each by itself, and all that narrow to the one work together.
  for (const name of names)
    queries.add(`size=100&${new URLSearchParams({ course_module_id: `${plan}`, [name]: `${known[name]}` })}`);
  queries.add(
    String(new URLSearchParams(names.filter((name) => name !== 'as').map((name) => [name, String(known[name])]))),
  );
  const blanks = meta.path.includes('{') ? [plan, plan_id, people[0], parts.EX, mark] : [''];
  return blanks.flatMap((id) =>
    [...queries].map((query) => `${meta.path.replaceAll(/\{[^}]+\}/g, String(id))}?${query}`),
  );
}

/** Paths of the calls whose answer tells the first value or the total to somebody. */
async function telling(who: Caller, calls = reading, more = ''): Promise<string[]> {
  const found = new Set<string>();
  for (const call of calls)
    for (const path of asked(call)) {
      const answer = await who.get(path + more);
      if (answer.body?.code === 'FORBIDDEN') break;
      if (answer.status < 300 && tells.test(answer.raw.toString())) found.add(call.meta.path);
    }
  return [...found].sort();
}

/** What those can read who give no second value: with these the walk would have found what it looks for. */
const known = [
  '/assessment/gradebook',
  '/assessment/ledger/events',
  '/assessment/ledger/export',
  '/assessment/overall-grade-history',
  '/assessment/student/criteria-details',
];
const knownCalls = reading.filter(({ meta }) => known.includes(meta.path));

it('no call tells a second marker, before and after the marks are submitted', { timeout: 300_000 }, async () => {
  const { leader, teacher, office, plan } = scene;
  expect(await telling(leader, knownCalls)).toEqual([]);
  expect((await teacher.post('/assessment/submit', { course_module_id: plan })).body).toMatchObject({ moved: 15 });
  expect(await telling(leader)).toEqual([]);
  expect(await telling(admin)).toEqual([]);
  expect(await telling(office, knownCalls)).toEqual(known);
});

it('nor does any of them when it is asked of a past day', { timeout: 300_000 }, async () => {
  const past = reading.filter(({ meta }) => meta.asOf);
  expect(past.length).toBeGreaterThan(50);
  for (const who of [scene.leader, admin, scene.teacher])
    expect(await telling(who, past, `&as_of=${scene.day(0)}`)).toEqual([]);
});

it('no answer to what is typed, tried or asked for tells it either', async () => {
  const { leader, office, plan, plan_id, enter, parts, people, move } = scene;
  const sent = [
    await enter(leader, [['EX', 0, 50, 1]]),
    await enter(leader, [['EX', 0, first]]),
    await enter(leader, [['EX', 0, 50, 1]], { as: 'AGREED' }),
    await leader.put('/student/update_mark', { student_id: people[0], component_id: parts.EX, value: first }),
    await move(leader, 'MODERATED'),
    await leader.post('/assessment/preview', { id: plan_id, course_module_id: plan, pass_mark: 81 }),
    await leader.get(`/assessment/markers?course_module_id=${plan}`),
    await leader.get(`/assessment/board/ready?course_module_id=${plan}`),
  ];
  for (const answer of sent) expect(answer.raw.toString()).not.toMatch(tells);
  // The same value and another are answered alike, so nobody can try them out.
  expect(sent.slice(0, 3).map(({ body }) => body.refused[0].fault)).toEqual(['MARK_BLIND', 'MARK_BLIND', 'MARK_BLIND']);
  expect(sent[3]!.body.code).toBe('MARK_BLIND');
  expect((await leader.get(`/assessment/ledger/export?course_module_id=${plan}`)).body.code).toBe('LEDGER_SEALED');
  expect((await office.get(`/assessment/board/ready?course_module_id=${plan}`)).body.average).toBe(total);
});

it('points by criterion are hidden as well, before they make a mark', async () => {
  const { leader, teacher, plan, parts, people, sql } = scene;
  const [criterion] = await sql(
    `insert into assessment_criteria (institution_id, component_id, title, weight, levels, position)
     values (1, $1, '{"uz":"Mazmun","ru":"","en":""}', 50, '[]', 1), (1, $1, '{"uz":"Shakl","ru":"","en":""}', 50, '[]', 2) returning id`,
    [parts.EX],
  );
  await sql(
    'insert into criterion_marks (institution_id, criterion_id, student_id, points, marked_by) select 1, $1, $2, 91.3, id from accounts where username = $3',
    [criterion.id, people[0], 'teacher'],
  );
  const told = async (who: Caller) =>
    (
      await who.get(`/assessment/student/criteria-details?course_module_id=${plan}&student_id=${people[0]}`)
    ).raw.toString();
  expect(await told(leader)).not.toContain('91.3');
  expect(await told(teacher)).toContain('91.3');
});

it('the first marker knows their own; the second value opens one work, and its student’s total', async () => {
  const { leader, teacher, enter, grid, people } = scene;
  const rowOf = async (who: Caller, at: number, query = '') =>
    (
      (await grid(who, query)).body.students as { id: number; values: string; flags: string; result: object | null }[]
    ).find(({ id }) => id === people[at])!;
  expect(await rowOf(teacher, 0)).toMatchObject({ values: `80.0,70.0,${first}`, result: { total } });
  expect(await rowOf(leader, 0)).toMatchObject({ values: '80.0,70.0,', flags: '..Y', result: null });
  expect(await rowOf(leader, 0, '&as=SECOND')).toMatchObject({ values: ',,', flags: '..2', result: null });
  const given = await enter(leader, [['EX', 0, 60]], { as: 'SECOND' });
  expect(given.body).toMatchObject({ saved: [{ value: 60 }], results: [{ student_id: people[0], total }] });
  expect(await rowOf(leader, 0)).toMatchObject({ values: `80.0,70.0,${first}`, flags: '..B', result: { total } });
  expect(await rowOf(leader, 1)).toMatchObject({ flags: '..Y', result: null });
  const rest = people.slice(1).map((_, at): [string, number, number] => ['EX', at + 1, 60]);
  await enter(leader, rest, { as: 'SECOND' });
  expect((await leader.get(`/assessment/ledger/export?course_module_id=${scene.plan}`)).status).toBe(200);
  expect(await telling(leader, knownCalls)).toEqual(known);
});
