import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { departments } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, type InputOf, type OutputOf, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { contract } from '../../contract.ts';
import { dashboardLimits } from '../tables.ts';

/** From when on a group is worth a look: of the caller's faculty or what is above it, else of the institution. */

type Limits = OutputOf<typeof contract.limits.get>;
export const usualLimits = { missed_above: 15, passed_below: 80 };

const ownDepartment = (call: Call): SQL =>
  sql`(select m.department_id from ${staff} m where m.account_id = ${call.account_id} and m.deleted_at is null and m.status <> 'LEFT' limit 1)`;

type Row = typeof dashboardLimits.$inferSelect & Record<string, unknown>;
async function rowsFor(
  call: Call,
): Promise<Pick<Row, 'id' | 'version' | 'department_id' | 'missed_above' | 'passed_below'>[]> {
  const { rows } = await call.db.execute<Row>(sql`
    with recursive up as (
      select d.id, d.parent_id, 0 as far from ${departments} d where d.id = ${ownDepartment(call)}
      union select p.id, p.parent_id, u.far + 1 from ${departments} p join up u on p.id = u.parent_id where u.far < 20)
    select l.id, l.version, l.department_id, l.missed_above, l.passed_below from ${dashboardLimits} l left join up on up.id = l.department_id
     where l.deleted_at is null and (l.department_id is null or up.id is not null) order by up.far nulls last`);
  return rows;
}

/** Where the caller may set them: `null` for the institution; undefined where nowhere. */
async function placeOf(call: Call): Promise<number | null | undefined> {
  const scope = scopeOf(call, 'dashboard.limits');
  if (scope === 'institution') return null;
  if (scope !== 'branch') return undefined;
  const { rows } = await call.db.execute<{ id: number | null }>(sql`select ${ownDepartment(call)} as id`);
  return rows[0]?.id ?? undefined;
}

export async function limitsOf(call: Call): Promise<Limits> {
  const rows = await rowsFor(call);
  const place = await placeOf(call);
  const [first] = rows;
  const { missed_above, passed_below } = first ?? usualLimits;
  return {
    missed_above,
    passed_below,
    place: !first ? 'USUAL' : first.department_id === null ? 'INSTITUTION' : 'FACULTY',
    version: rows.find(({ department_id }) => department_id === place)?.version ?? null,
    can: { edit: place !== undefined },
  };
}

/** Errors: DASHBOARD_NO_FACULTY where whoever asks belongs to none, STALE. */
export async function saveLimits(
  call: Call,
  { version, ...values }: InputOf<typeof contract.limits.save>,
): Promise<Limits> {
  const place = await placeOf(call);
  if (place === undefined) throw fail('DASHBOARD_NO_FACULTY');
  const here = place === null ? isNull(dashboardLimits.department_id) : eq(dashboardLimits.department_id, place);
  const [known] = await call.db
    .select({ id: dashboardLimits.id })
    .from(dashboardLimits)
    .where(and(here, isNull(dashboardLimits.deleted_at)));
  const set = { ...values, author_id: call.account_id };
  if (known) {
    await loadForChange(call, dashboardLimits, undefined, { id: known.id, version: version ?? 0 }, () =>
      limitsOf(call),
    );
    await call.db.update(dashboardLimits).set(set).where(eq(dashboardLimits.id, known.id));
  } else await call.db.insert(dashboardLimits).values({ ...set, department_id: place });
  return limitsOf(call);
}
