import { sql } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { files } from '#platform/server/database/tables.ts';
import type { AchievementAnswer } from '../contract.ts';
import { numberOf, type RecordRow } from './numbers.ts';
import { achievementRecords as records } from './tables.ts';

/**
 * What a validator is told before deciding: another record has a file with the same content, or the same student has another of
 * the same type and day. Neither is a refusal, since a team shares a diploma and a day may hold two competitions.
 */
type Warning = NonNullable<AchievementAnswer['warnings']>[number];

/** So many are named of one record; more say nothing new. */
const most = 5;

export async function warningsOf(call: Pick<Call, 'db'>, rows: readonly RecordRow[]): Promise<Map<number, Warning[]>> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows: found } = await call.db.execute<Record<string, unknown> & Omit<Warning, 'number'> & { id: number }>(sql`
    with asked as (select r.id, r.student_id, r.type_id, r.achieved_on, r.file_ids from ${records} r where r.id in ${ids}),
    alike as (
      select a.id, 'SAME_EVIDENCE' as code, o.id as record_id
        from asked a
        join ${files} f on f.id = any(a.file_ids)
        join ${files} g on g.hash = f.hash and g.deleted_at is null
        join ${records} o on o.file_ids && array[g.id] and o.id <> a.id
       union
      select a.id, 'SAME_DAY', o.id from asked a
        join ${records} o on o.student_id = a.student_id and o.type_id = a.type_id and o.achieved_on = a.achieved_on and o.id <> a.id)
    select l.id, l.code, l.record_id, s.full_name as student, o.status from (
      select alike.*, row_number() over (partition by alike.id, alike.code order by alike.record_id) as nth from alike) l
      join ${records} o on o.id = l.record_id and o.deleted_at is null and o.status <> 'DRAFT'
      join ${students} s on s.id = o.student_id
     where l.nth <= ${most} order by l.id, l.code, l.record_id`);
  const by = Map.groupBy(found, ({ id }) => id);
  return new Map(
    [...by].map(([id, all]) => [
      id,
      all.map(({ code, record_id, student, status }) => ({
        code,
        record_id,
        number: numberOf(record_id),
        student,
        status,
      })),
    ]),
  );
}
