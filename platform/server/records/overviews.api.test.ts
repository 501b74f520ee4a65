import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { overviewBounds, overviewsCounted } from './overviews.ts';

const usual = { ...overviewBounds };
let api: Api;
let head: Caller;
beforeAll(async () => {
  api = await startApi();
  head = await api.as('registrar_head');
  await owner(
    `insert into students (institution_id, student_no, firstname, lastname, birthdate, level, study_language, entry_year, tuition, status, search)
     select 1, 'O-' || n, 'Nodira', 'Karimova', '2006-01-01', 'BACHELOR', 'uz', 2025, 'GRANT', 'ACTIVE', '' from generate_series(1, 20) n`,
  );
});
afterAll(async () => {
  Object.assign(overviewBounds, usual);
  await api.close();
});

interface Overview {
  counted_at: string | null;
  by_status: { status: string; count: number }[];
}
const ask = async (by: Caller) => (await by.get<Overview>('/student/overview')).body;
const studying = ({ by_status }: Overview) => by_status.find(({ status }) => status === 'ACTIVE')?.count ?? 0;
const owner = <Row extends pg.QueryResultRow>(text: string) => api.database.owner.query<Row>(text);
const kept = async () => (await owner('select key from kept_overviews')).rows;
const leave = () =>
  owner(
    "update students set status = 'GRADUATED' where id = (select min(id) from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null)",
  );

it('of few rows it is exact, and nothing is kept in the database', async () => {
  const before = await ask(head);
  await leave();
  const after = await ask(head);
  expect([before.counted_at, after.counted_at]).toEqual([null, null]);
  expect(studying(after)).toBe(studying(before) - 1);
  await overviewsCounted(api.database);
  expect(await kept()).toEqual([]);
});

it('of few rows it is counted once for all who look, until something changes', async () => {
  const { by_status } = await ask(head);
  // Past everything that would tell of it.
  await owner(
    "begin; set local session_replication_role = 'replica'; update students set status = 'INACTIVE' where student_no = 'O-20'; commit",
  );
  expect((await ask(await api.as('registrar_officer'))).by_status).toEqual(by_status);
  await owner("update students set status = 'ACTIVE' where student_no = 'O-20'");
  expect((await ask(head)).by_status).toEqual(by_status);
});

it('of few rows it is exact also where somebody was writing while it was counted', async () => {
  const before = await ask(head);
  const writer = await api.database.owner.connect();
  try {
    await writer.query('begin');
    await writer.query(
      "update students set status = 'GRADUATED' where id = (select min(id) from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null)",
    );
    expect(await ask(head)).toEqual(before);
    await writer.query('commit');
  } finally {
    writer.release();
  }
  expect(studying(await ask(head))).toBe(studying(before) - 1);
});

it('of few rows a dean’s has those of a department as soon as it comes to their faculty, and no longer than it stays', async () => {
  const { rows } = await owner<{ id: number }>(
    `insert into departments (institution_id, title, kind) select 1, jsonb_build_object('uz', 'Kafedra ' || n), 'FACULTY' from generate_series(1, 2) n returning id`,
  );
  const [theirs, coming] = rows.map(({ id }) => id);
  await owner(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search, department_id)
     select 1, id, 'O-0', 'A', 'B', '', ${theirs} from accounts where username = 'dean'`,
  );
  await owner(
    `update students set department_id = ${coming}, status = 'ACTIVE' where student_no like 'O-2_' or student_no = 'O-9'`,
  );
  const dean = await api.as('dean');
  expect(studying(await ask(dean))).toBe(0);
  await owner(`update departments set parent_id = ${theirs} where id = ${coming}`);
  expect(studying(await ask(dean))).toBe(2);
  await owner(`update departments set parent_id = null where id = ${coming}`);
  expect(studying(await ask(dean))).toBe(0);
  await owner(
    "update staff set deleted_at = edulab_now() where staff_no = 'O-0'; update students set department_id = null",
  );
});

it('of many it is exact until something changes, then says of when it is, and is exact again', async () => {
  Object.assign(overviewBounds, { rows: -1, againMs: 0 });
  const first = await ask(head);
  await overviewsCounted(api.database);
  expect(await kept()).toHaveLength(1);
  expect(await ask(head)).toEqual({ ...first, counted_at: null });

  await leave();
  const old = await ask(head);
  expect(old.counted_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(studying(old)).toBe(studying(first));
  await overviewsCounted(api.database);
  const now = await ask(head);
  expect(now.counted_at).toBeNull();
  expect(studying(now)).toBe(studying(first) - 1);
});

it('what was counted while somebody writes is not taken for what is', async () => {
  const before = await ask(head);
  const writer = await api.database.owner.connect();
  try {
    await writer.query('begin');
    await writer.query(
      "update students set status = 'GRADUATED' where id = (select min(id) from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null)",
    );
    await ask(head);
    await overviewsCounted(api.database);
    await writer.query('commit');
  } finally {
    writer.release();
  }
  expect((await ask(head)).counted_at).not.toBeNull();
  await overviewsCounted(api.database);
  const now = await ask(head);
  expect([now.counted_at, studying(now)]).toEqual([null, studying(before) - 1]);
});

it('who reaches a part is never shown what was counted for all, nor another institution', async () => {
  const { rows: faculties } = await owner<{ id: number }>(
    `insert into departments (institution_id, title, kind) select 1, jsonb_build_object('uz', 'Fakultet ' || n), 'FACULTY' from generate_series(1, 2) n returning id`,
  );
  const [theirs, other] = faculties.map(({ id }) => id);
  await owner(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search) select 1, id, 'O-1', 'A', 'B', '' from accounts where username = 'dean'`,
  );
  const leads = (id: number | undefined) => owner(`update staff set department_id = ${id} where staff_no = 'O-1'`);
  await leads(theirs);
  await owner(`update students set department_id = ${theirs} where student_no like 'O-1_'`);
  const whole = await ask(head);
  const dean = await api.as('dean');
  const first = await ask(dean);
  await overviewsCounted(api.database);
  await leave();
  const part = await ask(dean);
  // A faculty's is kept for the faculty.
  expect([first.counted_at, part.counted_at]).toEqual([null, expect.any(String)]);
  expect(studying(first)).toBe(10);
  expect(studying(part)).toBe(studying(first));
  expect(studying(part)).toBeLessThan(studying(whole));
  // Whoever comes to another faculty sees nothing of the one before.
  await leads(other);
  expect(await ask(dean)).toMatchObject({ counted_at: null, by_status: [] });
  await overviewsCounted(api.database);
  const { rows } = await owner('select distinct institution_id from kept_overviews');
  expect(rows).toEqual([{ institution_id: 1 }]);
});

it('accounts and debts say so as well', async () => {
  const admin = await api.as('super_admin');
  const money = await api.as('accounting_head');
  const both = async () => [
    (await admin.get<Overview>('/account/overview')).body,
    (await money.get<Overview>('/student/debit/overview')).body,
  ];
  const said = async () => (await both()).map(({ counted_at }) => counted_at !== null);
  expect(await said()).toEqual([false, false]);
  await overviewsCounted(api.database);
  // Signing in moves no counter, so of accounts it says so in any case.
  expect(await said()).toEqual([true, false]);
  await owner('update student_debits set kind = kind where false');
  expect(await said()).toEqual([true, true]);
  await overviewsCounted(api.database);
  expect(await said()).toEqual([true, false]);
});
