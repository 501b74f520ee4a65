import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** A request that registers its student to sit again, by the rules of whoever keeps marks. */

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

it('offers what was not passed, registers it with its fee, and says why where that cannot be', async () => {
  const { api, sql, plan, people } = scene;
  const head = await api.as('registrar_head');
  const exams = await api.as('exam_head');
  await head.post('/form/type/shipped', {});
  const [type] = (await head.get('/form/type/?search=RETAKE')).body.content;
  const [{ id: account_id }] = await sql("select id from accounts where username = 'bachelor_student'");
  await sql('update students set account_id = null where account_id = $1', [account_id]);
  await sql('update students set account_id = $1 where id = $2', [account_id, people[0]]);
  const student = await api.as('bachelor_student');
  const said = { missed: 2, held: 40, reason: 'Kasal edim, imtihonga kelolmadim' };
  const ask = (module: string) =>
    student.post('/form/request/', { type_id: type.id, submit: true, answers: { ...said, module } });
  const offered = async () => {
    const { form } = (await student.get(`/form/request/begin?type_id=${type.id}`)).body;
    const fields = form.sections.flatMap(({ fields: all }: { fields: object[] }) => all);
    return fields.find(({ key }: { key: string }) => key === 'module').options;
  };
  // Nothing was failed yet: neither words nor a number of one's own will do.
  expect(await offered()).toEqual([]);
  for (const module of ['Algebra', String(plan)])
    expect((await ask(module)).body.data.fields).toMatchObject([{ path: 'answers.module', code: 'ANSWER_INVALID' }]);
  await scene.fill([80, 70, 30]);
  await sql("update marks set status = 'PUBLISHED'");
  const [choice] = await offered();
  expect(choice.value).toBe(String(plan));
  const sent = await ask(choice.value);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { id } = sent.body;
  // Whether the dean agrees is tried elsewhere.
  await sql('update form_requests set step = 1 where id = $1', [id]);
  const turn = (more: object) => exams.post('/form/request/change/status', { id, status: 'APPROVED', ...more });
  await sql('update assessment_plans set retake_fee = 250000 where course_module_id = $1', [plan]);
  // What was chosen is what is decided, unless whoever decides says otherwise.
  const look = (await turn({ preview: true })).body;
  expect(look.requests[0].change).toMatchObject({ decision: { course_module_id: plan } });
  expect(look.requests[0].change.options.course_module_id).toMatchObject([{ id: plan }]);
  expect(look.requests[0].lines.join()).toMatch(/250.000/);
  expect(await sql('select 1 from assessment_retakes')).toEqual([]);
  // The request says what was asked as it was called then.
  await sql(
    "update modules set title = jsonb_set(title, '{uz}', '\"Boshqacha\"') where id = (select module_id from course_modules where id = $1)",
    [plan],
  );
  const asked = (await student.get(`/form/request/${id}`)).body;
  const field = asked.sections
    .flatMap(({ fields }: { fields: object[] }) => fields)
    .find(({ key }: { key: string }) => key === 'module');
  expect(field.options).toEqual([choice]);
  const done = await turn({});
  expect([done.status, done.body.requests[0].lines.length]).toEqual([200, look.requests[0].lines.length]);
  expect(await sql('select student_id, attempt from assessment_retakes')).toEqual([
    { student_id: people[0], attempt: 2 },
  ]);
  expect(await sql("select amount::int from student_debits where kind = 'RETAKE'")).toEqual([{ amount: 25_000_000 }]);
});
