import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

let scene: MarksScene;
let student: number;
beforeAll(async () => {
  scene = await marksScene();
  [student] = scene.people as [number];
  await scene.fill();
  await scene.sql("update marks set status = 'CONFIRMED'");
});
afterAll(() => scene?.api.close());

/** What stands against the graduation of the first student, or of others. */
const faults = async (ids = [student]) => {
  const answer = await scene.office.put('/student/status', {
    ids,
    status: 'GRADUATED',
    order_number: '12-B',
    order_date: scene.day(0),
    preview: true,
  });
  expect(answer.status).toBe(200);
  return answer.body.faults as { id: number; code: string; message: string }[];
};
const codes = async (ids = [student]) => (await faults(ids)).map((fault) => fault.code);
const said = async (code: string) => (await faults()).find((fault) => fault.code === code)?.message;

it('refuses whoever has a few credits, open marks and debts, with everything that is missing', async () => {
  const accountant = await scene.api.as('accounting_head');
  const { body: debit } = await accountant.post('/student/debit/', {
    student_id: student,
    kind: 'OTHER',
    amount: '2000000',
    due_on: scene.day(30),
  });
  expect(debit.id).toBeTruthy();
  await scene.sql('update courses set credits = 240 where id = $1', [scene.course.id]);
  const refused = await scene.office.put('/student/status', {
    ids: [student],
    status: 'GRADUATED',
    order_number: '12-B',
    order_date: scene.day(0),
  });
  expect(refused.status).toBe(422);
  expect(refused.body.code).toBe('BATCH_REFUSED');
  expect(await codes()).toEqual(expect.arrayContaining(['CREDITS_MISSING', 'MONEY_OWED']));
  expect(await said('CREDITS_MISSING')).toContain('6');
  expect(await said('MONEY_OWED')).toContain('000');
  const [row] = await scene.sql('select status from students where id = $1', [student]);
  expect(row.status).toBe('ACTIVE');
  await scene.sql('update student_debits set deleted_at = edulab_now() where id = $1', [debit.id]);
  expect(await codes()).not.toContain('MONEY_OWED');
});

it('takes a contract that nobody has signed yet for a debt once its year has begun, and not before', async () => {
  const offered = async (starts_on: string, ends_on: string) => {
    const [year] = await scene.sql(
      `insert into academic_years (institution_id, name, starts_on, ends_on) values (1, $1::text, $1::date, $2) returning id`,
      [starts_on, ends_on],
    );
    const [row] = await scene.sql(
      `insert into contracts (institution_id, number, student_id, payer_name, level, academic_year_id, amount, plan, deadline, fine, minimum_share, status, search)
       values (1, $1, $2, 'X', 'BACHELOR', $3, 1600000000, jsonb_build_array(jsonb_build_object('due_on', $4::text, 'amount', 1600000000)), $4::date, '{}', 0, 'ISSUED', 'x') returning id`,
      [starts_on, student, year.id, ends_on],
    );
    return row.id as number;
  };
  await offered(scene.day(300), scene.day(600));
  expect(await codes()).not.toContain('MONEY_OWED');
  const id = await offered(scene.day(-500), scene.day(-200));
  expect(await said('MONEY_OWED')).toContain('16,000,000');
  await scene.sql("update contracts set status = 'TERMINATED' where id = $1", [id]);
  expect(await codes()).not.toContain('MONEY_OWED');
});

it('asks for each credit, and for each core module, practice and thesis that the plan of the year of entry has', async () => {
  await scene.sql('update courses set credits = 6 where id = $1', [scene.course.id]);
  expect(await codes()).not.toContain('CREDITS_MISSING');
  const [year] = await scene.sql('select academic_year_id as id from course_modules where id = $1', [scene.plan]);
  const planned = async (code: string, part: string, type = 'CORE') => {
    const module = await scene.office.post('/module/', {
      code,
      title: { uz: code, ru: '', en: '' },
      type,
      part,
      credits: 3,
    });
    expect(module.status).toBe(200);
    expect(module.body.part).toBe(part);
    const made = await scene.office.post('/cclsmodule/', {
      course_id: scene.course.id,
      academic_year_id: year.id,
      study_year: 1,
      semester: 2,
      module_id: module.body.id,
      type,
    });
    expect(made.status).toBe(200);
    return made.body.id as number;
  };
  const made = {
    core: await planned('FIZ1', 'TAUGHT'),
    practice: await planned('PR1', 'PRACTICE'),
    thesis: await planned('BI1', 'THESIS', 'OPTIONAL'),
    exam: await planned('DI1', 'STATE_EXAM', 'OPTIONAL'),
  };
  await planned('TN1', 'TAUGHT', 'OPTIONAL');
  expect(await codes()).toEqual(expect.arrayContaining(['CORE_NOT_PASSED', 'PRACTICE_NOT_PASSED', 'FINAL_NOT_PASSED']));
  expect(await said('CORE_NOT_PASSED')).toContain('FIZ1');
  expect(await said('FINAL_NOT_PASSED')).toMatch(/BI1.*DI1/);
  const pass = (module: number) =>
    scene.sql(
      `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
       values (1, $1, $2, 80, 'B', true, true, 'CONFIRMED', 'x')`,
      [module, student],
    );
  await pass(made.core);
  await pass(made.practice);
  // One of those that can be chosen will do.
  await pass(made.exam);
  const left = await codes();
  for (const code of ['CORE_NOT_PASSED', 'PRACTICE_NOT_PASSED', 'FINAL_NOT_PASSED']) expect(left).not.toContain(code);
  expect((await faults([scene.people[1]!])).filter((fault) => fault.code === 'CORE_NOT_PASSED')).toHaveLength(1);
});

it('waits for marks that no board has confirmed, for attempts to come and for amendments', async () => {
  for (const code of ['ATTEMPTS_OPEN', 'AMENDMENTS_OPEN']) expect(await codes()).not.toContain(code);
  await scene.sql("update marks set status = 'PUBLISHED' where student_id = $1", [student]);
  expect(await said('ATTEMPTS_OPEN')).toContain('MAT1');
  await scene.sql("update marks set status = 'CONFIRMED' where student_id = $1", [student]);
  expect(await codes()).not.toContain('ATTEMPTS_OPEN');
  const [mark] = await scene.sql('select id from marks where student_id = $1 and component_id = $2', [
    student,
    scene.parts.EX,
  ]);
  const asked = await scene.teacher.post('/amendment/', {
    mark_id: mark.id,
    value: 80,
    reason_code: 'APPEAL',
    text: 'Apellyatsiya',
    submit: true,
  });
  expect(asked.status).toBe(200);
  expect(await said('AMENDMENTS_OPEN')).toContain('MAT1');
});

it('asks as few questions for many as for one', async () => {
  const [one, all] = [await faults([student]), await faults(scene.people)];
  expect(all.filter((fault) => fault.id === student)).toEqual(one);
  expect(new Set(all.map((fault) => fault.id)).size).toBe(scene.people.length);
});
