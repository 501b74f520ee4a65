import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { courseCampaigns } from '#domains/curriculum/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { placedStates } from '../../workflow.ts';
import { applications } from '../tables.ts';

/** Places of a campaign: how many are left. */

export interface Places {
  GRANT: number;
  CONTRACT: number;
}

/** Places that nobody holds. Locks the campaign, so that two who ask at once wait for each other. */
export async function placesLeft(call: Call, campaign: number): Promise<Places> {
  const { rows } = await call.db.execute<{ grant_quota: number; contract_quota: number }>(
    sql`select grant_quota, contract_quota from ${courseCampaigns} where id = ${campaign} for update`,
  );
  const [quota] = rows;
  if (!quota) return { GRANT: 0, CONTRACT: 0 };
  const taken = await call.db
    .select({ tuition: applications.decision_tuition, count: sql<number>`count(*)::int` })
    .from(applications)
    .where(
      and(
        eq(applications.campaign_id, campaign),
        inArray(applications.status, [...placedStates]),
        isNull(applications.deleted_at),
      ),
    )
    .groupBy(applications.decision_tuition);
  const held = (tuition: string) => taken.find((row) => row.tuition === tuition)?.count ?? 0;
  return { GRANT: quota.grant_quota - held('GRANT'), CONTRACT: quota.contract_quota - held('CONTRACT') };
}
