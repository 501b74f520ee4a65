import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MoneyScene, moneyScene, text } from '#tests/support/money.ts';

let scene: MoneyScene;
beforeAll(async () => {
  scene = await moneyScene();
});
afterAll(() => scene?.api.close());

const open = (caller = scene.student, more = '') => caller.get(`/contract/agreement/open?degree=bachelor${more}`);
const actions = async () =>
  (await scene.sql("select required_actions from accounts where username = 'bachelor_student'"))[0].required_actions;

it('keeps agreements in revisions; what is published stays as it is', async () => {
  const { accountant, agreement } = scene;
  expect(agreement).toMatchObject({
    status: 'PUBLISHED',
    revision: 1,
    amount: '12000000',
    minimum_amount: '3000000',
    instalments: [{ amount: '6000000' }, { amount: '6000000' }],
  });
  const save = (more: object) =>
    accountant.post('/contract/agreement/', { id: agreement.id, version: agreement.version, ...more });
  expect((await save({ amount: '1' })).body.code).toBe('AGREEMENT_PUBLISHED');
  await expect(
    scene.sql('update contract_agreements set amount = 1 where id = $1', [agreement.id]),
  ).rejects.toMatchObject({ constraint: 'contract_agreements_published_once' });
  const next = (await accountant.post('/contract/agreement/revise', { id: agreement.id })).body;
  expect(next).toMatchObject({ status: 'DRAFT', revision: 2, origin_id: agreement.id, amount: '12000000' });
  expect((await accountant.post('/contract/agreement/revise', { id: agreement.id })).body.id).toBe(next.id);
  expect((await accountant.delete(`/contract/agreement/${next.id}?reason=Xato`)).status).toBe(200);
  expect((await accountant.delete(`/contract/agreement/${agreement.id}?reason=Xato`)).body.code).toBe(
    'AGREEMENT_PUBLISHED',
  );
});

it.each([
  [
    {
      instalments: [
        { share: 60, due_on: '2026-10-01' },
        { share: 39.99, due_on: '2027-01-01' },
      ],
    },
    'instalments',
  ],
  [
    {
      instalments: [
        { share: 50, due_on: '2026-10-01' },
        { share: 50, due_on: '2026-10-01' },
      ],
    },
    'instalments',
  ],
  [{ text: { uz: '{salom}', ru: '', en: '' } }, 'text.uz'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '12.345' }, 'amount'],
  [{ academic_year_id: 9999 }, 'academic_year_id'],
])('refuses an agreement that is not whole: %j', async (fault, path) => {
  const answer = await scene.accountant.post('/contract/agreement/', {
    name: 'X',
    title: { uz: 'X', ru: '', en: '' },
    level: 'BACHELOR',
    academic_year_id: scene.year,
    type: 'BASIC',
    amount: '1000',
    instalments: [{ share: 100, due_on: scene.day(1) }],
    fine: { percent_per_day: 0, most_percent: 0, grace_days: 0 },
    minimum_share: 0,
    text: text(),
    ...fault,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.body.data.fields[0].path).toBe(path);
});

it('is read without a session, and names nobody', async () => {
  const { status, body } = await open(scene.api.anonymous);
  expect(status).toBe(200);
  expect(body).toMatchObject({ contract: null, agreements: [{ amount: '12000000' }], text: [], phone: null });
  expect((await scene.api.anonymous.get('/contract/agreement/get')).status).toBe(401);
  expect((await scene.api.anonymous.post('/contract/agreement/accept')).status).toBe(401);
});

it('is opened and accepted by its person with a code, and stands from then on', async () => {
  const [who] = scene.people;
  const contract = await scene.issued(who!);
  expect(contract).toMatchObject({ status: 'ISSUED', number: expect.stringMatching(/^K-\d{4}-\d{6}$/) });
  expect(await actions()).toContain('BS_CONTRACT_ACCEPTANCE_REQUIRED');
  const read = (await open()).body;
  expect(read).toMatchObject({ contract: { id: contract.id }, phone: '2233', agreements: [] });
  expect(read.text[0].text).toContain(contract.number);
  expect((await scene.student.post('/contract/agreement/opened', { id: contract.id })).status).toBe(200);
  expect((await scene.student.post('/contract/agreement/code', { id: contract.id })).body.seconds).toBe(60);
  expect((await scene.student.post('/contract/agreement/code', { id: contract.id })).status).toBe(429);
  const yes = { id: contract.id, code: await scene.code(), sha256: read.sha256, language: 'en' };
  const accept = (more: object) => scene.student.post('/contract/agreement/accept', { ...yes, ...more });
  expect((await accept({ sha256: '0'.repeat(64) })).body.code).toBe('CONTRACT_TEXT_CHANGED');
  expect((await accept({ language: 'uz' })).body.code).toBe('CONTRACT_TEXT_CHANGED');
  expect((await accept({ code: yes.code === '000000' ? '000001' : '000000' })).body.code).toBe('ACCEPT_CODE_REFUSED');
  const both = await Promise.all([accept({}), accept({})]);
  expect(both.map((one) => one.status).toSorted()[0]).toBe(200);
  const accepted = (await accept({})).body;
  expect(accepted).toMatchObject({
    status: 'ACTIVE',
    accepted_sha256: read.sha256,
    accepted_language: 'en',
    overdue: '0',
    plan: [{ amount: '6000000' }, { amount: '6000000' }],
  });
  const [row] = await scene.sql('select * from contracts where id = $1', [contract.id]);
  expect(row.accepted_ip).toBe('127.0.0.1');
  expect(row.accepted_text).toContain(contract.number);
  expect(await actions()).not.toContain('BS_CONTRACT_ACCEPTANCE_REQUIRED');
  expect(
    (await scene.sql('select count(*)::int as n from student_debits where contract_id = $1', [contract.id]))[0].n,
  ).toBe(2);
  const change = await scene.accountant.post('/accounting/contract/', {
    id: row.id,
    version: row.version,
    amount: '5',
  });
  expect(change.body.code).toBe('CONTRACT_ACCEPTED');
  for (const sql of [
    'update contracts set accepted_text = $2 where id = $1',
    'update contracts set amount = 1, plan = \'[{"amount": 1}]\', payer_name = $2 where id = $1',
  ])
    await expect(scene.sql(sql, [row.id, 'x'])).rejects.toMatchObject({ constraint: 'contracts_accepted' });
  await expect(scene.sql('delete from contracts where id = $1', [row.id])).rejects.toMatchObject({
    constraint: 'contracts_accepted',
  });
  const paper = (await scene.student.get(`/accounting/contract/${row.id}/file`)).body;
  const stored = await scene.sql('select body from issued_documents where id = $1', [paper.id]);
  const [opened] = await scene.sql(
    "select details from security_events where kind = 'SENSITIVE_READ' order by id desc limit 1",
  );
  expect(opened.details).toEqual({ path: `/accounting/contract/${row.id}/file`, files: [paper.file.id] });
  expect(stored[0].body).toContain(read.sha256);
  expect(stored[0].body).toContain(contract.number);
});

it('shows a person their own alone', async () => {
  const other = await scene.issued(scene.people[1]!);
  expect((await scene.student.get(`/accounting/contract/${other.id}`)).status).toBe(404);
  expect((await scene.student.get(`/accounting/contract/${other.id}/text`)).status).toBe(404);
  expect((await scene.student.post('/contract/agreement/opened', { id: other.id })).status).toBe(404);
  expect((await open(scene.student, `&id=${other.id}`)).status).toBe(404);
  const list = (await scene.student.get('/accounting/contract/')).body;
  expect(list.content.map((row: { student_id: number }) => row.student_id)).toEqual([scene.people[0]]);
  expect((await scene.student.post('/accounting/contract/', {})).status).toBe(403);
  expect((await (await scene.api.as('accounting_head_viewer')).post('/accounting/contract/', {})).status).toBe(403);
  expect((await scene.accountant.get(`/accounting/contract/${other.number}`)).body.id).toBe(other.id);
  const twice = await scene.accountant.post('/accounting/contract/', {
    agreement_id: scene.agreement.id,
    student_id: other.student_id,
  });
  expect([twice.status, twice.body.code]).toEqual([409, 'CONTRACT_EXISTS']);
});

it('takes no step that its life does not know', async () => {
  const contract = await scene.issued(scene.people[2]!);
  const step = (status: string, more: object = {}) =>
    scene.accountant.put('/accounting/contract/status', { id: contract.id, status, ...more });
  expect((await step('FULFILLED')).body.code).toBe('TRANSITION_NOT_ALLOWED');
  expect((await step('OPENED')).status).toBe(403);
  expect((await step('TERMINATED')).body.code).toBe('REASON_REQUIRED');
  expect((await step('ACCEPTED', { version: 99 })).body.code).toBe('STALE');
  expect((await step('ACCEPTED')).body).toMatchObject({ status: 'ACTIVE', overdue: '0' });
  expect((await step('SUPERSEDED')).body.code).toBe('CONTRACT_NOT_READY');
  const ended = (await step('TERMINATED', { reason: 'Xato' })).body;
  expect(ended.status).toBe('TERMINATED');
  // What is not due yet is owed no more.
  expect((await scene.standing(scene.people[2]!)).total).toBe('6000000');
});

it('an addendum takes the place of the contract with what was paid', async () => {
  const who = scene.people[3]!;
  const [account] = await scene.sql(
    "update students set account_id = null where id = $1 returning (select id from accounts where username = 'master_student') as id",
    [who],
  );
  await scene.sql('update students set account_id = $2 where id = $1', [who, account.id]);
  await scene.sql("update accounts set phone = '998907776655' where id = $1", [account.id]);
  const student = await scene.api.as('master_student');
  const first = await scene.active(who);
  await scene.pay(first.id, '7000000');
  const second = await scene.issued(who, { supersedes_id: first.id, amount: '8000000' });
  expect(second).toMatchObject({ status: 'ISSUED', amount: '8000000' });
  const read = (await student.get(`/contract/agreement/get?id=${second.id}`)).body;
  await student.post('/contract/agreement/code', { id: second.id });
  const yes = { id: second.id, code: await scene.code(), sha256: read.sha256, language: 'en' };
  expect((await student.post('/contract/agreement/accept', yes)).body.status).toBe('ACTIVE');
  const [before] = await scene.sql('select status, superseded_by from contracts where id = $1', [first.id]);
  expect(before).toEqual({ status: 'SUPERSEDED', superseded_by: second.id });
  expect(await scene.standing(who)).toMatchObject({ total: '8000000', paid: '7000000' });
});

it('a draft that nobody was sent is deleted and comes back; what was sent is only ended', async () => {
  const { accountant } = scene;
  const draft = (
    await accountant.post('/accounting/contract/', {
      agreement_id: scene.agreement.id,
      student_id: scene.people[4]!,
    })
  ).body;
  expect(draft).toMatchObject({ status: 'DRAFT', can: { delete: true } });
  expect((await accountant.delete(`/accounting/contract/${draft.id}`)).status).toBe(200);
  expect((await accountant.get(`/accounting/contract/${draft.id}`)).status).toBe(404);
  expect((await accountant.get('/accounting/contract/?deleted=true')).body.content[0].id).toBe(draft.id);
  const back = (await accountant.post(`/accounting/contract/${draft.id}/restore`)).body;
  expect(back.number).toBe(draft.number);
  const step = { id: back.id, version: back.version, status: 'ISSUED' };
  expect((await accountant.put('/accounting/contract/status', step)).body.status).toBe('ISSUED');
  expect((await accountant.delete(`/accounting/contract/${draft.id}`)).body.code).toBe('CONTRACT_NOT_READY');
});
