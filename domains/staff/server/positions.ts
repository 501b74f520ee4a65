import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { asGiven, localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import type { jobPositionRecord } from '../shapes.ts';
import { positionWorkflow } from '../workflow.ts';
import { jobPositions, staff, vacancies } from './tables.ts';

type Position = z.infer<typeof jobPositionRecord>;
type Row = typeof jobPositions.$inferSelect;

/** How many rows of a table stand behind each position. */
async function countByPosition(
  call: Call,
  table: typeof staff | typeof vacancies,
  ids: number[],
  status: string[],
): Promise<Map<number, number>> {
  const rows = await call.db
    .select({ id: sql<number>`${table.job_position_id}`, count: sql<number>`count(*)::int` })
    .from(table)
    .where(and(inArray(table.job_position_id, ids), isNull(table.deleted_at), inArray(sql`${table.status}`, status)))
    .groupBy(table.job_position_id);
  return new Map(rows.map((row) => [row.id, row.count]));
}

async function present(call: Call, rows: Row[]): Promise<Position[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const people = await countByPosition(call, staff, ids, ['ACTIVE', 'ON_LEAVE']);
  const open = await countByPosition(call, vacancies, ids, ['ACTIVE']);
  const manage = may(call, 'position.manage');
  return rows.map((row) => ({
    ...plain(row),
    active: row.status === 'ACTIVE',
    staff_count: people.get(row.id) ?? 0,
    open_vacancies: open.get(row.id) ?? 0,
    can: { edit: manage, delete: manage, activate: manage },
  }));
}

export const positions = resource(contract.job, {
  table: jobPositions,
  name: 'code',
  search: [
    sql`${jobPositions.title} ->> 'uz'`,
    sql`${jobPositions.title} ->> 'ru'`,
    sql`${jobPositions.title} ->> 'en'`,
    sql`${jobPositions.code}`,
  ],
  sorts: { title: sql`(${jobPositions.title} ->> 'uz')`, id: sql`${jobPositions.id}` },
  defaultSort: 'title',
  optionTitle: (locale) => localTitle(jobPositions.title, locale),
  filters: (input) => [
    input.status ? eq(jobPositions.status, input.status) : undefined,
    input.kind?.length ? inArray(jobPositions.kind, input.kind) : undefined,
  ],
  present,
  prepare: asGiven,
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, positionWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
});

/** The ACTIVE/INACTIVE switch. */
export async function activatePosition(
  call: Call,
  input: { id: number; version?: number | undefined; active?: boolean | undefined },
): Promise<Position> {
  const row = await loadForChange(call, jobPositions, undefined, input, async (now) => (await present(call, [now]))[0]);
  const active = input.active ?? row.status === 'INACTIVE';
  const to = active ? 'ACTIVE' : 'INACTIVE';
  if (to === row.status) return (await present(call, [row]))[0] as Position;
  const step = checkTransition(call, positionWorkflow, row.status, to, {});
  if (step.guard === 'no_open_vacancies') {
    const open = (await countByPosition(call, vacancies, [row.id], ['ACTIVE'])).get(row.id);
    if (open) throw fail('POSITION_HAS_VACANCIES', { count: open });
  }
  const [changed] = await call.db
    .update(jobPositions)
    .set({ status: to })
    .where(eq(jobPositions.id, row.id))
    .returning();
  await recordTransition(call, positionWorkflow.entity, [{ id: row.id, from: row.status }], to, {});
  return (await present(call, [changed as Row]))[0] as Position;
}
