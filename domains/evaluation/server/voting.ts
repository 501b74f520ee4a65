import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { groupMembers } from '#domains/groups/server/index.ts';
import { checkAnswers } from '#domains/questions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { seal } from '#platform/server/disk/sealing.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import type { sealedVote } from '../shapes.ts';
import { sealName } from './closing.ts';
import { fieldsOf } from './questionnaires.ts';
import { askedNow, ownStudents } from './reach.ts';
import { envelopes, participations, periods, seals, units } from './tables.ts';

/** Those who were taught say what they think, once about each module and teacher. */

/** Room for the longest answers there can be, so that all that is sealed has one size. */
export const voteBlock = 12 * 1024;

export const named = (call: Pick<Call, 'locale'>) => ({
  module: sql<string>`(select ${localTitle(sql`m.title`, call.locale)} from ${courseModules} cm join ${modules} m on m.id = cm.module_id where cm.id = ${units.course_module_id})`,
  course: sql<string>`(select ${localTitle(sql`c.title`, call.locale)} from ${courseModules} cm join ${courses} c on c.id = cm.course_id where cm.id = ${units.course_module_id})`,
  teacher: sql<string>`(select concat_ws(' ', s.lastname, s.firstname) from ${staff} s where s.id = ${units.staff_id})`,
});
const voted = (call: Call) =>
  sql<boolean>`exists (select 1 from ${participations} p where p.unit_id = ${units.id} and p.student_id in ${ownStudents(call)})`;

export const mine = (call: Call) =>
  call.db
    .select({
      unit_id: units.id,
      ...named(call),
      period: sql<string>`(select ${localTitle(sql`p.title`, call.locale)} from ${periods} p where p.id = ${units.period_id})`,
      ends_on: sql<string>`(select p.ends_on::text from ${periods} p where p.id = ${units.period_id})`,
      voted: voted(call),
    })
    .from(units)
    .where(askedNow(call))
    .orderBy(asc(units.course_module_id), asc(units.id))
    .limit(200);

/** The unit with its questions, where the caller is asked about it. Errors: EVALUATION_NOT_OPEN, EVALUATION_VOTED. */
async function open(call: Call, unit_id: number) {
  const [found] = await call.db
    .select({
      unit_id: units.id,
      ...named(call),
      ends_on: periods.ends_on,
      sections: periods.sections,
      period_id: periods.id,
      voted: voted(call),
    })
    .from(units)
    .innerJoin(periods, eq(periods.id, units.period_id))
    .where(and(eq(units.id, unit_id), askedNow(call)));
  if (!found) throw fail('EVALUATION_NOT_OPEN');
  if (found.voted) throw fail('EVALUATION_VOTED');
  return found;
}

export async function formOf(call: Call, { unit_id }: { unit_id: number }) {
  const { period_id: _p, voted: _v, ...form } = await open(call, unit_id);
  return form;
}

export async function vote(call: Call, input: InputOf<typeof contract.own.vote>) {
  const { period_id, sections } = await open(call, input.unit_id);
  // Shared by all who vote, and in the way of whoever closes the period.
  await call.client.query('select pg_advisory_xact_lock_shared($1, $2)', [lockSpaces.evaluation, period_id]);
  const [seal_] = await call.db.select({ salt: seals.salt }).from(seals).where(eq(seals.period_id, period_id));
  if (!seal_) throw fail('EVALUATION_NOT_OPEN');
  const { answers, faults } = checkAnswers(fieldsOf(sections), input.answers, true);
  if (faults.length) throw fail('EVALUATION_INCOMPLETE', { fields: faults });
  const { rowCount, rows } = await call.db.execute<{ id: number; language: string | null; group: number | null }>(sql`
    with voted as (
    insert into ${participations} (unit_id, student_id)
    select ${input.unit_id}, s.id from (select min(x.id) as id from ${ownStudents(call)} x) s where s.id is not null on conflict do nothing returning student_id)
    select s.id, s.study_language as language, (select g.group_id from ${groupMembers} g where g.student_id = s.id and g.kind = 'MAIN' and g.ends_on is null and g.deleted_at is null limit 1) as "group"
      from voted v join ${students} s on s.id = v.student_id`);
  if (!rowCount) throw fail('EVALUATION_VOTED');
  const id = randomUUID();
  await call.db.insert(envelopes).values({
    id,
    unit_id: input.unit_id,
    // Of which part of the others one is, which nothing but the seal may hold.
    sealed: seal(
      call.kernel.settings.dataDir,
      sealName(seal_.salt, id),
      { answers, group: rows[0]?.group, language: rows[0]?.language } satisfies z.infer<typeof sealedVote>,
      voteBlock,
    ),
  });
  return { ok: true as const };
}
