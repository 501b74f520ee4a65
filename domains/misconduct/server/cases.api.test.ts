import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { Caller } from '#tests/support/api.ts';
import { type CaseScene, caseScene } from '#tests/support/cases.ts';
import { closeCases } from './nightly.ts';

/** Cases from the report to the mark, through calls alone, and what is refused on the way. */

let scene: CaseScene;
beforeAll(async () => {
  scene = await caseScene();
  await scene.fill();
  for (const status of ['SUBMITTED']) await scene.move(scene.teacher, status);
  await scene.move(scene.leader, 'MODERATED');
  await scene.move(scene.leader, 'PUBLISHED');
});
afterAll(() => scene?.api.close());

const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];
const markOf = async (at: number, component = 'P1') =>
  (
    await scene.sql('select status, value::float8 as value from marks where student_id = $1 and component_id = $2', [
      scene.people[at],
      scene.parts[component],
    ])
  )[0];
const totalOf = async (at: number) =>
  (
    await scene.sql('select total::float8 as total, passed, status from module_results where student_id = $1', [
      scene.people[at],
    ])
  )[0];
const kernel = () => ({
  database: scene.api.database,
  settings: scene.api.kernel.settings,
  domains: scene.api.kernel.domains,
});

const isMatter = async () => !(await scene.student.get('/user/me/matters')).body.none.includes('offences');

describe('a report', () => {
  test('is no matter of its student before they are told of it', async () => {
    const { officer, open, step } = scene;
    const row = await open();
    expect([row.status, await isMatter()]).toEqual(['REPORTED', false]);
    expect((await step(officer, row, 'DISMISSED', { reason: 'Sinov' })).status).toBe(200);
    expect(await isMatter()).toBe(false);
  });

  test('of several students makes as many cases that name nobody but their own', async () => {
    const { teacher, officer, people, report, read, sql } = scene;
    expect(
      code(
        await report(teacher, {
          text: 'T2 dan koʻchirgan',
          students: [{ student_id: people[1] }, { student_id: people[2] }],
        }),
      ),
    ).toEqual([422, 'OTHER_STUDENT_NAMED']);
    expect(code(await report(teacher, { students: [{ student_id: people[1] }, { student_id: people[1] }] }))).toEqual([
      422,
      'STUDENT_TWICE',
    ]);
    const made = await report(teacher, {
      students: [{ student_id: people[1], text: 'Oʻzi aytdi' }, { student_id: people[2] }],
    });
    expect(made.body.cases).toHaveLength(2);
    const [one, other] = made.body.cases;
    const shown = JSON.stringify(await read(officer, one.id));
    const names = await sql('select student_no, full_name from students where id = $1', [people[2]]);
    expect(shown).not.toContain(names[0].student_no);
    expect(shown).not.toContain(other.number);
    const history = await sql(
      "select coalesce(old::text, '') || coalesce(new::text, '') as text from audit_log where table_name = 'offences' and row_id = $1",
      [one.id],
    );
    for (const { text } of history) expect(text).not.toContain(names[0].full_name);
    // Both are held, and each is given back by its own end.
    expect(await markOf(1)).toMatchObject({ status: 'WITHHELD' });
    for (const row of [one, other])
      expect(
        (await scene.step(officer, await read(officer, row.id), 'DISMISSED', { reason: 'Dalil yoʻq' })).status,
      ).toBe(200);
    expect(await markOf(1)).toMatchObject({ status: 'PUBLISHED', value: 80 });
  });

  test('is refused of strangers, of tomorrow, and by those who neither teach nor invigilate', async () => {
    const { teacher, api, report, day, sql } = scene;
    const [stranger] = await sql(
      "insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search) values (1, 'X-1', 'Begona', 'Begona', 'BACHELOR', 'uz', 2020, 'CONTRACT', 'b') returning id",
    );
    expect(code(await report(teacher, { students: [{ student_id: stranger.id }] }))).toEqual([
      422,
      'STUDENT_NOT_IN_MODULE',
    ]);
    expect(code(await report(teacher, { occurred_on: day(1) }))).toEqual([422, 'NOT_YET_HAPPENED']);
    expect(code(await report(await api.as('course_leader')))).toEqual([403, 'REPORT_OUT_OF_REACH']);
    expect((await report(scene.student)).status).toBe(403);
  });

  test('is refused on a day that does not exist and with the file of somebody else; a double click reports once', async () => {
    const { teacher, officer, report, sql, step, read } = scene;
    expect((await report(teacher, { occurred_on: '2026-02-30' })).status).toBe(400);
    const [file] = (await scene.leader.upload('varaq.csv', Buffer.from('a,b\n1,2\n'))).body;
    const stolen = await report(teacher, { file_ids: [file.id] });
    expect([stolen.status, stolen.body.data.fields[0].path]).toEqual([422, 'file_ids']);
    expect((await teacher.upload('varaq.pdf', Buffer.from('MZ this is a program'))).status).toBeGreaterThanOrEqual(400);
    const count = async () => (await sql('select count(*)::int as n from offences'))[0].n;
    const before = await count();
    const said = {
      component_id: scene.parts.P1,
      type_id: scene.type,
      source: 'TEACHER',
      occurred_on: scene.day(0),
      text: 'Bir xil javob',
      students: [{ student_id: scene.people[3] }],
    };
    const key = { 'idempotency-key': 'double-click-of-a-report' };
    const [one, two] = await Promise.all([1, 2].map(() => teacher.post('/offence/report/', said, key)));
    expect([one?.status, two?.status, one?.body.cases[0].id]).toEqual([200, 200, two?.body.cases[0].id]);
    expect(await count()).toBe(before + 1);
    await step(officer, await read(officer, one?.body.cases[0].id), 'DISMISSED', { reason: 'Sinov' });
  });

  test('a report is sent to the address of all reports as well, where its student says what it is', async () => {
    const { officer, teacher, office, read, step } = scene;
    const said = {
      component_id: scene.parts.P1,
      type_id: scene.type,
      source: 'TEACHER',
      occurred_on: scene.day(0),
      text: 'Bir xil javob',
      students: [{ student_id: scene.people[3] }],
    };
    const { status, body } = await teacher.post('/report/', said);
    expect([status, body.cases?.length], JSON.stringify(body)).toEqual([200, 1]);
    await step(officer, await read(officer, body.cases[0].id), 'DISMISSED', { reason: 'Sinov' });
    // Whoever may not report misconduct does so at neither address, and a report of figures is what it was.
    const library = await scene.api.as('library_moderator');
    expect((await library.post('/report/', said)).status).toBe(403);
    const kept = await office.post('/report/', {
      name: 'Talabalar',
      definition: { subject: 'students', columns: ['full_name'] },
    });
    expect([kept.status, kept.body.name], JSON.stringify(kept.body)).toEqual([200, 'Talabalar']);
  });

  test('nothing is decided of a case that is nowhere near it', async () => {
    const { officer, panel, open, read, put, step } = scene;
    const [chair] = panel;
    const row = await open();
    const early = await read(chair, row.id);
    expect(code(await put(chair, 'finding', early, { finding: 'PROVEN', reason: 'x', bundle_id: 1 }))).toEqual([
      422,
      'TRANSITION_NOT_ALLOWED',
    ]);
    expect(code(await put(chair, 'penalty', early, { penalty: 'WARNING' }))).toEqual([422, 'TRANSITION_NOT_ALLOWED']);
    const seat = { hearing_at: '2027-02-30T10:00:00+05:00', place: '1', members: [] };
    expect((await put(officer, 'panel', early, seat)).status).toBe(400);
    await step(officer, early, 'DISMISSED', { reason: 'Sinov' });
  });

  test('people are offered who can act: with an account, the right for it, and no part in the case', async () => {
    const { officer, teacher, api, open, read, put, step, staff, sql } = scene;
    const row = await open();
    const [dumb] = await sql(
      "insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'M-0', 'Hisobsiz', 'Xodim', 'xodim hisobsiz') returning id",
    );
    const [librarian] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'M-00', 'Kutubxonachi', 'Xodim', 'xodim kutubxonachi' from accounts where username = 'library_moderator' returning id`,
    );
    const offered = async (part: string) =>
      (await officer.get(`/offence/people?id=${row.id}&part=${part}`)).body.map(({ id }: { id: number }) => id);
    const judges = await offered('PANEL');
    expect(judges).toEqual(expect.arrayContaining([staff.dean, staff.ar_committee]));
    for (const id of [dumb.id, librarian.id, staff.teacher]) expect(judges).not.toContain(id);
    // Who teaches may consult, who reported may not.
    const consult = (await officer.get(`/offence/people?id=${row.id}&part=CONSULTATION`)).body.map(
      ({ id }: { id: number }) => id,
    );
    expect(consult).toContain(staff.module_leader);
    expect(consult).not.toContain(staff.teacher);
    expect((await teacher.get(`/offence/people?id=${row.id}&part=PANEL`)).status).toBe(403);
    expect((await (await api.as('registrar_head')).get('/offence/people?id=999999&part=PANEL')).status).toBe(404);
    const asked = await step(officer, await read(officer, row.id), 'CONSULTATION', {
      leader_id: dumb.id,
      mentor_id: staff.academic_mentor,
      statement_until: new Date(clock.now() + 3_600_000).toISOString(),
    });
    expect([asked.status, asked.body.data.fields[0].code]).toEqual([422, 'UNKNOWN_REFERENCE']);
    const rooms = (await scene.office.get('/offence/invigilation/people')).body;
    expect(rooms.map(({ id }: { id: number }) => id)).not.toContain(dumb.id);
    const refused = await put(officer, 'panel', await read(officer, row.id), {
      hearing_at: new Date(clock.now() + 7_200_000).toISOString(),
      place: '1',
      members: [],
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    await step(officer, await read(officer, row.id), 'DISMISSED', { reason: 'Sinov' });
  });

  test('with the minutes of a room: signed by all who saw to it, then as it is', async () => {
    const { officer, teacher, leader, staff, parts, day, report, office } = scene;
    const held = await office.post('/offence/invigilation/', {
      component_id: parts.EX,
      held_on: day(0),
      room: '305',
      staff_ids: [staff.teacher, staff.module_leader],
    });
    const written = await teacher.post('/offence/invigilation_minutes/', {
      invigilation_id: held.body.id,
      text: 'Tinch oʻtdi',
    });
    expect(written.body).toMatchObject({ status: 'OPEN', signed: [] });
    const half = await teacher.post('/offence/invigilation_minutes/', {
      id: written.body.id,
      version: written.body.version,
      status: 'SIGNED',
    });
    expect(half.body).toMatchObject({ status: 'OPEN', signed: [{}] });
    const whole = await leader.post('/offence/invigilation_minutes/', {
      id: written.body.id,
      version: half.body.version,
      status: 'SIGNED',
    });
    expect(whole.body.status).toBe('SIGNED');
    expect(
      code(
        await teacher.post('/offence/invigilation_minutes/', {
          id: written.body.id,
          version: whole.body.version,
          text: 'Boshqa',
        }),
      ),
    ).toEqual([409, 'MINUTES_LOCKED']);
    const seen = await report(leader, {
      component_id: parts.EX,
      source: 'INVIGILATOR',
      minutes_id: written.body.id,
      students: [{ student_id: scene.people[3] }],
    });
    expect(seen.status).toBe(200);
    expect(
      (
        await officer.post('/offence/invigilation_minutes/', {
          id: written.body.id,
          version: whole.body.version,
          status: 'LOCKED',
        })
      ).body.status,
    ).toBe('LOCKED');
    const open = await scene.read(officer, seen.body.cases[0].id);
    await scene.step(officer, open, 'DISMISSED', { reason: 'Xato' });
  });
});

describe('a hold', () => {
  test('of two cases on one component ends with the last, and neither twice', async () => {
    const { officer, step, open, read, sql } = scene;
    const [one, two] = [await open(), await open()];
    expect(await markOf(0)).toMatchObject({ status: 'WITHHELD' });
    expect((await scene.student.get('/assessment/withheld')).body).toMatchObject([{ reason: 'OPEN_CASE' }]);
    await step(officer, one, 'DISMISSED', { reason: 'Takror' });
    expect(await markOf(0)).toMatchObject({ status: 'WITHHELD' });
    const late = await read(officer, two.id);
    const both = await Promise.all([
      step(officer, late, 'DISMISSED', { reason: 'Birinchi' }),
      step(scene.office, late, 'DISMISSED', { reason: 'Ikkinchi' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await markOf(0)).toMatchObject({ status: 'PUBLISHED', value: 80 });
    expect(
      await sql('select count(*)::int as count from mark_holds where source_id = $1 and ended_at is not null', [
        two.id,
      ]),
    ).toEqual([{ count: 1 }]);
    await expect(sql('update mark_holds set ended_at = edulab_now() where source_id = $1', [two.id])).rejects.toThrow(
      'ends once',
    );
  });
});

describe('the way of a case', () => {
  test('to a panel, its penalty, an appeal, and the mark as it was given', async () => {
    const { officer, office, leader, student, panel, director, open, read, step, put, staff, sql, people } = scene;
    const [chair, member] = panel;
    const row = await open();
    // Not the reporter, and not before the student was asked.
    expect(
      code(
        await step(officer, row, 'CONSULTATION', {
          leader_id: staff.teacher,
          mentor_id: staff.academic_mentor,
          statement_until: new Date(clock.now() + 3_600_000).toISOString(),
        }),
      ),
    ).toEqual([422, 'INVOLVED']);
    expect(code(await step(officer, row, 'CONCLUDED'))).toEqual([422, 'TRANSITION_NOT_ALLOWED']);
    const decided = await scene.toDecision(row, 'COMPONENT_ZERO');
    expect(decided).toMatchObject({ status: 'DECIDED', penalty: 'COMPONENT_ZERO', finding: { finding: 'PROVEN' } });
    expect(decided.finding.bundle_hash).toMatch(/^[0-9a-f]{64}$/);
    // An older reading after a newer decision changes nothing.
    expect(
      code(
        await put(chair, 'penalty', { ...decided, version: decided.version - 1 }, { penalty: 'WARNING', reason: 'x' }),
      ),
    ).toEqual([409, 'STALE']);
    expect((await read(student, row.id)).penalty).toBeNull();
    expect((await put(officer, 'publish', decided, { to: ['STUDENT'] })).status).toBe(403);

    const registry = await put(office, 'publish', decided, { to: ['REGISTRAR'] });
    expect(registry.body).toMatchObject({ status: 'PUBLISHED', applied: { live: true } });
    expect((await read(student, row.id)).penalty).toBeNull();
    const told = await put(office, 'publish', registry.body, { to: ['STUDENT'] });
    expect(told.status).toBe(200);
    expect(await read(student, row.id)).toMatchObject({
      penalty: 'COMPONENT_ZERO',
      view: 'STUDENT',
      reported_by: null,
    });
    expect(code(await put(office, 'publish', told.body, { to: ['STUDENT'] }))).toEqual([422, 'NOTHING_TO_PUBLISH']);
    // The mark stays what it was given; what counts is made of both, and the amendment and the penalty know each other.
    expect(await markOf(0)).toMatchObject({ status: 'WITHHELD', value: 80 });
    const [penalty] = await sql('select * from mark_penalties where source_id = $1', [row.id]);
    const [amendment] = await sql('select * from amendments where id = $1', [penalty.amendment_id]);
    expect(amendment).toMatchObject({ penalty_id: penalty.id, status: 'PUBLISHED', source: 'PENALTY' });
    expect(
      (await sql('select kind from mark_events where mark_id = $1 order by seq desc limit 1', [penalty.mark_id]))[0]
        .kind,
    ).toBe('PENALISED');

    // Each leads to the other, for whoever may read it.
    const leads = async (by: Caller) => (await by.get(`/amendment/${amendment.id}`)).body.case;
    expect(await leads(office)).toEqual({ number: decided.number, page: `/offence?open=${row.id}` });
    expect(await leads(student)).toEqual({ number: decided.number, page: `/offence-read?open=${row.id}` });
    const quality = await scene.api.as('quality_assurance_head');
    expect(await leads(quality)).toEqual({ number: decided.number, page: null });
    expect((await read(student, row.id)).applied).toMatchObject({ amendment_id: amendment.id, live: true });

    // Back and again, for a reason.
    expect((await put(office, 'unpublish', told.body, { to: ['REGISTRAR'] })).status).toBe(400);
    const back = await put(office, 'unpublish', told.body, { to: ['STUDENT', 'REGISTRAR'], reason: 'Xat xato' });
    expect(back.body).toMatchObject({ status: 'UNPUBLISHED', applied: { live: false } });
    expect((await read(student, row.id)).penalty).toBeNull();
    expect(code(await put(office, 'publish', back.body, { to: ['STUDENT'] }))).toEqual([422, 'REASON_REQUIRED']);
    const again = await put(office, 'publish', back.body, { to: ['STUDENT', 'REGISTRAR'], reason: 'Tuzatildi' });
    expect(again.body).toMatchObject({ status: 'PUBLISHED', applied: { live: true } });

    // The subject board: not closed while it has it.
    const referred = await put(officer, 'change/subject_board_status', again.body, { status: 'REFERRED' });
    expect(referred.body.subject_board_status).toBe('REFERRED');
    expect(code(await step(office, referred.body, 'CLOSED'))).toEqual([422, 'APPEALS_NOT_OVER']);
    const confirmed = await put(officer, 'change/subject_board_status', referred.body, { status: 'PENALTY_CONFIRMED' });
    expect(confirmed.status).toBe(200);

    const appealed = await put(student, 'appeal', await read(student, row.id), { text: 'Manba koʻrsatilgan edi' });
    expect(appealed.body.status).toBe('APPEALED');
    const asked = await read(director, row.id);
    expect(code(await put(officer, 'appeal/decide', asked, { outcome: 'UPHELD', reason: 'x' }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const upheld = await put(director, 'appeal/decide', asked, { outcome: 'UPHELD', reason: 'Manba bor edi' });
    expect(upheld.body).toMatchObject({ status: 'APPEAL_DECIDED', applied: { live: false } });
    expect(
      (await sql('select removal_id from mark_penalties where source_id = $1 order by id desc limit 1', [row.id]))[0]
        .removal_id,
    ).toBeGreaterThan(0);
    expect(await closeCases(kernel())).toEqual({ closed: 1, failed: [] });
    expect(await markOf(0)).toMatchObject({ status: 'PUBLISHED', value: 80 });
    expect(await read(office, row.id)).toMatchObject({ status: 'CLOSED' });
    expect(await closeCases(kernel())).toEqual({ closed: 0, failed: [] });

    // Letters at each step, numbered without gaps; nothing of the case in what others may see.
    const { letters } = await read(officer, row.id);
    expect(letters.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'appeal',
      'closed',
      'hearing',
      'invited',
      'outcome',
      'outcome',
    ]);
    const mails = await sql('select subject, body from outbox');
    for (const { subject, body } of mails) expect(`${subject} ${body}`).not.toMatch(/M-\d|Koʻchirma|Plagiat|MAT1/);
    expect((await student.get(`/offence-letter/${row.id}/${letters[0].id}`)).status).toBe(200);
    expect((await leader.get(`/offence-letter/${row.id}/${letters[0].id}`)).status).toBe(404);
    expect((await student.get(`/issued-document/?kind=LETTER&mine=true`)).body.total_elements).toBe(6);
    expect(people).toHaveLength(5);
    expect((await member.get(`/offence/${row.id}`)).body.view).toBe('PANEL');
  });

  test('before a panel: who had a part is refused at appointment and again at the decision', async () => {
    const { officer, panel, open, read, put, staff, sql, plan } = scene;
    const [chair] = panel;
    const row = await scene.toPanel(await open({ students: [{ student_id: scene.people[1] }] }));
    const hearing_at = new Date(clock.now() + 7_200_000).toISOString();
    const seats = (...names: string[]) =>
      names.map((name, at) => ({ staff_id: staff[name], role: at === 0 ? 'CHAIR' : 'MEMBER' }));
    const appoint = async (members: object[], at = hearing_at) =>
      code(await put(officer, 'panel', await read(officer, row.id), { hearing_at: at, place: '1', members }));
    expect(await appoint(seats('ar_committee', 'dean'))).toEqual([422, 'PANEL_TOO_SMALL']);
    expect(await appoint(seats('ar_committee', 'teacher', 'dean'))).toEqual([422, 'INVOLVED']);
    expect(await appoint(seats('ar_committee', 'academic_mentor', 'dean'))).toEqual([422, 'INVOLVED']);
    // Nobody waived the notice for another hour: the clock runs anew.
    expect(await appoint(seats('ar_committee', 'programme_manager', 'dean'))).toEqual([422, 'HEARING_TOO_SOON']);
    const [faculty] = await sql('select department_id as id from courses order by id limit 1');
    await sql('update staff set department_id = $1 where id = any($2)', [
      faculty.id,
      [staff.dean, staff.programme_manager],
    ]);
    expect(await appoint(seats('ar_committee', 'programme_manager', 'dean'))).toEqual([422, 'PANEL_ONE_DEPARTMENT']);
    const finding = { finding: 'PROVEN', reason: 'x', bundle_id: row.bundles[0].id };
    expect(code(await put(chair, 'finding', await read(chair, row.id), finding))).toEqual([
      422,
      'PANEL_ONE_DEPARTMENT',
    ]);
    await sql('update staff set department_id = null where id = any($1)', [[staff.dean, staff.programme_manager]]);
    await sql("insert into course_module_teachers values (1, $1, $2, 'LECTURER')", [plan, staff.dean]);
    expect(code(await put(chair, 'finding', await read(chair, row.id), finding))).toEqual([422, 'INVOLVED']);
    await sql('delete from course_module_teachers where staff_id = $1', [staff.dean]);

    // What is added later is another bundle, and wants leave of the chair.
    const added = await put(officer, 'bundle', await read(officer, row.id), { text: 'Yangi dalil' });
    expect(added.body.bundles).toMatchObject([{ seq: 1 }, { seq: 2, needs_leave: true }]);
    expect(code(await put(chair, 'finding', await read(chair, row.id), finding))).toEqual([409, 'BUNDLE_NOT_NEWEST']);
    const newer = { ...finding, bundle_id: added.body.bundles[1].id };
    expect(code(await put(chair, 'finding', await read(chair, row.id), newer))).toEqual([422, 'BUNDLE_NEEDS_LEAVE']);
    expect(
      code(await put(panel[1], 'bundle/leave', await read(chair, row.id), { bundle_id: newer.bundle_id })),
    ).toEqual([403, 'SOMEBODY_ELSE']);
    await put(chair, 'bundle/leave', await read(chair, row.id), { bundle_id: newer.bundle_id });

    // Previous cases open after the finding; a penalty outside of the band wants a reason and another's signature.
    expect(code(await chair.get(`/offence/${row.id}/tariff`))).toEqual([422, 'FINDING_FIRST']);
    const twice = await read(chair, row.id);
    const both = await Promise.all([put(chair, 'finding', twice, newer), put(chair, 'finding', twice, newer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await chair.get(`/offence/${row.id}/tariff`)).body).toMatchObject({
      points: 100,
      band: ['COMPONENT_ZERO', 'MODULE_CAPPED'],
    });
    const found = await read(chair, row.id);
    expect(code(await put(chair, 'penalty', found, { penalty: 'MODULE_ZERO' }))).toEqual([422, 'PENALTY_OUTSIDE_BAND']);
    // Who leaves after the finding is replaced, so that the panel can still decide; a panel that is whole is not, nor its hour.
    const replace = (member: string, at = found.panel.hearing_at) => appoint(seats('ar_committee', member, 'dean'), at);
    expect(await replace('course_leader')).toEqual([409, 'FINDING_THERE']);
    await sql("update staff set status = 'LEFT' where id = $1", [staff.programme_manager]);
    expect(code(await put(chair, 'penalty', found, { penalty: 'MODULE_CAPPED' }))).toEqual([422, 'UNKNOWN_REFERENCE']);
    expect(await replace('course_leader', new Date(clock.now() + 3_600_000).toISOString())).toEqual([
      409,
      'FINDING_THERE',
    ]);
    expect((await replace('course_leader'))[0]).toBe(200);
    await sql("update staff set status = 'ACTIVE' where id = $1", [staff.programme_manager]);
    const outside = await put(chair, 'penalty', await read(chair, row.id), {
      penalty: 'MODULE_ZERO',
      reason: 'Ogʻir holat',
    });
    expect(outside.body).toMatchObject({
      status: 'PANEL',
      penalty: null,
      penalty_decision: { outside: true, signed: false },
    });
    expect(code(await put(chair, 'penalty/sign', outside.body))).toEqual([403, 'SOMEBODY_ELSE']);
    const signed = await put(panel[2], 'penalty/sign', await read(panel[2], row.id));
    expect(signed.body).toMatchObject({ status: 'DECIDED', penalty: 'MODULE_ZERO' });
    await expect(
      sql("update offence_penalties set penalty = 'WARNING' where offence_id = $1", [row.id]),
    ).rejects.toThrow('decided already');
    await put(scene.office, 'publish', await read(scene.office, row.id), { to: ['STUDENT', 'REGISTRAR'] });
    expect(await totalOf(1)).toMatchObject({ total: 0 });
  });

  test('a second case is no poor practice, unless both were reported before any outcome', async () => {
    const { officer, leader, consultants, open, read, step, staff, sql, people, office, put } = scene;
    const consult = async (at: number, conclusion: string) => {
      const row = await open({ students: [{ student_id: people[at] }] });
      await step(officer, row, 'CONSULTATION', {
        leader_id: staff.module_leader,
        mentor_id: staff.academic_mentor,
        statement_until: new Date(clock.now() + 3_600_000).toISOString(),
      });
      const written = await leader.post('/offence/consultation_reports/', {
        offence_id: row.id,
        text: 'Bayon',
        conclusion,
        status: 'SIGNED_BY_STAFF',
      });
      return { row, written };
    };
    const finish = async ({ row, written }: Awaited<ReturnType<typeof consult>>) => {
      const signed = await consultants[1].post('/offence/consultation_reports/', {
        id: written.body.id,
        version: written.body.version,
        status: 'SIGNED_BY_STAFF',
      });
      expect(signed.body.status).toBe('SIGNED_BY_STAFF');
      expect(code(await step(leader, await read(leader, row.id), 'CONCLUDED'))).toEqual([422, 'STATEMENT_OPEN']);
      await sql("update offences set statement_until = edulab_now() - interval '1 hour' where id = $1", [row.id]);
      expect((await step(leader, await read(leader, row.id), 'CONCLUDED')).status).toBe(200);
      const publish = async () => put(office, 'publish', await read(office, row.id), { to: ['STUDENT', 'REGISTRAR'] });
      // Whoever might disagree is asked first; of whoever does not answer the office locks the report.
      expect(code(await publish())).toEqual([422, 'REPORT_UNSEEN']);
      const { id, version } = signed.body;
      const locked = await officer.post('/offence/consultation_reports/', { id, version, status: 'LOCKED' });
      expect(locked.body.status).toBe('LOCKED');
      return publish();
    };
    const [first, beside] = [await consult(4, 'POOR_ACADEMIC_PRACTICE'), await consult(4, 'POOR_ACADEMIC_PRACTICE')];
    expect((await finish(first)).status).toBe(200);
    // Reported before the first was told: still a first time.
    expect((await finish(beside)).status).toBe(200);
    await sql("update offences set communicated_at = communicated_at - interval '3 days' where student_id = $1", [
      people[4],
    ]);
    const later = await consult(4, 'POOR_ACADEMIC_PRACTICE');
    expect(code(later.written)).toEqual([422, 'NOT_FIRST_CASE']);
  });

  test('is heard at an hour that stands in the calendars of who comes, and says no more there', async () => {
    const { api, officer, panel, student, open, read, step, toPanel, day } = scene;
    const row = await toPanel(await open());
    const hearings = async (by: Caller) => {
      const month = await by.get(`/calendar/event?from=${day(-1)}&to=${day(2)}&size=500`);
      expect(month.status, JSON.stringify(month.body)).toBe(200);
      return month.body.content.filter(({ path }: { path: string | null }) => path?.endsWith(`open=${row.id}`));
    };
    expect(await hearings(panel[1])).toMatchObject([{ path: `/offence?open=${row.id}` }]);
    expect(await hearings(student)).toMatchObject([{ path: `/offence-read?open=${row.id}` }]);
    expect(JSON.stringify(await hearings(student))).not.toContain(row.number);
    expect(await hearings(await api.as('course_leader'))).toEqual([]);
    await step(officer, await read(officer, row.id), 'DISMISSED', { reason: 'Sinov' });
  });

  test('a statement counts in the very minute of its deadline, and not after it', async () => {
    const { officer, student, api, open, read, step, put, staff } = scene;
    const row = await open();
    const until = new Date(Math.ceil(clock.now() / 60_000) * 60_000 + 600_000);
    await step(officer, row, 'CONSULTATION', {
      leader_id: staff.module_leader,
      mentor_id: staff.academic_mentor,
      statement_until: until.toISOString(),
    });
    await api.setClock(new Date(until.getTime() + 30_000).toISOString());
    expect((await put(student, 'statement', await read(student, row.id), { text: 'Oʻzim yozganman' })).status).toBe(
      200,
    );
    await api.setClock(new Date(until.getTime() + 61_000).toISOString());
    expect(code(await put(student, 'statement', await read(student, row.id), { text: 'Kech' }))).toEqual([
      422,
      'STATEMENT_CLOSED',
    ]);
    expect((await read(scene.office, row.id)).statement).toBe('Oʻzim yozganman');
    // Whoever only reported it is told nothing of what the student says.
    expect((await read(scene.teacher, row.id)).statement).toBeNull();
  });

  test('goes on when its student has graduated: the time before is what it is about', async () => {
    const { officer, open, sql, people, step } = scene;
    await sql("update students set status = 'GRADUATED' where id = $1", [people[2]]);
    const row = await open({ students: [{ student_id: people[2] }] });
    expect(row.status).toBe('REPORTED');
    expect((await step(officer, row, 'DISMISSED', { reason: 'Dalil yoʻq' })).status).toBe(200);
  });
});

test('a stranger of another institution, a colleague and a student see nothing', async () => {
  const { api, officer, open, step, leader } = scene;
  expect(await isMatter()).toBe(true);
  const row = await open();
  expect((await (await api.as('academic_mentor')).get(`/offence/${row.id}`)).status).toBe(404);
  expect((await leader.get(`/offence/${row.id}`)).status).toBe(404);
  expect((await scene.student.get(`/offence/${row.id}`)).status).toBe(404);
  const none = await asActor(
    scene.api.database.app,
    { institution_id: 999, account_id: 0, call: 'test' },
    async (_db, client) => (await client.query('select 1 from offences')).rowCount,
  );
  expect(none).toBe(0);
  await step(officer, row, 'DISMISSED', { reason: 'Sinov' });
});

test('numbers for the head hide what is too small', async () => {
  const { office, teacher } = scene;
  const told = await office.get('/offence/statistics');
  expect(told.status).toBe(200);
  for (const part of ['by_type', 'by_faculty', 'by_outcome', 'repeated'])
    for (const { count } of told.body[part]) expect(count === null || count === 0 || count >= 5).toBe(true);
  // Whole academic years alone, which share no day: nothing is to be subtracted from anything.
  const [year] = await scene.sql('select id, starts_on::text, ends_on::text from academic_years');
  expect(told.body).toMatchObject({ academic_year: { id: year.id }, from: year.starts_on, until: year.ends_on });
  const span = await office.get(`/offence/statistics?from=${scene.day(-1)}&until=${scene.day(0)}`);
  expect(span.status === 400 || span.body.from === year.starts_on).toBe(true);
  expect((await office.get(`/offence/statistics?academic_year_id=${year.id + 999}`)).status).toBe(404);
  expect((await teacher.get('/offence/statistics')).status).toBe(403);
});
