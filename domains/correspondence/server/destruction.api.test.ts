import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskStorage } from '#platform/server/disk/disk-storage.ts';
import type { Caller } from '#tests/support/api.ts';
import { codeOf, type LetterBody, type LetterScene, letterScene } from '#tests/support/letters.ts';

/** Nothing is destroyed before its time, by one alone, or while it is held; what is leaves its card, the act and a hash. */

let scene: LetterScene;
let archivist: Caller;
beforeAll(async () => {
  scene = await letterScene();
  archivist = await scene.api.as('archivist');
});
afterAll(() => scene?.api.close());

const pdf = (say: string) => Buffer.from(`%PDF-1.4\n%${say}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF`);
/** An archived letter with a file, whose time is over unless told. */
async function archived(say: string, more: object = {}, overBy = 1): Promise<LetterBody & { file_id: number }> {
  const { clerk, registered, step, sql, day } = scene;
  const file = (await clerk.upload(`${say}.pdf`, pdf(say))).body[0].id as number;
  const letter = await registered({ heading: say, file_ids: [file], ...more });
  const done = (await step(clerk, letter, 'DONE')).body;
  const put = await step(clerk, done, 'ARCHIVED');
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  await sql('update letters set destroy_after = $2 where id = $1', [letter.id, await day(-overBy)]);
  return { ...(await clerk.get(`/document_management/${letter.id}`)).body, file_id: file };
}
const now = async (id: number, by = scene.clerk) => (await by.get(`/document_management/destruction/${id}`)).body;
const step = async (by: Caller, id: number, status: string, more: object = {}) =>
  by.put('/document_management/destruction/status', { id, version: (await now(id)).version, status, ...more });
const drawnUp = async (letters: { id: number }[]) => {
  const made = await archivist.post('/document_management/destruction/', {
    basis: 'Hujjatlar roʻyxati, 12-band',
    signer_id: scene.ids.director,
    member_ids: [scene.ids.dean, scene.ids.hr_manager],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const picked = await archivist.put('/document_management/destruction/letters', {
    id: made.body.id,
    version: made.body.version,
    add: letters.map(({ id }) => id),
  });
  return picked;
};
const say = (by: Caller, id: number, agree: boolean, remark?: string) =>
  by.post('/document_management/destruction/word', { id, agree, remark });
/** Waits until the server's own worker has taken from the disk what was destroyed. */
const removed = () =>
  expect
    .poll(() => scene.sql('select hash from destroyed_contents where done_at is null'), { timeout: 60_000 })
    .toEqual([]);

it('takes into an act only what may be destroyed', async () => {
  const due = await archived('Muddati oʻtgan');
  const early = await archived('Muddati bor', {}, 0);
  const held = await archived('Sud ishi');
  const forEver = await archived('Doimiy');
  await scene.sql('update letters set destroy_after = null where id = $1', [forEver.id]);
  const hold = (by: Caller, reason: string | null, version = held.version) =>
    by.put('/document_management/hold', { id: held.id, version, reason });
  expect((await hold(scene.teacher, 'Sud')).status).toBe(403);
  const kept = await hold(archivist, 'Sud qarori kutilmoqda');
  expect(kept.body).toMatchObject({ hold_reason: 'Sud qarori kutilmoqda' });
  const list = (await archivist.get('/document_management/destruction/due?size=100')).body.content;
  expect(list.map(({ id }: { id: number }) => id)).toEqual([due.id]);
  for (const one of [early, held, forEver]) expect(codeOf(await drawnUp([due, one]))).toBe('LETTER_NOT_DUE');
  const act = (await drawnUp([due])).body;
  expect(act).toMatchObject({ letters: 1, status: 'DRAFT', number: null });
  // A letter stands in one act at a time.
  expect(codeOf(await drawnUp([due]))).toBe('LETTER_NOT_DUE');
  expect((await step(archivist, act.id, 'CANCELLED', { reason: 'Sinov' })).body.status).toBe('CANCELLED');
  expect((await drawnUp([due])).body.letters).toBe(1);
  // Not even by SQL.
  await expect(scene.sql("update letters set status = 'DESTROYED' where id = $1", [held.id])).rejects.toThrow(
    'letters_destroyed',
  );
  const forced = await scene.step(archivist, due, 'DESTROYED');
  expect(codeOf(forced)).toBe('TRANSITION_NOT_ALLOWED');
});

it('goes from the commission through the chancellery to the signature, by which it is done', async () => {
  const { clerk, director, dean, hr, teacher, sql } = scene;
  const one = await archived('Eski yozishma');
  const secret = await archived('Maxfiy eski', { confidential: true });
  const storage = new DiskStorage(scene.api.kernel.settings.dataDir);
  const hashOf = async (id: number) => (await sql('select hash from files where id = $1', [id]))[0].hash as string;
  const hashes = [await hashOf(one.file_id), await hashOf(secret.file_id)];
  // Another letter has a file with the same content; that one stays.
  const twin = (await clerk.upload('nusxa.pdf', pdf('Eski yozishma'))).body[0].id;
  await scene.registered({ heading: 'Nusxasi bor', file_ids: [twin] });
  const link = (await clerk.get(`/document_management/${secret.id}`)).body.files[0].src as string;
  const empty = (await drawnUp([])).body;
  expect(codeOf(await step(archivist, empty.id, 'PROPOSED'))).toBe('ACT_EMPTY');
  const act = (await drawnUp([one, secret])).body;
  expect((await dean.get(`/document_management/destruction/${act.id}`)).status).toBe(404);
  expect(codeOf(await say(dean, act.id, true))).toBe('NOT_FOUND');
  const proposed = await step(archivist, act.id, 'PROPOSED');
  expect(proposed.body).toMatchObject({ status: 'PROPOSED', number: expect.stringMatching(/^A-\d+\/\d{4}$/) });
  const lines = (await dean.get(`/document_management/destruction/letters?act_id=${act.id}`)).body.content;
  expect(lines.map(({ heading }: { heading: string }) => heading).sort()).toEqual(['Eski yozishma', null].sort());
  expect(codeOf(await say(teacher, act.id, true))).toBe('NOT_FOUND');
  expect(codeOf(await step(clerk, act.id, 'AGREED'))).toBe('ACT_NOT_AGREED');
  expect(codeOf(await say(dean, act.id, false))).toBe('REMARK_NEEDED');
  expect((await say(dean, act.id, false, 'Roʻyxatni tekshiring')).status).toBe(200);
  expect((await now(act.id)).members.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'PENDING']);
  await step(archivist, act.id, 'PROPOSED');
  await say(dean, act.id, true);
  await say(hr, act.id, true);
  expect(codeOf(await say(hr, act.id, true))).toBe('NOT_ASKED');
  expect(codeOf(await step(director, act.id, 'DONE'))).toBe('TRANSITION_NOT_ALLOWED');
  const agreed = await step(clerk, act.id, 'AGREED');
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  expect(agreed.body.file.extension).toBe('pdf');
  expect(codeOf(await step(clerk, act.id, 'DONE'))).toBe('NOT_THE_SIGNER');
  // A hold that comes at the last moment keeps all of it.
  const held = (await clerk.get(`/document_management/${one.id}`)).body;
  const kept = await archivist.put('/document_management/hold', {
    id: one.id,
    version: held.version,
    reason: 'Tekshiruv',
  });
  expect(codeOf(await step(director, act.id, 'DONE'))).toBe('LETTER_NOT_DUE');
  for (const hash of hashes) expect(existsSync(storage.pathOf(hash))).toBe(true);
  await archivist.put('/document_management/hold', { id: one.id, version: kept.body.version, reason: null });
  const { version } = await now(act.id);
  const both = await Promise.all([1, 2].map(() => step(director, act.id, 'DONE', { version })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await removed();
  const card = (await clerk.get(`/document_management/${secret.id}`)).body;
  expect(card).toMatchObject({
    status: 'DESTROYED',
    heading: 'Maxfiy eski',
    files: [],
    destroyed: { act_id: act.id, files: [{ name: 'Maxfiy eski.pdf', hash: hashes[1] }] },
    can: { edit: false },
    next: [],
  });
  expect(existsSync(storage.pathOf(hashes[1] ?? ''))).toBe(false);
  expect((await scene.api.app.inject({ url: link })).statusCode).toBe(404);
  // The same content elsewhere is not touched.
  expect(existsSync(storage.pathOf(hashes[0] ?? ''))).toBe(true);
  const [signed] = await sql('select signed_by, signature_id from letter_destructions where id = $1', [act.id]);
  expect(signed.signature_id).toBeTruthy();
  expect(
    codeOf(await clerk.post('/document_management/', { id: card.id, version: card.version, heading: 'Boshqa' })),
  ).toBe('LETTER_DESTROYED');
  expect(codeOf(await scene.step(clerk, card, 'DONE'))).toBe('TRANSITION_NOT_ALLOWED');
  // The act names its confidential letters by their numbers alone, and other institutions know nothing of it.
  expect((await (await scene.api.as('super_admin', 2)).get(`/document_management/destruction/${act.id}`)).status).toBe(
    404,
  );
});

it('is neither agreed nor signed by who drew it up', async () => {
  const { clerk, dean, hr } = scene;
  const letter = await archived('Oʻzi tuzgan');
  const made = (
    await clerk.post('/document_management/destruction/', {
      basis: 'Roʻyxat',
      signer_id: scene.ids.document_management_moderator,
      member_ids: [scene.ids.dean, scene.ids.hr_manager],
    })
  ).body;
  await clerk.put('/document_management/destruction/letters', { id: made.id, version: made.version, add: [letter.id] });
  await step(clerk, made.id, 'PROPOSED');
  await say(dean, made.id, true);
  await say(hr, made.id, true);
  expect(codeOf(await step(clerk, made.id, 'AGREED'))).toBe('OWN_ACT');
  expect((await step(await scene.api.as('super_admin'), made.id, 'AGREED')).body.status).toBe('AGREED');
  expect(codeOf(await step(clerk, made.id, 'DONE'))).toBe('OWN_ACT');
});

it('hears one word of each person, whomever they stand in for, and none of the signer', async () => {
  const { clerk, dean, teacher, director, ids, day } = scene;
  const letter = await archived('Bir kishi — bir soʻz');
  const draw = (signer_id: number, member_ids: number[]) =>
    archivist.post('/document_management/destruction/', { basis: 'Roʻyxat', signer_id, member_ids });
  expect(codeOf(await draw(ids.director, [ids.dean, ids.director]))).toBe('SIGNER_IN_COMMISSION');
  const made = (await draw(ids.director, [ids.dean, ids.teacher])).body;
  const moved = { id: made.id, version: made.version, signer_id: ids.teacher };
  expect(codeOf(await archivist.post('/document_management/destruction/', moved))).toBe('SIGNER_IN_COMMISSION');
  await archivist.put('/document_management/destruction/letters', {
    id: made.id,
    version: made.version,
    add: [letter.id],
  });
  await step(archivist, made.id, 'PROPOSED');
  const until = await day(1);
  const stands = (staff_id: number, deputy_id: number) =>
    clerk.post('/document_management/deputy/', { staff_id, deputy_id, since: '2000-01-01', until });
  const one = (await stands(ids.dean, ids.teacher)).body;
  const two = (await stands(ids.director, ids.teacher)).body;
  // Asked twice over, the teacher says their own word; the other waits for who was asked.
  const said = (await say(teacher, made.id, true)).body;
  expect(said.members.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'AGREED']);
  expect(said.asked_now).toBe(false);
  expect(codeOf(await say(teacher, made.id, true))).toBe('ACT_ONE_WORD');
  await say(dean, made.id, true);
  await step(clerk, made.id, 'AGREED');
  expect(codeOf(await step(teacher, made.id, 'DONE'))).toBe('ACT_ONE_WORD');
  for (const { id } of [one, two]) await clerk.delete(`/document_management/deputy/${id}`);
  expect((await step(director, made.id, 'DONE')).body.status).toBe('DONE');
});

it('keeps a file that another record has too, be it a photo or an answer to a form', async () => {
  const { clerk, dean, hr, director, ids, sql } = scene;
  const photo = await archived('Surati bor');
  const answer = await archived('Arizaga ilova qilingan');
  const alone = await archived('Boshqa joyda yoʻq');
  await sql('update staff set photo_file_id = $2 where id = $1', [ids.teacher, photo.file_id]);
  const [type] = await sql(
    `insert into form_types (institution_id, code, title) values (1, 'ARIZA', '{"uz": "Ariza", "ru": "", "en": ""}') returning id, title`,
  );
  const [form] = await sql('insert into forms (institution_id, type_id, title) values (1, $1, $2) returning id', [
    type.id,
    type.title,
  ]);
  await sql(
    `insert into form_requests (institution_id, type_id, form_id, student_id, account_id, language, answers) values (1, $1, $2, 1, 1, 'uz', jsonb_build_object('ilova', $3::int))`,
    [type.id, form.id, answer.file_id],
  );
  const act = (await drawnUp([photo, answer, alone])).body;
  await step(archivist, act.id, 'PROPOSED');
  await say(dean, act.id, true);
  await say(hr, act.id, true);
  await step(clerk, act.id, 'AGREED');
  expect((await step(director, act.id, 'DONE')).body.status).toBe('DONE');
  await removed();
  const left = await sql('select id from files where id = any($1) and deleted_at is null order by id', [
    [photo.file_id, answer.file_id, alone.file_id],
  ]);
  expect(left.map(({ id }: { id: number }) => id)).toEqual([photo.file_id, answer.file_id]);
  // The card says what keeps it, and nothing of what is gone.
  const kept = async (id: number) => (await clerk.get(`/document_management/${id}`)).body.destroyed.files[0].kept_by;
  expect([await kept(photo.id), await kept(answer.id), await kept(alone.id)]).toEqual([
    ['Staff'],
    ['Student requests'],
    undefined,
  ]);
});

it('says before it is signed which files would stay, though only a text speaks of them', async () => {
  const { clerk, dean, order, ids } = scene;
  const named = await archived('Maʼlumotnomada ishora qilingan');
  const twin = await archived('Boshqa xatda ham bor');
  await scene.registered({ heading: 'Ikkinchisi', file_ids: [twin.file_id] });
  // A link in what somebody ordered about a third one.
  const third = await scene.registered({ heading: 'Uchinchisi' });
  await order(scene.director, third, {
    executors: [{ staff_id: ids.dean, responsible: true }],
    text: `Qarang: /file/${named.file_id}/xat.pdf`,
  });
  const act = (await drawnUp([named, twin])).body;
  await step(archivist, act.id, 'PROPOSED');
  const { content } = (await dean.get(`/document_management/destruction/letters?act_id=${act.id}`)).body;
  expect(content.map(({ files: [file] }: { files: { kept_by: string[] }[] }) => file?.kept_by)).toEqual([
    ['Order'],
    ['Letter'],
  ]);
  expect((await clerk.get(`/document_management/${named.id}`)).status).toBe(200);
});
