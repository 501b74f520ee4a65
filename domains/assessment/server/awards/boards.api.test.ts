import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AwardScene, awardScene } from '#tests/support/awards.ts';
import { readPdf } from '#tests/support/pdf.ts';

let scene: AwardScene;
let one: number;
let two: number;
let three: number;
let four: number;
beforeAll(async () => {
  scene = await awardScene();
  [one, two, three, four] = scene.people as [number, number, number, number];
  const made = async (code: string, minimum_average: number, more = {}) => {
    const answer = await scene.office.post('/assessment/degree_class/', {
      code,
      title: { uz: code, ru: '', en: '' },
      minimum_average,
      ...more,
    });
    expect(answer.status).toBe(200);
  };
  // Those of a later year of entry do not hold for these students, whose average is 75.
  await made('NEW', 10, { entry_year: scene.entry + 1 });
  await made('FIRST', 76, { borderline: 2, best_from: 70, best_share: 75, honours: true });
  await made('TOP', 76, { borderline: 5, best_from: 90, best_share: 75, honours: true, level: 'BACHELOR' });
  await made('SECOND', 60);
  await made('THIRD', 50);
});
afterAll(() => scene?.api.close());

const codesOf = (body: { data: { faults: { code: string }[] } }) => body.data.faults.map((fault) => fault.code);
const candidate = async (id: number, student: number) =>
  (await scene.read(id)).body.candidates.find((row: { student: { id: number } }) => row.student.id === student);

it('sits only with a chair, a secretary, a quorum and candidates, and with nobody who is one', async () => {
  const { body: board } = await scene.board([]);
  const members = (list: object[]) =>
    scene.officer.post('/award/board', { id: board.id, version: board.version, members: list });
  const sit = async () => (await scene.step(scene.officer, board.id, 'SITTING')).body.code;
  const [chair, secretary] = [scene.chair.staff_id, scene.secretary.staff_id];
  const seat = (staff_id: number, role: string, present = true) => ({ staff_id, role, present });
  const set = async (list: object[]) => {
    board.version = (await scene.read(board.id)).body.version;
    return members(list);
  };
  expect(await sit()).toBe('NO_CANDIDATES');
  await set([seat(chair, 'MEMBER'), seat(secretary, 'SECRETARY')]);
  expect(await sit()).toBe('BOARD_NEEDS_CHAIR');
  await set([seat(chair, 'CHAIR'), seat(secretary, 'MEMBER')]);
  expect(await sit()).toBe('BOARD_NEEDS_SECRETARY');
  expect((await set([seat(chair, 'CHAIR'), seat(chair, 'SECRETARY')])).body.code).toBe('MEMBER_TWICE');
  const [stranger] = await scene.sql(
    "insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'A-9', 'Yoʻq', 'Hisob', 'x') returning id",
  );
  expect((await set([seat(stranger.id, 'CHAIR')])).body.code).toBe('MEMBER_WITHOUT_ACCOUNT');
  await set([seat(chair, 'CHAIR'), seat(secretary, 'SECRETARY')]);
  const put = async (add: number[]) =>
    scene.officer.put('/award/board/candidates', {
      id: board.id,
      version: (await scene.read(board.id)).body.version,
      add,
    });
  expect((await put([one])).status).toBe(200);
  await scene.sql('update staff set pinfl = $1 where id = $2', ['12345678901234', chair]);
  await scene.sql('update students set pinfl = $1 where id = $2', ['12345678901234', one]);
  expect(await sit()).toBe('MEMBER_IS_CANDIDATE');
  await scene.sql('update students set pinfl = null where id = $1', [one]);
  await scene.sql('update award_boards set quorum = 3 where id = $1', [board.id]);
  expect(await sit()).toBe('NO_QUORUM');
  // One student stands before one board.
  expect(codesOf((await scene.board([one])).body)).toEqual(['AWARD_ELSEWHERE']);
  expect((await scene.step(scene.officer, board.id, 'CANCELLED')).body.code).toBe('REASON_REQUIRED');
  expect((await scene.step(scene.officer, board.id, 'CANCELLED', 'Xato')).status).toBe(200);
});

it('decides by the rules of the year of entry; above them in the band, and below, only with a reason', async () => {
  const { body: board } = await scene.board([one, two, three]);
  await scene.sql('update marks set value = 40 where student_id = $1 and component_id = $2', [three, scene.parts.EX]);
  expect((await scene.decide(board.id, [{ student_id: one, decision: 'AWARD' }])).body.code).toBe('NOT_SITTING');
  expect((await scene.step(scene.officer, board.id, 'SITTING')).status).toBe(200);
  expect(await candidate(board.id, one)).toMatchObject({
    average: 75,
    class: { code: 'SECOND' },
    near: { code: 'FIRST', honours: true },
    faults: [],
  });
  const { classes } = (await scene.read(board.id)).body;
  const [first, , third] = ['FIRST', 'SECOND', 'THIRD'].map(
    (code) => classes.find((row: { code: string }) => row.code === code).id,
  );
  const refused = async (decision: object) => {
    const { body } = await scene.decide(board.id, [decision]);
    return body.code === 'BATCH_REFUSED' ? codesOf(body)[0] : body.code;
  };
  expect(await refused({ student_id: one, decision: 'AWARD', class_id: first })).toBe('REASON_REQUIRED');
  expect(await refused({ student_id: one, decision: 'AWARD', class_id: third, reason: 'x' })).toBe('CLASS_NOT_REACHED');
  expect(await refused({ student_id: one, decision: 'LOWER', class_id: first, reason: 'x' })).toBe('CLASS_NOT_LOWER');
  expect(await refused({ student_id: one, decision: 'LOWER', class_id: third })).toBe('REASON_REQUIRED');
  expect(await refused({ student_id: two, decision: 'DEFER' })).toBe('REASON_REQUIRED');
  expect(await refused({ student_id: three, decision: 'AWARD' })).toBe('AWARD_FAULTS');
  expect(await refused({ student_id: four, decision: 'AWARD' })).toBe('NOT_FOUND');
  expect((await scene.step(scene.officer, board.id, 'DECIDED')).body.code).toBe('NOT_ALL_DECIDED');
  const decided = await scene.decide(board.id, [
    { student_id: one, decision: 'AWARD', class_id: first, reason: 'Chegara oraligʻida, bitiruv ishi aʼlo' },
    { student_id: two, decision: 'AWARD' },
    { student_id: three, decision: 'DEFER', reason: 'Imtihon topshirilmagan' },
  ]);
  expect(decided.status).toBe(200);
  expect((await scene.step(scene.officer, board.id, 'DECIDED')).status).toBe(200);

  // Members sign with their own accounts, and whoever prepared or was not there does neither.
  expect((await scene.officer.post('/award/board/sign', { id: board.id })).body.code).toBe('NOT_A_MEMBER');
  expect(
    (await scene.officer.put('/award/board/status', { id: board.id, version: 1, status: 'CONFIRMED' })).status,
  ).not.toBe(200);
  expect((await scene.step(scene.office, board.id, 'CONFIRMED')).body.code).toBe('SIGNATURES_MISSING');
  expect((await scene.chair.by.get(`/award/board/${board.id}`)).body.can.sign).toBe(true);
  for (const seat of [scene.chair, scene.secretary])
    expect((await seat.by.post('/award/board/sign', { id: board.id })).status).toBe(200);
  await scene.sql('update award_boards set decided_by = (select id from accounts where username = $1) where id = $2', [
    'registrar_head',
    board.id,
  ]);
  expect((await scene.step(scene.office, board.id, 'CONFIRMED')).body.code).toBe('SAME_PERSON');
  await scene.sql('update award_boards set decided_by = prepared_by where id = $1', [board.id]);
  await scene.sql('update marks set value = 76 where student_id = $1 and component_id = $2', [two, scene.parts.EX]);
  expect((await scene.step(scene.office, board.id, 'CONFIRMED')).body.code).toBe('FACTS_MOVED');
  await scene.sql('update marks set value = 75 where student_id = $1 and component_id = $2', [two, scene.parts.EX]);
  const own = async () => (await scene.student.get('/award/progress')).body;
  expect((await own()).award).toBeNull();
  const confirmed = await scene.step(scene.office, board.id, 'CONFIRMED');
  expect(confirmed.body).toMatchObject({ status: 'CONFIRMED', counts: { awarded: 2, deferred: 1 } });
  expect(await own()).toMatchObject({ award: { class: { code: 'FIRST', honours: true } }, faults: [] });

  const paper = readPdf((await scene.chair.by.get(`/award/board/${board.id}/minutes`)).raw);
  const said = paper.pages.join().replaceAll(/\s+/g, ' ');
  expect(said).toContain('Karimova Aziza');
  expect(said).toContain('FIRST');
  // Strangers read that the board decided, not about whom.
  const page = await scene.api.anonymous.get(`/issued-document/check/${confirmed.body.document.check_code}`);
  expect(page.body.document.text).not.toContain('T-1');

  // Whom the board did not award is refused, with everybody who was asked for; whom it awarded graduates, and has the class.
  expect(codesOf((await scene.graduate([one, three])).body)).toEqual(expect.arrayContaining(['NOT_AWARDED']));
  expect((await scene.student.get('/assessment/transcript')).body.class).toBeNull();
  expect((await scene.graduate([one])).status).toBe(200);
  expect((await scene.student.get('/assessment/transcript')).body).toMatchObject({ awarded: true, class: 'FIRST' });
});

it('lets a core module pass only with a reason, which the order then honours', async () => {
  const [year] = await scene.sql('select academic_year_id as id from course_modules where id = $1', [scene.plan]);
  const module = (
    await scene.office.post('/module/', {
      code: 'FIZ9',
      title: { uz: 'Fizika', ru: '', en: '' },
      type: 'CORE',
      credits: 3,
    })
  ).body;
  await scene.office.post('/cclsmodule/', {
    course_id: scene.course.id,
    academic_year_id: year.id,
    study_year: 1,
    semester: 2,
    module_id: module.id,
  });
  const { body: board } = await scene.board([four]);
  await scene.step(scene.officer, board.id, 'SITTING');
  expect((await candidate(board.id, four)).faults).toMatchObject([{ code: 'CORE_NOT_PASSED' }]);
  expect(codesOf((await scene.decide(board.id, [{ student_id: four, decision: 'AWARD' }])).body)).toEqual([
    'REASON_REQUIRED',
  ]);
  await scene.decide(board.id, [{ student_id: four, decision: 'AWARD', reason: 'Mexanika moduli hisobga olindi' }]);
  await scene.step(scene.officer, board.id, 'DECIDED');
  for (const seat of [scene.chair, scene.secretary]) await seat.by.post('/award/board/sign', { id: board.id });
  expect((await scene.step(scene.office, board.id, 'CONFIRMED')).status).toBe(200);
  expect((await scene.graduate([four])).status).toBe(200);
});

it('lists who is near a degree with what is missing, and nobody else reads it', async () => {
  const { body } = await scene.officer.get(`/award/candidate?course_id=${scene.course.id}&size=50`);
  expect(body.content.map((row: { student: { id: number } }) => row.student.id).sort()).toEqual(
    [two, three, scene.people[4]!].sort(),
  );
  expect(body.content.find((row: { id: number }) => row.id === two).faults).toMatchObject([
    { code: 'CORE_NOT_PASSED' },
  ]);
  expect((await scene.student.get('/award/candidate')).status).toBe(403);
  expect((await scene.student.get(`/award/progress?student_id=${two}`)).status).toBe(404);
  const seats = await scene.chair.by.get('/award/board');
  expect(seats.body.total_elements).toBeGreaterThan(0);
});
