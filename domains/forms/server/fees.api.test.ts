import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type MoneyScene, moneyScene } from '#tests/support/money.ts';
import { closeUnpaid } from './fees-paid.ts';

/** A step that waits for its fee, and steps that change the record: with what accounting and the office have of it. */

let scene: MoneyScene;
let head: Caller;
let printer: Caller;
let department: Caller;
let registrar: Caller;
let dean: Caller;
const types = new Map<string, number>();
let photo: number;

const ask = (code: string, answers: object) =>
  scene.student.post('/form/request/', { type_id: types.get(code), submit: true, answers });
const send = (more: object) =>
  scene.student.post('/form/request/', { type_id: types.get('REFERENCE'), submit: true, ...more });
const turn = (by: Caller, id: number, status: string, more: object = {}) =>
  by.post('/form/request/change/status', { id, status, ...more });
const seen = async (id: number, by = scene.student) => (await by.get(`/form/request/${id}`)).body;
const feeOf = async (id: number) =>
  (await scene.sql(
    'select amount::int, paid::int, due_on::text, note, deleted_at is null as owed from student_debits where request_id = $1 order by id',
    [id],
  )) as {
    amount: number;
    paid: number;
    due_on: string;
    note: string;
    owed: boolean;
  }[];
const pay = (amount: string, more: object = {}) =>
  scene.accountant.post('/accounting/payment/', {
    student_id: scene.people[0],
    amount,
    paid_on: scene.today,
    payment_type: 'CASH',
    payer: 'Ota',
    ...more,
  });
const card = () => ask('CARD_DUPLICATE', { what: 'LOST', photo });
/** Waits until the chain went on by itself. */
const goneOn = (id: number) => expect.poll(async () => (await seen(id)).step).toBe(1);

beforeAll(async () => {
  scene = await moneyScene();
  [head, printer, department, registrar, dean] = (await Promise.all(
    ['registrar_head', 'id_card_printer', 'students_department', 'registrar_officer', 'dean'].map((who) =>
      scene.api.as(who),
    ),
  )) as [Caller, Caller, Caller, Caller, Caller];
  await head.post('/form/type/shipped', {});
  for (const row of (await head.get('/form/type/?size=100')).body.content) types.set(row.code, row.id);
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  photo = (await scene.student.upload('photo.png', Buffer.from(pixel, 'base64'))).body[0].id;
});
afterAll(() => scene?.api.close());

describe('a fee', () => {
  it('is a debit of its request; the step waits for it and goes on by itself once it is paid', async () => {
    const sent = await card();
    expect([sent.status, sent.body.due_on, sent.body.payment]).toEqual([
      200,
      null,
      { sum: '33000', left: '33000', until: sent.body.steps[0].due_on, debit_id: expect.any(Number) },
    ]);
    const { id } = sent.body;
    expect(await feeOf(id)).toMatchObject([{ amount: 3_300_000, paid: 0, owed: true }]);
    const debit = (await scene.accountant.get(`/student/debit/?student_id=${scene.people[0]}&kind=REQUEST`)).body
      .content[0];
    expect(debit).toMatchObject({ kind: 'REQUEST', left: '33000', can: { delete: false } });
    expect((await scene.accountant.delete(`/student/debit/${debit.id}?reason=Xato`)).body.code).toBe(
      'DEBIT_OF_REQUEST',
    );
    const notice = (await scene.student.get('/notice/?size=1')).body.content[0];
    expect(notice.title).toMatch(/33000/);
    // Nobody says that it came but the books, and nobody is late with it.
    const early = await turn(scene.accountant, id, 'APPROVED');
    expect([early.status, early.body.code, early.body.data.sum]).toEqual([422, 'FEE_UNPAID', '33000']);
    expect((await scene.accountant.get('/form/request/?waiting=true')).body.total_elements).toBe(0);
    expect((await pay('20000')).status).toBe(200);
    expect((await seen(id)).payment.left).toBe('13000');
    expect((await turn(scene.accountant, id, 'APPROVED')).body.code).toBe('FEE_UNPAID');
    expect((await pay('13000')).status).toBe(200);
    await goneOn(id);
    const on = await seen(id, printer);
    expect(on).toMatchObject({ status: 'IN_REVIEW', step: 1, payment: { left: '0' } });
    expect([on.steps[0].by, on.steps[0].done_at !== null, on.due_on !== null]).toEqual([null, true, true]);

    // The card itself: the old one holds no more, the new one stands in the record, and the step says so.
    await scene.sql(
      "insert into student_cards (institution_id, student_id, card_number, issued_on, status) values (1, $1, 'OLD-1', edulab_today(), 'ISSUED')",
      [scene.people[0]],
    );
    const look = await turn(printer, id, 'APPROVED', { preview: true });
    expect(look.body.requests[0].lines).toHaveLength(2);
    expect(await scene.sql('select 1 from student_cards where student_id = $1', [scene.people[0]])).toHaveLength(1);
    const done = await turn(printer, id, 'APPROVED');
    expect([done.status, done.body.requests[0].to, done.body.requests[0].lines.length]).toEqual([200, 'APPROVED', 2]);
    expect(
      await scene.sql('select card_number, status from student_cards where student_id = $1 order by id', [
        scene.people[0],
      ]),
    ).toEqual([
      { card_number: 'OLD-1', status: 'LOST' },
      { card_number: 'T-1-2', status: 'ISSUED' },
    ]);
    expect((await seen(id, head)).steps[1].outcome.join()).toContain('T-1-2');
    expect((await seen(id)).steps[1].outcome).toEqual([]);
  });

  it('is owed no more when the request is refused or withdrawn, and what was paid waits to be given back', async () => {
    const first = (await card()).body.id;
    expect((await turn(scene.student, first, 'WITHDRAWN')).status).toBe(200);
    expect(await feeOf(first)).toMatchObject([{ owed: false }]);
    const second = (await card()).body.id;
    expect((await pay('10000')).status).toBe(200);
    expect((await turn(scene.accountant, second, 'REJECTED', { reason: 'Surat notoʻgʻri' })).status).toBe(200);
    expect(await feeOf(second)).toMatchObject([{ owed: false }]);
    const back = (await scene.accountant.get('/notice/?size=1')).body.content[0];
    expect(back.title).toContain('10000');
    expect(await scene.standing(scene.people[0]!)).toMatchObject({ credit: '10000' });
    // A mistake is taken back with what it took back, and what lies there already counts.
    expect((await scene.accountant.post('/form/request/undo', { ids: [second] })).status).toBe(200);
    expect((await feeOf(second)).filter(({ owed }) => owed)).toMatchObject([{ amount: 3_300_000, paid: 1_000_000 }]);
    expect((await turn(scene.student, second, 'WITHDRAWN')).status).toBe(200);
  });

  it('that nobody pays by its day closes its request and is no debt', async () => {
    const { id } = (await card()).body;
    // What was paid before stays with what it paid: money covers the oldest first.
    await scene.sql('update student_debits set due_on = edulab_today() - 60 where request_id <> $1', [id]);
    // The day of its step has passed, but accounting has put off that of the debit: until then it is waited for.
    await scene.sql('update form_request_steps set due_on = edulab_today() - 1 where request_id = $1', [id]);
    expect((await closeUnpaid(scene.api.kernel)).closed).toBe(0);
    const shown = await seen(id);
    expect(shown.steps[0].due_on).toBe(shown.payment.until);
    await scene.sql('update student_debits set due_on = edulab_today() - 1 where request_id = $1', [id]);
    expect((await closeUnpaid(scene.api.kernel)).closed).toBe(1);
    expect((await closeUnpaid(scene.api.kernel)).closed).toBe(0);
    expect(await seen(id)).toMatchObject({ status: 'REJECTED', payment: null });
    expect(await feeOf(id)).toMatchObject([{ owed: false }]);
  });

  it('has more time where its student was asked for something meanwhile', async () => {
    const { id } = (await card()).body;
    const [before] = await feeOf(id);
    await turn(scene.accountant, id, 'UPDATE_REQUIRED', {
      reason: 'Surat noaniq',
      fields: [{ path: 'answers.photo', note: 'Boshqa surat' }],
    });
    await scene.sql('update student_debits set due_on = due_on - 4 where request_id = $1', [id]);
    const asked = await seen(id);
    expect(asked.status).toBe('UPDATE_REQUIRED');
    await scene.student.post('/form/request/', {
      id,
      version: asked.version,
      type_id: types.get('CARD_DUPLICATE'),
      answers: { photo },
      submit: true,
    });
    expect((await feeOf(id))[0]?.due_on).toBe(before?.due_on);
    // What accounting put off further stays so.
    await scene.sql('update student_debits set due_on = due_on + 30 where request_id = $1', [id]);
    const [later] = await feeOf(id);
    await turn(scene.accountant, id, 'UPDATE_REQUIRED', {
      reason: 'Surat',
      fields: [{ path: 'answers.photo', note: 'Surat' }],
    });
    const again = await seen(id);
    await scene.student.post('/form/request/', {
      id,
      version: again.version,
      type_id: types.get('CARD_DUPLICATE'),
      answers: { photo },
      submit: true,
    });
    expect((await feeOf(id))[0]?.due_on).toBe(later?.due_on);
    expect((await turn(scene.student, id, 'WITHDRAWN')).status).toBe(200);
  });

  it('is charged at the counter too, and not for a paper that takes the place of a wrong one', async () => {
    // A live form is not changed, also not by SQL; here it is as if it had been made so.
    await scene.sql('alter table forms disable trigger all');
    await scene.sql("update forms set fee = 25000 where type_id = $1 and status = 'LIVE'", [types.get('REFERENCE')]);
    await scene.sql('alter table forms enable trigger all');
    const body = {
      student_id: scene.people[0],
      type_id: types.get('REFERENCE'),
      language: 'uz',
      answers: { purpose: 'WORK' },
    };
    const made = await registrar.post('/certificate/', body);
    expect([made.status, made.body.fee]).toEqual([200, '25000.00']);
    const debits = () =>
      scene.sql('select amount::int, note from student_debits where document_id is not null and deleted_at is null');
    expect(await debits()).toMatchObject([{ amount: 2_500_000, note: expect.stringContaining(made.body.number) }]);
    const notice = (await scene.student.get('/notice/?size=1')).body.content[0];
    expect(notice.title).toMatch(/25000/);
    const again = await registrar.post('/certificate/', { ...body, replaces: made.body.id, reason: 'Xato' });
    expect([again.status, again.body.fee]).toEqual([200, null]);
    expect(await debits()).toHaveLength(1);
    // The fee is of the paper that holds, removed beside it by nobody, and gone when it is revoked.
    const [fee] = await scene.sql('select id, document_id from student_debits where document_id is not null');
    expect(fee.document_id).toBe(again.body.id);
    const removed = await scene.accountant.delete(`/student/debit/${fee.id}?reason=Xato`);
    expect(removed.body.code).toBe('DEBIT_OF_PAPER');
    const [{ version }] = await scene.sql('select version from issued_documents where id = $1', [again.body.id]);
    const revoked = await head.put('/issued-document/revoke', { id: again.body.id, version, reason: 'Xato berilgan' });
    expect(revoked.status).toBe(200);
    expect(await debits()).toEqual([]);
    expect((await scene.student.get('/notice/?size=1')).body.content[0].title).toContain(again.body.number);
    await scene.sql('alter table forms disable trigger all');
    await scene.sql("update forms set fee = 0 where type_id = $1 and status = 'LIVE'", [types.get('REFERENCE')]);
    await scene.sql('alter table forms enable trigger all');
  });

  it('is let off with a reason, and then the step waits no more', async () => {
    const { id } = (await card()).body;
    // What lay there from before covers a part.
    const [debit] = (await scene.accountant.get(`/student/debit/?student_id=${scene.people[0]}&kind=REQUEST`)).body
      .content;
    const off = { debit_id: debit.id, amount: '-33000', reason: 'Yetim talaba' };
    expect((await scene.accountant.post('/student/debit_detail', off)).status).toBe(200);
    await goneOn(id);
    expect((await turn(printer, id, 'REJECTED', { reason: 'Xato' })).status).toBe(200);
  });

  it('and its step belong together in a form', async () => {
    const row = (await head.get('/form/type/?search=CARD_DUPLICATE')).body.content[0];
    const live = (await head.get(`/form/${row.form_id}`)).body;
    const draft = (await head.post('/form/', { id: live.id, version: live.version, revise: true })).body;
    const free = await head.post('/form/', { id: draft.id, version: draft.version, fee: '0', status: 'LIVE' });
    expect(free.body.code).toBe('FORM_NOT_READY');
    expect((await head.delete(`/form/${draft.id}`)).status).toBe(200);
  });
});

describe('a change of the record', () => {
  it('takes a discount off every instalment, as it was told beforehand, in the books', async () => {
    const contract = await scene.active(scene.people[0]!);
    const { id } = (await ask('DISCOUNT', { ground: 'RESULTS', reason: 'Barcha fanlardan aʼlo baholar' })).body;
    expect((await turn(department, id, 'APPROVED')).status).toBe(200);
    const bare = await turn(scene.accountant, id, 'APPROVED');
    expect([bare.status, bare.body.data.fields[0]]).toMatchObject([400, { path: 'decision.percent' }]);
    expect((await turn(scene.accountant, id, 'APPROVED', { preview: true })).body).toMatchObject({
      ok: true,
      requests: [{ lines: [], change: { kind: 'DISCOUNT', decision: {}, options: {} } }],
    });
    const decision = { percent: 10 };
    const look = (await turn(scene.accountant, id, 'APPROVED', { preview: true, decision })).body;
    expect(look.requests[0].lines).toHaveLength(2);
    expect(look.requests[0].lines[0]).toMatch(/5.400.000.*6.000.000/);
    const total = async () =>
      Number(
        (await scene.sql('select sum(total)::text as sum from student_debits where contract_id = $1', [contract.id]))[0]
          .sum,
      );
    expect(await total()).toBe(1_200_000_000);
    const done = await turn(scene.accountant, id, 'APPROVED', { decision });
    expect([done.status, done.body.requests[0].lines]).toEqual([200, look.requests[0].lines]);
    expect(await total()).toBe(1_080_000_000);
  });

  it('moves a student by an order, and is refused with the reasons of the record', async () => {
    const [other] = await scene.sql(
      `insert into courses (institution_id, code, title, level, languages, years, credits) values (1, '60610200', '{"uz":"Fizika","ru":"Физика","en":"Physics"}', 'BACHELOR', '{uz,ru}', 4, 240) returning id`,
    );
    const answers = { target: String(other.id), language: 'uz', reason: 'Shu fan menga yaqin' };
    const { id } = (await ask('TRANSFER', answers)).body;
    await turn(department, id, 'APPROVED');
    // This student is of no faculty, so of no dean.
    await scene.sql(
      `update form_request_steps set roles = '["STUDENTS_DEPARTMENT"]' where request_id = $1 and position = 1`,
      [id],
    );
    expect((await turn(department, id, 'APPROVED')).status).toBe(200);
    const look = (await turn(head, id, 'APPROVED', { preview: true })).body;
    expect(look.requests[0].change).toMatchObject({
      kind: 'TRANSFER',
      decision: { study_language: 'uz', course_id: other.id },
    });
    expect(look.requests[0].change.options.course_id.map((one: { id: number }) => one.id)).toContain(other.id);
    // Where one is already.
    const here = { decision: { course_id: scene.course, study_language: 'uz' } };
    const same = (await turn(head, id, 'APPROVED', { preview: true, ...here })).body;
    expect([same.ok, same.faults.length]).toEqual([false, 1]);
    expect((await turn(head, id, 'APPROVED', here)).status).toBeGreaterThanOrEqual(400);
    expect((await seen(id)).status).toBe('IN_REVIEW');
    const decision = { course_id: other.id };
    const told = (await turn(head, id, 'APPROVED', { preview: true, decision })).body;
    expect(told.ok, JSON.stringify(told)).toBe(true);
    expect((await scene.sql('select course_id from students where id = $1', [scene.people[0]]))[0].course_id).toBe(
      scene.course,
    );
    const done = await turn(head, id, 'APPROVED', { decision });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await scene.sql('select course_id from students where id = $1', [scene.people[0]]))[0].course_id).toBe(
      other.id,
    );
    expect(done.body.requests[0].lines[0]).toMatch(/BQ-|\d/);
  });
});

describe('a debt', () => {
  it('keeps a paper from its student wherever it is made, and not the one that puts another right', async () => {
    const body = { student_id: scene.people[0], type_id: types.get('REFERENCE'), answers: { purpose: 'WORK' } };
    const before = (await registrar.post('/certificate/', body)).body;
    const waits = (await send({ answers: { purpose: 'WORK' } })).body.id;
    await scene.sql(
      `insert into student_debits (institution_id, student_id, kind, due_on, amount) values (1, $1, 'OTHER', edulab_today() - 30, 77700000000)`,
      [scene.people[0]],
    );
    const rule = (active: boolean) =>
      scene.accountant.put('/accounting/hold/rules', { act: 'CERTIFICATE', active, least: '100000', days: 5 });
    expect((await rule(true)).status).toBe(200);
    // What was asked for before the debt is not made either, and whoever looks first is told so.
    const look = await turn(registrar, waits, 'APPROVED', { preview: true });
    expect(look.body).toMatchObject({ ok: false, faults: [{ id: waits, code: 'HELD' }] });
    expect((await turn(registrar, waits, 'APPROVED')).body.code).toBe('HELD');
    expect((await registrar.post('/certificate/', body)).body.code).toBe('HELD');
    expect((await registrar.post('/student/transcript', { student_id: scene.people[0] })).body.code).toBe('HELD');
    const right = await registrar.post('/certificate/', { ...body, replaces: before.id, reason: 'Xato' });
    expect(right.status).toBe(200);
    expect((await rule(false)).status).toBe(200);
    expect((await turn(registrar, waits, 'APPROVED')).status).toBe(200);
  });
});

describe('a paper', () => {
  it('goes by post under a label with a number of its own, or is signed for by who takes it', async () => {
    const sent = await send({
      delivery: 'POST',
      post_address: '100174, Toshkent, Talabalar koʻchasi 4',
      answers: { purpose: 'WORK' },
    });
    const { id } = sent.body;
    expect((await registrar.get(`/form/request/labels?ids=${id}`)).body.code).toBe('LABELS_NONE');
    expect((await turn(registrar, id, 'APPROVED')).status).toBe(200);
    const labels = await registrar.get(`/form/request/labels?ids=${id}`);
    expect([labels.status, labels.raw.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    expect((await scene.student.get(`/form/request/labels?ids=${id}`)).status).toBe(403);
    expect((await dean.get(`/form/request/labels?ids=${id}`)).body.code).toBe('LABELS_NONE');
    expect((await registrar.get('/form/request/labels?ids=1;2')).status).toBe(400);
    expect((await turn(registrar, id, 'ISSUED')).body.data.fields[0]).toMatchObject({
      path: 'post_number',
      code: 'form_required',
    });
    const numbers = { post_numbers: [{ id, number: 'RR123456785UZ' }] };
    expect((await turn(registrar, id, 'ISSUED', numbers)).status).toBe(200);
    expect((await scene.student.get(`/form/request/${id}`)).body).toMatchObject({
      status: 'ISSUED',
      post_number: 'RR123456785UZ',
    });

    const other_one = (await send({ delivery: 'PICKUP', answers: { purpose: 'WORK' } })).body.id;
    expect((await turn(registrar, other_one, 'APPROVED')).status).toBe(200);
    const drawn = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const [{ id: signature }] = (await registrar.upload('signature.png', drawn)).body;
    const handed = { handed_to: 'Rahimova Dilnoza', handed_signature: signature };
    // Only what whoever hands it over has taken down there.
    const [{ id: foreign }] = (await head.upload('signature.png', drawn)).body;
    expect((await turn(registrar, other_one, 'ISSUED', { ...handed, handed_signature: foreign })).status).toBe(422);
    expect((await turn(registrar, other_one, 'ISSUED', handed)).status).toBe(200);
    expect((await head.get(`/form/request/${other_one}`)).body.handed_signature).toMatchObject({ id: signature });
  });
});
