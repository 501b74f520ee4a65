import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statuses, type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

describe('reasons', () => {
  it('excuse the lessons of their days once somebody else accepts them, and those called later', async () => {
    const { office, teacher, student, people, day, lesson, call } = scene;
    const before = (await lesson(-5)).body;
    const later = (await lesson(-5)).body;
    await call(teacher, before.id, [{ student_id: people[0], status: 'NOT_ATTENDED' }]);
    const handed = await student.post('/attendance/reason/', {
      kind: 'ILLNESS',
      starts_on: day(-6),
      ends_on: day(-4),
      text: 'Shifoxonada',
    });
    expect(handed.body).toMatchObject({ status: 'SUBMITTED', student_id: people[0], lessons: 1, next: [] });
    expect(
      (await student.post('/attendance/reason/decide', { id: handed.body.id, version: 1, status: 'ACCEPTED' })).status,
    ).toBe(403);
    const more = await office.post('/attendance/reason/decide', {
      id: handed.body.id,
      version: 1,
      status: 'UPDATE_REQUIRED',
      reason: 'Maʼlumotnoma?',
    });
    expect(more.body).toMatchObject({ status: 'UPDATE_REQUIRED', decision: 'Maʼlumotnoma?' });
    const again = await student.post('/attendance/reason/', {
      id: handed.body.id,
      version: more.body.version,
      text: 'Maʼlumotnoma bilan',
    });
    expect(again.body.status).toBe('SUBMITTED');
    const accepted = await office.post('/attendance/reason/decide', {
      id: handed.body.id,
      version: again.body.version,
      status: 'ACCEPTED',
    });
    expect(accepted.body).toMatchObject({ status: 'ACCEPTED', lessons: 1 });
    expect(statuses((await teacher.get(`/attendance/register/${before.id}`)).body)[people[0]!]).toBe('EXPLICABLE');
    const called = await call(teacher, later.id, []);
    expect(statuses(called.body)[people[0]!]).toBe('EXPLICABLE');
    // Taken back: absences again, in the sums too.
    const missed = async () => (await office.get(`/attendance/table/student?student_id=${people[0]}`)).body.content[0];
    expect((await missed()).explained_hours).toBe(4);
    const refused = await office.post('/attendance/reason/decide', {
      id: handed.body.id,
      version: accepted.body.version,
      status: 'REJECTED',
      reason: 'Soxta',
    });
    expect(refused.body.status).toBe('REJECTED');
    expect((await missed()).explained_hours).toBe(0);
    expect(
      (await student.post('/attendance/reason/', { id: handed.body.id, version: refused.body.version, text: 'x' })).body
        .code,
    ).toBe('REASON_DECIDED');
  });

  it('are seen by who teaches the student, without why; a teacher of others sees nothing', async () => {
    const { student, teacher, day } = scene;
    const handed = await student.post('/attendance/reason/', {
      kind: 'ILLNESS',
      starts_on: day(-9),
      ends_on: day(-9),
      text: 'Shifokor xulosasi',
    });
    const seen = (await teacher.get('/attendance/reason/')).body.content;
    expect(seen.find((row: { id: number }) => row.id === handed.body.id)).toMatchObject({
      kind: 'ILLNESS',
      starts_on: day(-9),
      text: '',
      files: [],
    });
    expect(JSON.stringify(seen)).not.toContain('Shifokor');
    const other = await scene.api.as('course_leader');
    expect((await other.get('/attendance/reason/')).body.content).toEqual([]);
  });

  it('of the office are decided by somebody else; days the wrong way round are refused', async () => {
    const { office, second, student, people, day } = scene;
    const own = await office.post('/attendance/reason/', {
      student_id: people[1],
      kind: 'OFFICIAL',
      starts_on: day(-1),
      ends_on: day(-1),
      text: 'Musobaqa',
    });
    expect(own.body.next).toEqual([]);
    expect(
      await office.post('/attendance/reason/decide', { id: own.body.id, version: 1, status: 'ACCEPTED' }),
    ).toMatchObject({ status: 403, body: { code: 'OWN_REASON' } });
    expect(
      (await second.post('/attendance/reason/decide', { id: own.body.id, version: 1, status: 'ACCEPTED' })).status,
    ).toBe(200);
    const reversed = await student.post('/attendance/reason/', {
      kind: 'ILLNESS',
      starts_on: day(2),
      ends_on: day(1),
      text: 'x',
    });
    expect(reversed.body).toMatchObject({ code: 'DATES_REVERSED' });
    expect(
      (
        await student.post('/attendance/reason/', {
          student_id: people[1],
          kind: 'ILLNESS',
          starts_on: day(1),
          ends_on: day(1),
          text: 'x',
        })
      ).status,
    ).toBe(422);
  });
});

describe('check-in', () => {
  it('takes the code of the screen, again and again, and no other', async () => {
    const { teacher, student, people, lesson } = scene;
    const session = (await lesson(0)).body;
    const closed = (await teacher.get(`/attendance/check_in/${session.id}`)).body;
    expect(closed).toMatchObject({ open: false, code: null });
    const { code } = (await teacher.post('/attendance/check_in/open', { session_id: session.id })).body;
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await student.post('/attendance/check_in', { code: wrong })).body.code).toBe('CHECK_IN_WRONG_CODE');
    const first = await student.post('/attendance/check_in', { code });
    expect(first).toMatchObject({ status: 200, body: { session_id: session.id, module: 'Matematika' } });
    expect((await student.post('/attendance/check_in', { code })).body).toEqual(first.body);
    const screen = (await teacher.get(`/attendance/check_in/${session.id}`)).body;
    expect(screen.present).toMatchObject([{ student_id: people[0] }]);
    await teacher.post('/attendance/check_in/close', { session_id: session.id });
    expect((await student.post('/attendance/check_in', { code })).status).toBe(422);
    const tomorrow = (await lesson(1)).body;
    expect((await teacher.post('/attendance/check_in/open', { session_id: tomorrow.id })).body.code).toBe(
      'LESSON_NOT_YET',
    );
  });
});

describe('import', () => {
  const head = 'Date;Starts at;Module code;Group;Student number;Attendance\n';
  const uploaded = async (text: string) =>
    (await scene.office.upload('register.csv', Buffer.from(head + text))).body[0].id as number;
  it('names unknown students and lessons by row, and writes nothing then', async () => {
    const { office, lesson } = scene;
    const one = (await lesson(-2)).body;
    const file_id = await uploaded(
      `${one.date};${one.starts_at};MAT1;IQ-1;T-1;absent\n${one.date};${one.starts_at};MAT1;IQ-1;T-77;absent\n${one.date};04:44;MAT1;IQ-1;T-2;absent\n`,
    );
    const preview = (await office.post('/attendance/import/preview', { file_id })).body;
    expect(preview).toMatchObject({ rows: 3, new: 1, faulty: 2 });
    expect(preview.faults).toMatchObject([
      { row: 3, code: 'UNKNOWN_STUDENT', value: 'T-77' },
      { row: 4, code: 'NO_SUCH_LESSON' },
    ]);
    expect((await office.post('/attendance/import', { file_id })).body.code).toBe('IMPORT_FAULTS');
  });

  it('calls many lessons at once and can be taken back', async () => {
    const { office, people, lesson } = scene;
    const [one, two] = [(await lesson(-2)).body, (await lesson(-6)).body];
    const file_id = await uploaded(
      `${one.date};${one.starts_at};MAT1;IQ-1;T-1;absent\n${two.date};${two.starts_at};mat1;iq-1;t-2;absent\n`,
    );
    const { job_id } = (await office.post('/attendance/import', { file_id })).body;
    const job = await scene.api.finished(job_id);
    expect(job).toMatchObject({ state: 'done', receipt: { new: 2 } });
    const register = (await office.get(`/attendance/register/${one.id}`)).body;
    expect(statuses(register)).toMatchObject({ [people[0]!]: 'NOT_ATTENDED', [people[1]!]: 'ATTENDED' });
    expect((await office.get(`/class_session/${two.id}`)).body).toMatchObject({
      state: 'HELD',
      absent: expect.any(Number),
    });
    expect((await office.post(`/job/${job_id}/undo`)).status).toBe(200);
    expect((await office.get(`/class_session/${one.id}`)).body).toMatchObject({ state: 'PLANNED', called_at: null });
  });
});
