import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: TeachingScene;
let office: Caller;
let year: number;
let last: number;
const sql = (text: string, values: unknown[] = []) => scene.sql(text, values);
const one = async (text: string, values: unknown[] = []): Promise<number> => (await sql(text, values))[0].id;

beforeAll(async () => {
  scene = await teachingScene();
  office = scene.office;
  year = await one('select id from academic_years where current');
  const module = async (code: string, more: object = {}) =>
    (await office.post('/module/', { code, title: { uz: code, ru: '', en: '' }, type: 'CORE', credits: 6, ...more }))
      .body.id;
  const plan = async (code: string, more: object = {}) =>
    (
      await office.post('/cclsmodule/', {
        course_id: scene.course.id,
        academic_year_id: year,
        study_year: 1,
        semester: 1,
        module_id: await module(code),
        ...more,
      })
    ).body.id;
  await plan('TAN1', { type: 'OPTIONAL', choice_opens_on: scene.day(-120), choice_closes_on: scene.day(-101) });
  await plan('TAN2', { type: 'OPTIONAL' });
  await plan('ESKI');
  await sql(`update modules set active = false where code = 'ESKI'`);
  await sql('update course_modules set active = true');
  last = (
    await office.post('/group/', {
      name: 'IQ-4',
      course_id: scene.course.id,
      entry_year: scene.entry - 3,
      language: 'uz',
      capacity: 30,
    })
  ).body.id;
  await sql(
    `insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
     select 1, p, $1, y.id, 1, y.starts_on, y.ends_on, 'ACTIVE' from unnest($2::int[]) p, academic_years y where y.id = $3`,
    [scene.course.id, scene.people, year],
  );
});
afterAll(() => scene?.api.close());

const told = async (by = office, of = year) => {
  const { body } = await by.get(`/year_turn/new_year?academic_year_id=${of}`);
  return {
    ...body,
    parts: Object.fromEntries(body.parts.map(({ code, ...part }: Any) => [code, part])),
  };
};
const make = (more: object = {}, by = office) => by.post('/year_turn/new_year', { academic_year_id: year, ...more });
const made = async (more: object = {}) => {
  const { body } = await make(more);
  return scene.api.finished(body.job.id);
};
const undo = (id: number, by = office) => by.post('/year_turn/new_year/undo', { id, reason: 'Xato' });
const takenBack = async (id: number, by = office) => {
  const { body } = await undo(id, by);
  const { state, receipt, error, done, total } = await scene.api.finished(body.job.id);
  expect(state === 'done' ? [done, total] : [total]).toEqual(
    state === 'done' ? [body.count, body.count] : [body.count],
  );
  return state === 'done' ? receipt : error;
};
/** Does what is done once a night under that name. */
const night = (name: string) => {
  const { kernel } = scene.api;
  return kernel.domains.flatMap(({ nightly = {} }) => nightly[name] ?? [])[0]!(kernel, { error: console.error });
};
/** Everything of the year that runs. */
const digest = async () =>
  (
    await sql(
      `select md5(concat((select string_agg(y::text, ';') from academic_years y where id = $1), (select string_agg(s::text, ';' order by s.id) from semesters s where academic_year_id = $1),
         (select string_agg(m::text, ';' order by m.id) from course_modules m where academic_year_id = $1),
         (select string_agg(t::text, ';' order by t::text) from course_module_teachers t join course_modules m on m.id = t.course_module_id and m.academic_year_id = $1),
         (select string_agg(e::text, ';' order by e.id) from enrollments e where academic_year_id = $1),
         (select string_agg(c::text, ';' order by c.id) from contracts c where academic_year_id = $1),
         (select string_agg(m::text, ';' order by m.id) from group_members m))) as digest`,
      [year],
    )
  )[0].digest;
/** What people see of the year that runs. */
const screens = async () =>
  Promise.all(
    [
      office.get('/group/?size=100'),
      office.get(`/cclsmodule/?academic_year_id=${year}`),
      scene.student.get('/module_choice/'),
      scene.student.get('/timetable/week'),
      scene.student.get('/home'),
    ].map(async (asked) => {
      const { status, body } = await asked;
      // Groups say when they end, and have another version since.
      return JSON.stringify([status, body]).replaceAll(
        /"(version|finishes_on|updated_at|time|now)":("[^"]*"|\d+|null)/g,
        '',
      );
    }),
  );

it('counts what would be made, with the dates of the year before, and names what stands in the way', async () => {
  const { parts, proposed, ...rest } = await told();
  expect(rest).toMatchObject({ from: { id: year }, year: null, runs: [], can: { make: true } });
  expect(proposed).toMatchObject({
    name: `${scene.entry + 1}/${scene.entry + 2}`,
    starts_on: scene.day(-100).replace(/^\d+/, (of) => String(Number(of) + 1)),
  });
  expect(proposed.semesters).toHaveLength(2);
  expect(parts).toMatchObject({
    year: { made: 1, there: 0, faults: [] },
    semesters: { made: 2, there: 0 },
    plans: { made: 3, there: 0 },
    choices: { made: 1, there: 0, faults: [{ code: 'NO_CHOICE_DAYS', title: '60310100 · 1 · TAN2', count: 1 }] },
    fees: { made: 0, there: 0, faults: [{ code: 'NO_FEE_BEFORE', title: '60310100', count: 1 }] },
    groups: { made: 1, there: 1, faults: [{ code: 'NO_MENTOR', title: 'IQ-1', count: 1 }] },
    contracts: { made: 0, there: 0, faults: [{ code: 'NO_PROGRESSION', title: '60310100', count: 5 }] },
  });
  expect(parts.plans.faults).toContainEqual({ code: 'MODULE_RETIRED', title: '60310100 · 1 · ESKI', count: 1 });
  expect(parts.plans.faults).toContainEqual({ code: 'NO_PLAN', title: '60310100 · 2', count: 1 });
  const dean = await scene.api.as('dean');
  expect((await told(dean)).can).toEqual({ make: false });
  expect((await make({}, dean)).status).toBe(403);
  expect((await scene.teacher.get('/year_turn/new_year')).status).toBe(403);
});

it('refuses dates that do not follow the year before, and a name that is taken', async () => {
  const { proposed } = await told();
  const fields = async (more: object) =>
    (await make({ year: { ...proposed, ...more } })).body.data.fields.map(({ path, code }: Any) => [path, code]);
  expect(await fields({ starts_on: scene.day(200) })).toEqual([['year.starts_on', 'BEFORE_YEAR']]);
  expect(await fields({ ends_on: proposed.starts_on })).toEqual([['year.ends_on', 'DATES_REVERSED']]);
  const [first, second] = proposed.semesters;
  expect(await fields({ semesters: [first, { ...second, starts_on: first.ends_on }] })).toEqual([
    ['year.semesters.1.starts_on', 'OUTSIDE_YEAR'],
  ]);
  expect(await fields({ name: `${scene.entry}/${scene.entry + 1}` })).toEqual([['year.name', 'DUPLICATE']]);
});

/** The scene's year is not over a calendar year after its first day; the next begins when it is. */
const later = async () => {
  const { proposed } = await told();
  return {
    ...proposed,
    starts_on: scene.day(230),
    ends_on: scene.day(560),
    semesters: [
      { number: 1, starts_on: scene.day(231), ends_on: scene.day(380) },
      { number: 2, starts_on: scene.day(390), ends_on: scene.day(540) },
    ],
  };
};

it('is made in one go while the old year runs on unchanged, and nothing the second time', async () => {
  const [before, shown] = [await digest(), await screens()];
  const done = await made({ year: await later() });
  expect(done).toMatchObject({ state: 'done', receipt: { made: 5 } });
  expect(await digest()).toBe(before);
  expect(await screens()).toEqual(shown);
  const next = done.receipt.academic_year_id;
  const plans = await sql(
    `select m.code, p.active, p.choice_opens_on::text as opens, (select count(*)::int from course_module_teachers t where t.course_module_id = p.id) as teachers
       from course_modules p join modules m on m.id = p.module_id where p.academic_year_id = $1 and p.deleted_at is null order by 1`,
    [next],
  );
  const yearOn = scene.day(-120).replace(/^\d+/, (of) => String(Number(of) + 1));
  expect(plans).toEqual([
    { code: 'MAT1', active: true, opens: null, teachers: 1 },
    { code: 'TAN1', active: true, opens: yearOn, teachers: 0 },
    { code: 'TAN2', active: true, opens: null, teachers: 0 },
  ]);
  expect(await sql('select name, finishes_on::text from groups where finishes_on is not null')).toEqual([
    { name: 'IQ-4', finishes_on: scene.day(200) },
  ]);
  expect((await make()).body).toEqual({ count: 0, job: null });
  const { parts, runs } = await told();
  expect(parts).toMatchObject({
    year: { made: 0, there: 1 },
    semesters: { made: 0, there: 2 },
    plans: { made: 0, there: 3 },
  });
  expect(runs).toMatchObject([{ made: { year: 1, plans: 3, fees: 0, groups: 1, contracts: 0 }, undone_at: null }]);
});

const planned = (into: number) =>
  sql(
    `insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
     select 1, p, $1, y.id, 2, y.starts_on, y.ends_on, 'PLANNED' from unnest($2::int[]) p, academic_years y where y.id = $3`,
    [scene.course.id, scene.people, into],
  );
/** A published agreement of a year: of one course, or of all. */
const fee = (into: number, course: number | null, amount: number, currency: string | null = null) =>
  sql(
    `insert into contract_agreements (institution_id, name, title, level, academic_year_id, course_id, amount, instalments, currency, fine, minimum_share, text, status, published_at)
     values (1, $1, '{"uz":"Shartnoma","ru":"","en":""}', 'BACHELOR', $2, $3, $4, $5, $6, '{"percent_per_day":0,"most_percent":0,"grace_days":0}', 0, '{"uz":"x","ru":"x","en":"x"}', 'PUBLISHED', edulab_now())`,
    [`F-${amount}`, into, course, amount, JSON.stringify([{ due_on: scene.day(260), share: 100 }]), currency],
  );

it('assigns contracts with the fees of the new year to those who study in it, as drafts until its first day', async () => {
  const { year: next } = await told();
  await planned(next.id);
  await sql(`update students set tuition = 'GRANT' where id = $1`, [scene.people[4]]);
  expect((await told()).parts.contracts).toMatchObject({
    made: 0,
    faults: expect.arrayContaining([{ code: 'NO_FEE', title: '60310100', count: 4 }]),
  });
  await fee(next.id, null, 100_000_00);
  await fee(next.id, scene.course.id, 120_000_00);
  expect((await told()).parts.contracts.made).toBe(4);
  // A fee in another currency needs a rate of the day: without one nobody has a contract.
  await fee(next.id, scene.course.id, 3_500_00, 'USD');
  expect((await told()).parts.contracts.faults).toContainEqual({ code: 'NO_RATE', title: 'USD', count: 4 });
  expect(await made()).toMatchObject({ state: 'failed', error: expect.stringContaining('no USD rate') });
  expect(await sql('select 1 from contracts where academic_year_id = $1 and deleted_at is null', [next.id])).toEqual(
    [],
  );
  await sql("update contract_agreements set deleted_at = edulab_now() where currency = 'USD'");
  expect(await made()).toMatchObject({ state: 'done', receipt: { made: 4 } });
  const drafts = await sql(
    'select status, amount::int, issues_on::text as on from contracts where academic_year_id = $1 and deleted_at is null',
    [next.id],
  );
  expect(drafts).toHaveLength(4);
  expect(new Set(drafts.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ status: 'DRAFT', amount: 120_000_00, on: scene.day(230) })]),
  );
  expect((await make()).body).toEqual({ count: 0, job: null });
  expect(await night('issuing contracts')).toBe(0);
});

it('is taken back the last run first, with a reason, until something is built on it', async () => {
  const { runs, year: next } = await told();
  const [second, first] = runs;
  const refused = await undo(first.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'NEW_YEAR_BUILT_ON']);
  expect((await undo(second.id, await scene.api.as('dean'))).status).toBe(403);
  const [signed] = await sql('select id from contracts where academic_year_id = $1 order by id limit 1', [next.id]);
  await sql(`update contracts set status = 'ISSUED' where id = $1`, [signed.id]);
  await sql(`update contracts set status = 'ACCEPTED', accepted_at = edulab_now() where id = $1`, [signed.id]);
  expect((await undo(second.id)).body.code).toBe('NEW_YEAR_BUILT_ON');
  await sql(
    `set session_replication_role = replica; update contracts set status = 'DRAFT', accepted_at = null where id = ${signed.id}; set session_replication_role = origin`,
  );
  expect(await takenBack(second.id)).toEqual({ undone: 4 });
  expect((await undo(second.id)).body.code).toBe('NEW_YEAR_UNDONE');
  // Years of study and fees belong to the year now, so it stays.
  expect(await takenBack(first.id)).toContain('still use this one');
  expect((await told()).year).not.toBe(null);
  const [plan] = await sql('select id, version from course_modules where academic_year_id = $1 order by id limit 1', [
    next.id,
  ]);
  await sql('update enrollments set deleted_at = edulab_now() where academic_year_id = $1', [next.id]);
  await sql('update contract_agreements set deleted_at = edulab_now() where academic_year_id = $1', [next.id]);
  await sql('update course_modules set capacity = 7 where id = $1', [plan.id]);
  expect((await undo(first.id)).body).toMatchObject({
    code: 'NEW_YEAR_BUILT_ON',
    data: { names: ['60310100 · 1 · MAT1'] },
  });
  await sql(
    `set session_replication_role = replica; update course_modules set capacity = null, version = 1 where id = ${plan.id}; set session_replication_role = origin`,
  );
  expect(await takenBack(first.id)).toEqual({ undone: 5 });
  expect((await sql('select 1 from groups where finishes_on is not null')).length).toBe(0);
  expect(await told()).toMatchObject({ year: null, parts: { plans: { made: 3 } } });
});

it('becomes the current year on its first day: groups that are over end, contracts are issued', async () => {
  const { receipt } = await made({ year: await later() });
  const next = receipt.academic_year_id;
  await planned(next);
  await fee(next, null, 130_000_00);
  expect(await made()).toMatchObject({ state: 'done', receipt: { made: 4 } });
  expect((await scene.student.get('/accounting/contract')).body.content ?? []).toEqual([]);
  expect(await night('the current academic year')).toBe(0);
  expect(await night('ending groups')).toBe(0);
  await scene.api.setClock(`${scene.day(230)}T03:00:00+05:00`);
  expect(await night('ending groups')).toBe(1);
  expect(await night('the current academic year')).toBe(1);
  expect(await night('the current academic year')).toBe(0);
  expect(await one('select id from academic_years where current')).toBe(next);
  expect(await sql('select status from groups where id = $1', [last])).toEqual([{ status: 'FINISHED' }]);
  expect(await night('issuing contracts')).toBe(4);
  expect(await night('issuing contracts')).toBe(0);
  const [account] = await sql(`select required_actions as asked from accounts where username = 'bachelor_student'`);
  expect(account.asked).toEqual(['BS_CONTRACT_ACCEPTANCE_REQUIRED']);
});

it('carries fees on, risen and rounded, in force or as drafts by who does it, and takes them back', async () => {
  await scene.api.setClock(`${scene.day(0)}T12:00:00+05:00`);
  office = await scene.api.as('registrar_head');
  const asked = async (query: string, by = office) =>
    (await by.get(`/year_turn/new_year?academic_year_id=${year}${query}`)).body;
  const { year: next, runs } = await told();
  await sql('update contracts set deleted_at = edulab_now() where academic_year_id = $1', [next.id]);
  await sql('update contract_agreements set deleted_at = edulab_now() where academic_year_id = $1', [next.id]);
  await fee(year, null, 12_500_000_00);
  await fee(year, scene.course.id, 14_250_000_00);
  const old = await digestOfFees();
  const admin = await scene.api.as('admin');
  const before = await asked('&fee_percent=7.5&fee_round_to=10000', admin);
  const part = (of: Any, code: string) => of.parts.find((one: Any) => one.code === code);
  expect(part(before, 'fees')).toMatchObject({ made: 2, there: 0, faults: [] });
  expect(before.fees.map(({ amount, next_amount }: Any) => [amount, next_amount])).toEqual([
    ['12500000', '13440000'],
    ['14250000', '15320000'],
  ]);
  // What the fees make possible is told with them.
  expect(part(before, 'contracts').made).toBe(4);
  expect(part(await asked('&carry_fees=false', admin), 'fees').made).toBe(0);
  expect(part(await asked('&carry_fees=false', admin), 'contracts')).toMatchObject({
    made: 0,
    faults: expect.arrayContaining([expect.objectContaining({ code: 'NO_FEE', count: 4 })]),
  });
  expect(part(await asked(''), 'fees').faults).toMatchObject([{ code: 'FEE_DRAFT' }, { code: 'FEE_DRAFT' }]);
  expect(part(await asked(''), 'contracts').made).toBe(0);
  expect((await make({ fee_percent: 101 }, admin)).status).toBe(400);
  // A text that names the old year is read by accounting first.
  await sql(
    `insert into contract_agreements (institution_id, name, title, level, academic_year_id, amount, instalments, fine, minimum_share, text, status, published_at)
     select institution_id, 'Magistr', title, 'MASTER', academic_year_id, amount, instalments, fine, 0, jsonb_build_object('uz', $2 || ' yil uchun', 'ru', '', 'en', ''), 'PUBLISHED', published_at
       from contract_agreements where academic_year_id = $1 and course_id is null and deleted_at is null`,
    [year, String(scene.entry)],
  );
  expect(part(await asked('', admin), 'fees').faults).toEqual([{ code: 'FEE_NAMES_YEAR', title: 'Magistr', count: 1 }]);
  await sql(`update contract_agreements set deleted_at = edulab_now() where level = 'MASTER'`);

  const { body } = await make({ fee_percent: 7.5, fee_round_to: 10_000 }, admin);
  expect(await scene.api.finished(body.job.id)).toMatchObject({ state: 'done', receipt: { made: 6 } });
  expect((await make({ fee_percent: 7.5 }, admin)).body).toEqual({ count: 0, job: null });
  expect(await digestOfFees()).toBe(old);
  const fees = await sql(
    `select status, amount::bigint::text, instalments -> 0 ->> 'due_on' as due from contract_agreements where academic_year_id = $1 and deleted_at is null order by amount`,
    [next.id],
  );
  const due = scene.day(260).replace(/^\d+/, (of) => String(Number(of) + 1));
  expect(fees).toEqual([
    { status: 'PUBLISHED', amount: '1344000000', due },
    { status: 'PUBLISHED', amount: '1532000000', due },
  ]);
  const [run] = (await told()).runs;
  expect(run.made).toMatchObject({ fees: 2, contracts: 4 });
  expect(await takenBack(run.id, admin)).toEqual({ undone: 6 });
  expect(
    await sql('select 1 from contract_agreements where academic_year_id = $1 and deleted_at is null', [next.id]),
  ).toEqual([]);

  // The registrar carries them on as drafts, which accounting hears of and publishes; then there are contracts.
  expect(await made()).toMatchObject({ receipt: { made: 2 } });
  const drafts = await sql(
    `select id, status from contract_agreements where academic_year_id = $1 and deleted_at is null order by amount`,
    [next.id],
  );
  expect(drafts.map(({ status }: Any) => status)).toEqual(['DRAFT', 'DRAFT']);
  expect(part(await asked(''), 'contracts').made).toBe(0);
  const head = await scene.api.as('accounting_head');
  const heard = (await head.get('/notice/?size=5')).body.content.map(({ title }: Any) => title);
  expect(JSON.stringify(heard)).toContain('2 agreements');
  for (const { id } of drafts) expect((await head.post('/contract/agreement/publish', { id })).status).toBe(200);
  const [carried] = (await told()).runs;
  expect((await undo(carried.id)).body).toMatchObject({ code: 'NEW_YEAR_BUILT_ON' });
  expect(part(await asked(''), 'contracts').made).toBe(4);
  expect(runs.length).toBeLessThan((await told()).runs.length);
  await sql('update contract_agreements set deleted_at = edulab_now() where academic_year_id = $1', [year]);
});

const digestOfFees = async () =>
  (
    await sql(
      `select md5(string_agg(a::text, ';' order by a.id)) as digest from contract_agreements a where academic_year_id = $1 and deleted_at is null`,
      [year],
    )
  )[0].digest;

it('carries ten thousand students in less than a minute, and takes them back', async () => {
  await scene.api.setClock(`${scene.day(0)}T12:00:00+05:00`);
  office = await scene.api.as('registrar_head');
  const next = await one('select id from academic_years where deleted_at is null order by starts_on desc limit 1');
  await sql(
    `with made as (
       insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, status_since)
       select 1, 'M-' || n, 'Talaba', 'M' || n, 'BACHELOR', 'uz', $1, 'CONTRACT', $2, ' m' || n, $3 from generate_series(1, 10000) n returning id)
     insert into enrollments (institution_id, student_id, course_id, academic_year_id, study_year, starts_on, ends_on, status)
     select 1, m.id, $2, y.id, 2, y.starts_on, y.ends_on, 'PLANNED' from made m, academic_years y where y.id = $4`,
    [scene.entry, scene.course.id, scene.day(-99), next],
  );
  await sql(`update students set tuition = 'GRANT' where student_no not like 'M-%'`);
  await sql('analyze students, enrollments, contracts');
  let begun = performance.now();
  const lap = () => {
    const took = Math.round(performance.now() - begun);
    begun = performance.now();
    return took;
  };
  expect((await told()).parts.contracts.made).toBe(10_000);
  const looked = lap();
  const done = await made();
  expect(done).toMatchObject({ state: 'done', done: 10_000 });
  const applied = lap();
  expect((await make()).body.count).toBe(0);
  const again = lap();
  expect(await takenBack((await told()).runs[0].id)).toEqual({ undone: 10_000 });
  const undone = lap();
  console.info({ looked, applied, again, undone });
  expect(Math.max(applied, undone)).toBeLessThan(60_000);
}, 240_000);
