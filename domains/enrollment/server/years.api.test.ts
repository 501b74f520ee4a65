import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import { membershipStates, membershipWorkflow } from '../workflow.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

let scene: TeachingScene;
let office: Caller;
let year: number;
beforeAll(async () => {
  scene = await teachingScene();
  office = await scene.api.as('registrar_officer');
  year = (await scene.sql('select id from academic_years where current'))[0].id;
});
afterAll(() => scene?.api.close());

const save = (student_id: number, more: object = {}, by = office) =>
  by.post('/enrollment/', { student_id, academic_year_id: year, ...more });
const clear = () => scene.sql('delete from enrollments');

it('a year of study proposes itself from student and academic year, is kept and changed, and is nobody else’s', async () => {
  const [student] = scene.people as [number];
  await scene.sql(`update students set search = ' t1 talaba' where id = $1`, [student]);
  const made = await save(student, { order_number: '5-A' });
  expect(made.body).toMatchObject({
    student: { id: student, student_no: 'T-1' },
    course: { id: scene.course.id },
    academic_year: { id: year },
    study_year: 1,
    group: { title: 'IQ-1' },
    starts_on: scene.day(-100),
    ends_on: scene.day(200),
    status: 'ACTIVE',
    order_number: '5-A',
  });
  const twice = await save(student);
  expect([twice.status, twice.body.code, twice.body.message]).toEqual([
    409,
    'ENROLLMENT_OVERLAP',
    'The student is already on this programme on some of these days.',
  ]);
  const { id, version } = made.body;
  const reversed = await office.post('/enrollment/', { id, version, ends_on: scene.day(-101) });
  expect(reversed.body.code).toBe('DATES_REVERSED');
  expect((await office.post('/enrollment/', { id, version, note: 'Buyruq' })).body.note).toBe('Buyruq');
  expect((await office.post('/enrollment/', { id, version, note: 'Eski' })).status).toBe(409);
  expect((await scene.student.get('/enrollment/')).body.content.map((row: Any) => row.id)).toEqual([id]);
  expect((await scene.student.get(`/enrollment/${id}`)).body.can).toEqual({ edit: false, delete: false });
  expect((await scene.teacher.get('/enrollment/')).status).toBe(403);
  expect((await office.get('/enrollment/?search=talaba&status=ACTIVE,PLANNED')).body.content).toHaveLength(1);
  expect((await office.get(`/enrollment/?group_id=${scene.group}&study_year=2`)).body.content).toHaveLength(0);
  expect((await office.get('/enrollment/all')).body).toHaveLength(1);
  expect((await office.get('/enrollment/courses')).body).toMatchObject([{ id: scene.course.id }]);
  expect((await office.delete(`/enrollment/${id}`)).status).toBe(200);
  expect((await save(student)).status).toBe(200);
  expect((await office.post(`/enrollment/${id}/restore`)).body.code).toBe('ENROLLMENT_OVERLAP');
  await clear();
});

it('a status is told first, given to all or to none, and taken back by whoever gave it', async () => {
  const ids: number[] = [];
  for (const student of scene.people) ids.push((await save(student)).body.id);
  const change = (status: string, more: object = {}) => office.put('/enrollment/status', { ids, status, ...more });
  expect((await change('ENDED')).body.code).toBe('REASON_REQUIRED');
  expect((await change('ENDED', { reason: 'Oʻz xohishi' })).body.data.fields[0].path).toBe('order_number');
  const order = { reason: 'Oʻz xohishi', order_number: '7-B', order_date: scene.day(0), effective_from: scene.day(-1) };
  const told = await change('ENDED', { ...order, preview: true });
  expect(told.body).toMatchObject({ ok: true, changed: 0 });
  expect((await office.get(`/enrollment/${ids[0]}`)).body.status).toBe('ACTIVE');
  const done = await change('ENDED', order);
  expect([done.status, done.body.changed]).toEqual([200, 5]);
  expect((await office.get(`/enrollment/${ids[0]}`)).body).toMatchObject({
    status: 'ENDED',
    ends_on: scene.day(-1),
    order_number: '7-B',
    next: [],
  });
  const other = await scene.second.post('/enrollment/status/undo', { ids });
  expect([other.status, other.body.code]).toEqual([409, 'STATUS_UNDO_TOO_LATE']);
  expect((await office.post('/enrollment/status/undo', { ids })).body.changed).toBe(5);
  expect((await office.get(`/enrollment/${ids[0]}`)).body).toMatchObject({
    status: 'ACTIVE',
    ends_on: scene.day(200),
    order_number: null,
  });
  expect((await office.put('/enrollment/status', { id: ids[0], status: 'COMPLETED' })).body.ok).toBe(true);
  const mixed = await change('SUSPENDED', order);
  expect([mixed.status, mixed.body.code, mixed.body.data.faults.map((row: Any) => row.id)]).toEqual([
    422,
    'STATUS_REFUSED',
    [ids[0]],
  ]);
  expect((await office.get(`/enrollment/${ids[1]}`)).body.status).toBe('ACTIVE');
  await clear();
});

it('whatever is written, nobody is in one programme twice on one day', async () => {
  const [student] = scene.people as [number];
  const span = fc
    .tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 0, max: 40 }))
    .map(([from, length]) => ({ starts_on: scene.day(from), ends_on: scene.day(from + length) }));
  await fc.assert(
    fc.asyncProperty(fc.array(span, { minLength: 2, maxLength: 6 }), async (spans) => {
      await clear();
      const kept: { starts_on: string; ends_on: string }[] = [];
      for (const one of spans) {
        const free = kept.every((other) => one.ends_on < other.starts_on || one.starts_on > other.ends_on);
        const { status, body } = await save(student, one);
        expect([status, body.code ?? null]).toEqual(free ? [200, null] : [409, 'ENROLLMENT_OVERLAP']);
        if (free) kept.push(one);
      }
    }),
    { numRuns: 12, seed: 5 },
  );
  await clear();
});

it('every step that the life knows is open to the office, every other is refused', async () => {
  const [student] = scene.people as [number];
  const { id } = (await save(student)).body;
  for (const from of membershipStates)
    for (const to of membershipStates) {
      await scene.sql('update enrollments set status = $2, ends_on = $3 where id = $1', [id, from, scene.day(200)]);
      const known = membershipWorkflow.transitions.some((step) => step.to === to && step.from.includes(from));
      const { status, body } = await office.put('/enrollment/status', {
        id,
        status: to,
        reason: 'x',
        order_number: '1',
      });
      expect([from, to, status, body.code ?? null]).toEqual(
        known ? [from, to, 200, null] : [from, to, 422, 'TRANSITION_NOT_ALLOWED'],
      );
    }
  await clear();
});
