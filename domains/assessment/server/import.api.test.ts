import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

const upload = async (...rows: string[]) => {
  const csv = ['Student number;Module code;Component;Mark', ...rows].join('\n');
  const { body } = await scene.teacher.upload('marks.csv', Buffer.from(csv));
  return [body].flat()[0].id as number;
};
async function run(file_id: number) {
  const started = await scene.teacher.post('/assessment/import-marks', { file_id });
  expect(started.body).toMatchObject({ job_id: expect.any(Number) });
  return scene.api.finished(started.body.job_id);
}

it('marks come from a file after a preview that names every fault', async () => {
  const { teacher, people, sql } = scene;
  await sql("update students set status = 'WITHDRAWN', status_since = (select edulab_today()) - 5 where id = $1", [
    people[4],
  ]);
  // Who repeats the year learns with others than those of their entry.
  await sql('update students set entry_year = entry_year - 1 where id = $1', [people[2]]);
  await sql(
    "insert into exam_admissions (institution_id, course_module_id, student_id, allowed, reason, account_id) values (1, $1, $2, false, 'Qaror', 1)",
    [scene.plan, people[1]],
  );
  const bad = await upload(
    'T-1;MAT1;P1;100.05',
    'T-2;MAT1;P1;abc',
    'T-5;MAT1;P1;50',
    'T-9;MAT1;P1;50',
    'T-1;MAT1;JN;50',
    'T-1;NONE;P1;1',
    'T-3;MAT1;P1;70',
    'T-3;MAT1;P1;71',
    'T-2;MAT1;EX;72',
  );
  const preview = (await teacher.post('/assessment/import/preview', { file_id: bad })).body;
  expect(preview.faults.map((fault: { row: number; code: string }) => `${fault.row} ${fault.code}`)).toEqual([
    '2 mark_range',
    '3 mark_number',
    '4 NOT_IN_MODULE',
    '5 UNKNOWN_STUDENT',
    '6 UNKNOWN_REFERENCE',
    '7 NO_PLAN',
    '9 DUPLICATE_IN_FILE',
    '10 NOT_ADMITTED',
  ]);
  await sql('delete from exam_admissions');
  expect((await teacher.post('/assessment/import-marks', { file_id: bad })).body.code).toBe('IMPORT_FAULTS');
  const job = await run(await upload('T-1;MAT1;P1;85,5', 'T-2;MAT1;P1;absent', 'T-3;mat1;p1;70'));
  expect(job).toMatchObject({ state: 'done', receipt: { new: 3, changed: 0 } });
  expect(await sql('select value, special, status from marks order by student_id')).toEqual([
    { value: '85.5', special: null, status: 'DRAFT' },
    { value: null, special: 'ABSENT', status: 'DRAFT' },
    { value: '70.0', special: null, status: 'DRAFT' },
  ]);
  expect((await sql('select count(*)::int as n from module_results'))[0].n).toBe(3);
  expect((await scene.student.post('/assessment/import-marks', { file_id: bad })).status).toBe(403);
});

it('a confirmed mark is never overwritten: the row becomes a request for an amendment', async () => {
  const { sql, people, teacher } = scene;
  await sql("update marks set status = 'CONFIRMED' where student_id = $1", [people[0]]);
  const file = await upload('T-1;MAT1;P1;99', 'T-3;MAT1;P1;71');
  const preview = (await teacher.post('/assessment/import/preview', { file_id: file })).body;
  expect(preview.changes.map((row: { name: string }) => /amendment/.test(row.name))).toEqual([true, false]);
  expect(await run(file)).toMatchObject({ state: 'done', receipt: { new: 0, changed: 2 } });
  expect(await sql('select old_value, new_value, status, source, text, effect from amendments')).toMatchObject([
    {
      old_value: '85.5',
      new_value: '99.0',
      status: 'REQUESTED',
      source: 'IMPORT',
      text: 'From the file “marks.csv”, row 2',
      effect: { points: 13.5 },
    },
  ]);
  expect((await sql('select value from marks order by student_id')).map((row) => row.value)).toEqual([
    '85.5',
    null,
    '71.0',
  ]);
  // A second request for the same mark would decide on what is about to change.
  const again = (
    await teacher.post('/assessment/import/preview', { file_id: await upload('T-1;MAT1;P1;98', 'T-2;MAT1;P1;55') })
  ).body;
  expect(again.faults.map((fault: { row: number; code: string }) => `${fault.row} ${fault.code}`)).toEqual([
    '2 AMENDMENT_OPEN',
  ]);
});

it('the ledger says of which file a mark is, and an import can be taken back while nobody touched what it wrote', async () => {
  const { sql, people, teacher } = scene;
  const job = await run(await upload('T-2;MAT1;P1;55', 'T-2;MAT1;P2;66'));
  const events = async (kind: string) =>
    sql('select new_value, reason from mark_events where student_id = $1 and kind = $2 order by seq desc limit 2', [
      people[1],
      kind,
    ]);
  expect(await events('IMPORTED')).toEqual([
    { new_value: '66.0', reason: 'IMPORT: marks.csv' },
    { new_value: '55.0', reason: 'IMPORT: marks.csv' },
  ]);
  const values = () => sql('select value, special from marks where student_id = $1 order by component_id', [people[1]]);
  expect((await teacher.post(`/job/${job.id}/undo`, {})).status).toBe(200);
  expect(await values()).toEqual([
    { value: null, special: 'ABSENT' },
    { value: null, special: null },
  ]);
  expect(await events('ENTERED')).toMatchObject([{ reason: 'IMPORT_UNDONE' }, { reason: 'IMPORT_UNDONE' }]);
  const second = await run(await upload('T-2;MAT1;P2;67'));
  await sql('update marks set value = 68 where student_id = $1 and value = 67', [people[1]]);
  const refused = await teacher.post(`/job/${second.id}/undo`, {});
  expect(refused).toMatchObject({ status: 409, body: { code: 'IMPORT_TOUCHED' } });
});
