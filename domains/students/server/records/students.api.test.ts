import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { searchBound } from './search.ts';

let api: Api;
let admin: Caller;
let head: Caller;
let officer: Caller;
const base = { level: 'BACHELOR', study_language: 'uz', entry_year: 2026, tuition: 'CONTRACT' };
let counter = 0;

/** A new student with papers and a phone. */
async function student(fields: Record<string, unknown> = {}, by = admin) {
  const n = ++counter;
  const answer = await by.post('/student/', {
    ...base,
    firstname: 'Ali',
    lastname: `Karimov${n}`,
    passport_id: `AD${1_000_000 + n}`,
    contact_phone: `90${1_000_000 + n}`,
    ...fields,
  });
  expect(answer.body).toMatchObject({ version: 1, status: 'ACTIVE' });
  return answer.body;
}

beforeAll(async () => {
  api = await startApi();
  admin = await api.as('admin');
  head = await api.as('registrar_head');
  officer = await api.as('registrar_officer');
});
afterAll(() => api.close());

const newCourse = async (code: string, uz: string): Promise<number> =>
  (
    await api.database.owner.query(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, $1, $2, 'BACHELOR', '{uz}', 4, 240) returning id`,
      [code, { uz, ru: '', en: '' }],
    )
  ).rows[0].id;

describe('records', () => {
  it('are created with a number of their own and changed by parts', async () => {
    const made = await student({ course_id: await newCourse('60410100', 'Iqtisodiyot') });
    expect((await officer.get(`/student/${made.id}`)).body.course).toMatchObject({
      code: '60410100',
      title: 'Iqtisodiyot',
    });
    expect(made.student_no).toMatch(/^26\d{5}$/);
    const personal = await officer.put('/student/personal_info', { id: made.id, version: 1, midname: 'Valiyevich' });
    expect(personal.body).toMatchObject({ version: 2, midname: 'Valiyevich' });
    const contact = await officer.put('/student/contact_info', {
      id: made.id,
      version: 2,
      contact_phone: '+998 (91) 765-43-21',
      email: 'A@B.UZ',
    });
    expect(contact.body).toMatchObject({ version: 3, contact_phone: '998917654321', email: 'a@b.uz' });
    const late = await officer.put('/student/contact_info', { id: made.id, version: 2, email: 'late@b.uz' });
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'STALE',
        data: { current: { version: 3, email: 'a@b.uz' }, by: expect.any(String), at: expect.any(String) },
      },
    });
  });

  it('names the field that somebody else has', async () => {
    const first = await student();
    const again = await admin.post('/student/', {
      ...base,
      firstname: 'B',
      lastname: 'C',
      passport_id: first.passport_id,
    });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'PASSPORT_TAKEN', data: { fields: [{ path: 'passport_id' }] } },
    });
    expect(
      (
        await admin.post('/student/', { ...base, firstname: '', lastname: 'C', passport_id: '12' }, { language: 'uz' })
      ).body.data.fields.map((field: { path: string }) => field.path),
    ).toEqual(['firstname', 'passport_id']);
  });

  it('keeps passports to those who may', async () => {
    const made = await student();
    expect(
      await officer.post('/student/', {
        id: made.id,
        version: 1,
        ...base,
        firstname: 'Ali',
        lastname: 'X',
        passport_id: 'AA7654321',
      }),
    ).toMatchObject({ status: 403, body: { code: 'FIELD_NOT_ALLOWED' } });
    expect(
      (await head.put('/student/update-passport', { id: made.id, version: 1, pinfl: '51705070010012' })).status,
    ).toBe(403);
    const keeper = await api.as('passport_permission_user');
    expect(
      (await keeper.put('/student/update-passport', { id: made.id, version: 1, pinfl: '51705070010012' })).body,
    ).toMatchObject({ pinfl: '51705070010012', version: 2 });
  });

  it('have guardians, documents and cards', async () => {
    const { id } = await student();
    const guard = await officer.post('/student/guard', {
      student_id: id,
      relationship: 'FATHER',
      firstname: 'Vali',
      lastname: 'Karimov',
      contact_phone: '901112233',
    });
    expect(guard.body).toMatchObject({ relationship: 'FATHER', contact_phone: '998901112233', version: 1 });
    expect(
      (
        await officer.post('/student/guard', {
          id: guard.body.id,
          version: 9,
          relationship: 'FATHER',
          firstname: 'V',
          lastname: 'K',
        })
      ).body.code,
    ).toBe('STALE');
    expect((await officer.get(`/student/profile?id=${id}`)).body.guards).toHaveLength(1);
    expect((await officer.delete(`/student/guard/${guard.body.id}`)).status).toBe(200);
    expect((await officer.get(`/student/guard?student_id=${id}`)).body.content).toEqual([]);
    const back = await officer.post(`/student/guard/${guard.body.id}/restore`, {});
    expect(back.body).toMatchObject({ id: guard.body.id, relationship: 'FATHER' });
    expect((await officer.get(`/student/guard?student_id=${id}`)).body.content).toHaveLength(1);
    expect(
      (await officer.post('/student/document', { student_id: id, type: 'DIPLOMA', number: 'B 123' })).body,
    ).toMatchObject({ type: 'DIPLOMA', file: null });
    expect((await officer.get(`/student/document?student_id=${id}`)).body.content).toHaveLength(1);
    expect((await officer.post('/student/document', { student_id: id, type: 'DIPLOMA', file_id: 999 })).body.code).toBe(
      'UNKNOWN_REFERENCE',
    );
    const printer = await api.as('id_card_printer');
    const card = await printer.post('/student/card', { student_id: id });
    expect(card.body).toMatchObject({ status: 'ISSUED', printed: false, student: { id } });
    expect(
      (await printer.post('/student/card', { id: card.body.id, version: 1, printed: true })).body.printed_at,
    ).toBeTruthy();
    expect((await printer.get(`/student/card/all?student_ids=${id}`)).body).toHaveLength(1);
    const past = (await head.get(`/student/${id}/history`)).body;
    expect(new Set(past.map((entry: { record: string }) => entry.record))).toEqual(
      new Set(['student', 'guardian', 'document', 'card']),
    );
  });

  it('are found by words in any order and script, by phone, passport and number', async () => {
    const made = await student({
      firstname: 'Oʻtkir',
      lastname: 'Qodirov',
      names_cyrillic: 'Қодиров Ўткир',
      username: 'otkir.q',
      student_no: 'S-77-01',
    });
    for (const words of [
      'Qodirov Otkir',
      'утк кодир',
      'Ўткир Қодиров',
      "O'tkir",
      made.passport_id,
      made.contact_phone.slice(-7),
      'S-77-01',
      'otkir.q',
      'qo',
    ]) {
      const found = await officer.get(`/student/?search=${encodeURIComponent(words)}`);
      expect(
        found.body.content.map((row: { id: number }) => row.id),
        words,
      ).toContain(made.id);
    }
    expect((await officer.get('/student/?search=%25')).body.total_elements).toBe(0);
    expect((await officer.get('/student/username?username=OTKIR.Q')).body.id).toBe(made.id);
    expect((await officer.get('/student/username/otkir.q/')).body.id).toBe(made.id);
    expect((await officer.get('/student/all?search=qodirov')).body[0]).toMatchObject({ title: 'Qodirov Oʻtkir' });
  });

  it('are listed by every filter and sort that is offered', async () => {
    const course_id = await newCourse('X1', 'Xalqaro iqtisodiyot');
    const named = (uz: string) => ({ title: { uz, ru: '', en: '' } });
    const made = async (path: string, fields: object) => (await admin.post(path, fields)).body.id;
    const country_id = await made('/country/', { ...named('Oʻzbekiston'), code: 'UZ' });
    const region_id = await made('/state/', { ...named('Buxoro'), country_id });
    const education_form_id = await made('/education_form/', { ...named('Kechki'), code: 'EVENING' });
    const department_id = await made('/department/', { ...named('Iqtisodiyot'), kind: 'FACULTY' });
    await student({
      level: 'MASTER',
      tuition: 'GRANT',
      gender: 'FEMALE',
      region_id,
      entry_year: 2025,
      course_id,
      education_form_id,
      department_id,
      study_language: 'ru',
    });
    for (const filter of [
      'level=MASTER',
      'tuition=GRANT',
      'gender=FEMALE',
      `region_id=${region_id}`,
      'entry_year=2025,2024',
      `course_id=${course_id}`,
      `education_form_id=${education_form_id}`,
      `department_id=${department_id}`,
      'study_language=ru',
    ])
      expect((await officer.get(`/student/?${filter}`)).body.total_elements, filter).toBe(1);
    for (const sort of [
      'lastname',
      'firstname',
      'student_no',
      'id',
      'created_at',
      'status',
      'status_since',
      'entry_year',
      'course_id',
      'level',
      'birthdate',
    ])
      expect((await officer.get(`/student/?sort=${sort},desc`)).status, sort).toBe(200);
    expect((await officer.get('/student/?sort=passport_id')).status).toBe(400);
  });
});

describe('who sees what', () => {
  it('gives each role the fields it may see and no more', async () => {
    const made = await student({ birthdate: '2007-05-17', firstname: 'Zafar' });
    const fields = async (role: string) => {
      const answer = await (await api.as(role)).get(`/student/${made.id}`);
      return answer.status === 200
        ? ['birthdate', 'contact_phone', 'guards', 'passport_id', 'pinfl'].filter((field) => field in answer.body)
        : answer.status;
    };
    const all = ['birthdate', 'contact_phone', 'guards', 'passport_id', 'pinfl'];
    const people = ['birthdate', 'contact_phone', 'guards'];
    const seen = {
      super_admin: all,
      admin: all,
      registrar_head: all,
      passport_permission_user: ['passport_id', 'pinfl'],
      registrar_officer: people,
      students_department: people,
      director: people,
      student_viewer: [],
      quality_assurance: [],
      exam_head: [],
      teacher: 404,
      dean: 404,
      bachelor_student: 404,
      guest_user: 403,
      hr_head: 403,
      marketing: 403,
    };
    for (const [role, expected] of Object.entries(seen)) expect(await fields(role), role).toEqual(expected);
  });

  it('lets students see and change their own record alone', async () => {
    const made = await student({ firstname: 'Own' });
    const other = await student();
    await api.database.owner.query(
      "update students set account_id = (select id from accounts where username = 'bachelor_student') where id = $1",
      [made.id],
    );
    const own = await api.as('bachelor_student');
    expect((await own.get('/student/profile')).body).toMatchObject({
      id: made.id,
      passport_id: made.passport_id,
      can: { edit: false, contact: true },
    });
    expect((await own.get('/student/')).body).toMatchObject({ total_elements: 1 });
    expect((await own.get(`/student/${other.id}`)).status).toBe(404);
    expect((await own.get(`/student/guard?student_id=${other.id}`)).status).toBe(404);
    expect(
      (
        await own.post('/student/guard', {
          student_id: other.id,
          relationship: 'FATHER',
          firstname: 'A',
          lastname: 'B',
        })
      ).status,
    ).toBe(404);
    expect((await own.put('/student/contact_info', { id: other.id, version: 1, email: 'x@y.uz' })).status).toBe(404);
    const { version } = (await own.get('/student/profile')).body;
    expect((await own.put('/student/profile', { version, current_address: 'Toshkent' })).body.current_address).toBe(
      'Toshkent',
    );
    expect((await own.put('/student/profile', { version: version + 1, firstname: 'Boshqa' })).body.code).toBe(
      'FIELD_NOT_ALLOWED',
    );
    expect((await (await api.as('master_student')).get('/student/profile')).body.code).toBe('NO_STUDENT_RECORD');
  });

  it('keeps institutions apart, in search as well', async () => {
    const far = await api.as('admin', 2);
    const made = await student({ lastname: 'Samarqandiy', firstname: 'Rudakiy', passport_id: 'AB1112223' }, far);
    expect((await far.get('/student/?search=samarqandiy')).body.total_elements).toBe(1);
    expect((await admin.get('/student/?search=samarqandiy')).body.total_elements).toBe(0);
    expect((await admin.get(`/student/${made.id}`)).status).toBe(404);
    expect((await admin.put('/student/status', { ids: [made.id], status: 'INACTIVE', reason: 'x' })).status).toBe(422);
    // The search function itself answers for the bound institution alone, and for none without one.
    const client = await api.database.app.connect();
    try {
      await client.query("begin; select set_config('edulab.institution', '1', true)");
      expect((await client.query("select edulab_search_students('{samarkandi}', 10)")).rowCount).toBe(0);
      await client.query("select set_config('edulab.institution', '2', true)");
      expect((await client.query("select edulab_search_students('{samarkandi}', 10)")).rowCount).toBe(1);
      await client.query("select set_config('edulab.institution', '', true)");
      expect((await client.query("select edulab_search_students('{samarkandi}', 10)")).rowCount).toBe(0);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });

  it('exports the same rows and no field without a right', async () => {
    await student({ firstname: 'Eksport', lastname: '=HYPERLINK("x")' });
    const file = await officer.post('/student/export_data', { search: 'eksport' });
    expect(file.headers['content-type']).toContain('spreadsheetml');
    const { readRows } = await import('#platform/server/spreadsheets.ts');
    const rows = await readRows(file.raw);
    const heading = rows.find((row) => row.cells.some((cell) => cell.value === 'Last name'))!;
    expect(heading.cells.some((cell) => cell.value === 'Passport')).toBe(false);
    const written = rows.at(-1)!.cells.find((cell) => String(cell.value).includes('HYPERLINK'))!;
    expect(written.formula).toBeUndefined();
    for (const column of ['passport_id', 'toString', ''])
      expect((await officer.post('/student/export_data', { columns: [column] })).body.code).toBe('FIELD_NOT_ALLOWED');
  });
});

describe('search at size', () => {
  it('uses the trigram index', async () => {
    const { owner } = api.database;
    await owner.query(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search)
       select 2, 'T' || n, 'Ism' || n, 'Familiya' || n, 'BACHELOR', 'uz', 2020, 'GRANT', ' familia' || n || ' ism' || n || ' t' || n from generate_series(1, 30000) n`,
    );
    await owner.query('analyze students');
    const { rows } = await owner.query(
      `explain select id from students where institution_id = 2 and deleted_at is null and search like '%ia29999%' limit 100`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('students_search');
    const far = await api.as('admin', 2);
    expect((await far.get('/student/?search=Familiya29999')).body).toMatchObject({
      total_elements: 1,
      total_exact: true,
    });
    expect((await far.get('/student/?search=familiya')).body).toMatchObject({
      total_elements: searchBound,
      total_exact: false,
    });
    // With a filter beside it nothing may be missing: the first hits need not be the ones that it wants.
    expect((await far.get('/student/?search=familiya&level=BACHELOR')).body).toMatchObject({
      total_elements: 30_000,
      total_exact: true,
    });
    expect((await far.get('/student/?page=2999&size=10')).body.content).toHaveLength(10);
  });

  it('finds names by their beginnings with the index of words, and numbers and the rest anywhere', async () => {
    const far = await api.as('admin', 2);
    const total = async (words: string) =>
      (await far.get(`/student/?search=${encodeURIComponent(words)}`)).body.total_elements;
    expect(await total('ism2999')).toBe(11);
    expect(await total('t2999 familiya29995')).toBe(1);
    expect(await total('sm29995')).toBe(1);
    expect(await total('29995')).toBe(1);
    expect(await total(`ism29995' | 'ism29996`)).toBe(0);
    const client = await api.database.owner.connect();
    try {
      await client.query(
        "load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log",
      );
      await client.query("begin; select set_config('edulab.institution', '2', true)");
      const plans: string[] = [];
      client.on('notice', (notice) => plans.push(notice.message ?? ''));
      await client.query("select edulab_search_students('{ism29995}', 10000)");
      expect(plans.join('\n')).toContain('students_words');
    } finally {
      await client.query('rollback');
      client.release(true);
    }
  });
});
