import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { reportWorkflow } from '../workflow.ts';
import { raiseVersion } from './cases.ts';
import { demandOwnAlone } from './naming.ts';
import { namesOf } from './people.ts';
import { othersCases, ownCases } from './reach.ts';
import { demandFirst } from './steps.ts';
import { consultationReports, offences } from './tables.ts';

/** The report of those who consulted: written by either, signed by both, then seen by the student. */

async function caseOf(call: Call, id: number) {
  const [row] = await call.db
    .select()
    .from(offences)
    .where(sql`${offences.id} = ${id} and ${offences.deleted_at} is null and ${othersCases(call)}`)
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** Not for the reporter, and for the student once it is signed. */
function visible(call: Call) {
  const reporter =
    scopeOf(call, 'offence.read') === 'institution' ? sql`` : sql` and ${offences.reported_by} <> ${call.account_id}`;
  return sql`exists (select 1 from ${offences} where ${offences.id} = ${consultationReports.offence_id}
    and (${othersCases(call)}${reporter} or ${ownCases(call)} and ${consultationReports.status} <> 'DRAFT'))`;
}

export const consultation = resource(contract.consultation, {
  table: consultationReports,
  search: [sql`(select o.number from ${offences} o where o.id = ${consultationReports.offence_id})`],
  sorts: { created_at: sql`${consultationReports.created_at}`, id: sql`${consultationReports.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`(select o.number from ${offences} o where o.id = ${consultationReports.offence_id})`,
  visible,
  present: async (call, rows) => {
    const cases = await titlesOf(
      call,
      offences,
      rows.map(({ offence_id }) => offence_id),
      sql`${offences.number}`,
    );
    const people = await namesOf(
      call,
      rows.flatMap(({ signed_by }) => signed_by),
    );
    return rows.map((row) => ({
      ...plain(row),
      offence: cases.get(row.offence_id)!,
      signed: row.signed_by.flatMap((id) => people.get(id) ?? []),
    }));
  },
  prepare: async (call, input, current, next) => {
    const about = await caseOf(call, current?.offence_id ?? next.offence_id);
    const { status, ...fields } = input;
    if (status === 'LOCKED') {
      checkTransition(call, reportWorkflow, current?.status ?? 'DRAFT', 'LOCKED', {});
      return { status };
    }
    if (!about.consultants.includes(call.account_id)) throw fail('SOMEBODY_ELSE');
    if (about.status !== 'CONSULTATION') throw fail('CASE_UNDER_WAY');
    if (current && current.status !== 'DRAFT') throw fail('REPORT_SIGNED');
    await demandOwnAlone(call, about, 'text', input.text);
    await demandFirst(call, about, next.conclusion);
    if (status === undefined) return { ...fields, offence_id: about.id, signed_by: [] };
    checkTransition(call, reportWorkflow, current?.status ?? 'DRAFT', status, {});
    // A signature is under what it says now: whoever changes it signs first, the other after.
    const changed =
      !current ||
      (input.text !== undefined && input.text !== current.text) ||
      (input.conclusion !== undefined && input.conclusion !== current.conclusion);
    const signed_by = [...new Set([...(changed ? [] : current.signed_by), call.account_id])];
    return {
      ...fields,
      offence_id: about.id,
      signed_by,
      ...(about.consultants.every((id) => signed_by.includes(id)) ? { status } : {}),
    };
  },
  written: async (call, row, before) => {
    if (before?.status !== row.status)
      await recordTransition(
        call,
        reportWorkflow.entity,
        [{ id: row.id, from: before?.status ?? null }],
        row.status,
        {},
      );
    // Whoever reads the case reads the report with it.
    await raiseVersion(call, row.offence_id);
  },
  beforeDelete: async (call, row) => {
    const about = await caseOf(call, row.offence_id);
    if (!about.consultants.includes(call.account_id)) throw fail('SOMEBODY_ELSE');
    if (row.status !== 'DRAFT') throw fail('REPORT_SIGNED');
  },
});
