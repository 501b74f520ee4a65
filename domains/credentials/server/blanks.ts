import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { asStored, resource } from '#platform/server/records/resource.ts';
import { blankCalls } from '../contract/blanks.ts';
import type { BlankKind, blank, blankSpoil } from '../shapes-blanks.ts';
import { blankSeries, blanks } from './tables.ts';

/** The state's blanks, as the office has them: series with their numbers, which of them were used, and which were spoilt. */

export const series = resource(blankCalls.series, {
  table: blankSeries,
  search: [sql`${blankSeries.series}`],
  sorts: { series: [sql`${blankSeries.series}`, sql`${blankSeries.first}`], id: sql`${blankSeries.id}` },
  defaultSort: 'series',
  optionTitle: () => sql`${blankSeries.series} || ' ' || ${blankSeries.first} || '–' || ${blankSeries.last}`,
  prepare: async (call, input, current, next) => {
    if (next.first > next.last) throw failField('last', 'SERIES_REVERSED');
    const used = current ? await boundsOf(call, current.id) : null;
    // What was used or spoilt stays inside its series.
    if (used?.lowest && (next.first > used.lowest || next.last < used.highest || next.series !== current?.series))
      throw fail('SERIES_IN_USE');
    const { rows } = await call.db.execute(sql`
      select 1 from ${blankSeries} s where s.deleted_at is null and s.id <> ${current?.id ?? 0} and s.kind = ${next.kind} and s.series = ${next.series}
         and s.first <= ${next.last} and s.last >= ${next.first} limit 1`);
    if (rows.length) throw failField('first', 'SERIES_OVERLAP');
    return input;
  },
  beforeDelete: async (call, row) => {
    if ((await boundsOf(call, row.id)).lowest) throw fail('SERIES_IN_USE');
  },
  present: async (call, rows) => {
    const counts = new Map(
      (
        await call.db.execute<{ id: number; used: number; spoilt: number }>(sql`
          select series_id as id, count(*) filter (where state = 'USED')::int as used, count(*) filter (where state = 'SPOILT')::int as spoilt
            from ${blanks} where series_id = any(${sql.param(rows.map((row) => row.id))}::int[]) group by series_id`)
      ).rows.map((row) => [row.id, row]),
    );
    return (await asStored(call, rows)).map((row) => {
      const { used = 0, spoilt = 0 } = counts.get(row.id) ?? {};
      return { ...row, used, spoilt, left: row.last - row.first + 1 - used - spoilt };
    });
  },
});

async function boundsOf(call: Call, id: number): Promise<{ lowest: number | null; highest: number }> {
  const [row] = await call.db
    .select({
      lowest: sql<number | null>`min(${blanks.number})`,
      highest: sql<number>`coalesce(max(${blanks.number}), 0)`,
    })
    .from(blanks)
    .where(eq(blanks.series_id, id));
  return row!;
}

/** What became of the blanks of a series, the newest first. */
export const usedBlanks = async (call: Call, input: { series_id: number }): Promise<z.infer<typeof blank>[]> =>
  call.db
    .select({
      id: blanks.id,
      number: blanks.number,
      state: blanks.state,
      reason: blanks.reason,
      document_id: blanks.document_id,
      at: blanks.created_at,
    })
    .from(blanks)
    .where(eq(blanks.series_id, input.series_id))
    .orderBy(desc(blanks.id))
    .limit(500);

/** Records that a blank was spoilt, so that it is never handed out. Errors: NOT_FOUND, BLANK_NOT_IN_SERIES, BLANK_USED. */
export async function spoilBlank(call: Call, input: z.infer<typeof blankSpoil>): Promise<{ ok: true }> {
  const row = await lockedSeries(call, input.series_id);
  if (input.number < row.first || input.number > row.last) throw failField('number', 'BLANK_NOT_IN_SERIES');
  const made = await call.db
    .insert(blanks)
    .values({
      series_id: row.id,
      number: input.number,
      state: 'SPOILT',
      reason: input.reason,
      account_id: call.account_id,
    })
    .onConflictDoNothing()
    .returning({ id: blanks.id });
  if (made.length === 0) throw failField('number', 'BLANK_USED');
  return { ok: true };
}

async function lockedSeries(call: Call, id: number) {
  const [row] = await call.db
    .select()
    .from(blankSeries)
    .where(and(eq(blankSeries.id, id), isNull(blankSeries.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export interface Blank {
  series_id: number;
  number: number;
  /** As it stands on the paper. */
  text: string;
}

/**
 * The next blank for a document, its series locked until the transaction ends; undefined where the office keeps no blanks
 * of this kind. `markBlankUsed` says what became of it. Errors: NO_BLANKS where all are gone.
 */
export async function nextBlank(
  call: Pick<Call, 'db'>,
  of: { kind: BlankKind; level: string },
): Promise<Blank | undefined> {
  const open = await call.db
    .select()
    .from(blankSeries)
    .where(
      and(
        eq(blankSeries.kind, of.kind),
        isNull(blankSeries.deleted_at),
        sql`(${blankSeries.level} is null or ${blankSeries.level} = ${of.level})`,
      ),
    )
    .orderBy(sql`${blankSeries.level} nulls last`, blankSeries.id)
    .for('update');
  if (open.length === 0) return undefined;
  const { rows } = await call.db.execute<{ series_id: number; number: number }>(sql`
    select s.id as series_id, n.number from unnest(${sql.param(open.map((row) => row.id))}::int[]) with ordinality as o(id, place)
      join ${blankSeries} s on s.id = o.id
     cross join lateral (select n as number from generate_series(s.first, s.last) n
                          where not exists (select from ${blanks} b where b.series_id = s.id and b.number = n) order by n limit 1) n
     order by o.place limit 1`);
  const found = rows[0];
  if (!found) throw fail('NO_BLANKS');
  const row = open.find(({ id }) => id === found.series_id)!;
  return { ...found, text: `${row.series} № ${String(found.number).padStart(row.digits, '0')}` };
}

export const markBlankUsed = async (
  call: Pick<Call, 'db' | 'account_id'>,
  taken: Blank,
  document_id: number,
): Promise<void> => {
  await call.db.insert(blanks).values({
    series_id: taken.series_id,
    number: taken.number,
    state: 'USED',
    document_id,
    account_id: call.account_id,
  });
};
