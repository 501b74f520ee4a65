import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { scaleWorkflow } from '../workflow.ts';
import {
  achievementGrades as grades,
  achievementPoints as points,
  achievementRecords as records,
  achievementScales as scales,
} from './tables.ts';

/** Tables of points: written as a draft, in force from a day on, and then never changed. */

const pointsOf = (call: Pick<Call, 'db'>, scale_ids: readonly number[]) =>
  call.db
    .select({ scale_id: points.scale_id, grade_id: points.grade_id, points: points.points })
    .from(points)
    .where(and(inArray(points.scale_id, [...scale_ids]), isNull(points.deleted_at)))
    .orderBy(points.grade_id);

export const scale = resource(contract.scale, {
  table: scales,
  search: [sql`${scales.basis}`, sql`${scales.number}::text`],
  sorts: {
    starts_on: [sql`${scales.starts_on}`, sql`${scales.number}`],
    created_at: sql`${scales.created_at}`,
    id: sql`${scales.id}`,
  },
  defaultSort: 'starts_on,desc',
  optionTitle: () => sql`'№ ' || ${scales.number} || ' · ' || ${scales.basis}`,
  present: async (call, rows) => {
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    const found = await pointsOf(call, ids);
    const used = new Map(
      (
        await call.db
          .select({ id: records.scale_id, count: sql<number>`count(*)::int` })
          .from(records)
          .where(and(inArray(records.scale_id, ids), isNull(records.deleted_at)))
          .groupBy(records.scale_id)
      ).map(({ id, count }) => [id, count]),
    );
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      number: row.number,
      status: row.status,
      starts_on: row.starts_on,
      basis: row.basis,
      live_at: row.live_at,
      points: found.flatMap(({ scale_id, grade_id, points: of }) =>
        scale_id === row.id ? [{ grade_id, points: of }] : [],
      ),
      used: used.get(row.id) ?? 0,
      can: { edit: row.status === 'DRAFT', delete: row.status === 'DRAFT', publish: row.status === 'DRAFT' },
    }));
  },
  prepare: async (call, input, current) => {
    if (current && current.status !== 'DRAFT') throw fail('SCALE_IN_FORCE');
    await demandGrades(call, input.points ?? []);
    const { points: _, copy_of: __, ...fields } = input;
    if (current) return fields;
    // One number after the other, also where two begin a table at once.
    await call.client.query("select pg_advisory_xact_lock(hashtext('achievement_scales'), $1)", [call.institution_id]);
    return {
      ...fields,
      number: sql`(select coalesce(max(s.number), 0) + 1 from ${scales} s where s.institution_id = edulab_institution())`,
    };
  },
  written: async (call, row, before, input) => {
    const copied = !before && input.copy_of !== undefined ? await copyOf(call, input.copy_of) : [];
    const given = input.points ?? copied;
    if (input.points || copied.length) await keepPoints(call, row.id, given);
    if (!before) await recordTransition(call, scaleWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
  beforeDelete: async (_call, row) => {
    if (row.status !== 'DRAFT') throw fail('SCALE_IN_FORCE');
  },
});

type Points = { grade_id: number; points: number }[];

async function copyOf(call: Call, id: number): Promise<Points> {
  const [found] = await call.db
    .select({ id: scales.id })
    .from(scales)
    .where(and(eq(scales.id, id), isNull(scales.deleted_at)));
  if (!found) throw failField('copy_of', 'UNKNOWN_REFERENCE');
  const { rows } = await call.db.execute<Points[number] & Record<string, unknown>>(sql`
    select p.grade_id, p.points::float8 as points from ${points} p join ${grades} g on g.id = p.grade_id and g.deleted_at is null
     where p.scale_id = ${id} and p.deleted_at is null`);
  return rows;
}

async function demandGrades(call: Call, given: Points): Promise<void> {
  const ids = [...new Set(given.map(({ grade_id }) => grade_id))];
  if (ids.length === 0) return;
  const found = new Set(
    (await call.db.select({ id: grades.id }).from(grades).where(inArray(grades.id, ids))).map(({ id }) => id),
  );
  const at = given.findIndex(({ grade_id }) => !found.has(grade_id));
  if (at >= 0) throw failField(`points.${at}.grade_id`, 'UNKNOWN_REFERENCE');
}

/** What is left out has no points; the same grade twice counts as it was said last. */
async function keepPoints(call: Call, scale_id: number, given: Points): Promise<void> {
  const last = new Map(given.map((one) => [one.grade_id, one]));
  const rows = JSON.stringify([...last.values()]);
  await call.db.execute(sql`
    update ${points} p set deleted_at = edulab_now() where p.scale_id = ${scale_id} and p.deleted_at is null
       and not exists (select 1 from jsonb_to_recordset(${rows}::jsonb) r (grade_id integer) where r.grade_id = p.grade_id)`);
  await call.db.execute(sql`
    insert into ${points} as p (scale_id, grade_id, points)
    select ${scale_id}::integer, r.grade_id, r.points from jsonb_to_recordset(${rows}::jsonb) r (grade_id integer, points numeric)
        on conflict (scale_id, grade_id) do update set points = excluded.points, deleted_at = null
     where p.points is distinct from excluded.points or p.deleted_at is not null`);
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED where it is in force already, SCALE_EMPTY. */
export async function publishScale(
  call: Call,
  input: InputOf<typeof contract.scale.publish>,
): Promise<OutputOf<typeof contract.scale.publish>> {
  const row = await loadForChange(call, scales, undefined, input, ({ id }) => scale.get(call, { id }));
  checkTransition(call, scaleWorkflow, row.status, 'LIVE', {});
  if ((await pointsOf(call, [row.id])).length === 0) throw fail('SCALE_EMPTY');
  await call.db.update(scales).set({ status: 'LIVE', live_at: sql`edulab_now()` }).where(eq(scales.id, row.id));
  await recordTransition(call, scaleWorkflow.entity, [{ id: row.id, from: row.status }], 'LIVE', {});
  return scale.get(call, { id: row.id });
}
