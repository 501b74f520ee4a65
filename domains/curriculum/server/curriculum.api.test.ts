import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let registrar: Caller;
let dean: Caller;
let student: Caller;
let year: number;
let next: number;
let faculty: number;
let other: number;

const named = (uz: string) => ({ uz, ru: '', en: '' });
let made = 0;
const code = (letter: string) => `${letter}-${++made}`;

beforeAll(async () => {
  api = await startApi();
  [registrar, dean, student] = [await api.as('registrar_head'), await api.as('dean'), await api.as('bachelor_student')];
  const admin = await api.as('admin');
  const added = async (base: string, body: object) => (await admin.post(base, body)).body.id as number;
  year = await added('/academic_year/', { name: '2031/2032', starts_on: '2031-09-01', ends_on: '2032-06-30' });
  next = await added('/academic_year/', { name: '2032/2033', starts_on: '2032-09-01', ends_on: '2033-06-30' });
  faculty = await added('/department/', { title: named('Iqtisodiyot'), kind: 'FACULTY' });
  other = await added('/department/', { title: named('Huquq'), kind: 'FACULTY' });
  await api.database.owner.query(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search)
     select 1, id, 'D-1', 'Dilnoza', 'Karimova', $1, 'karimova' from accounts where username = 'dean'
     on conflict do nothing`,
    [faculty],
  );
});
afterAll(() => api.close());

const newCourse = async (more: object = {}, by = registrar) =>
  by.post('/course/', {
    code: code('60310'),
    title: named('Iqtisodiyot'),
    level: 'BACHELOR',
    languages: ['uz', 'ru'],
    years: 4,
    credits: 240,
    department_id: faculty,
    ...more,
  });
const newModule = async (more: object = {}, by = registrar) =>
  by.post('/module/', {
    code: code('M'),
    title: named('Statistika'),
    type: 'CORE',
    credits: 6,
    department_id: faculty,
    ...more,
  });
const plan = (course_id: number, module_id: number, study_year: number, semester: number, more: object = {}) =>
  registrar.post('/cclsmodule/', { course_id, academic_year_id: year, module_id, study_year, semester, ...more });

describe('courses and campaigns', () => {
  it('is created, found in any language and offered with its semester', async () => {
    const course = (await newCourse({ title: { uz: 'Moliya', ru: 'Финансы', en: 'Finance' } })).body;
    expect(course).toMatchObject({ version: 1, department: { id: faculty }, authorized: false });
    expect((await student.get('/course/?search=Финансы')).body.content.map((row: { id: number }) => row.id)).toContain(
      course.id,
    );
    const option = (await student.get(`/course/all?ids=${course.id}`)).body[0];
    expect(option).toEqual({ id: course.id, title: 'Finance', semester_title: null, authorized: false });
  });

  it('tells every field that is missing', async () => {
    const answer = await registrar.post('/course/', {});
    expect(answer.status).toBe(400);
    expect(answer.body.data.fields.map((field: { path: string }) => field.path)).toEqual([
      'code',
      'title',
      'level',
      'languages',
      'years',
      'credits',
    ]);
  });

  it('a dean shapes the courses of the own faculty alone', async () => {
    expect((await newCourse({}, dean)).status).toBe(200);
    expect(await newCourse({ department_id: other }, dean)).toMatchObject({
      status: 403,
      body: { code: 'NOT_YOUR_PROGRAMME' },
    });
    expect((await newCourse({}, student)).status).toBe(403);
  });

  it('an open campaign makes a course open for new students', async () => {
    const course = (await newCourse()).body;
    const campaign = {
      course_id: course.id,
      academic_year_id: year,
      language: 'uz',
      opens_on: '2020-01-01',
      closes_on: '2090-01-01',
      status: 'OPEN',
    };
    expect((await registrar.post('/course_campaign/', { ...campaign, language: 'en' })).body.code).toBe(
      'LANGUAGE_NOT_TAUGHT',
    );
    expect((await registrar.post('/course_campaign/', { ...campaign, closes_on: '2019-01-01' })).body.code).toBe(
      'DATES_REVERSED',
    );
    expect((await registrar.post('/course-campaign/', campaign)).status).toBe(200);
    expect((await registrar.post('/course_campaign/', campaign)).body.code).toBe('DUPLICATE');
    expect((await registrar.get(`/course/${course.id}`)).body.authorized).toBe(true);
    expect((await registrar.delete(`/course/${course.id}`)).body.code).toBe('IN_USE');
  });
});

describe('modules', () => {
  it('are never needed for themselves, over however many steps', async () => {
    const first = (await newModule()).body;
    const second = (await newModule({ prerequisite_ids: [first.id] })).body;
    const third = (await newModule({ prerequisite_ids: [second.id] })).body;
    expect(third.prerequisites).toEqual([{ id: second.id, code: second.code, title: 'Statistika' }]);
    const circle = await registrar.post('/module/', { id: first.id, version: 1, prerequisite_ids: [third.id] });
    expect(circle).toMatchObject({ status: 422, body: { code: 'CIRCLE' } });
    expect((await registrar.get(`/module/${first.id}`)).body).toMatchObject({ version: 1, prerequisites: [] });
    expect((await registrar.delete(`/module/${first.id}`)).body.code).toBe('IN_USE');
    expect((await registrar.delete(`/module/${third.id}`)).status).toBe(200);
  });

  it('have outcomes in order', async () => {
    const module = (await newModule()).body;
    const add = (outcome: string) =>
      registrar.post('/outcome/module/', { module_id: module.id, code: outcome, title: named(outcome), kind: 'SKILL' });
    expect((await add('LO1')).body.position).toBe(1);
    expect((await add('LO2')).body.position).toBe(2);
    expect((await add('lo2')).body.code).toBe('DUPLICATE');
    const list = (await student.get(`/outcome/module/?module_id=${module.id}&sort=position`)).body;
    expect(list.content.map((row: { code: string }) => row.code)).toEqual(['LO1', 'LO2']);
    expect((await student.get(`/module/${module.id}`)).body.outcomes).toBe(2);
  });
});

describe('the plan', () => {
  it('adds up, and says what does not', async () => {
    const course = (await newCourse({ years: 1, credits: 60 })).body;
    const base = (await newModule({ credits: 30 })).body;
    const later = (await newModule({ credits: 20, prerequisite_ids: [base.id] })).body;
    expect((await plan(course.id, base.id, 1, 2)).body).toMatchObject({ type: 'CORE', credits: 30, active: false });
    expect((await plan(course.id, later.id, 2, 1)).body.code).toBe('BEYOND_PROGRAMME');
    await plan(course.id, later.id, 1, 1, { active: true });
    const matrix = (await student.get(`/cclsmodule/matrix?course_id=${course.id}&academic_year_id=${year}`)).body;
    expect(matrix.semesters).toEqual([
      { study_year: 1, semester: 1, credits: 20, modules: 1 },
      { study_year: 1, semester: 2, credits: 30, modules: 1 },
    ]);
    expect(matrix.findings.map((finding: { code: string }) => finding.code).sort()).toEqual([
      'NO_LEADER',
      'PREREQUISITE_LATER',
      'SEMESTER_CREDITS',
      'TOTAL_CREDITS',
    ]);
  });

  it('is taken over into another year, first as a preview', async () => {
    const course = (await newCourse()).body;
    const [kept, retired] = [(await newModule()).body, (await newModule()).body];
    const there = (await plan(course.id, kept.id, 1, 1)).body;
    await plan(course.id, retired.id, 1, 2);
    await registrar.post('/module/', { id: retired.id, version: 1, active: false });
    const copy = { course_id: course.id, from_academic_year_id: year, to_academic_year_id: next };
    const same = { ...copy, to_academic_year_id: copy.from_academic_year_id };
    expect((await registrar.post('/cclsmodule/copy', same)).body.code).toBe('SAME_YEAR');
    const preview = await registrar.post('/cclsmodule/copy', copy);
    expect(preview.body).toEqual({
      added: [{ module_id: kept.id, title: 'Statistika', study_year: 1, semester: 1 }],
      kept: 0,
      left_out: [{ module_id: retired.id, title: 'Statistika', reason: 'MODULE_INACTIVE' }],
      applied: false,
    });
    const inNext = `/cclsmodule/?course_id=${course.id}&academic_year_id=${next}`;
    expect((await registrar.get(inNext)).body.total_elements).toBe(0);
    const staff = (await api.database.owner.query(`select id from staff where staff_no = 'D-1'`)).rows[0].id;
    await registrar.post('/cclsmodule/teachers/', {
      course_module_id: there.id,
      version: 1,
      teachers: [{ staff_id: staff, role: 'LEADER' }],
    });
    expect((await registrar.post('/cclsmodule/copy', { ...copy, apply: true, with_teachers: true })).body.applied).toBe(
      true,
    );
    expect((await registrar.get(inNext)).body.content[0].teachers).toMatchObject([{ staff_id: staff, role: 'LEADER' }]);
    expect((await registrar.post('/cclsmodule/copy', { ...copy, apply: true })).body).toMatchObject({
      added: [],
      kept: 1,
    });
  });

  it('two planners do not overwrite each other, nobody stands twice', async () => {
    const row = (await plan((await newCourse()).body.id, (await newModule()).body.id, 1, 1)).body;
    const staff = (await api.database.owner.query(`select id from staff where staff_no = 'D-1'`)).rows[0].id;
    const set = (version: number, ...teacherRoles: string[]) =>
      registrar.post('/cclsmodule/teachers', {
        course_module_id: row.id,
        version,
        teachers: teacherRoles.map((role) => ({ staff_id: staff, role })),
      });
    expect((await set(1, 'LECTURER', 'LECTURER')).body.code).toBe('TWICE_THE_SAME');
    expect((await set(1, 'LEADER', 'LECTURER')).body).toMatchObject({
      version: 2,
      teachers: [{ role: 'LEADER' }, { role: 'LECTURER' }],
    });
    expect(await set(1)).toMatchObject({ status: 409, body: { code: 'STALE', data: { current: { version: 2 } } } });
    expect((await dean.get('/cclsmodule/?mine=true')).body.content.map((one: { id: number }) => one.id)).toContain(
      row.id,
    );
    expect((await registrar.post('/cclsmodule/activate', { ids: [row.id], active: true })).body).toEqual({
      changed: 1,
    });
    expect((await registrar.post('/cclsmodule/activate', { ids: [row.id], active: true })).body).toEqual({
      changed: 0,
    });
  });

  it('says what a dean may shape, and which modules nobody leads', async () => {
    const [mine, foreign] = [(await newCourse()).body, (await newCourse({ department_id: other })).body];
    const row = (await plan(mine.id, (await newModule()).body.id, 1, 1, { active: true })).body;
    await plan(foreign.id, (await newModule({ department_id: other })).body.id, 1, 1, { active: true });
    const matrix = async (course: number, by = dean) =>
      (await by.get(`/cclsmodule/matrix?course_id=${course}&academic_year_id=${year}`)).body;
    expect(await matrix(mine.id)).toMatchObject({
      can: { edit: true, teachers: true },
      cells: [{ id: row.id, leader: null }],
    });
    expect(await matrix(foreign.id)).toMatchObject({ can: { edit: false, teachers: false } });
    expect(await matrix(mine.id, student)).toMatchObject({ can: { edit: false, teachers: false } });
    expect((await dean.get(`/course/${foreign.id}`)).body.can).toEqual({ edit: false, delete: false });
    const unled = async () =>
      (await dean.get(`/cclsmodule/?managed=true&without_leader=true&size=100`)).body.content as {
        id: number;
        course_id: number;
      }[];
    expect((await unled()).map(({ id }) => id)).toContain(row.id);
    expect((await unled()).map(({ course_id }) => course_id)).not.toContain(foreign.id);
    const staff = (await api.database.owner.query(`select id from staff where staff_no = 'D-1'`)).rows[0].id;
    await registrar.post('/cclsmodule/teachers', {
      course_module_id: row.id,
      version: row.version,
      teachers: [{ staff_id: staff, role: 'LEADER' }],
    });
    expect((await matrix(mine.id)).cells[0].leader).toBe('Karimova Dilnoza');
    expect((await unled()).map(({ id }) => id)).not.toContain(row.id);
  });
});
