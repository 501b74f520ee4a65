import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** Marks, their totals and attendance as of a past day are what their pages and reports said on its evening. */

let scene: MarksScene;
let admin: Caller;
let teacher: Caller;
let leader: Caller;
let student: Caller;
const lessons: number[] = [];

const noon = async (n: number) => {
  await scene.api.setClock(`${scene.day(n)}T12:00:00+05:00`);
  const { api } = scene;
  admin = await api.as('admin');
  teacher = await api.as('teacher');
  leader = await api.as('module_leader');
  student = await api.as('bachelor_student');
};
/** The same sequence in each run. */
const dice = (seed: number) => (most: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * most);
};

beforeAll(async () => {
  scene = await marksScene();
  for (let n = 0; n < 8; n++) lessons.push((await scene.lesson(n, { starts_at: '08:00', ends_at: '09:20' })).body.id);
  expect(lessons.every((id) => id > 0)).toBe(true);
});
afterAll(() => scene?.api.close());

// What may be done is a question about today, and how often a cell was changed is no part of what it held.
const beside = ['can', 'version', 'versions', 'own', 'mark', 'updated_at', 'as_of', 'history_begins'];
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const bare = (body: any) =>
  JSON.parse(JSON.stringify(body, (key, value) => (beside.includes(key) ? undefined : value)));

const reports = {
  attendance: {
    subject: 'attendance',
    groups: [{ field: 'student_id' }],
    measures: [
      { what: 'sum', field: 'attended' },
      { what: 'sum', field: 'missed' },
      { what: 'sum', field: 'explained' },
    ],
  },
  absences: { subject: 'absences', columns: ['date', 'student_id', 'status'] },
  results: {
    subject: 'results',
    groups: [{ field: 'passed' }],
    measures: [{ what: 'people' }, { what: 'average', field: 'total' }],
  },
  totals: { subject: 'results', columns: ['student_id', 'total', 'passed', 'attempt'] },
};

/** What is asked on each evening, by whom. */
const questions = (): [string, Caller, string, object?][] => {
  const { plan, group, people } = scene;
  return [
    ...[admin, teacher].flatMap((by, at): [string, Caller, string][] =>
      [
        `/attendance/group?size=20&group_id=${group}`,
        `/attendance/table?size=20&group_id=${group}`,
        '/attendance/table?size=20',
        `/attendance/table/student?size=20&course_module_id=${plan}`,
        '/attendance/table/module?size=20',
        `/attendance/grid?course_module_id=${plan}`,
        `/attendance/grid?course_module_id=${plan}&group_id=${group}`,
        `/assessment/gradebook?course_module_id=${plan}`,
        `/assessment/gradebook?course_module_id=${plan}&group_id=${group}`,
        `/assessment/transcript?student_id=${people[1]}`,
      ].map((path): [string, Caller, string] => [`${at ? 'teacher' : 'admin'} ${path}`, by, path]),
    ),
    ['student', student, '/assessment/transcript'],
    ...Object.entries(reports).map(([name, definition]): [string, Caller, string, object] => [
      name,
      admin,
      '/report/run',
      { definition, size: 100 },
    ]),
  ];
};
async function ask(by: Caller, path: string, body: object | undefined, day?: string) {
  const at = day ? `${path}${path.includes('?') ? '&' : '?'}as_of=${day}` : path;
  const answer = body ? await by.post(at, body) : await by.get(at);
  return { status: answer.status, body: bare(answer.body) };
}

it('tell the past of lessons and marks, whatever was corrected since', async () => {
  const roll = dice(5);
  const { people, plan, sql, group } = scene;
  const evenings: { day: string; said: Map<string, unknown> }[] = [];
  const done = new Set<string>();
  for (let n = 0; n < 8; n++) {
    await noon(n);
    // Nobody misses so much that they are not admitted to the exam.
    const cells = [{ student_id: people[n % people.length], status: 'NOT_ATTENDED', version: null }];
    const called = await scene.call(teacher, lessons[n]!, cells);
    expect(called.status, JSON.stringify(called.body)).toBe(200);
    if (n % 2 && n > 0) {
      // A cell of an earlier lesson is corrected, there and back.
      const before = lessons[roll(n)]!;
      const student_id = people[roll(people.length)]!;
      const [cell] = await sql('select status, version from attendance where session_id = $1 and student_id = $2', [
        before,
        student_id,
      ]);
      const { status } = await scene.call(
        admin,
        before,
        [
          {
            student_id,
            version: cell.version,
            status: cell.status === 'NOT_ATTENDED' ? 'ATTENDED' : 'NOT_ATTENDED',
          },
        ],
        { reason: 'Xato' },
      );
      if (status === 200) done.add('corrected');
    }
    if (n === 2) {
      const { body } = await student.post('/attendance/reason/', {
        kind: 'ILLNESS',
        starts_on: scene.day(0),
        ends_on: scene.day(2),
        text: 'Shamolladim',
      });
      const decided = await admin.post('/attendance/reason/decide', {
        id: body.id,
        version: body.version,
        status: 'ACCEPTED',
        decision: 'Maʼlumotnoma',
      });
      if (decided.status === 200) done.add('excused');
    }
    if (n === 3) {
      const { body: lesson } = await admin.get(`/class_session/${lessons[7]}`);
      const moved = await admin.post('/class_session/', { id: lesson.id, version: lesson.version, group_ids: [group] });
      if (moved.status === 200) done.add('lesson');
    }
    const value = () => 40 + roll(60);
    const entered = await scene.enter(
      teacher,
      people.flatMap((_, at): [string, number, number][] =>
        n < 2 ? [['P1', at, value()]] : n < 4 ? [['P2', at, value()]] : n === 4 ? [['EX', at, value()]] : [],
      ),
    );
    if (n < 5) expect(entered.status, JSON.stringify(entered.body)).toBe(200);
    if (n === 5) {
      const submitted = await scene.move(teacher, 'SUBMITTED');
      expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
      for (const status of ['MODERATED', 'PUBLISHED']) {
        const { status: code, body } = await scene.move(leader, status);
        if (code === 200) done.add(status);
        else throw new Error(JSON.stringify(body));
      }
    }
    if (n === 6) {
      // Two who were marked leave the group: of the evenings before they are still there.
      await sql('update group_members set ends_on = $2 where student_id = $1', [people[4], scene.day(5)]);
    }
    const said = new Map<string, unknown>();
    for (const [name, by, path, body] of questions()) said.set(name, await ask(by, path, body));
    evenings.push({ day: scene.day(n), said });
  }
  expect([...done].toSorted()).toEqual(['MODERATED', 'PUBLISHED', 'corrected', 'excused', 'lesson'].toSorted());
  await noon(30);
  await sql("update marks set status = 'CONFIRMED' where course_module_id = $1", [plan]);
  for (const { day, said } of evenings)
    for (const [name, by, path, body] of questions())
      expect({ day, name, ...(await ask(by, path, body, day)) }).toEqual({ day, name, ...(said.get(name) as object) });
  // Each question had something to tell on the last evening.
  for (const [name, told] of evenings.at(-1)!.said) expect([name, JSON.stringify(told)]).not.toContain('"status":403');
}, 240_000);

it('are refused where somebody writes or asks of what was not kept', async () => {
  const past = `as_of=${scene.day(2)}`;
  const answer = await teacher.get(`/attendance/register/${lessons[0]}?${past}`);
  expect([answer.status, answer.body.code]).toEqual([422, 'AS_OF_NOT_KEPT']);
  const written = await teacher.post(`/assessment/bulk?${past}`, { course_module_id: scene.plan, marks: [] });
  expect([written.status, written.body.code]).toEqual([422, 'AS_OF_READ_ONLY']);
  // A student reads nobody else's, of today and of then.
  const foreign = await student.get(`/assessment/transcript?student_id=${scene.people[1]}&${past}`);
  expect(foreign.status).toBe(404);
});
