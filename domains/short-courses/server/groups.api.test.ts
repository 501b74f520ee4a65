import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CourseScene, courseScene } from '#tests/support/short-courses.ts';
import { endHolds } from './expiry.ts';
import { personOf } from './group-list.ts';

let scene: CourseScene;
let made = 0;

beforeAll(async () => {
  scene = await courseScene();
});
afterAll(() => scene.api.close());

const people = (count: number) =>
  Array.from({ length: count }, () => ({
    lastname: 'Karimov',
    firstname: `Ali ${++made}`,
    phone: `9989355${String(made).padStart(5, '0')}`,
  }));
const send = (course_id: number, more: object = {}) =>
  scene.office.post('/short_term_course/group/', {
    course_id,
    company: 'Orient Tekstil MChJ',
    tin: '301234567',
    contact: 'Salimova Nargiza',
    phone: '998712001122',
    email: 'hr@orient.example.uz',
    pay_until: scene.day(10),
    price: '1200000',
    people: people(3),
    ...more,
  });
const listeners = async (group_id: number) =>
  (await scene.office.get(`/short_term_course/registration/?group_id=${group_id}&size=100`)).body.content;
const states = async (group_id: number) =>
  (await listeners(group_id)).map((one: { status: string }) => one.status).sort();
const pay = async (contract_id: number, amount: string) => {
  const money = await scene.api.as('accounting_head');
  return money.post('/student/external_payment/', {
    contract_id,
    amount,
    paid_on: scene.day(0),
    payment_type: 'BANK',
    external_ref: `group ${++made}`,
  });
};
const balance = async (contract_id: number) =>
  (await scene.sql('select owed, paid, credit from edulab_contract_balance(array[$1::int])', [contract_id]))[0];
const course = async (id: number) => (await scene.office.get(`/short_term_course/${id}`)).body;
const over = (group_id: number) =>
  scene.sql(
    `update short_course_registrations set until = edulab_clock() - interval '1 second' where group_id = $1 and until is not null`,
    [group_id],
  );

describe('A group from a company', () => {
  it('is read from what people paste', () => {
    expect(personOf('Karimov Ali Valiyevich\t+998 90 123-45-67\tali@firma.uz')).toEqual({
      lastname: 'Karimov',
      firstname: 'Ali',
      midname: 'Valiyevich',
      phone: '+998 90 123-45-67',
      email: 'ali@firma.uz',
    });
    expect(personOf('Karimova; ')).toMatchObject({ lastname: 'Karimova', firstname: '', phone: '', email: null });
  });

  it('is looked at before: what is wrong with which line, and the sum', async () => {
    const of = await scene.course();
    const { status, body } = await scene.office.post('/short_term_course/group/preview', {
      course_id: of.id,
      lines: 'Karimov Ali, 90 765 43 21\n\nValiyev Vali, 12, xato@\nNazarova Zilola\t+998907654321\n',
    });
    expect([status, body.price, body.total, body.left, body.faulty]).toEqual([200, '1200000', '3600000', 10, 2]);
    expect(body.people.map((one: { line: number; faults: string[] }) => [one.line, one.faults.length])).toEqual([
      [1, 0],
      [3, 2],
      [4, 1],
    ]);
    expect(body.people[0].phone).toBe('998907654321');
  });

  it('comes as a file too, with headings in any language, and tells the same of each row', async () => {
    const of = await scene.course();
    const look = async (name: string, text: string) => {
      const sent = await scene.office.upload(name, Buffer.from(text));
      return scene.office.post('/short_term_course/group/preview', { course_id: of.id, file_id: sent.body[0].id });
    };
    const read = await look(
      'royxat.csv',
      'Orient Tekstil\nФамилия;Имя;Отчество;Телефон;E-mail\nKarimov;Ali;Valiyevich;90 765 43 21;ali@firma.uz\nValiyev;;;12;\n',
    );
    expect([read.status, read.body.people.length, read.body.faulty]).toEqual([200, 2, 1]);
    expect(read.body.people[0]).toMatchObject({
      line: 3,
      lastname: 'Karimov',
      midname: 'Valiyevich',
      phone: '998907654321',
      email: 'ali@firma.uz',
      faults: [],
    });
    expect(read.body.people[1].faults).toHaveLength(2);
    expect((await look('boshqa.csv', 'a;b\n1;2\n')).body.code).toBe('FILE_NOT_READABLE');
    expect((await look('telefonsiz.csv', 'Familiya;Ism\nKarimov;Ali\n')).body.code).toBe('FILE_NOT_READABLE');
    const neither = await scene.office.post('/short_term_course/group/preview', { course_id: of.id });
    expect(neither.status).toBe(400);
  });

  it('comes with an empty list to fill in, and is never cut: too long a list is refused with how long it may be', async () => {
    const of = await scene.course({ capacity: 2500 });
    const file = await scene.office.get('/short_term_course/group/template');
    expect([file.status, file.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const sent = await scene.office.upload('royxat.xlsx', file.raw);
    const filled = await scene.office.post('/short_term_course/group/preview', {
      course_id: of.id,
      file_id: sent.body[0].id,
    });
    // Its headings are known; that nobody stands under them yet is said.
    expect([filled.body.code, filled.body.data.reason]).toEqual(['FILE_NOT_READABLE', 'EMPTY_FILE']);
    expect((await scene.teacher.get('/short_term_course/group/template')).status).toBe(403);
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `Karimov Ali, 99893${String(7_000_000 + at)}`).join('\n');
    const look = (count: number) =>
      scene.office.post('/short_term_course/group/preview', { course_id: of.id, lines: lines(count) });
    const many = await look(600);
    expect([many.body.people.length, many.body.faulty, many.body.total]).toEqual([600, 0, '720000000']);
    const long = await look(2001);
    expect([long.status, long.body.code, long.body.data]).toEqual([
      422,
      'GROUP_TOO_MANY',
      expect.objectContaining({ most: 2000 }),
    ]);
    const held = await send(of.id, {
      people: many.body.people.map(({ lastname, firstname, phone }: Record<string, string>) => ({
        lastname,
        firstname,
        phone,
      })),
    });
    expect([held.status, held.body.people]).toEqual([200, 600]);
  });

  it('holds its places together, pays one bill, and is confirmed together', async () => {
    const of = await scene.course();
    const sent = await send(of.id);
    expect([sent.status, sent.body]).toEqual([200, expect.objectContaining({ people: 3, owed: '3600000' })]);
    const group = sent.body;
    const all = await listeners(group.id);
    expect(all.map((one: { status: string; bill: unknown }) => [one.status, one.bill])).toEqual(
      Array(3).fill(['HELD', null]),
    );
    expect(all[0].group).toEqual({ id: group.id, company: 'Orient Tekstil MChJ' });
    await pay(group.bill.id, '3000000');
    expect(await states(group.id)).toEqual(['HELD', 'HELD', 'HELD']);
    await pay(group.bill.id, '600000');
    expect(await states(group.id)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect(await course(of.id)).toMatchObject({ confirmed: 3, held: 0, left: 7 });
    await scene.begins(of.id);
    const done = await scene.teacher.put('/short_term_course/completion', {
      course_id: of.id,
      ids: all.map((one: { id: number }) => one.id),
    });
    expect(done.status).toBe(200);
  });

  it('takes whoever has an account by their phone as who they are', async () => {
    const of = await scene.course();
    const [known] = await scene.strangers(1);
    const [{ phone }] = await scene.sql('select phone from accounts where id = $1', [known!.account]);
    const { body: group } = await send(of.id, { people: [{ lastname: 'Usmonova', firstname: 'Nodira', phone }] });
    expect((await listeners(group.id))[0].account_id).toBe(known!.account);
    const own = (await known!.caller.get('/short_term_course/registration/?mine=true')).body.content[0];
    expect(own).toMatchObject({ status: 'HELD', bill: null, group: { company: 'Orient Tekstil MChJ' } });
    const refused = await known!.caller.put('/short_term_course/registration/cancel', { id: own.id });
    expect([refused.status, refused.body.code]).toEqual([422, 'GROUP_PAYS']);
  });

  it('takes all places or none, also when two come at once', async () => {
    const of = await scene.course({ capacity: 5 });
    const answers = await Promise.all([send(of.id), send(of.id), send(of.id)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((one) => one.status === 409)!.body).toMatchObject({
      code: 'GROUP_PLACES',
      data: { left: 2, wanted: 3 },
    });
    expect(await course(of.id)).toMatchObject({ held: 3, left: 2 });
  });

  it('refuses who is named twice or has a place, old prices, late days, and whoever may not', async () => {
    const of = await scene.course();
    const [one] = people(1);
    const twice = await send(of.id, { people: [one, { ...one, firstname: 'Vali' }] });
    expect(twice.body).toMatchObject({
      code: 'GROUP_PERSON',
      data: { fields: [{ path: 'people.1.phone', code: 'GROUP_PERSON' }] },
    });
    expect((await send(of.id, { people: [one] })).status).toBe(200);
    expect((await send(of.id, { people: [one] })).body.code).toBe('GROUP_PERSON');
    const line = `Karimov Ali, ${one!.phone}`;
    const looked = await scene.office.post('/short_term_course/group/preview', { course_id: of.id, lines: line });
    expect(looked.body.faulty).toBe(1);
    expect((await send(of.id, { price: '1' })).body.code).toBe('COURSE_PRICE_CHANGED');
    expect((await send(of.id, { pay_until: scene.day(29) })).body.code).toBe('COURSE_DATES');
    expect((await send(of.id, { tin: '12' })).status).toBe(400);
    expect((await scene.teacher.get('/short_term_course/group/')).status).toBe(403);
    expect(await course(of.id)).toMatchObject({ held: 1 });
  });

  it('that pays too late has all places where they are free, and none where one lacks', async () => {
    const of = await scene.course({ capacity: 3 });
    const { body: group } = await send(of.id);
    await over(group.id);
    await endHolds(scene.api.kernel);
    expect(await states(group.id)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
    const [quick] = await scene.strangers(1);
    await scene.register(quick!.caller, of.id);
    await pay(group.bill.id, '3600000');
    expect(await states(group.id)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
    expect(await balance(group.bill.id)).toMatchObject({ owed: 0, credit: 360_000_000 });
    const other = await scene.course({ capacity: 3 });
    const { body: lucky } = await send(other.id);
    await over(lucky.id);
    await endHolds(scene.api.kernel);
    await pay(lucky.bill.id, '3600000');
    expect(await states(lucky.id)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
  });

  it('has a smaller bill when one of them goes, and what was paid above it waits', async () => {
    const of = await scene.course();
    const { body: group } = await send(of.id);
    await pay(group.bill.id, '2400000');
    const [one, two] = await listeners(group.id);
    await scene.office.put('/short_term_course/registration/cancel', { id: one.id, reason: 'Kasal' });
    expect(await states(group.id)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    await scene.office.put('/short_term_course/registration/cancel', { id: two.id, reason: 'Kasal' });
    expect(await balance(group.bill.id)).toMatchObject({ owed: 120_000_000, credit: 120_000_000 });
  });

  it('is cancelled whole, and goes and comes back with its course', async () => {
    const of = await scene.course();
    const { body: group } = await send(of.id);
    await pay(group.bill.id, '3600000');
    const { body: looked } = await scene.office.post('/short_term_course/cancellation/preview', { id: of.id });
    expect(looked).toMatchObject({ people: 3, refund: '3600000' });
    const { body: gone } = await scene.office.put('/short_term_course/cancellation', {
      id: of.id,
      version: (await course(of.id)).version,
      reason: 'Oʻqituvchi kasal',
      people: 3,
      refund: '3600000',
    });
    expect(await balance(group.bill.id)).toMatchObject({ owed: 0, credit: 360_000_000 });
    await scene.office.put('/short_term_course/cancellation/undo', {
      id: of.id,
      version: gone.version,
      reason: 'Topildi',
    });
    expect(await states(group.id)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect(await balance(group.bill.id)).toMatchObject({ owed: 360_000_000, credit: 0 });
    const { body: seen } = await scene.office.get(`/short_term_course/group/?course_id=${of.id}`);
    const { id, version } = seen.content[0];
    const ended = await scene.office.put('/short_term_course/group/cancel', {
      id,
      version,
      reason: 'Tashkilot voz kechdi',
    });
    expect(ended.body).toMatchObject({ people: 0, paid: '3600000' });
    expect(await states(group.id)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(await balance(group.bill.id)).toMatchObject({ owed: 0, credit: 360_000_000 });
    const again = await scene.office.put('/short_term_course/group/cancel', { id, version, reason: 'Yana' });
    expect(again.status).toBe(422);
  });
});

describe('The books', () => {
  it('agree with every bill after all of this, and its income is what is owed', async () => {
    const [{ n }] = await scene.sql("select count(*)::int as n from journal_entries where source = 'contracts'");
    expect(n).toBeGreaterThan(5);
    expect(await scene.apartInBooks()).toEqual([]);
  });
});
