import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let office: Caller;
let dean: Caller;
let teacher: Caller;
let year: number;
let faculty: number;
let course: { id: number; code: string };

const named = (uz: string) => ({ uz, ru: '', en: '' });
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  // The years below have dates, so the day is set as well.
  await api.setClock('2026-11-16T09:00:00+05:00');
  [office, dean, teacher] = [await api.as('registrar_head'), await api.as('dean'), await api.as('teacher')];
  const admin = await api.as('admin');
  year = (
    await admin.post('/academic_year/', {
      name: '2026/2027',
      starts_on: '2026-09-01',
      ends_on: '2027-06-30',
      current: true,
    })
  ).body.id;
  faculty = (await admin.post('/department/', { title: named('Iqtisodiyot'), kind: 'FACULTY' })).body.id;
  for (const [no, username] of [
    ['G-1', 'dean'],
    ['G-2', 'teacher'],
  ])
    await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search)
       select 1, id, $1, 'Aziza', 'Karimova', $2, 'karimova' from accounts where username = $3`,
      [no, faculty, username],
    );
  course = await newCourse();
});
afterAll(() => api.close());

const newCourse = async () =>
  (
    await office.post('/course/', {
      code: `603${++made}`,
      title: named('Iqtisodiyot'),
      level: 'BACHELOR',
      languages: ['uz'],
      years: 4,
      credits: 240,
      department_id: faculty,
    })
  ).body;
const newGroup = async (more: object = {}, by = office) =>
  by.post('/group/', {
    name: `IQ-${++made}`,
    course_id: course.id,
    entry_year: 2025,
    language: 'uz',
    capacity: 3,
    ...more,
  });
const newStudents = async (count: number, gender = 'FEMALE', of = course.code) =>
  (
    await sql(
      `insert into students (institution_id, student_no, firstname, lastname, gender, level, study_language, entry_year, tuition, course_id, department_id, search)
       select 1, $1 || n, 'Talaba', 'T' || n, $2, 'BACHELOR', 'uz', 2025, 'CONTRACT', (select id from courses where code = $3), $4, 't' from generate_series(1, $5) n returning id`,
      [`ST${++made}-`, gender, of, faculty, count],
    )
  ).map((row) => row.id as number);
const put = (group_id: number, student_ids: number[], starts_on = '2026-09-01') =>
  office.post('/group/assign', { group_id, student_ids, starts_on });

describe('forming groups', () => {
  it('knows its year of study, takes students up to its places, all or none', async () => {
    const group = (await newGroup()).body;
    expect(group).toMatchObject({ kind: 'MAIN', study_year: 2, students: 0, mentor: null });
    const [first, ...rest] = await newStudents(4);
    expect(await put(group.id, [first as number, ...rest])).toMatchObject({
      status: 409,
      body: { code: 'GROUP_FULL' },
    });
    expect((await office.get(`/group/${group.id}`)).body).toMatchObject({ students: 0, members: [] });
    expect((await put(group.id, rest)).body.students).toBe(3);
    expect(
      (await office.get(`/group/${group.id}`)).body.members.map((one: { id: number }) => one.id).toSorted(),
    ).toEqual(rest.toSorted());
    expect((await office.post('/group/', { id: group.id, version: group.version, capacity: 2 })).body.code).toBe(
      'CAPACITY_BELOW_STUDENTS',
    );
    expect((await office.delete(`/group/${group.id}`)).body.code).toBe('GROUP_HAS_STUDENTS');
  });

  it('a student is in one main group at a time; two officers cannot fill the last place twice', async () => {
    const [a, b] = [(await newGroup({ capacity: 1 })).body, (await newGroup({ capacity: 5 })).body];
    const [one, two] = (await newStudents(2)) as [number, number];
    const answers = await Promise.all([put(a.id, [one]), put(a.id, [two])]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    const won = answers[0]?.status === 200 ? one : two;
    const refused = (await put(b.id, [won])).body;
    expect(refused.code).toBe('IN_ANOTHER_GROUP');
    expect(refused.message).toContain(a.name);
    const early = { student_id: won, group_id: b.id, from: '2019-01-01', reason: 'Xato' };
    expect((await office.post('/group/student/transfer', early)).body.data.fields[0]).toMatchObject({
      path: 'from',
      code: 'BEFORE_ENTRY',
    });
  });

  it('the list of students tells the group of each, and finds the groups to look for, as far as groups may be seen', async () => {
    const group = (await newGroup()).body;
    const [inside, outside] = (await newStudents(2)) as [number, number];
    await put(group.id, [inside]);
    const seen = async (query: string, by = office) =>
      Object.fromEntries(
        (await by.get(`/student/?ids=${inside},${outside}${query}`)).body.content.map(
          (one: { id: number; group?: unknown }) => [one.id, one.group],
        ),
      );
    expect(await seen('&groups=true')).toEqual({ [inside]: { id: group.id, title: group.name }, [outside]: null });
    expect(await seen(`&groups=true&group=${group.id}`)).toEqual({ [inside]: { id: group.id, title: group.name } });
    expect(await seen('')).toEqual({ [inside]: undefined, [outside]: undefined });
    const offered = (await office.get(`/student/groups?search=${group.name}`)).body;
    expect(offered).toEqual([{ id: group.id, title: group.name }]);
    expect((await (await api.as('bachelor_student')).get('/student/groups')).body).toEqual([]);
  });

  it('shows groups with their students beside those who are in none', async () => {
    const own = await newCourse();
    const group = (await newGroup({ course_id: own.id })).body;
    const [inside, outside] = (await newStudents(2, 'MALE', own.code)) as [number, number];
    await put(group.id, [inside]);
    const answer = (await office.get(`/group/assign?course_id=${own.id}&entry_year=2025`)).body;
    expect(answer.groups).toMatchObject([{ group: { id: group.id }, students: [{ id: inside }] }]);
    expect(answer.unassigned.map((one: { id: number }) => one.id)).toEqual([outside]);
    expect(answer).toMatchObject({ content: [{ id: group.id }], total_elements: 1, last: true, status: 200 });
    const where = async () =>
      (await office.get('/group/assign/waiting')).body.filter((one: { course_id: number }) => one.course_id === own.id);
    expect(await where()).toEqual([{ course_id: own.id, course: 'Iqtisodiyot', entry_year: 2025, students: 1 }]);
    // Who repeats the first year waits with those who are in it now.
    const [year] = await sql(
      `insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
       select 1, $1, $2, id, 1, starts_on, ends_on, 'ACTIVE' from academic_years where current
       returning id, (select extract(year from starts_on)::int from academic_years where current) as first`,
      [outside, own.id],
    );
    await sql('update students set entry_year = 2024 where id = $1', [outside]);
    expect((await where())[0]).toMatchObject({ entry_year: year.first, students: 1 });
    const waits = (await office.get(`/group/assign?course_id=${own.id}&entry_year=${year.first}`)).body.unassigned;
    expect(waits).toMatchObject([{ id: outside }]);
    expect((await office.get(`/group/assign?course_id=${own.id}&entry_year=2024`)).body.unassigned).toEqual([]);
    await put(group.id, [outside]);
    expect(await where()).toEqual([]);
    const any = (await office.get('/group/assign?size=3')).body;
    expect(any).toMatchObject({ size: 3, unassigned: [] });
    expect(any.groups).toHaveLength(3);
  });

  it('a message to a group reaches who is in it today, and who may not see the group is told it is not there', async () => {
    const group = (await newGroup()).body;
    const [one, two] = (await newStudents(2)) as [number, number];
    await put(group.id, [one, two], '2025-09-02');
    await sql(
      "update students set account_id = (select id from accounts where username = 'bachelor_student') where id = $1",
      [one],
    );
    const admin = await api.as('admin');
    const reached = async (ids: number[]) => admin.post('/email_template/recipients', { group_ids: ids });
    expect((await reached([group.id, group.id])).body).toMatchObject({ total: 2, without_account: 1, not_found: 0 });
    expect((await reached([group.id, 999_999])).status).toBe(404);
    await sql('update students set account_id = null where id = $1', [one]);
  });

  it('a dean forms groups of the own faculty alone', async () => {
    expect((await newGroup({}, dean)).status).toBe(200);
    const foreign = (
      await office.post('/course/', {
        code: 'X-1',
        title: named('Huquq'),
        level: 'BACHELOR',
        languages: ['uz'],
        years: 4,
        credits: 240,
      })
    ).body;
    expect((await newGroup({ course_id: foreign.id }, dean)).body.code).toBe('NOT_YOUR_GROUP');
    expect((await newGroup({}, teacher)).status).toBe(403);
  });
});

describe('moving', () => {
  it('a transfer ends the old membership on the day before; what was before stays', async () => {
    const [a, b] = [(await newGroup()).body, (await newGroup()).body];
    const [one] = (await newStudents(1)) as [number];
    await put(a.id, [one]);
    const move = { student_id: one, group_id: b.id, from: '2026-10-01', reason: 'Oʻz arizasi' };
    expect((await office.post('/group/student/transfer', move)).body).toMatchObject({
      from: { students: 0 },
      to: { students: 1 },
    });
    expect((await office.post('/group/student/transfer', move)).body.code).toBe('SAME_GROUP');
    const history = (await office.get(`/group/history?group_id=${a.id}`)).body;
    expect(history.members).toMatchObject([
      { student_id: one, ends_on: '2026-09-30', reason: null, moved_to: { id: b.id, title: b.name } },
    ]);
    expect((await office.get(`/group/history?group_id=${b.id}`)).body.members).toMatchObject([
      { student_id: one, starts_on: '2026-10-01', ends_on: null, reason: 'Oʻz arizasi', moved_to: null },
    ]);
    const rows = await sql(
      'select group_id, starts_on::text, ends_on::text from group_members where student_id = $1 and deleted_at is null order by 2',
      [one],
    );
    expect(rows).toEqual([
      { group_id: a.id, starts_on: '2026-09-01', ends_on: '2026-09-30' },
      { group_id: b.id, starts_on: '2026-10-01', ends_on: null },
    ]);
  });

  it('a shuffle is shown first, applied as shown, and taken back whole', async () => {
    const own = await newCourse();
    const make = async () => (await newGroup({ course_id: own.id, capacity: 10 })).body.id as number;
    const [a, b] = [await make(), await make()];
    await put(a, await newStudents(6, 'FEMALE', own.code));
    await put(b, await newStudents(6, 'MALE', own.code));
    const ask = { group_ids: [a, b], seed: 7 };
    const shown = (await office.post('/group/shuffle', ask)).body;
    expect(shown.groups.map((one: { after: object }) => one.after)).toEqual([
      { students: 6, women: 3, mark: null },
      { students: 6, women: 3, mark: null },
    ]);
    expect(shown.shuffle_id).toBeNull();
    const women = async () => (await office.post('/group/shuffle', ask)).body.groups[0].before.women;
    expect(await women()).toBe(6);
    const applied = (await office.post('/group/shuffle', { ...ask, apply: true })).body;
    expect(applied.moves).toEqual(shown.moves);
    expect(await women()).toBe(3);
    await office.post('/group/shuffle', { group_ids: [a, b], undo_of: applied.shuffle_id });
    expect(await women()).toBe(6);
    expect((await office.post('/group/shuffle', { group_ids: [a, b], undo_of: applied.shuffle_id })).status).toBe(404);
  });

  it('a shuffle does not mix forms of education', async () => {
    const own = await newCourse();
    const [{ id: form }] = await sql(
      `insert into education_forms (institution_id, code, title) values (1, 'EVENING', $1) returning id`,
      [JSON.stringify(named('Kechki'))],
    );
    const a = (await newGroup({ course_id: own.id })).body.id;
    const b = (await newGroup({ course_id: own.id, education_form_id: form })).body.id;
    expect((await office.post('/group/shuffle', { group_ids: [a, b] })).body.code).toBe('DIFFERENT_FORMS');
  });

  it('an assignment is taken back: who came today was never there, who came before was', async () => {
    const group = (await newGroup()).body;
    const [today, before] = (await newStudents(2)) as [number, number];
    const [{ day }] = await sql('select edulab_today()::text as day');
    await put(group.id, [today], day);
    await put(group.id, [before]);
    const leave = (ids: number[]) =>
      office.post('/group/assign', { group_id: group.id, student_ids: ids, remove: true });
    expect((await leave([today, before])).body.students).toBe(0);
    expect((await leave([today])).body.code).toBe('NOT_IN_THIS_GROUP');
    const rows = await sql(
      'select student_id, ends_on = edulab_today() - 1 as ended, deleted_at is not null as gone from group_members where group_id = $1 order by student_id',
      [group.id],
    );
    expect(rows).toEqual([
      { student_id: today, ended: null, gone: true },
      { student_id: before, ended: true, gone: false },
    ]);
    expect((await put(group.id, [today], day)).body.students).toBe(1);
  });

  it('a mentor sees the own group and its students', async () => {
    const group = (await newGroup()).body;
    const [one] = (await newStudents(1)) as [number];
    await put(group.id, [one]);
    const mentor = await api.as('academic_mentor');
    expect((await mentor.get(`/group/${group.id}`)).status).toBe(404);
    const [row] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'G-3', 'Botir', 'Aliyev', 'aliyev' from accounts where username = 'academic_mentor' returning id`,
    );
    const named = await office.post('/group/assign_mentor', {
      group_ids: [group.id],
      staff_id: row.id,
      from: '2026-09-01',
    });
    expect(named.body[0].mentor).toMatchObject({ staff_id: row.id, lastname: 'Aliyev' });
    expect((await mentor.get(`/group/${group.id}`)).status).toBe(200);
    expect((await mentor.get(`/student/?size=5`)).body.content.map((student: { id: number }) => student.id)).toEqual([
      one,
    ]);
  });
});

describe('parts of a group', () => {
  it('are left with the group, on the same day', async () => {
    const own = await newCourse();
    const [from, to] = [(await newGroup({ course_id: own.id })).body, (await newGroup({ course_id: own.id })).body];
    const half = (await newGroup({ course_id: own.id, kind: 'SUBGROUP', parent_id: from.id })).body;
    const [one, two] = (await newStudents(2, 'MALE', own.code)) as [number, number];
    for (const group of [from, half]) await put(group.id, [one, two]);
    const moved = await office.post('/group/student/transfer', {
      student_id: one,
      group_id: to.id,
      from: '2026-12-01',
      reason: 'Arizasiga koʻra',
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const { rows } = await api.database.owner.query(
      'select student_id, ends_on::text as ends_on from group_members where group_id = $1 order by student_id',
      [half.id],
    );
    expect(rows).toEqual([
      { student_id: one, ends_on: '2026-11-30' },
      { student_id: two, ends_on: null },
    ]);
  });
});

describe('modules of choice', () => {
  it('gives places in the order of asking, then to those who wait, and says why somebody is not listed', async () => {
    const own = await newCourse();
    const group = (await newGroup({ course_id: own.id })).body;
    const [one, two] = (await newStudents(2, 'MALE', own.code)) as [number, number];
    await put(group.id, [one, two]);
    const module = (
      await office.post('/module/', { code: `E-${++made}`, title: named('Marketing'), type: 'OPTIONAL', credits: 4 })
    ).body;
    const offered = (
      await office.post('/cclsmodule/', {
        course_id: own.id,
        academic_year_id: year,
        module_id: module.id,
        study_year: 2,
        semester: 1,
        capacity: 1,
        active: true,
      })
    ).body;
    const choose = (student_id: number) => office.post('/module_choice/', { course_module_id: offered.id, student_id });
    expect((await choose(one)).body).toMatchObject({ mine: 'CHOSEN', chosen: 1 });
    expect((await choose(one)).body.code).toBe('DUPLICATE');
    expect((await choose(two)).body).toMatchObject({ mine: 'WAITING', place: 1 });
    const why = async () => (await office.get(`/group/why?student_id=${two}&course_module_id=${offered.id}`)).body;
    expect((await why()).checks.filter((check: { holds: boolean }) => !check.holds)).toEqual([
      { code: 'MODULE_CHOSEN', holds: false, data: { state: 'WAITING' } },
    ]);
    expect((await office.delete(`/module_choice/${offered.id}?student_id=${one}`)).body).toMatchObject({
      mine: null,
      chosen: 1,
    });
    expect(await why()).toMatchObject({ listed: true });

    // More places go to those who wait; who has chosen keeps the place, so there cannot be fewer than that.
    expect((await choose(one)).body).toMatchObject({ mine: 'WAITING', place: 1 });
    const resize = async (capacity: number) => {
      const { version } = (await office.get(`/cclsmodule/${offered.id}`)).body;
      return (await office.post('/cclsmodule/', { id: offered.id, version, capacity })).body;
    };
    expect(await resize(3)).toMatchObject({ capacity: 3 });
    expect((await office.get(`/module_choice/?student_id=${one}`)).body).toMatchObject([{ mine: 'CHOSEN', chosen: 2 }]);
    expect(await resize(1)).toMatchObject({
      code: 'CAPACITY_BELOW_CHOSEN',
      message: '2 students have chosen this module; it cannot have 1 place',
      data: { fields: [{ path: 'capacity' }] },
    });
    await office.delete(`/module_choice/${offered.id}?student_id=${one}`);
    expect(await resize(1)).toMatchObject({ capacity: 1 });
  });
});
