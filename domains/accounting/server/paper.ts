import type { Call } from '#platform/server/context.ts';
import { signOnPaper } from './contracts.ts';
import { contractOfApplication } from './issue.ts';

/** An applicant signed by hand: the office of another domain noted it. None waiting is no fault. */
export async function signedOnPaper(call: Call, of: { application_id: number }): Promise<void> {
  const row = await contractOfApplication(call, of.application_id);
  if (row && (row.status === 'ISSUED' || row.status === 'OPENED')) await signOnPaper(call, row);
}
