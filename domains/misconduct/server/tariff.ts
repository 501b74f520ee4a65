import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, demand } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { localZone, todayOf } from '#platform/server/clock.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { Penalty, previousCase, tariffAnswer, tariffShape } from '../shapes.ts';
import { type Offence, recordsOf } from './reach.ts';
import { offences, offenceTariffs, offenceTypes } from './tables.ts';

/** Points and bands: those of the day of the offence, so that a stricter tariff of later changes nothing. */

/** What holds where an institution has said nothing. */
const usual: z.infer<typeof tariffShape> = {
  valid_from: '1900-01-01',
  repeat_points: 50,
  bands: [
    { from: 0, penalties: ['WARNING'] },
    { from: 50, penalties: ['WARNING', 'COMPONENT_ZERO'] },
    { from: 100, penalties: ['COMPONENT_ZERO', 'MODULE_CAPPED'] },
    { from: 150, penalties: ['MODULE_CAPPED', 'MODULE_ZERO_RESIT'] },
    { from: 200, penalties: ['MODULE_ZERO_RESIT', 'MODULE_ZERO'] },
  ],
};

export async function tariffs(call: Call): Promise<z.infer<typeof tariffShape>[]> {
  const rows = await call.db.select().from(offenceTariffs).orderBy(desc(offenceTariffs.valid_from));
  return [...rows.map(({ valid_from, repeat_points, bands }) => ({ valid_from, repeat_points, bands })), usual];
}

/** Errors: TARIFF_FROM_ZERO where points would fall beside the bands; TARIFF_BACKWARDS; DUPLICATE for a day that has one. */
export async function saveTariff(call: Call, input: z.infer<typeof tariffShape>) {
  const rising = input.bands.every(({ from }, at) => (at === 0 ? from === 0 : from > input.bands[at - 1]!.from));
  if (!rising) throw failField('bands', 'TARIFF_FROM_ZERO');
  if (input.valid_from < (await todayOf(call))) throw failField('valid_from', 'TARIFF_BACKWARDS');
  const made = await call.db
    .insert(offenceTariffs)
    .values({ ...input, made_by: call.account_id })
    .onConflictDoNothing()
    .returning({ id: offenceTariffs.id });
  if (made.length === 0) throw failField('valid_from', 'DUPLICATE');
  return input;
}

/** Whether a case (by its alias) was found to be one, and its student knew so before this day. */
export const countsBefore = (e: SQL, day: SQL): SQL =>
  sql`${e}.deleted_at is null and ${e}.communicated_at is not null and ${e}.appeal_outcome is distinct from 'UPHELD'
    and (${e}.penalty is not null or ${e}.conclusion in ('POOR_ACADEMIC_PRACTICE', 'MINOR_ACADEMIC_MISCONDUCT'))
    and (${e}.communicated_at at time zone ${localZone})::date < ${day}`;

/**
 * Earlier cases of the same person that were found to be some, in whichever of their records, whose outcome they knew
 * before this one happened.
 */
export async function previousCases(call: Call, row: Offence): Promise<z.infer<typeof previousCase>[]> {
  const { rows } = await call.db.execute<z.infer<typeof previousCase> & Record<string, unknown>>(sql`
    select o.number, ${localTitle(sql`t.title`, call.locale)} as type, o.occurred_on::text as occurred_on, o.conclusion, o.penalty, o.communicated_at
      from ${offences} o join ${offenceTypes} t on t.id = o.type_id
     where o.id <> ${row.id} and ${countsBefore(sql`o`, sql`${row.occurred_on}::date`)}
       and o.student_id in ${recordsOf(sql`select ${row.student_id}::int as id`)}
     order by o.communicated_at`);
  return rows;
}

/** The points of a case and what they allow. */
export async function bandOf(call: Call, row: Offence): Promise<z.infer<typeof tariffAnswer>> {
  const holding = (await tariffs(call)).find(({ valid_from }) => valid_from <= row.occurred_on) ?? usual;
  const [type] = await call.db
    .select({ points: offenceTypes.points })
    .from(offenceTypes)
    .where(eq(offenceTypes.id, row.type_id));
  const previous = await previousCases(call, row);
  const points = (type?.points ?? 0) + previous.length * holding.repeat_points;
  const band: Penalty[] = holding.bands.findLast(({ from }) => from <= points)?.penalties ?? ['WARNING'];
  return { points, band, valid_from: holding.valid_from, previous };
}

/** For the panel alone, and only once it has found something: a case is judged by itself first. */
export async function tariffOf(
  call: Call,
  row: Offence,
  panel: readonly number[],
  found: boolean,
): Promise<z.infer<typeof tariffAnswer>> {
  demand(call, 'offence.sit');
  if (!panel.includes(call.account_id)) throw fail('SOMEBODY_ELSE');
  if (!found) throw fail('FINDING_FIRST');
  return bandOf(call, row);
}
