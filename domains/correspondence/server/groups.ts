import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import { idsIn, localTitle, type OptionsQuery, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { letterGroups, letterNumbers, letters } from './tables.ts';

/** Groups of letters, as the list of cases has them. */

const named = sql`${letterGroups.code} || ' ' || (${letterGroups.title} ->> 'uz') || ' ' || coalesce(${letterGroups.title} ->> 'ru', '') || ' ' || coalesce(${letterGroups.title} ->> 'en', '')`;

/** How many letters of these groups have a number, by group. */
async function numbered(call: Call, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({ id: letters.group_id, count: sql<number>`count(*)::int` })
    .from(letters)
    .where(and(inArray(letters.group_id, [...ids]), sql`${letters.serial} is not null`))
    .groupBy(letters.group_id);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Whether it ever gave a number, to a letter or to be kept for one. */
const gaveNumbers = async (call: Call, id: number): Promise<boolean> =>
  (await call.db.$count(letterNumbers, and(eq(letterNumbers.group_id, id), gt(letterNumbers.last, 0)))) > 0;

export const group = resource(contract.group, {
  table: letterGroups,
  search: (typed) => textHolds([named], typed),
  sorts: {
    code: sql`${letterGroups.code}`,
    created_at: sql`${letterGroups.created_at}`,
    id: sql`${letterGroups.id}`,
  },
  defaultSort: 'code',
  optionTitle: (locale) => sql`${letterGroups.code} || ' · ' || ${localTitle(letterGroups.title, locale)}`,
  filters: (input) => [
    input.direction ? eq(letterGroups.direction, input.direction) : undefined,
    input.active === undefined ? undefined : eq(letterGroups.active, input.active),
  ],
  present: async (call, rows) => {
    const counts = await numbered(
      call,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...plain(row), letters: counts.get(row.id) ?? 0 }));
  },
  prepare: async (call, input, current) => {
    // Numbers say the code: once one was given it stays, and so does what the group is for.
    const fixed = (['code', 'direction'] as const).find(
      (name) => current && input[name] !== undefined && input[name] !== current[name],
    );
    if (current && fixed && (await gaveNumbers(call, current.id))) throw failField(fixed, 'GROUP_FIXED');
    return input;
  },
});

/** Options with what a form needs to know of each. */
export async function groupOptions(call: Call, input: OptionsQuery) {
  const ids = idsIn(input?.ids);
  const rows = await call.db
    .select({
      id: letterGroups.id,
      title: sql<string>`${letterGroups.code} || ' · ' || ${localTitle(letterGroups.title, call.locale)}`,
      direction: letterGroups.direction,
      execution_days: letterGroups.execution_days,
    })
    .from(letterGroups)
    .where(
      and(
        isNull(letterGroups.deleted_at),
        ids ? (ids.length ? inArray(letterGroups.id, ids) : sql`false`) : eq(letterGroups.active, true),
        textHolds([named], input?.search),
      ),
    )
    .orderBy(letterGroups.code, letterGroups.id)
    .limit(1000);
  return rows;
}
