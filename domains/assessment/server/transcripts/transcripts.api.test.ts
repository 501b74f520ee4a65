import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { readPdf } from '#tests/support/pdf.ts';

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
}, 120_000);
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
  const own = await scene.student.get('/assessment/transcript');
  expect(own.body).toMatchObject({ average: 75, earned: 6, provisional: false });
  expect(own.body.semesters).toMatchObject([
    { semester: 1, credits: 6, average: 75, rows: [{ code: 'MAT1', title: 'Matematika', total: 75, passed: true }] },
  ]);
  expect((await scene.student.get(`/assessment/transcript?student_id=${scene.people[1]}`)).status).toBe(404);
  expect((await issue('uz', scene.student)).status).toBe(403);
  expect((await issue('uz', scene.teacher)).status).toBe(403);

  const words = { uz: 'Akademik transkript', ru: 'Академический транскрипт', en: 'Academic transcript' };
  const made = [];
  for (const [language, title] of Object.entries(words)) {
    const answer = await issue(language);
    expect(answer.status).toBe(200);
    const { document } = answer.body;
    made.push(document);
    const file = await scene.office.get(`/issued-document/${document.id}/file`);
    const read = readPdf(file.raw);
    for (const text of [title, 'MAT1', language === 'en' ? '75' : '75', document.check_code])
      expect(read.pages.join()).toContain(text);
    expect(read.language).toBe(language);
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
    reason: at.number,
  });
  const fresh = (await issue('uz')).body.document;
  expect(await check(made[0].check_code)).toMatchObject({
    status: 'SUPERSEDED',
    superseded_by: { number: fresh.number },
  });
  expect(await check(fresh.check_code)).toMatchObject({ status: 'VALID' });
});
