import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { demandsOf } from '#domains/timetable/server/demands.ts';
import { modulesOf, semesterOf, surroundingsOf, weeksOf } from '#domains/timetable/server/inputs.ts';
import { planFor, timeOfTeachers } from '#domains/timetable/server/plans.ts';
import type { Call } from '#platform/server/call/context.ts';
import { asActor, type Database, openDatabase } from '#platform/server/database/database.ts';
import { copyDatabase, registerAll } from '#tests/support/database.ts';
import type { Plan } from '../timetabling/plan.ts';
import { compilePlan } from '../timetabling/plan-core.ts';
import { judgePlan } from '../timetabling/plan-judge.ts';
import { search } from '../timetabling/solve.ts';
import { loadReference } from './load-reference.ts';
import { planSlots } from './load-schedule.ts';
import { loadStaff } from './load-staff.ts';
import { loadStudents } from './load-students.ts';
import { loadCurriculum, loadGroups } from './load-teaching.ts';
import { loadNeeds } from './load-timetable.ts';

/** The university that `npm start` shows, as far as its timetable comes from it, in its whole size. */

const SHAPE = { days: 6, sessions: 6, pause: 10 };
let database: Database;
let drop: () => Promise<void>;
let plan: Plan;

beforeAll(async () => {
  registerAll();
  const copy = await copyDatabase(inject('ownerUrl'));
  ({ drop } = copy);
  database = await openDatabase(copy.url);
  const client = await database.owner.connect();
  try {
    await client.query(
      "begin; select set_config('edulab.audit', 'off', true), set_config('session_replication_role', 'replica', true)",
    );
    const { rows } = await client.query<{ id: number; username: string }>('select id, username from accounts');
    const accounts = new Map(rows.map(({ id, username }) => [username, id]));
    const reference = await loadReference(client);
    await loadStaff(client, reference, accounts, 500);
    await loadCurriculum(client, reference);
    await loadStudents(client, reference, accounts, 10_000, '', () => undefined);
    await loadGroups(client);
    await planSlots(client, 1);
    await loadNeeds(client);
    await client.query('commit');
  } finally {
    client.release(true);
  }
  plan = await asActor(database.app, { institution_id: 1, account_id: null, call: 'test' }, async (db, client) => {
    const call = { db, client, locale: 'uz' } as Call;
    const semester = await semesterOf(call);
    const around = await surroundingsOf(call);
    const { weeks } = weeksOf(semester);
    const modules = await modulesOf(call, semester);
    const time = timeOfTeachers(around, SHAPE);
    return planFor(
      around,
      SHAPE,
      demandsOf(modules, around.rooms, around.groups, weeks, around.requirements, time, around.chosen),
    );
  });
});
afterAll(async () => {
  await database?.close();
  await drop?.();
});

test('the whole demo has a timetable without a broken rule within seconds, and the same again for the same seed', () => {
  const { core, lessons } = compilePlan(plan);
  expect(core.lectures).toBeGreaterThan(4000);
  expect(plan.groups.filter(({ part_of }) => part_of).length).toBeGreaterThan(200);
  const run = () => search(core, { seed: 1, iterations: 50_000 });
  const { solution, unplaced, cost } = run();
  expect(unplaced).toBe(0);
  const findings = judgePlan(plan, lessons(solution));
  expect(findings.filter(({ price }) => price === undefined)).toEqual([]);
  expect(findings.reduce((sum, { price = 0 }) => sum + price, 0)).toBe(cost);
  expect(run().solution).toEqual(solution);
});
