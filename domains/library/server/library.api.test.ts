import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let librarian: Caller;
let quality: Caller;
let office: Caller;
let teacher: Caller;
let student: Caller;
let course: number;
let otherCourse: number;
let taught: number;
let untaught: number;
let student_id: number;

const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const named = (uz: string) => JSON.stringify({ uz, ru: '', en: '' });
const pdf = (name = 'kitob.pdf', by = librarian) =>
  by.upload(name, Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'));
const book = (more: object = {}) => ({
  type: 'BOOK',
  title: 'Oʻtkan kunlar',
  authors: ['Abdulla Qodiriy'],
  language: 'uz',
  year: 1925,
  link: 'https://example.uz/kitob',
  ...more,
});

beforeAll(async () => {
  api = await startApi();
  [librarian, quality, office, teacher, student] = (await Promise.all(
    ['library_moderator', 'quality_assurance', 'registrar_head', 'teacher', 'bachelor_student'].map((who) =>
      api.as(who),
    ),
  )) as [Caller, Caller, Caller, Caller, Caller];
  const first = async (text: string, values: unknown[] = []) => (await sql(text, values))[0].id as number;
  const newCourse = (code: string) =>
    first(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, $1, $2, 'BACHELOR', '{uz}', 4, 240) returning id`,
      [code, named(code)],
    );
  [course, otherCourse] = [await newCourse('6031'), await newCourse('6032')];
  const newModule = (code: string) =>
    first(
      `insert into modules (institution_id, code, title, type, credits) values (1, $1, $2, 'CORE', 6) returning id`,
      [code, named(code)],
    );
  [taught, untaught] = [await newModule('MAT'), await newModule('FIZ')];
  const year = await first(
    `insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, '2026/2027', '2026-09-01', '2027-06-30', true) returning id`,
  );
  const plan = await first(
    `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits, active) values (1, $1, $2, 1, 1, $3, 'CORE', 6, true) returning id`,
    [course, year, taught],
  );
  const staff = await first(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search) select 1, id, 'L-1', 'Aziza', 'Karimova', 'karimova' from accounts where username = 'teacher' returning id`,
  );
  await sql(
    `insert into course_module_teachers (institution_id, course_module_id, staff_id, role) values (1, $1, $2, 'LEADER')`,
    [plan, staff],
  );
  const group = await first(
    `insert into groups (institution_id, name, course_id, entry_year, language, capacity) values (1, 'IQ-26-1', $1, 2026, 'uz', 30) returning id`,
    [course],
  );
  student_id = await first(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search) values (1, 'T260001', 'Dilnoza', 'Rahimova', 'BACHELOR', 'uz', 2026, 'GRANT', 'rahimova') returning id`,
  );
  await sql(
    `update students set account_id = (select id from accounts where username = 'bachelor_student') where id = $1`,
    [student_id],
  );
  await sql(
    `insert into group_members (institution_id, group_id, student_id, starts_on) values (1, $1, $2, '2020-09-01')`,
    [group, student_id],
  );
});
afterAll(() => api.close());

describe('The library', () => {
  it('keeps a book with its file and cover, which opens by a link', async () => {
    const [file] = (await pdf()).body;
    const saved = await librarian.post(
      '/e_library/',
      book({ file_id: file.id, isbn: '978-0-306-40615-7', subjects: ['Roman'] }),
    );
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ isbn: '9780306406157', file: { id: file.id, type: 'application/pdf' } });
    const opened = await student.get(`/e_library/${saved.body.id}`);
    expect(opened.body.file.original_url).toContain(`/file/${file.id}/`);
    const content = await api.app.inject({ method: 'GET', url: opened.body.file.original_url });
    expect(content.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const found = await student.get('/e_library/?search=qodiriy');
    expect(found.body.content.map((row: { id: number }) => row.id)).toContain(saved.body.id);
    expect((await student.get('/e_library/subjects')).body).toEqual([{ id: 'Roman', title: 'Roman' }]);
    const types = (await student.get('/e_library/types', { language: 'ru' })).body;
    expect(types[0]).toEqual({ id: 'BOOK', title: 'Книга', count: 1 });
  });

  it.each([
    ['nothing to read', { link: '' }, 'file_id', 'NOTHING_TO_READ'],
    ['a wrong ISBN', { isbn: '978-0-306-40615-8' }, 'isbn', 'ISBN_WRONG'],
    ['courses that are not named', { audience: 'COURSES' }, 'course_ids', 'COURSES_REQUIRED'],
    ['a course that is not there', { audience: 'COURSES', course_ids: [999999] }, 'course_ids', 'UNKNOWN_REFERENCE'],
    ['somebody else’s file', { file_id: 999999 }, 'file_id', 'UNKNOWN_REFERENCE'],
    ['no title', { title: undefined }, 'title', 'form_required'],
  ])('refuses %s', async (_, more, path, code) => {
    const answer = await librarian.post('/e_library/', book(more));
    expect([400, 422]).toContain(answer.status);
    expect(answer.body.data.fields).toMatchObject([{ path, code }]);
  });

  it('does not take an address that is no web page', async () => {
    expect((await librarian.post('/e_library/', book({ link: 'javascript:alert(1)' }))).status).toBe(400);
  });

  it('shows each what is for them', async () => {
    const add = async (title: string, more: object) =>
      (await librarian.post('/e_library/', book({ title, ...more }))).body.id as number;
    const ids = {
      own: await add('Own course', { audience: 'COURSES', course_ids: [course] }),
      other: await add('Other course', { audience: 'COURSES', course_ids: [otherCourse] }),
      staff: await add('Staff', { audience: 'STAFF' }),
      draft: await add('Draft', { active: false }),
    };
    const sees = async (who: Caller) => {
      const { body } = await who.get('/e_library/?size=100');
      const seen = new Set(body.content.map((row: { id: number }) => row.id));
      return Object.entries(ids).flatMap(([name, id]) => (seen.has(id) ? [name] : []));
    };
    expect(await sees(student)).toEqual(['own']);
    expect(await sees(teacher)).toEqual(['own', 'other', 'staff']);
    expect(await sees(librarian)).toEqual(['own', 'other', 'staff', 'draft']);
    expect((await student.get(`/e_library/${ids.staff}`)).status).toBe(404);
    expect((await teacher.post('/e_library/', book())).status).toBe(403);
    expect((await (await api.as('guest_user')).get('/e_library/')).status).toBe(403);
  });
});

describe('Module and policy files', () => {
  const paper = (type: number, more: object = {}) => ({
    type,
    title: `Paper ${type}`,
    link: 'https://example.uz/hujjat',
    ...more,
  });

  it('shows students the policies for students and nothing else', async () => {
    for (const more of [paper(0, { module_id: taught }), paper(1, { academic_year_id: 1 }), paper(2), paper(3)])
      expect((await quality.post('/module_file/', more)).status).toBe(200);
    const typesOf = async (who: Caller) =>
      (await who.get('/module_file/?size=100')).body.content.map((row: { type: number }) => row.type).toSorted();
    expect(await typesOf(student)).toEqual([2]);
    expect(await typesOf(await api.as('hr_manager'))).toEqual([2, 3]);
    expect(await typesOf(teacher)).toEqual([0, 1, 2, 3]);
    for (const type of [0, 1, 2, 3]) {
      const { body } = await teacher.get(`/module_file/?type=${type}`);
      expect(body.content.map((row: { type: number }) => row.type)).toEqual([type]);
    }
    expect((await student.get('/module_file/?type=3')).body.content).toEqual([]);
    expect((await teacher.get('/module_file/?type=4')).status).toBe(400);
  });

  it('lets teachers keep the files of what they teach', async () => {
    const own = await teacher.post('/module_file/', paper(0, { module_id: taught }));
    expect(own.body.can).toEqual({ edit: true, delete: true });
    expect((await teacher.post('/module_file/', paper(0, { module_id: untaught }))).body.code).toBe('NOT_YOUR_MODULE');
    const moved = { id: own.body.id, version: own.body.version, module_id: untaught };
    expect((await teacher.post('/module_file/', moved)).body.code).toBe('NOT_YOUR_MODULE');
    expect((await teacher.post('/module_file/', paper(2))).status).toBe(403);
    expect((await teacher.delete(`/module_file/${own.body.id}`)).status).toBe(200);
    expect((await student.post('/module_file/', paper(2))).status).toBe(403);
  });

  it('asks for the module, the year and something to read, and keeps the type', async () => {
    const fault = async (more: object) => (await quality.post('/module_file/', more)).body.data.fields[0];
    expect(await fault(paper(0))).toMatchObject({ path: 'module_id', code: 'MODULE_REQUIRED' });
    expect(await fault(paper(1))).toMatchObject({ path: 'academic_year_id', code: 'YEAR_REQUIRED' });
    expect(await fault(paper(2, { link: '' }))).toMatchObject({ path: 'file_id', code: 'NOTHING_TO_READ' });
    const { body } = await quality.post('/module_file/', paper(2));
    expect(await fault({ id: body.id, version: body.version, type: 3 })).toMatchObject({ code: 'TYPE_FIXED' });
  });
});

describe('Files of students', () => {
  it('are seen by the office, and by the student once shared, without the office’s note', async () => {
    const [file] = (await pdf('ariza.pdf', office)).body;
    const saved = (
      await office.post('/student_file/', { student_id, title: 'Ariza', note: 'tekshirilsin', file_id: file.id })
    ).body;
    expect(saved).toMatchObject({ shared: false, note: 'tekshirilsin', student: { student_no: expect.any(String) } });
    expect((await student.get('/student_file/')).body.content).toEqual([]);
    await office.post('/student_file/', { id: saved.id, version: saved.version, shared: true });
    const [seen] = (await student.get('/student_file/')).body.content;
    expect(seen).toMatchObject({ id: saved.id, note: null, can: { edit: false, delete: false } });
    expect((await (await api.as('master_student')).get('/student_file/')).body.content).toEqual([]);
    expect((await teacher.get('/student_file/')).body.content).toHaveLength(1);
    expect((await student.delete(`/student_file/${saved.id}`)).status).toBe(403);
    const unknown = await office.post('/student_file/', { student_id: 999999, title: 'Ariza', file_id: file.id });
    expect(unknown.body.code).toBe('NOT_YOUR_STUDENT');
  });
});

describe('Open links', () => {
  it('stand in the librarian’s order, web pages alone', async () => {
    const add = (title: string, position: number, kind = 'OPEN_SOURCE') =>
      librarian.post('/user_open_link/', { title, link: 'https://example.org', position, kind });
    await add('Second', 2);
    await add('First', 1, 'E_LIBRARY');
    const { body } = await student.get('/user_open_link/all');
    expect(body.map((row: { title: string }) => row.title)).toEqual(['First', 'Second']);
    expect((await student.get('/user_open_link/?kind=E_LIBRARY')).body.total_elements).toBe(1);
    expect((await librarian.post('/user_open_link/', { title: 'x', link: 'ftp://example.org' })).status).toBe(400);
    expect((await teacher.post('/user_open_link/', { title: 'x', link: 'https://example.org' })).status).toBe(403);
  });
});
