import { and, eq, ne, sql } from 'drizzle-orm';
import { may } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { asStored, localTitle, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { offences, offenceTypes } from './tables.ts';

/** What is called misconduct here. */
export const type = resource(contract.type, {
  table: offenceTypes,
  name: 'code',
  search: [sql`${offenceTypes.code}`, sql`${offenceTypes.title}::text`],
  sorts: { code: sql`${offenceTypes.code}`, points: sql`${offenceTypes.points}`, id: sql`${offenceTypes.id}` },
  defaultSort: 'code',
  optionTitle: (locale) => localTitle(offenceTypes.title, locale),
  // What is not used any more is there for those who keep the list.
  visible: (call) => (may(call, 'offence_type.manage') ? undefined : eq(offenceTypes.active, true)),
  present: asStored,
  // Points are part of the tariff of the day of an offence: for others there is another type.
  prepare: async (call, input, current) => {
    if (current && input.points !== undefined && input.points !== current.points) {
      const [reported] = await call.db
        .select({ id: offences.id })
        .from(offences)
        .where(and(eq(offences.type_id, current.id), ne(offences.status, 'DRAFT')))
        .limit(1);
      if (reported) throw failField('points', 'POINTS_FIXED');
    }
    return input;
  },
});
