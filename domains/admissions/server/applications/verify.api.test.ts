import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene, named, publishedForm } from '#tests/support/admission.ts';

/** Verified is who brought every paper that is asked for, each looked at; and nobody is verified for ever. */

let scene: AdmissionScene;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
let form: any;
const paper = (type: string, required: boolean) => ({
  type,
  title: { uz: type, ru: '', en: `The ${type.toLowerCase()}` },
  applicant_types: [],
  levels: [],
  required,
});
beforeAll(async () => {
  scene = await admissionScene();
  form = await publishedForm(scene.moderator, {
    title: named('Hujjatli'),
    academic_year_id: scene.year,
    opens_on: scene.day(-1),
    closes_on: scene.day(9),
    documents: [paper('PASSPORT', true), paper('CERTIFICATE', true), paper('LETTER', false)],
  });
});
afterAll(() => scene?.api.close());

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');

async function sent() {
  const who = await scene.applicant();
  const documents = [];
  for (const type of ['PASSPORT', 'CERTIFICATE']) {
    const file = (await who.caller.upload(`${type}.pdf`, pdf)).body[0];
    documents.push({ type, file_id: file.id });
  }
  const { body } = await scene.apply(who.caller, { form_id: form.id, documents });
  expect(body.status).toBe('SUBMITTED');
  await scene.walk(body.id, 'DOCUMENTS_CHECK');
  return { ...who, id: body.id as number };
}
const judge = (id: number, type: string, status: string, note?: string) =>
  scene.moderator.put('/application/document', { application_id: id, type, status, note });
const verify = (id: number, more: object = {}) =>
  scene.moderator.put('/application/status/', { id, status: 'VERIFIED', ...more });

it('is refused with every paper named that is missing, declined or not looked at', async () => {
  const { id } = await sent();
  const early = await verify(id);
  expect([early.status, early.body.code]).toEqual([422, 'PAPERS_NOT_CHECKED']);
  expect(early.body.message).toContain('The passport – not checked yet, The certificate – not checked yet');
  expect(early.body.data.fields).toMatchObject([
    { path: 'documents.PASSPORT', code: 'PAPER_NOT_CHECKED' },
    { path: 'documents.CERTIFICATE', code: 'PAPER_NOT_CHECKED' },
  ]);
  await judge(id, 'PASSPORT', 'ACCEPTED');
  await judge(id, 'CERTIFICATE', 'DECLINED', 'Boshqa odamniki');
  expect((await verify(id)).body.data.fields).toMatchObject([{ code: 'PAPER_DECLINED' }]);
  // Gone altogether, as papers of old files are.
  await scene.sql(
    "update application_documents set deleted_at = edulab_now() where application_id = $1 and type = 'CERTIFICATE'",
    [id],
  );
  const missing = await verify(id);
  expect(missing.body.data.fields).toMatchObject([{ path: 'documents.CERTIFICATE', code: 'PAPER_MISSING' }]);
  // For many at once it is the same.
  const many = await scene.moderator.put('/application/status/many', { ids: [id], status: 'VERIFIED', preview: true });
  expect(many.body.rows).toMatchObject([{ code: 'PAPERS_NOT_CHECKED' }]);

  // Only who may go past a life cycle goes past the papers, with a reason that is kept.
  expect((await verify(id, { force: true, reason: 'Aslini koʻrdim' })).status).toBe(403);
  const chief = await scene.api.as('super_admin');
  const bare = await chief.put('/application/status/', { id, status: 'VERIFIED', force: true });
  expect(bare.body.code).toBe('REASON_REQUIRED');
  const forced = await chief.put('/application/status/', {
    id,
    status: 'VERIFIED',
    force: true,
    reason: 'Aslini koʻrdim',
  });
  expect([forced.status, forced.body.status]).toEqual([200, 'VERIFIED']);
  expect(
    await scene.sql(
      "select forced, reason from status_history where entity = 'application' and entity_id = $1 order by id desc limit 1",
      [id],
    ),
  ).toEqual([{ forced: true, reason: 'Aslini koʻrdim' }]);
});

it('can be taken back with a reason until something stands on it', async () => {
  const { id } = await sent();
  for (const type of ['PASSPORT', 'CERTIFICATE']) await judge(id, type, 'ACCEPTED');
  expect((await verify(id)).body.status).toBe('VERIFIED');
  const back = (more: object = {}) =>
    scene.moderator.put('/application/status/', { id, status: 'DOCUMENTS_CHECK', ...more });
  expect((await back()).body.code).toBe('REASON_REQUIRED');
  const again = await back({ reason: 'Boshqa odamning pasporti' });
  expect([again.status, again.body.status]).toEqual([200, 'DOCUMENTS_CHECK']);
  await verify(id);
  await scene.sql("update applications set decision = 'RECOMMENDED' where id = $1", [id]);
  const built = await back({ reason: 'Yana' });
  expect([built.status, built.body.code, built.body.data.because]).toEqual([422, 'STEP_NOT_READY', 'built']);
});

it('shows the whole person to whoever applies and to whoever judges, and to nobody else', async () => {
  const { id, caller } = await sent();
  const person = { gender: 'FEMALE', birthdate: '2008-05-01', passport_id: expect.stringMatching(/^AA\d{7}$/) };
  for (const by of [caller, scene.moderator])
    expect((await by.get(`/application/${id}`)).body.person).toMatchObject(person);
});

it('correcting one’s profile does not make the application that is being written too old', async () => {
  const { caller } = await scene.applicant();
  const draft = (await scene.apply(caller, { form_id: form.id, submit: false })).body;
  const profile = (await caller.get('/user/guest/profile')).body;
  const saved = await caller.put('/user/guest/profile', {
    version: profile.version,
    lastname: 'Yangi',
    passport_id: 'AB7654321',
  });
  expect(saved.status).toBe(200);
  const next = await caller.put('/application/update', {
    id: draft.id,
    version: draft.version,
    answers: { school: '3' },
  });
  expect([next.status, next.body.applicant.lastname]).toEqual([200, 'Yangi']);
});
