import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { sumOf } from '../money.ts';
import { earnedShare } from './life-contracts.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: MoneyScene;
let head: Caller;
beforeAll(async () => {
  scene = await moneyScene();
  head = await scene.api.as('registrar_head');
});
afterAll(() => scene?.api.close());

const change = (kind: string, id: number, more: object = {}) =>
  head.post('/student/life', { ids: [id], kind, reason: 'Ariza', ...more });
const undo = (answer: Any) => head.post('/student/life/undo', { id: answer.body.change.id, reason: 'Xato' });
const money = (answer: Any) =>
  answer.body.students[0].lines
    .filter((line: Any) => line.area === 'money' || line.area === 'contract')
    .map((line: Any) => line.code);
const contractOf = async (id: number) =>
  (
    await scene.sql(
      'select status, fine_stops_on::text as stops from contracts where student_id = $1 and deleted_at is null',
      [id],
    )
  )[0];
const debitsOf = (id: number) =>
  scene.sql(
    'select due_on::text, amount::int8 from student_debits where student_id = $1 and deleted_at is null order by due_on, id',
    [id],
  );

it('whoever withdraws owes what was earned, and what was paid above it is to be given back; undone, all stands as before', async () => {
  const [id] = scene.people as [number];
  const contract = await scene.active(id);
  await scene.pay(contract.id, '12000000');
  const before = [await contractOf(id), await debitsOf(id)];
  expect(before[0]).toMatchObject({ status: 'FULFILLED' });
  const gone = await change('WITHDRAWAL', id);
  expect(money(gone)).toEqual(['TERMINATED', 'CANCELLED', 'REFUND']);
  const earned = earnedShare(1_200_000_000, { starts_on: scene.day(-100), ends_on: scene.day(200) }, scene.today);
  expect(earned).toBeLessThan(1_200_000_000 / 2);
  const { rows } = await scene.api.database.owner.query(
    'select credit::int8 from contract_credits where contract_id = $1',
    [contract.id],
  );
  expect(Number(rows[0].credit)).toBe(1_200_000_000 - earned);
  expect(await contractOf(id)).toMatchObject({ status: 'TERMINATED', stops: scene.today });
  // What is owed is read by whoever decides or may see debts, and by nobody else who reads the history.
  const areas = async (who: Caller) =>
    (await who.get(`/student/life/?student_id=${id}`)).body.content[0].lines.map((line: Any) => line.area);
  expect(await areas(head)).toEqual(expect.arrayContaining(['contract', 'money']));
  await scene.sql(
    "delete from role_permissions p using roles r where r.id = p.role_id and r.name = 'REGISTRAR_OFFICER' and p.permission = 'debit.read'",
  );
  const officer = await areas(await scene.api.as('registrar_officer'));
  expect(officer.length).toBeGreaterThan(0);
  expect(officer.filter((area: string) => area === 'contract' || area === 'money')).toEqual([]);
  expect((await undo(gone)).body).toEqual({ undone: 1 });
  expect([await contractOf(id), await debitsOf(id)]).toEqual(before);
  const twice = { id: gone.body.change.id, student_ids: [id], reason: 'Xato' };
  expect((await head.post('/student/life/undo', twice)).body.code).toBe('LIFE_UNDONE');
});

it('no fine grows after the contract ended, nor during a leave, whose instalments fall due that much later', async () => {
  const [, left, rests, stays] = scene.people as [number, number, number, number];
  for (const id of [left, rests, stays]) {
    await scene.active(id);
    await scene.sql('update student_debits set due_on = $2 where student_id = $1 and position = 1', [
      id,
      scene.day(-20),
    ]);
  }
  const fineOf = async (id: number, ahead: number) => (await scene.standing(id, scene.day(ahead))).fine;
  const now = await fineOf(stays, 0);
  expect(await fineOf(stays, 30)).not.toBe(now);
  const away = await change('LEAVE', rests, { ends_on: scene.day(90) });
  expect(money(away)).toEqual(['FINES_STOP', 'POSTPONED']);
  expect(await fineOf(rests, 30)).toBe(now);
  expect((await debitsOf(rests)).map((row) => row.due_on)).toEqual([scene.day(-20), scene.day(130)]);
  await change('EXPULSION', left);
  expect(await fineOf(left, 30)).toBe(await fineOf(left, 0));
  // Back on the very day: nothing was postponed in the end.
  const back = await change('RETURN', rests);
  expect(money(back)).toEqual(['FINES_GO_ON', 'RESUMED']);
  expect((await debitsOf(rests)).map((row) => row.due_on)).toEqual([scene.day(-20), scene.day(40)]);
  expect(await fineOf(rests, 30)).toBe(await fineOf(stays, 30));
  const again = await change('LEAVE', rests, { ends_on: scene.day(90) });
  expect((await undo(again)).status).toBe(200);
  expect(await contractOf(rests)).toMatchObject({ status: 'ACTIVE', stops: null });
});

it('money that came since keeps a change from being taken back; a transfer tells what accounting has to do', async () => {
  const id = scene.people[4]!;
  const contract = await scene.active(id);
  const gone = await change('WITHDRAWAL', id);
  await scene.sql(
    "insert into payments (institution_id, contract_id, amount, paid_on, payment_type, payer, search) values (1, $1, 1000, $2, 'BANK', 'Bank', 'bank')",
    [contract.id, scene.today],
  );
  expect((await undo(gone)).body.data.faults).toMatchObject([{ id, code: 'LIFE_PAID' }]);
  const other = scene.people[5]!;
  await scene.active(other);
  const moved = await change('TRANSFER', other, { study_language: 'ru' });
  expect(money(moved)).toEqual(['ADDENDUM_DRAFTED']);
  const addendum = () =>
    scene.sql(
      `select c.status, c.study_language, c.deleted_at is not null as gone from contracts c where c.supersedes_id = (select min(id) from contracts where student_id = $1) order by c.id`,
      [other],
    );
  expect(await addendum()).toEqual([{ status: 'DRAFT', study_language: 'ru', gone: false }]);
  // The fee is the same in both languages: what was earned of the one and what is left of the other make it whole again.
  const [{ amount }] = await scene.sql(
    'select amount::int8 from contracts where student_id = $1 order by id desc limit 1',
    [other],
  );
  expect(Math.abs(amount - 1_200_000_000)).toBeLessThanOrEqual(1);
  const notices = await scene.sql(
    "select n.title ->> 'en' as title from notices n join accounts a on a.id = n.account_id and a.username = 'accounting_head' order by n.id desc limit 1",
  );
  expect(notices[0].title).toContain('addendum');
  expect((await undo(moved)).body).toEqual({ undone: 1 });
  expect(await addendum()).toMatchObject([{ gone: true }]);
});

it('a move to a dearer programme in the year costs the rest of the year, and the preview says both parts', async () => {
  const [{ id }] = await scene.sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search)
     select institution_id, 'T-10', firstname, lastname, level, study_language, entry_year, tuition, course_id, 't10' from students where id = $1 returning id`,
    [scene.people[6]],
  );
  await scene.active(id);
  await scene.sql(
    `insert into contract_agreements (institution_id, name, title, type, level, academic_year_id, language, amount, minimum_share, instalments, fine, text, status, published_at)
     select institution_id, 'Qimmat', title, type, level, academic_year_id, 'en', 2400000000, minimum_share, instalments, fine, text, status, published_at
       from contract_agreements where status = 'PUBLISHED' order by id limit 1`,
  );
  const year = { starts_on: scene.day(-100), ends_on: scene.day(200) };
  const earned = earnedShare(1_200_000_000, year, scene.today);
  const left = 2_400_000_000 - earnedShare(2_400_000_000, year, scene.today);
  const moved = await change('TRANSFER', id, { study_language: 'en' });
  const said = JSON.stringify(moved.body.students[0].lines.filter((line: Any) => line.code === 'ADDENDUM_DRAFTED'));
  for (const sum of [earned, left, earned + left]) expect(said).toContain(sumOf(sum));
  const [made] = await scene.sql(
    'select amount::int8, plan, supersedes_id from contracts where student_id = $1 order by id desc limit 1',
    [id],
  );
  expect(made.amount).toBe(earned + left);
  const parts: { due_on: string; amount: number }[] = made.plan;
  expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(earned + left);
  // What is left falls due from now on.
  const before = parts.filter(({ due_on }) => due_on < scene.today).reduce((sum, part) => sum + part.amount, 0);
  expect(before).toBeLessThanOrEqual(earned);
  await undo(moved);
  // Moved fifty days ago and accepted, and again today: each fee counts by its own days, as it does for whoever leaves now.
  const then = scene.day(-50);
  const first = await change('TRANSFER', id, { study_language: 'en', starts_on: then });
  expect(money(first)).toEqual(['ADDENDUM_DRAFTED']);
  const [{ id: addendum }] = await scene.sql('select max(id)::int as id from contracts where student_id = $1', [id]);
  for (const status of ['ISSUED', 'ACCEPTED'])
    expect((await scene.accountant.put('/accounting/contract/status', { id: addendum, status })).status).toBe(200);
  const share = (fee: number, day: string) => earnedShare(fee, year, day);
  const sofar = share(1_200_000_000, then) + share(2_400_000_000, scene.today) - share(2_400_000_000, then);
  const again = await change('TRANSFER', id, { study_language: 'uz' });
  expect(money(again)).toEqual(['ADDENDUM_DRAFTED']);
  const [second] = await scene.sql(
    'select amount::int8, earned_before::int8 as before from contracts where student_id = $1 order by id desc limit 1',
    [id],
  );
  expect(Math.abs(second.before - sofar)).toBeLessThanOrEqual(2);
  const rest = 1_200_000_000 - share(1_200_000_000, scene.today);
  expect(Math.abs(second.amount - sofar - rest)).toBeLessThanOrEqual(3);
  await undo(again);
  const gone = await change('WITHDRAWAL', id);
  const owed = (await debitsOf(id)).reduce((sum: number, part: Any) => sum + Number(part.amount), 0);
  expect(gone.status).toBe(200);
  expect(Math.abs(owed - sofar)).toBeLessThanOrEqual(2);
});

it('what nobody accepted yet ends with a move, and a draft takes its place; taken back it waits for an answer again', async () => {
  const [{ id }] = await scene.sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search)
     select institution_id, 'T-11', firstname, lastname, level, study_language, entry_year, tuition, course_id, 't11' from students where id = $1 returning id`,
    [scene.people[6]],
  );
  const all = () =>
    scene.sql('select status, supersedes_id from contracts where student_id = $1 and deleted_at is null order by id', [
      id,
    ]);
  await scene.issued(id);
  const moved = await change('TRANSFER', id, { study_language: 'ru' });
  expect(money(moved).toSorted()).toEqual(['CONTRACT_REPLACED', 'TERMINATED']);
  expect(await all()).toEqual([
    { status: 'TERMINATED', supersedes_id: null },
    { status: 'DRAFT', supersedes_id: null },
  ]);
  expect((await undo(moved)).body).toEqual({ undone: 1 });
  expect(await all()).toEqual([{ status: 'ISSUED', supersedes_id: null }]);
  // An addendum that waits makes room for another one, to the same contract.
  const [{ contract }] = await scene.sql(
    'select id as contract from contracts where student_id = $1 and deleted_at is null',
    [id],
  );
  expect((await scene.accountant.put('/accounting/contract/status', { id: contract, status: 'ACCEPTED' })).status).toBe(
    200,
  );
  expect(money(await change('TRANSFER', id, { study_language: 'ru' }))).toEqual(['ADDENDUM_DRAFTED']);
  expect(money(await change('TRANSFER', id, { study_language: 'uz' })).toSorted()).toEqual([
    'ADDENDUM_DRAFTED',
    'TERMINATED',
  ]);
  expect((await all()).slice(1)).toEqual([
    { status: 'TERMINATED', supersedes_id: contract },
    { status: 'DRAFT', supersedes_id: contract },
  ]);
});

it('whom the state pays for from now on owes what was studied until then, by an addendum; whoever pays again has a contract over the rest', async () => {
  const id = scene.people[5]!;
  const accept = async (contract: number) => {
    await scene.accountant.put('/accounting/contract/status', { id: contract, status: 'ISSUED' });
    return (await scene.accountant.put('/accounting/contract/status', { id: contract, status: 'ACCEPTED' })).body;
  };
  const newest = async () =>
    (
      await scene.sql(
        'select id, status, amount::int8, supersedes_id, deleted_at is not null as gone from contracts where student_id = $1 order by id desc limit 1',
        [id],
      )
    )[0];
  const [first] = await scene.sql(
    "select id from contracts where student_id = $1 and deleted_at is null and status = 'ACTIVE'",
    [id],
  );
  await scene.pay(first.id, '9000000');
  const year = { starts_on: scene.day(-100), ends_on: scene.day(200) };
  const earned = earnedShare(1_200_000_000, year, scene.today);
  // A draft over another language takes the place of nothing yet: it ends, and the addendum is over what holds.
  const moved = await change('TRANSFER', id, { study_language: 'ru' });
  expect(money(moved)).toEqual(['ADDENDUM_DRAFTED']);
  const both = await change('TRANSFER', id, { tuition: 'GRANT' });
  expect(money(both)).toEqual(['TERMINATED', 'STATE_ADDENDUM']);
  expect(await newest()).toMatchObject({ status: 'DRAFT', amount: earned, supersedes_id: first.id });
  for (const one of [both, moved]) expect((await undo(one)).body).toEqual({ undone: 1 });
  const granted = await change('TRANSFER', id, { tuition: 'GRANT' });
  expect(money(granted)).toEqual(['STATE_ADDENDUM']);
  expect(await newest()).toMatchObject({ status: 'DRAFT', amount: earned, supersedes_id: first.id });
  expect((await undo(granted)).body).toEqual({ undone: 1 });
  expect(await newest()).toMatchObject({ gone: true });
  await change('TRANSFER', id, { tuition: 'GRANT' });
  const addendum = await accept((await newest()).id);
  expect(addendum).toMatchObject({ status: 'FULFILLED', left: '0' });
  expect(Number(addendum.credit)).toBe(9_000_000 - earned / 100);
  // A contract over the year that nobody accepted ends.
  const [{ id: waiting }] = await scene.sql(
    `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search)
     select institution_id, 'T-9', firstname, lastname, level, study_language, entry_year, tuition, course_id, 't9' from students where id = $1 returning id`,
    [id],
  );
  await scene.sql("update students set tuition = 'CONTRACT' where id = $1", [waiting]);
  const open = await scene.issued(waiting);
  expect(money(await change('TRANSFER', waiting, { tuition: 'GRANT' }))).toEqual(['TERMINATED']);
  expect((await scene.accountant.get(`/accounting/contract/${open.id}`)).body.status).toBe('TERMINATED');
  const paying = await change('TRANSFER', waiting, { tuition: 'CONTRACT' });
  expect(money(paying)).toEqual(['CONTRACT_DRAFTED']);
  const [draft] = await scene.sql(
    'select id, status, amount::int8, supersedes_id from contracts where student_id = $1 order by id desc limit 1',
    [waiting],
  );
  expect(draft).toMatchObject({ status: 'DRAFT', amount: 1_200_000_000 - earned, supersedes_id: null });
  expect((await undo(paying)).body).toEqual({ undone: 1 });
  // Where no fee is published accounting is told.
  await scene.sql("update contract_agreements set status = 'CLOSED' where status = 'PUBLISHED'");
  expect(money(await change('TRANSFER', waiting, { tuition: 'CONTRACT' }))).toEqual(['NEEDED']);
  await scene.sql("update contract_agreements set status = 'PUBLISHED' where status = 'CLOSED'");
});

it('what remains owed after the end of a contract can be paid, and no more than that', async () => {
  const id = scene.people[7]!;
  const contract = await scene.active(id);
  const gone = await change('EXPULSION', id);
  expect(money(gone)).toEqual(['TERMINATED', 'CANCELLED', 'OWED']);
  const { left } = (await scene.accountant.get(`/accounting/payment/balance?contract_id=${contract.id}`)).body;
  expect(Number(left)).toBeGreaterThan(0);
  const paid = await scene.pay(contract.id, left);
  expect([paid.status, paid.body.code]).toEqual([200, undefined]);
  expect((await scene.accountant.get(`/accounting/contract/${contract.id}`)).body).toMatchObject({
    status: 'TERMINATED',
    left: '0',
    credit: '0',
  });
  const more = await scene.pay(contract.id, '1000');
  expect([more.status, more.body.code, more.body.message]).toEqual([
    422,
    'CONTRACT_NOT_READY',
    'This cannot be done in the contract’s current status.',
  ]);
});

it('a leave that was paid for stops and ends with the return, and whoever leaves later owes what was earned by then', async () => {
  const id = scene.people[6]!;
  const contract = await scene.active(id);
  const away = await change('LEAVE', id, { ends_on: scene.day(90) });
  await scene.pay(contract.id, '12000000');
  expect(await contractOf(id)).toMatchObject({ status: 'FULFILLED', stops: scene.today });
  expect(money(await change('RETURN', id))).toContain('FINES_GO_ON');
  expect(await contractOf(id)).toMatchObject({ status: 'FULFILLED', stops: null });
  expect(money(away)).toContain('FINES_STOP');
  // Paid before the leave: the time away is not owed either.
  expect(money(await change('LEAVE', id, { ends_on: scene.day(90) }))).toContain('FINES_STOP');
  expect(await contractOf(id)).toMatchObject({ status: 'FULFILLED', stops: scene.today });
  await change('RETURN', id);
  // The contract of a year that is over and paid stays as it is.
  await scene.sql(
    'update academic_years set starts_on = starts_on - 400, ends_on = ends_on - 400 where id = (select academic_year_id from contracts where id = $1)',
    [contract.id],
  );
  expect(money(await change('WITHDRAWAL', id))).toEqual([]);
  expect(await contractOf(id)).toMatchObject({ status: 'FULFILLED' });
});
