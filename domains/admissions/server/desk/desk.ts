import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { overviewOf } from '#platform/server/records/overviews.ts';
import type { FlavourName } from '../../flavours.ts';
import { type deskAnswer, type deskFilters, type Stage, stages } from '../../shapes-desk.ts';
import type { ApplicationState, waitingFor } from '../../workflow.ts';

/** The campaign at a glance: one pass over the year's applications and their histories. */

/** Whoever stands here came at least as far as the stage; who left is counted as far as their history goes. */
const furthest: Partial<Record<ApplicationState, Stage>> = {
  CONTRACT_ACCEPTED: 'CONTRACT_ACCEPTED',
  PAID: 'CONTRACT_ACCEPTED',
  ENROLLED: 'ENROLLED',
  RECOMMENDED: 'RECOMMENDED',
  WAITING_LIST: 'EXAM_TAKEN',
  OFFERED: 'RECOMMENDED',
  EXAM_TAKEN: 'EXAM_TAKEN',
  EXAM_ASSIGNED: 'VERIFIED',
  VERIFIED: 'VERIFIED',
};
const stageOf = (state: string): number => stages.indexOf(furthest[state as ApplicationState] ?? 'SUBMITTED');

const waits: [ApplicationState, (typeof waitingFor)[number]][] = [
  ['SUBMITTED', 'OFFICER'],
  ['DOCUMENTS_CHECK', 'OFFICER'],
  ['CREDITS_COMPARED', 'OFFICER'],
  ['SHORTLISTED', 'OFFICER'],
  ['VERIFIED', 'EXAM'],
  ['ABSENT', 'EXAM'],
  ['EXAM_TAKEN', 'DECISION'],
  ['INTERVIEW', 'DECISION'],
  ['UPDATE_REQUIRED', 'APPLICANT'],
  ['OFFERED', 'APPLICANT'],
  ['RECOMMENDED', 'FINANCE'],
  ['CONTRACT_ACCEPTED', 'FINANCE'],
];

type Filters = z.infer<z.ZodObject<typeof deskFilters>>;
type Counts = Record<Stage, number>;
interface Reached extends Record<string, unknown> {
  source: string | null;
  campaign_id: number | null;
  state: string;
  count: number;
}
const noCounts = (): Counts => Object.fromEntries(stages.map((stage) => [stage, 0])) as Counts;
function addToStages(counts: Counts, { state, count }: Pick<Reached, 'state' | 'count'>) {
  for (let at = stageOf(state); at >= 0; at--) counts[stages[at] as Stage] += count;
}

type Desk = z.infer<typeof deskAnswer>;

/** What homes ask is kept; what somebody narrows down is counted, for there is no end of what may be asked. */
export async function campaignDesk(call: Call, input: Filters): Promise<Desk> {
  const narrowed = Object.values(input).some((value) => value !== undefined);
  if (narrowed) return { ...(await counted(call, input)), counted_at: null };
  return overviewOf(call, {
    name: 'campaign',
    permission: 'application.desk',
    tables: ['applications', 'guests', 'status_history', 'course_campaigns', 'courses', 'academic_years'],
    // What waits is late by the hour, and no table changes then.
    drifts: 'slowly',
    count: (counting) => counted(counting, {}),
  });
}

async function counted(call: Call, input: Filters): Promise<Omit<Desk, 'counted_at'>> {
  const ask = async <T extends object>(text: string, values: unknown[]) =>
    (await call.client.query<T & Record<string, unknown>>(text, values)).rows;
  const [year] = await ask<{ id: number; title: string; newest: boolean }>(
    `with applied as (select y.* from academic_years y where y.deleted_at is null
        and exists (select 1 from applications a where a.academic_year_id = y.id and a.deleted_at is null))
     select y.id, y.name as title, y.starts_on >= coalesce((select max(starts_on) from applied), y.starts_on) as newest
       from academic_years y where y.deleted_at is null and y.id = coalesce($1, (select id from applied order by starts_on desc limit 1))`,
    [input.academic_year_id ?? null],
  );
  const values = [year?.id ?? 0, input.course_id ?? null, input.source ?? null];
  // First of all the applications of this campaign, which are few beside all people who ever signed up.
  const ours = `ours as materialized (
    select a.id, a.guest_id, a.campaign_id, a.status, a.submitted_at from applications a
     where a.deleted_at is null and a.flavour in ('plain', 'general') and a.academic_year_id = $1 and ($2::int is null or a.course_id = $2))`;
  // Of each the state in which it got furthest: the own one, or what its history knows before it was given up.
  const reached = await ask<Reached>(
    `with ${ours}
     select g.source, a.campaign_id, s.state, count(*)::int as count
       from ours a join guests g on g.id = a.guest_id
       cross join lateral (
         select coalesce((
           select h.to_status from status_history h
            where h.entity = 'application' and h.entity_id = a.id and a.status in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'ABSENT', 'UPDATE_REQUIRED')
              and h.to_status in ('VERIFIED', 'EXAM_ASSIGNED', 'EXAM_TAKEN', 'RECOMMENDED', 'OFFERED', 'CONTRACT_ACCEPTED', 'PAID', 'ENROLLED')
            order by array_position(array['VERIFIED', 'EXAM_ASSIGNED', 'EXAM_TAKEN', 'RECOMMENDED', 'OFFERED', 'CONTRACT_ACCEPTED', 'PAID', 'ENROLLED'], h.to_status) desc limit 1
         ), a.status) as state) s
      where $3::text is null or g.source = $3 group by 1, 2, 3`,
    values,
  );
  // People of earlier campaigns are none of this one's. Who has not applied for anything may still do so in the newest.
  // These are two sets apart, and counted as two: one condition over both would ask of each person whether they applied.
  const people = await ask<{ source: string | null; count: number }>(
    `with ${ours},
       meant as (
         select g.source from guests g
          where g.deleted_at is null and ($3::text is null or g.source = $3) and g.id in (select guest_id from ours)
         union all
         select g.source from guests g
          where $4 and g.deleted_at is null and ($3::text is null or g.source = $3)
            and not exists (select from applications a where a.guest_id = g.id and a.deleted_at is null))
     select source, count(*)::int as count from meant group by 1`,
    [...values, (year?.newest ?? true) && input.course_id === undefined],
  );
  const days = await ask<{ day: string; people: number; submitted: number }>(
    `with ${ours}, days as (select d::date as day from generate_series((select edulab_today()) - 29, (select edulab_today()), interval '1 day') d),
       sent as (select (a.submitted_at at time zone (select edulab_zone()))::date as day, count(*)::int as count
                  from ours a join guests g on g.id = a.guest_id
                 where a.submitted_at >= (select edulab_today()) - 31 and ($3::text is null or g.source = $3) group by 1),
       came as (select (g.created_at at time zone (select edulab_zone()))::date as day, count(*)::int as count from guests g
                 where g.deleted_at is null and g.created_at >= ((select edulab_today()) - 31)::timestamptz and ($3::text is null or g.source = $3) group by 1)
     select d.day::text as day, coalesce(c.count, 0) as people, coalesce(s.count, 0) as submitted
       from days d left join sent s on s.day = d.day left join came c on c.day = d.day order by d.day`,
    values,
  );
  const campaigns = await ask<{
    campaign_id: number;
    course: string;
    language: string;
    grant_quota: number;
    contract_quota: number;
  }>(
    `select k.id as campaign_id, coalesce(nullif(c.title ->> $2, ''), c.title ->> 'uz') as course, k.language, k.grant_quota, k.contract_quota
       from course_campaigns k join courses c on c.id = k.course_id
      where k.academic_year_id = $1 and k.deleted_at is null and ($3::int is null or k.course_id = $3) order by 2, 3`,
    [year?.id ?? 0, call.locale, input.course_id ?? null],
  );
  const waiting = await ask<{
    flavour: FlavourName;
    status: ApplicationState;
    count: number;
    late: number;
    oldest_at: string;
    median_days: number;
  }>(
    `select a.flavour, a.status, count(*)::int as count,
            count(*) filter (where a.status_at < edulab_now() - interval '3 days')::int as late, min(a.status_at) as oldest_at,
            round((percentile_cont(0.5) within group (order by extract(epoch from edulab_now() - a.status_at)) / 86400)::numeric, 1)::float8 as median_days
       from applications a join guests g on g.id = a.guest_id
      where a.deleted_at is null and a.status = any($3) and (a.academic_year_id = $1 or a.academic_year_id is null and a.flavour not in ('plain', 'general'))
        and ($2::int is null or a.course_id = $2) and ($4::text is null or g.source = $4)
      group by 1, 2`,
    [year?.id ?? 0, input.course_id ?? null, waits.map(([status]) => status), input.source ?? null],
  );
  const all = noCounts();
  const bySource = new Map<string | null, Counts>();
  const byCampaign = new Map<number, Counts>();
  for (const row of reached.filter(({ state }) => state !== 'DRAFT')) {
    addToStages(all, row);
    if (!bySource.has(row.source)) bySource.set(row.source, noCounts());
    addToStages(bySource.get(row.source) as Counts, row);
    if (row.campaign_id === null) continue;
    if (!byCampaign.has(row.campaign_id)) byCampaign.set(row.campaign_id, noCounts());
    addToStages(byCampaign.get(row.campaign_id) as Counts, row);
  }
  return {
    academic_year: year ? { id: year.id, title: year.title } : null,
    people: people.reduce((sum, row) => sum + row.count, 0),
    begun: reached.reduce((sum, row) => sum + (row.state === 'DRAFT' ? row.count : 0), 0),
    reached: all,
    days,
    sources: people
      .map(({ source, count }) => ({ source, people: count, reached: bySource.get(source) ?? noCounts() }))
      .sort((a, b) => b.reached.SUBMITTED - a.reached.SUBMITTED),
    campaigns: campaigns.map((row) => ({ ...row, reached: byCampaign.get(row.campaign_id) ?? noCounts() })),
    waiting: waits.flatMap(([status, who]) =>
      waiting
        .filter((row) => row.status === status)
        .map((row) => ({ ...row, oldest_at: new Date(row.oldest_at).toISOString(), for: who })),
    ),
  };
}
