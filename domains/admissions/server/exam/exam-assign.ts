import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import type { assignInput } from '../../shapes-exam.ts';
import { allOrNone } from '../applications/batch.ts';
import { chooseSession, lockAcademic } from './exam.ts';

/** Seats many in a session, in the order of their applications: all, or none where somebody cannot come or seats run out. */
export async function assignMany(call: Call, input: z.infer<typeof assignInput>) {
  const rows = [];
  for (const id of [...new Set(input.application_ids)].sort((a, b) => a - b)) {
    const row = await lockAcademic(call, id);
    rows.push({ id, name: `${row.number} ${row.applicant_name}`, from: row.status });
  }
  return allOrNone(call, rows, input.preview, async ({ id }) => {
    const seat = await chooseSession(call, { application_id: id, session_id: input.session_id });
    return seat?.application.status ?? null;
  });
}
