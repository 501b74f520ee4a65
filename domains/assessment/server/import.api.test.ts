import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';
import { type AmendmentWish, takeAmendments } from './marks/import.ts';

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
}, 120_000);
afterAll(() => scene?.api.close());

const upload = async (...rows: string[]) => {
  const csv = ['Student number;Module code;Component;Mark', ...rows].join('\n');
  const { body } = await scene.teacher.upload('marks.csv', Buffer.from(csv));
  return [body].flat()[0].id as number;
};
async function run(file_id: number) {
  const started = await scene.teacher.post('/assessment/import-marks', { file_id });
  expect(started.body).toMatchObject({ job_id: expect.any(Number) });
  for (let i = 0; i < 600; i++) {
    const [job] = await scene.sql('select * from jobs where id = $1', [started.body.job_id]);
    if (['done', 'failed'].includes(job.state)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the job does not end');
}

it('marks come from a file after a preview that names every fault', async () => {
  const { teacher, people, sql } = scene;
  await sql("update students set status = 'WITHDRAWN', status_since = current_date - 5 where id = $1", [people[4]]);
  const bad = await upload(
    'T-1;MAT1;P1;100.05',
    'T-2;MAT1;P1;abc',
    'T-5;MAT1;P1;50',
    'T-9;MAT1;P1;50',
    'T-1;MAT1;JN;50',
    'T-1;NONE;P1;1',
    'T-3;MAT1;P1;70',
    'T-3;MAT1;P1;71',
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
  ]);
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
  const { sql, people } = scene;
  await sql("update marks set status = 'CONFIRMED' where student_id = $1", [people[0]]);
  const wishes: AmendmentWish[] = [];
  takeAmendments(async (_call, some) => wishes.push(...some));
  const job = await run(await upload('T-1;MAT1;P1;99', 'T-3;MAT1;P1;71'));
  expect(job).toMatchObject({ state: 'done', receipt: { new: 0, changed: 2 } });
  expect(wishes).toMatchObject([{ value: 99, special: null }]);
  expect((await sql('select value from marks order by student_id')).map((row) => row.value)).toEqual([
    '85.5',
    null,
    '71.0',
  ]);
});
