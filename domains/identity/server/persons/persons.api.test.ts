import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';
import type { Caller } from '#tests/support/api.ts';
import { personPart } from '../hooks.ts';
import { comparable } from './find.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: AdmissionScene;
let head: Caller;
let admin: Caller;
beforeAll(async () => {
  scene = await admissionScene();
  [head, admin] = [await scene.api.as('registrar_head'), await scene.api.as('super_admin')];
});
afterAll(() => scene?.api.close());

const pinflOf = (n: number) => String(30_000_000_000_000 + n);
let made = 0;
/** A student's record, without an account unless one is named. */
async function student(values: object = {}) {
  const n = ++made;
  const facts = {
    institution_id: 1,
    student_no: `P${1000 + n}`,
    firstname: 'Nodira',
    lastname: `Sobirova${n}`,
    level: 'BACHELOR',
    study_language: 'uz',
    entry_year: 2020,
    tuition: 'GRANT',
    status: 'GRADUATED',
    search: '',
    ...values,
  };
  const keys = Object.keys(facts);
  const [row] = await scene.sql(
    `insert into students (${keys.join(', ')}) values (${keys.map((_, i) => `$${i + 1}`).join(', ')}) returning id, student_no`,
    Object.values(facts),
  );
  return row as { id: number; student_no: string };
}
const ref = (account: number) => `account:${account}`;
const pairs = async (caller = head, query = '') => (await caller.get(`/person/pairs${query}`)).body.pairs as Any[];
const pairOf = async (one: string, other: string) =>
  (await pairs()).find((pair) => [one, other].every((wanted) => pair.sides.some((side: Any) => side.ref === wanted)));
const merge = (keep: string, drop: string, caller = head) =>
  caller.post('/person/merge', { keep, drop, reason: 'Bir kishi' });
const undo = (id: number, caller = head) => caller.post(`/person/merges/${id}/undo`, { reason: 'Xato' });
/** All that is kept of people and may move, as it stands. */
const everything = async () =>
  await scene.sql(`
    select 'accounts' t, id::text, active::text a, email b, phone c from accounts
    union all select 'roles', account_id::text, role_id::text, institution_id::text, null from account_roles
    union all select 'guests', id::text, account_id::text, coalesce(deleted_at::text, ''), concat_ws(' ', passport_id, pinfl, address, search) from guests
    union all select 'students', id::text, account_id::text, succeeded_by_id::text, concat_ws(' ', passport_id, pinfl, search) from students
    union all select 'applications', id::text, guest_id::text, applicant_name, search from applications
    union all select 'contracts', id::text, account_id::text, null, null from contracts
    union all select 'files', id::text, account_id::text, null, null from files
    order by 1, 2, 3, 4`);

describe('who stands here twice', () => {
  it('is found by personal number, passport, and a name in another script with one birthday', async () => {
    const graduate = await student({ pinfl: pinflOf(1), birthdate: '2001-03-04' });
    const number = await scene.applicant({ pinfl: pinflOf(1) });
    expect(await pairOf(`student:${graduate.id}`, ref(number.account))).toMatchObject({
      certain: true,
      evidence: ['PINFL'],
      same: { pinfl: true, birthdate: false },
    });
    const named = await student({ lastname: 'Рахимова', firstname: 'Гулчеҳра', birthdate: '2002-07-08' });
    const other = await scene.applicant({ lastname: 'Raximova', firstname: 'Gulchehra', birthdate: '2002-07-08' });
    const found = await pairOf(`student:${named.id}`, ref(other.account));
    expect(found).toMatchObject({ certain: false, evidence: ['NAME'] });
    // The one with an account would stay, and no number is shown whole.
    expect(found.sides[0].ref).toBe(ref(other.account));
    expect(JSON.stringify(await pairs())).not.toContain(pinflOf(1));
    expect((await pairs(head, '?search=gulchehra')).length).toBe(1);
    expect((await pairs(head, '?role=staff')).length).toBe(0);
  });

  it('is, where there are very many, equal numbers, and names of those alone who are searched for', async () => {
    const number = await student({ pinfl: pinflOf(31), birthdate: '2003-05-06' });
    const paper = await scene.applicant({ pinfl: pinflOf(31) });
    const named = await student({
      lastname: 'Юнусова',
      firstname: 'Камола',
      birthdate: '2003-05-07',
    });
    await scene.sql("update students set search = edulab_search_key(lastname || ' ' || firstname) where id = $1", [
      named.id,
    ]);
    const other = await scene.applicant({ lastname: 'Yunusova', firstname: 'Kamola', birthdate: '2003-05-07' });
    const { records } = comparable;
    comparable.records = 1;
    try {
      const ask = async (query = '') => (await head.get(`/person/pairs${query}`)).body;
      const of = ({ pairs: found }: Any, ...refs: string[]) =>
        found.filter((pair: Any) => refs.every((wanted) => pair.sides.some((side: Any) => side.ref === wanted)));
      const all = await ask();
      expect(all.compared).toBe('CERTAIN');
      expect(of(all, `student:${number.id}`, ref(paper.account))).toMatchObject([{ evidence: ['PINFL'] }]);
      expect(of(all, `student:${named.id}`, ref(other.account))).toEqual([]);
      const found = await ask('?search=yunusova');
      expect(found).toMatchObject({ compared: 'FOUND', total: 1 });
      expect(of(found, `student:${named.id}`, ref(other.account))).toMatchObject([{ evidence: ['NAME'] }]);
      expect((await ask('?search=yunusova&role=staff')).total).toBe(0);
      expect((await ask('?search=nobodyatall')).total).toBe(0);
    } finally {
      comparable.records = records;
    }
    expect(await pairOf(`student:${named.id}`, ref(other.account))).toMatchObject({ evidence: ['NAME'] });
  });

  it('is proposed no more once somebody said that these are two, until that is taken back', async () => {
    const [one, other] = [
      await scene.applicant({ lastname: 'Toʻrayev', firstname: 'Hasan', birthdate: '2006-01-01' }),
      await scene.applicant({ lastname: 'Toʻrayev', firstname: 'Husan', birthdate: '2006-01-01' }),
    ];
    const refs = [ref(one.account), ref(other.account)] as const;
    expect(await pairOf(...refs)).toMatchObject({ evidence: ['NAME'] });
    const { body } = await head.post('/person/two', { one: refs[0], other: refs[1], reason: 'Egizaklar' });
    expect(await pairOf(...refs)).toBeUndefined();
    expect((await head.get('/person/two')).body.content).toMatchObject([{ id: body.id, reason: 'Egizaklar' }]);
    expect((await head.delete(`/person/two/${body.id}`)).status).toBe(200);
    expect(await pairOf(...refs)).toBeDefined();
    // Two numbers that differ say it without anybody.
    await scene.sql('update guests set pinfl = $2 where id = $1', [one.guest, pinflOf(21)]);
    await scene.sql('update guests set pinfl = $2 where id = $1', [other.guest, pinflOf(22)]);
    expect(await pairOf(...refs)).toBeUndefined();
  });

  it('an account without any record is found by its whole name, merged and put back', async () => {
    const [account] = await scene.sql(
      `insert into accounts (username, firstname, lastname, midname, phone, password_hash, active)
       values ('bare.account', 'Зиёда', 'Каримова', null, '998901112233', 'x', true) returning id`,
    );
    await scene.sql(
      `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'TEACHER'`,
      [account.id],
    );
    const [employee] = await scene.sql(
      `insert into staff (institution_id, staff_no, firstname, lastname, midname, search) values (1, 'B-77', 'Ziyoda', 'Karimova', 'Anvarovna', '') returning id`,
    );
    const refs = [ref(account.id), `staff:${employee.id}`] as const;
    const pair = await pairOf(...refs);
    expect(pair).toMatchObject({ certain: false, evidence: ['ACCOUNT'] });
    expect(pair.sides.map((side: Any) => side.records.length).toSorted()).toEqual([0, 1]);
    const before = await everything();
    const done = await merge(...refs, admin);
    expect([done.status, done.body.message ?? '']).toEqual([200, '']);
    expect((await scene.sql('select account_id from staff where id = $1', [employee.id]))[0].account_id).toBe(
      account.id,
    );
    expect(await pairOf(...refs)).toBeUndefined();
    expect((await undo(done.body.id, admin)).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect((await scene.sql('select account_id from staff where id = $1', [employee.id]))[0].account_id).toBe(null);
  });

  it('somebody with two phones, and a teacher who studies, are found by what does not change', async () => {
    const [one, other] = [
      await scene.applicant({ lastname: 'Xolmatov', firstname: 'Sardor', birthdate: '2005-02-03' }),
      await scene.applicant({ lastname: 'Холматов', firstname: 'Сардор', birthdate: '2005-02-03' }),
    ];
    await scene.sql(`update accounts set phone = '99890000' || id where id = any($1)`, [[one.account, other.account]]);
    expect(await pairOf(ref(one.account), ref(other.account))).toMatchObject({ evidence: ['NAME'] });
    const [teacher] = await scene.sql(
      `insert into staff (institution_id, staff_no, firstname, lastname, pinfl, search) values (1, 'B-78', 'Dilnoza', 'Ergasheva', $1, '') returning id`,
      [pinflOf(71)],
    );
    const studies = await student({ pinfl: pinflOf(71), status: 'ACTIVE' });
    const pair = await pairOf(`staff:${teacher.id}`, `student:${studies.id}`);
    expect(pair).toMatchObject({ certain: true, evidence: ['PINFL'] });
    // Who works here stays first.
    expect(pair.sides[0].records[0].role).toBe('staff');
    expect((await pairs(head, '?role=staff')).length).toBeGreaterThan(0);
    // Without an account on either side one is opened for both, by which nobody signs in until it has a password.
    const refs = [`staff:${teacher.id}`, `student:${studies.id}`] as const;
    const told = await admin.post('/person/merge/preview', { keep: refs[0], drop: refs[1] });
    expect(told.body.conflicts).toEqual([]);
    expect(told.body.lines.map((line: Any) => line.code)).toEqual(['OPENED', 'MOVED', 'MOVED', 'ROLES']);
    const owners = async () =>
      (
        await scene.sql(
          `select (select account_id from staff where id = $1) as staff, (select account_id from students where id = $2) as student`,
          [teacher.id, studies.id],
        )
      )[0];
    expect(await owners()).toEqual({ staff: null, student: null });
    const done = await merge(...refs, admin);
    expect(done.status).toBe(200);
    const { staff, student: studying } = await owners();
    expect(staff).toBe(studying);
    const [opened] = await scene.sql(
      `select a.username, a.password_hash, array(select r.name from account_roles x join roles r on r.id = x.role_id where x.account_id = a.id) as roles from accounts a where a.id = $1`,
      [staff],
    );
    expect(opened).toEqual({ username: 'b-78', password_hash: null, roles: ['BACHELOR_STUDENT'] });
    expect(await pairOf(...refs)).toBeUndefined();
    expect((await undo(done.body.id, admin)).status).toBe(200);
    expect(await owners()).toEqual({ staff: null, student: null });
    expect((await scene.sql('select deleted_at is null as there from accounts where id = $1', [staff]))[0].there).toBe(
      false,
    );
    // Once the person has a password, the merge is built on.
    const again = await merge(...refs, admin);
    await scene.sql(`update accounts set password_hash = 'x' where id = $1`, [(await owners()).staff]);
    const late = await undo(again.body.id, admin);
    expect([late.status, late.body.code]).toEqual([409, 'PERSON_BUILT_ON']);
    // Somebody who graduated without ever having an account, and is here again with one.
    const graduate = await student({ lastname: 'Qayumova', birthdate: '2001-02-03' });
    const here = await student({
      lastname: 'Қаюмова',
      birthdate: '2001-02-03',
      level: 'MASTER',
      status: 'ACTIVE',
      entry_year: 2025,
    });
    await scene.sql(
      `update students set account_id = (select id from accounts where username = 'master_student') where id = $1`,
      [here.id],
    );
    const [who] = await scene.sql(`select id from accounts where username = 'master_student'`);
    const returned = await merge(ref(who.id), `student:${graduate.id}`);
    expect(returned.status).toBe(200);
    const earlier = async () =>
      (await scene.sql('select account_id, succeeded_by_id from students where id = $1', [graduate.id]))[0];
    expect(await earlier()).toEqual({ account_id: null, succeeded_by_id: here.id });
    expect((await undo(returned.body.id)).status).toBe(200);
    expect(await earlier()).toEqual({ account_id: null, succeeded_by_id: null });
    // Two who study at once are not one record, with an account or without.
    const second = await student({ status: 'ACTIVE' });
    const third = await student({ status: 'ACTIVE' });
    const refused = await merge(`student:${second.id}`, `student:${third.id}`, admin);
    expect([refused.status, refused.body.code]).toEqual([409, 'PERSON_CONFLICT']);
    expect((await scene.sql(`select 1 from accounts where username ilike $1`, [`${second.student_no}%`])).length).toBe(
      0,
    );
  });

  it('stays within the institution: neither listed nor merged from another', async () => {
    const [house] = await scene.sql(
      `insert into institutions (title, short_name) values ('{"uz":"B","ru":"B","en":"B"}', 'B') returning id`,
    );
    const far = await student({ institution_id: house.id, pinfl: pinflOf(31) });
    const near = await scene.applicant({ pinfl: pinflOf(31) });
    expect((await pairs()).some((pair) => JSON.stringify(pair).includes(far.student_no))).toBe(false);
    expect((await merge(ref(near.account), `student:${far.id}`)).status).toBe(404);
    // Who holds a role elsewhere is not closed from here, and the refusal does not say why.
    const other = await scene.applicant({ pinfl: pinflOf(31) });
    await scene.sql(
      `insert into account_roles (account_id, role_id, institution_id) select $1, id, $2 from roles where name = 'BACHELOR_STUDENT'`,
      [other.account, house.id],
    );
    const refused = await merge(ref(near.account), ref(other.account));
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_TOO_STRONG']);
    expect(JSON.stringify(refused.body)).not.toContain(`"${house.id}"`);
  });
});

describe('two become one', () => {
  it('with all that is theirs, told before, and put back row by row', async () => {
    const keep = await scene.applicant({ pinfl: pinflOf(41) });
    const drop = await scene.applicant({ pinfl: pinflOf(41), passport_id: null, address: 'Buxoro' });
    await scene.sql('update accounts set phone = null where id = $1', [keep.account]);
    const { body: application } = await scene.apply(drop.caller, { submit: false });
    await drop.caller.upload('paper.pdf', Buffer.from('%PDF-1.4\n%%EOF'));
    const before = await everything();
    const pair = { keep: ref(keep.account), drop: ref(drop.account) };
    const preview = await head.post('/person/merge/preview', pair);
    expect(preview.body.conflicts).toEqual([]);
    expect(preview.body.lines.map((line: Any) => line.code)).toEqual(
      expect.arrayContaining(['APPLICANTS', 'FILLED', 'CONTACT', 'CLOSED', 'SESSIONS']),
    );
    expect(await everything()).toEqual(before);
    const done = await merge(pair.keep, pair.drop);
    expect(done.body.lines).toEqual(preview.body.lines);
    expect((await keep.caller.get(`/application/${application.id}`)).status).toBe(200);
    expect((await drop.caller.get('/user/guest/profile')).status).toBe(401);
    expect(await pairOf(pair.keep, pair.drop)).toBeUndefined();
    expect((await head.get('/person/merges')).body.content[0]).toMatchObject({ id: done.body.id, undone_at: null });
    const undone = await undo(done.body.id);
    expect(undone.body).toMatchObject({ undo_reason: 'Xato' });
    expect(await everything()).toEqual(before);
    expect((await undo(done.body.id)).body.code).toBe('PERSON_BUILT_ON');
  });

  it('a graduate’s record goes to the account with which they apply again; what was built on it holds the undo', async () => {
    const graduate = await student({ pinfl: pinflOf(51), birthdate: '2008-05-01' });
    const again = await scene.applicant({ pinfl: pinflOf(51) });
    const done = await merge(ref(again.account), `student:${graduate.id}`);
    expect(done.status).toBe(200);
    expect((await again.caller.get('/student/profile')).status).not.toBe(401);
    const [row] = await scene.sql('select account_id from students where id = $1', [graduate.id]);
    expect(row.account_id).toBe(again.account);
    await scene.sql('update students set account_id = null where id = $1', [graduate.id]);
    const held = await undo(done.body.id);
    expect([held.status, held.body.code, held.body.data.built[0].code]).toEqual([409, 'PERSON_BUILT_ON', 'TOUCHED']);
  });

  it('two records of a student follow each other where one of them left, and hold the merge where none did', async () => {
    const accounts = [await scene.applicant(), await scene.applicant()];
    const [old, now] = [
      await student({ account_id: accounts[0]!.account, pinfl: pinflOf(61), passport_id: 'AB1234567' }),
      await student({ account_id: accounts[1]!.account, status: 'ACTIVE', level: 'MASTER', entry_year: 2026 }),
    ];
    await scene.sql(`update guests set birthdate = null, passport_id = null where account_id = any($1)`, [
      accounts.map((one) => one.account),
    ]);
    const before = await everything();
    const done = await merge(ref(accounts[0]!.account), ref(accounts[1]!.account));
    expect(done.body.lines.map((line: Any) => line.code)).toContain('SUCCEEDED');
    expect(
      await scene.sql('select id, account_id, succeeded_by_id, pinfl from students where id = any($1) order by id', [
        [old.id, now.id],
      ]),
    ).toEqual([
      { id: old.id, account_id: null, succeeded_by_id: now.id, pinfl: null },
      { id: now.id, account_id: accounts[0]!.account, succeeded_by_id: null, pinfl: pinflOf(61) },
    ]);
    expect((await undo(done.body.id)).status).toBe(200);
    expect(await everything()).toEqual(before);
    await scene.sql(`update students set status = 'ACTIVE' where id = $1`, [old.id]);
    const refused = await merge(ref(accounts[0]!.account), ref(accounts[1]!.account));
    expect([refused.status, refused.body.data.conflicts.map((one: Any) => one.code)]).toEqual([409, ['TWO_STUDENTS']]);
  });

  it('an applicant’s record that moves alone comes back with phone and search as they were', async () => {
    const graduate = await student({ pinfl: pinflOf(81), status: 'GRADUATED' });
    const [account] = await scene.sql(
      `insert into accounts (username, firstname, lastname, selected_institution) values ('graduate_81', 'N', 'S', 1) returning id`,
    );
    await scene.sql(
      `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'BACHELOR_STUDENT'`,
      [account.id],
    );
    await scene.sql('update students set account_id = $2 where id = $1', [graduate.id, account.id]);
    const again = await scene.applicant({ pinfl: pinflOf(81) });
    await scene.apply(again.caller, { submit: false });
    const before = await everything();
    // The account of before stays: they apply with it again.
    expect((await pairOf(ref(account.id), ref(again.account))).sides[0].ref).toBe(ref(account.id));
    const done = await merge(ref(account.id), ref(again.account));
    expect(done.body.lines.map((line: Any) => line.code)).toEqual(
      expect.arrayContaining(['MOVED', 'ROLES', 'CONTACT']),
    );
    expect(await scene.sql('select account_id from guests where id = $1', [again.guest])).toEqual([
      { account_id: account.id },
    ]);
    await undo(done.body.id);
    expect(await everything()).toEqual(before);
  });

  it('two applications for one place hold the merge; the office of admission merges applicants', async () => {
    const born = { birthdate: '2007-01-02' };
    const keep = await scene.applicant({ firstname: 'Oʻtkir', lastname: 'Karimov', ...born });
    const twin = await scene.applicant({ firstname: 'Ўткир', lastname: 'Каримов', ...born, passport_id: null });
    for (const one of [keep, twin]) await scene.apply(one.caller, { submit: false });
    const pair = [ref(keep.account), ref(twin.account)] as const;
    const held = await merge(...pair, scene.moderator);
    expect(held.body.data.conflicts.map((one: Any) => one.code)).toEqual(['TWO_APPLICATIONS']);
    await scene.sql(`update applications set status = 'WITHDRAWN' where guest_id = $1`, [twin.guest]);
    // A slip in the letters before the number is no other passport.
    const [{ passport_id }] = await scene.sql('select passport_id from guests where id = $1', [keep.guest]);
    await scene.sql('update guests set passport_id = $2 where id = $1', [twin.guest, `XX${passport_id.slice(2)}`]);
    expect(await pairOf(ref(keep.account), ref(twin.account))).toMatchObject({ same: { passport: true } });
    expect((await merge(...pair, scene.moderator)).status).toBe(200);
    expect((await keep.caller.get('/application/')).body.total_elements).toBe(2);
  });

  it('numbers that differ are two persons', async () => {
    const [one, other] = [await scene.applicant({ pinfl: pinflOf(71) }), await scene.applicant({ pinfl: pinflOf(72) })];
    const refused = await merge(ref(one.account), ref(other.account));
    expect(refused.body.data.conflicts.map((line: Any) => line.code)).toContain('DIFFERS');
  });

  it('is no way into somebody stronger: nobody merges who reaches further, nor themselves', async () => {
    const [strong] = await scene.sql(`select id from accounts where username = 'super_admin'`);
    const [own] = await scene.sql(`select id from accounts where username = 'registrar_head'`);
    const thief = await scene.applicant();
    for (const [account, code] of [
      [strong.id, 'ACCOUNT_TOO_STRONG'],
      [own.id, 'OWN_ACCOUNT'],
    ] as const) {
      await scene.sql(
        `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search) select 1, $1, 'X' || $1::int, 'A', 'B', ''
          where not exists (select 1 from staff where account_id = $1)`,
        [account],
      );
      for (const [keep, drop] of [
        [thief.account, account],
        [account, thief.account],
      ] as const) {
        const refused = await merge(ref(keep), ref(drop));
        expect([refused.status >= 400, refused.body.code]).toEqual([true, code]);
        expect((await head.post('/person/merge/preview', { keep: ref(keep), drop: ref(drop) })).body.code).toBe(code);
      }
    }
    expect((await merge(ref(thief.account), ref(strong.id), admin)).body.code).toBe('OWN_ACCOUNT');
    expect((await merge(ref(thief.account), ref(thief.account))).status).toBe(404);
    expect((await (await scene.api.as('teacher')).get('/person/pairs')).status).toBe(403);
  });
});

/** Columns with an account that stay where they are: who did it, who signs in, what is secret, and what only counts. */
const stays = [
  'account_roles.account_id',
  'action_log.account_id',
  'assessment_boards.account_id',
  'attendance_registers.account_id',
  'audit_log.account_id',
  'blanks.account_id',
  'calendar_feeds.account_id',
  'clearance_words.account_id',
  'credit_recognitions.account_id',
  'demo_accounts.account_id',
  'electronic_signatures.account_id',
  'exam_admissions.account_id',
  'feedback_reveals.account_id',
  'idempotency_keys.account_id',
  'issued_documents.account_id',
  'jobs.account_id',
  'lead_talks.account_id',
  'letter_control_changes.account_id',
  'offence_panel_members.account_id',
  'outbox.account_id',
  'person_decisions.account_id',
  'person_merges.account_id',
  // What somebody put on their home, or has come by mail, the account that goes on chooses anew.
  'report_pins.account_id',
  'report_subscriptions.account_id',
  'reset_requests.account_id',
  'risk_runs.account_id',
  'security_events.account_id',
  'sessions.account_id',
  'sign_ups.account_id',
  'signatures.account_id',
  'status_history.account_id',
  'student_life_changes.account_id',
  'student_transfers.account_id',
];

it('each column with an account either goes with the person or has its reason to stay', async () => {
  const known = followersOf({ domains }, personPart).flatMap(({ owns }) =>
    owns.map((column) => `${getTableName(column.table)}.${column.name}`),
  );
  const columns = await scene.sql(
    `select table_name || '.' || column_name as name from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and not k.relispartition
      where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  expect(columns.map((row: Any) => row.name).filter((name: string) => !known.includes(name))).toEqual(stays);
});
