import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { doNightly } from '#platform/server/work/nightly.ts';
import { each, listed, only, type RiskScene, riskScene, set } from '#tests/support/risk.ts';

let scene: RiskScene;
beforeAll(async () => {
  scene = await riskScene();
});
afterAll(() => scene?.api.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

beforeAll(async () => {
  await set(scene.admin, only('FAILED', 1));
  await scene.make();
});

describe('a case', () => {
  it('keeps what was done, closes with a reason, is opened again, and is not asked anew each night', async () => {
    const [row] = (await listed(scene.mentor)).filter((one) => !one.cleared_on);
    const act = (more: object = {}) =>
      scene.mentor.post('/early_warning/action', {
        case_id: row.id,
        kind: 'CALL',
        done_on: scene.day(0),
        text: 'Onasi bilan gaplashildi',
        ...more,
      });
    expect((await act({ done_on: scene.day(1) })).body.code).toBe('RISK_AHEAD');
    expect((await act({ next_on: scene.day(-1) })).body.code).toBe('RISK_NEXT_EARLIER');
    expect((await act({ text: '' })).status).toBe(400);
    const done = await act({ outcome: 'AGREED', next_on: scene.day(0) });
    expect(done.body).toMatchObject({
      actions: 1,
      next_on: scene.day(0),
      last_action_on: scene.day(0),
      done: [{ kind: 'CALL', outcome: 'AGREED' }],
    });
    const [first] = done.body.done;
    const byDean = await scene.dean.post('/early_warning/action', {
      id: first.id,
      version: first.version,
      case_id: row.id,
      kind: 'NOTE',
      done_on: scene.day(0),
      text: 'x',
    });
    expect(byDean.body.code).toBe('RISK_ACTION_OF_OTHER');
    expect((await act({ id: first.id, version: first.version + 5 })).body.code).toBe('STALE');
    expect((await act({ id: first.id, version: first.version, text: 'Otasi bilan' })).body.done[0].text).toBe(
      'Otasi bilan',
    );
    expect((await listed(scene.mentor, '&due=true')).map((one) => one.id)).toContain(row.id);
    expect((await listed(scene.mentor, '&quiet_days=1')).map((one) => one.id)).not.toContain(row.id);
    const { version } = (await scene.mentor.get(`/early_warning/${row.id}`)).body;
    const close = (more: object) =>
      scene.mentor.put('/early_warning/status', { id: row.id, version, status: 'CLOSED', ...more });
    expect((await close({})).body.code).toBe('REASON_REQUIRED');
    expect((await close({ reason: 'LEFT' })).status).toBe(400);
    const closed = await close({ reason: 'SETTLED', note: 'Kelishildi' });
    expect(closed.body).toMatchObject({ status: 'CLOSED', close_reason: 'SETTLED', can: { act: false, reopen: true } });
    expect((await act()).body.code).toBe('RISK_CLOSED');
    await scene.make();
    expect((await listed(scene.mentor)).map((one) => one.student_id)).not.toContain(row.student_id);
    const again = await scene.mentor.put('/early_warning/status', {
      id: row.id,
      version: closed.body.version,
      status: 'OPEN',
      note: 'Yana kelmayapti',
    });
    expect(again.body.status).toBe('OPEN');
  });

  it('is better when the rules find the student no more, closes by itself where nobody had begun, and tells a change of rules from one of life', async () => {
    const rows = (await listed(scene.admin)).filter((one) => !one.cleared_on);
    const begun = rows.find((one) => one.actions > 0);
    const fresh = rows.find((one) => one.actions === 0 && !one.mentor && scene.people.indexOf(one.student_id) >= each);
    await scene.sql('update module_results set passed = true where student_id = any($1)', [
      [begun.student_id, fresh.student_id],
    ]);
    const receipt = await scene.make();
    expect(receipt.cleared).toBe(2);
    expect((await scene.admin.get(`/early_warning/${begun.id}`)).body).toMatchObject({
      status: 'OPEN',
      by_rules: false,
      cleared_on: scene.day(0),
    });
    expect((await scene.admin.get(`/early_warning/${fresh.id}`)).body).toMatchObject({
      status: 'CLOSED',
      close_reason: 'IMPROVED',
    });
    await scene.sql('update module_results set passed = false where student_id = $1', [fresh.student_id]);
    await scene.make();
    expect((await listed(scene.admin)).filter((one) => one.student_id === fresh.student_id)).toHaveLength(1);
    const gone = rows.find((one) => ![begun.id, fresh.id].includes(one.id));
    await scene.sql(`update students set status = 'WITHDRAWN' where id = $1`, [gone.student_id]);
    await scene.make();
    expect((await scene.admin.get(`/early_warning/${gone.id}`)).body).toMatchObject({
      status: 'CLOSED',
      close_reason: 'LEFT',
      cleared_on: null,
    });
    await set(scene.admin, only('FAILED', 3));
    await scene.make();
    const cleared = await scene.sql(
      'select by_rules, count(*)::int as count from risk_cases where cleared_on is not null group by 1',
    );
    expect(cleared.find((one: Any) => one.by_rules).count).toBeGreaterThan(3);
    // Done twice, the second finds nothing to write.
    const second = await scene.make();
    expect([second.opened, second.cleared]).toEqual([0, 0]);
  });

  it('of a mark that is held back tells nothing, and a deadline that was moved is not missed', async () => {
    const held = scene.people[8]!;
    await scene.sql('update module_results set passed = false where student_id = $1', [held]);
    await set(scene.admin, only('FAILED', 1));
    await scene.make();
    expect((await listed(scene.admin)).map((one) => one.student_id)).not.toContain(held);
    await set(scene.admin, only('HOMEWORK', 1));
    await scene.make();
    const before = (await listed(scene.admin)).find((one) => !one.cleared_on && one.reasons[0].kind === 'HOMEWORK');
    await scene.sql('insert into exam_arrangements (institution_id, student_id, extra_days) values (1, $1, 200)', [
      before.student_id,
    ]);
    await scene.make();
    expect((await scene.admin.get(`/early_warning/${before.id}`)).body.cleared_on).toBe(scene.day(0));
    // That it was arranged is said nowhere.
    expect(JSON.stringify((await scene.admin.get(`/early_warning/${before.id}`)).body)).not.toMatch(/extra|arrange/);
    await set(scene.admin, only('FAILED', 3));
    await scene.make();
  });

  it('costs as many questions for eighty students as for ten', async () => {
    const count = async () => {
      const asked = vi.spyOn(pg.Client.prototype, 'query');
      await scene.make();
      const calls = asked.mock.calls.length;
      asked.mockRestore();
      return calls;
    };
    const many = await count();
    await scene.sql(`update students set status = 'GAP_YEAR' where id <> all($1) and status = 'ACTIVE'`, [
      scene.people.slice(0, 10),
    ]);
    await scene.make();
    const few = await count();
    await scene.sql(`update students set status = 'ACTIVE' where status = 'GAP_YEAR'`);
    // What else the server does meanwhile asks a few questions of its own.
    expect(many).toBeLessThan(few + 25);
    await scene.make();
  });
});

describe('effect', () => {
  it('counts people once, with and without something done, and hides few', async () => {
    await set(scene.admin, only('FAILED', 1));
    await scene.make();
    const { body } = await scene.admin.get('/early_warning/effect');
    expect(body.semester).not.toBeNull();
    const told = Object.fromEntries(body.rows.map((row: Any) => [`${row.level} ${row.acted}`, row]));
    const [truthful] = await scene.sql(
      `with last as (select distinct on (student_id) * from risk_cases order by student_id, id desc)
       select count(*) filter (where worst = 'WATCH' and not coalesce(first_action_on <= coalesce(cleared_on, 'infinity'), false))::int as people from last`,
    );
    // One with something done is somebody: neither they nor what tells them is shown.
    expect(told['WATCH true'].people).toBeNull();
    expect([null, truthful.people]).toContain(told['WATCH false'].people);
    const bigger = (await listed(scene.admin, '&status=OPEN')).filter((one) => !one.actions).slice(0, 12);
    for (const one of bigger)
      await scene.admin.post('/early_warning/action', {
        case_id: one.id,
        kind: 'NOTE',
        done_on: scene.day(0),
        text: 'Suhbat',
      });
    const after = (await scene.admin.get('/early_warning/effect')).body.rows;
    const acted = after.find((row: Any) => row.level === 'WATCH' && row.acted);
    expect(acted.people).toBeGreaterThanOrEqual(12);
    expect((await scene.dean.get(`/early_warning/effect?semester_id=999999`)).status).toBe(404);
  });
});

describe('the night', () => {
  it('makes the list, and tells a mentor once, without names', async () => {
    await scene.sql('delete from notices');
    await scene.sql('delete from risk_actions');
    await scene.sql('delete from risk_cases');
    await set(scene.admin, only('FAILED', 1));
    await scene.api.setClock(`${scene.day(1)}T12:00:00+05:00`);
    await doNightly(scene.api.kernel, scene.api.app.log);
    const told = await scene.sql(
      `select n.title from notices n join accounts a on a.id = n.account_id where n.type = 'risk' and a.username = 'academic_mentor'`,
    );
    expect(told).toHaveLength(1);
    expect(told[0].title.en).toMatch(/^Students at risk: \d+ new, no dates reached$/);
    expect((await scene.sql(`select count(*)::int as count from notices where type = 'risk'`))[0].count).toBe(1);
  });
});

describe('the file', () => {
  it('has the rows of the list', async () => {
    await scene.api.setClock(`${scene.day(0)}T12:00:00+05:00`);
    const admin = await scene.api.as('admin');
    const file = await admin.get('/early_warning/export?level=WATCH');
    expect([file.status, file.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect((await (await scene.api.as('bachelor_student')).get('/early_warning/export')).status).toBe(403);
  });
});

it('keeps nobody waiting behind many previews or lists of one person', async () => {
  // Signed in anew: the tests before have moved the clock.
  const admin = await scene.api.as('admin');
  const { id } = (await scene.sql("select id from accounts where username = 'admin'"))[0];
  const queue = (kind: string, count: number) =>
    scene.sql(
      "insert into jobs (institution_id, account_id, kind, state, created_at) select 1, $1, $2, 'running', edulab_now() from generate_series(1, $3)",
      [id, kind, count],
    );
  const rules = only('FAILED', 1);
  await queue('early-warning.preview', 3);
  await queue('early-warning.run', 1);
  try {
    expect((await admin.post('/early_warning/rules/preview', { department_id: null, ...rules })).body).toMatchObject({
      status: 429,
      code: 'RISK_PREVIEWS',
    });
    expect((await admin.post('/early_warning/run', {})).body.code).toBe('RISK_RUNS');
  } finally {
    await scene.sql("delete from jobs where account_id = $1 and state = 'running'", [id]);
  }
  expect((await admin.post('/early_warning/rules/preview', { department_id: null, ...rules })).status).toBe(200);
});
