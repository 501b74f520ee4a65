import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { readPdf } from '#tests/support/pdf.ts';

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

const issue = (language: string, by = scene.office) =>
  by.post('/student/transcript', { student_id: scene.people[0], language });

it('says nothing that was not published', async () => {
  await scene.fill();
  expect((await issue('uz')).body.code).toBe('NO_RESULTS');
  const own = await scene.student.get('/assessment/transcript');
  expect(own.body).toMatchObject({ semesters: [], average: null, earned: 0 });
});

it('is issued in three languages with credits, marks and averages; strangers check it; an amendment supersedes it', async () => {
  await scene.sql("update marks set status = 'CONFIRMED'");
  // Of 240 credits these are the first: there is no class of degree before it is awarded, whatever the average.
  await scene.sql(
    `insert into degree_classes (institution_id, code, title, minimum_average) values (1, 'GOOD', '{"uz":"Yaxshi","ru":"","en":""}', 70)`,
  );
  const own = await scene.student.get('/assessment/transcript');
  expect(own.body).toMatchObject({ average: 75, earned: 6, programme: 240, awarded: false, class: null });
  expect(own.body.unconfirmed).toBe(false);
  expect(own.body.semesters).toMatchObject([
    { semester: 1, credits: 6, average: 75, rows: [{ code: 'MAT1', title: 'Matematika', total: 75, passed: true }] },
  ]);
  expect((await scene.student.get(`/assessment/transcript?student_id=${scene.people[1]}`)).status).toBe(404);
  expect((await issue('uz', scene.student)).status).toBe(403);
  expect((await issue('uz', scene.teacher)).status).toBe(403);

  const words = {
    uz: ['Akademik transkript (oraliq)', '240 kreditidan 6 tasi'],
    ru: ['Академический транскрипт (предварительный)', '6 из 240 кредитов'],
    en: ['Academic transcript, provisional', '6 of the 240 credits'],
  };
  const made = [];
  for (const [language, [title = '', reached = '']] of Object.entries(words)) {
    const answer = await issue(language);
    expect(answer.status).toBe(200);
    const { document } = answer.body;
    made.push(document);
    const file = await scene.office.get(`/issued-document/${document.id}/file`);
    const read = readPdf(file.raw);
    // A line of the paper may end anywhere between words.
    const said = read.pages.join().replaceAll(/\s+/g, ' ');
    for (const text of [title, reached, 'MAT1', '75', document.check_code]) expect(said).toContain(text);
    expect(said).not.toContain('Yaxshi');
    // The public page says the same, before anything else.
    const page = await scene.api.anonymous.get(`/issued-document/check/${document.check_code}`);
    expect(JSON.parse(page.body.document.text).sections[0]).toMatchObject({
      kind: 'text',
      text: expect.stringContaining(reached),
    });
    expect(read.language).toBe(language);
    expect(JSON.parse(page.body.document.text).provisional).toBe('NOT_AWARDED');
    expect(JSON.parse(page.body.statement.text).provisional).toBe('NOT_AWARDED');
  }
  const mine = await scene.student.get('/issued-document/?mine=true');
  expect(mine.body.total_elements).toBe(3);

  const [mark] = await scene.sql('select id from marks where student_id = $1 and component_id = $2', [
    scene.people[0],
    scene.parts.EX,
  ]);
  const asked = await scene.teacher.post('/amendment/', {
    mark_id: mark.id,
    value: 80,
    reason_code: 'APPEAL',
    text: 'Apellyatsiya',
    submit: true,
  });
  expect(asked.body.effect).toMatchObject({ transcripts: 3, average_before: 75, average_after: 78 });
  const committee = await scene.api.as('ar_committee');
  let at = asked.body;
  for (const [by, status] of [
    [scene.leader, 'CHECKED'],
    [committee, 'APPROVED'],
    [scene.office, 'APPLIED'],
  ] as const) {
    const answer = await by.put('/amendment/change/status', { id: at.id, version: at.version, status });
    expect(answer.status).toBe(200);
    at = answer.body;
  }
  const check = async (code: string) =>
    JSON.parse((await scene.api.anonymous.get(`/issued-document/check/${code}`)).body.statement.text);
  expect(await check(made[0].check_code)).toMatchObject({
    status: 'SUPERSEDED',
    superseded_by: null,
    // Words for whoever holds the paper, in its language and in the reader's; our number is nobody else's business.
    reason: 'Undagi natija tuzatildi',
    reasons: { ru: 'Результат в нём исправлен', en: 'A result in it was corrected' },
  });
  const [kept] = await scene.sql(
    "select reason from status_history where entity = 'issued_document' and to_status = 'SUPERSEDED' limit 1",
  );
  expect(kept.reason).toBe(at.number);
  const fresh = (await issue('uz')).body.document;
  expect(await check(made[0].check_code)).toMatchObject({
    status: 'SUPERSEDED',
    superseded_by: { number: fresh.number },
  });
  expect(await check(fresh.check_code)).toMatchObject({ status: 'VALID' });

  await scene.sql("update students set status = 'GRADUATED' where id = $1", [scene.people[0]]);
  const awarded = (await scene.student.get('/assessment/transcript')).body;
  expect(awarded).toMatchObject({ awarded: true, class: 'Yaxshi' });
  // The final one takes the place of what was provisional, in whatever language.
  const final = (await issue('en')).body.document;
  expect(await check(final.check_code)).toMatchObject({ status: 'VALID', provisional: null });
  expect(await check(fresh.check_code)).toMatchObject({
    status: 'SUPERSEDED',
    reasons: { en: expect.stringContaining('provisional') },
    superseded_by: { number: final.number },
  });
});
