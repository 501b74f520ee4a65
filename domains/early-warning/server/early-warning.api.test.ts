import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { each, listed, only, type RiskScene, riskScene, set } from '#tests/support/risk.ts';
import { type RuleKind, type RuleSet, ruleKinds, usualRules } from '../rules.ts';

let scene: RiskScene;
beforeAll(async () => {
  scene = await riskScene();
});
afterAll(() => scene?.api.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

const preview = async (by: Caller, rules: RuleSet, department_id: number | null = null): Promise<Any> => {
  const { status, body } = await by.post('/early_warning/rules/preview', { department_id, ...rules });
  expect(status, JSON.stringify(body)).toBe(200);
  return (await scene.api.finished(body.job_id)).receipt;
};

/** Who is found by one rule, by a question of its own over the tables. */
const truth: Record<RuleKind, (watch: number) => Promise<number[]>> = {
  ABSENCE_SHARE: (watch) =>
    ids(
      `select a.student_id as id from attendance a join class_sessions s on s.id = a.session_id
        where s.date > edulab_today() - 28 and a.status <> 'EXPLICABLE' group by 1
       having count(*) >= 5 and round(100.0 * sum(case when a.status = 'NOT_ATTENDED' then s.sessions else 0 end) / sum(s.sessions), 1) >= $1
          and bool_or(a.status = 'NOT_ATTENDED')`,
      watch,
    ),
  ABSENCE_HOURS: (watch) =>
    ids(
      `select a.student_id as id from attendance a join class_sessions s on s.id = a.session_id
        where s.date > edulab_today() - 28 and a.status = 'NOT_ATTENDED' group by 1 having sum(s.sessions) * 2 >= $1`,
      watch,
    ),
  AVERAGE: (watch) =>
    ids(
      `select r.student_id as id from module_results r join course_modules c on c.id = r.course_module_id where r.status = 'PUBLISHED'
        group by 1 having round(sum(r.total * c.credits) / sum(c.credits), 2) < $1`,
      watch,
    ),
  FAILED: (watch) =>
    ids(
      `select student_id as id from module_results where status = 'PUBLISHED' and not passed group by 1 having count(*) >= $1`,
      watch,
    ),
  HOMEWORK: (watch) =>
    ids(
      `select s.id from students s join course_modules c on c.course_id = s.course_id join lessons l on l.course_module_id = c.id and l.published
         join lesson_homeworks h on h.lesson_id = l.id where h.due_at > edulab_now() - interval '28 days' and h.due_at <= edulab_now()
          and (h.id, s.id) not in (select homework_id, student_id from homework_submissions) group by 1 having count(*) >= $1`,
      watch,
    ),
  DEBT: (watch) =>
    ids(
      `select student_id as id from student_debits where due_on < edulab_today() and amount >= $1::numeric * 100`,
      watch,
    ),
  DEBT_DAYS: (watch) =>
    ids(
      `select student_id as id from student_debits where due_on < edulab_today() and edulab_today() - due_on >= $1`,
      watch,
    ),
};
const ids = async (text: string, watch: number): Promise<number[]> =>
  (await scene.sql(text, [watch])).map(({ id }) => id).toSorted((a, b) => a - b);
const tried: Record<RuleKind, number[]> = {
  ABSENCE_SHARE: [1, 25, 40.5, 90],
  ABSENCE_HOURS: [2, 6, 9],
  AVERAGE: [50, 61.5, 70, 95],
  FAILED: [1, 2, 3],
  HOMEWORK: [1, 3, 4],
  DEBT: [1, 1_500_000, 3_000_000],
  DEBT_DAYS: [1, 20, 45],
};

describe('rules', () => {
  it.each(ruleKinds)(
    '%s finds whom the tables name, at every threshold, in the preview and in the list',
    async (kind) => {
      const found = new Set<string>();
      for (const watch of tried[kind]) {
        const expected = await truth[kind](watch);
        found.add(JSON.stringify(expected));
        const told = await preview(scene.admin, only(kind, watch));
        expect([told.after.watch, told.after.act, told.students], `${kind} ${watch}`).toEqual([
          expected.length,
          0,
          2 * each,
        ]);
      }
      // A test that finds the same each time would hold whatever the rule does.
      expect(found.size).toBeGreaterThan(1);
      const watch = tried[kind][1] ?? 1;
      expect((await set(scene.admin, only(kind, watch))).status).toBe(200);
      await scene.make();
      const open = (await listed(scene.admin)).filter((row) => !row.cleared_on);
      expect(open.map((row) => row.student_id).toSorted((a, b) => a - b)).toEqual(await truth[kind](watch));
      expect(
        open.every((row) => row.reasons.length === 1 && row.reasons[0].kind === kind && row.reasons[0].limit === watch),
      ).toBe(true);
    },
  );

  it('open the rows behind their numbers, as many as they say', async () => {
    await set(scene.admin, {
      rules: usualRules.rules.map((rule) => ({
        ...rule,
        on: true,
        watch: rule.kind === 'AVERAGE' ? 100 : 1,
        act: null,
      })),
      together: null,
    });
    await scene.make();
    const rows = (await listed(scene.admin)).filter((one) => one.reasons.length >= 5);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows.slice(0, 4))
      for (const { kind, value } of row.reasons) {
        const behind = (await scene.admin.get(`/early_warning/${row.id}/rows?kind=${kind}`)).body.rows;
        if (kind === 'ABSENCE_HOURS') expect(behind.reduce((sum: number, one: Any) => sum + one.value, 0)).toBe(value);
        if (kind === 'FAILED' || kind === 'HOMEWORK') expect(behind).toHaveLength(value);
        if (kind.startsWith('DEBT')) expect(behind).toEqual([]);
      }
  });

  it('are refused where they say nothing, turn round, stand twice or know no weeks', async () => {
    const bad = async (change: (rules: Any[]) => unknown) => {
      const rules = structuredClone(usualRules.rules) as Any[];
      change(rules);
      const answer = await scene.admin.post('/early_warning/rules/preview', {
        department_id: null,
        rules,
        together: null,
      });
      return [answer.status, answer.body.code];
    };
    expect(await bad((rules) => Object.assign(rules[0], { watch: null, act: null }))).toEqual([422, 'RISK_RULE_EMPTY']);
    expect(await bad((rules) => Object.assign(rules[3], { watch: 0 }))).toEqual([422, 'RISK_RULE_EMPTY']);
    expect(await bad((rules) => Object.assign(rules[0], { watch: 50, act: 40 }))).toEqual([422, 'RISK_RULE_REVERSED']);
    expect(await bad((rules) => Object.assign(rules[2], { watch: 50, act: 60 }))).toEqual([422, 'RISK_RULE_REVERSED']);
    expect(await bad((rules) => Object.assign(rules[1], { kind: 'ABSENCE_SHARE' }))).toEqual([422, 'RISK_RULE_TWICE']);
    expect(await bad((rules) => Object.assign(rules[2], { weeks: 3 }))).toEqual([422, 'RISK_RULE_WEEKS']);
    expect(await bad((rules) => rules.pop())).toEqual([400, 'BAD_REQUEST']);
    expect(await bad((rules) => Object.assign(rules[0], { weeks: 53 }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('keep every version; of two who save at once one is told', async () => {
    const { number, versions } = (await scene.admin.get('/early_warning/rules/')).body;
    expect(versions[0]).toMatchObject({ number, until: null, note: 'Sinov' });
    expect(versions[1].until).toBe(versions[0].since);
    const save = (watch: number) =>
      scene.admin.post('/early_warning/rules/', {
        department_id: null,
        ...only('FAILED', watch),
        note: 'Birga',
        number,
      });
    const both = await Promise.all([save(1), save(2)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('RISK_RULES_CHANGED');
    await expect(
      scene.api.database.app
        .query("select set_config('edulab.institution', '1', false)")
        .then(() => scene.api.database.app.query("update risk_rules set note = 'x'")),
    ).rejects.toThrow(/permission denied/);
  });

  it('of a faculty hold there alone, are set by its dean alone, and give way again', async () => {
    const [own, other] = scene.faculties;
    await set(scene.admin, only('FAILED', 3));
    expect((await set(scene.dean, only('FAILED', 1), other)).body.code).toBe('RISK_NOT_YOUR_FACULTY');
    expect((await set(scene.dean, only('FAILED', 1))).body.code).toBe('RISK_NOT_YOUR_FACULTY');
    expect(
      (await scene.dean.post('/early_warning/rules/preview', { department_id: other, ...only('FAILED', 1) })).status,
    ).toBe(403);
    const told = await preview(scene.dean, only('FAILED', 1), own);
    expect(told.students).toBe(each);
    expect((await set(scene.dean, only('FAILED', 1), own)).status).toBe(200);
    await scene.make();
    const open = (await listed(scene.admin)).filter((row) => !row.cleared_on);
    const mine = new Set(scene.people.slice(0, each));
    const [strict, loose] = [await truth.FAILED(1), await truth.FAILED(3)];
    expect(open.map((row) => row.student_id).toSorted((a, b) => a - b)).toEqual(
      [...strict.filter((id) => mine.has(id)), ...loose.filter((id) => !mine.has(id))].toSorted((a, b) => a - b),
    );
    expect((await scene.dean.get(`/early_warning/rules/?department_id=${own}`)).body.own).toBe(true);
    expect((await set(scene.dean, null, own)).body.own).toBe(false);
    expect((await preview(scene.dean, only('FAILED', 3), own)).added).toBe(0);
    expect(
      (
        await scene.mentor.post('/early_warning/rules/', {
          department_id: own,
          ...only('FAILED', 1),
          note: 'x',
          number: 2,
        })
      ).status,
    ).toBe(403);
  });
});

describe('who sees whom', () => {
  beforeAll(async () => {
    await set(scene.admin, only('FAILED', 1));
    await scene.make();
  });
  it('a dean the own faculty, a mentor the own groups, nobody of another institution, a student and a teacher nothing', async () => {
    const all = await listed(scene.admin);
    const of = (from: number, to: number) => {
      const people = new Set(scene.people.slice(from, to));
      return all
        .filter((row) => people.has(row.student_id))
        .map((row) => row.id)
        .toSorted();
    };
    const seen = async (by: Caller) => (await listed(by)).map((row) => row.id).toSorted();
    expect(await seen(scene.dean)).toEqual(of(0, each));
    expect(await seen(scene.mentor)).toEqual(of(0, each / 2));
    expect(of(0, each / 2).length).toBeGreaterThan(3);
    const foreign =
      all.find((row) => row.student_id === scene.people.at(-2)) ??
      all.find((row) => scene.people.indexOf(row.student_id) >= each);
    for (const by of [scene.dean, scene.mentor]) {
      expect((await by.get(`/early_warning/${foreign.id}`)).status).toBe(404);
      expect((await by.get(`/early_warning/${foreign.id}/rows?kind=FAILED`)).status).toBe(404);
      expect(
        (
          await by.post('/early_warning/action', {
            case_id: foreign.id,
            kind: 'NOTE',
            done_on: scene.day(0),
            text: 'x',
          })
        ).status,
      ).toBe(404);
      expect(
        (await by.put('/early_warning/status', { id: foreign.id, status: 'CLOSED', reason: 'OTHER' })).status,
      ).toBe(404);
    }
    for (const role of ['bachelor_student', 'teacher', 'alumnus', 'accounting_head'])
      for (const path of ['', 'overview', 'effect', 'rules/', String(foreign.id)])
        expect((await (await scene.api.as(role)).get(`/early_warning/${path}`)).status, `${role} ${path}`).toBe(403);
    const away = await scene.api.as('super_admin', 2);
    expect((await away.get(`/early_warning/${foreign.id}`)).status).toBe(404);
    expect(await listed(away)).toEqual([]);
    expect((await scene.api.as('admin_viewer').then((viewer) => viewer.post('/early_warning/run'))).status).toBe(403);
  });

  it('figures of debts stay with those who see debts', async () => {
    await set(scene.admin, only('DEBT_DAYS', 1));
    await scene.make();
    const owes = (rows: Any[]) => rows.filter((row) => !row.cleared_on).map((row) => row.reasons[0].value);
    expect(owes(await listed(scene.dean)).length).toBeGreaterThan(3);
    expect(owes(await listed(scene.dean)).every((value) => value === null)).toBe(true);
    expect(owes(await listed(scene.admin)).every((value) => value > 0)).toBe(true);
    await set(scene.admin, only('FAILED', 1));
    await scene.make();
  });

  it('students are handed over to who may act, all or none, and a deputy stands in for the days that are said', async () => {
    const rows = await listed(scene.dean);
    const apart = rows.filter((row) => scene.people.indexOf(row.student_id) >= each / 2).slice(0, 2);
    expect(apart).toHaveLength(2);
    expect(
      (await scene.mentor.put('/early_warning/assign', { ids: [apart[0].id], staff_id: scene.staff.mentor })).status,
    ).toBe(403);
    const nobody = await scene.sql(
      `insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'R-9', 'N', 'N', 'n') returning id`,
    );
    expect(
      (await scene.dean.put('/early_warning/assign', { ids: [apart[0].id], staff_id: nobody[0].id })).body.code,
    ).toBe('RISK_NOBODY_TO_ACT');
    const foreign = (await listed(scene.admin)).find((row) => scene.people.indexOf(row.student_id) >= each);
    expect(
      (await scene.dean.put('/early_warning/assign', { ids: [apart[0].id, foreign.id], staff_id: scene.staff.mentor }))
        .status,
    ).toBe(404);
    expect((await scene.dean.get(`/early_warning/${apart[0].id}`)).body.mentor).toBeNull();
    const before = (await listed(scene.mentor)).length;
    const handed = await scene.dean.put('/early_warning/assign', {
      ids: apart.map((row) => row.id),
      staff_id: scene.staff.mentor,
    });
    expect(handed.status).toBe(200);
    expect((await listed(scene.mentor)).length).toBe(before + 2);
    // Somebody of another faculty stands in for the mentor.
    const spare = await scene.api.as('academic_mentor');
    const days = { since: scene.day(-1), until: scene.day(1) };
    expect((await spare.post('/early_warning/deputy/', { deputy_id: scene.staff.mentor, ...days })).status).toBe(422);
    expect(
      (
        await spare.post('/early_warning/deputy/', {
          staff_id: scene.staff.other,
          deputy_id: scene.staff.mentor,
          ...days,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await scene.dean.post('/early_warning/deputy/', {
          staff_id: scene.staff.other,
          deputy_id: scene.staff.dean,
          ...days,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await spare.post('/early_warning/deputy/', {
          deputy_id: scene.staff.other,
          since: scene.day(1),
          until: scene.day(0),
        })
      ).body.code,
    ).toBe('DATES_REVERSED');
    const named = await spare.post('/early_warning/deputy/', { deputy_id: scene.staff.dean, ...days });
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    expect(named.body).toMatchObject({ staff_id: scene.staff.mentor, deputy_id: scene.staff.dean });
    await scene.sql('update students set department_id = $1 where id = $2', [scene.faculties[1], apart[0].student_id]);
    // No longer of the dean’s faculty, and seen for the mentor alone.
    expect((await scene.dean.get(`/early_warning/${apart[0].id}`)).status).toBe(200);
    await scene.dean.put('/early_warning/assign', { ids: [apart[1].id], staff_id: null });
    expect((await scene.dean.delete(`/early_warning/deputy/${named.body.id}`)).status).toBe(200);
    expect((await scene.dean.get(`/early_warning/${apart[0].id}`)).status).toBe(404);
    await scene.sql('update students set department_id = $1 where id = $2', [scene.faculties[0], apart[0].student_id]);
  });
});
