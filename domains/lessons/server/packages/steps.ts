import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { launchInput } from '../../shapes.ts';
import { attempts, packages, trees } from '../tables.ts';
import { isOf, type Key, type Learner } from './learner.ts';
import { furtherState, states, successes } from './merge.ts';
import type { Rules } from './rules.ts';
import { move, type Navigation, navigationAt, type Standing, type State } from './sequencer.ts';
import { clockOf } from './time-limit.ts';

/** Ways through packages with rules: where somebody stands is kept by attempt and moved here, never by a browser. */

type AttemptRow = typeof attempts.$inferSelect;
type Tree = typeof trees.$inferSelect;

/** The number of the attempt that is opened: the newest, or one more. */
export async function numberOf(call: Call, package_id: number, learner: Learner, again: boolean): Promise<number> {
  const [newest] = await call.db
    .select({ number: attempts.number })
    .from(attempts)
    .where(and(eq(attempts.package_id, package_id), isOf(attempts, learner)))
    .orderBy(desc(attempts.number))
    .limit(1);
  return (newest?.number ?? 0) + (again || !newest ? 1 : 0);
}

/** Holds the way through the attempt that a part belongs to. First of all locks: steps take it before their parts too. */
export async function lockAttempt(call: Call, attempt_id: number, learner: Learner): Promise<void> {
  await call.db
    .select({ id: trees.id })
    .from(trees)
    .innerJoin(
      attempts,
      and(eq(attempts.package_id, trees.package_id), eq(attempts.number, trees.number), isOf(attempts, learner)),
    )
    .where(and(eq(attempts.id, attempt_id), isOf(trees, learner)))
    .for('update', { of: trees });
}

const ofAttempt = (row: Key) =>
  and(eq(trees.package_id, row.package_id), isOf(trees, row), eq(trees.number, row.number));

async function savedStep(call: Call, tree: Tree, step: { state?: State; navigation: Navigation; standing: Standing }) {
  const { standing, ...rest } = step;
  const score = standing.score === null ? tree.score : Math.max(tree.score ?? 0, standing.score);
  await call.db
    .update(trees)
    .set({
      ...rest,
      status: furtherState(states, tree.status, standing.status),
      success: furtherState(successes, tree.success, standing.success),
      score,
      updated_at: sql`edulab_now()`,
    })
    .where(eq(trees.id, tree.id));
}

/**
 * Goes one step. Two at once wait for each other at the row of the attempt's tree. Answers the part to show, or null
 * where the package is left; `values` are what the part begins with, undefined where it goes on. Errors: STEP_REFUSED.
 */
export async function takePackageStep(
  call: Call,
  row: typeof packages.$inferSelect & { sequencing: Rules },
  { student_id, learner_id }: Learner,
  input: z.infer<typeof launchInput>,
): Promise<{
  sco: string | null;
  number: number;
  values: Record<string, string> | undefined;
  navigation: Navigation;
}> {
  const number = await numberOf(call, row.id, { student_id, learner_id }, input.again ?? false);
  const key = { package_id: row.id, student_id, learner_id, number };
  await call.db.insert(trees).values(key).onConflictDoNothing();
  const [tree] = (await call.db.select().from(trees).where(ofAttempt(key)).for('update')) as [Tree];
  const parts = await attemptParts(call, key);
  const valuesOf = (sco: string | null | undefined) => parts.find((part) => part.sco === sco)?.cmi;
  const clock = clockOf(row.items, parts);
  const place = {
    rules: row.sequencing,
    state: tree.state,
    values: valuesOf(tree.state?.currentActivity) ?? {},
    clock,
  };
  const went = await move(place, {
    request: input.request ?? (input.sco === undefined ? 'open' : 'choice'),
    target: input.sco,
    suspended: input.suspended,
  });
  if (!went.allowed) throw fail(clock.over.length ? 'TIME_OVER' : 'STEP_REFUSED');
  const known = valuesOf(went.sco);
  const values = went.sco && (went.fresh || !known) ? objectivesOf(went.state, went.sco) : undefined;
  const { navigation, standing } = await navigationAt({ ...place, state: went.state, values: values ?? known ?? {} });
  await savedStep(call, tree, { state: went.state, navigation, standing });
  return { sco: went.sco, number, values, navigation };
}

/** The parts of an attempt that were opened. */
export const attemptParts = (call: Call, key: Key): Promise<AttemptRow[]> =>
  call.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.package_id, key.package_id), isOf(attempts, key), eq(attempts.number, key.number)));

export const attemptPart = (key: Key, sco: string) =>
  and(
    eq(attempts.package_id, key.package_id),
    isOf(attempts, key),
    eq(attempts.number, key.number),
    eq(attempts.sco, sco),
  );

/** What a part may know of its objectives as it begins; those that are shared were reached elsewhere. */
function objectivesOf(state: State, sco: string): Record<string, string> {
  const { primary, objectives } = state.activityStates[sco]?.objectives ?? {
    primary: null,
    objectives: [],
  };
  const values: Record<string, string> = {};
  // The library's memory names the primary one twice.
  const each = new Map([...objectives, primary].flatMap((one) => (one ? [[one.id, one] as const] : [])));
  for (const [at, one] of [...each.values()].entries()) {
    const set = (name: string, value: string) => {
      values[`cmi.objectives.${at}.${name}`] = value;
    };
    set('id', one.id);
    if (one.progressStatus) set('success_status', one.satisfiedStatus ? 'passed' : 'failed');
    if (one.measureStatus) set('score.scaled', String(one.normalizedMeasure));
  }
  return values;
}

const counts = /^cmi\.(completion_status|success_status|score\.|progress_measure|objectives\.)/;
const counted = (values: Record<string, string>) =>
  JSON.stringify(
    Object.entries(values)
      .filter(([name]) => counts.test(name))
      .toSorted(),
  );

/** What a report changes in the whole and in what may be asked for next; null where it changes neither. */
export async function afterReport(call: Call, before: AttemptRow, after: AttemptRow): Promise<Navigation | null> {
  if (counted(before.cmi) === counted(after.cmi)) return null;
  const [tree] = await call.db.select().from(trees).where(ofAttempt(after)).for('update');
  // Late words of a part that is over stay in its row; they move nothing any more.
  if (!tree?.state || tree.state.currentActivity !== after.sco) return null;
  const [[row], parts] = await Promise.all([
    call.db.select().from(packages).where(eq(packages.id, after.package_id)),
    attemptParts(call, after),
  ]);
  if (!row?.sequencing) return null;
  const clock = clockOf(row.items, parts);
  const { navigation, standing } = await navigationAt({
    rules: row.sequencing,
    state: tree.state,
    values: after.cmi,
    clock,
  });
  await savedStep(call, tree, { navigation, standing });
  return navigation;
}
