import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';
import { missedAt, standingOf } from './standing.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it.each([
  { limit_percent: 25, near_percent: 80, hours_per_session: 2 },
  { limit_percent: 33, near_percent: 70, hours_per_session: 3 },
  { limit_percent: 10, near_percent: 95, hours_per_session: 1 },
  { limit_percent: 100, near_percent: 50, hours_per_session: 4 },
])('whoever an index finds near or over the limit is the same whom the rule finds: %j', async (limits) => {
  const within = (at: 'NEAR' | 'OVER') => {
    const { least, most } = missedAt(sql`hours`, at, limits);
    return sql`missed between ${least} and ${most}`;
  };
  const { rows } = await drizzle(api.database.owner).execute<
    Record<'missed' | 'hours', number> & { found: string }
  >(sql`
    select missed, hours, case when ${within('OVER')} then 'OVER' when ${within('NEAR')} then 'NEAR' else 'FINE' end as found
      from generate_series(1, 60) missed, generate_series(1, 130) hours`);
  expect(rows).toHaveLength(60 * 130);
  expect(rows.filter((row) => standingOf(row.missed, row.hours, limits).standing !== row.found)).toEqual([]);
});
