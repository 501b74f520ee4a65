import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimScene, claimScene, dueOfHomework as dueOf } from '#tests/support/claims.ts';
import { rejectWithoutEvidence } from './nightly.ts';

/** What the rules of an institution decide without a person, and who is shown evidence. */

let scene: ClaimScene;
beforeAll(async () => {
  scene = await claimScene();
});
afterAll(() => scene?.api.close());

describe('self-certification', () => {
  it('is granted at once by the rules, and refused for each of them by its own code', async () => {
    const [, student] = scene.students;
    const near = await scene.homework(1);
    expect((await student.get('/ec/self')).body).toMatchObject({ left: 2, quota: 2, days: 5 });
    const made = (await scene.draft(student, [near], { self_certified: true, text: '', starts_on: null })).body;
    const done = await scene.step(student, made, 'SUBMITTED');
    expect(done.body).toMatchObject({ status: 'SUPPORTED', self_certified: true, officer: null });
    expect(done.body.papers[0]).toMatchObject({ rule: 'SELF_CERTIFIED', effective: true, effect: 'EXTENSION' });
    expect(await dueOf(student, near)).toBe(done.body.papers[0].until);
    const refusal = async (work: number) => {
      const one = (await scene.draft(student, [work], { self_certified: true })).body;
      const said = (await student.get(`/ec/self?id=${one.id}`)).body.refusals;
      const { status, body } = await scene.step(student, one, 'SUBMITTED');
      expect(status).toBe(422);
      expect(said.map(({ code }: { code: string }) => code)).toEqual([body.code]);
      return body.code;
    };
    expect(await refusal(near)).toBe('SELF_EXTENDED');
    expect(await refusal(await scene.homework(30))).toBe('SELF_WINDOW');
    expect(await refusal(await scene.homework(-20))).toBe('SELF_WINDOW');
  });

  it('two at once for the last of the quota: exactly one is granted', async () => {
    const [, student] = scene.students;
    const works = [await scene.homework(1), await scene.homework(1)];
    const drafts = [];
    for (const work of works) drafts.push((await scene.draft(student, [work], { self_certified: true })).body);
    expect((await student.get('/ec/self')).body.left).toBe(1);
    const answers = await Promise.all(drafts.map((one) => scene.step(student, one, 'SUBMITTED')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.code).toBe('SELF_QUOTA');
    expect((await student.get('/ec/self')).body.left).toBe(0);
  });
});

describe('evidence', () => {
  it('that does not come by its day rejects the claim by night, once; before that it is brought', async () => {
    const { student, step, api } = scene;
    const late = (await scene.draft(student, [await scene.homework(6)], { evidence_by: scene.day(1) })).body;
    const waits = await step(student, late, 'SUBMITTED');
    expect(waits.body).toMatchObject({ status: 'PENDING', next: ['SUBMITTED', 'WITHDRAWN'] });
    const other = (await scene.draft(student, [await scene.homework(6)], { evidence_by: scene.day(1) })).body;
    const brings = (await step(student, other, 'SUBMITTED')).body;
    expect((await step(student, brings, 'SUBMITTED')).body.code).toBe('EVIDENCE_NEEDED');
    expect((await student.post('/ec/', { id: other.id, version: brings.version, text: 'x' })).body.code).toBe(
      'CLAIM_SENT',
    );
    const brought = await student.post('/ec/', {
      id: other.id,
      version: brings.version,
      file_ids: [await scene.evidence(student)],
    });
    expect((await step(student, brought.body, 'SUBMITTED')).body.status).toBe('SUBMITTED');
    expect(await rejectWithoutEvidence(api.kernel)).toBe(0);
    // Nobody was there for a week.
    await scene.sql('update ec_claims set evidence_by = evidence_by - 8 where id = $1', [late.id]);
    const { version } = (await student.get(`/ec/${late.id}`)).body;
    const file = await student.post('/ec/', { id: late.id, version, file_ids: [await scene.evidence(student)] });
    expect((await step(student, file.body, 'SUBMITTED')).body.code).toBe('EVIDENCE_DAY');
    expect(await rejectWithoutEvidence(api.kernel)).toBe(1);
    expect(await rejectWithoutEvidence(api.kernel)).toBe(0);
    const over = (await student.get(`/ec/${late.id}`)).body;
    expect(over).toMatchObject({ status: 'REJECTED', next: ['REVIEW_REQUESTED'] });
    expect(over.papers[0]).toMatchObject({ outcome: 'REJECTED', rule: 'NO_EVIDENCE' });
    expect(over.steps.filter(({ to }: { to: string }) => to === 'REJECTED')).toHaveLength(1);
  });

  it('that does not come leaves what was supported already, and the office publishes the whole', async () => {
    const { student, officer, step, api } = scene;
    const sent = await scene.sent(student, [await scene.homework(6), await scene.homework(7)]);
    const taken = (await step(officer, sent, 'UNDER_REVIEW')).body;
    const [paper] = taken.papers;
    const half = await officer.post('/ec/paper', {
      id: paper.id,
      version: paper.version,
      outcome: 'SUPPORTED',
      working_days: 3,
    });
    const asked = await step(officer, half.body, 'PENDING', { reason: 'Ikkinchisiga ham', evidence_by: scene.day(1) });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    await scene.sql('update ec_claims set evidence_by = evidence_by - 8 where id = $1', [sent.id]);
    expect(await rejectWithoutEvidence(api.kernel)).toBe(1);
    expect((await student.get(`/ec/${sent.id}`)).body).toMatchObject({ status: 'UNDER_REVIEW', published_at: null });
    const { version } = (await officer.get(`/ec/${sent.id}`)).body;
    const out = await officer.post('/ec/outcome_report/', { id: sent.id, version });
    expect(out.body).toMatchObject({ status: 'SUPPORTED', published_at: expect.any(String) });
    expect(
      out.body.papers.map(({ outcome, effective }: { outcome: string; effective: boolean }) => [outcome, effective]),
    ).toEqual([
      ['SUPPORTED', true],
      ['REJECTED', false],
    ]);
  });

  it('stands in the security log whenever the office opens it, and is no viewer’s', async () => {
    const sent = await scene.sent(scene.student, [await scene.homework(6)]);
    const count = async () =>
      (
        await scene.sql(
          "select count(*)::int as n from security_events where kind = 'SENSITIVE_READ' and details ->> 'path' like $1",
          [`%/ec/${sent.id}%`],
        )
      )[0].n;
    const before = await count();
    await scene.officer.get(`/ec/${sent.id}`);
    await scene.officer.get(`/ec/${sent.id}`);
    expect((await count()) - before).toBe(2);
    for (const who of ['director', 'moderator_viewer', 'admin', 'super_admin', 'registrar_helper']) {
      const seen = (await (await scene.api.as(who)).get(`/ec/${sent.id}`)).body;
      expect(seen, who).toMatchObject({ told: false, kind: null, text: '', file_count: null, next: [] });
      expect(JSON.stringify(seen), who).not.toMatch(/Shamollash|malumotnoma|ILLNESS/);
    }
    expect((await count()) - before).toBe(2);
  });
});

describe('results that are out', () => {
  it('are claimed against for ten working days; on the day after a rule says that it is too late', async () => {
    const { api, sql, plan, people } = scene;
    const [{ id: component }] = await sql(
      `insert into assessment_components (institution_id, course_module_id, code, title, kind, weight, position, due_at)
       values (1, $1, 'KI', '{"uz":"Kurs ishi","ru":"","en":""}', 'COURSEWORK', 100, 9, edulab_now() - interval '20 days') returning id`,
      [plan],
    );
    await sql(
      "insert into marks (institution_id, course_module_id, component_id, student_id, value, status) values (1, $1, $2, $3, 40, 'DRAFT')",
      [plan, component, people[2]],
    );
    await sql("update marks set status = 'PUBLISHED' where component_id = $1", [component]);
    const [{ last, next }] = await sql(
      "select edulab_working_day(edulab_today(), 10)::text as last, (edulab_working_day(edulab_today(), 10) + 1)::text as next from (select set_config('edulab.institution', '1', false)) s",
    );
    const claim = async () => {
      const student = await api.as('ms_student');
      const papers = [{ target: 'COMPONENT', target_id: component, wish: 'DEFERRAL' }];
      return scene.sent(student, [], { papers, late_reason: 'Keyin bildim' });
    };
    await api.setClock(`${last}T23:58:00+05:00`);
    // It was marked, so it was handed in, and a panel decides.
    expect(await claim()).toMatchObject({ status: 'SUBMITTED' });
    await api.setClock(`${next}T00:01:00+05:00`);
    const late = await claim();
    expect(late).toMatchObject({ status: 'REJECTED_3', decided_at: expect.any(String) });
    expect(late.papers[0]).toMatchObject({ outcome: 'REJECTED_3', rule: 'AFTER_WINDOW', effective: false });
  });

  it('a claim about a first attempt defers that one, and leaves a resit of the same work alone', async () => {
    const { api, sql, plan, people, step } = scene;
    const [{ id: component }] = await sql(
      `insert into assessment_components (institution_id, course_module_id, code, title, kind, weight, position, due_at)
       values (1, $1, 'LOY', '{"uz":"Loyiha","ru":"","en":""}', 'PROJECT', 100, 8, edulab_now() + interval '3 days') returning id`,
      [plan],
    );
    await sql(
      'insert into assessment_retakes (institution_id, course_module_id, student_id, attempt, component_ids) values (1, $1, $2, 2, array[$3::int])',
      [plan, people[1], component],
    );
    const student = await api.as('master_student');
    const officer = await api.as('registrar_officer');
    const dates = async () =>
      (await student.get('/deadline/')).body
        .filter(
          ({ target }: { target: { kind: string; id: number } }) =>
            target.kind === 'COMPONENT' && target.id === component,
        )
        .map(({ target, deferred }: { target: { attempt: number }; deferred: boolean }) => [target.attempt, deferred])
        .sort();
    expect(await dates()).toEqual([
      [1, false],
      [2, false],
    ]);
    const papers = [{ target: 'COMPONENT', target_id: component, attempt: 1, wish: 'DEFERRAL' }];
    const sent = await scene.sent(student, [], { papers });
    const all = (await step(officer, (await step(officer, sent, 'UNDER_REVIEW')).body, 'SUPPORTED')).body;
    const out = await officer.post('/ec/outcome_report/', { id: sent.id, version: all.version });
    expect(out.body.papers[0]).toMatchObject({ effect: 'DEFERRAL', effective: true });
    expect(await dates()).toEqual([
      [1, true],
      [2, false],
    ]);
    const resit = await scene.draft(student, [], {
      self_certified: true,
      papers: [{ ...papers[0], attempt: 2, wish: 'DEFERRAL' }],
    });
    expect((await step(student, resit.body, 'SUBMITTED')).body.code).toBe('SELF_RESIT');
  });
});
