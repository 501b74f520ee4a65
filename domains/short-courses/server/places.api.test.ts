import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type CourseScene, courseScene, named } from '#tests/support/short-courses.ts';
import { endHolds } from './expiry.ts';

let scene: CourseScene;
let office: Caller;

beforeAll(async () => {
  scene = await courseScene();
  office = scene.office;
});
afterAll(() => scene.api.close());

const state = async (id: number) => (await office.get(`/short_term_course/registration/${id}`)).body.status;
const over = (id: number) =>
  scene.sql(`update short_course_registrations set until = edulab_clock() - interval '1 second' where id = $1`, [id]);

describe('Places in a short course', () => {
  it('are ten for a hundred who ask at once', async () => {
    const course = await scene.course({ capacity: 10 });
    const people = await scene.strangers(100);
    const answers = await Promise.all(people.map(({ caller }) => scene.register(caller, course.id)));
    const got = answers.filter((one) => one.status === 200);
    expect(got).toHaveLength(10);
    expect(new Set(got.map((one) => one.body.status))).toEqual(new Set(['HELD']));
    expect(answers.filter((one) => one.body.code === 'COURSE_FULL')).toHaveLength(90);
    expect((await office.get(`/short_term_course/${course.id}`)).body).toMatchObject({ held: 10, left: 0, waiting: 0 });
  });

  it('are one for each person, also where one asks twice at once', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    const answers = await Promise.all([1, 2, 3].map(() => scene.register(person!.caller, course.id)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((one) => one.status === 409)?.body.code).toBe('ALREADY_REGISTERED');
  });

  it('are held until an instant, after which they are free though nobody wrote so', async () => {
    const course = await scene.course({ capacity: 1, hold_hours: 2 });
    const [first, second] = await scene.strangers(2);
    const held = await scene.register(first!.caller, course.id);
    expect(held.body).toMatchObject({ status: 'HELD', price: '1200000', vat: '128571.43' });
    expect(Math.round((Date.parse(held.body.until) - Date.parse(held.body.created_at)) / 60_000)).toBe(120);
    await over(held.body.id);
    expect((await scene.api.anonymous.get(`/short_term_course/catalogue/${course.id}`)).body.left).toBe(1);
    expect((await first!.caller.get(`/short_term_course/registration/${held.body.id}`)).body.status).toBe('EXPIRED');
    const next = await scene.register(second!.caller, course.id);
    expect(next.body.status).toBe('HELD');
    expect((await scene.register(first!.caller, course.id)).body.code).toBe('COURSE_FULL');
  });

  it('are confirmed at once where they cost nothing', async () => {
    const course = await scene.course({ price: '0' });
    const [person] = await scene.strangers(1);
    expect((await scene.register(person!.caller, course.id)).body).toMatchObject({ status: 'CONFIRMED', until: null });
  });

  it('go to who waits longest, one offer for one place, and may be declined', async () => {
    const course = await scene.course({ capacity: 1 });
    const [holder, one, two, three] = await scene.strangers(4);
    const held = (await scene.register(holder!.caller, course.id)).body;
    expect((await scene.register(one!.caller, course.id)).body.code).toBe('COURSE_FULL');
    const waits = [];
    for (const person of [one, two, three])
      waits.push((await scene.register(person!.caller, course.id, { waiting: true })).body);
    expect(waits.map((row) => [row.status, row.ahead])).toEqual([
      ['WAITING', 0],
      ['WAITING', 1],
      ['WAITING', 2],
    ]);
    await over(held.id);
    // The clock and the office at once: still one offer.
    await Promise.all([
      endHolds(scene.api.kernel),
      endHolds(scene.api.kernel),
      office.post('/short_term_course/', { id: course.id, version: course.version, capacity: 1 }),
    ]);
    expect(await Promise.all(waits.map((row) => state(row.id)))).toEqual(['OFFERED', 'WAITING', 'WAITING']);
    expect(await scene.api.lastMessage('nobody@example.uz').catch(() => 'none')).toBe('none');
    const { body: declined } = await one!.caller.put('/short_term_course/registration/offer', {
      id: waits[0].id,
      accept: false,
    });
    expect(declined.status).toBe('CANCELLED');
    expect(await state(waits[1].id)).toBe('OFFERED');
    const taken = await two!.caller.put('/short_term_course/registration/offer', { id: waits[1].id, accept: true });
    expect(taken.body.status).toBe('HELD');
    expect(await state(waits[2].id)).toBe('WAITING');
  });

  it('that are offered are taken at the last second, and not one later', async () => {
    const course = await scene.course({ capacity: 1 });
    const [holder, one, two] = await scene.strangers(3);
    const held = (await scene.register(holder!.caller, course.id)).body;
    const waits = [
      (await scene.register(one!.caller, course.id, { waiting: true })).body,
      (await scene.register(two!.caller, course.id, { waiting: true })).body,
    ];
    await holder!.caller.put('/short_term_course/registration/cancel', { id: held.id });
    expect(await state(waits[0].id)).toBe('OFFERED');
    await over(waits[0].id);
    const late = await one!.caller.put('/short_term_course/registration/offer', { id: waits[0].id, accept: true });
    expect(late).toMatchObject({ status: 409, body: { code: 'PLACE_GONE' } });
    await endHolds(scene.api.kernel);
    expect(await state(waits[1].id)).toBe('OFFERED');
    await scene.sql(
      `update short_course_registrations set until = edulab_clock() + interval '1 second' where id = $1`,
      [waits[1].id],
    );
    const answers = await Promise.all([
      two!.caller.put('/short_term_course/registration/offer', { id: waits[1].id, accept: true }),
      endHolds(scene.api.kernel),
    ]);
    expect(answers[0].body.status).toBe('HELD');
  });

  it('that are added are offered, and never become fewer than are taken', async () => {
    const course = await scene.course({ capacity: 2 });
    const people = await scene.strangers(6);
    for (const { caller } of people) await scene.register(caller, course.id, { waiting: true });
    const fewer = await office.post('/short_term_course/', { id: course.id, version: course.version, capacity: 1 });
    expect(fewer).toMatchObject({ status: 422, body: { code: 'CAPACITY_BELOW', data: { taken: 2 } } });
    const more = await office.post('/short_term_course/', { id: course.id, version: course.version, capacity: 5 });
    expect(more.status).toBe(200);
    const { body: list } = await office.get(`/short_term_course/registration/?course_id=${course.id}&status=OFFERED`);
    expect(list.total_elements).toBe(3);
  });

  it('are given up by their person, or taken by the office with a reason', async () => {
    const course = await scene.course();
    const [one, two] = await scene.strangers(2);
    const a = (await scene.register(one!.caller, course.id)).body;
    const b = (await scene.register(two!.caller, course.id)).body;
    expect((await two!.caller.put('/short_term_course/registration/cancel', { id: a.id })).status).toBe(404);
    expect((await one!.caller.put('/short_term_course/registration/cancel', { id: a.id })).body.status).toBe(
      'CANCELLED',
    );
    expect((await office.put('/short_term_course/registration/cancel', { id: b.id })).body.code).toBe(
      'REASON_REQUIRED',
    );
    const taken = await office.put('/short_term_course/registration/cancel', {
      id: b.id,
      reason: 'Talablarga mos emas',
    });
    expect(taken.body).toMatchObject({ status: 'CANCELLED', reason: 'Talablarga mos emas' });
    expect((await one!.caller.put('/short_term_course/registration/cancel', { id: a.id })).body.code).toBe(
      'TRANSITION_NOT_ALLOWED',
    );
  });

  it('need somebody who agreed for a minor, and the price that was read', async () => {
    const course = await scene.course();
    const [young, other] = await scene.strangers(2);
    await scene.sql(`update guests set birthdate = edulab_today() - interval '16 years' where account_id = $1`, [
      young!.account,
    ]);
    const alone = await scene.register(young!.caller, course.id);
    expect(alone).toMatchObject({ status: 422, body: { code: 'GUARDIAN_NEEDED' } });
    const agreed = await scene.register(young!.caller, course.id, {
      guardian: { name: 'Usmonov Baxtiyor', phone: '998901112233' },
    });
    expect(agreed.body.guardian.name).toBe('Usmonov Baxtiyor');
    const read = await scene.register(other!.caller, course.id, { price: '900000' });
    expect(read).toMatchObject({ status: 409, body: { code: 'COURSE_PRICE_CHANGED', data: { price: '1200000' } } });
    await office.post('/short_term_course/', { id: course.id, version: course.version, price: '2000000' });
    expect((await young!.caller.get(`/short_term_course/registration/${agreed.body.id}`)).body.price).toBe('1200000');
  });
});

describe('Whose age no record tells', () => {
  it('says that they are eighteen, or who agreed; a record goes before their word', async () => {
    const course = await scene.course();
    const [grown, young, known] = await scene.strangers(3);
    const silent = await scene.register(grown!.caller, course.id, { adult: undefined });
    expect(silent).toMatchObject({ status: 422, body: { code: 'AGE_NEEDED' } });
    expect(silent.body.data.fields).toMatchObject([{ path: 'adult', code: 'AGE_NEEDED' }]);
    expect((await scene.register(grown!.caller, course.id, { adult: false })).body.code).toBe('AGE_NEEDED');
    expect((await office.get(`/short_term_course/${course.id}`)).body).toMatchObject({ held: 0, left: 10 });
    expect((await scene.register(grown!.caller, course.id)).body).toMatchObject({ adult: true, guardian: null });
    const guardian = { name: 'Usmonov Baxtiyor', phone: '998901112233' };
    const agreed = await scene.register(young!.caller, course.id, { adult: undefined, guardian });
    expect(agreed.body).toMatchObject({ adult: false, guardian });
    const bornOn = (years: number) =>
      scene.sql('update guests set birthdate = $2::date - make_interval(years => $3::int) where account_id = $1', [
        known!.account,
        course.starts_on,
        years,
      ]);
    // Eighteen on the very first day is eighteen; a day later is not.
    await bornOn(18);
    await scene.sql('update guests set birthdate = birthdate + 1 where account_id = $1', [known!.account]);
    expect((await scene.register(known!.caller, course.id)).body.code).toBe('GUARDIAN_NEEDED');
    await bornOn(18);
    expect((await scene.register(known!.caller, course.id, { adult: undefined })).body).toMatchObject({ adult: false });
  });
});

describe('The door of strangers', () => {
  it('holds no place before a code has confirmed a phone, and tells nobody who is here already', async () => {
    const { anonymous } = scene.api;
    const course = await scene.course();
    expect((await scene.register(anonymous, course.id)).status).toBe(401);
    const [known] = await scene.strangers(1);
    const [{ phone }] = await scene.sql('select phone from accounts where id = $1', [known!.account]);
    const door = async (of: string) => {
      const sent = await anonymous.post('/admission/sms/send', { phone: of });
      const asked = await anonymous.post('/check-guest-user', { phone: of });
      const guessed = await anonymous.post('/check-guest-user', { phone: of, code: 'aaaaaa' });
      const { asker: _, ...told } = sent.body;
      return [sent.status, told, asked.status, asked.body, guessed.status, guessed.body.code ?? guessed.body];
    };
    const here = await door(phone);
    expect(here.slice(0, 4)).toEqual([200, { ok: true, seconds: 60 }, 200, { exists: null }]);
    expect(await door('998907770001')).toEqual(here);
  });
});

describe('Fewer places at the moment at which they are taken', () => {
  it('never leave more people than places, whoever is first', async () => {
    const course = await scene.course({ capacity: 8 });
    const people = await scene.strangers(8);
    const less = () => office.post('/short_term_course/', { id: course.id, version: course.version, capacity: 3 });
    const [fewer, ...answers] = await Promise.all([
      less(),
      ...people.map(({ caller }) => scene.register(caller, course.id)),
    ]);
    const got = answers.filter(({ status }) => status === 200).length;
    const { body: now } = await office.get(`/short_term_course/${course.id}`);
    expect(now).toMatchObject({ held: got, left: now.capacity - got });
    expect(got).toBeLessThanOrEqual(now.capacity);
    expect([fewer.status, now.capacity]).toEqual(fewer.status === 200 ? [200, 3] : [422, 8]);
  });
});

describe('A student who takes a course', () => {
  it('stays one person: the same account, whose places go with it, and two places are settled before two become one', async () => {
    const course = await scene.course({ price: '0' });
    const [stranger] = await scene.strangers(1);
    const student = await scene.api.as('bachelor_student');
    const [{ id: account }] = await scene.sql("select id from accounts where username = 'bachelor_student'");
    const count = async () => (await scene.sql('select count(*)::int as n from accounts'))[0].n;
    const before = await count();
    const own = await scene.register(student, course.id);
    expect(own.body).toMatchObject({ status: 'CONFIRMED', account_id: account });
    expect(await count()).toBe(before);
    await scene.register(stranger!.caller, course.id);
    const admin = await scene.api.as('super_admin');
    const seen = await admin.post('/person/merge/preview', {
      keep: `account:${account}`,
      drop: `account:${stranger!.account}`,
    });
    expect(JSON.stringify(seen.body)).toContain('TWO_PLACES');
  });
});

describe('The catalogue', () => {
  it('shows strangers what is open, and nothing of who is in it', async () => {
    const draft = await scene.course({ status: 'DRAFT', title: named('Hali emas') });
    const course = await scene.course({ title: named('Grafik dizayn'), price: '800000.50' });
    await office.post('/short_term_course/step/', {
      course_id: course.id,
      kind: 'LESSON',
      title: named('Kirish'),
      content: 'Faqat tinglovchilarga',
    });
    const { body } = await scene.api.anonymous.get('/short_term_course/catalogue?search=grafik');
    expect(body.content).toHaveLength(1);
    expect(body.content[0]).toMatchObject({
      price: '800000.5'.padEnd(9, '0'),
      left: 10,
      teacher: { title: 'Karimova Aziza' },
      category: { id: scene.category },
    });
    expect(Object.keys(body.content[0])).not.toEqual(expect.arrayContaining(['held']));
    const whole = await scene.api.anonymous.get(`/short_term_course/catalogue/${course.id}`);
    expect(whole.body.chapters).toMatchObject([{ title: named('Kirish') }]);
    expect(JSON.stringify(whole.body)).not.toContain('Faqat tinglovchilarga');
    expect((await scene.api.anonymous.get(`/short_term_course/catalogue/${draft.id}`)).status).toBe(404);
    const { body: categories } = await scene.api.anonymous.get('/short_term_course/catalogue/categories');
    expect(categories[0].title).toBe('Axborot texnologiyalari');
  });

  it('refuses a course that ends before it begins, and what is not open', async () => {
    const wrong = await scene.course({ ends_on: scene.day(10) });
    expect(wrong.code).toBe('COURSE_DATES');
    const draft = await scene.course({ status: 'DRAFT' });
    const [person] = await scene.strangers(1);
    expect((await scene.register(person!.caller, draft.id)).body.code).toBe('COURSE_NOT_OPEN');
    const past = await scene.course({ status: 'DRAFT', register_until: scene.day(-1) });
    const opened = await office.put('/short_term_course/status', {
      id: past.id,
      version: past.version,
      status: 'OPEN',
    });
    expect(opened.body.code).toBe('COURSE_DATES');
  });

  it('lets the office name a teacher by name alone', async () => {
    const { body } = await office.get('/short_term_course/teachers?search=karim');
    expect(body).toEqual([{ id: scene.teacher_id, title: 'Karimova Aziza' }]);
    expect((await scene.teacher.get('/short_term_course/teachers')).status).toBe(403);
  });

  it('keeps a course with people from being deleted, and a category with courses', async () => {
    const course = await scene.course();
    const [person] = await scene.strangers(1);
    await scene.register(person!.caller, course.id);
    expect((await office.delete(`/short_term_course/${course.id}`)).body.code).toBe('COURSE_HAS_LISTENERS');
    expect((await office.delete(`/short_term_course/category/${scene.category}`)).body.code).toBe('IN_USE');
  });
});

describe('Chapters', () => {
  it('are read by listeners, who say what is done, and kept by who teaches', async () => {
    const course = await scene.course({ price: '0' });
    const [person, stranger] = await scene.strangers(2);
    const saved = await scene.teacher.post('/short_term_course/step/', {
      course_id: course.id,
      kind: 'READING',
      title: named('Birinchi bob'),
      content: 'Matn',
    });
    expect(saved.body).toMatchObject({ position: 1, content: 'Matn' });
    await scene.register(person!.caller, course.id);
    const own = await person!.caller.get(`/short_term_course/step/?course_id=${course.id}`);
    expect(own.body.content[0]).toMatchObject({ content: 'Matn', done: false });
    const other = await stranger!.caller.get(`/short_term_course/step/?course_id=${course.id}`);
    expect(other.body.content[0]).toMatchObject({ content: '', open: false });
    const done = { id: saved.body.id, done: true };
    expect((await stranger!.caller.put('/short_term_course/step/done', done)).body.code).toBe('NOT_A_LISTENER');
    expect((await person!.caller.put('/short_term_course/step/done', done)).status).toBe(200);
    expect((await person!.caller.get('/short_term_course/registration/?mine=true')).body.content[0]).toMatchObject({
      chapters: 1,
      done: 1,
    });
    const foreign = await scene.course({ teacher_id: null });
    const refused = await scene.teacher.post('/short_term_course/step/', {
      course_id: foreign.id,
      kind: 'READING',
      title: named('Boshqa'),
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_SHORT_COURSE' } });
  });

  it('show nobody’s listeners to other listeners, and go out as a file to the office', async () => {
    const course = await scene.course({ price: '0' });
    const [one, two] = await scene.strangers(2);
    const { body } = await scene.register(one!.caller, course.id);
    expect((await two!.caller.get(`/short_term_course/registration/${body.id}`)).status).toBe(404);
    expect((await two!.caller.get(`/short_term_course/registration/?course_id=${course.id}`)).body.total_elements).toBe(
      0,
    );
    const taught = await scene.teacher.get(`/short_term_course/registration/?course_id=${course.id}`);
    expect(taught.body.total_elements).toBe(1);
    const file = await office.get(`/short_term_course/registration/export?course_id=${course.id}`);
    expect(file.status).toBe(200);
    expect(String(file.headers['content-type'])).toContain('spreadsheet');
    expect((await two!.caller.get('/short_term_course/registration/export')).status).toBe(403);
  });
});
