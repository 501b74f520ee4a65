import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { signOnPaper } from './contracts.ts';
import { askToAccept, contractOfApplication, moveContract } from './issue.ts';
import { paidOf } from './withdraw.ts';

/** An applicant signed by hand: the office of another domain noted it. None waiting is no fault. */
export async function signedOnPaper(call: Call, of: { application_id: number }): Promise<void> {
  const row = await contractOfApplication(call, of.application_id);
  if (row && (row.status === 'ISSUED' || row.status === 'OPENED')) await signOnPaper(call, row);
}

/**
 * Takes `signedOnPaper` back: the contract waits again as it did. None is no fault. Errors: CONTRACT_NOT_READY where its
 * person accepted it themselves, CONTRACT_HAS_PAYMENTS where money lies on it.
 */
export async function notSignedOnPaper(call: Call, of: { application_id: number }): Promise<void> {
  const row = await contractOfApplication(call, of.application_id);
  if (!row) return;
  if (row.status !== 'ACCEPTED' || row.accepted_sha256 !== null || row.student_id !== null)
    throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
  if ((await paidOf(call, row.id)) !== 0) throw fail('CONTRACT_HAS_PAYMENTS', { number: row.number });
  const { rows } = await call.client.query<{ was: 'ISSUED' | 'OPENED' }>(
    `select from_status as was from status_history where entity = 'contract' and entity_id = $1 and to_status = 'ACCEPTED' order by id desc limit 1`,
    [row.id],
  );
  await moveContract(call, row, rows[0]?.was ?? 'ISSUED', undefined, {
    accepted_at: null,
    accepted_language: null,
    accepted_text: null,
  });
  await askToAccept(call, [row.id]);
}
