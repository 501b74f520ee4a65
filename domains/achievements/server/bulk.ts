import { and, inArray, isNull, sql } from 'drizzle-orm';
import { studentsBeside } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { tell } from '#platform/server/hooks.ts';
import { stale } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { recordWorkflow } from '../workflow.ts';
import { issueBadges } from './badge.ts';
import { getBatch } from './batches.ts';
import { achievementsChanged } from './hooks.ts';
import { tellStudents } from './notices.ts';
import { numberOf, type RecordRow } from './numbers.ts';
import { worthOf } from './points.ts';
import { verifiable } from './reach.ts';
import { record } from './records.ts';
import { beforeChange } from './supplement.ts';
import { achievementBatches as batches, achievementRecords as records } from './tables.ts';
import { warningsOf } from './warnings.ts';

/** Many records verified at once: a look at each of them first, then all or none. */

type Row = OutputOf<typeof contract.record.preview>[number];

async function looked(call: Call, ids: readonly number[], lock: boolean): Promise<{ rows: RecordRow[]; shown: Row[] }> {
  const query = call.db
    .select()
    .from(records)
    .where(and(inArray(records.id, [...ids]), isNull(records.deleted_at), verifiable(call)))
    .orderBy(records.id);
  const rows = await (lock ? query.for('update') : query);
  const worth = await worthOf(call, rows);
  const warned = await warningsOf(call, rows);
  const people = await studentsBeside(
    call,
    rows.map(({ student_id }) => student_id),
  );
  const shown = rows.map((row): Row => {
    const { student, own } = people.get(row.student_id)!;
    const of = worth.get(row.id);
    const codes = [
      ...(row.status === 'SUBMITTED' ? [] : ['NOT_SUBMITTED' as const]),
      ...(own || row.filed_by === call.account_id ? ['OWN' as const] : []),
      ...(of?.points == null ? ['NO_POINTS' as const] : []),
    ];
    return {
      id: row.id,
      version: row.version,
      number: numberOf(row.id),
      student: [student.lastname, student.firstname, student.midname].filter(Boolean).join(' '),
      title: row.title,
      points: of?.points ?? null,
      scale: of ? `№ ${of.number}` : null,
      warnings: warned.get(row.id) ?? [],
      faults: codes.map((code) => ({ code, message: message(call.locale, `achievement_fault.${code}`) })),
    };
  });
  return { rows, shown };
}

export const previewBulk = async (call: Call, { ids }: InputOf<typeof contract.record.preview>): Promise<Row[]> =>
  (await looked(call, ids, false)).shown;

/** Errors: STALE of the first that somebody has changed since it was looked at, ACHIEVEMENT_BULK_FAULTS. */
export async function verifyBulk(
  call: Call,
  input: InputOf<typeof contract.record.verify>,
): Promise<OutputOf<typeof contract.record.verify>> {
  const asked = new Map(input.rows.map(({ id, version }) => [id, version]));
  const { rows, shown } = await looked(call, [...asked.keys()], true);
  const late = rows.find((row) => row.version !== asked.get(row.id));
  if (late) throw await stale(call, records, late.id, await record.get(call, { id: late.id }));
  const faulty = shown.filter(({ faults }) => faults.length > 0);
  if (faulty.length > 0 || rows.length < asked.size)
    throw fail('ACHIEVEMENT_BULK_FAULTS', { count: faulty.length + asked.size - rows.length });
  const worth = await worthOf(call, rows);
  const values = rows.map(({ id }) => {
    const of = worth.get(id);
    return { id, points: of?.points, scale_id: of?.scale_id };
  });
  await beforeChange(
    call,
    rows.map(({ student_id }) => student_id),
  );
  const [batch] = await call.db
    .insert(batches)
    .values({ count: rows.length, badge: input.badge ?? false, verified_by: call.account_id })
    .returning({ id: batches.id });
  await call.db.execute(sql`
    update ${records} r set status = 'VERIFIED', batch_id = ${batch!.id}, points = v.points, scale_id = v.scale_id, decided_by = ${call.account_id}, decided_at = edulab_clock(), note = null
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) v (id integer, points numeric, scale_id integer) where r.id = v.id`);
  await recordTransition(
    call,
    recordWorkflow.entity,
    rows.map(({ id, status }) => ({ id, from: status })),
    'VERIFIED',
    {},
  );
  if (input.badge) await issueBadges(call, rows);
  await tellStudents(
    call,
    rows.map((row) => ({ ...row, points: worth.get(row.id)?.points ?? null })),
    'VERIFIED',
  );
  await tell(call, achievementsChanged, { student_ids: [...new Set(rows.map(({ student_id }) => student_id))] });
  return { verified: rows.length, batch: await getBatch(call, { id: batch!.id }) };
}
