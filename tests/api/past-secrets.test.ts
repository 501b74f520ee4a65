import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { enterAsOf } from '#platform/server/records/as-of.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** Rights of today and secrets of today hold whatever day is looked at, and no question about the past holds anybody up. */

let scene: MarksScene;
let admin: Caller;
let teacher: Caller;
let leader: Caller;
let office: Caller;
let student: Caller;
let director: Caller;
let lesson: number;

const noon = async (n: number) => {
  const { api } = scene;
  await api.setClock(`${scene.day(n)}T12:00:00+05:00`);
  admin = await api.as('admin');
  teacher = await api.as('teacher');
  leader = await api.as('module_leader');
  office = await api.as('registrar_head');
  student = await api.as('bachelor_student');
  director = await api.as('director');
};
beforeAll(async () => {
  scene = await marksScene();
  lesson = (await scene.lesson(10, { starts_at: '08:00', ends_at: '09:20' })).body.id;
});
afterAll(() => scene?.api.close());

const asOf = (path: string, n: number) => `${path}${path.includes('?') ? '&' : '?'}as_of=${scene.day(n)}`;
const sheet = async (by: Caller, n: number, query = '') => {
  const { status, body } = await by.get(asOf(`/assessment/gradebook?course_module_id=${scene.plan}${query}`, n));
  return status === 200 ? 200 : body.code;
};
const exam = (columns: string) =>
  scene.sql(`update assessment_components set ${columns} where id = $1`, [scene.parts.EX]);

it('what is blind or nameless today was not less so then', async () => {
  const { sql, parts, move } = scene;
  await noon(0);
  await scene.fill([80, 70, 83.7]);
  await noon(2);
  // Neither then nor today: everybody reads on.
  for (const by of [admin, leader, teacher, office]) expect(await sheet(by, 0)).toBe(200);
  const sealed = async (n: number) => {
    for (const by of [admin, leader, teacher, office])
      for (const query of ['', '&as=SECOND', `&component_id=${parts.EX}`])
        expect([n, query, await sheet(by, n, query)]).toEqual([n, query, 'AS_OF_NOT_KEPT']);
  };
  for (const [on, off] of [
    ['second_marking_share = 100', 'second_marking_share = 0'],
    ['anonymous = true', 'anonymous = false'],
  ]) {
    // Of today alone.
    await exam(on!);
    await sealed(0);
    // Of then alone: the day has passed on which it was so.
    await noon(4);
    await exam(off!);
    await sealed(2);
    expect(await sheet(leader, 0)).toBe(200);
    await noon(2);
    await sql('delete from audit_log where table_name = $1', ['assessment_components']);
  }
  // A draft that was emptied is still nobody's to look up.
  await exam('anonymous = true');
  await sql("update marks set value = null, status = 'NOT_MARKED' where component_id = $1", [parts.EX]);
  await sealed(0);
  await sql("update marks set value = 83.7, status = 'DRAFT' where component_id = $1", [parts.EX]);
  // It opens when all of it is published, and not while one of them is held before that.
  expect((await move(teacher, 'SUBMITTED')).status).toBe(200);
  for (const status of ['MODERATED', 'PUBLISHED']) expect((await move(leader, status)).status).toBe(200);
  for (const by of [admin, leader, teacher]) expect(await sheet(by, 0)).toBe(200);
  await sql(
    "update marks set status = 'WITHHELD', held_from = 'MODERATED' where component_id = $1 and student_id = $2",
    [parts.EX, scene.people[4]],
  );
  await sealed(0);
  await sql("update marks set status = 'PUBLISHED', held_from = null where component_id = $1 and student_id = $2", [
    parts.EX,
    scene.people[4],
  ]);
  await exam('anonymous = false');
});

const results = { subject: 'results', columns: ['student_id', 'total'] };
const average = { subject: 'results', groups: [], measures: [{ what: 'people' }, { what: 'average', field: 'total' }] };
const reported = async (definition: object, n?: number) => {
  const path = '/report/run';
  const { body } = await admin.post(n === undefined ? path : asOf(path, n), { definition, size: 100 });
  return body;
};

it('what is withheld today is in no transcript, no average and no report of a day on which it was shown', async () => {
  const { sql, people, plan } = scene;
  await noon(6);
  const own = await student.get(asOf('/assessment/transcript', 6));
  expect(own.body.semesters[0].rows).toHaveLength(1);
  expect(own.body).toMatchObject({ average: expect.any(Number), earned: expect.any(Number) });
  expect((await reported(results, 6)).total).toBe(5);
  await noon(8);
  // One is held by a case, of another everybody's marks were taken back before they were published again.
  await sql(
    "update marks set held_from = status, status = 'WITHHELD' where course_module_id = $1 and student_id = $2",
    [plan, people[0]],
  );
  await sql("update marks set status = 'MODERATED' where course_module_id = $1 and student_id = $2", [plan, people[1]]);
  await noon(9);
  for (const n of [6, 7, 8]) {
    for (const [by, whose] of [
      [student, ''],
      [admin, `?student_id=${people[0]}`],
      [admin, `?student_id=${people[1]}`],
    ] as const) {
      const { body } = await by.get(asOf(`/assessment/transcript${whose}`, n));
      expect(body).toMatchObject({ semesters: [], average: null, credits: 0, earned: 0, unconfirmed: false });
    }
    const rows = await reported(results, n);
    expect([n, rows.total, JSON.stringify(rows.rows)]).toEqual([n, 3, expect.not.stringMatching(`"id":null`)]);
    expect((await reported(average, n)).totals[0]).toBe(3);
    expect((await admin.get(asOf(`/assessment/transcript?student_id=${people[2]}`, n))).body.semesters).toHaveLength(1);
  }
  // Given back, it is there again of the days on which it was shown.
  await sql(
    "update marks set status = 'PUBLISHED', held_from = null where course_module_id = $1 and student_id = any($2)",
    [plan, people.slice(0, 2)],
  );
  expect((await reported(results, 6)).total).toBe(5);
  expect((await reported(results, 8)).total).toBe(3);
});

it('whose an account is, is asked of today', async () => {
  const { sql, people, plan } = scene;
  await noon(10);
  const called = await scene.call(
    teacher,
    lesson,
    people.map((student_id) => ({ student_id, status: 'ATTENDED', version: null })),
  );
  expect(called.status).toBe(200);
  const grid = async () => {
    const { body } = await student.get(asOf(`/attendance/grid?course_module_id=${plan}`, 10));
    return body.students.map((row: { student: { id: number } }) => row.student.id);
  };
  const transcript = async (query = '') =>
    (await student.get(asOf(`/assessment/transcript${query}`, 10))).body.student?.id;
  await noon(12);
  expect([await grid(), await transcript()]).toEqual([[people[0]], people[0]]);
  const [{ account_id }] = await sql('select account_id from students where id = $1', [people[0]]);
  await sql('update students set account_id = null where id = $1', [people[0]]);
  await sql('update students set account_id = $2 where id = $1', [people[2], account_id]);
  expect([await grid(), await transcript()]).toEqual([[people[2]], people[2]]);
  expect(await transcript(`?student_id=${people[0]}`)).toBeUndefined();
  // What one had before the record of today stays one's own.
  await sql('update students set succeeded_by_id = $2 where id = $1', [people[0], people[2]]);
  expect(await transcript(`?student_id=${people[0]}`)).toBe(people[0]);
  await sql('update students set succeeded_by_id = null where id = $1', [people[0]]);
  await sql('update students set account_id = null where id = $1', [people[2]]);
  await sql('update students set account_id = $2 where id = $1', [people[0], account_id]);
});

it('what was withdrawn since is shown to nobody who may not see it today', async () => {
  const { sql } = scene;
  await noon(14);
  const [{ id }] = await sql(
    `insert into exam_periods (institution_id, semester_id, title, starts_on, ends_on, sittings, state)
     select 1, min(id), 'Qishki', $1, $1, '[]', 'PUBLISHED' from semesters where institution_id = 1 returning id`,
    [scene.day(20)],
  );
  await noon(16);
  const seen = async (by: Caller, n: number) => {
    const list = await by.get(asOf('/exam_period/?size=50', n));
    const options = await by.get(asOf('/exam_period/all', n));
    const one = await by.get(asOf(`/exam_period/${id}`, n));
    const has = (rows: { id: number }[]) => rows.some((row) => row.id === id);
    return [has(list.body.content), has(options.body), one.status];
  };
  const dean = await scene.api.as('dean');
  expect(await seen(dean, 14)).toEqual([true, true, 200]);
  await sql("update exam_periods set state = 'DRAFT' where id = $1", [id]);
  expect(await seen(dean, 14)).toEqual([false, false, 404]);
  // Nor is a draft of then shown where it is published today.
  await noon(18);
  await sql("update exam_periods set state = 'PUBLISHED' where id = $1", [id]);
  expect(await seen(await scene.api.as('dean'), 16)).toEqual([false, false, 404]);
});

it('the first value, the marker and what a mark was held from are of then as well', async () => {
  const { sql, parts, people } = scene;
  await noon(20);
  const flags = async (n?: number) => {
    const path = `/assessment/gradebook?course_module_id=${scene.plan}`;
    const { body } = await admin.get(n === undefined ? path : asOf(path, n));
    return body.students.map((row: { flags: string }) => row.flags);
  };
  const before = await flags();
  const of = [parts.EX, people[3]];
  await noon(22);
  await sql('update marks set first_value = value, value = 61 where component_id = $1 and student_id = $2', of);
  expect(await flags()).not.toEqual(before);
  expect(await flags(20)).toEqual(before);
  await sql('update marks set marked_by = 1, second_marker = 1 where component_id = $1 and student_id = $2', of);
  const [{ old }] = await sql(
    "select old from audit_log where table_name = 'marks' and operation = 'UPDATE' order by id desc limit 1",
  );
  expect(Object.keys(old)).toEqual(expect.arrayContaining(['marked_by', 'second_marker']));
});

/** Ends what waits for a lock, as the database ends what takes too long. */
async function whileEnded<T>(table: string, ask: () => Promise<T>): Promise<T> {
  const owner = await scene.api.database.owner.connect();
  try {
    await owner.query(`begin; lock table ${table} in access exclusive mode`);
    let answered = false;
    const answer = ask().finally(() => {
      answered = true;
    });
    while (!answered) {
      await scene.sql(
        "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return await answer;
  } finally {
    await owner.query('rollback');
    owner.release();
  }
}

it('a question that takes too long is ended, and says so', async () => {
  await noon(24);
  await scene.sql("update students set tuition = 'GRANT' where institution_id = 1");
  await noon(26);
  for (const path of ['/student/?size=10', asOf('/student/?size=10', 22)]) {
    const { status, body } = await whileEnded('students', () => admin.get(path));
    expect([status, body.code]).toEqual([503, 'HEAVY_STOPPED']);
    expect(body.message).not.toBe('HEAVY_STOPPED');
  }
  const list = callsOf(domains).find(({ meta }) => meta.path === '/student' && meta.method === 'GET');
  const patience = await inTheNight(scene.api.kernel, 1, 'test', async (call) => {
    const asked = { ...call, meta: list!.meta, abilities: new Map([['student.read', 'institution'] as const]) };
    await enterAsOf(asked, scene.day(22));
    return (await call.client.query('show statement_timeout')).rows[0].statement_timeout;
  });
  expect(patience).toBe('15s');
});

it('a panel stands without the day that would have taken too long, and says so', async () => {
  const path = `/dashboard/board/university/states?on=${scene.day(22)}`;
  const { status, body } = await whileEnded('audit_log', () => director.get(path));
  expect(status).toBe(200);
  expect(body).toMatchObject({ compared: false, past_too_heavy: true });
  expect(body.rows.length).toBeGreaterThan(0);
  await noon(27);
  const again = (await director.get(`/dashboard/board/university/states?on=${scene.day(22)}`)).body;
  expect(again).toMatchObject({ compared: true, past_too_heavy: false });
});
