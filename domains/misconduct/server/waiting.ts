import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { toldStates } from '../workflow.ts';
import { othersCases, ownCases, reach } from './reach.ts';
import {
  consultationReports,
  offenceFindings,
  offencePanelMembers,
  offencePanels,
  offencePenalties,
  offences,
} from './tables.ts';

/** What waits for whom: the home card, the filter of the desk and the mark in the list ask the same. */

export function waitsFor(call: Call): SQL {
  const me = call.account_id;
  const parts: SQL[] = [];
  const status = sql`${offences.status}`;
  if (scopeOf(call, 'offence.triage'))
    parts.push(
      sql`(${status} = 'REPORTED' and ${offences.reported_by} <> ${me})`,
      sql`(${status} = 'PANEL' and not exists (select 1 from ${offencePanels} p where p.offence_id = ${offences.id}))`,
    );
  if (may(call, 'offence.consult'))
    parts.push(sql`(${status} = 'CONSULTATION' and ${offences.consultants} @> array[${me}::int])`);
  if (may(call, 'offence.sit'))
    parts.push(sql`(${status} = 'PANEL' and exists (select 1 from ${offencePanels} p join ${offencePanelMembers} m on m.panel_id = p.id and m.account_id = ${me}
      where p.offence_id = ${offences.id} and p.hearing_at <= edulab_now()
        and (not exists (select 1 from ${offenceFindings} f where f.offence_id = ${offences.id})
          or exists (select 1 from ${offencePenalties} x where x.offence_id = ${offences.id} and x.outside and x.signed_by is null and x.decided_by <> ${me})
          or not exists (select 1 from ${offencePenalties} x where x.offence_id = ${offences.id}))))`);
  if (may(call, 'offence.publish'))
    parts.push(
      sql`(${status} = 'DECIDED' or ${status} = 'CONCLUDED' and ${offences.conclusion} <> 'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT'
        or ${inArray(offences.status, [...toldStates])} and (${offences.published_student_at} is null or ${offences.published_registrar_at} is null))`,
    );
  if (may(call, 'offence.decide_appeal')) parts.push(sql`${status} = 'APPEALED'`);
  const asked = may(call, 'offence.answer')
    ? sql`(${ownCases(call)} and (${status} = 'CONSULTATION' and ${offences.statement} is null and ${offences.statement_until} >= edulab_now()
      or exists (select 1 from ${consultationReports} k where k.offence_id = ${offences.id} and k.deleted_at is null and k.status = 'SIGNED_BY_STAFF')))`
    : sql`false`;
  return parts.length ? sql`(${othersCases(call)} and (${sql.join(parts, sql` or `)}) or ${asked})` : asked;
}

/** The first of them, the oldest first. */
export async function waiting(call: Call) {
  const where = and(isNull(offences.deleted_at), reach(call), waitsFor(call));
  const rows = await call.db
    .select({
      id: offences.id,
      number: offences.number,
      status: offences.status,
      until: offences.statement_until,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(offences)
    .where(where)
    .orderBy(offences.created_at, offences.id)
    .limit(5);
  return { count: rows[0]?.count ?? 0, cases: rows.map(({ count, ...rest }) => rest) };
}
