import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { may, scopeOf } from '#platform/server/call/context.ts';
import type { View } from '../shapes.ts';
import { offenceFindings, offencePanelMembers, offencePanels, offences } from './tables.ts';

/** Which cases somebody reaches, and as whom: that decides what of a case is shown. */

export type Offence = typeof offences.$inferSelect;

/** The records of the caller, those of before included: a case stays with its student after the degree. */
export const ownRecords = (call: Call): SQL => sql`(select edulab_own_records(${call.account_id}))`;

const isOwn = (call: Call): SQL => sql`${offences.student_id} in ${ownRecords(call)}`;

/** The caller's own cases, from the day on which they are told of them. */
export const ownCases = (call: Call): SQL =>
  sql`(${isOwn(call)} and ${offences.status} not in ('DRAFT', 'REPORTED', 'DISMISSED'))`;

/** Whether the caller may have any case: of a student, one that they are told of. */
export const anyCase = (call: Call): SQL =>
  scopeOf(call, 'offence.read') === 'own'
    ? sql`exists (select 1 from ${offences} where ${ownCases(call)} and ${offences.deleted_at} is null)`
    : sql`true`;

/** Cases on whose panel the caller sits. */
const sitsOn = (call: Call): SQL =>
  sql`${offences.id} in (select p.offence_id from ${offencePanels} p join ${offencePanelMembers} m on m.panel_id = p.id where m.account_id = ${call.account_id})`;

/** Of these records and those that the same people had before them. */
export const recordsOf = (ids: SQL): SQL =>
  sql`(with recursive person as (${ids} union select s.id from ${students} s join person p on s.succeeded_by_id = p.id) select id from person)`;

/** Whom the caller judges and has found nothing of yet: their other cases are closed to the panel until then. */
export const judged = (call: Call): SQL =>
  recordsOf(sql`
    select j.student_id as id from ${offences} j join ${offencePanels} p on p.offence_id = j.id
      join ${offencePanelMembers} m on m.panel_id = p.id and m.account_id = ${call.account_id}
     where j.status = 'PANEL' and j.deleted_at is null and not exists (select 1 from ${offenceFindings} f where f.offence_id = j.id)`);

/** Cases of others that the caller reaches: the office all of them, whoever has a part in one that one. */
export function othersCases(call: Call): SQL {
  const scope = scopeOf(call, 'offence.read');
  if (scope === undefined || scope === 'own') return sql`false`;
  const part = sql`${offences.reported_by} = ${call.account_id} or ${offences.consultants} @> array[${call.account_id}::int] or ${sitsOn(call)}`;
  const office = scope === 'institution' ? sql` or ${offences.student_id} not in ${judged(call)}` : sql``;
  return sql`(not (${isOwn(call)}) and (${part}${office}))`;
}

/** Nobody reaches their own case with an office's rights, and everybody reaches it as its student, whatever else they are here. */
export const reach = (call: Call): SQL => sql`(${ownCases(call)} or ${othersCases(call)})`;

/** As whom the caller reads a case; the widest of the parts that they have in it. `own`: the records of the caller. */
export function viewOf(call: Call, row: Offence, panel: readonly number[], own: ReadonlySet<number>): View {
  const me = call.account_id;
  if (own.has(row.student_id)) return 'STUDENT';
  if (panel.includes(me)) return 'PANEL';
  if (row.consultants.includes(me)) return 'CONSULTANT';
  return scopeOf(call, 'offence.read') === 'institution' ? 'OFFICE' : 'REPORTER';
}

/** Ids of cases whose history the caller does not read: those that they do not reach, and their own. */
export const sealedCases = (call: Call): SQL =>
  sql`(select ${offences.id} from ${offences} where not ${othersCases(call)})`;
/** The same of what is kept beside a case, such as its panel. */
export const sealedIn =
  (table: PgTable & { id: AnyPgColumn; offence_id: AnyPgColumn }) =>
  (call: Call): SQL =>
    sql`(select ${table.id} from ${table} where ${table.offence_id} in ${sealedCases(call)})`;

/** Cases that the caller reaches, each with the page on which they read it. */
export const casePages = (call: Call): SQL => sql`
  select ${offences.id}, case when ${isOwn(call)} then '/offence-read?open=' else '/offence?open=' end || ${offences.id} as page
    from ${offences} where ${offences.deleted_at} is null and ${may(call, 'offence.read') ? reach(call) : sql`false`}`;
