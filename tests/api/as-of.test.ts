import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asActor } from '#platform/server/database/database.ts';
import { askedAsOf } from '#platform/server/records/as-of.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** What was answered on an evening is answered again whenever somebody asks for that evening. */

let api: Api;
let admin: Caller;
let head: Caller;
let viewer: Caller;
let course: number;

/** The same sequence in each run. */
const dice = (seed: number) => (most: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * most);
};
const first = Date.parse('2027-03-01T12:00:00+05:00');
const dayOf = (n: number) => new Date(first + n * 86_400_000).toISOString().slice(0, 10);
/** Sessions are over by the next day. */
const signIn = async () => {
  admin = await api.as('admin');
  head = await api.as('registrar_head');
  viewer = await api.as('admin_viewer');
};
const noon = async (n: number) => {
  await api.setClock(new Date(first + n * 86_400_000).toISOString());
  await signIn();
};

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const bare = (body: any) => {
  const { as_of: _, can: _can, ...rest } = body;
  return JSON.parse(
    // What may be done is a question about today, and how often a row was changed is not part of what it was.
    JSON.stringify(rest, (key, value) =>
      ['can', 'version', 'updated_at', 'next_statuses'].includes(key) ? undefined : value,
    ),
  );
};

beforeAll(async () => {
  api = await startApi({ at: new Date(first).toISOString() });
  await signIn();
  course = (
    await api.database.owner.query(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, '60410100', '{"uz":"Iqtisodiyot","ru":"","en":""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
    )
  ).rows[0].id;
});
afterAll(() => api.close());

let counter = 0;
const newStudent = async (fields: Record<string, unknown> = {}) => {
  const n = ++counter;
  const { body } = await admin.post('/student/', {
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2026,
    tuition: 'CONTRACT',
    course_id: course,
    firstname: 'Ali',
    lastname: `Karimov${n}`,
    passport_id: `AD${1_000_000 + n}`,
    contact_phone: `90${1_000_000 + n}`,
    ...fields,
  });
  expect(body.id).toBeGreaterThan(0);
  return body.id as number;
};

describe('the past', () => {
  it('is what the lists and records said on that day, whatever happened since', async () => {
    const roll = dice(7);
    const people: number[] = [];
    const { body: group } = await admin.post('/group/', {
      name: 'IQ-26-01',
      course_id: course,
      entry_year: 2026,
      language: 'uz',
      capacity: 30,
    });
    expect(group.id).toBeGreaterThan(0);
    const questions = () => [
      '/student/?size=50',
      '/student/?size=5&page=1&sort=lastname,desc',
      '/student/?status=ACTIVE&size=50',
      '/student/?search=karimov1&size=50',
      '/student/all',
      `/student/?group=${group.id}&size=50`,
      `/group/${group.id}`,
      '/group/?size=50',
      '/staff/?size=50',
      ...people.slice(0, 3).map((id) => `/student/${id}`),
    ];
    const done = new Set<number>();
    const evenings: { day: string; said: Map<string, unknown> }[] = [];
    for (let n = 0; n < 9; n++) {
      await noon(n);
      for (let step = 0; step < 4; step++) {
        const id = people[roll(people.length || 1)];
        const act = id === undefined ? 0 : roll(6);
        const { body: now } = id === undefined ? { body: null } : await admin.get(`/student/${id}`);
        if (act === 0) {
          people.push(await newStudent());
          continue;
        }
        const { status } = await (act === 1
          ? admin.put('/student/personal_info', { id, version: now.version, lastname: `Aliyev${n}${step}` })
          : act === 2
            ? admin.put('/student/contact_info', { id, version: now.version, contact_phone: `9012345${n}${step}` })
            : act === 3
              ? admin.post('/group/assign', { group_id: group.id, student_ids: [id] })
              : act === 4
                ? head.put('/student/status', {
                    ids: [id],
                    status: 'WITHDRAWN',
                    reason: 'Oʻz xohishi',
                    order_number: `CH-${n}${step}`,
                    order_date: dayOf(n),
                    effective_from: dayOf(n),
                  })
                : admin.post('/group/', {
                    id: group.id,
                    version: (await admin.get(`/group/${group.id}`)).body.version,
                    name: `IQ-${n}${step}`,
                  }));
        if (status === 200) done.add(act);
      }
      const said = new Map<string, unknown>();
      for (const question of questions()) {
        const { status, body } = await viewer.get(question);
        if (status === 200) said.set(question, Array.isArray(body) ? body : bare(body));
      }
      evenings.push({ day: dayOf(n), said });
    }
    expect([...done].sort()).toEqual([1, 2, 3, 4, 5]);
    await noon(40);
    for (const { day, said } of evenings)
      for (const [question, answer] of said) {
        const { status, body } = await viewer.get(`${question}${question.includes('?') ? '&' : '?'}as_of=${day}`);
        expect({ question, day, status, body: Array.isArray(body) ? body : bare(body) }).toEqual({
          question,
          day,
          status: 200,
          body: answer,
        });
      }
    expect(evenings.at(-1)?.said.size).toBeGreaterThan(9);
  });

  it('says of when it is, and from when on its history is whole', async () => {
    const { body, headers } = await viewer.get('/student/?as_of=2027-03-02');
    expect(body.as_of).toEqual({ at: '2027-03-02T18:59:59.999Z', history_begins: null });
    expect(headers['as-of']).toBe('2027-03-02T18:59:59.999Z');
    const owner = await api.database.owner.connect();
    await owner.query("begin; set local edulab.audit = 'off'");
    await owner.query(
      "insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search) values (1, '2700001', 'Vali', 'Loaded', 'BACHELOR', 'uz', 2026, 'GRANT', ' loaded vali')",
    );
    await owner.query('commit');
    owner.release();
    const again = await viewer.get('/student/?as_of=2027-03-02');
    expect(again.body.as_of.history_begins).toMatch(/^2027-04-10T/);
  });

  it('refuses what cannot be asked of it', async () => {
    const refused = async (path: string, by = viewer) => {
      const { status, body } = await by.get(path);
      return [status, body.code];
    };
    expect(await refused('/student/?as_of=2031-01-01')).toEqual([422, 'AS_OF_FUTURE']);
    expect(await refused('/student/?as_of=1999-01-01')).toEqual([422, 'AS_OF_TOO_EARLY']);
    expect(await refused('/student/?as_of=yesterday')).toEqual([400, 'BAD_REQUEST']);
    expect(await refused('/student/?as_of=2027-02-30')).toEqual([400, 'BAD_REQUEST']);
    const one = (await admin.get('/student/?size=1')).body.content[0].id;
    expect(await refused(`/student/${one}/history?as_of=2027-03-02`, admin)).toEqual([422, 'AS_OF_NOT_KEPT']);
    const written = await admin.post('/group/?as_of=2027-03-02', {
      name: 'Kecha',
      course_id: course,
      entry_year: 2026,
      language: 'uz',
      capacity: 30,
    });
    expect([written.status, written.body.code]).toEqual([422, 'AS_OF_READ_ONLY']);
    // Rights of today apply, as far as they reach today: here a teacher teaches nobody.
    const teacher = await (await api.as('teacher')).get('/student/?as_of=2027-03-02');
    expect([teacher.status, teacher.body.total_elements]).toEqual([200, 0]);
    // Whose reach is not asked of today is refused.
    const student = await api.as('bachelor_student');
    expect(await refused('/student/document?as_of=2027-03-02', student)).toEqual([403, 'FORBIDDEN']);
  });

  it('shows what was deleted since to those alone who may see deletions, and nobody what they may not see today', async () => {
    await noon(50);
    const name = 'Oʻchgan';
    const { body: level } = await admin.post('/group/', {
      name,
      course_id: course,
      entry_year: 2026,
      language: 'uz',
      capacity: 30,
    });
    await noon(52);
    await admin.delete(`/group/${level.id}`);
    await noon(54);
    const found = async (by: Caller) =>
      (await by.get(`/group/?size=100&as_of=${dayOf(51)}`)).body.content.some(
        (row: { id: number }) => row.id === level.id,
      );
    expect(await found(admin)).toBe(true);
    expect(await found(viewer)).toBe(false);
    const library = await api.as('library_moderator');
    const { status, body } = await library.get(`/student/?size=50&as_of=${dayOf(20)}`);
    if (status === 200) for (const row of body.content) expect(row).not.toHaveProperty('pinfl');
  });

  it('leaves the connection as it was', async () => {
    await viewer.get(`/student/?as_of=${dayOf(2)}`);
    const { body } = await viewer.get('/student/?size=100');
    expect(body.as_of).toBeUndefined();
    const { rows } = await api.database.owner.query(
      'select count(*)::int as n from students where institution_id = 1 and deleted_at is null',
    );
    expect(body.total_elements).toBe(rows[0].n);
  });
});

describe('the past of another institution', () => {
  const day = dayOf(60);
  let student: number;
  let group: number;
  let other: Caller;

  beforeAll(async () => {
    await noon(60);
    student = await newStudent({ lastname: 'Sirdaryo' });
    const { body } = await admin.post('/group/', {
      name: 'SIR-1',
      course_id: course,
      entry_year: 2026,
      language: 'uz',
      capacity: 30,
    });
    group = body.id;
    const removed = await newStudent({ lastname: 'Sirli' });
    expect((await admin.post('/group/assign', { group_id: group, student_ids: [student] })).status).toBe(200);
    await noon(62);
    const { body: now } = await admin.get(`/student/${student}`);
    const written = { id: student, version: now.version, lastname: 'Boshqa' };
    expect((await admin.put('/student/personal_info', written)).status).toBe(200);
    const { body: was } = await admin.get(`/group/${group}`);
    expect((await admin.post('/group/', { id: group, version: was.version, name: 'BSH-1' })).status).toBe(200);
    // Gone from the table itself: its past is made of the history alone.
    const { rowCount } = await asActor(
      api.database.owner,
      { institution_id: 1, account_id: null, call: 'test' },
      async (_db, client) => {
        await client.query('delete from group_members where student_id = $1', [student]);
        return client.query('delete from students where id = $1', [removed]);
      },
    );
    expect(rowCount).toBe(1);
    await noon(64);
    other = await api.as('admin_samarkand');
  });

  it('is in no list and no record, whoever asks there', async () => {
    const [mine, theirs] = await Promise.all(
      [admin, other].map(async (who) => {
        const names = async (path: string) =>
          (await who.get(`${path}&as_of=${day}`)).body.content
            .map((row: { lastname?: string; name?: string }) => row.lastname ?? row.name)
            .filter((name: string) => /^sir/i.test(name));
        return {
          students: await names('/student/?size=100&sort=lastname'),
          groups: await names('/group/?size=100'),
          one: (await who.get(`/student/${student}?as_of=${day}`)).status,
          group: (await who.get(`/group/${group}?as_of=${day}`)).status,
          inGroup: (await who.get(`/student/?group=${group}&size=50&as_of=${day}`)).body.total_elements ?? 0,
        };
      }),
    );
    expect(mine).toEqual({
      students: ['Sirdaryo'],
      groups: ['SIR-1'],
      one: 200,
      group: 200,
      inGroup: 1,
    });
    expect(theirs).toEqual({ students: [], groups: [], one: 404, group: 404, inGroup: 0 });
    // The header says another institution than the one whose administrator asks.
    expect((await (await api.as('admin_samarkand', 1)).get(`/student/?as_of=${day}`)).status).toBe(403);
  });

  it('is in no table of the past, changed and removed rows included', async () => {
    const { rows: views } = await api.database.owner.query<{ name: string; text: string }>(
      `with v as (select table_name as name from information_schema.columns where table_schema = 'as_of' and column_name = 'institution_id')
       select name, format('select * from as_of.%I', name) as text from v
       union all select p.name || ' in parts', format('with changed as (select * from as_of.were(%L, null)) select * from (%s union all %s) p', p.name, p.same, p.listed)
         from as_of.parts p join v using (name) order by 1`,
    );
    expect(views.length).toBeGreaterThan(300);
    const seen = (institution: number) =>
      inTheNight(api.kernel, institution, 'test', async (call) =>
        askedAsOf(call, day, async () => {
          const found = new Map<string, number>();
          for (const { name, text } of views) {
            await call.client.query('savepoint one');
            try {
              const { rows } = await call.client.query<{ n: number }>(
                `select count(*)::int as n from (${text}) t where institution_id = 1`,
              );
              if (rows[0]!.n) found.set(name, rows[0]!.n);
            } catch (error) {
              // Its history is not kept: then it answers nobody.
              if (!(error instanceof Error && 'code' in error && error.code === 'ED001')) throw error;
              await call.client.query('rollback to savepoint one');
            }
          }
          const { rows } = await call.client.query<{ n: number }>(
            "select count(*)::int as n from as_of.removed('students')",
          );
          return { tables: found, removed: rows[0]!.n };
        }),
      );
    const [own, foreign] = [await seen(1), await seen(2)];
    expect(own.removed).toBe(1);
    expect([...own.tables.keys()]).toEqual(
      expect.arrayContaining([
        'students',
        'students__moved',
        'students in parts',
        'groups',
        'groups in parts',
        'group_members',
      ]),
    );
    expect({ tables: [...foreign.tables], removed: foreign.removed }).toEqual({ tables: [], removed: 0 });
  });
});
