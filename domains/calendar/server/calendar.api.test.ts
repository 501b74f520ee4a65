import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { on } from '#platform/server/hooks.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { day } from '#tests/support/dates.ts';
import { calendarPart } from './index.ts';

let api: Api;
let registrar: Caller;
let dean: Caller;
let teacher: Caller;
let desk: Caller;
let student: Caller;
let other: Caller;
let group: number;
let otherGroup: number;
let course: number;

const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const first = async (text: string, values: unknown[] = []) => (await sql(text, values))[0].id as number;
const named = (uz: string) => JSON.stringify({ uz, ru: '', en: '' });
const march = '/calendar/event?from=2027-03-01&to=2027-03-31&size=500';
type Event = { id: number; version: number; title: string; key: string; can: { edit: boolean } };

const event = (more: object = {}) => ({
  type: 'GENERAL_EVENT',
  title: 'Kengash',
  all_day: true,
  starts_on: '2027-03-10',
  audience: 'EVERYBODY',
  ...more,
});
const add = async (by: Caller, more: object = {}): Promise<Event> => {
  const answer = await by.post('/calendar/event', event(more));
  expect(answer.body.code ?? '').toBe('');
  return answer.body;
};
const titles = async (who: Caller, path = march) =>
  (await who.get(path)).body.content.map((row: Event) => row.title) as string[];

beforeAll(async () => {
  api = await startApi();
  [registrar, dean, teacher, desk, student, other] = (await Promise.all(
    ['registrar_head', 'dean', 'teacher', 'students_department', 'bachelor_student', 'master_student'].map((who) =>
      api.as(who),
    ),
  )) as [Caller, Caller, Caller, Caller, Caller, Caller];
  const faculty = await first(
    `insert into departments (institution_id, title, kind) values (1, $1, 'FACULTY') returning id`,
    [named('Iqtisodiyot')],
  );
  course = await first(
    `insert into courses (institution_id, code, title, level, languages, years, credits, department_id) values (1, '6031', $1, 'BACHELOR', '{uz}', 4, 240, $2) returning id`,
    [named('Iqtisodiyot'), faculty],
  );
  const newGroup = (name: string) =>
    first(
      `insert into groups (institution_id, name, course_id, entry_year, language, capacity) values (1, $1, $2, 2026, 'uz', 30) returning id`,
      [name, course],
    );
  [group, otherGroup] = [await newGroup('IQ-26-1'), await newGroup('IQ-26-2')];
  for (const [no, username] of [
    ['C-1', 'dean'],
    ['C-2', 'teacher'],
  ])
    await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search) select 1, id, $1, 'A', 'B', $2, 'b' from accounts where username = $3`,
      [no, faculty, username],
    );
  await sql(
    `insert into group_mentors (institution_id, group_id, staff_id, starts_on) select 1, $1, id, '2020-09-01' from staff where staff_no = 'C-2'`,
    [group],
  );
  const person = await first(
    `insert into students (institution_id, account_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search)
     select 1, id, 'T260001', 'Dilnoza', 'Rahimova', 'BACHELOR', 'uz', 2026, 'GRANT', 'rahimova' from accounts where username = 'bachelor_student' returning id`,
  );
  await sql(
    `insert into group_members (institution_id, group_id, student_id, starts_on) values (1, $1, $2, '2020-09-01')`,
    [group, person],
  );
});
afterAll(() => api.close());

describe('Types of events', () => {
  it('are offered by role, each under its kind', async () => {
    const offered = async (who: Caller) => {
      const { body } = await who.get('/calendar/event/all');
      return body.map((kind: { name: string; children: { name: string }[] }) => [
        kind.name,
        ...kind.children.map((child) => child.name),
      ]);
    };
    expect(await offered(registrar)).toEqual([
      ['TEACHING_WEEK', 'TEACHING_WEEK', 'ASSESSMENT_WEEK', 'ASSESSMENT_DAY'],
      ['GENERAL_EVENT', 'GENERAL_EVENT', 'HOLIDAY', 'DEADLINE', 'DOCUMENTS', 'EXTRACURRICULAR_ACTIVITY'],
    ]);
    expect(await offered(dean)).toEqual([
      ['TEACHING_WEEK', 'ASSESSMENT_WEEK', 'ASSESSMENT_DAY'],
      ['GENERAL_EVENT', 'GENERAL_EVENT', 'DEADLINE', 'EXTRACURRICULAR_ACTIVITY'],
    ]);
    expect(await offered(teacher)).toEqual([['TEACHING_WEEK', 'TEACHING_WEEK']]);
    expect(await offered(desk)).toEqual([['GENERAL_EVENT', 'GENERAL_EVENT']]);
    const [kind] = (await teacher.get('/calendar/event/all', { language: 'ru' })).body;
    expect(kind).toMatchObject({
      id: expect.any(Number),
      calendar_event_info: { title: 'Учебная неделя' },
      children: [{ id: expect.any(Number), type: { title: 'Учебная неделя' }, audiences: ['GROUP', 'PERSON'] }],
    });
  });

  it('that are not offered are refused', async () => {
    const refused = await teacher.post('/calendar/event', event({ type: 'HOLIDAY', audience: 'PERSON' }));
    expect(refused.body.data.fields).toMatchObject([{ path: 'type', code: 'TYPE_NOT_OFFERED' }]);
    expect((await registrar.post('/calendar/event', event({ type: 'PARTY' }))).status).toBe(400);
    expect((await (await api.as('admin_viewer')).post('/calendar/event', event())).status).toBe(403);
  });
});

describe('Events', () => {
  it('keep days in the zone of the university', async () => {
    const saved = await registrar.post(
      '/calendar/event',
      event({ title: 'Imtihon', all_day: false, starts_time: '00:30', ends_time: '02:00', place: '402' }),
    );
    expect(saved.body).toMatchObject({
      starts_at: '2027-03-09T19:30:00.000Z',
      ends_at: '2027-03-09T21:00:00.000Z',
      starts_on: '2027-03-10',
      starts_time: '00:30',
      ends_on: '2027-03-10',
    });
    const whole = await add(registrar, {
      title: 'Navroʻz',
      type: 'HOLIDAY',
      starts_on: '2027-03-21',
      ends_on: '2027-03-22',
    });
    expect(whole).toMatchObject({
      starts_at: '2027-03-20T19:00:00.000Z',
      ends_at: '2027-03-22T19:00:00.000Z',
      ends_on: '2027-03-22',
    });
    expect(await titles(student, '/calendar/event?from=2027-03-22&to=2027-03-22')).toEqual(['Navroʻz']);
    expect(await titles(student, '/calendar/event?from=2027-03-23&to=2027-03-24')).toEqual([]);
    const moved = await registrar.post('/calendar/event', {
      id: whole.id,
      version: whole.version,
      starts_on: '2027-03-24',
    });
    expect(moved.body).toMatchObject({
      starts_on: '2027-03-24',
      ends_on: '2027-03-25',
      title: 'Navroʻz',
      audience: 'EVERYBODY',
    });
    expect(
      (await registrar.post('/calendar/event', { id: whole.id, version: whole.version, title: 'x' })).body.code,
    ).toBe('STALE');
    expect((await registrar.delete(`/calendar/event/${whole.id}`)).status).toBe(200);
    expect((await registrar.get(`/calendar/event/${whole.id}`)).status).toBe(404);
  });

  it('keep them in whatever zone the institution has its clocks', async () => {
    const zone = (name: string) => sql('update institutions set timezone = $1 where id = 1', [name]);
    await zone('America/New_York');
    // The night in which clocks there are set forwards.
    const made = await add(registrar, {
      title: 'Tun',
      starts_on: '2027-03-13',
      ends_on: '2027-03-14',
      all_day: false,
      starts_time: '23:30',
      ends_time: '03:30',
    });
    expect(made).toMatchObject({ starts_at: '2027-03-14T04:30:00.000Z', ends_at: '2027-03-14T07:30:00.000Z' });
    const [row] = (await registrar.get('/calendar/event?from=2027-03-14&to=2027-03-14')).body.content;
    expect(row).toMatchObject({ title: 'Tun', starts_on: '2027-03-13', starts_time: '23:30', ends_time: '03:30' });
    expect(await titles(registrar, '/calendar/event?from=2027-03-15&to=2027-03-15')).toEqual([]);
    const { path } = (await registrar.post('/calendar/feed', {})).body;
    const feed = (await other.get(path.split('/v1')[1])).body;
    expect(String(feed)).toContain('X-WR-TIMEZONE:America/New_York');
    await registrar.delete('/calendar/feed');
    await registrar.delete(`/calendar/event/${made.id}`);
    await zone('Asia/Tashkent');
  });

  it.each([
    ['an end before the beginning', { ends_on: '2027-03-09' }, 'ends_on', 'DATES_REVERSED'],
    [
      'an hour before the hour',
      { all_day: false, starts_time: '10:00', ends_time: '10:00' },
      'ends_time',
      'DATES_REVERSED',
    ],
    ['no hours', { all_day: false }, 'starts_time', 'TIME_REQUIRED'],
    ['two years', { ends_on: '2029-01-01' }, 'ends_on', 'EVENT_TOO_LONG'],
    ['no day', { starts_on: undefined }, 'starts_on', 'form_required'],
    ['no group', { audience: 'GROUP' }, 'group_id', 'GROUP_REQUIRED'],
    ['a group that is not there', { audience: 'GROUP', group_id: 999999 }, 'group_id', 'UNKNOWN_REFERENCE'],
    ['roles without a name', { audience: 'ROLES', roles: [] }, 'roles', 'form_required'],
    ['a stranger', { audience: 'PERSON', account_id: 999999 }, 'account_id', 'UNKNOWN_REFERENCE'],
  ])('are refused with %s', async (_, more, path, code) => {
    const answer = await registrar.post('/calendar/event', event(more));
    expect([400, 422]).toContain(answer.status);
    expect(answer.body.data.fields).toMatchObject([{ path, code }]);
  });

  it('are seen by whom they are for', async () => {
    await add(registrar, { title: 'group', audience: 'GROUP', group_id: group });
    await add(registrar, { title: 'other group', audience: 'GROUP', group_id: otherGroup });
    await add(registrar, { title: 'course', audience: 'COURSE', course_id: course });
    await add(registrar, { title: 'students', audience: 'ROLES', roles: ['BACHELOR_STUDENT', 'MASTER_STUDENT'] });
    await add(student, { title: 'dentist', audience: 'PERSON' });
    const sees = async (who: Caller, more = '') =>
      (await titles(who, march + more)).filter((title) => !['Imtihon', 'Kengash'].includes(title)).toSorted();
    expect(await sees(student)).toEqual(['course', 'dentist', 'group', 'students']);
    expect(await sees(other)).toEqual(['students']);
    expect(await sees(teacher, '&mine=true')).toEqual(['group']);
    // Staff see the calendar of the institution, but what one keeps for oneself is nobody's business.
    expect(await sees(await api.as('super_admin'))).toEqual(['course', 'group', 'other group', 'students']);
    expect(
      (await registrar.get(`/calendar/event/student?from=2027-03-01&to=2027-03-31&student_id=999999`)).status,
    ).toBe(404);
    const { id } = (await sql(`select id from students where student_no = 'T260001'`))[0];
    expect(
      (
        await titles(registrar, `/calendar/event/student?from=2027-03-01&to=2027-03-31&size=100&student_id=${id}`)
      ).toSorted(),
    ).toEqual(expect.arrayContaining(['course', 'group', 'students']));
    expect(
      await titles(registrar, `/calendar/event/student?from=2027-03-01&to=2027-03-31&size=100&student_id=${id}`),
    ).not.toContain('dentist');
    expect(await titles(student, '/calendar/event/student?from=2027-03-01&to=2027-03-31&size=100')).toContain(
      'dentist',
    );
  });

  it('are entered and changed by whom they concern', async () => {
    const code = async (who: Caller, more: object) =>
      (await who.post('/calendar/event', event(more))).body.code ?? 'OK';
    const week = { type: 'TEACHING_WEEK', title: 'week' };
    expect(await code(teacher, { ...week, audience: 'GROUP', group_id: group })).toBe('OK');
    expect(await code(teacher, { ...week, audience: 'GROUP', group_id: otherGroup })).toBe('AUDIENCE_NOT_YOURS');
    expect(await code(teacher, { ...week, audience: 'EVERYBODY' })).toBe('AUDIENCE_NOT_YOURS');
    expect(await code(dean, { type: 'DEADLINE', audience: 'COURSE', course_id: course })).toBe('OK');
    expect(await code(dean, { type: 'DEADLINE', audience: 'EVERYBODY' })).toBe('AUDIENCE_NOT_YOURS');
    expect(await code(student, { audience: 'EVERYBODY' })).toBe('AUDIENCE_NOT_YOURS');
    const institution = await add(registrar, { title: 'institution' });
    const change = { id: institution.id, version: institution.version, title: 'changed' };
    expect((await student.get(`/calendar/event/${institution.id}`)).body.can).toEqual({ edit: false, delete: false });
    expect((await student.post('/calendar/event', { ...change, audience: 'PERSON' })).status).toBe(403);
    expect((await student.delete(`/calendar/event/${institution.id}`)).status).toBe(403);
    expect((await desk.post('/calendar/event', change)).status).toBe(200);
  });
});

describe('A span', () => {
  it('is one page of rows in the order of time, with what other domains tell', async () => {
    const untell = api.follow(
      on(calendarPart, {
        name: 'lessons',
        events: (_, from) =>
          raw`select '7', 'CLASS', 'Matematika', null, '402', '/lessons/7', false, ${from}::timestamptz + interval '8.5 hours', ${from}::timestamptz + interval '10 hours', 1, false, 'MAT101'`,
      }),
    );
    onTestFinished(untell);
    const { body } = await student.get(`${march}&type=CLASS`);
    expect(body.content).toMatchObject([
      {
        key: 'lessons-7',
        id: null,
        source: 'lessons',
        title: 'Matematika',
        path: '/lessons/7',
        module: 'MAT101',
        can: { edit: false, delete: false },
        starts_on: '2027-03-01',
        starts_time: '08:30',
      },
    ]);
    expect(body).toMatchObject({ total_elements: 1, total_pages: 1, last: true, status: 200 });
    const all = (await student.get(march)).body;
    expect(all.content.map((row: { starts_at: string }) => row.starts_at)).toEqual(
      all.content.map((row: { starts_at: string }) => row.starts_at).toSorted(),
    );
    const second = (await student.get('/calendar/event?from=2027-03-01&to=2027-03-31&size=2&page=1')).body;
    expect(second.content).toEqual(all.content.slice(2, 4));
    expect((await student.get(`${march}&search=dentist`)).body.content).toHaveLength(1);
  });

  it('is the running month unless told, and two years at most', async () => {
    expect((await student.get('/calendar/event')).status).toBe(200);
    expect((await student.get('/calendar/event?from=2027-03-02&to=2027-03-01')).body.data.fields[0].code).toBe(
      'DATES_REVERSED',
    );
    expect((await student.get('/calendar/event?from=2020-01-01&to=2027-03-01')).body.data.fields[0].code).toBe(
      'SPAN_TOO_LONG',
    );
  });

  it('tells applicants nothing of what is for everybody', async () => {
    const guest = await api.as('guest_user');
    await sql(
      `with y as (insert into academic_years (institution_id, name, starts_on, ends_on) values (1, '2036/2037', '2036-09-01', '2037-06-30') returning id)
       insert into semesters (institution_id, academic_year_id, number, title, starts_on, ends_on)
       select 1, id, 1, '{"uz":"Kuzgi","ru":"","en":""}', '2036-09-01', '2037-01-20' from y`,
    );
    const begins = '/calendar/event?from=2036-09-01&to=2036-09-01&size=100';
    expect((await student.get(begins)).body.content).toHaveLength(1);
    expect((await guest.get(begins)).body.content).toEqual([]);
    await add(registrar, { title: 'Ochiq eshiklar', audience: 'EVERYBODY', starts_on: '2027-04-05' });
    const april = '/calendar/event?from=2027-04-05&to=2027-04-05&size=100';
    expect((await student.get(april)).body.content).toHaveLength(1);
    expect((await guest.get(april)).body.content).toEqual([]);
  });
});

describe('The link for other programs', () => {
  const read = (path: string) => api.app.inject({ method: 'GET', url: path });

  it('opens the calendar of who made it, without a session', async () => {
    const soon = day(3);
    await add(student, { title: 'Shifokor, 5-qavat', audience: 'PERSON', starts_on: soon });
    await add(registrar, { title: 'Boshqalar', audience: 'GROUP', group_id: otherGroup, starts_on: soon });
    expect((await student.get('/calendar/feed')).body).toEqual({ since: null });
    const { path } = (await student.post('/calendar/feed')).body;
    expect(path).toMatch(/\/calendar\/feed\/[\w-]{43}\.ics$/);
    expect((await student.get('/calendar/feed')).body.since).toEqual(expect.any(String));
    expect(JSON.stringify(await sql('select * from calendar_feeds'))).not.toContain(path.slice(-47, -4));
    const answer = await read(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.body).toContain('SUMMARY:Shifokor\\, 5-qavat\r\n');
    expect(answer.body).toContain('CLASS:PRIVATE');
    expect(answer.body).not.toContain('Boshqalar');
  });

  it('stops working when it is renewed, removed, or its owner may no longer enter', async () => {
    const make = async () => (await other.post('/calendar/feed')).body.path as string;
    const [old, fresh] = [await make(), await make()];
    expect((await read(old)).statusCode).toBe(404);
    expect((await read(fresh)).statusCode).toBe(200);
    await other.delete('/calendar/feed');
    expect((await read(fresh)).statusCode).toBe(404);
    const last = await make();
    await sql(`update accounts set active = false where username = 'master_student'`);
    expect((await read(last)).statusCode).toBe(404);
    expect((await read(`${last.slice(0, -6)}xx.ics`)).statusCode).toBe(404);
  });
});
