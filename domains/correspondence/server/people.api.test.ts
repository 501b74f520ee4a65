import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { codeOf, type LetterScene, letterScene } from '#tests/support/letters.ts';

/** Whom letters are about, and what of that is seen where. */

let scene: LetterScene;
let student: Caller;
let own: number;
let other: number;
beforeAll(async () => {
  scene = await letterScene();
  student = await scene.api.as('bachelor_student');
  const make = async (username: string | null, name: string, no: string) =>
    (
      await scene.sql(
        `insert into students (institution_id, account_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search)
         values (1, (select id from accounts where username = $1), $2, 'Ali', $3, 'BACHELOR', 'UZBEK', 2025, 'PAYMENT_CONTRACT', edulab_search_key($3 || ' Ali')) returning id`,
        [username, no, name],
      )
    )[0].id as number;
  own = await make('bachelor_student', 'Shodiyev', 'S-1');
  other = await make(null, 'Boqiyev', 'S-2');
});
afterAll(() => scene?.api.close());

const papers = async (by: Caller, query = '') =>
  (
    await by.get<{ content: { source: string; title: string; number: string; file: object | null }[] }>(
      `/student/papers${query}`,
    )
  ).body.content;

it('stands among the papers of whom it is about, as far as each may see it', async () => {
  const { clerk, registered, sql } = scene;
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  const file = (await clerk.upload('xat.pdf', pdf)).body[0].id;
  const open = await registered({ heading: 'Koʻchirish haqida', student_ids: [own, other], file_ids: [file] });
  const secret = await registered({ heading: 'Maxfiy soʻrov', student_ids: [own], confidential: true });
  expect(open.people).toMatchObject([
    { kind: 'STUDENT', id: other },
    { kind: 'STUDENT', id: own, number: 'S-1' },
  ]);
  const office = await scene.api.as('super_admin');
  expect((await papers(office, `?student_id=${own}`)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Koʻchirish haqida', 'Maxfiy soʻrov']),
  );
  // Who may see the student's papers and not what is confidential.
  const admin = await scene.api.as('admin');
  const seen = await papers(admin, `?student_id=${own}&size=100`);
  expect(seen).toMatchObject([{ source: 'LETTER_IN', title: 'Koʻchirish haqida', number: open.number }]);
  expect(JSON.stringify(seen)).not.toContain('Maxfiy');
  // Whoever has no part in the correspondence sees none of it.
  const registrar = await scene.api.as('registrar_head');
  expect(await papers(registrar, `?student_id=${own}`)).toEqual([]);
  expect(await papers(student)).toEqual([]);
  const shown = await clerk.post('/document_management/', {
    id: open.id,
    version: open.version,
    shown_to_people: true,
  });
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  const [mine, ...more] = await papers(student);
  expect(more).toEqual([]);
  expect(mine).toMatchObject({ source: 'LETTER_IN', number: open.number, file: { original_name: 'xat.pdf' } });
  expect((await student.get(`/document_management/${open.id}`)).status).toBe(403);
  const both = await clerk.post('/document_management/', {
    id: secret.id,
    version: secret.version,
    shown_to_people: true,
  });
  expect(codeOf(both)).toBe('SHOWN_CONFIDENTIAL');
  const later = await clerk.post('/document_management/', {
    id: open.id,
    version: shown.body.version,
    confidential: true,
    shown_to_people: false,
    student_ids: [own],
  });
  expect(later.status, JSON.stringify(later.body)).toBe(200);
  expect((await clerk.get(`/document_management/${open.id}`)).body.people).toHaveLength(1);
  expect(await papers(student)).toEqual([]);
  const [{ n }] = await sql(
    'select count(*)::int as n from letter_people where letter_id = $1 and deleted_at is null',
    [open.id],
  );
  expect(n).toBe(1);
});

it('is found by the name of whom it is about, and shown to students only after it was sent', async () => {
  const { clerk, dean, director, step, day } = scene;
  const found = async (by: Caller, search: string) =>
    (await by.get(`/document_management/?search=${encodeURIComponent(search)}`)).body.content.length;
  expect(await found(clerk, 'Шодиев')).toBeGreaterThan(0);
  expect(await found(scene.teacher, 'Шодиев')).toBe(0);
  const file = (await dean.upload('javob.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')))
    .body[0].id;
  const draft = (
    await dean.post(
      '/document_management/',
      await scene.card({
        direction: 'OUTGOING',
        group_id: scene.outgoing.id,
        heading: 'Javob xati',
        received_on: null,
        signer_id: scene.ids.director,
        file_ids: [file],
      }),
    )
  ).body;
  // Whoever writes a draft names the students whom they may see.
  const [{ n }] = await scene.sql('select count(*)::int as n from students where id = $1', [own]);
  expect(n).toBe(1);
  const strangers = await scene.teacher.get('/document_management/about?kind=APPLICANT&search=a');
  expect(strangers.body).toEqual([]);
  expect((await student.get('/document_management/about?kind=STUDENT&search=a')).status).toBe(403);
  const named = await dean.post('/document_management/', {
    id: draft.id,
    version: draft.version,
    student_ids: [999_999],
  });
  expect(codeOf(named)).toBe('UNKNOWN_REFERENCE');
  const twice = await dean.post('/document_management/', { id: draft.id, version: draft.version, staff_ids: [1, 1] });
  expect(codeOf(twice)).toBe('ABOUT_TWICE');
  await scene.sql('insert into letter_people (institution_id, letter_id, student_id) values (1, $1, $2)', [
    draft.id,
    own,
  ]);
  await scene.sql('update letters set shown_to_people = true where id = $1', [draft.id]);
  let now = (await dean.get(`/document_management/${draft.id}`)).body;
  for (const [by, status] of [
    [dean, 'AGREEING'],
    [director, 'SIGNED'],
    [clerk, 'REGISTERED'],
    [clerk, 'SENT'],
  ] as const) {
    expect(await papers(student)).toEqual([]);
    now = (await step(by, now, status)).body;
  }
  expect(now.registered_on).toBe(await day(0));
  expect(await papers(student)).toMatchObject([{ source: 'LETTER_OUT', title: 'Javob xati' }]);
});
