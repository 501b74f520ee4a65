import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedForm } from '#tests/support/admission.ts';
import type { Caller } from '#tests/support/api.ts';
import { type CourseScene, courseScene, named } from '#tests/support/short-courses.ts';
import { countStatements } from '#tests/support/statements.ts';
import { endHolds } from './expiry.ts';

/** Whoever applies to admissions by the form of a course gets a place in it. */

const statements = countStatements();
let scene: CourseScene;
beforeAll(async () => {
  scene = await courseScene();
});
afterAll(() => scene.api.close());

const form = (title: string) =>
  publishedForm(scene.office, { title: named(title), opens_on: scene.day(-1), closes_on: scene.day(5) }, '/st_course');
const step = (id: number, status: string, reason?: string) =>
  scene.office.put('/st_course/application/status/', { id, status, reason });
const places = (course_id: number) =>
  scene.sql('select * from short_course_registrations where course_id = $1 order by id', [course_id]);

async function applicants(form_id: number, count: number, answers: object = {}) {
  const people = await scene.strangers(count);
  await scene.sql('update guests g set phone = a.phone from accounts a where a.id = g.account_id and a.id = any($1)', [
    people.map(({ account }) => account),
  ]);
  const sent: number[] = [];
  for (const { caller } of people) {
    const { body } = await caller.post('/st_course/application/', {
      form_id,
      answers: { school: 'A', finished: 2020, ...answers },
      submit: true,
    });
    sent.push(body.id);
  }
  return people.map((person, at) => ({ ...person, application: sent[at]! }));
}

describe('An application for a short course', () => {
  it('becomes a place once it is paid, of the same account, with a bill; cancelled it is free again', async () => {
    const { id: form_id } = await form('Ingliz tili');
    const course = await scene.course({ application_form_id: form_id });
    expect(course.application_form_id).toBe(form_id);
    const [one] = await applicants(form_id, 1);
    expect(await places(course.id)).toEqual([]);
    expect((await step(one!.application, 'PAID')).status).toBe(200);
    const [place] = await places(course.id);
    expect(place).toMatchObject({ account_id: one!.account, status: 'CONFIRMED', application_id: one!.application });
    expect((await scene.sql('select amount from contracts where id = $1', [place.contract_id]))[0].amount).toBe(
      120_000_000,
    );
    await step(one!.application, 'LISTENER');
    expect(await places(course.id)).toHaveLength(1);
    // Until the money is entered nobody completes it.
    const sheet = (await scene.office.get(`/short_term_course/attendance?course_id=${course.id}`)).body;
    expect(sheet.rows[0].lacks).toContain('not paid');
    const money = await scene.api.as('accounting_head');
    const pay = (amount: string) =>
      money.post('/accounting/payment/', {
        contract_id: place.contract_id,
        amount,
        paid_on: scene.day(0),
        payment_type: 'BANK',
      });
    expect((await pay('200000')).status).toBe(200);
    expect((await places(course.id))[0].status).toBe('CONFIRMED');
    expect((await pay('1000000')).status).toBe(200);
    expect((await step(one!.application, 'CANCELLED', 'Kelolmaydi')).status).toBe(200);
    expect((await places(course.id))[0].status).toBe('CANCELLED');
    const [balance] = await scene.sql('select owed, credit from edulab_contract_balance(array[$1::int])', [
      place.contract_id,
    ]);
    expect(balance).toEqual({ owed: 0, credit: 120_000_000 });
    expect(await scene.apartInBooks()).toEqual([]);
  });

  it('takes no place that is not there: it waits, in order, and nobody sits twice', async () => {
    const { id: form_id } = await form('Nemis tili');
    const course = await scene.course({ application_form_id: form_id, capacity: 2 });
    const people = await applicants(form_id, 4);
    const answers = await Promise.all(people.map(({ application }) => step(application, 'PAID')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const states = async () => (await places(course.id)).map((row) => row.status);
    expect(await states()).toEqual(['CONFIRMED', 'CONFIRMED', 'WAITING', 'WAITING']);
    const [told] = await scene.sql(
      "select count(*)::int as n from notices where title ->> 'en' like '%applied and paid for%'",
    );
    expect(told.n).toBeGreaterThan(0);
    const seated = (await places(course.id))[0];
    await step(seated.application_id, 'CANCELLED', 'Kelolmaydi');
    expect(await states()).toEqual(['CANCELLED', 'CONFIRMED', 'OFFERED', 'WAITING']);
  });

  it('of somebody who has a place already adds none', async () => {
    const { id: form_id } = await form('Fransuz tili');
    const course = await scene.course({ application_form_id: form_id });
    const [one] = await applicants(form_id, 1);
    await scene.register(one!.caller, course.id);
    expect((await step(one!.application, 'PAID')).status).toBe(200);
    expect(await places(course.id)).toHaveLength(1);
  });

  it('goes by a form that is of one course at a time, and of the kind for short courses', async () => {
    const { id: form_id } = await form('Xitoy tili');
    await scene.course({ application_form_id: form_id });
    expect((await scene.course({ application_form_id: form_id, status: 'DRAFT' })).code).toBe('FORM_HAS_COURSE');
    expect((await scene.course({ application_form_id: 999_999, status: 'DRAFT' })).code).toBe('UNKNOWN_REFERENCE');
    const forms = (await scene.office.get('/short_term_course/forms?search=Xitoy')).body;
    expect(forms).toEqual([{ id: form_id, title: 'Xitoy tili' }]);
    expect((await scene.teacher.get('/short_term_course/forms')).status).toBe(403);
  });
});

describe('What an application says of the place', () => {
  /** A form that asks who agrees for a minor, and for a discount code. */
  async function whole(title: string) {
    const { body: draft } = await scene.office.post('/st_course/application_form/', {
      title: named(title),
      opens_on: scene.day(-1),
      closes_on: scene.day(5),
    });
    const text = (key: string) => ({ key, type: 'TEXT', title: named(key), max: 100 });
    await scene.office.post('/st_course/application_form/field/batch/', {
      form_id: draft.id,
      title: named('Kurs'),
      fields: ['discount_code', 'guardian_name', 'guardian_phone'].map(text),
    });
    const { id, version } = draft;
    return (await scene.office.post('/st_course/application_form/', { id, version, status: 'PUBLISHED' })).body.id;
  }
  async function person(born: string | null = null) {
    const [one] = await scene.strangers(1);
    await scene.sql(
      'update guests g set phone = a.phone, birthdate = $2 from accounts a where a.id = g.account_id and a.id = $1',
      [one!.account, born],
    );
    return one!;
  }
  const send = (caller: Caller, form_id: number, answers: object) =>
    caller.post('/st_course/application/', { form_id, answers, submit: true });
  const code = (fields: object) =>
    scene.office.post('/short_term_course/code/', {
      starts_on: scene.day(-1),
      ends_on: scene.day(10),
      percent: 25,
      ...fields,
    });

  it('takes a code off the price, once as often as it may be used; a wrong one is told at its field', async () => {
    const form_id = await whole('Koreys tili');
    const course = await scene.course({ application_form_id: form_id });
    await code({ code: 'KOREYS-25', most_uses: 1 });
    const [one, two, three] = [await person(), await person(), await person()];
    const wrong = await send(one.caller, form_id, { discount_code: 'YOLGON-1' });
    expect([wrong.body.code, wrong.body.data.fields]).toEqual([
      'APPLICATION_INCOMPLETE',
      [{ path: 'answers.discount_code', code: 'CODE_UNKNOWN', message: expect.anything() }],
    ]);
    // Nothing of what was refused is left behind, and guessing is counted as everywhere.
    expect(await scene.sql('select 1 from applications where form_origin_id = $1', [form_id])).toEqual([]);
    expect(
      await scene.sql("select failures from attempt_counters where key = 'short course code ' || $1::text", [
        one.account,
      ]),
    ).toEqual([{ failures: 1 }]);
    const sent = await send(one.caller, form_id, { discount_code: 'koreys-25' });
    expect(sent.status).toBe(200);
    const late = (await send(two.caller, form_id, { discount_code: 'KOREYS-25' })).body;
    expect((await step(sent.body.id, 'PAID')).status).toBe(200);
    const [place] = await places(course.id);
    expect(place).toMatchObject({ status: 'CONFIRMED', discount: 30_000_000, price: 90_000_000 });
    expect((await scene.sql('select amount from contracts where id = $1', [place.contract_id]))[0].amount).toBe(
      90_000_000,
    );
    // It is used up by now, and nobody is let in dearer than they were told.
    const refused = await step(late.id, 'PAID');
    expect([refused.status, refused.body.code, refused.body.data.because]).toEqual([422, 'STEP_NOT_READY', 'code']);
    expect((await send(three.caller, form_id, { discount_code: 'KOREYS-25' })).body.data.fields[0].code).toBe(
      'CODE_USED_UP',
    );
    expect(await places(course.id)).toHaveLength(1);
    expect(await scene.apartInBooks()).toEqual([]);
  });

  it('asks who agrees for a minor', async () => {
    const form_id = await whole('Yapon tili');
    const course = await scene.course({ application_form_id: form_id });
    const young = await person(scene.day(-16 * 365));
    const refused = await send(young.caller, form_id, {});
    expect(refused.body.data.fields.map((one: { path: string; code: string }) => [one.path, one.code])).toEqual([
      ['answers.guardian_name', 'GUARDIAN_NEEDED'],
      ['answers.guardian_phone', 'GUARDIAN_NEEDED'],
    ]);
    const sent = await send(young.caller, form_id, { guardian_name: 'Usmonov Anvar', guardian_phone: '998901112233' });
    expect((await step(sent.body.id, 'PAID')).status).toBe(200);
    expect((await places(course.id))[0].guardian).toEqual({ name: 'Usmonov Anvar', phone: '998901112233' });
    // A form that does not ask lets nobody in whose guardian nobody knows.
    const { id: bare } = await form('Arab tili');
    await scene.course({ application_form_id: bare });
    const other = await person(scene.day(-16 * 365));
    const plain = await send(other.caller, bare, { school: 'A', finished: 2024 });
    expect((await step(plain.body.id, 'PAID')).body.data.because).toBe('guardian');
  });
});

describe('An application follows its place', () => {
  it('to its end with the certificate, back where that is taken back, and nobody says so by hand', async () => {
    const { id: form_id } = await form('Turk tili');
    const course = await scene.course({ application_form_id: form_id, price: '0' });
    const [one, two] = await applicants(form_id, 2);
    for (const { application } of [one!, two!]) await step(application, 'PAID');
    const state = async (id: number) =>
      (await scene.sql('select status from applications where id = $1', [id]))[0].status;
    await step(one!.application, 'LISTENER');
    const by_hand = await step(one!.application, 'COMPLETED');
    expect([by_hand.status, by_hand.body.data.because]).toEqual([422, 'listener']);
    await scene.begins(course.id);
    const [place, other] = await places(course.id);
    const done = await scene.teacher.put('/short_term_course/completion', {
      course_id: course.id,
      ids: [place.id, other.id],
    });
    expect(done.status).toBe(200);
    expect([await state(one!.application), await state(two!.application)]).toEqual(['CERTIFIED', 'CERTIFIED']);
    const back = await step(one!.application, 'LISTENER', 'Xato');
    expect([back.status, back.body.data.because]).toEqual([422, 'listener']);
    const undone = await scene.teacher.put('/short_term_course/completion/undo', {
      id: place.id,
      reason: 'Xato qoʻyilgan',
    });
    expect(undone.status).toBe(200);
    expect([await state(one!.application), await state(two!.application)]).toEqual(['LISTENER', 'CERTIFIED']);
    // Whoever gives the place up may apply again.
    await one!.caller.put('/short_term_course/registration/cancel', { id: place.id });
    expect(await state(one!.application)).toBe('CANCELLED');
    expect((await places(course.id))[0].status).toBe('CANCELLED');
  });
});

describe('An application ends with its place', () => {
  const state = async (id: number) =>
    (await scene.sql('select status from applications where id = $1', [id]))[0].status;
  const offered = async (title: string) => {
    const { id: form_id } = await form(title);
    const course = await scene.course({ application_form_id: form_id, capacity: 1, price: '0' });
    const [one, two] = await applicants(form_id, 2);
    for (const { application } of [one!, two!]) await step(application, 'PAID');
    const [first, second] = await places(course.id);
    await one!.caller.put('/short_term_course/registration/cancel', { id: first.id });
    expect((await places(course.id))[1].status).toBe('OFFERED');
    return { course, two: two!, second };
  };

  it('that was offered and declined', async () => {
    const { two, second } = await offered('Ispan tili');
    const declined = await two.caller.put('/short_term_course/registration/offer', { id: second.id, accept: false });
    expect(declined.status).toBe(200);
    expect(await state(two.application)).toBe('CANCELLED');
  });

  it('that nobody took in time', async () => {
    const { course, two } = await offered('Italyan tili');
    await scene.sql(
      "update short_course_registrations set until = edulab_now() - interval '1 minute' where course_id = $1 and status = 'OFFERED'",
      [course.id],
    );
    await endHolds(scene.api.kernel);
    expect((await places(course.id))[1].status).toBe('EXPIRED');
    expect(await state(two.application)).toBe('CANCELLED');
  });

  it('of a course that is cancelled, and goes on where that is taken back', async () => {
    const { id: form_id } = await form('Portugal tili');
    const course = await scene.course({ application_form_id: form_id, price: '0' });
    const people = await applicants(form_id, 3);
    for (const { application } of people) await step(application, 'PAID');
    const cancelled = await scene.office.put('/short_term_course/cancellation', {
      id: course.id,
      version: course.version,
      reason: 'Oʻqituvchi yoʻq',
      people: 3,
      refund: '0',
    });
    expect(cancelled.status).toBe(200);
    expect(await Promise.all(people.map(({ application }) => state(application)))).toEqual(Array(3).fill('CANCELLED'));
    // One of them applied by the same form again: nobody applies twice at once.
    await people[2]!.caller.post('/st_course/application/', { form_id, answers: { school: 'B', finished: 2021 } });
    // Nobody says by hand that a place is there again.
    const by_hand = await step(people[0]!.application, 'PAID', 'Xato');
    expect([by_hand.status, by_hand.body.data.because]).toEqual([422, 'listener']);
    const undone = await scene.office.put('/short_term_course/cancellation/undo', {
      id: course.id,
      version: cancelled.body.version,
      reason: 'Oʻqituvchi topildi',
    });
    expect(undone.status).toBe(200);
    expect(await Promise.all(people.map(({ application }) => state(application)))).toEqual([
      'PAID',
      'PAID',
      'CANCELLED',
    ]);
    await endHolds(scene.api.kernel);
    expect(await state(people[2]!.application)).toBe('CANCELLED');
  });

  it('many at once, in as many statements as few', async () => {
    const asked = async (count: number) => {
      const { id: form_id } = await form(`Grek tili ${count}`);
      const course = await scene.course({ application_form_id: form_id, price: '0', capacity: 20 });
      const people = await applicants(form_id, count);
      for (const { application } of people) await step(application, 'PAID');
      await scene.sql('update accounts set email = null where id = any($1)', [people.map(({ account }) => account)]);
      await scene.begins(course.id);
      const ids = (await places(course.id)).map((row) => row.id);
      const before = await scene.sql('select coalesce(max(id), 0) as id from outbox');
      statements.clear();
      await scene.teacher.put('/short_term_course/completion', { course_id: course.id, ids });
      const asks = statements.of('PUT /short_term_course/completion');
      expect(await Promise.all(people.map(({ application }) => state(application)))).toEqual(
        Array(count).fill('CERTIFIED'),
      );
      expect(await scene.sql("select id from outbox where channel = 'sms' and id > $1", [before[0].id])).toHaveLength(
        count,
      );
      return asks;
    };
    await asked(1);
    const [few, many] = [await asked(2), await asked(12)];
    expect(few).toBeGreaterThan(20);
    expect(many).toBeLessThan(few + 10);
  });
});

describe('Who agrees for a minor', () => {
  it('is named in a line, whatever room the form gives', async () => {
    const { body: draft } = await scene.office.post('/st_course/application_form/', {
      title: named('Fin tili'),
      opens_on: scene.day(-1),
      closes_on: scene.day(5),
    });
    await scene.office.post('/st_course/application_form/field/batch/', {
      form_id: draft.id,
      title: named('Kurs'),
      fields: ['guardian_name', 'guardian_phone'].map((key) => ({ key, type: 'TEXT', title: named(key), max: 4000 })),
    });
    const { body: open } = await scene.office.post('/st_course/application_form/', {
      id: draft.id,
      version: draft.version,
      status: 'PUBLISHED',
    });
    await scene.course({ application_form_id: open.id });
    const [one] = await scene.strangers(1);
    await scene.sql('update guests g set phone = a.phone from accounts a where a.id = g.account_id and a.id = $1', [
      one!.account,
    ]);
    const { body } = await one!.caller.post('/st_course/application/', {
      form_id: open.id,
      answers: { guardian_name: 'A'.repeat(201), guardian_phone: '9'.repeat(41) },
      submit: true,
    });
    expect(body.data.fields.map(({ path, code, message }: Record<string, string>) => [path, code, message])).toEqual([
      ['answers.guardian_name', 'too_long', expect.stringContaining('200')],
      ['answers.guardian_phone', 'too_long', expect.stringContaining('40')],
    ]);
  });
});

describe('Whoever signed up by phone alone', () => {
  it('is told by SMS of a place that is offered', async () => {
    const course = await scene.course({ capacity: 1, price: '0' });
    const [first, second] = await scene.strangers(2);
    await scene.sql('update accounts set email = null where id = $1', [second!.account]);
    const place = (await scene.register(first!.caller, course.id)).body;
    await scene.register(second!.caller, course.id, { waiting: true });
    await first!.caller.put('/short_term_course/registration/cancel', { id: place.id });
    const sent = await scene.sql(
      "select o.body from outbox o join accounts a on a.phone = o.recipient where o.channel = 'sms' and a.id = $1 order by o.id",
      [second!.account],
    );
    // Of what they did themselves they are told on the page before them.
    expect(sent).toHaveLength(1);
    expect(sent[0].body).toContain('/short-term-course/student');
  });
});
