import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiBase } from '#platform/server/call/http.ts';
import type { Caller } from '#tests/support/api.ts';
import { codeOf, type LetterBody, type LetterScene, letterScene, type OrderBody } from '#tests/support/letters.ts';

let scene: LetterScene;
let api: LetterScene['api'];
let clerk: LetterScene['clerk'];
let director: LetterScene['director'];
let dean: LetterScene['dean'];
let teacher: LetterScene['teacher'];
let hr: LetterScene['hr'];
let ids: LetterScene['ids'];
let outgoing: LetterScene['outgoing'];
let sql: LetterScene['sql'];
let day: LetterScene['day'];
let card: LetterScene['card'];
let registered: LetterScene['registered'];
let step: LetterScene['step'];
let order: LetterScene['order'];
let to: LetterScene['to'];
beforeAll(async () => {
  scene = await letterScene();
  ({ api, clerk, director, dean, teacher, hr, ids, outgoing, sql, day, card, registered, step, order, to } = scene);
});
afterAll(() => scene?.api.close());

function file() {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  return { PDF, sha: createHash('sha256').update(PDF).digest('hex') };
}

it('has its number once, without gaps, and keeps it', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => registered()));
  const serials = many.map(({ number }) => Number(String(number).split('/')[1])).sort((a, b) => a - b);
  expect(serials).toEqual(Array.from({ length: 12 }, (_, n) => serials[0]! + n));
  const [one] = many;
  expect(one).toMatchObject({ status: 'REGISTERED', registered_on: await day(0) });
  expect(one!.due_on).toBeTruthy();
  // A refused registration takes no number.
  const empty = (await clerk.post('/document_management/', await card({ received_on: null }))).body;
  expect(codeOf(await step(clerk, empty, 'REGISTERED'))).toBe('form_required');
  expect((await registered()).number).toBe(`K-01/${serials.at(-1)! + 1}`);
  const other = (
    await clerk.post('/document_management/group/', {
      code: 'K-02',
      title: { uz: 'Boshqa', ru: '', en: '' },
      direction: 'INCOMING',
    })
  ).body;
  const moved = await clerk.post('/document_management/', { id: one!.id, version: one!.version, group_id: other.id });
  expect(codeOf(moved)).toBe('GROUP_FIXED');
  const corrected = await clerk.post('/document_management/', {
    id: one!.id,
    version: one!.version,
    heading: 'Oʻquv rejasi',
  });
  expect(corrected.body).toMatchObject({ heading: 'Oʻquv rejasi', number: one!.number });
  expect(codeOf(await clerk.delete(`/document_management/${one!.id}`))).toBe('LETTER_REGISTERED');
  const renamed = await clerk.post('/document_management/group/', { ...scene.incoming, code: 'K-09' });
  expect(codeOf(renamed)).toBe('GROUP_FIXED');
});

it('is found in either script, and warns of the same letter', async () => {
  const theirs = { their_number: '89-03/12', their_date: await day(-3) };
  const one = await registered({ heading: 'Stipendiya miqdori haqida', ...theirs });
  for (const search of ['стипендия', 'Stipendiya', 'СТИПЕНДИЯ миқдори']) {
    const found = (await clerk.get(`/document_management/?search=${encodeURIComponent(search)}`)).body.content;
    expect(found.map(({ id }: LetterBody) => id)).toContain(one.id);
  }
  const query = new URLSearchParams({ correspondent: 'Олий таълим вазирлиги', ...theirs });
  expect((await clerk.get(`/document_management/duplicates?${query}`)).body).toMatchObject([{ id: one.id }]);
  expect(codeOf(await clerk.post('/document_management/', await card({ received_on: await day(1) })))).toBe(
    'LETTER_DAY',
  );
  expect(codeOf(await clerk.post('/document_management/', await card({ group_id: outgoing.id })))).toBe(
    'GROUP_OTHER_DIRECTION',
  );
  expect((await teacher.post('/document_management/', await card())).status).toBe(403);
});

it('goes down a tree of orders; each sees their own branch, and control ends it', async () => {
  const letter = await registered();
  expect((await dean.get(`/document_management/${letter.id}`)).status).toBe(404);
  const due = await day(10);
  expect(codeOf(await order(director, letter, { executors: to('dean'), control: true }))).toBe('CONTROL_DATE_NEEDED');
  expect(codeOf(await order(director, letter, { executors: [...to('dean'), ...to('dean')], due_on: due }))).toBe(
    'ONE_RESPONSIBLE',
  );
  expect(codeOf(await order(director, letter, { executors: to('dean'), due_on: await day(-1) }))).toBe(
    'ORDER_BEFORE_LETTER',
  );
  expect(codeOf(await order(dean, letter, { executors: to('teacher') }))).toBe('NOT_FOUND');
  const given = await order(director, letter, { executors: to('dean', 'hr_manager'), control: true, due_on: due });
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  const [root] = given.body.orders as OrderBody[];
  const late = await order(dean, letter, { parent_id: root!.id, executors: to('teacher'), due_on: await day(11) });
  expect(codeOf(late)).toBe('ORDER_LATER_THAN_PARENT');
  const under = await order(dean, letter, {
    parent_id: root!.id,
    executors: to('teacher'),
    control: true,
    due_on: await day(5),
  });
  expect(under.status, JSON.stringify(under.body)).toBe(200);
  await order(hr, letter, { parent_id: root!.id, executors: to('director'), text: 'Kadrlar boʻyicha' });
  const seen = (await teacher.get(`/document_management/${letter.id}`)).body as LetterBody;
  // The branch that leads to the teacher, not that of the personnel office.
  expect(seen.orders.map(({ text }) => text)).toEqual(['Javob tayyorlang', 'Javob tayyorlang']);
  expect((await clerk.get(`/document_management/${letter.id}`)).body.orders).toHaveLength(3);
  const child = seen.orders.find(({ parent_id }) => parent_id === root!.id)!;

  const report = (by: Caller, id: number, ends = true) =>
    by.post('/document_management/order/report', { order_id: id, text: 'Bajarildi', ends });
  expect(codeOf(await report(hr, root!.id))).toBe('NOT_RESPONSIBLE');
  expect(codeOf(await report(dean, root!.id))).toBe('SUBORDERS_OPEN');
  expect(codeOf(await report(teacher, root!.id))).toBe('NOT_FOUND');
  expect(codeOf(await report(clerk, root!.id))).toBe('NOT_YOUR_ORDER');
  expect((await report(teacher, child.id)).status).toBe(200);
  const orderStep = async (by: Caller, id: number, status: string, more: object = {}) => {
    const now = (await clerk.get(`/document_management/${letter.id}`)).body.orders.find(
      (one: OrderBody) => one.id === id,
    );
    return by.put('/document_management/order/status', { id, version: now.version, status, ...more });
  };
  expect((await orderStep(dean, child.id, 'DONE')).status).toBe(403);
  expect(codeOf(await orderStep(clerk, child.id, 'OPEN'))).toBe('form_required');
  expect((await orderStep(clerk, child.id, 'OPEN', { reason: 'Toʻliq emas' })).status).toBe(200);
  expect((await report(teacher, child.id)).status).toBe(200);
  expect((await orderStep(clerk, child.id, 'DONE')).status).toBe(200);
  expect((await report(dean, root!.id)).body.orders[0].status).toBe('REPORTED');
  expect(codeOf(await step(clerk, (await clerk.get(`/document_management/${letter.id}`)).body, 'DONE'))).toBe(
    'ORDERS_OPEN',
  );
  expect((await orderStep(clerk, root!.id, 'DONE')).status).toBe(200);
  const rest = (await clerk.get(`/document_management/${letter.id}`)).body;
  const third = rest.orders.find(({ text }: OrderBody) => text === 'Kadrlar boʻyicha');
  expect((await orderStep(hr, third.id, 'CANCELLED', { reason: 'Kerak emas' })).status).toBe(200);
  const done = await step(clerk, (await clerk.get(`/document_management/${letter.id}`)).body, 'DONE');
  expect(done.body.status).toBe('DONE');
  const archived = await step(clerk, done.body, 'ARCHIVED');
  expect(archived.body.destroy_after).toBe(`${Number((await day(0)).slice(0, 4)) + 5}-12-31`);
});

it('nobody takes their own work off control', async () => {
  const letter = await registered();
  const given = await order(director, letter, {
    executors: to('document_management_moderator'),
    control: true,
    due_on: await day(4),
  });
  const [one] = given.body.orders as OrderBody[];
  const reported = await clerk.post('/document_management/order/report', {
    order_id: one!.id,
    text: 'Tayyor',
    ends: true,
  });
  const [now] = reported.body.orders as OrderBody[];
  expect(now!.can.accept).toBe(false);
  // Nor by saying that it is on control no longer.
  const [other] = (
    await order(clerk, letter, {
      executors: to('document_management_moderator'),
      control: true,
      due_on: await day(4),
    })
  ).body.orders.slice(-1) as OrderBody[];
  const off = await order(clerk, letter, {
    id: other!.id,
    version: other!.version,
    text: other!.text,
    control: false,
    executors: to('document_management_moderator'),
  });
  expect(codeOf(off)).toBe('OWN_EXECUTION');
  const own = await clerk.put('/document_management/order/status', {
    id: now!.id,
    version: now!.version,
    status: 'DONE',
  });
  expect(codeOf(own)).toBe('OWN_EXECUTION');
});

it('is extended before its date by who may, and the past stays what it was', async () => {
  const letter = await registered();
  const due = await day(2);
  const [one] = (await order(director, letter, { executors: to('dean'), control: true, due_on: due })).body
    .orders as OrderBody[];
  const ask = (until: string) =>
    dean.post('/document_management/order/extension', { order_id: one!.id, until, reason: 'Maʼlumot kutilmoqda' });
  expect(codeOf(await ask(due))).toBe('EXTENSION_NOT_LONGER');
  expect((await ask(await day(9))).status).toBe(200);
  expect(codeOf(await ask(await day(12)))).toBe('EXTENSION_WAITING');
  const asked = (await clerk.get(`/document_management/${letter.id}`)).body.orders[0].extensions[0];
  const decide = (by: Caller) => by.put('/document_management/order/extension', { id: asked.id, grant: true });
  expect((await decide(dean)).status).toBe(403);
  const both = await Promise.all([decide(clerk), decide(director)]);
  expect(both.map((answer) => answer.status === 200 || codeOf(answer)).sort()).toEqual(['EXTENSION_DECIDED', true]);
  const lineOn = async (on: string) =>
    (await clerk.get(`/document_management/journal?on=${on}&size=100`)).body.content.find(
      ({ id }: { id: number }) => id === one!.id,
    );
  await sql('update letter_orders set given_on = given_on - 8, due_on = due_on - 8 where id = $1', [one!.id]);
  await sql(
    'update letter_extensions set from_due = from_due - 8, until = until - 8, decided_on = decided_on - 4 where order_id = $1',
    [one!.id],
  );
  // Due six days ago, extended four days ago to tomorrow: five days ago it was late, today it is not.
  expect(await lineOn(await day(-7))).toMatchObject({ state: 'OPEN', due_on: await day(-6) });
  expect(await lineOn(await day(-5))).toMatchObject({ state: 'LATE', due_on: await day(-6) });
  expect(await lineOn(await day(0))).toMatchObject({ state: 'OPEN', due_on: await day(1) });
  expect(await lineOn(await day(-9))).toBeUndefined();
  expect(codeOf(await clerk.get(`/document_management/journal?on=${await day(1)}`))).toBe('LETTER_DAY');
  const people = (await clerk.get('/document_management/discipline')).body;
  expect(people.total.given).toBeGreaterThan(0);
  expect((await dean.get('/document_management/discipline')).status).toBe(403);
});

it('hides even the heading of what is confidential, and from history too', async () => {
  const letter = await registered({ heading: 'Maxfiy masala', confidential: true });
  const admin = await api.as('admin');
  for (const path of [`/document_management/?search=Maxfiy`, '/document_management/?size=100'])
    expect(JSON.stringify((await admin.get(path)).body)).not.toContain('Maxfiy masala');
  expect((await admin.get(`/document_management/${letter.id}`)).status).toBe(404);
  expect(JSON.stringify((await admin.get('/user/info_history/?size=100')).body)).not.toContain('Maxfiy masala');
  await order(director, letter, { executors: to('hr_manager') });
  expect((await hr.get(`/document_management/${letter.id}`)).body.heading).toBe('Maxfiy masala');
  const notice = (await hr.get('/notice/?size=1')).body.content[0];
  expect(notice.title).not.toContain('Maxfiy');
  const other = await api.as('super_admin', 2);
  expect((await other.get(`/document_management/${letter.id}`)).status).toBe(404);
});

it('is brought to the notice of people, who confirm it once', async () => {
  const letter = await registered();
  expect(codeOf(await teacher.post('/document_management/acquainted', { id: letter.id }))).toBe('NOT_FOUND');
  await clerk.post('/document_management/acquaint', { id: letter.id, staff_ids: [ids.teacher, ids.dean] });
  expect((await teacher.get('/document_management/mine')).body.notes).toBeGreaterThan(0);
  const read = (await teacher.post('/document_management/acquainted', { id: letter.id })).body;
  const again = (await teacher.post('/document_management/acquainted', { id: letter.id })).body;
  expect(again.acquaintances).toEqual(read.acquaintances);
  expect(read.acquaintances.filter(({ read_at }: { read_at: null }) => read_at)).toHaveLength(1);
});

it('is confirmed twice at once as once', async () => {
  const { PDF } = file();
  const file_id = (await clerk.upload('buyruq.pdf', PDF)).body[0].id;
  const letter = await registered({ file_ids: [file_id] });
  await clerk.post('/document_management/acquaint', { id: letter.id, staff_ids: [ids.teacher] });
  await sql(
    'update sessions set proved_at = edulab_now() where account_id = (select account_id from staff where id = $1)',
    [ids.teacher],
  );
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => teacher.post('/document_management/acquainted', { id: letter.id })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(
    await sql("select id from signatures where entity = 'letter_acquaintance' and entity_id = $1", [letter.id]),
  ).toHaveLength(1);
});

it('is read with a signature over its file, by a deputy for who is away, and by nobody twice', async () => {
  const { PDF, sha } = file();
  const file_id = (await clerk.upload('buyruq.pdf', PDF)).body[0].id;
  const letter = await registered({ file_ids: [file_id] });
  await clerk.post('/document_management/acquaint', { id: letter.id, staff_ids: [ids.teacher, ids.dean] });
  await clerk.post('/document_management/deputy/', {
    staff_id: ids.dean,
    deputy_id: ids.teacher,
    since: await day(0),
    until: await day(0),
  });
  await sql(
    "update sessions set proved_at = '2000-01-01' where account_id = (select account_id from staff where id = $1)",
    [ids.teacher],
  );
  const take = () => teacher.post('/document_management/acquainted', { id: letter.id });
  expect(codeOf(await take())).toBe('PROOF_REQUIRED');
  await sql(
    'update sessions set proved_at = edulab_now() where account_id = (select account_id from staff where id = $1)',
    [ids.teacher],
  );
  const { acquaintances } = (await take()).body;
  const [own, stoodIn] = acquaintances;
  expect(own).toMatchObject({ staff_id: ids.teacher, signature: { hash: sha, instead_of: null } });
  expect(stoodIn.signature.instead_of).toContain('Dean');
  expect((await take()).body.acquaintances).toEqual(acquaintances);
  // A stranger reads that it was read, not that it was signed.
  const asked = await api.anonymous.get(`/signature/check/${own.signature.code}`);
  expect(JSON.parse(asked.body.signatures[0].text)).toMatchObject({ meaning: 'READ', file: { sha256: sha } });
  await clerk.delete(
    `/document_management/deputy/${(await clerk.get('/document_management/deputy/')).body.content[0].id}`,
  );
});

it('takes no scan of 200 MB, says so, and keeps nothing of it', async () => {
  const [before] = await sql('select count(*)::int as files from files');
  const boundary = 'scan';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="skan.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
  const piece = Buffer.alloc(1024 * 1024, '0');
  // Without a length beforehand, as a browser that streams sends it.
  const scan = Readable.from(
    (function* () {
      yield Buffer.from(head);
      for (let mb = 0; mb < 200; mb++) yield piece;
      yield Buffer.from(`\n%%EOF\r\n--${boundary}--\r\n`);
    })(),
  );
  const answer = await api.app.inject({
    method: 'POST',
    url: `${apiBase}/upload`,
    payload: scan,
    headers: {
      authorization: `Bearer ${clerk.token}`,
      institution: '1',
      language: 'en',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'FILE_TOO_LARGE']);
  expect(answer.json().message).toContain('10 MB');
  expect(await sql('select count(*)::int as files from files')).toEqual([before]);
  expect(await readdir(join(api.dataDir, 'files', 'tmp')).catch(() => [])).toEqual([]);
});

it('reminds once of what is due, and tells those above of what is late', async () => {
  const { remindOfOrders } = await import('./nightly.ts');
  await remindOfOrders(api.kernel);
  const letter = await registered();
  const [one] = (await order(director, letter, { executors: to('dean'), due_on: await day(0) })).body
    .orders as OrderBody[];
  expect(await remindOfOrders(api.kernel)).toBe(1);
  expect(await remindOfOrders(api.kernel)).toBe(0);
  await sql('update letter_orders set due_on = due_on - 1, given_on = given_on - 1 where id = $1', [one!.id]);
  expect(await remindOfOrders(api.kernel)).toBe(1);
  expect(await remindOfOrders(api.kernel)).toBe(0);
  expect((await director.get('/notice/?size=1')).body.content[0].link).toBe(
    `/document-management/incoming/${letter.id}`,
  );
});

it('is acted on by a deputy within their days, who passes nothing on', async () => {
  const letter = await registered();
  const [one] = (await order(director, letter, { executors: to('dean'), control: true, due_on: await day(3) })).body
    .orders as OrderBody[];
  const { ids } = scene;
  const days = { since: await day(0), until: await day(2) };
  const name = (by: Caller, staff_id: number, deputy_id: number, more: object = {}) =>
    by.post('/document_management/deputy/', { staff_id, deputy_id, ...days, ...more });
  expect(codeOf(await name(teacher, ids.dean, ids.teacher))).toBe('NOT_YOUR_DEPUTY');
  expect(codeOf(await name(dean, ids.dean, ids.dean))).toBe('DEPUTY_SELF');
  expect(codeOf(await name(dean, ids.dean, ids.teacher, { until: await day(-1) }))).toBe('DATES_REVERSED');
  const report = () =>
    teacher.post('/document_management/order/report', { order_id: one!.id, text: 'Oʻrniga bajarildi', ends: true });
  expect(codeOf(await report())).toBe('NOT_FOUND');
  const made = (await name(dean, ids.dean, ids.teacher, { since: await day(1) })).body;
  expect(codeOf(await report())).toBe('NOT_FOUND');
  await dean.post('/document_management/deputy/', { id: made.id, version: made.version, since: await day(0) });
  expect(codeOf(await name(teacher, ids.dean, ids.hr_manager))).toBe('NOT_YOUR_DEPUTY');
  expect((await report()).body.orders[0].status).toBe('REPORTED');
  expect((await dean.delete(`/document_management/deputy/${made.id}`)).status).toBe(200);
  expect((await teacher.get(`/document_management/${letter.id}`)).status).toBe(404);
});

it('is ordered again each month, until the day on which that ends', async () => {
  const letter = await registered();
  const first = { executors: to('dean'), due_on: await day(1), repeats: 'MONTH' };
  expect(codeOf(await order(director, letter, first))).toBe('REPEAT_NEEDS_DATE');
  await order(director, letter, { ...first, repeats_until: await day(40) });
  for (const left of [2, 2]) {
    const now = (await dean.get(`/document_management/${letter.id}`)).body as LetterBody;
    const open = now.orders.find(({ status }) => status === 'OPEN');
    if (open)
      await dean.post('/document_management/order/report', { order_id: open.id, text: 'Topshirildi', ends: true });
    expect((await dean.get(`/document_management/${letter.id}`)).body.orders).toHaveLength(left);
  }
});
