import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import {
  facts,
  grid,
  letterheadOf,
  longDate,
  type Paper,
  paperDate,
  prose,
  signatures,
} from '#platform/server/documents/index.ts';
import type { Member } from '../shapes.ts';
import { destructionItems, type destructions } from './acts/tables.ts';
import { letterGroups, letters } from './tables.ts';

/** The act as a paper: on which ground, by whom, and what; of a confidential letter the number alone. */
export async function actPaper(
  call: Call,
  row: typeof destructions.$inferSelect,
  people: { members: readonly Member[]; signer: Member | undefined },
): Promise<Paper> {
  const { locale } = call;
  const say = (key: string, values: Record<string, unknown> = {}) => message(locale, `act_${key}`, values);
  const rows = await call.db
    .select({
      number: letters.number,
      day: letters.registered_on,
      heading: sql<string>`case when ${letters.confidential} then '—' else ${letters.heading} end`,
      code: letterGroups.code,
      years: letterGroups.retention_years,
      until: letters.destroy_after,
      files: sql<number>`cardinality(${letters.file_ids})`,
    })
    .from(destructionItems)
    .innerJoin(letters, eq(letters.id, destructionItems.letter_id))
    .innerJoin(letterGroups, eq(letterGroups.id, letters.group_id))
    .where(and(eq(destructionItems.act_id, row.id), isNull(destructionItems.deleted_at)))
    .orderBy(asc(letterGroups.code), asc(letters.number_year), asc(letters.serial));
  const signed = [...people.members, ...(people.signer ? [people.signer] : [])];
  return {
    locale,
    letterhead: await letterheadOf(call, locale),
    title: say('title'),
    number: row.number ?? '',
    ...(row.drawn_on ? { date: longDate(row.drawn_on, locale) } : {}),
    content: [
      prose(say('text', { count: rows.length })),
      facts([[say('basis'), row.basis]], 1),
      grid(
        [
          { title: '№', width: 'auto', align: 'right' },
          { title: say('number'), width: 'auto' },
          { title: say('day'), width: 'auto' },
          { title: say('heading'), width: '*' },
          { title: say('years'), width: 'auto', align: 'right' },
          { title: say('until'), width: 'auto' },
          { title: say('files'), width: 'auto', align: 'right' },
        ],
        rows.map(({ number, day, heading, years, until, files }, place) => [
          String(place + 1),
          number ?? '',
          day ? paperDate(day) : '',
          heading,
          String(years ?? ''),
          until ? paperDate(until) : '',
          String(files),
        ]),
      ),
      signatures(
        signed.map(({ name, position }, place) => ({ role: roleOf(place, people.members.length, position), name })),
      ),
    ],
    note: say('note'),
  };
  function roleOf(place: number, members: number, position: string | null): string {
    const role = say(place === members ? 'signer' : place === 0 ? 'chair' : 'member');
    return position ? `${role}, ${position}` : role;
  }
}
