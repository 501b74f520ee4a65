import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AchievementScene, achievementScene } from '#tests/support/achievements.ts';
import type { Caller } from '#tests/support/api.ts';

let scene: AchievementScene;
beforeAll(async () => {
  scene = await achievementScene();
});
afterAll(() => scene?.api.close());

const codes = (body: { data?: { fields?: { path: string; code: string }[] } }) =>
  body.data?.fields?.map(({ path, code }) => `${path} ${code}`);
const notices = async (username: string) =>
  (
    await scene.sql(
      `select n.title ->> 'en' as said, n.link from notices n join accounts a on a.id = n.account_id
        where a.username = $1 and n.type = 'achievement' order by n.id desc`,
      [username],
    )
  ).map(({ said, link }) => [said, link]);

describe('a record', () => {
  it('is filed, changed, sent, sent back, completed, verified with points that stay, and revoked', async () => {
    const { student, manager, step } = scene;
    const made = await scene.draft(student);
    expect(made.body, JSON.stringify(made.body)).toMatchObject({
      status: 'DRAFT',
      expected: 20,
      points: null,
      file_count: 0,
      next: ['SUBMITTED'],
      can: { edit: true, delete: true },
    });
    const { id } = made.body;
    expect((await manager.get(`/achievement_records/${id}`)).status).toBe(404);
    const bare = await step(student, made.body, 'SUBMITTED');
    expect([bare.status, bare.body.code, codes(bare.body)]).toEqual([
      422,
      'ACHIEVEMENT_EVIDENCE_NEEDED',
      ['file_ids ACHIEVEMENT_EVIDENCE_NEEDED'],
    ]);
    const proved = await student.post('/achievement_records/', {
      id,
      version: made.body.version,
      title: 'Respublika fan olimpiadasi',
      file_ids: [await scene.file(student)],
    });
    expect(proved.body).toMatchObject({ title: 'Respublika fan olimpiadasi', file_count: 1 });
    const sent = await step(student, proved.body, 'SUBMITTED');
    expect(sent.body).toMatchObject({ status: 'SUBMITTED', next: ['DRAFT'] });
    expect(
      (await student.post('/achievement_records/', { id, version: sent.body.version, title: 'x' })).body.code,
    ).toBe('ACHIEVEMENT_SENT');
    expect((await student.delete(`/achievement_records/${id}`)).body.code).toBe('ACHIEVEMENT_SENT');

    const seen = (await manager.get(`/achievement_records/${id}`)).body;
    expect(seen).toMatchObject({ can: { verify: true }, next: ['VERIFIED', 'NOT_VERIFIED', 'UPDATE_REQUIRED'] });
    expect(seen.files[0].original_name).toBe('diplom.pdf');
    expect(seen.filed).toBe(false);
    const mute = await step(manager, seen, 'UPDATE_REQUIRED');
    expect([mute.status, mute.body.code]).toEqual([422, 'REASON_REQUIRED']);
    const back = await step(manager, seen, 'UPDATE_REQUIRED', { reason: 'Diplomning orqa tomoni kerak' });
    expect(back.body).toMatchObject({ status: 'UPDATE_REQUIRED', note: 'Diplomning orqa tomoni kerak' });
    expect((await notices('bachelor_student'))[0]).toEqual([
      `Your achievement ${seen.number} needs changes`,
      `/achievement-records/${id}`,
    ]);
    const again = await step(student, back.body, 'SUBMITTED');
    const verified = await step(manager, again.body, 'VERIFIED');
    expect(verified.body).toMatchObject({ status: 'VERIFIED', points: 20, expected: null, note: null });
    expect(verified.body.scale.title).toMatch(/^№ 2 /);
    expect((await notices('bachelor_student'))[0]?.[0]).toBe(`Your achievement ${seen.number} was verified: 20 points`);

    const mine = (await student.get('/achievement_records/own')).body;
    expect(mine).toMatchObject({ points: 20, count: 1, waiting: 0, to_update: 0 });
    expect(mine.year).toMatchObject({ points: 20, in_group: { place: 1, of: 5 } });
    const early = await step(student, verified.body, 'DRAFT');
    expect(early.body.code).toBe('TRANSITION_NOT_ALLOWED');
    expect((await step(manager, verified.body, 'REVOKED')).body.code).toBe('REASON_REQUIRED');
    const revoked = await step(scene.committee, verified.body, 'REVOKED', { reason: 'Diplom qalbaki' });
    expect(revoked.body).toMatchObject({ status: 'REVOKED', points: 20, note: 'Diplom qalbaki', next: [] });
    expect((await student.get('/achievement_records/own')).body).toMatchObject({ points: 0, count: 0 });
    const read = (await student.get(`/achievement_records/${id}`)).body;
    expect(read.steps.map(({ to }: { to: string }) => to)).toEqual([
      'DRAFT',
      'SUBMITTED',
      'UPDATE_REQUIRED',
      'SUBMITTED',
      'VERIFIED',
      'REVOKED',
    ]);
    expect(read.validator).toBeNull();
  });

  it('is taken back while nobody has answered, deleted as a draft and brought back', async () => {
    const { student, step } = scene;
    const sent = await scene.sent(student, { achieved_on: scene.day(-6) });
    const back = await step(student, sent, 'DRAFT');
    expect(back.body).toMatchObject({ status: 'DRAFT', submitted_at: null, can: { edit: true, delete: true } });
    expect((await student.delete(`/achievement_records/${sent.id}`)).status).toBe(200);
    expect((await student.get(`/achievement_records/${sent.id}`)).status).toBe(404);
    const gone = (await student.get('/achievement_records/?deleted=true')).body.content;
    expect(gone.map(({ id }: { id: number }) => id)).toContain(sent.id);
    expect((await student.post(`/achievement_records/${sent.id}/restore`)).body.status).toBe('DRAFT');
    expect((await scene.students[1].post(`/achievement_records/${sent.id}/restore`)).status).toBe(404);
    await student.delete(`/achievement_records/${sent.id}`);
  });

  it('is refused what is not true: a day ahead, another type’s result, a stranger’s file, another student', async () => {
    const { student, competition, volunteering, draft } = scene;
    expect(codes((await draft(student, { achieved_on: scene.day(1) })).body)).toEqual([
      'achieved_on ACHIEVEMENT_AHEAD',
    ]);
    expect((await draft(student, { achieved_on: scene.day(0) })).status).toBe(200);
    expect(codes((await draft(student, { grade_id: volunteering.done })).body)).toEqual([
      'grade_id ACHIEVEMENT_OTHER_GRADE',
    ]);
    expect(codes((await draft(student, { type_id: 999_999 })).body)).toEqual(['type_id UNKNOWN_REFERENCE']);
    const stolen = await scene.file(scene.students[1]);
    expect(codes((await draft(student, { file_ids: [stolen] })).body)).toEqual(['file_ids UNKNOWN_REFERENCE']);
    expect(codes((await draft(student, { student_id: scene.people[1] })).body)).toEqual([
      'student_id UNKNOWN_REFERENCE',
    ]);
    expect((await draft(student, { title: ' ' })).status).toBe(400);
    expect((await draft(student, { link: 'javascript:alert(1)' })).status).toBe(400);
    expect((await draft(student, { achieved_on: '2026-02-30' })).status).toBe(400);
    const zip = await student.upload('ovoz.zip', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`));
    if (zip.status === 200)
      expect((await draft(student, { file_ids: [zip.body[0].id] })).body.code).toBe('ACHIEVEMENT_EVIDENCE_KIND');
    // A type that is closed takes nothing new.
    const type = (await scene.committee.get(`/achievement_type/${competition.id}`)).body;
    const closed = await scene.committee.post('/achievement_type/', {
      id: type.id,
      version: type.version,
      active: false,
    });
    expect(codes((await draft(student)).body)).toEqual(['type_id ACHIEVEMENT_TYPE_CLOSED']);
    expect((await student.get('/achievement_records/types')).body.map(({ id }: { id: number }) => id)).not.toContain(
      type.id,
    );
    await scene.committee.post('/achievement_type/', { id: type.id, version: closed.body.version, active: true });
  });

  it('needs evidence only where its type asks for it', async () => {
    const { student, volunteering } = scene;
    const made = await scene.draft(student, { type_id: volunteering.id, grade_id: volunteering.done, title: 'Hashar' });
    const sent = await scene.step(student, made.body, 'SUBMITTED');
    expect(sent.body).toMatchObject({ status: 'SUBMITTED', expected: 3 });
    expect(
      (await scene.step(scene.manager, sent.body, 'NOT_VERIFIED', { reason: 'Roʻyxatda yoʻq' })).body,
    ).toMatchObject({
      status: 'NOT_VERIFIED',
      points: null,
      note: 'Roʻyxatda yoʻq',
    });
  });
});

describe('who may', () => {
  it('nobody decides about their own record, nor about what they filed', async () => {
    const { manager, step, people } = scene;
    // The office files for somebody; the same person does not verify it, another does.
    const made = await scene.draft(manager, { student_id: people[3], file_ids: [await scene.file(manager)] });
    expect(made.body).toMatchObject({ status: 'DRAFT', student_id: people[3], filed: true });
    const sent = await step(manager, made.body, 'SUBMITTED');
    expect(sent.body.next).toEqual(['DRAFT']);
    const own = await step(manager, sent.body, 'VERIFIED');
    expect([own.status, own.body.code]).toEqual([403, 'ACHIEVEMENT_OWN']);
    const bulk = await manager.post('/achievement_records/verify/preview', { ids: [sent.body.id] });
    expect(bulk.body[0].faults.map(({ code }: { code: string }) => code)).toEqual(['OWN']);
    expect((await step(scene.second, sent.body, 'VERIFIED')).body.status).toBe('VERIFIED');
    // A validator who studies here as well.
    const theirs = await scene.sent(scene.students[1]);
    await scene.sql(
      `insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r
        where a.username = 'master_student' and r.name = 'EXTRACURRICULAR_ACTIVITY_MANAGER'`,
    );
    await scene.sql("select nextval('access_changes')");
    const both = await scene.api.as('master_student');
    const refused = await step(both, theirs, 'VERIFIED');
    expect([refused.status, refused.body.code]).toEqual([403, 'ACHIEVEMENT_OWN']);
    await scene.sql(
      `delete from account_roles where account_id = (select id from accounts where username = 'master_student')
         and role_id = (select id from roles where name = 'EXTRACURRICULAR_ACTIVITY_MANAGER')`,
    );
    await scene.sql("select nextval('access_changes')");
    await step(scene.students[1], theirs, 'DRAFT');
  });

  it('a student sees and changes nothing of another', async () => {
    const [one, other] = scene.students;
    const sent = await scene.sent(one, { achieved_on: scene.day(-7) });
    expect((await other.get(`/achievement_records/${sent.id}`)).status).toBe(404);
    expect((await scene.step(other, sent, 'DRAFT')).status).toBe(404);
    expect((await scene.step(one, sent, 'VERIFIED')).status).toBe(403);
    expect((await other.get(`/achievement_records/student/${scene.people[0]}`)).status).toBe(404);
    const listed = (await other.get(`/student/ar_records?student_id=${scene.people[0]}`)).body;
    expect(listed.content).toEqual([]);
    expect((await other.get('/achievement_records/rating')).status).toBe(403);
    const own = (await one.get('/student/ar_records')).body;
    expect(own.content.map(({ id }: { id: number }) => id)).toContain(sent.id);
    expect(own.content[0].files).toBeUndefined();
    await scene.step(one, sent, 'DRAFT');
  });

  it('whoever is named for a type verifies that type alone, and is told of what waits', async () => {
    const { committee, student, teacher, competition, volunteering, step } = scene;
    const names = (await committee.get('/achievement_type/validators?search=karimova')).body;
    expect(names).toHaveLength(1);
    const type = (await committee.get(`/achievement_type/${volunteering.id}`)).body;
    const named = await committee.post('/achievement_type/', {
      id: type.id,
      version: type.version,
      validator_id: names[0].id,
    });
    expect(named.body.validator.title).toContain('Karimova');
    const theirs = await scene.sent(student, {
      type_id: volunteering.id,
      grade_id: volunteering.done,
      title: 'Daraxt ekish',
    });
    const others = await scene.sent(student, { achieved_on: scene.day(-8) });
    expect((await notices('teacher'))[0]).toEqual([
      `Achievement ${theirs.number} is waiting for your review`,
      `/achievement-records/${theirs.id}`,
    ]);
    const waiting = (await teacher.get('/achievement_records/?mine=true')).body.content;
    expect(waiting.map(({ id }: { id: number }) => id)).toEqual([theirs.id]);
    expect((await teacher.get(`/achievement_records/${others.id}`)).status).toBe(404);
    expect((await step(teacher, others, 'VERIFIED')).status).toBe(404);
    const done = await step(teacher, theirs, 'VERIFIED');
    expect(done.body).toMatchObject({ status: 'VERIFIED', points: 3 });
    expect((await step(teacher, done.body, 'REVOKED', { reason: 'x' })).status).toBe(403);
    await step(student, others, 'DRAFT');
    expect(competition.id).not.toBe(volunteering.id);
  });

  it('institutions do not see each other', async () => {
    const sent = await scene.sent(scene.student, { achieved_on: scene.day(-9) });
    const [house] = await scene.sql(
      `insert into institutions (title, short_name) values ('{"uz":"B","ru":"B","en":"B"}', 'B') returning id`,
    );
    await scene.sql(
      `insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, $1 from accounts a, roles r
        where a.username = 'super_admin' and r.name = 'SUPER_ADMIN'`,
      [house.id],
    );
    const far = await scene.api.as('super_admin', house.id);
    expect((await far.get(`/achievement_records/${sent.id}`)).status).toBe(404);
    expect((await far.get('/achievement_records/')).body.total_elements).toBe(0);
    expect((await far.get('/achievement_records/types')).body).toEqual([]);
    expect((await scene.step(far, sent, 'VERIFIED')).status).toBe(404);
    expect((await far.get(`/achievement_scale/${scene.scales[0]}`)).status).toBe(404);
    expect((await far.get(`/achievement_records/student/${scene.people[0]}`)).status).toBe(404);
    await scene.step(scene.student, sent, 'DRAFT');
  });

  it('whoever left reads what was theirs and files nothing', async () => {
    const left = scene.students[2];
    await scene.sent(left, { achieved_on: scene.day(-9) });
    await scene.sql("update students set status = 'GRADUATED' where id = $1", [scene.people[2]]);
    expect((await scene.draft(left)).body.code).toBe('ACHIEVEMENT_NOT_STUDYING');
    expect((await left.get('/achievement_records/own')).body.waiting).toBe(1);
    await scene.sql("update students set status = 'ACTIVE' where id = $1", [scene.people[2]]);
  });
});

describe('verification', () => {
  it('happens once, however many click at the same time', async () => {
    const sent = await scene.sent(scene.students[1], { achieved_on: scene.day(-11) });
    const both = await Promise.all(
      [scene.manager, scene.second, scene.manager, scene.second].map((by: Caller) => scene.step(by, sent, 'VERIFIED')),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [{ count }] = await scene.sql(
      "select count(*)::int as count from status_history where entity = 'achievement' and entity_id = $1 and to_status = 'VERIFIED'",
      [sent.id],
    );
    expect(count).toBe(1);
  });

  it('warns of the same evidence in another record, whoever uploaded it and whatever it is called', async () => {
    const [one, other] = scene.students;
    const first = await scene.sent(one, {
      achieved_on: scene.day(-12),
      file_ids: [await scene.file(one, 'the same diploma')],
    });
    const second = await scene.sent(other, {
      achieved_on: scene.day(-13),
      file_ids: [await scene.file(other, 'the same diploma', 'boshqacha.pdf')],
    });
    const seen = (await scene.manager.get(`/achievement_records/${second.id}`)).body;
    expect(seen.warnings).toMatchObject([{ code: 'SAME_EVIDENCE', record_id: first.id, status: 'SUBMITTED' }]);
    // Whose record it is is not told what others handed in.
    expect((await other.get(`/achievement_records/${second.id}`)).body.warnings).toBeUndefined();
    const again = await scene.sent(one, { achieved_on: scene.day(-12), title: 'Oʻsha kuni' });
    const same = (await scene.manager.get(`/achievement_records/${again.id}`)).body.warnings;
    expect(same).toMatchObject([{ code: 'SAME_DAY', record_id: first.id }]);
    for (const [by, row] of [
      [one, first],
      [other, second],
      [one, again],
    ] as const)
      await scene.step(by, row, 'DRAFT');
  });

  it('issues a badge by choice, which falls with its record, as does the statement', async () => {
    const { student, manager, step } = scene;
    const sent = await scene.sent(student, { achieved_on: scene.day(-16), title: 'Xalqaro olimpiada' });
    const verified = await step(manager, sent, 'VERIFIED', { badge: true });
    expect(verified.body.badge_id).toBeGreaterThan(0);
    const paper = await student.get(`/achievement_records/badge/${sent.id}`);
    expect([paper.status, paper.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const twin = await student.get(`/issued-document/${verified.body.badge_id}/credential`);
    const credential = JSON.parse(twin.raw.toString());
    expect(credential.type).toContain('OpenBadgeCredential');
    expect(JSON.stringify(credential.credentialSubject)).toContain('Xalqaro olimpiada');
    expect((await scene.students[1].get(`/achievement_records/badge/${sent.id}`)).status).toBe(404);

    const statement = (await student.post('/achievement_records/supplement', { language: 'en' })).body;
    expect(statement.number).toMatch(/^YT-/);
    const same = (await student.post('/achievement_records/supplement', { language: 'en' })).body;
    expect(same.id).toBe(statement.id);
    const file = await student.get(`/achievement_records/supplement/${statement.id}`);
    expect([file.status, file.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await scene.students[1].get(`/achievement_records/supplement/${statement.id}`)).status).toBe(404);
    const checked = (await scene.api.anonymous.get(`/issued-document/check/${statement.check_code}`)).body;
    expect(JSON.stringify(checked)).toContain('Xalqaro olimpiada');

    await step(manager, verified.body, 'REVOKED', { reason: 'Hujjat toʻgʻri emas' });
    const states = await scene.sql(
      'select kind, status, status_reason from issued_documents where id = any($1) order by id',
      [[verified.body.badge_id, statement.id]],
    );
    expect(states).toEqual([
      { kind: 'CERTIFICATE', status: 'REVOKED', status_reason: 'ACHIEVEMENT_REVOKED' },
      { kind: 'ACHIEVEMENTS', status: 'SUPERSEDED', status_reason: 'ACHIEVEMENT_REVOKED' },
    ]);
    const next = (await student.post('/achievement_records/supplement', { language: 'en' })).body;
    expect(next.id).not.toBe(statement.id);
    // Many at once make one, and what is verified afterwards stands in the next.
    const many = await Promise.all(
      [1, 2, 3, 4].map(() => student.post('/achievement_records/supplement', { language: 'uz' })),
    );
    expect(new Set(many.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))).size).toBe(1);
    await step(manager, await scene.sent(student, { achieved_on: scene.day(-17), title: 'Yana biri' }), 'VERIFIED');
    const newer = (await student.post('/achievement_records/supplement', { language: 'uz' })).body;
    expect(newer.id).not.toBe(many[0]?.body.id);
    const none = await scene.committee.post('/achievement_records/supplement', { student_id: scene.people[4] });
    expect([none.status, none.body.code]).toEqual([422, 'ACHIEVEMENT_NONE']);
  });
});
