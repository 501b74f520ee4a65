import { eq } from 'drizzle-orm';
import { message } from '#platform/server/call/messages.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { takeFollowingStep } from '../applications/steps.ts';
import { applications } from '../tables.ts';

/** The day until which an offer or a payment was awaited is over: the place goes to whoever waits longest. */

const isOverdue = `flavour in ('plain', 'general') and deleted_at is null and deadline_on < (select edulab_today())
  and (status = 'OFFERED' or status = 'CONTRACT_ACCEPTED' and decision_tuition is distinct from 'GRANT')`;

/** Each in a transaction of its own, so that one that fails keeps no other from ending. Answers how many ended. */
export async function expireOffers(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<{ id: number; institution_id: number }>(
    `select id, institution_id from applications where ${isOverdue} order by id`,
  );
  let ended = 0;
  let fault: unknown;
  for (const { id, institution_id } of rows)
    await inTheNight(kernel, institution_id, 'offers', async (call) => {
      // Somebody may have paid, or another server may have been here, since.
      const { rowCount } = await call.client.query(
        `select 1 from applications where id = $1 and ${isOverdue} for update`,
        [id],
      );
      const [row] = rowCount ? await call.db.select().from(applications).where(eq(applications.id, id)) : [];
      if (!row) return;
      await takeFollowingStep(call, row, 'EXPIRED', message('uz', 'offer_expired', { day: row.deadline_on ?? '' }));
      ended++;
    }).catch((error: unknown) => {
      fault ??= error;
    });
  if (fault) throw fault;
  return ended;
}
