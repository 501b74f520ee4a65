import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { courseCampaigns } from '#domains/curriculum/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { rankCandidates, tieRules } from '../../ranking.ts';
import { academicWorkflow, decidedStates, rankedStates } from '../../workflow.ts';
import { placesLeft } from '../intake/places.ts';
import type { ApplicationRow } from '../tables.ts';
import { applications, guests } from '../tables.ts';
import { takeFollowingStep } from './steps.ts';

/** Ranking, decisions that are prepared, and their publication by somebody else. */

/** Those of a campaign who wait for a decision: examined, or verified with points from elsewhere. */
const awaitsDecision = (campaign: number) =>
  and(
    eq(applications.campaign_id, campaign),
    isNull(applications.deleted_at),
    sql`(${applications.status} = 'EXAM_TAKEN' or (${applications.status} = 'VERIFIED' and ${applications.score} is not null))`,
  );

/** The order with what each would get. Places that are taken already are not given twice; the campaign is locked. */
export async function previewRanking(call: Call, input: { campaign_id: number }) {
  const [campaign] = await call.db
    .select()
    .from(courseCampaigns)
    .where(and(eq(courseCampaigns.id, input.campaign_id), isNull(courseCampaigns.deleted_at)));
  if (!campaign) throw fail('NOT_FOUND');
  const left = await placesLeft(call, campaign.id);
  const rows = await call.db
    .select({
      row: applications,
      // Of one table alone Drizzle writes columns without it: `id` would be that of the score.
      certificates: sql<number>`coalesce((select sum(s.points) from application_scores s where s.application_id = ${applications}.id and s.source = 'CERTIFICATE' and s.deleted_at is null), 0)::float8`,
    })
    .from(applications)
    .where(awaitsDecision(campaign.id));
  const [queue] = await call.db
    .select({ count: sql<number>`count(*)::int` })
    .from(applications)
    .where(
      and(
        eq(applications.campaign_id, campaign.id),
        eq(applications.status, 'WAITING_LIST'),
        isNull(applications.deleted_at),
      ),
    );
  const of = new Map(rows.map(({ row }) => [row.id, row]));
  const ranked = rankCandidates(
    rows.map(({ row, certificates }) => ({
      id: row.id,
      score: row.score,
      certificates,
      submitted_at: row.submitted_at ?? row.created_at,
      tuition: row.tuition,
    })),
    { grant: left.GRANT, contract: left.CONTRACT, waiting: Math.max(0, campaign.waiting_limit - (queue?.count ?? 0)) },
  );
  const prepared = rows.map(({ row }) => row).filter((row) => row.decision !== null);
  const order = new Map(ranked.map((one) => [one.id, one]));
  const by = prepared.find((row) => row.decided_by !== null)?.decided_by;
  const { rows: people } = await call.client.query<{ name: string }>(
    "select lastname || ' ' || firstname as name from accounts where id = $1",
    [by ?? 0],
  );
  return {
    prepared: {
      count: prepared.length,
      by: people[0]?.name ?? null,
      mine: prepared.some((row) => row.decided_by === call.account_id),
      moved: prepared.filter((row) => {
        const now = order.get(row.id);
        return now?.status !== row.decision || now.tuition !== row.decision_tuition;
      }).length,
    },
    campaign_id: campaign.id,
    grant_quota: campaign.grant_quota,
    contract_quota: campaign.contract_quota,
    waiting_limit: campaign.waiting_limit,
    rules: [...tieRules],
    rows: ranked.map(({ id, ...one }) => {
      const { number, applicant_name, score } = of.get(id)!;
      return { application_id: id, number, name: applicant_name, score, ...one };
    }),
  };
}

/** Keeps the ranking with each application; nobody sees it before it is published. */
export async function prepareDecisions(call: Call, input: { campaign_id: number }) {
  const answer = await previewRanking(call, input);
  await call.client.query(
    `update applications a set decision = r.status, decision_tuition = r.tuition, decision_rank = r.rank, decision_tie = r.tie, decided_by = $2
       from jsonb_to_recordset($1) as r (application_id int, status text, tuition text, rank int, tie text) where a.id = r.application_id`,
    [JSON.stringify(answer.rows), call.account_id],
  );
  return {
    ...answer,
    prepared: { ...answer.prepared, count: answer.rows.length, mine: answer.rows.length > 0, moved: 0 },
  };
}

/** Makes prepared decisions known. STEP_NOT_READY where the caller prepared one of them, or none is prepared. */
export async function publishDecisions(
  call: Call,
  input: { campaign_id: number; application_ids?: number[] | undefined },
) {
  await placesLeft(call, input.campaign_id);
  const rows: ApplicationRow[] = await call.db
    .select()
    .from(applications)
    .where(
      and(
        awaitsDecision(input.campaign_id),
        sql`${applications.decision} is not null`,
        input.application_ids ? inArray(applications.id, input.application_ids) : undefined,
      ),
    )
    .for('update');
  if (rows.length === 0) throw fail('STEP_NOT_READY', { because: 'decided' });
  if (rows.some((row) => row.decided_by === call.account_id)) throw fail('STEP_NOT_READY', { because: 'other_person' });
  for (const status of decidedStates) {
    const some = rows.filter((row) => row.decision === status);
    if (!some.length) continue;
    await call.db
      .update(applications)
      .set({ status, status_at: sql`edulab_now()`, decided_from: sql`status` })
      .where(
        inArray(
          applications.id,
          some.map((row) => row.id),
        ),
      );
    await recordTransition(
      call,
      academicWorkflow.entity,
      some.map((row) => ({ id: row.id, from: row.status })),
      status,
      {},
    );
  }
  const people = await call.db
    .select({ account: guests.account_id })
    .from(guests)
    .where(
      inArray(
        guests.id,
        rows.map((row) => row.guest_id),
      ),
    );
  await notify(
    call,
    people.map((one) => one.account),
    { type: 'application', title: titleOf('notice_decision'), link: '/home' },
  );
  return { published: rows.length };
}

/** Takes published decisions back to where they were prepared; what went on since stands. */
export async function unpublishDecisions(call: Call, input: { application_ids: number[]; reason: string }) {
  const rows = await call.db
    .select()
    .from(applications)
    .where(and(inArray(applications.id, input.application_ids), isNull(applications.deleted_at)))
    .orderBy(applications.id)
    .for('update');
  if (rows.length !== new Set(input.application_ids).size) throw fail('NOT_FOUND');
  for (const row of rows) {
    const back = rankedStates.find((state) => state === row.decided_from);
    if (!back || !(decidedStates as readonly string[]).includes(row.status))
      throw fail('STEP_NOT_READY', { because: 'decided_from' });
    await takeFollowingStep(call, row, back, input.reason);
  }
  return { unpublished: rows.length };
}
