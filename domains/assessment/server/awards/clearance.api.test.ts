import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AwardScene, awardScene } from '#tests/support/awards.ts';
import { readPdf } from '#tests/support/pdf.ts';

let scene: AwardScene;
let one: number;
const offices: Record<string, number> = {};
beforeAll(async () => {
  scene = await awardScene();
  [one] = scene.people as [number];
});
afterAll(() => scene?.api.close());

const code = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code;
const faults = async () =>
  (
    await scene.office.put('/student/status', {
      ids: [one],
      status: 'GRADUATED',
      order_number: '1',
      order_date: scene.day(0),
      preview: true,
    })
  ).body.faults as { code: string; message: string }[];

it('asks the offices that the institution names: one counts, another signs', async () => {
  expect((await faults()).map((fault) => fault.code)).toEqual(['NOT_AWARDED']);
  const made = async (name: string, more: object) => {
    const answer = await scene.office.post('/clearance-office/', { title: { uz: name, ru: '', en: '' }, ...more });
    offices[name] = answer.body.id;
    return answer;
  };
  expect(await code(made('Hech kim', {}))).toBe('OFFICE_NEEDS_ONE');
  expect(await code(made('Ikkalasi', { fault: 'MONEY_OWED', role: 'DEAN' }))).toBe('OFFICE_NEEDS_ONE');
  expect((await made('Buxgalteriya', { position: 1, fault: 'MONEY_OWED' })).status).toBe(200);
  expect((await made('Kutubxona', { position: 2, role: 'LIBRARY_MODERATOR' })).status).toBe(200);
  expect(await faults()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'CLEARANCE_MISSING', message: expect.stringContaining('Kutubxona') }),
    ]),
  );
});

it('takes the word of whoever holds the role alone, and a refusal with its reason', async () => {
  const librarian = await scene.api.as('library_moderator');
  const dean = await scene.api.as('dean');
  const say = (by: typeof librarian, office: string, clear: boolean, note?: string) =>
    by.post('/clearance/word', { student_id: one, office_id: offices[office], clear, ...(note ? { note } : {}) });
  expect((await say(scene.student, 'Kutubxona', true)).status).toBe(403);
  expect(await code(say(scene.office, 'Kutubxona', true))).toBe('OFFICE_OF_OTHERS');
  expect(await code(say(librarian, 'Buxgalteriya', true))).toBe('OFFICE_COMPUTED');
  expect(await code(say(librarian, 'Kutubxona', false))).toBe('REASON_REQUIRED');
  expect((await say(dean, 'Kutubxona', true)).status).not.toBe(200);
  const refused = await say(librarian, 'Kutubxona', false, 'Ikki kitob qaytarilmagan');
  expect(refused.body.offices[1]).toMatchObject({ state: 'REFUSED', note: 'Ikki kitob qaytarilmagan', can_sign: true });
  expect((await faults()).find((fault) => fault.code === 'CLEARANCE_REFUSED')?.message).toContain('Ikki kitob');
  await say(librarian, 'Kutubxona', true);
  expect((await faults()).map((fault) => fault.code)).toEqual(['NOT_AWARDED']);
  const own = await scene.student.get('/clearance');
  expect(own.body).toMatchObject({ clear: true, offices: [{ state: 'CLEAR', computed: true }, { state: 'CLEAR' }] });
  expect((await scene.student.get(`/clearance?student_id=${scene.people[1]}`)).status).toBe(404);
  const paper = readPdf((await scene.student.get('/clearance/paper')).raw);
  expect(paper.pages.join(' ')).toContain('Kutubxona');
  // Every word stays.
  expect(await scene.sql('select clear from clearance_words order by id')).toEqual([{ clear: false }, { clear: true }]);
});

it('one refusal names money, credits and the clearance at once', async () => {
  const two = scene.people[1]!;
  await scene.awardTo([two]);
  await scene.sql('update courses set credits = 240 where id = $1', [scene.course.id]);
  const accountant = await scene.api.as('accounting_head');
  const debit = { student_id: two, kind: 'OTHER', amount: '2000000', due_on: scene.day(30) };
  expect((await accountant.post('/student/debit/', debit)).status).toBe(200);
  const refused = await scene.office.post('/student/life', { ids: [two], kind: 'GRADUATION', reason: 'Bitirdi' });
  expect(refused.status).toBe(422);
  expect(refused.body.data.faults.map((fault: { code: string }) => fault.code).sort()).toEqual([
    'CLEARANCE_MISSING',
    'CREDITS_MISSING',
    'MONEY_OWED',
  ]);
});
