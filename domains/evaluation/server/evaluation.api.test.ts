import { afterAll, beforeAll, expect, it } from 'vitest';
import { shuffled } from '#platform/server/disk/sealing.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import { type EvaluationScene, evaluationScene, sections, t } from '#tests/support/evaluation.ts';
import { codeOf } from '#tests/support/letters.ts';
import { closeOver } from './closing.ts';

let scene: EvaluationScene;
let head: Caller;
let voters: Caller[] = [];
let studentIds: number[] = [];
let sheet: { id: number; version: number };
let year = 0;
const done = (answer: Answer<unknown>) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  return answer.body as any;
};

beforeAll(async () => {
  scene = await evaluationScene();
  ({ voters, studentIds, year } = scene);
  head = await scene.api.as('quality_assurance_head');
  sheet = done(await head.post('/evaluation/questionnaire/', { title: t('Semestr yakuni'), sections }));
});
afterAll(() => scene?.api.close());

const planned = async (more: object = {}) =>
  done(
    await head.post('/evaluation/period/', {
      title: t('Kuz'),
      questionnaire_id: sheet.id,
      academic_year_id: year,
      semester: 1,
      starts_on: scene.day(0),
      ends_on: scene.day(5),
      ...more,
    }),
  );
const started = async () => {
  const { id, version } = await planned();
  return done(await head.put('/evaluation/period/status', { id, version, status: 'RUNNING' }));
};
const close = async (id: number) => {
  const { version } = done(await head.get(`/evaluation/period/${id}`));
  return done(await head.put('/evaluation/period/status', { id, version, status: 'CLOSED', reason: 'Tugadi' }));
};
const unitOf = async (period: { id: number }) =>
  (await scene.sql('select id from evaluation_units where period_id = $1', [period.id]))[0].id;
const answersOf = (more: object = {}) => ({ clear: '4', fair: '5', ...more });
const vote = (by: Caller, unit_id: number, answers: object = answersOf()) =>
  by.put('/evaluation/vote', { unit_id, answers });

it('asks nothing by which somebody would be known', async () => {
  const asking = (fields: object[]) =>
    head.post('/evaluation/questionnaire/', {
      title: t('Yomon'),
      sections: [{ id: 1, title: t('A'), note: null, fields }],
    });
  for (const type of ['FILE', 'PHONE', 'EMAIL', 'TEXT', 'NUMBER', 'DATE', 'SIGNATURE', 'FACT'])
    expect(codeOf(await asking([{ key: 'one', type, title: t('x') }])), type).toBe('EVALUATION_FIELD');
  expect(codeOf(await asking([1, 2, 3, 4].map((n) => ({ key: `t${n}`, type: 'TEXTAREA', title: t('x') }))))).toBe(
    'EVALUATION_FIELD',
  );
  expect((await scene.student.get('/evaluation/questionnaire/')).status).toBe(403);
  const empty = done(await head.post('/evaluation/questionnaire/', { title: t('Boʻsh') }));
  const period = await planned({ questionnaire_id: empty.id });
  expect(
    codeOf(await head.put('/evaluation/period/status', { id: period.id, version: period.version, status: 'RUNNING' })),
  ).toBe('EVALUATION_EMPTY');
  expect(codeOf(await head.post('/evaluation/period/', { ...period, ends_on: scene.day(-9) }))).toBe(
    'EVALUATION_DATES',
  );
  const far = await planned({ semester: 2 });
  expect(
    codeOf(await head.put('/evaluation/period/status', { id: far.id, version: far.version, status: 'RUNNING' })),
  ).toBe('EVALUATION_NOBODY');
});

it('takes one vote of each, whole, from those who are taught', async () => {
  const period = await started();
  const unit = await unitOf(period);
  expect(period).toMatchObject({ status: 'RUNNING', units: 1, invited: 30, voted: 0 });
  expect(done(await voters[1]!.get('/evaluation/mine'))).toMatchObject([{ unit_id: unit, voted: false }]);
  expect(codeOf(await vote(voters[1]!, unit, { clear: '4' }))).toBe('form_required');
  expect(codeOf(await vote(voters[1]!, unit, answersOf({ clear: '9' })))).toBeTruthy();
  expect(codeOf(await vote(voters[1]!, unit, answersOf({ other: 'x' })))).toBe('ANSWER_UNKNOWN');
  expect((await vote(voters[1]!, unit, answersOf({ said: 'x'.repeat(1001) }))).status).toBe(422);
  expect((await vote(voters[1]!, unit, answersOf({ said: 'x'.repeat(200_000) }))).status).toBe(422);
  const stranger = await scene.api.as('master_student');
  expect(codeOf(await vote(stranger, unit))).toBe('EVALUATION_NOT_OPEN');
  expect((await vote(scene.teacher, unit)).status).toBe(403);
  expect(
    await scene.sql('select 1 from evaluation_participations union all select 1 from evaluation_envelopes'),
  ).toEqual([]);
  // A double click: one of them counts.
  const both = await Promise.all([vote(voters[1]!, unit), vote(voters[1]!, unit)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(codeOf(await vote(voters[1]!, unit))).toBe('EVALUATION_VOTED');
  expect(codeOf(await voters[1]!.get(`/evaluation/form?unit_id=${unit}`))).toBe('EVALUATION_VOTED');
  expect(await scene.sql('select count(*)::int as n from evaluation_envelopes')).toEqual([{ n: 1 }]);
  expect(done(await voters[1]!.get('/evaluation/mine'))).toMatchObject([{ voted: true }]);
  // Four have answered: nothing is read before the end, and then nothing of so few.
  for (const by of voters.slice(2, 5)) done(await vote(by, unit));
  expect(done(await head.get('/evaluation/result/')).content).toEqual([]);
  expect((await head.get(`/evaluation/result/${unit}`)).status).toBe(404);
  // A reminder goes to all of them, and once a day.
  expect(done(await head.post('/evaluation/period/remind', { id: period.id }))).toEqual({ people: 30 });
  expect(codeOf(await head.post('/evaluation/period/remind', { id: period.id }))).toBe('EVALUATION_REMINDED');
  // Questions of a period that has begun stay as they were.
  const { version } = done(await head.get(`/evaluation/period/${period.id}`));
  for (const more of [{ threshold: 5 }, { questionnaire_id: sheet.id }, { ends_on: scene.day(9) }])
    expect(codeOf(await head.post('/evaluation/period/', { id: period.id, version, ...more }))).toBe(
      'EVALUATION_BEGUN',
    );
  expect(codeOf(await head.delete(`/evaluation/period/${period.id}`))).toBe('EVALUATION_BEGUN');
  // Where the envelope cannot be written, nobody has voted either.
  const { sql } = scene;
  await sql(
    `create function no_envelope() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await sql(
    'create trigger no_envelope before insert on evaluation_envelopes for each row execute function no_envelope()',
  );
  expect((await vote(voters[8]!, unit)).status).toBe(500);
  await sql('drop trigger no_envelope on evaluation_envelopes');
  await sql('drop function no_envelope()');
  const kept = async () =>
    (
      await sql(
        'select (select count(*)::int from evaluation_participations) as took, (select count(*)::int from evaluation_envelopes) as said',
      )
    )[0];
  expect(await kept()).toEqual({ took: 4, said: 4 });
  expect(done(await voters[8]!.get('/evaluation/mine'))).toMatchObject([{ voted: false }]);
  // One who left without a vote is none of those asked, and is counted apart; who voted first stays.
  const left = [studentIds[4], studentIds[20]];
  const leave = (on: number | null) =>
    sql('update group_members set ends_on = edulab_today() + $2::int where student_id = any($1)', [left, on]);
  await leave(1);
  await close(period.id);
  await leave(null);
  expect(codeOf(await vote(voters[9]!, unit))).toBe('EVALUATION_NOT_OPEN');
  const found = done(await head.get(`/evaluation/result/${unit}`));
  expect(found).toMatchObject({ voted: 4, invited: 29, dropped: 1, enough: false, mean: null, texts: [], trend: [] });
  for (const one of found.questions) expect(one).toMatchObject({ answered: null, mean: null, options: null });
  expect(done(await head.get('/evaluation/result/')).content).toMatchObject([{ mean: null, spread: null }]);
});

it('keeps apart who voted and what was said, from whoever has every table', async () => {
  const { sql } = scene;
  const period = await started();
  const unit = await unitOf(period);
  // Thirty people vote in an order of their own, each with words by which we, and we alone, know them.
  const order = shuffled(voters.map((_, at) => at));
  for (const at of order)
    done(
      await voters[at]!.put(
        '/evaluation/vote',
        {
          unit_id: unit,
          answers: answersOf({
            clear: String(1 + (at % 5)),
            ...(at < 4 ? { extra: '1' } : {}),
            said: `fikr-${at}-tugadi`,
          }),
        },
        { 'idempotency-key': `vote-${at}` },
      ),
    );
  const everything = async (): Promise<Map<string, string[]>> => {
    const tables = await sql(
      "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1",
    );
    const found = new Map<string, string[]>();
    for (const { name } of tables)
      found.set(
        name,
        (
          await sql(`select (to_jsonb(x) || jsonb_build_object('xmin', x.xmin::text))::text as row from "${name}" x`)
        ).map(({ row }) => row),
      );
    return found;
  };
  const holding = (tables: Map<string, string[]>, text: string) =>
    [...tables].filter(([, rows]) => rows.some((row) => row.includes(text))).map(([name]) => name);

  // While it runs nothing of it can be read anywhere, and everything that is sealed has one size.
  const running = await everything();
  expect(holding(running, 'fikr-')).toEqual([]);
  expect(await sql('select count(distinct length(sealed))::int as sizes from evaluation_envelopes')).toEqual([
    { sizes: 1 },
  ]);
  for (const name of ['evaluation_participations', 'evaluation_envelopes', 'evaluation_seals', 'evaluation_answers'])
    expect(await sql('select 1 from audit_log where table_name = $1', [name]), name).toEqual([]);
  // The most that an attacker can have kept: who voted in which order, and which envelope came with it.
  const byVote: number[] = (
    await sql('select student_id from evaluation_participations where unit_id = $1 order by xmin::text::bigint', [unit])
  ).map(({ student_id }) => studentIds.indexOf(student_id));
  expect(byVote).toEqual(order);
  const byPlace: number[] = (
    await sql('select student_id from evaluation_participations where unit_id = $1 order by ctid', [unit])
  ).map(({ student_id }) => studentIds.indexOf(student_id));
  const byEnvelope: number[] = (
    await sql(
      `select p.student_id from evaluation_envelopes e join evaluation_participations p on p.xmin::text = e.xmin::text where e.unit_id = $1 order by e.id`,
      [unit],
    )
  ).map(({ student_id }) => studentIds.indexOf(student_id));

  await scene.api.setClock(`${scene.day(6)}T03:00:00+05:00`);
  expect(await closeOver(scene.api.kernel)).toBe(1);
  expect(await closeOver(scene.api.kernel)).toBe(0);

  const after = await everything();
  expect(holding(after, 'fikr-')).toEqual(['evaluation_answers']);
  for (const gone of ['evaluation_participations', 'evaluation_envelopes', 'evaluation_seals'])
    expect(after.get(gone)).toEqual([]);
  const texts = after.get('evaluation_answers')!.filter((row) => row.includes('fikr-'));
  expect(texts).toHaveLength(30);
  expect(Object.keys(JSON.parse(texts[0]!)).sort()).toEqual(
    ['id', 'institution_id', 'question', 'shown', 'unit_id', 'value', 'xmin'].sort(),
  );
  // One transaction wrote all of them, and no row that names somebody.
  const writers = new Set(texts.map((row) => JSON.parse(row).xmin));
  expect(writers.size).toBe(1);
  const [writer] = writers;
  const beside = [...after].flatMap(([name, rows]) =>
    rows.map((row) => JSON.parse(row)).flatMap((row) => (row.xmin === writer ? [{ name, row }] : [])),
  );
  for (const { name, row } of beside)
    for (const column of ['student_id', 'account_id']) expect(row[column] ?? null, `${name}.${column}`).toBeNull();
  // Guesses by every order there is: the places, the numbers and the writers of answers against those of voters.
  const ofAnswers = async (by: string): Promise<number[]> =>
    (
      await sql(`select value from evaluation_answers where unit_id = $1 and question = 'said' order by ${by}`, [unit])
    ).map(({ value }) => Number(/fikr-(\d+)-/.exec(value)![1]));
  const guesses: Record<string, number> = {};
  for (const by of ['ctid', 'ctid desc', 'id', 'id desc', 'xmin::text::bigint, ctid'])
    for (const [name, voted] of Object.entries({ byVote, byPlace, byEnvelope, byNumber: voters.map((_, at) => at) })) {
      const said = await ofAnswers(by);
      guesses[`${by} / ${name}`] = said.filter((one, at) => one === voted[at]).length;
    }
  // By chance one of thirty is right, and eight or more in one of twenty guesses less than once in ten thousand runs.
  for (const [way, right] of Object.entries(guesses)) expect(right, way).toBeLessThan(12);
  // Nor do answers of one person stand together: whoever knows one does not find the others.
  const neighbours = await sql(
    `select a.value as said, (select b.value from evaluation_answers b where b.unit_id = a.unit_id and b.question = 'clear' order by abs((b.ctid::text::point)[1] - (a.ctid::text::point)[1]) limit 1) as near
       from evaluation_answers a where a.unit_id = $1 and a.question = 'said'`,
    [unit],
  );
  const together = neighbours.filter(
    ({ said, near }) => String(1 + (Number(/fikr-(\d+)-/.exec(said)![1]) % 5)) === near,
  );
  expect(together.length).toBeLessThan(18);
});

it('is read by the teacher when the marks are out, and answered', async () => {
  const { sql } = scene;
  // Days have passed: both sign in anew.
  head = await scene.api.as('quality_assurance_head');
  const teacher = await scene.api.as('teacher');
  const [{ id: unit }] = await sql('select max(id) as id from evaluation_units');
  const found = done(await head.get(`/evaluation/result/${unit}`));
  expect(found).toMatchObject({ voted: 30, invited: 30, rate: 100, enough: true, mean: 4 });
  expect(found.questions[0]).toMatchObject({ key: 'clear', answered: 30, mean: 3 });
  expect(found.questions[0].options.map(({ count }: { count: number }) => count)).toEqual([6, 6, 6, 6, 6]);
  // Four answered what was not required: too few, whatever the whole has; nor can it be reckoned from the mean.
  expect(found.questions[2]).toMatchObject({ answered: null, options: null });
  expect(found.texts).toHaveLength(30);
  // What has no mean stands last, whichever way they are sorted.
  for (const sort of ['mean', 'mean,desc'])
    expect(
      done(await head.get(`/evaluation/result/?sort=${sort}`)).content.map(({ mean }: { mean: number | null }) => mean),
      sort,
    ).toEqual([4, null]);
  const file = await head.get('/evaluation/result/export');
  expect(String(file.headers['content-type'])).toContain('spreadsheet');
  expect((await teacher.get(`/evaluation/result/${unit}`)).status).toBe(404);
  const step = (released: boolean, more: object = {}) =>
    head
      .get(`/evaluation/result/${unit}`)
      .then(({ body }) =>
        head.put('/evaluation/result/release', { id: unit, version: body.version, released, ...more }),
      );
  expect(codeOf(await step(true))).toBe('EVALUATION_MARKS_OPEN');
  expect(done(await head.post('/evaluation/period/release', { id: found.period_id }))).toEqual({
    released: 0,
    waiting: 1,
  });
  const mark = (at: number, status: string) =>
    sql(
      `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
       values (1, $1, $2, 80, 'A', true, true, $3, 'x')`,
      [scene.plan, studentIds[at], status],
    );
  await mark(0, 'PUBLISHED');
  await mark(1, 'MODERATED');
  expect(codeOf(await step(true))).toBe('EVALUATION_MARKS_OPEN');
  await sql("update module_results set status = 'PUBLISHED'");
  expect(done(await head.post('/evaluation/period/release', { id: found.period_id }))).toEqual({
    released: 1,
    waiting: 0,
  });
  // Texts come after somebody has read them.
  const seen = done(await teacher.get(`/evaluation/result/${unit}`));
  expect(seen).toMatchObject({ mean: 4, texts: [], can: { reply: true, release: false } });
  const [first, second] = found.texts;
  done(await head.put('/evaluation/result/text', { unit_id: unit, id: first.id, shown: true }));
  done(await head.put('/evaluation/result/text', { unit_id: unit, id: second.id, shown: false }));
  expect((await teacher.put('/evaluation/result/text', { unit_id: unit, id: second.id, shown: true })).status).toBe(
    403,
  );
  const again = done(await teacher.get(`/evaluation/result/${unit}`));
  expect(again.texts.map(({ id }: { id: string }) => id)).toEqual([first.id]);
  const said = done(
    await teacher.put('/evaluation/result/reply', { id: unit, version: again.version, text: 'Rahmat' }),
  );
  expect(said).toMatchObject({ reply: 'Rahmat', replied: true });
  expect(
    codeOf(await head.put('/evaluation/result/reply', { id: unit, version: said.version, text: 'x' })),
  ).toBeTruthy();
  // A release is taken back with a reason, and gone for whom it was for.
  expect(codeOf(await step(false))).toBe('REASON_REQUIRED');
  done(await step(false, { reason: 'Xato' }));
  expect((await teacher.get(`/evaluation/result/${unit}`)).status).toBe(404);
  expect(done(await teacher.get('/evaluation/result/')).content).toEqual([]);
});

it('is compared by groups of enough people, reminded of on its days, and read over the years', async () => {
  const { sql } = scene;
  head = await scene.api.as('quality_assurance_head');
  // Seven of the thirty are in another group, and one in a third: too few to be shown, and told by no difference.
  for (const [name, of] of Object.entries({ B: studentIds.slice(10, 17), C: studentIds.slice(17, 18) })) {
    const [{ id }] = await sql(
      `insert into groups (institution_id, name, course_id, kind, entry_year, language, capacity)
       select institution_id, 'Guruh ${name}', course_id, kind, entry_year, language, capacity from groups where id = $1 returning id`,
      [scene.group],
    );
    await sql('update group_members set group_id = $1 where student_id = any($2)', [id, of]);
  }
  const day = (ahead: number) => scene.day(6 + ahead);
  expect((await head.post('/evaluation/period/', { title: t('X'), remind_before: [0] })).status).toBe(400);
  const period = done(
    await head.post('/evaluation/period/', {
      title: t('Qish'),
      questionnaire_id: sheet.id,
      academic_year_id: year,
      semester: 1,
      starts_on: day(0),
      ends_on: day(4),
      remind_before: [2],
    }),
  );
  done(await head.put('/evaluation/period/status', { id: period.id, version: period.version, status: 'RUNNING' }));
  const unit = await unitOf(period);
  for (let at = 1; at <= 20; at++) {
    const voter = await scene.api.as(`voter${at}`);
    done(await vote(voter, unit, answersOf({ clear: at >= 10 && at < 17 ? '2' : '4' })));
  }
  const told = async () =>
    (
      await sql(
        "select title ->> 'en' as said from notices where type = 'evaluation' and title ->> 'en' like '%have answered so far' limit 1",
      )
    )[0]?.said;
  const night = async (ahead: number) => {
    await scene.api.setClock(`${day(ahead)}T03:00:00+05:00`);
    await closeOver(scene.api.kernel);
  };
  await sql("delete from notices where type = 'evaluation'");
  await night(1);
  expect(await told()).toBeUndefined();
  await night(2);
  expect(await told()).toMatch(/66% have answered so far/);
  const [{ n }] = await sql("select count(*)::int as n from notices where type = 'evaluation'");
  expect(n).toBe(30);
  // Once a day, whoever asks.
  await night(2);
  expect(await sql("select count(*)::int as n from notices where type = 'evaluation'")).toEqual([{ n }]);
  await night(5);
  head = await scene.api.as('quality_assurance_head');
  const found = done(await head.get(`/evaluation/result/${unit}`));
  expect(found.voted).toBe(20);
  // Of 12, 7 and 1 the one is hidden together with the seven. All are of one language.
  expect(found.breakdown.groups).toMatchObject([{ id: scene.group, voted: 12 }]);
  expect(found.breakdown.languages).toEqual([]);
  const all = done(await head.get(`/evaluation/teacher?staff_id=${found.staff_id}`));
  expect(all).toMatchObject({ results: 2, voted: 54, modules: [{ results: 2, change: expect.any(Number) }] });
  expect(all.periods.map(({ mean }: { mean: number | null }) => mean === null)).toEqual([true, false, false]);
  expect(done(await head.get(`/evaluation/result/?academic_year_id=${year}`)).content).toHaveLength(3);
  // Whom it is about sees what is released, and nothing of others.
  const own = await scene.api.as('teacher');
  expect(done(await own.get('/evaluation/teacher'))).toMatchObject({ results: 0, periods: [] });
  expect((await own.get('/evaluation/teacher?staff_id=999')).status).toBe(404);
  expect((await (await scene.api.as('bachelor_student')).get('/evaluation/teacher')).status).toBe(403);
});
