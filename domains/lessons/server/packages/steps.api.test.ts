import { afterAll, beforeAll, expect, it } from 'vitest';
import { zip } from '#demo/zip.ts';
import { manifest } from '#tests/support/packages.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

let scene: TeachingScene;
beforeAll(async () => {
  scene = await teachingScene();
});
afterAll(() => scene.api.close());

const shared = (how: string) => `<imsss:mapInfo targetObjectiveID="learnt" ${how}/>`;
const exam = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="done" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure>${shared('writeSatisfiedStatus="true"')}</imsss:primaryObjective></imsss:objectives></imsss:sequencing>`;
const closed = `<imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied" operator="not" referencedObjective="before"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="objectiveStatusKnown" operator="not" referencedObjective="before"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules><imsss:objectives><imsss:primaryObjective objectiveID="own"/><imsss:objective objectiveID="before">${shared('readSatisfiedStatus="true"')}</imsss:objective></imsss:objectives></imsss:sequencing>`;

const content = () =>
  zip([
    {
      name: 'imsmanifest.xml',
      content: manifest(
        [
          { id: 'exam', href: 'exam.html', inside: exam },
          { id: 'more', href: 'more.html', inside: closed },
        ],
        {
          version: '2004 3rd Edition',
          rules: '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>',
        },
      ),
    },
    { name: 'exam.html', content: '<title>exam</title>' },
    { name: 'more.html', content: '<title>more</title>' },
  ]);

it('the server leads by the rules of a package, keeps where one is by attempt, and takes no part’s word for another', async () => {
  const { teacher, student, plan, api } = scene;
  const lesson = (
    await teacher.post('/lesson/', { course_module_id: plan, kind: 'ELEARNING', title: 'Kurs', published: true })
  ).body;
  const file = (await teacher.upload('kurs.zip', content(), '?purpose=package')).body[0].id;
  const made = (await teacher.post('/lesson/articulate/', { lesson_id: lesson.id, file_id: file })).body;
  expect(made).toMatchObject({ kind: 'SCORM2004', items: [{ id: 'exam' }, { id: 'more' }] });
  const ask = async (more: object = {}) =>
    (await student.post('/lesson/articulate/launch', { package_id: made.id, ...more })).body;
  let sequence = 0;
  const tell = async (of: { attempt_id: number; launch: number }, values: object) =>
    (
      await student.post('/lesson/articulate/progress', {
        attempt_id: of.attempt_id,
        launch: of.launch,
        sequence: sequence++,
        seconds: 1,
        values,
      })
    ).body;

  const first = await ask();
  expect(first).toMatchObject({
    sco: 'exam',
    navigation: { continue: false, previous: false, choices: ['exam'], jumps: ['exam'] },
  });
  expect(await ask({ request: 'continue' })).toMatchObject({ code: 'STEP_REFUSED' });
  expect(await ask({ sco: 'more' })).toMatchObject({ code: 'STEP_REFUSED' });
  expect(await tell(first, { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.5' })).toMatchObject({
    navigation: { continue: false },
  });
  const told = await tell(first, { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.9' });
  expect(told).toMatchObject({ navigation: { continue: true, choices: ['exam', 'more'] } });
  expect(
    (await tell(first, { ...{ 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.9' }, 'cmi.location': '2' }))
      .navigation,
  ).toBeNull();

  const second = await ask({ request: 'continue' });
  expect(second).toMatchObject({
    sco: 'more',
    attempt: 1,
    values: { 'cmi.objectives.1.id': 'before', 'cmi.objectives.1.success_status': 'passed' },
  });
  // Opened anew after the window was closed.
  expect(await ask()).toMatchObject({ sco: 'more', attempt: 1 });
  const script = (await api.app.inject(second.url.replace('more.html', '__edulab.js'))).body;
  expect(script).toContain('"navigation":{');
  // Late words of the part before stay its own.
  expect(
    (await tell(first, { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.1' })).navigation,
  ).toBeNull();
  const again = await ask();
  await tell(again, { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' });
  expect((await student.get(`/lesson/${lesson.id}`)).body.package.mine).toMatchObject({ status: 'COMPLETED' });
  expect(await ask({ request: 'exitAll' })).toMatchObject({ url: null });
  expect(await ask({ again: true })).toMatchObject({ sco: 'exam', attempt: 2, navigation: { continue: false } });
  // Who teaches looks at all parts.
  expect((await teacher.post('/lesson/articulate/launch', { package_id: made.id, sco: 'more' })).body).toMatchObject({
    sco: 'more',
    attempt_id: null,
    navigation: null,
  });
});

it('a part whose time is over is closed for this attempt, and what was spent elsewhere does not count', async () => {
  const { teacher, student, plan, api } = scene;
  const lesson = (
    await teacher.post('/lesson/', { course_module_id: plan, kind: 'ELEARNING', title: 'Sinov', published: true })
  ).body;
  const limit =
    '<adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction><imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="PT1M"/></imsss:sequencing>';
  const content = zip([
    {
      name: 'imsmanifest.xml',
      content: manifest(
        [
          { id: 'test', href: 'test.html', inside: limit },
          { id: 'more', href: 'more.html' },
        ],
        {
          version: '2004 4th Edition',
          rules: '<imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>',
        },
      ),
    },
    { name: 'test.html', content: '<title>test</title>' },
    { name: 'more.html', content: '<title>more</title>' },
  ]);
  const file = (await teacher.upload('sinov.zip', content, '?purpose=package')).body[0].id;
  const made = (await teacher.post('/lesson/articulate/', { lesson_id: lesson.id, file_id: file })).body;
  const ask = async (more: object = {}) =>
    (await student.post('/lesson/articulate/launch', { package_id: made.id, ...more })).body;
  const spend = (of: { attempt_id: number; launch: number }, seconds: number) =>
    student.post('/lesson/articulate/progress', { ...of, sequence: seconds, seconds, values: {} });
  const named = ({ attempt_id, launch }: { attempt_id: number; launch: number }) => ({ attempt_id, launch });

  const first = await ask();
  expect(first).toMatchObject({ sco: 'test', limit: { left: 60, exit: true, message: true } });
  const script = (await api.app.inject(first.url.replace('test.html', '__edulab.js'))).body;
  expect(script).toContain('"limit":{"seconds":60,"action":"exit,message"}');
  await spend(named(first), 45);
  const again = await ask();
  expect(again).toMatchObject({ sco: 'test', limit: { left: 15 } });
  await spend(named(again), 15);
  const next = await ask();
  expect(next).toMatchObject({ sco: 'more', limit: null, navigation: { previous: false, jumps: ['more'] } });
  await spend(named(next), 500);
  expect(await ask({ request: 'previous' })).toMatchObject({ code: 'TIME_OVER' });
  expect(await ask({ again: true })).toMatchObject({ sco: 'test', attempt: 2, limit: { left: 60 } });
});

it('a package that came before rules were followed gets them when it is opened next, and nothing reached is lost', async () => {
  const { teacher, student, plan, sql } = scene;
  const lesson = (
    await teacher.post('/lesson/', { course_module_id: plan, kind: 'ELEARNING', title: 'Avvalgi', published: true })
  ).body;
  const file = (await teacher.upload('avvalgi.zip', content(), '?purpose=package')).body[0].id;
  const made = (await teacher.post('/lesson/articulate/', { lesson_id: lesson.id, file_id: file })).body;
  await sql('update lesson_packages set sequencing = null where id = $1', [made.id]);
  const [{ id: reader }] = await sql(
    "select s.id from students s join accounts a on a.id = s.account_id where a.username = 'bachelor_student'",
  );
  await sql(
    `insert into package_attempts (institution_id, package_id, student_id, number, sco, status, success, score, launch, cmi)
     values (1, $1, $2, 1, 'exam', 'COMPLETED', 'PASSED', 80, 3, $3)`,
    [
      made.id,
      reader,
      JSON.stringify({
        'cmi.location': '7',
        'cmi.completion_status': 'completed',
        'cmi.success_status': 'passed',
        'cmi.score.scaled': '0.8',
      }),
    ],
  );
  const [opened, twice] = await Promise.all(
    [1, 2].map(async () => (await student.post('/lesson/articulate/launch', { package_id: made.id })).body),
  );
  for (const one of [opened, twice])
    expect(one).toMatchObject({
      sco: 'exam',
      attempt: 1,
      values: { 'cmi.location': '7' },
      navigation: { continue: true },
    });
  expect((await student.post('/lesson/articulate/launch', { package_id: made.id, request: 'continue' })).body.sco).toBe(
    'more',
  );
});
