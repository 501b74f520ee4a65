import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, type LetterBody, type LetterScene, letterScene } from '#tests/support/letters.ts';
import { endReservations } from './reservations.ts';

/** Numbers that are kept free: the row of a group has no gap, whoever takes from it at the same time. */

let scene: LetterScene;
beforeAll(async () => {
  scene = await letterScene();
});
afterAll(() => scene?.api.close());

interface Line {
  id: number;
  number: string;
  status: string | null;
  letter_id: number | null;
  heading: string | null;
  reservation: { id: number; version: number; reason: string | null } | null;
}
const register = async (query = ''): Promise<Line[]> =>
  (await scene.clerk.get(`/document_management/number/?group_id=${scene.incoming.id}&size=200&sort=id${query}`)).body
    .content;
const reserve = async (more: object = {}) =>
  scene.clerk.post('/document_management/number/', {
    group_id: scene.incoming.id,
    purpose: 'Vazirlik bayoni',
    kept_for: 'Rektor devoni',
    until: await scene.day(0),
    ...more,
  });

it('takes reserved numbers and letters from one row without gaps, however many come at once', async () => {
  const { clerk, registered, step, card } = scene;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      place % 3 === 0 ? reserve() : registered().then((body) => ({ status: 200, body })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  let lines = await register();
  expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, place) => place + 1));
  for (const line of lines) expect((line.letter_id === null) === (line.status === 'RESERVED')).toBe(true);
  const kept = lines.filter(({ status }) => status === 'RESERVED');
  expect(kept).toHaveLength(4);
  const free = (await clerk.get(`/document_management/number/free?group_id=${scene.incoming.id}`)).body;
  expect(free.map(({ id }: { id: number }) => id)).toEqual(kept.map(({ reservation }) => reservation?.id));

  // Two letters at once with one number: one of them has it.
  const [one, two] = (await Promise.all(
    ['Birinchi', 'Ikkinchi'].map(
      async (heading) => (await clerk.post('/document_management/', await card({ heading }))).body,
    ),
  )) as [LetterBody, LetterBody];
  const reservation_id = kept[0]?.reservation?.id;
  const both = await Promise.all([one, two].map((letter) => step(clerk, letter, 'REGISTERED', { reservation_id })));
  expect(both.map((answer) => (answer.status === 200 ? answer.body.number : codeOf(answer))).sort()).toEqual(
    [kept[0]?.number, 'RESERVATION_CLOSED'].sort(),
  );
  expect(both.find(({ status }) => status === 200)?.body.registered_on).toBe(await scene.day(0));
  // Of another group it is none.
  const other = (
    await clerk.post('/document_management/group/', {
      code: 'K-07',
      title: { uz: 'B', ru: '', en: '' },
      direction: 'INCOMING',
    })
  ).body;
  const strange = (await clerk.post('/document_management/', await card({ group_id: other.id }))).body;
  expect(codeOf(await step(clerk, strange, 'REGISTERED', { reservation_id: kept[1]?.reservation?.id }))).toBe(
    'RESERVATION_OTHER',
  );

  // Given up: it stays in the register, with its reason.
  const given = { id: kept[1]?.reservation?.id, version: kept[1]?.reservation?.version };
  expect(codeOf(await clerk.put('/document_management/number/', { ...given, reason: '' }))).toBe('form_required');
  expect((await clerk.put('/document_management/number/', { ...given, reason: 'Bayon kelmadi' })).status).toBe(200);
  expect(codeOf(await clerk.put('/document_management/number/', { ...given, reason: 'Yana' }))).toBe('STALE');
  const left = (await clerk.post('/document_management/', await card())).body;
  expect(codeOf(await step(clerk, left, 'REGISTERED', { reservation_id: given.id }))).toBe('RESERVATION_CLOSED');
  lines = await register('&status=UNUSED');
  expect(lines).toMatchObject([{ number: kept[1]?.number, letter_id: null, reservation: { reason: 'Bayon kelmadi' } }]);
});

it('keeps numbers within their year, for who may, and hides whose a confidential one is', async () => {
  const { clerk, teacher, registered, day } = scene;
  expect(codeOf(await reserve({ until: await day(-1) }))).toBe('LETTER_DAY');
  expect(codeOf(await reserve({ until: `${Number((await day(0)).slice(0, 4)) + 1}-01-01` }))).toBe('LETTER_DAY');
  expect((await teacher.post('/document_management/number/', {})).status).toBe(403);
  expect((await teacher.get(`/document_management/number/?group_id=${scene.incoming.id}`)).status).toBe(403);
  const secret = await registered({ heading: 'Maxfiy', confidential: true });
  const admin = await scene.api.as('admin');
  const path = `/document_management/number/?group_id=${scene.incoming.id}&size=200`;
  const line = (await admin.get(path)).body.content.find(({ number }: Line) => number === secret.number);
  expect(line).toMatchObject({ letter_id: null, heading: null });
  expect((await clerk.get(path)).body.content.find(({ number }: Line) => number === secret.number).heading).toBe(
    'Maxfiy',
  );
  const stranger = await scene.api.as('super_admin', 2);
  expect(codeOf(await stranger.get(path))).toBe('UNKNOWN_REFERENCE');
});

// Last, for it moves the clock.
it('leaves a number whose day has passed without a letter, and says so', async () => {
  const before = (await register()).filter(({ status }) => status === 'RESERVED');
  expect(before.length).toBeGreaterThan(0);
  expect(await endReservations(scene.api.kernel)).toBe(0);
  await scene.api.setClock(`${await scene.day(1)}T02:00:00+05:00`);
  expect(await endReservations(scene.api.kernel)).toBe(before.length);
  expect(await endReservations(scene.api.kernel)).toBe(0);
  const clerk = await scene.api.as('document_management_moderator');
  expect((await clerk.get('/notice/?size=1')).body.content[0].link).toBe('/document-management-moderator?tab=numbers');
});
