import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let office: Caller;
let teacher: Caller;
let second: Caller;
let student: Caller;
let faculty: number;
let course: { id: number; code: string };
let plan: number;
let group: number;
let people: number[];

const named = (uz: string) => ({ uz, ru: '', en: '' });
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
let today: string;
/** The day that many days from today. */
const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
let hour = 0;

beforeAll(async () => {
  api = await startApi();
  [office, teacher, second, student] = [
    await api.as('registrar_head'),
    await api.as('teacher'),
    await api.as('admin'),
    await api.as('bachelor_student'),
  ];
  await sql("select set_config('edulab.institution', '1', false)");
  today = (await sql("select (now() at time zone 'Asia/Tashkent')::date::text as day"))[0].day;
  const year = (
    await second.post('/academic_year/', {
      name: `${today.slice(0, 4)}/${Number(today.slice(0, 4)) + 1}`,
      starts_on: day(-100),
      ends_on: day(200),
      current: true,
      semesters: [
        { number: 1, starts_on: day(-90), ends_on: day(60) },
        { number: 2, starts_on: day(70), ends_on: day(180) },
      ],
    })
  ).body;
  const entry = Number(day(-100).slice(0, 4));
  faculty = (await second.post('/department/', { title: named('Iqtisodiyot'), kind: 'FACULTY' })).body.id;
  const [staff] = await sql(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search)
     select 1, id, 'A-1', 'Aziza', 'Karimova', $1, 'karimova' from accounts where username = 'teacher' returning id`,
    [faculty],
  );
  course = (
    await office.post('/course/', {
      code: '60310100',
      title: named('Iqtisodiyot'),
      level: 'BACHELOR',
      languages: ['uz'],
      years: 4,
      credits: 240,
      department_id: faculty,
    })
  ).body;
  const module = (
    await office.post('/module/', {
      code: 'MAT1',
      title: named('Matematika'),
      type: 'CORE',
      credits: 6,
      lecture_hours: 10,
      seminar_hours: 10,
    })
  ).body;
  plan = (
    await office.post('/cclsmodule/', {
      course_id: course.id,
      academic_year_id: year.id,
      study_year: 1,
      semester: 1,
      module_id: module.id,
    })
  ).body.id;
  await sql("insert into course_module_teachers values (1, $1, $2, 'LEADER')", [plan, staff.id]);
  group = (
    await office.post('/group/', {
      name: 'IQ-1',
      course_id: course.id,
      entry_year: entry,
      language: 'uz',
      capacity: 30,
    })
  ).body.id;
  people = (
    await sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, programme_code, department_id, search, status_since, account_id)
       select 1, 'T-' || n, 'Talaba', 'T' || n, 'BACHELOR', 'uz', $1, 'CONTRACT', $2, $3, 't', $4, case when n = 1 then (select id from accounts where username = 'bachelor_student') end from generate_series(1, 5) n returning id`,
      [entry, course.code, faculty, day(-99)],
    )
  ).map((row) => row.id);
  await office.post('/group/assign', { group_id: group, student_ids: people, starts_on: day(-99) });
});
afterAll(() => api.close());

/** A lesson of its own hour, so that none is in the way of another. */
const lesson = async (ahead: number, more: object = {}) => {
  hour = (hour + 1) % 22;
  const at = String(hour).padStart(2, '0');
  return office.post('/class_session/', {
    course_module_id: plan,
    date: day(ahead),
    starts_at: `${at}:00`,
    ends_at: `${at}:50`,
    kind: 'LECTURE',
    group_ids: [group],
    ...more,
  });
};
const call = (by: Caller, session_id: number, cells: object[], more: object = {}) =>
  by.post('/attendance/', { session_id, cells, ...more });
const statuses = (body: { cells: { student_id: number; status: string | null }[] }) =>
  Object.fromEntries(body.cells.map((cell) => [cell.student_id, cell.status]));

describe('dated lessons', () => {
  it('lie in the semester of their module and in nobody’s way', async () => {
    const made = (await lesson(3)).body;
    expect(made).toMatchObject({
      state: 'PLANNED',
      sessions: 1,
      groups: [{ id: group, title: 'IQ-1' }],
      locked: false,
    });
    const outside = await lesson(65);
    expect(outside).toMatchObject({ status: 422, body: { code: 'OUTSIDE_SEMESTER' } });
    expect(outside.body.data.fields[0]).toMatchObject({ path: 'date' });
    const busy = await lesson(3, { starts_at: made.starts_at, ends_at: made.ends_at });
    expect(busy).toMatchObject({ status: 409, body: { code: 'LESSON_OVERLAPS', data: { what: 'GROUP_BUSY' } } });
    expect((await lesson(3, { starts_at: '10:00', ends_at: '09:00' })).body.code).toBe('DATES_REVERSED');
    expect((await lesson(3, { group_ids: [999_999] })).status).toBe(400);
    expect((await office.delete(`/class_session/${made.id}`)).status).toBe(200);
  });

  it('come every week after a preview, all or none', async () => {
    const series = {
      course_module_id: plan,
      date: day(10),
      until: day(31),
      starts_at: '22:00',
      ends_at: '22:50',
      kind: 'SEMINAR',
      group_ids: [group],
    };
    const preview = await teacher.post('/class_session/series', series);
    expect(preview.body).toMatchObject({
      made: [],
      days: [10, 17, 24, 31].map((ahead) => ({ date: day(ahead), fault: null })),
    });
    expect((await teacher.post('/class_session/series', { ...series, apply: true })).body.made).toHaveLength(4);
    const again = await teacher.post('/class_session/series', series);
    expect(again.body.days.map((one: { fault: string }) => one.fault)).toEqual(Array(4).fill('GROUP_BUSY'));
    const far = await teacher.post('/class_session/series', {
      ...series,
      starts_at: '23:00',
      ends_at: '23:30',
      until: day(75),
      apply: true,
    });
    expect(far).toMatchObject({ status: 422, body: { code: 'OUTSIDE_SEMESTER' } });
    const list = await office.get(`/class_session/?from=${day(9)}&to=${day(32)}&sort=date`);
    expect(list.body.content.map((one: { date: string }) => one.date)).toEqual([10, 17, 24, 31].map(day));
  });
});

describe('the register', () => {
  it('has everybody present but whom it names, and counts hours against the limit', async () => {
    const session = (await lesson(-1)).body;
    const read = (await teacher.get(`/attendance/register/${session.id}`)).body;
    expect(read.cells).toHaveLength(5);
    expect(read.cells[0]).toMatchObject({ status: null, suggested: 'ATTENDED', version: null });
    const saved = await call(teacher, session.id, [{ student_id: people[1], status: 'NOT_ATTENDED', note: 'kasal' }]);
    expect(saved.status).toBe(200);
    expect(statuses(saved.body)).toEqual({
      [people[0]!]: 'ATTENDED',
      [people[1]!]: 'NOT_ATTENDED',
      [people[2]!]: 'ATTENDED',
      [people[3]!]: 'ATTENDED',
      [people[4]!]: 'ATTENDED',
    });
    expect(saved.body.session).toMatchObject({ state: 'HELD', students: 5, absent: 1 });
    const table = (await office.get(`/attendance/table/student?student_id=${people[1]}`)).body.content;
    expect(table).toMatchObject([{ hours: 20, marked_hours: 2, missed_hours: 2, share: 10, standing: 'FINE' }]);
  });

  it('of tomorrow cannot be called, nor that of a cancelled lesson, nor for strangers', async () => {
    const tomorrow = (await lesson(1)).body;
    expect(await call(teacher, tomorrow.id, [])).toMatchObject({ status: 422, body: { code: 'LESSON_NOT_YET' } });
    const cancelled = (await lesson(-1)).body;
    await office.post('/class_session/', { id: cancelled.id, version: cancelled.version, state: 'CANCELLED' });
    expect((await call(teacher, cancelled.id, [])).body.code).toBe('LESSON_CANCELLED');
    const session = (await lesson(-1)).body;
    expect((await call(teacher, session.id, [{ student_id: 999_999, status: 'ATTENDED' }])).body.code).toBe(
      'NOT_IN_REGISTER',
    );
    expect((await call(teacher, session.id, [{ student_id: people[0], status: 'EXPLICABLE' }])).body.code).toBe(
      'EXCUSE_NEEDS_REASON',
    );
    expect((await office.get(`/class_session/${session.id}`)).body.called_at).toBeNull();
  });

  it('that arrives late, and twice, makes nothing double', async () => {
    const session = (await lesson(-2)).body;
    const client_id = crypto.randomUUID();
    const send = () =>
      call(teacher, session.id, [{ student_id: people[2], status: 'NOT_ATTENDED' }], { client_id, calling: true });
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.status, two.status]).toEqual([200, 200]);
    // Put right by another meanwhile; the third arrival of the old one changes nothing.
    const cell = one.body.cells.find((entry: { student_id: number }) => entry.student_id === people[2]);
    await call(second, session.id, [{ student_id: people[2], status: 'ATTENDED', version: cell.version }]);
    const three = await send();
    expect(three.status).toBe(200);
    expect(statuses(three.body)[people[2]!]).toBe('ATTENDED');
    const [{ count }] = await sql('select count(*)::int as count from attendance_registers where session_id = $1', [
      session.id,
    ]);
    expect(count).toBe(2);
  });

  it('answers by cell what somebody else entered meanwhile, and loses neither word', async () => {
    const session = (await lesson(-1)).body;
    await call(second, session.id, [{ student_id: people[0], status: 'NOT_ATTENDED' }], { calling: true });
    // Called from a copy of before: this one knows of an absence of the second, not of the first.
    const late = await call(teacher, session.id, [{ student_id: people[1], status: 'NOT_ATTENDED' }], {
      calling: true,
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'REGISTER_CONFLICT' } });
    const sides = Object.fromEntries(
      late.body.data.cells.map((cell: { student_id: number }) => [cell.student_id, cell]),
    );
    expect(sides[people[0]!]).toMatchObject({ yours: 'ATTENDED', current: { status: 'NOT_ATTENDED', version: 1 } });
    expect(sides[people[1]!]).toMatchObject({ yours: 'NOT_ATTENDED', current: { status: 'ATTENDED' } });
    expect(sides[people[0]!].current.name).not.toBe('');
    expect(Date.parse(sides[people[0]!].current.at)).toBeGreaterThan(0);
    const chosen = await call(teacher, session.id, [{ student_id: people[1], status: 'NOT_ATTENDED', version: 1 }]);
    expect(statuses(chosen.body)).toMatchObject({ [people[0]!]: 'NOT_ATTENDED', [people[1]!]: 'NOT_ATTENDED' });
  });

  it('locks after its days; then those who correct say why', async () => {
    const session = (await lesson(-20)).body;
    expect((await teacher.get(`/attendance/register/${session.id}`)).body.can).toEqual({ mark: false, correct: false });
    expect((await call(teacher, session.id, [])).body).toMatchObject({ code: 'REGISTER_LOCKED' });
    expect((await call(office, session.id, [])).body.code).toBe('REASON_REQUIRED');
    expect((await call(office, session.id, [], { reason: 'Qogʻoz jurnal boʻyicha' })).status).toBe(200);
    expect(await sql('select reason from attendance_registers where session_id = $1', [session.id])).toEqual([
      { reason: 'Qogʻoz jurnal boʻyicha' },
    ]);
    expect((await second.post('/attendance/settings', { lock_days: 30 })).body).toMatchObject({
      lock_days: 30,
      limit_percent: 25,
    });
    expect((await teacher.get(`/attendance/register/${session.id}`)).body.can.mark).toBe(true);
    await second.post('/attendance/settings', { lock_days: 7 });
  });

  it('is kept as it was when somebody moves to another group', async () => {
    const session = (await lesson(-3)).body;
    await call(teacher, session.id, [{ student_id: people[4], status: 'NOT_ATTENDED' }]);
    const other = (
      await office.post('/group/', {
        name: 'IQ-2',
        course_id: course.id,
        entry_year: Number(day(-100).slice(0, 4)),
        language: 'uz',
        capacity: 9,
      })
    ).body;
    await office.post('/group/student/transfer', {
      student_id: people[4],
      group_id: other.id,
      from: today,
      reason: 'Ariza',
    });
    const register = (await teacher.get(`/attendance/register/${session.id}`)).body;
    expect(statuses(register)[people[4]!]).toBe('NOT_ATTENDED');
    const fresh = (await lesson(0)).body;
    expect((await teacher.get(`/attendance/register/${fresh.id}`)).body.cells).toHaveLength(4);
    expect(
      (await office.post('/class_session/', { id: session.id, version: register.session.version, date: day(-4) })).body
        .code,
    ).toBe('LESSON_CALLED');
    expect((await office.delete(`/class_session/${session.id}`)).body.code).toBe('LESSON_CALLED');
  });
});

describe('reasons', () => {
  it('excuse the lessons of their days once somebody else accepts them, and those called later', async () => {
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

  it('of the office are decided by somebody else; days the wrong way round are refused', async () => {
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

describe('tables', () => {
  it('by group, student and module agree with the cells, whoever wrote them', async () => {
    const [sums] = await sql(
      `select sum(s.sessions) filter (where a.status = 'NOT_ATTENDED') * 2 as missed, sum(s.sessions) * 2 as marked from attendance a join class_sessions s on s.id = a.session_id`,
    );
    const module = (await office.get('/attendance/table/module')).body.content[0];
    expect(module).toMatchObject({
      id: plan,
      missed_hours: Number(sums.missed),
      marked_hours: Number(sums.marked),
      students: 5,
    });
    const students = (await office.get('/attendance/table')).body;
    expect(students.total_elements).toBe(5);
    expect(students.content.reduce((sum: number, row: { missed_hours: number }) => sum + row.missed_hours, 0)).toBe(
      Number(sums.missed),
    );
    const groups = (await office.get('/attendance/group?search=IQ-1')).body.content;
    expect(groups).toMatchObject([{ group: { title: 'IQ-1' }, missed_hours: Number(sums.missed) }]);
    const grid = (await teacher.get(`/attendance/grid?course_module_id=${plan}&group_id=${group}`)).body;
    expect(grid.students).toHaveLength(5);
    expect(grid.lessons.length).toBeGreaterThan(4);
  });

  it('show who is near the limit and who is over it', async () => {
    for (const ahead of [-1, -1, -2])
      await call(teacher, (await lesson(ahead)).body.id, [{ student_id: people[3], status: 'NOT_ATTENDED' }]);
    const [row] = (await office.get(`/attendance/table/student?student_id=${people[3]}`)).body.content;
    expect(row).toMatchObject({ share: 30, standing: 'OVER' });
    expect(
      (await office.get('/attendance/table?standing=OVER')).body.content.map((one: { id: number }) => one.id),
    ).toContain(people[3]);
    expect((await office.get('/attendance/group?search=IQ-1')).body.content[0].over).toBeGreaterThan(0);
  });

  it('are one’s own for students, and of one’s modules for teachers', async () => {
    const own = (await student.get('/attendance/table/student')).body.content;
    expect(own.map((row: { student: { id: number } }) => row.student.id)).toEqual([people[0]]);
    const [session] = await sql("select id from class_sessions where state = 'HELD' limit 1");
    expect((await student.get(`/attendance/register/${session.id}`)).body.cells).toHaveLength(1);
    expect((await teacher.get('/attendance/table/module')).body.total_elements).toBe(1);
  });
});

describe('check-in', () => {
  it('takes the code of the screen, again and again, and no other', async () => {
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
    (await office.upload('register.csv', Buffer.from(head + text))).body[0].id as number;
  const finished = async (job_id: number) => {
    for (let tries = 0; tries < 100; tries++) {
      const job = (await office.get(`/job/${job_id}`)).body;
      if (!['queued', 'running'].includes(job.state)) return job;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('names unknown students and lessons by row, and writes nothing then', async () => {
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
    const [one, two] = [(await lesson(-2)).body, (await lesson(-6)).body];
    const file_id = await uploaded(
      `${one.date};${one.starts_at};MAT1;IQ-1;T-1;absent\n${two.date};${two.starts_at};mat1;iq-1;t-2;absent\n`,
    );
    const { job_id } = (await office.post('/attendance/import', { file_id })).body;
    const job = await finished(job_id);
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
