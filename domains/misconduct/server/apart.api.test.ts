import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPenalty } from '#domains/assessment/server/index.ts';
import { searchText } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { apiBase } from '#platform/server/call/http.ts';
import type { Caller } from '#tests/support/api.ts';
import { type Case, type CaseScene, caseScene } from '#tests/support/cases.ts';
import { decide } from '#tests/support/decide.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { namedIn } from './naming.ts';

/** What one case keeps from another, and from those who have no part in it or may not know yet. */

let scene: CaseScene;
const people = [
  { lastname: 'Karimov', firstname: 'Anvar', student_no: '2026-00017' },
  { lastname: 'Yoʻldoshev', firstname: 'Xurshid', student_no: '2026-00018' },
  { lastname: 'Li', firstname: 'Sergey', student_no: '2026-00019' },
  { lastname: 'Rahmonova', firstname: 'Zuhra', student_no: '2026-00020' },
];
beforeAll(async () => {
  scene = await caseScene();
  await scene.fill();
  for (const [at, one] of people.entries())
    await scene.sql('update students set lastname = $2, firstname = $3, student_no = $4, search = $5 where id = $1', [
      scene.people[at + 1],
      one.lastname,
      one.firstname,
      one.student_no,
      searchText(one),
    ]);
});
afterAll(() => scene?.api.close());

const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];
/** A paper that took too long to draw changed nothing (503): it is asked for again. */
const surely = async <A extends { status: number; body: unknown }>(work: () => Promise<A>): Promise<A> => {
  const first = await work();
  const answer = first.status === 503 ? await work() : first;
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};
const soon = () => new Date(clock.now() + 3_600_000).toISOString();
const waived = async (row: Case) => {
  await scene.sql('update offences set notice_waived_at = edulab_now() where id = $1', [row.id]);
};

test('a text names people in either script and with any ending, and a short name only where it is one', () => {
  const named = (text: string) => namedIn(text, people)?.lastname;
  expect(named('Karimovning ishidan koʻchirgan')).toBe('Karimov');
  expect(named('списал у Каримова')).toBe('Karimov');
  expect(named("YO'LDOSHEV bilan gaplashgan")).toBe('Yoʻldoshev');
  expect(named('2026-00018 raqamli talaba')).toBe('Yoʻldoshev');
  expect(named('Li bilan birga')).toBe('Li');
  expect(named('Видел ли он лист с ответами, неизвестно; likopcha, 2026-000180')).toBeUndefined();
});

test('whoever may be reported is found in any script', async () => {
  const { teacher, parts } = scene;
  const found = async (search: string) =>
    (await teacher.get(`/offence/students?component_id=${parts.P1}&search=${encodeURIComponent(search)}`)).body.map(
      ({ id }: { id: number }) => id,
    );
  for (const search of ['Karimov', 'каримов анвар', 'Anvar Karimov', '2026-00017'])
    expect(await found(search), search).toEqual([scene.people[1]]);
  expect(await found('Xurshid yuldoshev')).toEqual([scene.people[2]]);
  expect(await found('Hech kim')).toEqual([]);
});

test('five students of one incident: no case, bundle, letter or file says who else was there', async () => {
  const { teacher, officer, office, leader, panel, consultants, staff, put, read, step, report, sql, student } = scene;
  const photo = (await teacher.upload('Karimov_Yoldoshev_Li.csv', Buffer.from('a,b\n1,2\n'))).body[0];
  const made = await report(teacher, {
    source: 'INVIGILATOR',
    file_ids: [photo.id],
    students: scene.people.map((student_id) => ({ student_id, text: `${student_id}-joyda` })),
  });
  expect(made.body.cases).toHaveLength(5);
  const mine = made.body.cases.find((one: Case) => one.student.id === scene.people[0]);
  // What is written later is no way round.
  const reported = await read(officer, mine.id);
  await surely(() =>
    step(officer, reported, 'CONSULTATION', {
      leader_id: staff.module_leader,
      mentor_id: staff.academic_mentor,
      statement_until: soon(),
    }),
  );
  await put(student, 'statement', await read(student, mine.id), { text: 'Oʻzim yozganman' });
  const written = (text: string) =>
    leader.post('/offence/consultation_reports/', {
      offence_id: mine.id,
      text,
      conclusion: 'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT',
      status: 'SIGNED_BY_STAFF',
    });
  expect(code(await written('Karimovdan koʻchirgan'))).toEqual([422, 'OTHER_STUDENT_NAMED']);
  const half = await written('Suhbat bayoni');
  await consultants[1].post('/offence/consultation_reports/', {
    id: half.body.id,
    version: half.body.version,
    status: 'SIGNED_BY_STAFF',
  });
  expect((await step(leader, await read(leader, mine.id), 'CONCLUDED')).status).toBe(200);
  await waived(mine);
  const concluded = await read(officer, mine.id);
  await surely(() =>
    put(officer, 'panel', concluded, {
      hearing_at: soon(),
      place: '101-xona',
      members: ['ar_committee', 'programme_manager', 'dean'].map((name, at) => ({
        staff_id: staff[name],
        role: at ? 'MEMBER' : 'CHAIR',
      })),
    }),
  );
  const more = async (text: string) => code(await put(officer, 'bundle', await read(officer, mine.id), { text }));
  expect(await more('Йўлдошев ҳам шундай ёзган')).toEqual([422, 'OTHER_STUDENT_NAMED']);
  expect((await more('Yangi dalil'))[0]).toBe(200);
  await sql("update offence_panels set hearing_at = edulab_now() - interval '1 hour' where offence_id = $1", [mine.id]);
  const chair = panel[0];
  const bundle_id = (await read(chair, mine.id)).bundles.at(-1).id;
  await put(chair, 'bundle/leave', await read(chair, mine.id), { bundle_id });
  const found = async (reason: string) =>
    code(await put(chair, 'finding', await read(chair, mine.id), { finding: 'NOT_PROVEN', reason, bundle_id }));
  expect(await found('2026-00019 aytgani bilan mos emas')).toEqual([422, 'OTHER_STUDENT_NAMED']);
  expect((await found('Dalil yetarli emas'))[0]).toBe(200);
  const decided = await read(office, mine.id);
  await surely(() => put(office, 'publish', decided, { to: ['STUDENT', 'REGISTRAR'] }));

  const seen: Case = await read(student, mine.id);
  expect(seen.bundles).toHaveLength(2);
  expect(seen.files).toHaveLength(1);
  const papers: string[] = [];
  for (const letter of seen.letters) {
    const file = await student.get(`/offence-letter/${mine.id}/${letter.id}`);
    expect(file.status).toBe(200);
    papers.push(JSON.stringify(readPdf(file.raw)));
  }
  expect(papers.length).toBeGreaterThanOrEqual(3);
  // The paper's own words are read, so that what is not found in it is not there.
  for (const paper of papers) expect(paper).toContain(mine.number);
  const everything = [JSON.stringify(seen), ...papers].join('\n');
  expect(namedIn(everything, people)).toBeUndefined();
  for (const other of made.body.cases) if (other.id !== mine.id) expect(everything).not.toContain(`${other.number}"`);
  const file = await student.get(seen.files[0].original_url.replace(apiBase, ''));
  expect(file.status).toBe(200);
  expect(String(file.headers['content-disposition'])).toContain(seen.files[0].original_name);
});

test('of two tariffs that of the day of the offence holds, whatever was made since', async () => {
  const { office, panel, day, sql, put, read } = scene;
  const [chair] = panel;
  const bands = (...penalties: string[]) => [{ from: 0, penalties }];
  await sql(
    'insert into offence_tariffs (institution_id, valid_from, repeat_points, bands, made_by) values (1, $1, 10, $2, 1)',
    [day(-20), JSON.stringify(bands('WARNING'))],
  );
  const save = (valid_from: string, penalties: string[]) =>
    office.post('/offence/tariffs', { valid_from, repeat_points: 10, bands: bands(...penalties) });
  expect(code(await save(day(-1), ['MODULE_ZERO']))).toEqual([422, 'TARIFF_BACKWARDS']);
  expect((await save(day(0), ['MODULE_ZERO'])).status).toBe(200);
  expect(code(await save(day(0), ['WARNING']))).toEqual([409, 'DUPLICATE']);
  const [type] = (await office.get('/offence/type/')).body.content;
  expect(code(await office.post('/offence/type/', { id: type.id, version: type.version, points: 500 }))).toEqual([
    409,
    'POINTS_FIXED',
  ]);
  const allowed = async (occurred_on: string) => {
    const row = await scene.toPanel(
      await scene.open({ occurred_on, students: [{ student_id: scene.people[3] }], text: 'Ish koʻchirilgan' }),
    );
    const heard = await read(chair, row.id);
    await put(chair, 'finding', heard, { finding: 'PROVEN', reason: 'Manba bir xil', bundle_id: heard.bundles[0].id });
    const { body } = await chair.get(`/offence/${row.id}/tariff`);
    return [body.valid_from, body.band];
  };
  expect(await allowed(day(-21))).toEqual(['1900-01-01', ['COMPONENT_ZERO', 'MODULE_CAPPED']]);
  expect(await allowed(day(-20))).toEqual([day(-20), ['WARNING']]);
  expect(await allowed(day(-1))).toEqual([day(-20), ['WARNING']]);
  expect(await allowed(day(0))).toEqual([day(0), ['MODULE_ZERO']]);
});

test('whoever judges somebody knows of no other case of theirs before the finding, with whatever right', async () => {
  const { panel, officer, open, read, put, toPanel, step } = scene;
  const [chair] = panel;
  const earlier = await open({ students: [{ student_id: scene.people[4] }] });
  expect((await chair.get(`/offence/${earlier.id}`)).body.view).toBe('OFFICE');
  await decide(scene.api, (call) =>
    applyPenalty(call, {
      kind: 'test',
      source_id: 1,
      number: 'M-0',
      operation: 'COMPONENT_ZERO',
      course_module_id: scene.plan,
      component_id: scene.parts.P2!,
      student_id: scene.people[4]!,
      attempt: 1,
      decided_by: [1],
    }),
  );
  const penalties = async () => (await chair.get('/amendment/?size=100')).body.content.length;
  expect(await penalties()).toBe(1);
  const ledger = async (by: Caller) =>
    (
      await by.get(`/assessment/ledger/events?course_module_id=${scene.plan}&student_id=${scene.people[4]}&size=100`)
    ).body.content
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind === 'PENALISED');
  const total = async (by: Caller) =>
    (await by.get(`/assessment/overall-grade-history?student_id=${scene.people[4]}`)).body.content?.map(
      (one: { total: number }) => one.total,
    );
  const leads = scene.leader;
  expect(await ledger(leads)).toEqual(['PENALISED']);
  const row = await toPanel(await open({ students: [{ student_id: scene.people[4] }] }));
  expect((await chair.get(`/offence/${earlier.id}`)).status).toBe(404);
  // Nor of the amendment by which a penalty of theirs came.
  expect(await penalties()).toBe(0);
  // A ledger that they read beside says nothing of it either; a total is the same for everybody, for hiding it from one
  // person would tell them that there is something.
  await scene.sql(
    `insert into offence_panel_members (institution_id, panel_id, staff_id, account_id, role)
     select p.institution_id, p.id, $1, s.account_id, 'SECRETARY' from offence_panels p, staff s where p.offence_id = $2 and s.id = $1`,
    [scene.staff.module_leader, row.id],
  );
  expect(await ledger(leads)).toEqual([]);
  expect((await leads.get(`/assessment/ledger/export?course_module_id=${scene.plan}`)).body.code).toBe('LEDGER_SEALED');
  expect(await total(leads)).toEqual(await total(officer));
  await scene.sql('delete from offence_panel_members where staff_id = $1', [scene.staff.module_leader]);
  const list = async (by: Caller) =>
    (await by.get(`/offence/?student_id=${scene.people[4]}`)).body.content.map(({ id }: Case) => id);
  expect(await list(chair)).toEqual([row.id]);
  const all = await list(officer);
  expect(all).toEqual(expect.arrayContaining([row.id, earlier.id]));
  const heard = await read(chair, row.id);
  await put(chair, 'finding', heard, { finding: 'PROVEN', reason: 'Manba bir xil', bundle_id: heard.bundles[0].id });
  expect(await list(chair)).toEqual(all);
  expect(await penalties()).toBe(1);
  await step(officer, await read(officer, earlier.id), 'DISMISSED', { reason: 'Dalil yoʻq' });
});

test('an appeal before the registry was told is no dead end', async () => {
  const { office, director, student, open, put, read, toDecision, sql, step } = scene;
  const decided = await toDecision(await open(), 'COMPONENT_ZERO');
  await surely(() => put(office, 'publish', decided, { to: ['STUDENT'] }));
  await put(student, 'appeal', await read(student, decided.id), { text: 'Manba koʻrsatilgan edi' });
  const appealed = await read(director, decided.id);
  const rejected = await surely(() =>
    put(director, 'appeal/decide', appealed, { outcome: 'REJECTED', reason: 'Manba yoʻq' }),
  );
  expect(rejected.body).toMatchObject({ status: 'APPEAL_DECIDED', applied: null });
  const waiting = (await office.get('/offence/?waiting=true&size=100')).body.content.map(({ id }: Case) => id);
  expect(waiting).toContain(decided.id);
  const told = await put(office, 'publish', await read(office, decided.id), { to: ['REGISTRAR'] });
  expect(told.body).toMatchObject({ status: 'APPEAL_DECIDED', applied: { live: true } });
  const closed = await surely(() => step(office, told.body, 'CLOSED'));
  expect(closed.body.status).toBe('CLOSED');
  expect(await sql('select 1 from mark_holds where source_id = $1 and ended_at is null', [decided.id])).toEqual([]);
});

test('an appeal of the last minute of its last day is taken, one of the minute after is not', async () => {
  const { api, office, open, put, read, toDecision, sql } = scene;
  const told: number[] = [];
  for (const _ of [1, 2]) {
    const decided = await toDecision(await open(), 'WARNING');
    await surely(() => put(office, 'publish', decided, { to: ['STUDENT'] }));
    told.push(decided.id);
  }
  const now = new Date(clock.now()).toISOString();
  await sql('update offences set appeal_until = edulab_today() where id = any($1)', [told]);
  const [last] = await sql('select edulab_today()::text as day, (edulab_today() + 1)::text as next');
  try {
    await api.setClock(`${last.day}T23:59:00+05:00`);
    const student = await api.as('bachelor_student');
    const [first, second] = await Promise.all(told.map((id) => read(student, id)));
    expect((await put(student, 'appeal', first as Case, { text: 'Manba bor edi' })).body.status).toBe('APPEALED');
    await api.setClock(`${last.next}T00:00:00+05:00`);
    expect(code(await put(student, 'appeal', second as Case, { text: 'Manba bor edi' }))).toEqual([
      422,
      'APPEAL_CLOSED',
    ]);
    expect(await read(student, told[1] ?? 0)).toMatchObject({ status: 'PUBLISHED' });
  } finally {
    await api.setClock(now);
  }
});

test('who studies and works here reads their own case as its student, and acts in it as nobody else', async () => {
  const { api, officer, sql, open, step, read, put, staff, report } = scene;
  const row = await open();
  const probe = await scene.student.put('/offence/statement', { id: row.id, version: row.version, text: 'x' });
  expect(code(probe)).toEqual([404, 'NOT_FOUND']);
  await sql(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 1 from accounts a, roles r where a.username = 'bachelor_student' and r.name = 'REGISTRAR_OFFICER'`,
  );
  const both = await api.as('bachelor_student');
  expect((await both.get(`/offence/${row.id}`)).status).toBe(404);
  expect(code(await step(both, row, 'DISMISSED', { reason: 'Dalil yoʻq' }))).toEqual([404, 'NOT_FOUND']);
  await surely(() =>
    step(officer, row, 'CONSULTATION', {
      leader_id: staff.module_leader,
      mentor_id: staff.academic_mentor,
      statement_until: soon(),
    }),
  );
  const seen = await read(both, row.id);
  expect(seen).toMatchObject({ view: 'STUDENT', reported_by: null, next: [], waits: true });
  expect((await put(both, 'statement', seen, { text: 'Oʻzim yozganman' })).status).toBe(200);
  const changes = async (by: Caller) =>
    (await by.get(`/user/info_history/?table_name=offences&row_id=${row.id}&size=50`)).body.content.length;
  expect(await changes(officer)).toBeGreaterThan(2);
  // Their own statement alone.
  expect(await changes(both)).toBe(1);
  const reports = async (by: Caller) =>
    (await by.get('/offence/report/?size=100')).body.content.flatMap(({ cases }: Case) =>
      cases.map(({ id }: Case) => id),
    );
  expect(await reports(officer)).toContain(row.id);
  expect(await reports(both)).not.toContain(row.id);
  // Others' cases are theirs to work on.
  const other = await report(scene.teacher, { students: [{ student_id: scene.people[3] }] });
  expect((await read(both, other.body.cases[0].id)).view).toBe('OFFICE');
});
