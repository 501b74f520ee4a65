import { sql as drizzleSql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportAnswer, ReportDefinition } from '#domains/reports/definition.ts';
import { sendDue } from '#domains/reports/server/subscriptions.ts';
import { staffFields } from '#domains/staff/fields.ts';
import { studentFields } from '#domains/students/fields.ts';
import { type PermissionName, roles } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { build, runBuilt } from '#platform/server/database/sql.ts';
import type { Subject, SubjectField } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** What no report may do, whatever it asks: of everybody, of every field, of one person alone, of a field that is gone. */

let api: Api;
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const subjects = (): readonly Subject[] => api.kernel.domains.flatMap((domain) => domain.subjects ?? []);
type Asked = Partial<ReportDefinition> & { subject: string };
const ask = (who: Caller, definition: Asked, more: { page?: number; size?: number } = {}) =>
  who.post<ReportAnswer & { code: string; message: string }>('/report/run', { definition, ...more });

beforeAll(async () => {
  api = await startApi({ students: 60 });
});
afterAll(() => api.close());

describe('a report whose field is gone', () => {
  const definition = {
    subject: 'students',
    columns: ['student_no', 'tuition'],
    filters: [{ field: 'tuition', op: 'is', values: ['GRANT'] }],
  };

  it('says which one, on the page and by mail, and loses nothing', async () => {
    await api.setClock('2027-02-01T09:00:00+05:00');
    const office = await api.as('registrar_head');
    const { id, version } = (await office.post('/report/', { name: 'Grantlar', definition })).body;
    expect((await office.put(`/report/${id}/subscribe`, { every: 'DAY', format: 'csv' })).status).toBe(200);
    const fields = subjects().find(({ name }) => name === 'students')!.fields as Record<string, SubjectField>;
    const tuition = fields.tuition!;
    delete fields.tuition;
    try {
      const { body: kept } = await office.get(`/report/${id}`);
      expect(kept.definition).toMatchObject(definition);
      const ran = await ask(office, kept.definition);
      expect([ran.status, ran.body.code]).toEqual([422, 'REPORT_FIELD_UNKNOWN']);
      expect(ran.body.message).toContain('tuition');
      const saved = await office.post('/report/', { id, version, name: 'Boshqa nom' });
      expect([saved.status, saved.body.code]).toEqual([422, 'REPORT_FIELD_UNKNOWN']);
      const file = await office.post('/report/export', { definition });
      expect([file.status, file.body.code]).toEqual([422, 'REPORT_FIELD_UNKNOWN']);

      await api.setClock('2027-02-02T03:00:00+05:00');
      expect(await inTheNight(api.kernel, 1, 'test', sendDue)).toBe(1);
      const [job] = await sql("select max(id) as id from jobs where kind = 'report.mail'");
      expect(await api.finished(job.id)).toMatchObject({
        state: 'done',
        receipt: { refused: 'REPORT_FIELD_UNKNOWN' },
      });
      const [account] = await sql("select email from accounts where username = 'registrar_head'");
      const mail = await api.lastMessage(account.email);
      expect(mail).toContain('Grantlar');
      expect(mail).toContain('tuition');
      expect(await sql("select link from notices where type = 'report'")).toEqual([{ link: `/report/${id}` }]);
      expect(await sql('select next_on::text from report_subscriptions where report_id = $1', [id])).toEqual([
        { next_on: '2027-02-03' },
      ]);
    } finally {
      fields.tuition = tuition;
    }
    // It is whole again with the field, and without it once somebody took it out.
    const again = await api.as('registrar_head');
    const { body: now } = await again.get(`/report/${id}`);
    expect(now).toMatchObject({ version, name: 'Grantlar', every: 'DAY' });
    expect((await ask(again, now.definition)).status).toBe(200);
    const without = { subject: 'students', columns: ['student_no'] };
    expect((await again.post('/report/', { id, version, definition: without })).status).toBe(200);
  });
});

describe('what is told in numbers alone', () => {
  it('has no filter, which could leave one person, whatever the way in', async () => {
    const who = await api.as('super_admin');
    const counted = subjects().filter(({ countsOnly }) => countsOnly);
    expect(counted.length).toBeGreaterThan(1);
    const refused = (definition: Asked) => async (path: string, body: object) => {
      const answer = await who.post(path, { ...body, definition });
      expect([definition, path, answer.status, answer.body.code]).toEqual([
        definition,
        path,
        422,
        'REPORT_COUNTS_ONLY',
      ]);
    };
    for (const { name: subject, fields } of counted)
      for (const field of Object.keys(fields))
        for (const filter of [
          { field, op: 'filled' as const, values: [] },
          { field, op: 'empty' as const, values: [] },
        ])
          for (const shown of [
            { groups: [{ field }] },
            { measures: [{ what: 'people' as const }] },
            { measures: [{ what: 'rows' as const }] },
          ]) {
            const tried = refused({ subject, ...shown, filters: [filter] });
            await tried('/report/run', {});
            await tried('/report/', { name: 'Bitta' });
            for (const format of ['xlsx', 'csv', 'pdf']) await tried('/report/export', { format });
          }
  });

  it('hides a group of one person, and what would tell it', async () => {
    const who = await api.as('super_admin');
    for (const subject of subjects().filter(({ countsOnly }) => countsOnly))
      for (const [field, { kind }] of Object.entries(subject.fields))
        for (const by of kind === 'date' ? (['day', 'month', 'year'] as const) : [undefined]) {
          const { status, body } = await ask(who, {
            subject: subject.name,
            groups: [{ field, ...(by ? { by } : {}) }],
            measures: [{ what: 'people' }, { what: 'rows' }],
          });
          expect([subject.name, field, status]).toEqual([subject.name, field, 200]);
          for (const row of body.rows) {
            expect(row.id).toBeNull();
            const [people, rows] = row.cells.slice(1);
            if (row.hidden) expect([people, rows]).toEqual([null, null]);
            else expect(Number(people)).toBeGreaterThanOrEqual(5);
          }
          const hidden = body.rows.filter((row) => row.hidden);
          // One hidden group beside a total could be reckoned.
          expect(hidden.length === 1 && body.total !== null, `${subject.name} by ${field}`).toBe(false);
        }
  });
});

it('over everything stays within its institution and its pages', async () => {
  const admins = [await api.as('super_admin', 1), await api.as('super_admin', 2)];
  let both = 0;
  for (const subject of subjects().filter(({ countsOnly }) => !countsOnly)) {
    const { name, table, joins, where, usual } = subject;
    const rowsOf = await Promise.all(
      admins.map((who) => ask(who, { subject: name, columns: [...usual] }, { size: 200 })),
    );
    for (const [at, { status, body }] of rowsOf.entries()) {
      expect([name, status]).toEqual([name, 200]);
      expect(body.rows.length).toBe(Math.min(200, body.total ?? 0));
      const ids = body.rows.map(({ id }) => id);
      const client = await api.database.owner.connect();
      try {
        const from = joins ? drizzleSql`${table} ${joins}` : drizzleSql`${table}`;
        await client.query('begin');
        await client.query("select set_config('edulab.institution', $1, true)", [String(at + 1)]);
        const [own] = await runBuilt<{ all: number; shown: number }>(
          client,
          build(drizzleSql`select count(*)::int as all, (count(*) filter (where ${table.id} = any(${drizzleSql.param(ids)}::int[])))::int as shown
            from ${from} where ${where ?? drizzleSql`true`} and ${table}.institution_id = ${at + 1}`),
        );
        expect([name, at, own?.shown]).toEqual([name, at, ids.length]);
        // Some rights leave out what has rights of its own, or is not told yet; records of people are all there.
        expect(own?.all).toBeGreaterThanOrEqual(body.total ?? 0);
        if (['students', 'staff', 'contracts', 'results'].includes(name))
          expect([name, own?.all]).toEqual([name, body.total]);
      } finally {
        await client.query('rollback');
        client.release();
      }
      const whole = await ask(admins[at]!, { subject: name, measures: [{ what: 'rows' }] });
      expect([name, whole.body.totals]).toEqual([name, [body.total]]);
    }
    if (rowsOf.every(({ body }) => body.total)) both += 1;
    const tooMany = await ask(admins[0]!, { subject: name, columns: [...usual] }, { size: 201 });
    expect(tooMany.status).toBe(400);
  }
  expect(both).toBeGreaterThan(5);
});

/** Columns that are kept behind a permission, as the fields of the records declare them. */
const kept = new Map<string, PermissionName>(
  [['students', studentFields, 'student.read'] as const, ['staff', staffFields, 'staff.read'] as const].flatMap(
    ([table, fields, usual]) =>
      Object.entries(fields).flatMap(([name, { sees }]): [string, PermissionName][] =>
        sees && sees !== usual ? [[`"${table}"."${name}"`, sees]] : [],
      ),
  ),
);

it('shows nobody a field whose permission their role lacks: every role, subject and field', async () => {
  expect(kept.size).toBeGreaterThan(20);
  const holds = (role: string, permission: PermissionName) =>
    Object.values(declaredPermissions()[permission]!.grants).some((holders) =>
      holders.some((holder) => holder === role),
    );
  /** All that a field needs: the right to its subject, and that of each kept column in its SQL. */
  const needs = (subject: Subject, field: SubjectField): PermissionName[] => {
    const { text } = build(drizzleSql`${field.value}`);
    return [subject.permission, ...[...kept].flatMap(([column, sees]) => (text.includes(column) ? [sees] : []))];
  };
  const tried = new Set<string>();
  let closed = 0;
  let open = 0;
  for (const role of roles) {
    const who = await api.as(role.toLowerCase());
    const reports = holds(role, 'report.read');
    const { status, body } = await who.get<{ id: string; fields: { id: string }[] }[]>('/report/fields');
    expect([role, status]).toEqual([role, reports ? 200 : 403]);
    const offered = new Map(reports ? body.map(({ id, fields }) => [id, fields.map((one) => one.id)]) : []);
    for (const subject of subjects()) {
      const may = Object.entries(subject.fields).filter(([, field]) =>
        needs(subject, field).every((permission) => reports && holds(role, permission)),
      );
      const allowed = may.map(([name]) => name).sort();
      expect([role, subject.name, [...(offered.get(subject.name) ?? [])].sort()]).toEqual([
        role,
        subject.name,
        allowed,
      ]);
      open += allowed.length;
      for (const field of Object.keys(subject.fields).filter((name) => !allowed.includes(name))) {
        // Where all of it is closed one field is enough.
        const whole = allowed.length === 0;
        if (whole && field !== Object.keys(subject.fields)[0]) continue;
        const [shown = field] = allowed;
        const ways = [
          { columns: [shown, field] },
          { groups: [{ field }] },
          { columns: [shown], filters: [{ field, op: 'filled' as const, values: [] }] },
          { groups: [{ field: shown }], measures: [{ what: 'most' as const, field }] },
        ];
        // Every way in is tried once for all who see the same of a subject, and one as each role.
        const sight = `${reports} ${subject.name} ${field} ${allowed}`;
        for (const asked of tried.has(sight) ? ways.slice(0, 1) : ways) {
          const answer = await ask(who, { subject: subject.name, ...asked });
          const code = !reports ? 'FORBIDDEN' : whole ? 'REPORT_SUBJECT_UNKNOWN' : 'REPORT_FIELD_FORBIDDEN';
          expect([role, subject.name, field, answer.body.code]).toEqual([role, subject.name, field, code]);
          closed += 1;
        }
        if (tried.has(sight)) continue;
        tried.add(sight);
        const values = await who.get(`/report/fields/filter?subject=${subject.name}&field=${field}`);
        expect([role, subject.name, field, values.status < 400]).toEqual([role, subject.name, field, false]);
      }
    }
  }
  expect(closed).toBeGreaterThan(500);
  expect(open).toBeGreaterThan(500);
}, 240_000);
