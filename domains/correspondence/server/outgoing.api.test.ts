import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { codeOf, type LetterBody, type LetterScene, letterScene } from '#tests/support/letters.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');

let scene: LetterScene;
let clerk: LetterScene['clerk'];
let director: LetterScene['director'];
let dean: LetterScene['dean'];
let teacher: LetterScene['teacher'];
let hr: LetterScene['hr'];
let ids: LetterScene['ids'];
let outgoing: LetterScene['outgoing'];
let sql: LetterScene['sql'];
let registered: LetterScene['registered'];
let step: LetterScene['step'];
let order: LetterScene['order'];
let to: LetterScene['to'];
beforeAll(async () => {
  scene = await letterScene();
  ({ clerk, director, dean, teacher, hr, ids, outgoing, sql, registered, step, order, to } = scene);
});
afterAll(() => scene?.api.close());

const draft = async (more: object = {}) => {
  const file = (await dean.upload('javob.pdf', pdf)).body[0].id as number;
  const made = await dean.post('/document_management/', {
    direction: 'OUTGOING',
    group_id: outgoing.id,
    kind: 'LETTER',
    heading: 'Javob xati',
    correspondent: 'Oliy taʼlim vazirligi',
    signer_id: ids.director,
    agreement: [ids.teacher, ids.hr_manager],
    file_ids: [file],
    ...more,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body as LetterBody;
};
const say = (by: Caller, { id }: LetterBody, agree: boolean, remark?: string) =>
  by.post('/document_management/agreement', { id, agree, ...(remark ? { remark } : {}) });

it('is agreed in turn, comes back as a new revision, is signed as the very file, then numbered and sent', async () => {
  const letter = await draft({ in_turn: true });
  expect((await clerk.get(`/document_management/${letter.id}`)).status).toBe(404);
  expect((await step(teacher, letter, 'AGREEING')).status).toBe(404);
  let now = (await step(dean, letter, 'AGREEING')).body as LetterBody;
  expect(now).toMatchObject({ status: 'AGREEING', revision: 1 });
  expect(codeOf(await say(hr, now, true))).toBe('NOT_YOUR_TURN');
  expect((await say(teacher, now, true)).body.status).toBe('AGREEING');
  expect(codeOf(await say(hr, now, false))).toBe('REMARK_NEEDED');
  now = (await say(hr, now, false, 'Sana notoʻgʻri')).body;
  expect(now).toMatchObject({ status: 'DRAFT', revision: 2 });
  expect(
    codeOf(await dean.post('/document_management/', { id: now.id, version: now.version, heading: 'Javob' })),
  ).toBeUndefined();
  now = (await dean.get(`/document_management/${now.id}`)).body;
  // Whoever agreed before is taken at that word.
  now = (await step(dean, now, 'AGREEING', { keep_agreed: true })).body;
  expect(codeOf(await say(teacher, now, true))).toBe('NOT_ASKED');
  expect(codeOf(await dean.post('/document_management/', { id: now.id, version: now.version, heading: 'x' }))).toBe(
    'LETTER_IN_AGREEMENT',
  );
  now = (await say(hr, now, true)).body;
  expect(now.status).toBe('AGREED');
  expect(codeOf(await step(dean, now, 'SIGNED'))).toBe('NOT_THE_SIGNER');
  now = (await step(director, now, 'SIGNED')).body;
  const [{ hash }] = await sql('select f.hash from files f join letters l on l.file_ids[1] = f.id where l.id = $1', [
    now.id,
  ]);
  expect(now).toMatchObject({ status: 'SIGNED', signed_hash: hash, number: null });
  now = (await step(clerk, (await clerk.get(`/document_management/${now.id}`)).body, 'REGISTERED')).body;
  expect(now.number).toBe('C-01/1');
  const changed = await clerk.post('/document_management/', { id: now.id, version: now.version, heading: 'Boshqa' });
  expect(codeOf(changed)).toBe('LETTER_SIGNED');
  now = (await step(clerk, now, 'SENT')).body;
  expect((now.steps as { to: string }[]).map((one) => one.to)).toEqual([
    'DRAFT',
    'AGREEING',
    'DRAFT',
    'AGREEING',
    'AGREED',
    'SIGNED',
    'REGISTERED',
    'SENT',
  ]);
});

it('answers a letter, which is closed with its answer alone', async () => {
  const asked = await registered({ answer_needed: true });
  expect(codeOf(await step(clerk, asked, 'DONE'))).toBe('ANSWER_NOT_SENT');
  const stranger = await dean.post('/document_management/', {
    direction: 'OUTGOING',
    group_id: outgoing.id,
    kind: 'LETTER',
    heading: 'Javob',
    correspondent: 'Vazirlik',
    reply_to_id: asked.id,
  });
  expect(codeOf(stranger)).toBe('REPLY_WRONG');
  const given = await order(director, asked, { executors: to('dean') });
  const letter = await draft({ reply_to_id: asked.id, agreement: [] });
  let now = (await step(dean, letter, 'AGREEING')).body as LetterBody;
  expect(now.status).toBe('AGREED');
  now = (await step(director, now, 'SIGNED')).body;
  now = (await step(clerk, now, 'REGISTERED')).body;
  await step(clerk, now, 'SENT');
  await dean.post('/document_management/order/report', {
    order_id: given.body.orders[0].id,
    text: 'Javob berildi',
    ends: true,
  });
  const closed = await step(clerk, (await clerk.get(`/document_management/${asked.id}`)).body, 'DONE');
  expect(closed.body).toMatchObject({ status: 'DONE', replies: [{ number: now.number }] });
});

it('is sent to agreement whole, by its author, once', async () => {
  const bare = await draft({ file_ids: [], signer_id: null });
  const lacking = await step(dean, bare, 'AGREEING');
  expect(lacking.body.data.fields.map(({ path }: { path: string }) => path)).toEqual(['file_ids', 'signer_id']);
  const whole = await draft();
  const twice = await Promise.all([step(dean, whole, 'AGREEING'), step(dean, whole, 'AGREEING')]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  const twoAtOnce = await Promise.all([say(teacher, whole, true), say(hr, whole, true)]);
  expect(twoAtOnce.map(({ status }) => status)).toEqual([200, 200]);
  expect((await dean.get(`/document_management/${whole.id}`)).body.status).toBe('AGREED');
  const left = await draft({ agreement: [ids.teacher, ids.teacher] }).catch((error: Error) => error.message);
  expect(left).toContain('EXECUTOR_TWICE');
});
