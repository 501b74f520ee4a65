import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { studentsOfCourseModule } from '#domains/groups/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { today } from '#platform/server/clock.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { shuffled, unseal } from '#platform/server/disk/sealing.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { type Breakdown, isScale, sealedVote } from '../shapes.ts';
import { periodWorkflow } from '../workflow.ts';
import { breakdownOf } from './breakdown.ts';
import { remindAsked, tellAsked } from './notices.ts';
import { fieldsOf } from './questionnaires.ts';
import { answers, envelopes, participations, periods, seals, units } from './tables.ts';

/**
 * A period closes: everything that was sealed is opened at once and written question by question, in an order that says
 * nothing; who voted becomes a number; and what the key was made from goes.
 */

export const sealName = (salt: string, id: string) => `evaluation ${salt} ${id}`;

/** Each night: periods whose last day is over close; of those that begin today people are told, and of others reminded. Answers how many closed. */
export async function closeOver(kernel: Kernel): Promise<number> {
  let closed = 0;
  await everyInstitutionInTheNight(kernel, 'evaluations', async (call) => {
    const over = await call.db
      .select({ id: periods.id })
      .from(periods)
      .where(sql`${periods.status} = 'RUNNING' and ${periods.deleted_at} is null and ${periods.ends_on} < ${today}`);
    for (const { id } of over) await closePeriod(call, id);
    const beginning = await call.db
      .select({ id: periods.id, ends_on: periods.ends_on })
      .from(periods)
      .where(sql`${periods.status} = 'RUNNING' and ${periods.deleted_at} is null and ${periods.starts_on} = ${today}`);
    for (const one of beginning) await tellAsked(call, one);
    const reminding = await call.db
      .select({ id: periods.id, ends_on: periods.ends_on })
      .from(periods)
      .where(
        sql`${periods.status} = 'RUNNING' and ${periods.deleted_at} is null and ${periods.starts_on} < ${today} and (${periods.ends_on} - ${today}) = any(${periods.remind_before})`,
      );
    for (const one of reminding) await remindAsked(call, one);
    closed += over.length;
  });
  return closed;
}

export async function closePeriod(call: Call, id: number, reason?: string): Promise<void> {
  // Whoever is voting at this moment is waited for; nobody votes after this.
  await call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.evaluation, id]);
  const [row] = await call.db.select().from(periods).where(eq(periods.id, id));
  const [seal] = await call.db.select().from(seals).where(eq(seals.period_id, id));
  if (!row || !seal || row.status !== 'RUNNING') return;
  const of = await call.db.select({ id: units.id }).from(units).where(eq(units.period_id, id));
  // Unit by unit, so that no more is held in memory than one of them has.
  const scales = fieldsOf(row.sections)
    .filter(isScale)
    .map(({ key }) => key);
  const answered: ({ unit: number } & Opened)[] = [];
  for (const unit of of)
    answered.push({ unit: unit.id, ...(await openUnit(call, unit.id, seal.salt, scales, row.threshold)) });
  const ids = of.map((one) => one.id);
  if (ids.length) {
    await call.db.execute(sql`
      update ${units} set answered = x.answered, breakdown = x.breakdown from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb) as x (unit int, answered jsonb, breakdown jsonb) where ${units.id} = x.unit`);
    // What too few answered is no part of the mean: it could be reckoned from it.
    await call.db.execute(sql`
      update ${units} set voted = n.voted, invited = n.invited, dropped = n.dropped,
             mean = case when n.voted >= ${row.threshold} then n.mean end, spread = case when n.voted >= ${row.threshold} then n.spread end
        from (select u.id as unit, (select count(*) from ${participations} p where p.unit_id = u.id)::int as voted,
                     (select count(*) from (select m.student_id from ${studentsOfCourseModule(sql`u.course_module_id`, sql`${row.ends_on}::date`)} m
                                             union select p.student_id from ${participations} p where p.unit_id = u.id) asked)::int as invited,
                     (select count(*) from (select b.student_id from ${studentsOfCourseModule(sql`u.course_module_id`, sql`${row.starts_on}::date`)} b
                                             except select m.student_id from ${studentsOfCourseModule(sql`u.course_module_id`, sql`${row.ends_on}::date`)} m
                                             except select p.student_id from ${participations} p where p.unit_id = u.id) gone)::int as dropped,
                     s.mean, s.spread
                from ${units} u
                left join lateral (select round(avg(a.value::numeric), 2) as mean, round(stddev_pop(a.value::numeric), 2) as spread
                                     from ${answers} a where a.unit_id = u.id and a.question = any(${sql.param(scales)}::text[])
                                      and (u.answered ->> a.question)::int >= ${row.threshold}) s on true
               where u.period_id = ${id}) n
       where ${units.id} = n.unit`);
    await call.db.delete(participations).where(inArray(participations.unit_id, ids));
  }
  await call.db.delete(seals).where(eq(seals.period_id, id));
  await call.db.update(periods).set({ status: 'CLOSED' }).where(eq(periods.id, id));
  await recordTransition(call, periodWorkflow.entity, [{ id, from: 'RUNNING' }], 'CLOSED', { reason });
}

/** What was sealed with a key that is gone, after a restore without the files, is lost; a period closes all the same. */
function opened(call: Call, name: string, sealed: Buffer): z.infer<typeof sealedVote> {
  try {
    return sealedVote.parse(unseal(call.kernel.settings.dataDir, name, sealed));
  } catch {
    return { answers: {} };
  }
}

interface Opened {
  /** How many people answered each question; of choices of several that is not the number of what was chosen. */
  answered: Record<string, number>;
  breakdown: Breakdown;
}

async function openUnit(
  call: Call,
  unit_id: number,
  salt: string,
  scales: readonly string[],
  least: number,
): Promise<Opened> {
  const sealed = await call.db.delete(envelopes).where(eq(envelopes.unit_id, unit_id)).returning();
  const answered: Record<string, number> = {};
  const votes = sealed.map((one) => opened(call, sealName(salt, one.id), one.sealed));
  const said = votes.flatMap((one) =>
    Object.entries(one.answers).flatMap(([question, value]) => {
      const values = [value].flat().filter((each) => each !== null && each !== '' && each !== false);
      if (values.length) answered[question] = (answered[question] ?? 0) + 1;
      return values.map((each) => ({ question, value: String(each) }));
    }),
  );
  if (said.length)
    await call.db.execute(sql`
      insert into ${answers} (unit_id, question, value)
      select ${unit_id}, x.question, x.value from jsonb_to_recordset(${JSON.stringify(shuffled(said))}::jsonb) as x (question text, value text)`);
  const by = votes.map((one) => ({ ...one, group: one.group ?? null, language: one.language ?? null }));
  return { answered, breakdown: breakdownOf(by, scales, least) };
}
