import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { word } from '../shapes.ts';
import { letterWorkflow } from '../workflow.ts';
import { agreementsOf, askNext, backToDraft } from './agreements.ts';
import { letter, openLetter, ownStaffIds } from './letters.ts';
import { tellOf } from './notices.ts';
import { accountsOf } from './people.ts';
import { visible } from './reach.ts';
import { agreements, type LetterRow, letters } from './tables.ts';

/** Somebody who was asked agrees, or refuses with a remark. The last word of agreement takes the letter to its signer. */
export async function sayWord(call: Call, input: z.infer<typeof word>) {
  const row = await loadForChange(call, letters, visible(call), { id: input.id }, ({ id }) => letter.get(call, { id }));
  const own = await ownStaffIds(call);
  const pending = (await agreementsOf(call, [row.id])).filter(({ status }) => status === 'PENDING');
  const mine = pending.find(({ staff_id }) => own.has(staff_id));
  if (row.status !== 'AGREEING' || !mine) throw fail('NOT_ASKED');
  if (row.in_turn && pending[0] !== mine) throw fail('NOT_YOUR_TURN');
  if (!input.agree && !input.remark) throw failField('remark', 'REMARK_NEEDED');
  await call.db
    .update(agreements)
    .set({
      status: input.agree ? 'AGREED' : 'REFUSED',
      remark: input.remark || null,
      decided_by: call.account_id,
      decided_at: sql`edulab_clock()`,
    })
    .where(eq(agreements.id, mine.id));
  if (!input.agree) {
    await backToDraft(call, row);
    await recordTransition(call, letterWorkflow.entity, [{ id: row.id, from: row.status }], 'DRAFT', {
      reason: input.remark,
    });
    await tellOf(call, row.author_id ? [row.author_id] : [], row, 'refused');
  } else if (pending.length === 1) await agreed(call, row);
  else if (row.in_turn) await askNext(call, row);
  return openLetter(call, { id: row.id });
}

/** Everybody agreed: the signer has the next word. */
export async function agreed(call: Call, row: LetterRow): Promise<void> {
  await call.db.update(letters).set({ status: 'AGREED' }).where(eq(letters.id, row.id));
  await recordTransition(call, letterWorkflow.entity, [{ id: row.id, from: 'AGREEING' }], 'AGREED', {});
  if (row.signer_id) await tellOf(call, await accountsOf(call, [row.signer_id]), row, 'sign');
}
