import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueFor, extraMinutes, grant, revokeGrant } from '#domains/deadlines/server/index.ts';
import { remindOfDeadlines } from '#domains/lessons/server/notices.ts';
import { clock } from '#platform/contract/clock.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { decide } from '#tests/support/decide.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

/** Whoever shows a deadline shows the same one, whatever was granted, taken back or arranged. */

let scene: TeachingScene;
let student: number;
let open: { lesson: number; homework: number };
let past: { lesson: number; homework: number };
let feed: string;

const originals = { open: () => `${scene.day(5)}T18:59:00.000Z`, past: () => `${scene.day(-2)}T18:59:00.000Z` };

beforeAll(async () => {
  scene = await teachingScene();
  student = scene.people[0]!;
  const withHomework = async (title: string, due_at: string) => {
    const input = { course_module_id: scene.plan, kind: 'LECTURE', title, published: true };
    const lesson = (await scene.teacher.post('/lesson/', input)).body.id as number;
    const saved = await scene.teacher.post('/lesson/homework', { lesson_id: lesson, due_at, late_days: 20 });
    return { lesson, homework: saved.body.id as number };
  };
  open = await withHomework('Hosila', originals.open());
  past = await withHomework('Integral', originals.past());
  const handed = await scene.student.post('/lesson/homework/submission', { lesson_id: past.lesson, text: 'Kech' });
  expect(handed.body).toMatchObject({ late: true });
  feed = (await scene.student.post('/calendar/feed')).body.path;
});
afterAll(() => scene?.api.close());

const targetOf = (id: number) => ({ kind: 'HOMEWORK' as const, id, attempt: 1 });
const local = (instant: string) => new Date(Date.parse(instant) + 5 * 3_600_000).toISOString().slice(0, 16);

/** What each reader says of the open homework, and whether the handed in one is late. */
async function readers() {
  const { student: own, teacher, office } = scene;
  const listed = (await own.get('/deadline/')).body;
  const seen = (await office.get(`/deadline/?student_id=${student}`)).body;
  const of = (rows: { target: { id: number }; due_at: string }[], id: number) =>
    rows.find(({ target }) => target.id === id)?.due_at;
  const asked = await decide(scene.api, (call) =>
    dueFor(call, [{ student_id: student, target: targetOf(open.homework) }]),
  );
  const home = (await own.get('/dashboard/student')).body.due;
  const events = (await own.get(`/calendar/event?from=${scene.day(-5)}&to=${scene.day(55)}&size=100&type=DEADLINE`))
    .body;
  const event = events.content.find(({ key }: { key: string }) => key === `homework-${open.homework}`);
  const ics = (await scene.api.anonymous.get(feed.slice(apiBase.length))).raw.toString().replaceAll('\r\n ', '');
  const entry = ics.split('BEGIN:VEVENT').find((one) => one.includes(`homework-${open.homework}-`)) ?? '';
  const stamp = /DTSTART[^:]*:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(entry)?.slice(1) ?? [];
  const work = (await own.get(`/lesson/homework/submissions?lesson_id=${past.lesson}`)).body[0];
  const sheet = (await teacher.get(`/lesson/assessment/all?lesson_id=${past.lesson}`)).body;
  return {
    dates: {
      list: of(listed, open.homework),
      office: of(seen, open.homework),
      asked: asked[0]?.due_at,
      lesson: (await own.get(`/lesson/${open.lesson}`)).body.homework.due_at,
      home: home.find(({ lesson_id }: { lesson_id: number }) => lesson_id === open.lesson)?.due_at,
    },
    clocks: {
      calendar: `${event?.starts_on}T${event?.starts_time}`,
      feed: `${stamp[0]}-${stamp[1]}-${stamp[2]}T${stamp[3]}:${stamp[4]}`,
    },
    late: {
      work: work.late,
      sheet: sheet.find(({ student_id }: { student_id: number }) => student_id === student).submission.late,
    },
  };
}

/** Monday to Saturday; the calendar of the scene has no holidays. */
function workingDays(instant: string, days: number): string {
  const day = new Date(instant);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    // 23:59 in Tashkent is the same day in UTC.
    if (day.getUTCDay() !== 0) left--;
  }
  return day.toISOString();
}

it('agrees after any order of grants, revocations and arrangements', async () => {
  let seed = 17;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const versions = new Map<number, number>();
  const live = new Map<number, { open: string; past: string }>();
  let arranged: { id: number; days: number } | undefined;
  for (let step = 0; step < 14; step++) {
    const id = 1 + random(4);
    const version = (versions.get(id) ?? 0) + 1;
    const decision = { kind: 'CLAIM', id, version };
    const turn = random(10);
    if (turn < 5) {
      const until = {
        open: `${scene.day(random(20))}T18:59:00.000Z`,
        past: `${scene.day(-3 + random(12))}T18:59:00.000Z`,
      };
      await decide(scene.api, (call) =>
        grant(call, decision, [
          { student_id: student, target: targetOf(open.homework), effect: 'EXTENSION', until: until.open },
          { student_id: student, target: targetOf(past.homework), effect: 'EXTENSION', until: until.past },
        ]),
      );
      versions.set(id, version);
      live.set(id, until);
    } else if (turn < 8) {
      await decide(scene.api, (call) => revokeGrant(call, decision));
      versions.set(id, version);
      live.delete(id);
    } else if (arranged) {
      expect((await scene.office.delete(`/exam_arrangement/${arranged.id}`)).status).toBe(200);
      arranged = undefined;
    } else {
      const extra_days = 1 + random(6);
      const made = await scene.office.post('/exam_arrangement/', { student_id: student, extra_days });
      expect(made.status).toBe(200);
      arranged = { id: made.body.id, days: extra_days };
    }
    const latest = (of: 'open' | 'past') =>
      [
        originals[of](),
        workingDays(originals[of](), arranged?.days ?? 0),
        ...[...live.values()].map((until) => until[of]),
      ]
        .sort()
        .at(-1)!;
    const due = latest('open');
    const late = clock.now() >= Date.parse(latest('past')) + 60_000;
    const { dates, clocks, late: flags } = await readers();
    const said = JSON.stringify({ step, turn, live: [...live], arranged });
    for (const [reader, date] of Object.entries(dates))
      expect(new Date(date ?? 0).toISOString(), `${reader} ${said}`).toBe(due);
    for (const [reader, clock] of Object.entries(clocks)) expect(clock, `${reader} ${said}`).toBe(local(due));
    for (const [reader, flag] of Object.entries(flags)) expect(flag, `${reader} ${said}`).toBe(late);
    // Others have what everybody has.
    const [other] = await decide(scene.api, (call) =>
      dueFor(call, [{ student_id: scene.people[1]!, target: targetOf(open.homework) }]),
    );
    expect(other).toMatchObject({ due_at: originals.open(), source: 'ORIGINAL' });
  }
});

it('reminds each of the own deadline', async () => {
  // Within what the walk of a night looks ahead, at whatever hour this runs.
  const soon = new Date(clock.now() + 40 * 3_600_000).toISOString();
  const far = { student_id: student, target: targetOf(open.homework), effect: 'EXTENSION', until: soon } as const;
  const lesson = { course_module_id: scene.plan, kind: 'LECTURE', title: 'Qator', published: true };
  const { id } = (await scene.teacher.post('/lesson/', lesson)).body;
  const saved = await scene.teacher.post('/lesson/homework', {
    lesson_id: id,
    due_at: `${scene.day(-1)}T18:59:00.000Z`,
  });
  await remindOfDeadlines(scene.api.kernel);
  await decide(scene.api, (call) =>
    grant(call, { kind: 'CLAIM', id: 77, version: 1 }, [{ ...far, target: targetOf(saved.body.id) }]),
  );
  expect(await remindOfDeadlines(scene.api.kernel)).toBe(1);
  expect(await remindOfDeadlines(scene.api.kernel)).toBe(0);
});

it('adds more time to the work and to its window', async () => {
  const dueAt = async (began: string, minutes: number, window: string) => {
    const asked = "select d.due_at from edulab_due($1, 'EXAM', 1, 1, $2::timestamptz, $3::timestamptz, $4::int) d";
    const [row] = await scene.sql(asked, [scene.people[2], window, began, minutes]);
    return new Date(row.due_at).toISOString();
  };
  const at = (clock: string) => `2028-01-20T${clock}:00.000Z`;
  expect(await dueAt(at('05:00'), 60, at('06:05'))).toBe(at('06:00'));
  expect(await dueAt(at('05:30'), 60, at('06:05'))).toBe(at('06:05'));
  await scene.office.post('/exam_arrangement/', { student_id: scene.people[2], extra_percent: 25 });
  expect(await dueAt(at('05:00'), 60, at('06:05'))).toBe(at('06:15'));
  expect(await dueAt(at('05:30'), 60, at('06:05'))).toBe(at('06:20'));
  const rows = await scene.sql(
    'select m, p, edulab_extra_minutes(m, p) as extra from generate_series(10, 240, 7) m cross join generate_series(0, 200, 5) p',
  );
  for (const { m, p, extra } of rows) expect(extra).toBe(extraMinutes(m, p));
});
