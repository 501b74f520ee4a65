import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '#demo/random.ts';
import { dueFor, grant, revokeGrant } from '#domains/deadlines/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { decide } from '#tests/support/decide.ts';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** Whoever reads when the work of a component is due, or whether it was, reads the same: the readers of marks. */

let scene: MarksScene;
let lesson: number;
let homework: number;
const original = { P1: () => `${scene.day(-2)}T18:59:00.000Z`, work: () => `${scene.day(-3)}T18:59:00.000Z` };

beforeAll(async () => {
  scene = await marksScene();
  const { sql, teacher, plan, parts, people } = scene;
  // The first of the group has handed nothing in; everybody else has a mark.
  await scene.enter(
    teacher,
    people.slice(1).map((_, at) => ['P1', at + 1, 70] as [string, number, number]),
  );
  await sql('update assessment_components set due_at = $2 where id = $1', [parts.P1, original.P1()]);
  await sql("update assessment_components set source = 'HOMEWORK' where id = $1", [parts.P2]);
  lesson = (await teacher.post('/lesson/', { course_module_id: plan, kind: 'LECTURE', title: 'Ish', published: true }))
    .body.id;
  const saved = await teacher.post('/lesson/homework', { lesson_id: lesson, due_at: original.work(), late_days: 9 });
  expect(saved.status).toBe(200);
  homework = saved.body.id;
});
afterAll(() => scene?.api.close());

/** What each reader says of the first student's P1, and of the homework that flows into P2. */
async function readers() {
  const { student, teacher, office, parts, plan, people, sql } = scene;
  const target = { kind: 'COMPONENT' as const, id: parts.P1!, attempt: 1 };
  const [asked] = await decide(scene.api, (call) => dueFor(call, [{ student_id: people[0]!, target }]));
  const listed = (await student.get('/deadline/')).body.find(
    (row: { target: { kind: string; id: number } }) => row.target.kind === 'COMPONENT' && row.target.id === parts.P1,
  );
  const { students, components } = (await scene.grid(teacher)).body;
  const everybody = components.find(({ id }: { id: number }) => id === parts.P1).due_at;
  const dates = (id: number) => students.find((row: { id: number }) => row.id === id).dues[String(parts.P1)];
  const details = (
    await teacher.get(`/assessment/student/criteria-details?course_module_id=${plan}&student_id=${people[0]}`)
  ).body;
  const waiting = (await teacher.get('/assessment/waiting')).body[0]?.enter ?? 0;
  const admission = (await office.get(`/assessment/exam-admission?course_module_id=${plan}`)).body.students;
  const barred = admission.find(({ student: { id } }: { student: { id: number } }) => id === people[0]).reasons;
  await sql('update marks set value = null where component_id = $1', [parts.P2]);
  const flowed = (await teacher.post('/assessment/homework', { course_module_id: plan })).body;
  expect(flowed.rest, JSON.stringify(flowed)).toBeDefined();
  const [came] = await sql('select value::float8 as value from marks where component_id = $1 and student_id = $2', [
    parts.P2,
    people[0],
  ]);
  // Nobody else's date ever moves.
  expect([everybody, dates(people[1]!)]).toEqual([original.P1(), undefined]);
  return {
    dates: {
      asked: asked?.due_at,
      listed: listed?.due_at,
      grid: dates(people[0]!) ?? everybody,
      details: details.components.find(({ id }: { id: number }) => id === parts.P1).due_at,
    },
    due: {
      // Of the five cells of P1 four are drafts; the fifth is missing once it was due.
      counted: waiting - 4 === 1,
      barred: barred.some(({ code }: { code: string }) => code === 'MISSING_COMPONENT'),
    },
    flowed: came?.value === 0,
  };
}

/** Monday to Saturday; the calendar of the scene has no holidays. */
function workingDays(instant: string, days: number): string {
  const day = new Date(instant);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() !== 0) left--;
  }
  return day.toISOString();
}

it('the grid, a student in it, what waits, who is admitted and what flows in agree with the one answer after any order of grants', async () => {
  const { office, people, parts } = scene;
  const dice = new Random(20_261_124).at(0);
  const student_id = people[0]!;
  const live = new Map<number, { P1: string; work: string }>();
  const versions = new Map<number, number>();
  let arranged: { id: number; days: number } | undefined;
  for (let step = 0; step < 12; step++) {
    const id = 1 + dice.below(3);
    const decision = { kind: 'CLAIM', id, version: (versions.get(id) ?? 0) + 1 };
    const turn = dice.below(10);
    const instant = () => `${scene.day(-4 + dice.below(9))}T18:59:00.000Z`;
    if (turn < 5) {
      const until = { P1: instant(), work: instant() };
      await decide(scene.api, (call) =>
        grant(call, decision, [
          {
            student_id,
            target: { kind: 'COMPONENT', id: parts.P1!, attempt: 1 },
            effect: 'EXTENSION',
            until: until.P1,
          },
          {
            student_id,
            target: { kind: 'HOMEWORK', id: homework, attempt: 1 },
            effect: 'EXTENSION',
            until: until.work,
          },
        ]),
      );
      live.set(id, until);
      versions.set(id, decision.version);
    } else if (turn < 8) {
      await decide(scene.api, (call) => revokeGrant(call, decision));
      live.delete(id);
      versions.set(id, decision.version);
    } else if (arranged) {
      expect((await office.delete(`/exam_arrangement/${arranged.id}`)).status).toBe(200);
      arranged = undefined;
    } else {
      const extra_days = 1 + dice.below(6);
      const made = await office.post('/exam_arrangement/', { student_id, extra_days });
      expect(made.status).toBe(200);
      arranged = { id: made.body.id, days: extra_days };
    }
    const latest = (of: 'P1' | 'work') =>
      [original[of](), workingDays(original[of](), arranged?.days ?? 0), ...[...live.values()].map((one) => one[of])]
        .sort()
        .at(-1)!;
    const said = JSON.stringify({ step, live: [...live], arranged });
    const { dates, due, flowed } = await readers();
    for (const [reader, date] of Object.entries(dates)) expect(date, `${reader} ${said}`).toBe(latest('P1'));
    const over = (at: string) => Date.parse(at) < clock.now();
    for (const [reader, is] of Object.entries(due)) expect(is, `${reader} ${said}`).toBe(over(latest('P1')));
    expect(flowed, `flowed ${said}`).toBe(over(latest('work')));
  }
});

it('is told as it stood at a moment', async () => {
  const { office, people, parts, sql } = scene;
  const target = { kind: 'COMPONENT' as const, id: parts.P1!, attempt: 1 };
  const student_id = people[3]!;
  const until = (ahead: number) => `${scene.day(ahead)}T18:59:00.000Z`;
  const granted = (version: number, ahead: number) =>
    decide(scene.api, (call) =>
      grant(call, { kind: 'CLAIM', id: 77, version }, [
        { student_id, target, effect: 'EXTENSION', until: until(ahead) },
      ]),
    );
  await granted(1, 5);
  await sql("update deadline_grants set created_at = edulab_now() - interval '3 days' where student_id = $1", [
    student_id,
  ]);
  await granted(2, 3);
  await sql(
    "update deadline_grants set revoked_at = edulab_now() - interval '1 day' where student_id = $1 and revoked_at is not null",
    [student_id],
  );
  await sql(
    "update deadline_grants set created_at = edulab_now() - interval '1 day' where student_id = $1 and revoked_at is null",
    [student_id],
  );
  const at = async (days: number) =>
    (
      await office.get(
        `/deadline/?student_id=${student_id}&at=${new Date(clock.now() - days * 86_400_000).toISOString()}`,
      )
    ).body.find((row: { target: { kind: string } }) => row.target.kind === 'COMPONENT').due_at;
  expect([await at(4), await at(2), await at(0)]).toEqual([original.P1(), until(5), until(3)]);
});
