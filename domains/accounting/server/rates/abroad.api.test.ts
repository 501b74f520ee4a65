import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene, text } from '#tests/support/money.ts';
import { sumOf } from '../../money.ts';
import { verifyJournal } from '../journal/verify.ts';
import { earnedShare } from '../life-contracts.ts';
import { issueDue } from '../new-year.ts';

/** Agreements whose fee is in another currency, and whatever makes contracts of them: one, many, those of a transfer, those of the night. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: MoneyScene;
let head: Caller;
beforeAll(async () => {
  scene = await moneyScene();
  head = await scene.api.as('registrar_head');
});
afterAll(() => scene?.api.close());

const enter = (rate: string, day = scene.today) =>
  scene.accountant.post('/accounting/exchange_rate/', { day, source: 'cbu.uz', text: `USD ${rate}` });
const forget = () => scene.sql('update exchange_rates set deleted_at = edulab_now() where deleted_at is null');
const agree = (name: string, more: object = {}) =>
  scene.accountant.post('/contract/agreement/', {
    name,
    title: { uz: name, ru: '', en: '' },
    level: 'BACHELOR',
    academic_year_id: scene.year,
    amount: '3500',
    currency: 'USD',
    instalments: [
      { share: 50, due_on: scene.day(-20) },
      { share: 50, due_on: scene.day(40) },
    ],
    fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 0 },
    minimum_share: 25,
    text: text(),
    ...more,
  });
const publish = async (name: string, more: object = {}) =>
  (await scene.accountant.post('/contract/agreement/publish', { id: (await agree(name, more)).body.id })).body;
const assign = (more: object) => scene.accountant.post('/accounting/contract/assign', more);
const step = (id: number, status: string) => scene.accountant.put('/accounting/contract/status', { id, status });
const contractOf = async (student: number) =>
  (await scene.accountant.get(`/accounting/contract/?student_id=${student}`)).body.content[0];
const living = () => scene.sql('select 1 from contracts where deleted_at is null');
const inSoum = (hundredths: number, tiyinPerUnit: number) => Math.round((hundredths * tiyinPerUnit) / 100);
const another = async (number: number, language = 'uz') =>
  (
    await scene.sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search)
       select institution_id, 'T-' || $2::int, firstname, 'T' || $2::int, level, $3, entry_year, tuition, course_id, 't' || $2::int from students where id = $1 returning id`,
      [scene.people[1], number, language],
    )
  )[0].id as number;

let dollars: Any;

it('an agreement has its fee and its parts in its currency, and keeps it once it is published', async () => {
  dollars = await publish('USD-2026', { language: 'uz' });
  expect(dollars).toMatchObject({ currency: 'USD', amount: '3500', minimum_amount: '875' });
  expect(dollars.instalments.map(({ amount }: Any) => amount)).toEqual(['1750', '1750']);
  await expect(scene.sql('update contract_agreements set currency = null where id = $1', [dollars.id])).rejects.toThrow(
    'is published',
  );
  const next = (await scene.accountant.post('/contract/agreement/revise', { id: dollars.id })).body;
  expect(next).toMatchObject({ currency: 'USD', amount: '3500', status: 'DRAFT' });
  // Strangers read it as it is agreed.
  const open = (await scene.api.anonymous.get('/contract/agreement/open?degree=bachelor')).body.agreements;
  expect(open.find(({ id }: Any) => id === dollars.id)).toMatchObject({
    amount: '3500',
    currency: 'USD',
    language: 'uz',
  });
});

it('without a rate of the day nobody has a contract of it, one or many', async () => {
  const before = (await living()).length;
  for (const ask of [{ preview: true }, {}]) {
    const refused = await assign({ agreement_id: dollars.id, ...ask });
    expect([refused.status, refused.body.code]).toEqual([422, 'RATE_MISSING']);
    expect(refused.body.message).toContain('USD');
  }
  const one = await scene.accountant.post('/accounting/contract/', {
    agreement_id: dollars.id,
    student_id: scene.people[0],
  });
  expect([one.status, one.body.code]).toEqual([422, 'RATE_MISSING']);
  expect(await living()).toHaveLength(before);
});

it('many contracts are fixed by the rate of the day on which they are issued, and the preview says both sums', async () => {
  await enter('12000.01');
  const ids = scene.people.slice(0, 3);
  const told = (await assign({ agreement_id: dollars.id, student_ids: ids, preview: true })).body;
  expect(told).toMatchObject({
    count: 3,
    amount: '126000105',
    foreign: { currency: 'USD', amount: '3500', rate: '12000.01', per: 1, day: scene.today, source: 'cbu.uz' },
  });
  const { job_id } = (await assign({ agreement_id: dollars.id, student_ids: ids })).body;
  expect((await scene.api.finished(job_id)).state).toBe('done');
  for (const id of ids) {
    const made = await contractOf(id);
    expect(made).toMatchObject({
      status: 'ISSUED',
      amount: '42000035',
      foreign: { currency: 'USD', amount: '3500', rate: '12000.01', day: scene.today },
    });
    const whole = (await scene.accountant.get(`/accounting/contract/${made.id}`)).body;
    expect(whole.plan.map(({ amount }: Any) => amount)).toEqual(['21000017.50', '21000017.50']);
  }
  const { paragraphs } = (await scene.student.get(`/accounting/contract/${(await contractOf(ids[0]!)).id}/text`)).body;
  const said = JSON.stringify(paragraphs).replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
  for (const part of ['USD', '3 500', '42 000 035', '12000.01', 'cbu.uz']) expect(said).toContain(part);
  // Taken back all together.
  expect((await scene.accountant.post(`/job/${job_id}/undo`)).status).toBe(200);
  for (const id of ids) expect(await contractOf(id)).toBeUndefined();
});

it('a rate that goes between the preview and the work leaves nobody with a contract', async () => {
  const before = (await living()).length;
  // The work waits for whoever does the same, which is this test.
  const holder = await scene.api.database.owner.connect();
  await holder.query("begin; select pg_advisory_xact_lock(hashtext('contracts.assign'), 1)");
  const { job_id } = (await assign({ agreement_id: dollars.id, student_ids: scene.people.slice(0, 3) })).body;
  await forget();
  await holder.query('commit');
  holder.release();
  const job = await scene.api.finished(job_id);
  expect(job.state).toBe('failed');
  expect(job.error).toContain('no USD rate');
  expect(await living()).toHaveLength(before);
});

it('one contract of it is in its currency unless another sum is told', async () => {
  await forget();
  await enter('12000');
  const make = (more: object) =>
    scene.accountant.post('/accounting/contract/', { agreement_id: dollars.id, student_id: scene.people[3], ...more });
  const usual = (await make({})).body;
  expect(usual).toMatchObject({ amount: '42000000', foreign: { amount: '3500', currency: 'USD' } });
  await scene.accountant.delete(`/accounting/contract/${usual.id}`);
  const less = (await make({ currency_amount: '3000.50', currency: null })).body;
  expect(less).toMatchObject({ amount: '36006000', foreign: { amount: '3000.50', currency: 'USD' } });
  await scene.accountant.delete(`/accounting/contract/${less.id}`);
  const soum = (await make({ amount: '40000000' })).body;
  expect(soum).toMatchObject({ amount: '40000000', foreign: null });
  await scene.accountant.delete(`/accounting/contract/${soum.id}`);
});

it('drafts of a year wait for its first day; the night fixes them anew, or tells accounting which rate it needs', async () => {
  const draft = (
    await scene.accountant.post('/accounting/contract/', { agreement_id: dollars.id, student_id: scene.people[4] })
  ).body;
  await scene.sql('update contracts set issues_on = edulab_today() where id = $1', [draft.id]);
  await forget();
  const night = () => issueDue(scene.api.kernel);
  await night();
  expect(await contractOf(scene.people[4]!)).toMatchObject({ status: 'DRAFT', foreign: { rate: '12000' } });
  const notices = await scene.sql("select title from notices where title::text like '%USD%'");
  expect(notices.length).toBeGreaterThan(0);
  await enter('12100');
  await night();
  expect(await contractOf(scene.people[4]!)).toMatchObject({
    status: 'ISSUED',
    amount: '42350000',
    foreign: { rate: '12100', day: scene.today },
  });
});

it('a change of price is an addendum by the rate of its own day; a discount is off what was fixed', async () => {
  const id = scene.people[5]!;
  const { id: first } = (
    await scene.accountant.post('/accounting/contract/', { agreement_id: dollars.id, student_id: id })
  ).body;
  for (const status of ['ISSUED', 'ACCEPTED']) await step(first, status);
  expect(await scene.standing(id)).toMatchObject({ total: '42350000' });
  await enter('12200');
  const addendum = (
    await scene.accountant.post('/accounting/contract/', {
      agreement_id: dollars.id,
      student_id: id,
      supersedes_id: first,
      currency_amount: '3000',
    })
  ).body;
  expect(addendum).toMatchObject({ amount: '36600000', foreign: { amount: '3000', rate: '12200' } });
  // It goes out on a day with another rate.
  await enter('12250');
  expect((await step(addendum.id, 'ISSUED')).body).toMatchObject({ amount: '36750000', foreign: { rate: '12250' } });
  expect((await step(addendum.id, 'ACCEPTED')).status).toBe(200);
  expect(await scene.standing(id)).toMatchObject({ total: '36750000' });
  expect((await scene.accountant.get(`/accounting/contract/${first}`)).body).toMatchObject({
    status: 'SUPERSEDED',
    amount: '42350000',
    foreign: { rate: '12100' },
  });
  const debits = await scene.sql(
    'select id, amount::int8 from student_debits where contract_id = $1 and deleted_at is null order by due_on',
    [addendum.id],
  );
  const off = await scene.accountant.post('/student/debit_detail', {
    debit_id: debits[0].id,
    amount: '-1000000',
    reason: 'Ota-onasi xodim',
  });
  expect(off.status).toBe(200);
  expect(await scene.standing(id)).toMatchObject({ total: '35750000' });
});

it('a move drafts an addendum: what was earned in soʻm, what is left in the currency of the new fee, anew as it goes out', async () => {
  await publish('USD-EN-2026', { language: 'en', amount: '6000' });
  const id = await another(20);
  const { id: first } = (
    await scene.accountant.post('/accounting/contract/', { agreement_id: scene.agreement.id, student_id: id })
  ).body;
  for (const status of ['ISSUED', 'ACCEPTED']) expect((await step(first, status)).status).toBe(200);
  const move = () => head.post('/student/life', { ids: [id], kind: 'TRANSFER', reason: 'Ariza', study_language: 'en' });
  await forget();
  const refused = await move();
  expect([refused.status, refused.body.code]).toEqual([422, 'RATE_MISSING']);
  expect(await scene.sql('select study_language from students where id = $1', [id])).toEqual([
    { study_language: 'uz' },
  ]);
  await enter('12000');
  expect((await move()).status).toBe(200);
  const year = { starts_on: scene.day(-100), ends_on: scene.day(200) };
  const earned = earnedShare(1_200_000_000, year, scene.today);
  const left = 600_000 - earnedShare(600_000, year, scene.today);
  const drafted = async () => (await scene.accountant.get(`/accounting/contract/${(await contractOf(id)).id}`)).body;
  const draft = await drafted();
  expect(draft).toMatchObject({
    status: 'DRAFT',
    amount: sumOf(earned + inSoum(left, 1_200_000)),
    earned_before: sumOf(earned),
    foreign: { currency: 'USD', amount: sumOf(left), rate: '12000' },
  });
  const days = draft.plan.map(({ due_on }: Any) => due_on);
  await enter('12345.67');
  const issued = (await step(draft.id, 'ISSUED')).body;
  const amount = earned + inSoum(left, 1_234_567);
  expect(issued).toMatchObject({ amount: sumOf(amount), foreign: { amount: sumOf(left), rate: '12345.67' } });
  expect(issued.plan.map(({ due_on }: Any) => due_on)).toEqual(days);
  // What was earned stays due when it was.
  expect(issued.plan[0]).toEqual(draft.plan[0]);
  const { paragraphs } = (await scene.accountant.get(`/accounting/contract/${draft.id}/text`)).body;
  const said = JSON.stringify(paragraphs).replaceAll(/[\u00a0\u202f\u2009\s]/g, '');
  for (const sum of [sumOf(earned), sumOf(left), '12345.67'])
    expect(said.replaceAll(',', '.')).toContain(sum.replaceAll(',', '.'));
  expect((await step(draft.id, 'ACCEPTED')).status).toBe(200);
  expect(await scene.standing(id)).toMatchObject({ total: sumOf(amount) });
});

it('has the tax that comes on top in both sums', async () => {
  await scene.accountant.put('/accounting/vat/', { of: 'TUITION', percent: 12, on_top: true });
  await enter('10000');
  const id = await another(21);
  const made = (await scene.accountant.post('/accounting/contract/', { agreement_id: dollars.id, student_id: id }))
    .body;
  expect(made).toMatchObject({ amount: '39200000', foreign: { amount: '3920' } });
});

it('leaves the books in balance', async () => {
  const owner = await scene.api.database.owner.connect();
  expect((await verifyJournal(owner, scene.api.dataDir)).faults).toEqual([]);
  owner.release();
});
