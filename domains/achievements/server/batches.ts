import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { issuedDocuments, revokeTogether } from '#domains/credentials/server/index.ts';
import { type Call, type InputOf, may, type OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { tell } from '#platform/server/hooks.ts';
import { list } from '#platform/server/records/lists.ts';
import { columnsSql } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import { recordWorkflow } from '../workflow.ts';
import { achievementsChanged } from './hooks.ts';
import { tellStudents } from './notices.ts';
import { beforeChange } from './supplement.ts';
import {
  achievementBatches as batches,
  achievementNominees as nominees,
  achievementRecords as records,
} from './tables.ts';

/** Records that were verified together, and taking that back while nothing was built on any of them. */

type BatchRow = typeof batches.$inferSelect;
type Batch = OutputOf<typeof contract.record.take_back>;

/** One's own, or all for those who could revoke each of them. */
const visible = (call: Call): SQL =>
  sql`${batches.deleted_at} is null and (${batches.verified_by} = ${call.account_id} or ${may(call, 'achievement.revoke')})`;

/**
 * Whether something was made of a record since it was verified: it was revoked, a statement names it, a frozen list counts it,
 * or its badge does not hold any more.
 */
const builtOn = sql`(r.status <> 'VERIFIED'
  or exists (select 1 from ${issuedDocuments} d where d.student_id = r.student_id and d.kind = 'ACHIEVEMENTS' and d.issued_at >= r.decided_at)
  or exists (select 1 from ${issuedDocuments} d where d.id = r.badge_id and d.status <> 'VALID')
  or exists (select 1 from ${nominees} n where n.student_id = r.student_id
              and n.said -> 'parts' @> jsonb_build_array(jsonb_build_object('record_id', r.id))))`;

async function present(call: Call, rows: readonly BatchRow[]): Promise<Batch[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [{ rows: found }, people] = await Promise.all([
    call.db.execute<{ id: number; built: number }>(sql`
      select r.batch_id as id, (count(*) filter (where ${builtOn}))::int as built from ${records} r
       where r.batch_id = any(${sql.param(ids)}::int[]) group by 1`),
    call.db
      .select({ id: accounts.id, name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})` })
      .from(accounts)
      .where(
        inArray(
          accounts.id,
          rows.map(({ verified_by }) => verified_by),
        ),
      ),
  ]);
  const built = new Map(found.map((one) => [one.id, one.built]));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map(({ institution_id: _i, deleted_at: _d, ...row }) => {
    const built_on = built.get(row.id) ?? 0;
    return {
      ...row,
      verified_by: names.get(row.verified_by) ?? '',
      built_on,
      can: { take_back: row.status === 'VERIFIED' && built_on === 0 },
    };
  });
}

export const listBatches = (call: Call, input: InputOf<typeof contract.record.batches>) =>
  list(call, input, {
    from: sql`${batches}`,
    key: sql`${batches.id}`,
    table: 'achievement_batches',
    asks: ['achievement_records', 'achievement_nominees', 'issued_documents'],
    columns: columnsSql(batches),
    where: [visible(call)],
    sorts: { created_at: sql`${batches.id}` },
    defaultSort: 'created_at,desc',
    load: (_ids, rows) => present(call, rows as BatchRow[]),
  });

export async function getBatch(call: Call, { id }: { id: number }): Promise<Batch> {
  const [row] = await call.db
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), visible(call)));
  if (!row) throw fail('NOT_FOUND');
  return (await present(call, [row]))[0]!;
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED where it was taken back already, ACHIEVEMENT_BUILT_ON. */
export async function takeBackBatch(call: Call, input: InputOf<typeof contract.record.take_back>): Promise<Batch> {
  const batch = await loadForChange(call, batches, visible(call), input, ({ id }) => getBatch(call, { id }));
  if (batch.status !== 'VERIFIED')
    throw fail('TRANSITION_NOT_ALLOWED', { entity: 'achievement_batch', from: batch.status, to: 'TAKEN_BACK' });
  const rows = await call.db
    .select()
    .from(records)
    .where(and(eq(records.batch_id, batch.id), isNull(records.deleted_at)))
    .orderBy(records.id)
    .for('update');
  const student_ids = rows.map(({ student_id }) => student_id);
  // A statement that is being issued at this moment is finished first, and then stands in the way.
  await beforeChange(call, student_ids);
  const { built_on } = await getBatch(call, { id: batch.id });
  const badges = rows.flatMap(({ badge_id }) => badge_id ?? []);
  if (built_on || (badges.length > 0 && !(await revokeTogether(call, badges, 'ACHIEVEMENT_REVOKED'))))
    throw fail('ACHIEVEMENT_BUILT_ON', { count: Math.max(1, built_on) });
  await call.db
    .update(records)
    .set({
      status: 'SUBMITTED',
      points: null,
      scale_id: null,
      decided_by: null,
      decided_at: null,
      note: null,
      badge_id: null,
      batch_id: null,
    })
    .where(eq(records.batch_id, batch.id));
  await recordTransition(
    call,
    recordWorkflow.entity,
    rows.map(({ id, status }) => ({ id, from: status })),
    'SUBMITTED',
    {},
  );
  await call.db.update(batches).set({ status: 'TAKEN_BACK' }).where(eq(batches.id, batch.id));
  await tellStudents(call, rows, 'TAKEN_BACK');
  await tell(call, achievementsChanged, { student_ids: [...new Set(student_ids)] });
  return getBatch(call, { id: batch.id });
}
