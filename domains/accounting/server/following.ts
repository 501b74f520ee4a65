import { and, eq, isNull } from 'drizzle-orm';
import { clock } from '#platform/contract/clock.ts';
import type { Locale, Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Tiyin } from '../money.ts';
import { studentDebits } from './tables.ts';

/** A debit that follows something of another domain: charged with it, changed with it, gone with it. */

interface Followed {
  follows: { retake_id: number } | { request_id: number } | { document_id: number };
  student_id: number;
  kind: (typeof studentDebits.$inferInsert)['kind'];
  /** 0: nothing is owed for it any more. */
  amount: Tiyin;
  due_on: string;
  note: string;
  /** Why it is gone, where it goes. */
  gone: string;
  /** It is due later than it was: whoever it follows waited meanwhile. A day that accounting put off further stays. */
  later?: boolean | undefined;
}

/** Answers the debit as it was before it went, or as it is now; nothing where it was so already. */
export async function keepDebit(
  call: Call,
  { follows, gone, later, ...debit }: Followed,
): Promise<{ due_on: string; total: Tiyin; paid: Tiyin } | undefined> {
  const by =
    'retake_id' in follows
      ? eq(studentDebits.retake_id, follows.retake_id)
      : 'request_id' in follows
        ? eq(studentDebits.request_id, follows.request_id)
        : eq(studentDebits.document_id, follows.document_id);
  const [before] = await call.db
    .select()
    .from(studentDebits)
    .where(and(by, isNull(studentDebits.deleted_at)))
    .for('update');
  if (before && later && before.due_on < debit.due_on && debit.amount > 0)
    await call.db.update(studentDebits).set({ due_on: debit.due_on }).where(eq(studentDebits.id, before.id));
  if (debit.amount === (before?.amount ?? 0)) return undefined;
  if (!before) {
    await call.db.insert(studentDebits).values({ ...debit, ...follows });
    return { due_on: debit.due_on, total: debit.amount, paid: 0 };
  }
  await call.db
    .update(studentDebits)
    .set(
      debit.amount === 0 ? { deleted_at: clock.date().toISOString(), deletion_reason: gone } : { amount: debit.amount },
    )
    .where(eq(studentDebits.id, before.id));
  return before;
}

export const inEach = (say: (locale: Locale) => string): Title => ({ uz: say('uz'), ru: say('ru'), en: say('en') });
