import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** Reports, panels, files and what is owed as of a past day are what was answered on the evening of that day. */

let api: Api;
let admin: Caller;
let office: Caller;
let director: Caller;
let dean: Caller;
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;

const first = Date.parse('2027-03-01T12:00:00+05:00');
const dayOf = (n: number) => new Date(first + n * 86_400_000).toISOString().slice(0, 10);
const noon = async (n: number) => {
  await api.setClock(new Date(first + n * 86_400_000).toISOString());
  admin = await api.as('admin');
  office = await api.as('accounting_head');
  director = await api.as('director');
  dean = await api.as('dean');
};
/** The same sequence in each run. */
const dice = (seed: number) => (most: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * most);
};

let faculties: number[];
let course: number;
const people: number[] = [];
let counter = 0;
async function newStudent(department_id: number): Promise<number> {
  const n = ++counter;
  const { body } = await admin.post('/student/', {
    level: 'BACHELOR',
    study_language: n % 3 ? 'uz' : 'ru',
    entry_year: 2026,
    tuition: n % 2 ? 'CONTRACT' : 'GRANT',
    course_id: course,
    department_id,
    gender: n % 2 ? 'MALE' : 'FEMALE',
    firstname: 'Ali',
    lastname: `Karimov${n}`,
    passport_id: `AD${1_000_000 + n}`,
  });
  expect(body.id, JSON.stringify(body)).toBeGreaterThan(0);
  people.push(body.id);
  return body.id;
}

beforeAll(async () => {
  api = await startApi({ at: new Date(first).toISOString() });
  await noon(0);
  const made = ['Birinchi', 'Ikkinchi'].map(
    async (name) =>
      (await admin.post('/department/', { kind: 'FACULTY', title: { uz: name, ru: '', en: '' } })).body.id,
  );
  faculties = await Promise.all(made);
  expect(faculties.every((id) => id > 0)).toBe(true);
  course = (
    await sql(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, '60410100', '{"uz":"Iqtisodiyot","ru":"","en":""}', 'BACHELOR', '{uz}', 4, 240) returning id`,
    )
  )[0].id;
  await sql(
    `insert into staff (institution_id, staff_no, firstname, lastname, department_id, account_id, search)
     select 1, 'S-1', 'Dekan', 'Dekanov', $1, a.id, 'dekan' from accounts a where a.username = 'dean'`,
    [faculties[0]],
  );
});
afterAll(() => api.close());

const reports = {
  states: { subject: 'students', groups: [{ field: 'status' }, { field: 'gender' }], measures: [{ what: 'people' }] },
  faculties: { subject: 'students', groups: [{ field: 'department_id' }], measures: [{ what: 'people' }] },
  names: {
    subject: 'students',
    columns: ['full_name', 'department_id', 'status'],
    filters: [{ field: 'department_id', op: 'filled', values: [] }],
  },
  owed: {
    subject: 'debits',
    groups: [{ field: 'overdue' }],
    measures: [
      { what: 'sum', field: 'total' },
      { what: 'sum', field: 'paid' },
      { what: 'sum', field: 'left' },
    ],
  },
  received: { subject: 'payments', groups: [{ field: 'payment_type' }], measures: [{ what: 'sum', field: 'amount' }] },
};
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const bare = (body: any) =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      ['can', 'version', 'updated_at', 'as_of', 'history_begins'].includes(key) ? undefined : value,
    ),
  );

describe('the figures of a past day', () => {
  const evenings: { day: string; said: Map<string, unknown> }[] = [];

  it('are those that were told on its evening, whatever happened since', async () => {
    const roll = dice(11);
    for (const faculty of [0, 0, 0, 1, 1, 1]) await newStudent(faculties[faculty]!);
    const done = new Map<number, number>();
    for (let n = 0; n < 8; n++) {
      await noon(n);
      for (let step = 0; step < 6; step++) {
        const student_id = people[roll(people.length)]!;
        const act = roll(6);
        const { body: debits } = await office.get(`/student/debit/?student_id=${student_id}&size=50`);
        const debit = debits.content[roll(Math.max(1, debits.content.length))];
        const amount = String(100_000 + roll(90) * 10_000 + counter + n * 7 + step);
        const { status } = await (act === 0
          ? office.post('/student/debit/', { student_id, kind: 'DORMITORY', amount, due_on: dayOf(n + roll(9) - 2) })
          : act === 1
            ? office.post('/accounting/payment/', {
                student_id,
                amount,
                paid_on: dayOf(n - roll(3)),
                payment_type: 'BANK',
              })
            : act === 2 && debit
              ? office.post('/student/debit/', { id: debit.id, version: debit.version, amount })
              : act === 3 && debit
                ? office.post('/student/debit/details/', { debit_id: debit.id, amount: '-1000', reason: 'Chegirma' })
                : act === 4 && debit
                  ? office.delete(`/student/debit/${debit.id}?reason=Xato`)
                  : admin.put('/student/personal_info', {
                      id: student_id,
                      version: (await admin.get(`/student/${student_id}`)).body.version,
                      gender: roll(2) ? 'MALE' : 'FEMALE',
                      lastname: `Aliyev${n}${step}`,
                    }));
        if (status === 200) done.set(act, (done.get(act) ?? 0) + 1);
      }
      // Some change their faculty: the dean of today sees whom they see today, also of then.
      if (n === 4) await sql('update students set department_id = $2 where id = $1', [people[0], faculties[1]]);
      const said = new Map<string, unknown>();
      for (const [name, definition] of Object.entries(reports))
        said.set(name, bare((await admin.post('/report/run', { definition, size: 100 })).body));
      said.set('debits', bare((await office.get('/student/debit/?size=100&sort=due_on')).body));
      said.set('panel', bare((await director.get('/dashboard/board/university/states')).body).rows);
      evenings.push({ day: dayOf(n), said });
    }
    expect([...done.keys()].length).toBeGreaterThan(4);
    await noon(30);
    for (const { day, said } of evenings) {
      for (const [name, definition] of Object.entries(reports)) {
        const { status, body } = await admin.post(`/report/run?as_of=${day}`, { definition, size: 100 });
        expect({ name, day, status, body: bare(body) }).toEqual({ name, day, status: 200, body: said.get(name) });
      }
      const { status, body } = await office.get(`/student/debit/?size=100&sort=due_on&as_of=${day}`);
      expect({ day, status, body: bare(body) }).toEqual({ day, status: 200, body: said.get('debits') });
      // A panel puts what was then beside what is now, and a number of then opens its rows of then.
      const panel = (await director.get(`/dashboard/board/university/states?on=${day}`)).body;
      expect(panel.compared).toBe(true);
      const then = panel.rows.flatMap((row: { name: string; values: { value: number | null }[] }) =>
        row.values[1]?.value ? [[row.name, row.values[1].value]] : [],
      );
      const told = said.get('panel') as { name: string; values: { value: number }[] }[];
      expect([day, ...then].toSorted()).toEqual(
        [day, ...told.map((row) => [row.name, row.values[0]?.value])].toSorted(),
      );
      for (const { values } of panel.rows) {
        const { value, open } = values[1];
        if (value === null) continue;
        const { as_of, ...asked } = open;
        expect(as_of).toBe(day);
        const rows = await director.post(`/report/run?as_of=${as_of}`, {
          definition: { ...asked, columns: ['full_name'] },
        });
        expect(rows.body.total).toBe(value);
      }
    }
  }, 240_000);

  it('go out as a file that says of which day it is', async () => {
    const day = dayOf(2);
    const file = await director.post(`/report/export?as_of=${day}`, { definition: reports.names, format: 'csv' });
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toContain(day.replaceAll('-', ''));
    const told = evenings[2]?.said.get('names') as { rows: { cells: string[] }[] };
    const lines = file.raw.toString().split('\r\n').slice(1).filter(Boolean);
    expect(lines.map((line) => line.split(/[,;]/)[0]?.replaceAll('"', '')).toSorted()).toEqual(
      told.rows.map(({ cells }) => cells[0]).toSorted(),
    );
    const list = await admin.post(`/student/export_data?as_of=${day}`, {});
    expect([list.status, list.headers['content-disposition']]).toEqual([200, expect.stringContaining('20270303')]);
  });

  it('are told within the reach that one has today', async () => {
    await noon(31);
    const names = async (who: Caller, day?: string) =>
      (
        await who.post(`/report/run${day ? `?as_of=${day}` : ''}`, {
          definition: { subject: 'students', columns: ['student_no'], sort: { by: 'student_no' } },
          size: 100,
        })
      ).body.rows.map((row: { id: number }) => row.id);
    const now = await names(dean);
    // Three came to the faculty, and one has left it since: of then as well they are not the dean's to see.
    expect(now).toEqual([people[1], people[2]]);
    expect(await names(dean, dayOf(1))).toEqual(now);
    expect(await names(director, dayOf(1))).toEqual(people);
    const listed = (await dean.get(`/student/?size=50&as_of=${dayOf(1)}`)).body.content;
    expect(listed.map((row: { id: number }) => row.id).toSorted()).toEqual([...now].toSorted());
    expect((await dean.get(`/student/${people[0]}?as_of=${dayOf(1)}`)).status).toBe(404);
    expect((await dean.get(`/student/${people[1]}?as_of=${dayOf(1)}`)).status).toBe(200);
  });

  it('count what was deleted since for those alone who may see deletions', async () => {
    const gone = await newStudent(faculties[0]!);
    await noon(33);
    expect((await admin.delete(`/student/${gone}?reason=Xato`)).status).toBe(200);
    await noon(34);
    const total = async (who: Caller) =>
      (await who.post(`/report/run?as_of=${dayOf(32)}`, { definition: reports.names })).body.total;
    expect(await total(admin)).toBe((await total(director)) + 1);
  });

  it('are refused of days that are none, and where nobody kept them', async () => {
    const ask = async (day: string, definition: object) => {
      const { status, body } = await director.post(`/report/run?as_of=${day}`, { definition });
      return [status, body.code];
    };
    expect(await ask('2031-01-01', reports.states)).toEqual([422, 'AS_OF_FUTURE']);
    expect(await ask('1999-01-01', reports.states)).toEqual([422, 'AS_OF_TOO_EARLY']);
    const { status, body } = await admin.get(`/student/${people[0]}/history?as_of=${dayOf(1)}`);
    expect([status, body.code]).toEqual([422, 'AS_OF_NOT_KEPT']);
    // A panel of a day of which nothing is known says so, and shows what is now.
    const before = (await director.get('/dashboard/board/university/states?on=2020-01-01')).body;
    expect([before.compared, before.series.length]).toEqual([false, 1]);
  });
});
