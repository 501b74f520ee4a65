import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Option } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { registerLine, registerQuery, reservationEnd, reservationSave } from '../shapes-numbers.ts';
import { groupOf } from './letters.ts';
import { tellOfNumber } from './notices.ts';
import { nextNumber } from './numbers.ts';
import { accountNames } from './people.ts';
import { visible } from './reach.ts';
import { type LetterRow, letters, reservations } from './tables.ts';

/**
 * Numbers that are kept for papers that come later. Each is taken from the one row of numbers of its group, so the row has
 * no gap: what a letter does not have stands in the register as reserved, or as left unused with the reason.
 */

type Reservation = typeof reservations.$inferSelect;

export async function reserveNumber(call: Call, input: z.infer<typeof reservationSave>) {
  const group = await groupOf(call, input.group_id);
  if (!group) throw failField('group_id', 'UNKNOWN_REFERENCE');
  if (!group.active) throw failField('group_id', 'GROUP_INACTIVE');
  const today = await todayOf(call);
  // A number belongs to its year: a letter of the next one does not get it.
  const last = `${today.slice(0, 4)}-12-31`;
  if (input.until < today || input.until > last) throw failField('until', 'LETTER_DAY', { from: today, until: last });
  const taken = await nextNumber(call, group, today);
  const [made] = await call.db
    .insert(reservations)
    .values({ ...input, ...taken, author_id: call.account_id })
    .returning();
  return shown(made!);
}

const shown = ({ id, version, number }: Reservation) => ({ id, version, number });

export async function giveUpNumber(call: Call, input: z.infer<typeof reservationEnd>) {
  const row = await loadForChange(call, reservations, undefined, input, async (now) => shown(now));
  if (row.status !== 'RESERVED') throw fail('RESERVATION_CLOSED');
  const [ended] = await call.db
    .update(reservations)
    .set({ status: 'UNUSED', reason: input.reason, closed_on: await todayOf(call) })
    .where(eq(reservations.id, row.id))
    .returning();
  return shown(ended!);
}

/** The reserved number for a letter that is registered now: used once, by a letter of its group, in its year. */
export async function takeReserved(call: Call, letter: LetterRow, reservation_id: number, day: string) {
  const row = await loadForChange(call, reservations, undefined, { id: reservation_id }, async (now) => shown(now));
  if (row.status !== 'RESERVED') throw fail('RESERVATION_CLOSED');
  if (row.group_id !== letter.group_id || row.number_year !== Number(day.slice(0, 4)))
    throw failField('reservation_id', 'RESERVATION_OTHER');
  await call.db
    .update(reservations)
    .set({ status: 'USED', letter_id: letter.id, closed_on: day })
    .where(eq(reservations.id, row.id));
  return { serial: row.serial, number_year: row.number_year, number: row.number };
}

export async function freeNumbers(call: Call, input: { group_id: number }): Promise<Option[]> {
  const year = Number((await todayOf(call)).slice(0, 4));
  return call.db
    .select({
      id: reservations.id,
      title: sql<string>`concat_ws(' · ', ${reservations.number}, ${reservations.purpose}, ${reservations.kept_for})`,
    })
    .from(reservations)
    .where(
      and(
        eq(reservations.group_id, input.group_id),
        eq(reservations.number_year, year),
        eq(reservations.status, 'RESERVED'),
      ),
    )
    .orderBy(asc(reservations.serial))
    .limit(200);
}

interface Numbered extends Record<string, unknown> {
  id: number;
  number: string;
  letter_id: number | null;
  reservation_id: number | null;
}

/** Every number of a group in a year, each once. */
export async function registerOf(call: Call, input: z.infer<typeof registerQuery>) {
  if (!(await groupOf(call, input.group_id))) throw failField('group_id', 'UNKNOWN_REFERENCE');
  const year = input.year ?? Number((await todayOf(call)).slice(0, 4));
  const numbers = sql`(select coalesce(l.serial, r.serial) as serial, coalesce(l.number, r.number) as number, l.id as letter_id, r.id as reservation_id, r.status
      from (select * from ${letters} where group_id = ${input.group_id} and number_year = ${year} and serial is not null) l
      full join (select * from ${reservations} where group_id = ${input.group_id} and number_year = ${year}) r on r.serial = l.serial) n`;
  return list(call, input, {
    from: numbers,
    key: sql`n.serial`,
    table: 'letters',
    asks: ['letter_reservations'],
    where: [
      input.status?.length ? sql`n.status = any(${sql.param(input.status)}::text[])` : undefined,
      textHolds([sql`n.number`], input.search),
    ],
    sorts: { id: sql`n.serial` },
    defaultSort: 'id,desc',
    load: async (ids) => {
      const { rows } = await call.db.execute<Numbered>(
        sql`select n.serial as id, n.number, n.letter_id, n.reservation_id from ${numbers} where n.serial = any(${sql.param(ids)}::int[])`,
      );
      return linesOf(call, rows);
    },
  });
}

/** A letter that the caller does not see has its number in the register and nothing else. */
async function linesOf(call: Call, rows: readonly Numbered[]): Promise<z.infer<typeof registerLine>[]> {
  const letter_ids = rows.flatMap(({ letter_id }) => letter_id ?? []);
  const reservation_ids = rows.flatMap(({ reservation_id }) => reservation_id ?? []);
  const seen = new Map(
    (
      await call.db
        .select({ id: letters.id, direction: letters.direction, heading: letters.heading, day: letters.registered_on })
        .from(letters)
        .where(and(sql`${letters.id} = any(${sql.param(letter_ids)}::int[])`, visible(call)))
    ).map((row) => [row.id, row]),
  );
  const kept = new Map(
    (
      await call.db
        .select()
        .from(reservations)
        .where(sql`${reservations.id} = any(${sql.param(reservation_ids)}::int[])`)
    ).map((row) => [row.id, row]),
  );
  const authors = await accountNames(
    call,
    [...kept.values()].map(({ author_id }) => author_id),
  );
  return rows.map(({ id, number, letter_id, reservation_id }) => {
    const letter = seen.get(letter_id ?? 0);
    // What a number was kept for says what its letter is about.
    const secret = letter_id !== null && !letter;
    const one = secret ? undefined : kept.get(reservation_id ?? 0);
    return {
      id,
      number,
      status: one?.status ?? null,
      letter_id: letter?.id ?? null,
      direction: letter?.direction ?? null,
      heading: letter?.heading ?? null,
      registered_on: letter?.day ?? null,
      reservation: one
        ? {
            id: one.id,
            version: one.version,
            purpose: one.purpose,
            kept_for: one.kept_for,
            until: one.until,
            author: authors.get(one.author_id) ?? '',
            reason: one.reason,
            closed_on: one.closed_on,
          }
        : null,
    };
  });
}

/** Each night: a number whose day has passed is kept for nobody any more, and whoever reserved it is told. */
export async function endReservations(kernel: Kernel): Promise<number> {
  let ended = 0;
  await everyInstitutionInTheNight(kernel, 'correspondence', async (call) => {
    const today = await todayOf(call);
    const rows = await call.db
      .update(reservations)
      .set({ status: 'UNUSED', closed_on: today })
      .where(and(eq(reservations.status, 'RESERVED'), sql`${reservations.until} < ${today}`))
      .returning();
    for (const { author_id, number, until } of rows)
      await tellOfNumber(call, author_id, { number, day: paperDate(until) });
    ended += rows.length;
  });
  return ended;
}
