import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#platform/server/spreadsheets.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import type { ReportAnswer, ReportDefinition } from '../definition.ts';
import { sendDue } from './subscriptions.ts';

/** Reports against the tables themselves: numbers, the rows behind them, and what nobody may see. */

let api: Api;
let office: Caller;
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
type Asked = Partial<ReportDefinition> & { subject: string };
const ask = (who: Caller, definition: Asked, more: { page?: number; size?: number } = {}) =>
  who.post<ReportAnswer & { code: string }>('/report/run', { definition, ...more });
const refused = async (who: Caller, definition: Asked) => {
  const { status, body } = await ask(who, definition);
  return [status, body.code];
};

beforeAll(async () => {
  api = await startApi({ students: 60 });
  office = await api.as('registrar_head');
});
afterAll(() => api.close());

it('offers to each what they may see, and no more', async () => {
  const offered = async (who: string) => (await (await api.as(who)).get('/report/fields')).body;
  const registrar = await offered('registrar_head');
  const students = registrar.find((one: { id: string }) => one.id === 'students');
  expect(students).toMatchObject({ people: true, counts_only: false });
  expect(students.fields.map((one: { id: string }) => one.id)).toContain('passport_id');
  const hr = await offered('hr_head');
  expect(hr.map((one: { id: string }) => one.id)).toContain('staff');
  expect(hr.map((one: { id: string }) => one.id)).not.toContain('contracts');
  const viewer = await offered('student_viewer');
  const seen = viewer.find((one: { id: string }) => one.id === 'students').fields.map((one: { id: string }) => one.id);
  expect(seen).toContain('status');
  expect(seen).not.toContain('passport_id');
  expect((await (await api.as('bachelor_student')).get('/report/fields')).status).toBe(403);
});

describe('every number opens exactly its rows', () => {
  const admin = () => api.as('super_admin');
  it('in every subject, by every field', async () => {
    const who = await admin();
    const subjects = (await who.get('/report/fields')).body as {
      id: string;
      counts_only: boolean;
      usual: string[];
      fields: { id: string; kind: string }[];
    }[];
    expect(subjects.length).toBeGreaterThan(5);
    for (const { id: subject, counts_only, fields } of subjects.filter((one) => !one.counts_only)) {
      expect(counts_only).toBe(false);
      for (const { id: field, kind } of fields) {
        const groups = [kind === 'date' ? { field, by: 'month' as const } : { field }];
        const { status, body } = await ask(who, { subject, groups, measures: [{ what: 'rows' }] });
        expect([subject, field, status]).toEqual([subject, field, 200]);
        expect(body.cut || body.rows.reduce((sum, row) => sum + Number(row.cells[1]), 0)).toEqual(
          body.cut || body.total,
        );
        for (const row of body.rows.slice(0, 2)) {
          const opened = await ask(who, { subject, columns: [field], filters: row.filters }, { size: 1 });
          expect([subject, field, row.cells[0], opened.body.total]).toEqual([
            subject,
            field,
            row.cells[0],
            row.cells[1],
          ]);
        }
      }
    }
  }, 240_000);

  const columns = [
    'gender',
    'level',
    'study_language',
    'tuition',
    'status',
    'course_id',
    'entry_year',
    'education_form_id',
  ];
  it('as SQL of its own counts them', async () => {
    const who = await admin();
    const values = new Map<string, string[]>();
    for (const column of columns)
      values.set(
        column,
        (await sql(`select distinct ${column}::text as v from students where ${column} is not null`)).map(({ v }) => v),
      );
    const one = fc.record({
      group: fc.constantFrom(...columns),
      filters: fc.uniqueArray(
        fc.constantFrom(...columns).chain((field) =>
          fc.record({
            field: fc.constant(field),
            op: fc.constantFrom('is' as const, 'not' as const),
            values: fc.uniqueArray(fc.constantFrom(...values.get(field)!), { minLength: 1, maxLength: 3 }),
          }),
        ),
        { maxLength: 3, selector: ({ field }) => field },
      ),
    });
    await fc.assert(
      fc.asyncProperty(one, async ({ group, filters }) => {
        const { body } = await ask(who, {
          subject: 'students',
          groups: [{ field: group }],
          measures: [{ what: 'people' }],
          filters,
        });
        const given: unknown[] = [];
        const where = filters.map(({ field, op, values: chosen }) => {
          given.push(chosen);
          const within = `${field}::text = any($${given.length})`;
          return op === 'is' ? within : `(${field} is null or not ${within})`;
        });
        const counted = await sql(
          `select count(*)::int as n from students where institution_id = 1 and deleted_at is null ${where.map((part) => `and ${part}`).join(' ')} group by ${group}`,
          given,
        );
        const sorted = (numbers: number[]) => numbers.sort((a, b) => a - b);
        expect(sorted(body.rows.map((row) => Number(row.cells[1])))).toEqual(sorted(counted.map(({ n }) => n)));
      }),
      { numRuns: Number(process.env.EDULAB_REPORTS ?? 60) },
    );
  }, 240_000);

  it('of a text also where it begins or ends with a space', async () => {
    const who = await admin();
    await sql(
      "update students set current_address = '  Chilonzor ' where id in (select id from students where institution_id = 1 and deleted_at is null order by id limit 2)",
    );
    const { body } = await ask(who, { subject: 'students', groups: [{ field: 'current_address' }] });
    const row = body.rows.find(({ cells }) => cells[0] === '  Chilonzor ');
    const opened = await ask(who, { subject: 'students', columns: ['student_no'], filters: row!.filters });
    expect([row!.cells[1], opened.body.total]).toEqual([2, 2]);
  });

  it('reckons with money and points, and says it of everything', async () => {
    const who = await admin();
    const { body } = await ask(who, {
      subject: 'contracts',
      groups: [{ field: 'status' }],
      measures: [{ what: 'sum', field: 'amount' }, { what: 'average', field: 'amount' }, { what: 'people' }],
    });
    const [whole] = await sql(
      'select sum(amount) / 100.0 as sum, round(avg(amount / 100.0), 2) as average from contracts where institution_id = 1 and deleted_at is null',
    );
    expect(body.totals?.slice(1, 3)).toEqual([Number(whole.sum), Number(whole.average)]);
    expect(body.columns.map(({ title }) => title)).toEqual(['Status', 'Sum: Amount', 'Average: Amount', 'People']);
  });
});

describe('rights', () => {
  it('of each permission that is needed, row by row', async () => {
    const dean = await api.as('dean');
    const [mine, all] = await Promise.all([
      ask(dean, { subject: 'students', columns: ['student_no'] }),
      ask(office, { subject: 'students', columns: ['student_no'] }),
    ]);
    const listed = (await dean.get('/student/?size=1')).body.total_elements;
    expect(mine.body.total).toBe(listed);
    expect(all.body.total).toBeGreaterThan(listed);
  });

  it('a field that is kept from the reader neither shows nor filters, also in a report of others', async () => {
    const viewer = await api.as('student_viewer');
    const passport = { subject: 'students', columns: ['student_no', 'passport_id'] };
    expect(await refused(viewer, passport)).toEqual([403, 'REPORT_FIELD_FORBIDDEN']);
    expect(
      await refused(viewer, {
        subject: 'students',
        columns: ['student_no'],
        filters: [{ field: 'passport_id', op: 'contains', values: ['AA'] }],
      }),
    ).toEqual([403, 'REPORT_FIELD_FORBIDDEN']);
    expect(await refused(viewer, { subject: 'students', groups: [{ field: 'pinfl' }] })).toEqual([
      403,
      'REPORT_FIELD_FORBIDDEN',
    ]);
    const kept = await office.post('/report/', { name: 'Pasportlar', definition: passport, roles: ['STUDENT_VIEWER'] });
    expect(kept.status).toBe(200);
    const found = (await viewer.get('/report/')).body.content;
    expect(found).toMatchObject([{ name: 'Pasportlar', own: false, can: { edit: false, delete: false } }]);
    expect(await refused(viewer, found[0].definition)).toEqual([403, 'REPORT_FIELD_FORBIDDEN']);
    expect((await viewer.post('/report/export', { definition: passport })).status).toBe(403);
  });

  it('a report belongs to who made it, in the institution where it was made', async () => {
    const definition = { subject: 'students', groups: [{ field: 'status' }] };
    const made = (await office.post('/report/', { name: 'Holat', definition })).body;
    const other = await api.as('registrar_officer');
    expect((await other.get(`/report/${made.id}`)).status).toBe(404);
    expect((await (await api.as('admin_samarkand')).get(`/report/${made.id}`)).status).toBe(404);
    const shared = await office.post('/report/', { id: made.id, version: made.version, roles: ['REGISTRAR_OFFICER'] });
    expect(shared.status).toBe(200);
    expect((await other.get(`/report/${made.id}`)).body).toMatchObject({ own: false });
    const changed = await other.post('/report/', { id: made.id, version: shared.body.version, name: 'Meniki' });
    expect([changed.status, changed.body.code]).toEqual([403, 'REPORT_OF_OTHER']);
    const gone = await other.delete(`/report/${made.id}`);
    expect([gone.status, gone.body.code]).toEqual([403, 'REPORT_OF_OTHER']);
    const unknown = await office.post('/report/', { id: made.id, version: shared.body.version, roles: ['NOBODY'] });
    expect(unknown.status).toBe(422);
  });

  it('cases are told in numbers, and small numbers not at all', async () => {
    const head = await api.as('registrar_head');
    const counted = await ask(head, { subject: 'offences', groups: [{ field: 'type_id' }] });
    expect(counted.status).toBe(200);
    // The demo has three: too few to say anything of.
    expect(counted.body).toMatchObject({ total: null, totals: null });
    expect(counted.body.rows.every(({ hidden, cells }) => hidden && cells[1] === null)).toBe(true);
    const counts = [422, 'REPORT_COUNTS_ONLY'];
    expect(await refused(head, { subject: 'offences', columns: ['type_id'] })).toEqual(counts);
    expect(await refused(head, { subject: 'offences', groups: [{ field: 'type_id' }, { field: 'status' }] })).toEqual(
      counts,
    );
    const filters = [{ field: 'status', op: 'is' as const, values: ['CLOSED'] }];
    expect(await refused(head, { subject: 'offences', groups: [{ field: 'type_id' }], filters })).toEqual(counts);
    expect(await refused(await api.as('hr_head'), { subject: 'offences', groups: [{ field: 'type_id' }] })).toEqual([
      422,
      'REPORT_SUBJECT_UNKNOWN',
    ]);
  });
});

it('says of bad input what is wrong', async () => {
  const students = { subject: 'students', columns: ['student_no'] };
  const filtered = (field: string, op: 'is' | 'from' | 'contains', ...values: string[]) => ({
    ...students,
    filters: [{ field, op, values }],
  });
  expect(await refused(office, { subject: 'secrets', columns: ['a'] })).toEqual([422, 'REPORT_SUBJECT_UNKNOWN']);
  expect(await refused(office, { subject: 'students' })).toEqual([422, 'REPORT_SHOWS_NOTHING']);
  expect(await refused(office, { subject: 'students', columns: ['gone'] })).toEqual([422, 'REPORT_FIELD_UNKNOWN']);
  expect(await refused(office, { subject: 'students', columns: ['constructor'] })).toEqual([
    422,
    'REPORT_FIELD_UNKNOWN',
  ]);
  expect(await refused(office, { subject: 'students', measures: [{ what: 'sum', field: 'lastname' }] })).toEqual([
    422,
    'REPORT_FIELD_UNKNOWN',
  ]);
  const wrong = [422, 'REPORT_FILTER_WRONG'];
  expect(await refused(office, filtered('birthdate', 'from', '2005-02-30'))).toEqual(wrong);
  expect(await refused(office, filtered('status', 'is', "ACTIVE' or 1=1"))).toEqual(wrong);
  expect(await refused(office, filtered('course_id', 'is', '1e3'))).toEqual(wrong);
  expect(await refused(office, filtered('entry_year', 'contains', '20'))).toEqual(wrong);
  expect(await refused(office, filtered('lastname', 'contains'))).toEqual(wrong);
  const nothing = await ask(office, filtered('lastname', 'contains', "%'; drop table students; --"));
  expect([nothing.status, nothing.body.total]).toEqual([200, 0]);
});

it('offers values for filters from what the caller sees', async () => {
  const values = async (field: string, more = '', who = office) =>
    (await who.get(`/report/fields/filter?subject=students&field=${field}${more}`)).body;
  expect(await values('gender')).toEqual([
    { id: 'MALE', title: expect.any(String) },
    { id: 'FEMALE', title: expect.any(String) },
  ]);
  const courses = await values('course_id');
  expect(courses.length).toBeGreaterThan(1);
  expect(await values('course_id', `&ids=${courses[0].id}`)).toEqual([courses[0]]);
  expect((await values('pinfl', '', await api.as('student_viewer'))).code).toBe('REPORT_FIELD_FORBIDDEN');
});

it('goes out as a workbook, whose cells are no formulas', async () => {
  await sql("update students set lastname = '=1+1' where id = (select min(id) from students where institution_id = 1)");
  const rows = await office.post('/report/export', {
    name: 'Roʻyxat',
    definition: {
      subject: 'students',
      columns: ['student_no', 'lastname', 'birthdate', 'status'],
      sort: { by: 'lastname' },
    },
  });
  expect(rows.status).toBe(200);
  const sheet = await readRows(rows.raw, { maxRows: 1000 });
  expect(JSON.stringify(sheet)).toContain('=1+1');
  const groups = await office.post('/report/export', {
    definition: { subject: 'students', groups: [{ field: 'gender' }], measures: [{ what: 'people' }] },
  });
  expect(groups.status).toBe(200);
});

it('goes out as csv and as a paper, whose cells are no formulas either', async () => {
  await sql(
    "update students set lastname = '=1+1' where id = (select min(id) from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null)",
  );
  const definition = {
    subject: 'students',
    columns: ['student_no', 'lastname', 'birthdate', 'status'],
    filters: [{ field: 'status', op: 'is' as const, values: ['ACTIVE', 'GAP_YEAR'] }],
    sort: { by: 'lastname', descending: false },
  };
  const csv = await office.post('/report/export', { definition, format: 'csv' });
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = csv.raw.toString().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff/);
  expect(lines[1]).toContain(";'=1+1;");
  const { body } = await ask(office, definition);
  expect(lines.length - 2).toBe(body.total);
  const paper = await office.post('/report/export', { name: 'Roʻyxat', definition, format: 'pdf' });
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(paper.raw.subarray(0, 5).toString()).toBe('%PDF-');
  const wrong = await office.post('/report/export', { definition, format: 'exe' });
  expect(wrong.status).toBe(400);
});

it('keeps so many of one person, and no more', async () => {
  const definition = { subject: 'students', groups: [{ field: 'status' }] };
  await sql(
    "insert into reports (institution_id, name, definition, owner_id) select 1, 'N' || n, '{}', (select id from accounts where username = 'registrar_head') from generate_series(1, 200) n",
  );
  const full = await office.post('/report/', { name: 'Yana', definition });
  expect([full.status, full.body.code]).toEqual([422, 'REPORTS_TOO_MANY']);
  await sql("delete from reports where definition = '{}'");
});

it('shows the world counts, and none of a few people', async () => {
  // In the language and of the institution that the site asks for which shows it.
  const asked = (await api.anonymous.get('/stats/public?of=1&in=ru')).body;
  const other = (await api.anonymous.get('/stats/public?of=2&in=en')).body;
  expect(asked.institution).not.toBe(other.institution);
  expect((await api.anonymous.get('/stats/public?of=999999')).status).toBe(404);
  const { status, body } = await api.anonymous.get('/stats/public');
  expect(status).toBe(200);
  const [{ n }] = await sql(
    "select count(*)::int as n from students where institution_id = 1 and deleted_at is null and status in ('ACTIVE', 'GAP_YEAR', 'INACTIVE')",
  );
  expect(body.students).toBe(n);
  expect((await office.get('/stats/web')).body).toEqual(body);
  expect((await api.anonymous.get('/stats/web')).status).toBe(401);
  const told = [...body.by_level, ...body.by_form, ...body.by_entry_year].flatMap(
    ({ count }: { count: number | null }) => count ?? [],
  );
  expect(Math.min(...told)).toBeGreaterThanOrEqual(5);
});

it('comes by mail with the rights of the day, until its reader is gone', async () => {
  await api.setClock('2027-01-11T09:00:00+05:00');
  office = await api.as('registrar_head');
  const definition = { subject: 'students', groups: [{ field: 'status' }] };
  const { id } = (await office.post('/report/', { name: 'Har kuni', definition, roles: ['REGISTRAR_OFFICER'] })).body;
  const officer = await api.as('registrar_officer');
  for (const who of [office, officer])
    expect((await who.put(`/report/${id}/subscribe`, { every: 'DAY', format: 'pdf' })).body).toEqual({ every: 'DAY' });
  expect((await office.put(`/report/${id}/pin`, { pinned: true })).body).toEqual({ pinned: true });
  expect((await office.get(`/report/${id}`)).body).toMatchObject({ pinned: true, every: 'DAY', format: 'pdf' });
  const night = () => inTheNight(api.kernel, 1, 'test', sendDue);
  expect(await night()).toBe(0);
  await api.setClock('2027-01-12T03:00:00+05:00');
  await sql("update accounts set active = false where username = 'registrar_officer'");
  expect(await night()).toBe(2);
  expect(await night()).toBe(0);
  const jobs = await sql("select id from jobs where kind = 'report.mail' order by id");
  expect(jobs.length).toBe(1);
  const done = await api.finished(jobs[0].id);
  expect(done).toMatchObject({ state: 'done', receipt: { file: expect.stringContaining('.pdf') } });
  office = await api.as('registrar_head');
  const file = await office.get(`/job/${jobs[0].id}/file`);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(await sql("select link from notices where type = 'report'")).toEqual([
    { link: `/report/${id}?file=${jobs[0].id}` },
  ]);
  expect(await sql('select count(*)::int as n from report_subscriptions where report_id = $1', [id])).toEqual([
    { n: 1 },
  ]);
});
