import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CourseScene, courseScene } from '#tests/support/short-courses.ts';
import { discountOf } from './codes.ts';
import { endHolds } from './expiry.ts';

let scene: CourseScene;
let made = 0;

beforeAll(async () => {
  scene = await courseScene();
});
afterAll(() => scene.api.close());

const over = (id: number) =>
  scene.sql(`update short_course_registrations set until = edulab_clock() - interval '1 second' where id = $1`, [id]);
const newCode = async (more: object = {}) => {
  const { status, body } = await scene.office.post('/short_term_course/code/', {
    code: `bahor-${++made}`,
    percent: 25,
    starts_on: scene.day(-1),
    ends_on: scene.day(20),
    most_uses: 1,
    ...more,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const read = async (id: number) => (await scene.office.get(`/short_term_course/registration/${id}`)).body;
const pay = async (contract_id: number, amount: string) => {
  const money = await scene.api.as('accounting_head');
  return money.post('/student/external_payment/', {
    contract_id,
    amount,
    paid_on: scene.day(0),
    payment_type: 'PAYME',
    external_ref: `code ${++made}`,
  });
};

describe('A discount code', () => {
  it('never takes off more than the price', () => {
    expect(discountOf(1000, { percent: 33, amount: null })).toBe(330);
    expect(discountOf(1000, { percent: null, amount: 5000 })).toBe(1000);
  });

  it('says the price before and after, and the bill is of what is left to pay', async () => {
    const course = await scene.course();
    const { code } = await newCode();
    const [one] = await scene.strangers(1);
    const priced = await one!.caller.post('/short_term_course/code/price', { course_id: course.id, code: ` ${code} ` });
    expect(priced.body).toEqual({ price: '1200000', discount: '300000', to_pay: '900000' });
    const held = await scene.register(one!.caller, course.id, { code: code.toLowerCase(), price: '900000' });
    expect(held.body).toMatchObject({ status: 'HELD', price: '900000', discount: '300000', to_pay: '900000' });
    expect(held.body.vat).toBe('96428.57');
    await pay(held.body.bill.id, '900000');
    expect(await read(held.body.id)).toMatchObject({ status: 'CONFIRMED', paid: '900000', refund: '900000' });
  });

  it('that costs nothing any more confirms at once', async () => {
    const course = await scene.course();
    const { code } = await newCode({ percent: null, amount: '5000000' });
    const [one] = await scene.strangers(1);
    const { body } = await scene.register(one!.caller, course.id, { code, price: '0' });
    expect(body).toMatchObject({ status: 'CONFIRMED', price: '0', discount: '1200000', bill: null });
  });

  it('with one use taken by eight at once gives one, whatever course they take', async () => {
    const courses = [await scene.course(), await scene.course()];
    const { id, code } = await newCode();
    const people = await scene.strangers(8);
    const answers = await Promise.all(
      people.map(({ caller }, at) => scene.register(caller, courses[at % 2]!.id, { code })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(answers.find((one) => one.status === 409)!.body).toMatchObject({ code: 'CODE_USED_UP' });
    expect((await scene.office.get(`/short_term_course/code/${id}`)).body).toMatchObject({ uses: 1, most_uses: 1 });
  });

  it('is given back when the hold falls away, and money that comes later takes no use that somebody else has', async () => {
    const course = await scene.course();
    const { id, code } = await newCode();
    const [late, next] = await scene.strangers(2);
    const held = (await scene.register(late!.caller, course.id, { code })).body;
    expect((await scene.register(next!.caller, course.id, { code })).body.code).toBe('CODE_USED_UP');
    await over(held.id);
    expect((await scene.office.get(`/short_term_course/code/${id}`)).body.uses).toBe(0);
    const other = await scene.register(next!.caller, course.id, { code });
    expect(other.status).toBe(200);
    await endHolds(scene.api.kernel);
    await pay(held.bill.id, '900000');
    expect((await read(held.id)).status).toBe('EXPIRED');
    const [{ credit }] = await scene.sql('select credit from edulab_contract_balance(array[$1::int])', [held.bill.id]);
    expect(credit).toBe(90_000_000);
    expect((await scene.office.get(`/short_term_course/code/${id}`)).body.uses).toBe(1);
  });

  it('is not for the waiting list, but for the place that is offered', async () => {
    const course = await scene.course({ capacity: 1 });
    const { code } = await newCode();
    const [first, second] = await scene.strangers(2);
    const held = (await scene.register(first!.caller, course.id)).body;
    const refused = await scene.register(second!.caller, course.id, { waiting: true, code });
    expect([refused.status, refused.body.code]).toEqual([422, 'CODE_WITH_PLACE']);
    const waits = (await scene.register(second!.caller, course.id, { waiting: true })).body;
    await first!.caller.put('/short_term_course/registration/cancel', { id: held.id });
    const taken = await second!.caller.put('/short_term_course/registration/offer', {
      id: waits.id,
      accept: true,
      code,
    });
    expect(taken.body).toMatchObject({ status: 'HELD', price: '900000', discount: '300000', to_pay: '900000' });
  });

  it('holds between its days, for its course, and is not found by trying', async () => {
    const [course, other] = [await scene.course(), await scene.course()];
    const past = await newCode({ starts_on: scene.day(-9), ends_on: scene.day(-1) });
    const bound = await newCode({ course_id: other.id });
    const [one] = await scene.strangers(1);
    const ask = (code: string, course_id = course.id) =>
      one!.caller.post('/short_term_course/code/price', { course_id, code });
    expect((await ask(past.code)).body.code).toBe('CODE_UNKNOWN');
    expect((await ask(bound.code)).body.code).toBe('CODE_UNKNOWN');
    expect((await ask(bound.code, other.id)).status).toBe(200);
    for (let at = 0; at < 9; at++) await ask(`guess-${at}`);
    expect((await ask('guess-more')).status).toBe(429);
    expect((await scene.register(one!.caller, other.id, { code: bound.code })).status).toBe(429);
    expect((await scene.register(one!.caller, other.id)).status).toBe(200);
  });

  it('is one of a share and an amount, with its days in order, and its own', async () => {
    const save = (more: object) =>
      scene.office.post('/short_term_course/code/', {
        code: `xato-${++made}`,
        percent: 10,
        starts_on: scene.day(0),
        ends_on: scene.day(5),
        ...more,
      });
    expect((await save({ amount: '1000' })).body.code).toBe('CODE_KIND');
    expect((await save({ percent: null })).body.code).toBe('CODE_KIND');
    expect((await save({ ends_on: scene.day(-1) })).body.code).toBe('COURSE_DATES');
    expect((await save({ code: 'a b' })).status).toBe(400);
    const { code } = await newCode();
    expect((await save({ code })).body.code).toBe('CODE_TAKEN');
    const [one] = await scene.strangers(1);
    expect((await one!.caller.get('/short_term_course/code/')).status).toBe(403);
  });
});

describe('A review', () => {
  /** Listeners of a course who have completed it. */
  const completed = async (course_id: number, count: number) => {
    const people = await scene.strangers(count);
    const places: { caller: (typeof people)[number]['caller']; id: number }[] = [];
    for (const { caller } of people) {
      const { body } = await scene.register(caller, course_id);
      places.push({ caller, id: body.id });
    }
    await scene.begins(course_id);
    const done = await scene.teacher.put('/short_term_course/completion', {
      course_id,
      ids: places.map(({ id }) => id),
    });
    expect(done.status).toBe(200);
    return places;
  };
  const page = async (id: number) => (await scene.api.anonymous.get(`/short_term_course/catalogue/${id}`)).body;
  const say = (place: { caller: CourseScene['office']; id: number }, stars: number, words?: string) =>
    place.caller.put('/short_term_course/review', { registration_id: place.id, stars, words });

  it('is of who completed the course, once each, and shown from three on without names', async () => {
    const course = await scene.course({ price: '0' });
    const [early] = await scene.strangers(1);
    const place = (await scene.register(early!.caller, course.id)).body;
    expect((await say({ caller: early!.caller, id: place.id }, 5)).body.code).toBe('REVIEW_AFTER');
    const [a, b, c] = await completed(course.id, 3);
    expect((await say({ caller: b!.caller, id: a!.id }, 1)).status).toBe(404);
    expect((await say(a!, 6)).status).toBe(400);
    await say(a!, 2, 'Kutganimdek emas');
    expect((await say(a!, 5, 'Juda foydali')).body.review).toEqual({ stars: 5, words: 'Juda foydali' });
    await say(b!, 4);
    expect(await page(course.id)).toMatchObject({ rating: null, reviews: [] });
    await say(c!, 4, 'Yaxshi');
    const shown = await page(course.id);
    expect(shown.rating).toEqual({ mean: 4.3, count: 3 });
    expect(shown.reviews.map((one: { words: string }) => one.words)).toEqual(['Yaxshi', 'Juda foydali']);
    expect(JSON.stringify(shown)).not.toMatch(/Usmonova|registration/);
  });

  it('stands at the course that is held again, and its words may be hidden but not its stars', async () => {
    const first = await scene.course({ price: '0' });
    const places = await completed(first.id, 3);
    for (const place of places) await say(place, 3, `Soʻz ${place.id}`);
    const second = await scene.course({ price: '0', series_id: first.id });
    const third = await scene.course({ price: '0', series_id: second.id });
    expect(third.series).toMatchObject({ id: first.id });
    expect((await page(third.id)).rating).toEqual({ mean: 3, count: 3 });
    const { body: all } = await scene.office.get(`/short_term_course/review/?course_id=${first.id}`);
    const { id, version } = all.content[0];
    const hide = (more: object) =>
      scene.office.put('/short_term_course/review/hidden', { id, version, hidden: true, ...more });
    expect((await hide({})).body.code).toBe('REASON_REQUIRED');
    expect((await hide({ reason: 'Haqorat' })).body).toMatchObject({ hidden: true, hidden_reason: 'Haqorat' });
    expect((await hide({ reason: 'Haqorat' })).status).toBe(409);
    const shown = await page(third.id);
    expect([shown.rating.count, shown.reviews.length]).toEqual([3, 2]);
    const writer = places.find((one) => one.id === all.content[0].registration_id)!;
    const own = (await writer.caller.get(`/short_term_course/registration/${writer.id}`)).body;
    expect(own.review.words).toBe(`Soʻz ${writer.id}`);
    expect((await scene.teacher.get('/short_term_course/review/')).status).toBe(403);
    const { body: before } = await scene.office.get(`/short_term_course/${first.id}`);
    const round = await scene.office.post('/short_term_course/', {
      id: first.id,
      version: before.version,
      series_id: third.id,
    });
    expect(round.body.data.fields).toEqual([expect.objectContaining({ path: 'series_id', code: 'UNKNOWN_REFERENCE' })]);
  });
});

describe('The books', () => {
  it('agree with every bill after all of this, and its income is what is owed', async () => {
    const [{ n }] = await scene.sql("select count(*)::int as n from journal_entries where source = 'contracts'");
    expect(n).toBeGreaterThan(5);
    expect(await scene.apartInBooks()).toEqual([]);
  });
});
