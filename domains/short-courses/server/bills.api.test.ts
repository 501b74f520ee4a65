import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CourseScene, courseScene } from '#tests/support/short-courses.ts';

/** The paper of a bill: by the engine of invoices, made once, and anew once the bill is for another amount. */

let scene: CourseScene;
beforeAll(async () => {
  scene = await courseScene();
});
afterAll(() => scene?.api.close());

const said = async (id: number) =>
  (await scene.sql('select kind, number, title, body, account_id from issued_documents where id = $1', [id]))[0];

it('of a place says number, sum in words, tax and the way to pay; its person and the office have the same one', async () => {
  const course = await scene.course();
  const [person, other] = await scene.strangers(2);
  const held = (await scene.register(person!.caller, course.id)).body;
  const ask = (by = person!.caller, more = {}) =>
    by.post('/short_term_course/registration/bill', { id: held.id, language: 'en', ...more });
  const paper = (await ask()).body;
  expect(paper).toMatchObject({ number: held.bill.title, file: { src: expect.any(String) } });
  const { body, ...document } = await said(paper.id);
  expect(document).toEqual({ kind: 'INVOICE', number: paper.number, title: 'Invoice', account_id: person!.account });
  for (const part of [
    held.bill.title,
    held.name,
    course.title.uz,
    'One million two hundred thousand',
    'Including VAT of 12 %',
  ])
    expect(body.toLowerCase()).toContain(part.toLowerCase());
  expect((await ask(scene.office)).body.id).toBe(paper.id);
  expect((await ask(other!.caller)).status).toBe(404);
  const russian = (await ask(person!.caller, { language: 'ru' })).body;
  expect(russian.number).toBe(`${held.bill.title}/2`);
  expect((await ask()).body.id).toBe(paper.id);
  // Two presses at once are one paper.
  const both = await Promise.all([1, 2].map(() => ask(person!.caller, { language: 'uz' })));
  expect(new Set(both.map((one) => one.body.id)).size).toBe(1);
  // Given up, it is asked for no more.
  await person!.caller.put('/short_term_course/registration/cancel', { id: held.id });
  expect((await ask()).body.code).toBe('BILL_OVER');
});

it('of a company says for how many, and is another paper once one of them is gone', async () => {
  const course = await scene.course();
  const people = ['Ali', 'Vali'].map((firstname, at) => ({
    lastname: 'Karimov',
    firstname,
    phone: `99893700000${at}`,
  }));
  const group = (
    await scene.office.post('/short_term_course/group/', {
      course_id: course.id,
      company: 'Orient Tekstil MChJ',
      tin: '301234567',
      contact: 'Salimova Nargiza',
      phone: '998712001122',
      email: 'hr@orient.example.uz',
      pay_until: scene.day(10),
      price: '1200000',
      people,
    })
  ).body;
  const ask = () => scene.office.post('/short_term_course/group/bill', { id: group.id, language: 'en' });
  const first = (await ask()).body;
  expect(first.number).toBe(group.bill.title);
  const { body, account_id } = await said(first.id);
  expect([account_id, body.includes('listeners: 2'), body.includes('Two million four hundred')]).toEqual([
    null,
    true,
    true,
  ]);
  const { content } = (await scene.office.get(`/short_term_course/registration/?group_id=${group.id}`)).body;
  await scene.office.put('/short_term_course/registration/cancel', { id: content[0].id, reason: 'Kelmaydi' });
  const second = (await ask()).body;
  expect(second.number).toBe(`${group.bill.title}/2`);
  expect((await said(second.id)).body).toContain('listeners: 1');
  const [person] = await scene.strangers(1);
  expect((await person!.caller.post('/short_term_course/group/bill', { id: group.id })).status).toBe(403);
});

it('has the tax on top where accounting says so, wherever the price is told, and in the books', async () => {
  const money = await scene.api.as('accounting_head');
  const course = await scene.course();
  const [before, after, coded] = await scene.strangers(3);
  const first = (await scene.register(before!.caller, course.id)).body;
  expect((await money.put('/accounting/vat', { of: 'COURSE', percent: 12, on_top: true })).status).toBe(200);
  const shown = (await scene.office.get(`/short_term_course/${course.id}`)).body;
  expect(shown).toMatchObject({ price: '1200000', charged: '1344000', vat_percent: 12 });
  const offered = (await after!.caller.get(`/short_term_course/catalogue/${course.id}`)).body;
  expect(offered).toMatchObject({ charged: '1344000', vat_percent: 12 });
  // What was read without it is refused, not taken.
  const old = await scene.register(after!.caller, course.id, { price: '1200000' });
  expect([old.body.code, old.body.data.price]).toEqual(['COURSE_PRICE_CHANGED', '1344000']);
  const held = (await scene.register(after!.caller, course.id, { price: '1344000' })).body;
  expect(held).toMatchObject({ price: '1344000', vat: '144000', to_pay: '1344000' });
  // A code takes its share off what is paid, tax included.
  await scene.office.post('/short_term_course/code/', {
    code: 'QQS-25',
    percent: 25,
    starts_on: scene.day(0),
    ends_on: scene.day(9),
  });
  const priced = (await coded!.caller.post('/short_term_course/code/price', { course_id: course.id, code: 'QQS-25' }))
    .body;
  expect(priced).toEqual({ price: '1344000', discount: '336000', to_pay: '1008000' });
  const less = (await scene.register(coded!.caller, course.id, { code: 'QQS-25', price: '1008000' })).body;
  expect(less.vat).toBe('108000');
  // What was held before keeps its price, in which the tax is.
  const again = (await scene.office.get(`/short_term_course/registration/${first.id}`)).body;
  expect(again).toMatchObject({ price: '1200000', vat: '128571.43' });
  const state = async (contract: number) =>
    (
      await scene.sql(
        "select sum(amount)::text as sum from journal_entries where contract_id = $1 and credit = '6410'",
        [contract],
      )
    )[0].sum;
  expect([await state(held.bill.id), await state(less.bill.id), await state(first.bill.id)]).toEqual([
    '14400000',
    '10800000',
    '12857143',
  ]);
  expect(await scene.apartInBooks()).toEqual([]);
});
