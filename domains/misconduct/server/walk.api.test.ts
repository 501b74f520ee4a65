import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '#demo/random.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Caller } from '#tests/support/api.ts';
import { type Case, type CaseScene, caseScene } from '#tests/support/cases.ts';

/** Cases that anybody pushes in any direction, many lives in one database, and what is true after each step. `npm run walks` takes a thousand. */

const lives = Number(process.env.EDULAB_WALKS ?? 40);
/** Of one life; most come to an end in fewer. */
const steps = 24;

/** By hand it takes as long as it takes. */
const patience = process.env.EDULAB_WALKS ? 0 : 3_600_000;
let scene: CaseScene;
beforeAll(async () => {
  scene = await caseScene();
  await scene.fill();
});
afterAll(() => scene?.api.close());

/** A refusal says why, and 503 that a paper took too long to draw: nothing was changed. An answer of 500 is a mistake of ours. */
const expected = [200, 400, 403, 404, 409, 422, 503];

test('whoever pushes a case wherever, what must be true stays true', { timeout: patience }, async () => {
  const {
    api,
    officer,
    office,
    teacher,
    student,
    consultants,
    panel,
    director,
    staff,
    people,
    sql,
    report,
    step,
    put,
  } = scene;
  const dice = new Random(4711).at(0);
  const next = (most: number) => dice.below(most);
  let id = 0;
  const one = <T>(some: readonly T[]): T => some[next(some.length)]!;
  const everybody: Caller[] = [officer, office, teacher, student, ...consultants, ...panel, director];
  const hour = (ahead: number) => new Date(clock.now() + ahead * 3_600_000).toISOString();
  const penalty = () => one(['WARNING', 'COMPONENT_ZERO', 'MODULE_CAPPED', 'MODULE_ZERO']);
  const reported = (by: Caller, row: Case) =>
    row.report
      ? by.post('/offence/consultation_reports/', {
          id: row.report.id,
          version: row.report.version,
          status: 'SIGNED_BY_STAFF',
        })
      : by.post('/offence/consultation_reports/', {
          offence_id: row.id,
          text: 'x',
          conclusion: one(['NO_CASE_TO_ANSWER', 'MINOR_ACADEMIC_MISCONDUCT', 'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT']),
          status: 'SIGNED_BY_STAFF',
        });
  const acts: ((by: Caller, row: Case) => Promise<{ status: number; body: { code?: string } }>)[] = [
    (by, row) => step(by, row, one(['DISMISSED', 'CONCLUDED', 'PANEL', 'CLOSED']), { reason: 'x' }),
    (by, row) =>
      step(by, row, 'CONSULTATION', {
        leader_id: staff.module_leader,
        mentor_id: staff.academic_mentor,
        statement_until: hour(1),
      }),
    (by, row) => step(by, row, 'CONCLUDED'),
    (by, row) => put(by, 'statement', row, { text: 'x' }),
    reported,
    reported,
    (by, row) => put(by, 'answer', row, { answer: one(['AGREES', 'DISAGREES']) }),
    (by, row) => put(by, 'waive', row, { waive: true }),
    (by, row) =>
      put(by, 'panel', row, {
        hearing_at: hour(next(3)),
        place: '1',
        members: ['ar_committee', 'programme_manager', 'dean'].map((name, at) => ({
          staff_id: staff[name],
          role: at ? 'MEMBER' : 'CHAIR',
        })),
      }),
    (by, row) => put(by, 'bundle', row, { text: 'x' }),
    (by, row) => put(by, 'bundle/leave', row, { bundle_id: row.bundles?.at(-1)?.id ?? 1 }),
    (by, row) =>
      put(by, 'finding', row, {
        finding: one(['PROVEN', 'PROVEN', 'NOT_PROVEN']),
        reason: 'x',
        bundle_id: row.bundles?.at(-1)?.id ?? 1,
      }),
    (by, row) => put(by, 'penalty', row, { penalty: penalty(), reason: 'x' }),
    (by, row) => put(by, 'penalty/sign', row),
    (by, row) =>
      put(by, 'publish', row, { to: one([['STUDENT'], ['REGISTRAR'], ['STUDENT', 'REGISTRAR']]), reason: 'x' }),
    (by, row) => put(by, 'unpublish', row, { to: one([['STUDENT'], ['REGISTRAR']]), reason: 'x' }),
    (by, row) =>
      put(by, 'change/subject_board_status', row, { status: one(['REFERRED', 'NOTED', 'PENALTY_CONFIRMED']) }),
    (by, row) => put(by, 'appeal', row, { text: 'x' }),
    (by, row) => put(by, 'appeal/decide', row, { outcome: one(['UPHELD', 'REJECTED']), reason: 'x' }),
  ];
  /** What somebody who knows their part would do next, so that walks come far. */
  const onwards = async (): Promise<{ status: number; body: { code?: string } }> => {
    const [{ status }] = await sql('select status from offences where id = $1', [id]);
    const read = async (by: Caller) => (await by.get(`/offence/${id}`)).body;
    const [chair, second] = panel;
    const [leader, mentor] = consultants;
    switch (status) {
      case 'REPORTED':
        return acts[1]!(officer, await read(officer));
      case 'CONSULTATION': {
        const by = one([leader, mentor]);
        return one([reported, acts[2]!])(by, await read(by));
      }
      case 'PANEL': {
        await sql('update offences set notice_waived_at = edulab_now() where id = $1', [id]);
        const seen = await read(officer);
        if (!seen.panel) return acts[8]!(officer, seen);
        if (seen.bundles.at(-1).needs_leave) return acts[10]!(chair, seen);
        if (!seen.finding) return acts[11]!(chair, seen);
        return seen.penalty_decision ? acts[13]!(second, seen) : acts[12]!(chair, seen);
      }
      case 'APPEALED':
        return acts[18]!(director, await read(director));
      case 'PUBLISHED':
        return one([acts[14]!, acts[15]!, acts[17]!])(one([office, student]), await read(office));
      default:
        return acts[14]!(office, await read(office));
    }
  };
  const reached = new Set<string>();
  let over = false;
  for (let at = 0; at < lives * steps; at++) {
    if (at % steps === 0) {
      const made = await report(teacher, { students: [{ student_id: people[(at / steps) % 5] }] });
      expect(made.status).toBe(200);
      id = made.body.cases[0].id;
      over = false;
    }
    // What is over has nothing left to be pushed; now and then somebody tries all the same.
    if (over && next(3)) {
      at += steps - 1 - (at % steps);
      continue;
    }
    // Time passes in leaps: deadlines and hearings come and go.
    if (next(6) === 0)
      await sql("update offences set statement_until = edulab_now() - interval '1 hour' where id = $1", [id]);
    if (next(4) === 0)
      await sql("update offence_panels set hearing_at = edulab_now() - interval '1 hour' where offence_id = $1", [id]);
    const by = one(everybody);
    const row = await by.get(`/offence/${id}`);
    const seen = row.status === 200 ? row.body : { id, version: 1 };
    const answer = next(3) === 0 ? await one(acts)(by, seen) : await onwards();
    expect(expected, JSON.stringify(answer.body)).toContain(answer.status);
    const [now] = await sql(
      `select o.status, o.penalty, o.published_registrar_at is not null as registry, o.appeal_outcome,
              (select count(*)::int from mark_holds h where h.source_id = o.id and h.kind = 'misconduct') as holds,
              (select count(*)::int from mark_holds h where h.source_id = o.id and h.kind = 'misconduct' and h.ended_at is null) as open,
              (select count(*)::int from mark_penalties p where p.source_id = o.id and p.kind = 'misconduct' and p.removed_at is null) as live,
              (select count(*)::int from offence_findings f where f.offence_id = o.id) as findings,
              (select to_status from status_history s where s.entity = 'offence' and s.entity_id = o.id order by s.id desc limit 1) as last
         from offences o where o.id = $1`,
      [id],
    );
    reached.add(now.status);
    over = ['DISMISSED', 'CLOSED'].includes(now.status);
    expect(now.last, 'the history says where it is').toBe(now.status);
    expect(now.holds, 'one hold').toBe(1);
    expect(now.open, 'open as long as the case').toBe(['DISMISSED', 'CLOSED'].includes(now.status) ? 0 : 1);
    const should = now.penalty !== null && now.penalty !== 'WARNING' && now.registry && now.appeal_outcome !== 'UPHELD';
    expect(now.live, `penalty ${now.penalty} in ${now.status}`).toBe(should ? 1 : 0);
    if (now.penalty !== null) expect(now.findings, 'no penalty without a finding').toBe(1);
  }
  expect([...reached].length, 'states that were reached').toBeGreaterThan(7);
  // What was held is shown again where every case about it is over, and every total is what marks and penalties make.
  expect(
    await sql(
      `select 1 from marks m where m.status = 'WITHHELD' and not exists (select 1 from mark_holds h where h.component_id = m.component_id and h.student_id = m.student_id and h.ended_at is null)`,
    ),
  ).toEqual([]);
  expect(
    await sql(
      `select 1 from module_results r where r.course_module_id = $1 and r.inputs not in (select inputs from assessment_compute(array[$1::int]))`,
      [scene.plan],
    ),
  ).toEqual([]);
  // Letters of all these lives have numbers without a gap.
  const [letters] = await sql(
    "select count(*)::int as written, coalesce(max(right(number, 6)::int), 0) as last from issued_documents where kind = 'LETTER'",
  );
  expect(letters.written).toBe(letters.last);
  expect(api).toBeDefined();
});
