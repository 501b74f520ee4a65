import { inArray } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { amendmentRecords } from './records.ts';
import { amendments } from './tables.ts';

/** What an imported row would do to a mark that the board has confirmed. */
export interface AmendmentWish {
  mark_id: number;
  value: number | null;
  special: 'ABSENT' | 'EXEMPT' | 'NOT_SUBMITTED' | null;
  /** In the file. */
  row: number;
}

/** Asks for an amendment for each, as if somebody had asked by hand: with its effect, and for others to check and decide. */
export async function requestAmendments(call: Call, file: string, wishes: readonly AmendmentWish[]): Promise<void> {
  const ids: number[] = [];
  for (const { mark_id, value, special, row } of wishes) {
    const saved = await amendmentRecords.save(call, {
      mark_id,
      ...(special === null ? { value } : { special }),
      reason_code: 'ENTRY_ERROR',
      text: message(call.locale, 'amendment.imported', { file, row }),
      submit: true,
    });
    ids.push(saved.id);
  }
  if (ids.length) await call.db.update(amendments).set({ source: 'IMPORT' }).where(inArray(amendments.id, ids));
}
