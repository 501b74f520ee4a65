import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AwardScene, awardScene } from '#tests/support/awards.ts';
import { readPdf } from '#tests/support/pdf.ts';

let scene: AwardScene;
let one: number;
let two: number;
beforeAll(async () => {
  scene = await awardScene();
  [one, two] = scene.people as [number, number];
  await scene.office.post('/assessment/degree_class/', {
    code: 'RED',
    title: { uz: 'Imtiyozli', ru: 'С отличием', en: 'With honours' },
    minimum_average: 70,
    honours: true,
  });
});
afterAll(() => scene?.api.close());

const issue = (student_id: number, more: object = {}, by = scene.officer) =>
  by.post('/award/diploma', { student_id, kind: 'DIPLOMA', language: 'uz', ...more });
const code = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code;
const page = async (check_code: string) => {
  const { body } = await scene.api.anonymous.get(`/issued-document/check/${check_code}`);
  return { document: JSON.parse(body.document.text), statement: JSON.parse(body.statement.text) };
};
const series = (more: object) =>
  scene.officer.post('/blank-series/', { kind: 'DIPLOMA', series: 'B', first: 100, last: 102, digits: 7, ...more });

it('is issued after the order alone, on blanks that the office has entered', async () => {
  expect(await code(issue(one))).toBe('NOT_GRADUATED');
  await scene.sql("update students set status = 'GRADUATED' where id = $1", [two]);
  expect(await code(issue(two))).toBe('NOT_AWARDED');
  await scene.sql("update students set status = 'ACTIVE' where id = $1", [two]);
  await scene.awardTo([one, two]);
  expect(await code(issue(one))).toBe('NOT_GRADUATED');
  expect((await scene.graduate([one, two])).status).toBe(200);
  const told = await scene.sql(
    "select title ->> 'en' as title from notices where type in ('award', 'life') and account_id = (select account_id from students where id = $1) order by id",
    [one],
  );
  expect(told.map((row) => row.title)).toEqual([
    'The award board has awarded you the degree',
    expect.stringContaining('Graduation'),
  ]);
  expect(await code(issue(one))).toBe('NO_BLANKS');
  expect((await issue(one, {}, scene.student)).status).toBe(403);
});

it('takes each blank once, in order, past those that were spoilt', async () => {
  expect(await code(series({ first: 5, last: 4 }))).toBe('SERIES_REVERSED');
  const { body: made } = await series({});
  expect(made).toMatchObject({ left: 3, used: 0, spoilt: 0 });
  expect(await code(series({ first: 102, last: 200 }))).toBe('SERIES_OVERLAP');
  const spoil = (number: number) =>
    scene.officer.post('/blank/spoil', { series_id: made.id, number, reason: 'Printer qogʻozni yirtdi' });
  expect(await code(spoil(99))).toBe('BLANK_NOT_IN_SERIES');
  expect((await spoil(100)).status).toBe(200);
  expect(await code(spoil(100))).toBe('BLANK_USED');
  const { body: diploma } = await issue(one);
  expect(diploma).toMatchObject({ number: expect.stringMatching(/^DP-\d{4}-000001$/), blank: 'B № 0000101' });
  expect(await code(spoil(101))).toBe('BLANK_USED');
  expect(await code(scene.officer.post('/blank-series/', { id: made.id, version: made.version, last: 100 }))).toBe(
    'SERIES_IN_USE',
  );
  const { body: list } = await scene.officer.get('/blank-series/');
  expect(list.content).toMatchObject([{ used: 1, spoilt: 1, left: 1 }]);
  expect((await scene.officer.get(`/blank/?series_id=${made.id}`)).body).toMatchObject([
    { number: 101, state: 'USED' },
    { number: 100, state: 'SPOILT', reason: 'Printer qogʻozni yirtdi' },
  ]);
  const told = await page(diploma.check_code);
  expect(told.statement.status).toBe('VALID');
  expect(told.document.title).toContain('Imtiyozli');
  expect(JSON.stringify(told.document.sections)).toContain('B № 0000101');
});

it('is there once: a second one says that it is a duplicate and takes its place', async () => {
  expect(await code(issue(one))).toBe('DIPLOMA_EXISTS');
  expect(await code(issue(two, { duplicate: 'Yoʻqotilgan' }))).toBe('NOTHING_TO_DUPLICATE');
  const [first] = (await scene.officer.get('/issued-document/?kind=DIPLOMA')).body.content;
  const { body: second } = await issue(one, { duplicate: 'Yoʻqotilgan' });
  expect(second.blank).toBe('B № 0000102');
  expect(await page(first.check_code)).toMatchObject({
    statement: { status: 'SUPERSEDED', superseded_by: { number: second.number } },
  });
  const told = await page(second.check_code);
  expect(told.document.title).toContain('dublikat');
  expect(told.document.sections[0].text).toContain(first.number);
  expect(await code(issue(two))).toBe('NO_BLANKS');
});

it('has a supplement in eight sections and three languages, each of which has a duplicate of its own', async () => {
  expect(await code(issue(two, { kind: 'SUPPLEMENT' }))).toBe('NO_DIPLOMA');
  const made: Record<string, { check_code: string; number: string; id: number }> = {};
  await scene.sql(
    `insert into module_outcomes (institution_id, module_id, code, title, kind, position)
     select 1, module_id, 'N1', '{"uz": "Integral hisoblaydi", "ru": "", "en": ""}', 'KNOWLEDGE', 1 from course_modules where id = $1`,
    [scene.plan],
  );
  for (const language of ['uz', 'ru', 'en']) {
    const answer = await issue(one, { kind: 'SUPPLEMENT', language });
    expect(answer.status).toBe(200);
    made[language] = answer.body;
    const said = readPdf((await scene.officer.get(`/issued-document/${answer.body.id}/file`)).raw).pages.join(' ');
    for (const part of [1, 2, 3, 4, 5, 6, 7, 8]) expect(said).toMatch(new RegExp(`\\b${part}\\. `));
    expect(said).toContain('MAT1');
    expect(said).toContain('Integral hisoblaydi');
  }
  expect(await code(issue(one, { kind: 'SUPPLEMENT', language: 'ru' }))).toBe('DIPLOMA_EXISTS');
  await issue(one, { kind: 'SUPPLEMENT', language: 'ru', duplicate: 'Yoʻqotilgan' });
  expect((await page(made.ru!.check_code)).statement.status).toBe('SUPERSEDED');
  expect((await page(made.en!.check_code)).statement.status).toBe('VALID');
  // Shares of few results would tell of single people.
  const scale = async () =>
    JSON.stringify(
      (await page((await issue(one, { kind: 'SUPPLEMENT', language: 'en', duplicate: 'x' })).body.check_code)).document,
    );
  expect(await scale()).toContain('Too few');
  await scene.sql(
    `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
     select 1, $1, 900000 + n, 90, 'A', true, true, 'CONFIRMED', 'x' from generate_series(1, 45) n`,
    [scene.plan],
  );
  expect(await scale()).toContain('90%');
});

it('holds no more when the graduation is taken back with a reason and an order', async () => {
  const back = (more: object) => scene.office.put('/student/status', { ids: [one], status: 'ACTIVE', ...more });
  expect(await code(back({ order_number: '3-T', order_date: scene.day(0) }))).toBe('REASON_REQUIRED');
  const asked = { reason: 'Boshqa talaba bilan adashtirilgan', order_number: '3-T', order_date: scene.day(0) };
  expect((await back(asked)).status).toBe(200);
  const { body } = await scene.officer.get('/issued-document/?kind=DIPLOMA,SUPPLEMENT&status=VALID');
  expect(body.total_elements).toBe(0);
  const [last] = (await scene.officer.get('/issued-document/?kind=DIPLOMA&status=REVOKED')).body.content;
  const told = await page(last.check_code);
  expect(told.statement).toMatchObject({ status: 'REVOKED' });
  expect(told.statement.reason).not.toContain('adashtirilgan');
  // Once more on the way: the same board stands, and a new order graduates.
  expect((await scene.graduate([one])).status).toBe(200);
});
