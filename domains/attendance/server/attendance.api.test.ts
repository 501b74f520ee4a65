import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statuses, type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

describe('dated lessons', () => {
  it('lie in the semester of their module and in nobody’s way', async () => {
    const { office, group, lesson } = scene;
    const made = (await lesson(3)).body;
    expect(made).toMatchObject({
      state: 'PLANNED',
      sessions: 1,
      groups: [{ id: group, title: 'IQ-1' }],
      locked: false,
    });
    const outside = await lesson(65);
    expect(outside).toMatchObject({ status: 422, body: { code: 'LESSON_OUTSIDE_SEMESTER' } });
    expect(outside.body.data.fields[0]).toMatchObject({ path: 'date' });
    const busy = await lesson(3, { starts_at: made.starts_at, ends_at: made.ends_at });
    expect(busy).toMatchObject({ status: 409, body: { code: 'LESSON_OVERLAPS', data: { what: 'GROUP_BUSY' } } });
    expect((await lesson(3, { starts_at: '10:00', ends_at: '09:00' })).body.code).toBe('DATES_REVERSED');
    expect((await lesson(3, { group_ids: [999_999] })).status).toBe(400);
    expect((await office.delete(`/class_session/${made.id}`)).status).toBe(200);
  });

  it('come every week after a preview, all or none', async () => {
    const { office, teacher, plan, group, day } = scene;
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
    expect(far).toMatchObject({ status: 422, body: { code: 'LESSON_OUTSIDE_SEMESTER' } });
    const list = await office.get(`/class_session/?from=${day(9)}&to=${day(32)}&sort=date`);
    expect(list.body.content.map((one: { date: string }) => one.date)).toEqual([10, 17, 24, 31].map(day));
  });
});

describe('the register', () => {
  it('has everybody present but whom it names, and counts hours against the limit', async () => {
    const { office, teacher, people, lesson, call } = scene;
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
    const { office, teacher, people, lesson, call } = scene;
    const early = { code: 'LESSON_NOT_YET', message: expect.stringMatching(/^\d\d\.\d\d\.\d{4} /) };
    expect((await call(teacher, (await lesson(1)).body.id, [])).body).toMatchObject(early);
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
    const { teacher, second, people, sql, lesson, call } = scene;
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
    const { teacher, second, people, lesson, call } = scene;
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
    const { office, teacher, second, sql, lesson, call } = scene;
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
    const { office, teacher, course, people, day, lesson, call } = scene;
    const session = (await lesson(-3)).body;
    await call(teacher, session.id, [{ student_id: people[4], status: 'NOT_ATTENDED' }]);
    const other = (
      await office.post('/group/', {
        name: 'IQ-2',
        course_id: course.id,
        entry_year: scene.entry,
        language: 'uz',
        capacity: 9,
      })
    ).body;
    await office.post('/group/student/transfer', {
      student_id: people[4],
      group_id: other.id,
      from: day(0),
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

describe('tables', () => {
  it('by group, student and module agree with the cells, whoever wrote them', async () => {
    const { office, teacher, plan, group, sql } = scene;
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
    const { office, teacher, people, group, plan, lesson, call } = scene;
    for (const ahead of [-1, -1, -2])
      await call(teacher, (await lesson(ahead)).body.id, [{ student_id: people[3], status: 'NOT_ATTENDED' }]);
    const [row] = (await office.get(`/attendance/table/student?student_id=${people[3]}`)).body.content;
    expect(row).toMatchObject({ share: 30, standing: 'OVER' });
    expect(
      (await office.get('/attendance/table?standing=OVER')).body.content.map((one: { id: number }) => one.id),
    ).toContain(people[3]);
    expect((await office.get('/attendance/group?search=IQ-1')).body.content[0].over).toBeGreaterThan(0);
    // Of a group all are summed up at once, of everybody a page; both say the same.
    for (const query of ['', '&standing=OVER', `&course_module_id=${plan}`, '&search=a', '&size=2&page=1'])
      for (const caller of [office, teacher]) {
        const everybody = (await caller.get(`/attendance/table?sort=name${query}`)).body;
        expect((await caller.get(`/attendance/table?group_id=${group}${query}`)).body).toEqual(everybody);
      }
    expect((await office.get(`/attendance/table?group_id=${group}&course_module_id=999999`)).body.content).toEqual([]);
  });

  it('are one’s own for students, and of one’s modules for teachers', async () => {
    const { teacher, student, people, sql } = scene;
    const own = (await student.get('/attendance/table/student')).body.content;
    expect(own.map((row: { student: { id: number } }) => row.student.id)).toEqual([people[0]]);
    const [session] = await sql("select id from class_sessions where state = 'HELD' limit 1");
    expect((await student.get(`/attendance/register/${session.id}`)).body.cells).toHaveLength(1);
    expect((await teacher.get('/attendance/table/module')).body.total_elements).toBe(1);
  });
});

describe('who gives a lesson', () => {
  it('calls its register and nothing else of the module; others of the module only where their role says so', async () => {
    const { api, teacher, plan, sql, lesson, call } = scene;
    const colleague = await api.as('exam_head');
    await sql("delete from account_roles where account_id = (select id from accounts where username = 'exam_head')");
    await sql(
      `insert into account_roles (account_id, role_id, institution_id)
       select a.id, r.id, 1 from accounts a, roles r where a.username = 'exam_head' and r.name = 'TEACHER'`,
    );
    const [stand_in] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'A-2', 'Bobur', 'Aliyev', 'aliyev' from accounts where username = 'exam_head' returning id`,
    );
    const theirs = (await lesson(-1)).body;
    const lent = (await lesson(-1, { staff_id: stand_in.id })).body;
    expect((await colleague.get(`/attendance/register/${lent.id}`)).body.can).toEqual({ mark: true, correct: false });
    expect((await call(colleague, lent.id, [])).status).toBe(200);
    expect((await colleague.get(`/attendance/register/${theirs.id}`)).status).toBe(404);
    expect((await call(colleague, theirs.id, [])).status).toBe(404);
    expect((await colleague.get(`/class_session/?course_module_id=${plan}`)).body.content).toMatchObject([
      { id: lent.id, can: { mark: true, edit: false, remove: false } },
    ]);
    expect(
      (await colleague.post('/class_session/', { id: lent.id, version: lent.version + 1, state: 'CANCELLED' })).status,
    ).toBe(403);
    expect((await colleague.get('/attendance/table/module')).body.content).toEqual([]);

    // A teacher of the module sees that lesson, and marks it only where the institution says so.
    expect((await teacher.get(`/attendance/register/${lent.id}`)).body.can.mark).toBe(false);
    expect((await call(teacher, lent.id, [])).status).toBe(404);
    const reach = (scope: string) =>
      sql(
        "update role_permissions set scope = $1 where permission = 'attendance.mark' and role_id = (select id from roles where name = 'TEACHER')",
        [scope],
      );
    await reach('taught');
    expect((await teacher.get(`/attendance/register/${lent.id}`)).body.can.mark).toBe(true);
    expect((await call(teacher, lent.id, [])).status).toBe(200);
    await reach('own');
  });

  it('may be two: either calls it, neither is booked elsewhere meanwhile, and those who have it hear of a change', async () => {
    const { api, office, student, day, lesson, call, sql } = scene;
    const colleague = await api.as('exam_head');
    const [one, two] = (await sql("select id from staff where staff_no in ('A-1', 'A-2') order by staff_no")).map(
      ({ id }) => id as number,
    );
    const { id, version, starts_at, ends_at } = (await lesson(-1, { staff_id: one })).body;
    const save = (more: object) => office.post('/class_session/', { id, ...more });
    expect((await colleague.get(`/attendance/register/${id}`)).status).toBe(404);
    const both = (await save({ version, co_staff_ids: [two, one, two] })).body;
    expect(both).toMatchObject({ teacher: { id: one }, co_teachers: [{ id: two, title: 'Aliyev Bobur' }] });
    const given = (await office.get(`/class_session/?staff_id=${two}`)).body.content;
    expect(given.map((row: { id: number }) => row.id)).toContain(id);
    expect((await call(colleague, id, [])).status).toBe(200);
    const elsewhere = { starts_at, ends_at, group_ids: [], staff_id: two };
    expect(await lesson(-1, elsewhere)).toMatchObject({ status: 409, body: { data: { what: 'TEACHER_BUSY' } } });
    const { version: called } = (await office.get(`/class_session/${id}`)).body;
    expect((await save({ version: called, co_staff_ids: [] })).body.co_teachers).toEqual([]);
    expect((await call(colleague, id, [])).status).toBe(404);
    expect((await lesson(-1, elsewhere)).status).toBe(200);

    const heard = async () => (await student.get('/notice/')).body.content.map((row: { title: string }) => row.title);
    const before = await heard();
    const next = (await lesson(2, { staff_id: one })).body;
    const shared = (await office.post('/class_session/', { id: next.id, version: 1, co_staff_ids: [two] })).body;
    await office.post('/class_session/', { id: next.id, version: shared.version, state: 'CANCELLED' });
    const date = day(2).split('-').reverse().join('.');
    expect((await heard()).slice(0, -before.length || undefined)).toEqual([
      `Matematika on ${date} will not take place`,
      `Matematika on ${date}: taught together with other teachers`,
    ]);
    expect((await colleague.get('/notice/')).body.content).toHaveLength(2);
  });
});

describe('what a lesson that is to come needs', () => {
  it('stays: its module of the plan, its room, its teacher and its group', async () => {
    const { second, office, course, entry, plan, lesson, sql } = scene;
    const empty = { name: 'IQ-9', course_id: course.id, entry_year: entry, language: 'uz', capacity: 9 };
    const group = (await office.post('/group/', empty)).body.id;
    const room = (await second.post('/education_place/', { name: 'A-101', kind: 'CLASSROOM' })).body;
    const [staff] = await sql("select id from staff where staff_no = 'A-1'");
    const { id } = (await lesson(4, { room_id: room.id, staff_id: staff.id, group_ids: [group] })).body;
    for (const path of [
      `/education_place/${room.id}`,
      `/staff/${staff.id}`,
      `/group/${group}`,
      `/cclsmodule/${plan}`,
    ]) {
      const { status, body } = await second.delete(path);
      expect([path, status, body.code]).toEqual([path, 409, 'IN_USE']);
      expect(body.data.uses.map(({ what }: { what: string }) => what).join()).toMatch(/class_session/);
    }
    expect((await office.delete(`/class_session/${id}`)).status).toBe(200);
    expect((await second.delete(`/education_place/${room.id}`)).status).toBe(200);
    expect((await office.post(`/class_session/${id}/restore`)).body.code).toBe('RESTORE_NEEDS');
    expect((await second.post(`/education_place/${room.id}/restore`)).status).toBe(200);
    expect((await office.post(`/class_session/${id}/restore`)).status).toBe(200);
  });

  it('reads in the history by module and hour, with the student where somebody was marked', async () => {
    const { second, teacher, people, lesson, call } = scene;
    const session = (await lesson(-2)).body;
    await call(teacher, session.id, [{ student_id: people[1], status: 'NOT_ATTENDED' }]);
    const of = async (table: string) =>
      (await second.get(`/user/info_history/?table_name=${table}&size=50`)).body.content.map(
        (row: { row_title: string }) => row.row_title,
      );
    expect(await of('class_sessions')).toContainEqual(
      expect.stringMatching(/^Matematika, \d\d\.\d\d\.\d{4} \d\d:\d\d$/),
    );
    expect(await of('attendance')).toContainEqual(expect.stringMatching(/^Matematika, .* · T2 Talaba/));
  });
});

describe('calendars', () => {
  it('show classes to those who give them and those who are taught, also behind the secret link', async () => {
    const { office, teacher, student, lesson, day, sql, people } = scene;
    const { id } = (await lesson(5)).body;
    const shown = async (who: typeof teacher) =>
      (await who.get(`/calendar/event?from=${day(5)}&to=${day(5)}&size=100`)).body.content;
    const [given] = await shown(teacher);
    expect(given).toMatchObject({
      key: `classes-${id}`,
      type: 'CLASS',
      title: 'Matematika',
      description: 'Lecture · IQ-1',
      starts_on: day(5),
      path: `/attendance?day=${day(5)}&session=${id}`,
      can: { edit: false },
    });
    expect(await shown(student)).toMatchObject([{ key: `classes-${id}`, path: null }]);
    expect(await shown(office)).toEqual([]);
    const { path } = (await student.post('/calendar/feed', {})).body;
    const { body } = await scene.api.as('master_student').then((other) => other.get(path.split('/v1')[1]));
    expect(String(body)).toContain(`UID:classes-${id}-1@edulab`);

    // The same lesson on the clocks of an institution that lies elsewhere.
    const begins = async () => Date.parse((await shown(teacher))[0].starts_at);
    const here = await begins();
    await sql("update institutions set timezone = 'Asia/Tokyo' where id = 1");
    expect(here - (await begins())).toBe(4 * 3_600_000);
    expect((await shown(teacher))[0]).toMatchObject({ starts_on: day(5), starts_time: given.starts_time });
    await sql("update institutions set timezone = 'Asia/Tashkent' where id = 1");

    await student.post('/attendance/reason/', {
      kind: 'FAMILY',
      starts_on: day(5),
      ends_on: day(5),
      text: 'Toʻy',
    });
    expect((await shown(student)).map((row: { type: string }) => row.type)).toEqual(['DOCUMENTS', 'CLASS']);
    // Whoever left the group is not taught on that day.
    await sql('update group_members set ends_on = $2 where student_id = $1', [people[0], day(4)]);
    expect((await shown(student)).map((row: { type: string }) => row.type)).toEqual(['DOCUMENTS']);
  });
});
