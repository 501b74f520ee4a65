import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { refusalOf } from '#platform/server/work/jobs.ts';

/** What an act did, or would do, to one of many. */
export interface Outcome {
  id: number;
  name: string;
  from: string | null;
  to: string | null;
  code: string | null;
}

/**
 * Does the same to many: all of them or none, and with `preview` only what would happen. `rows` are locked already, in
 * the order of their ids; `act` answers the new status. Refusals are gathered by row: BATCH_REFUSED, and for one alone
 * its own words.
 */
export async function allOrNone<Row extends Pick<Outcome, 'id' | 'name' | 'from'>>(
  call: Call,
  rows: readonly Row[],
  preview: boolean | undefined,
  act: (row: Row) => Promise<string | null>,
): Promise<{ changed: number; rows: Outcome[] }> {
  const outcomes: Outcome[] = [];
  const faults: (Outcome & { message: string })[] = [];
  await call.client.query('savepoint bulk');
  for (const row of rows) {
    const outcome: Outcome = { id: row.id, name: row.name, from: row.from, to: null, code: null };
    outcomes.push(outcome);
    try {
      await call.client.query('savepoint one');
      outcome.to = await act(row);
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) throw error;
      if (rows.length === 1 && !preview) throw error;
      outcome.code = refused.code;
      faults.push({ ...outcome, message: message(call.locale, refused.code, refused.data) });
      await call.client.query('rollback to savepoint one');
    }
  }
  if (preview) await call.client.query('rollback to savepoint bulk');
  else if (faults.length) throw fail('BATCH_REFUSED', { count: faults.length, faults });
  return { changed: outcomes.length - faults.length, rows: outcomes };
}
