import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { accountsById } from '#domains/identity/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accountRoles, roles } from '#platform/server/database/tables.ts';
import { resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { offeredTo, planOf, seesField } from './report/plan.ts';
import { reportPins, reportSubscriptions, reports } from './tables.ts';

/** Reports that people keep. Whoever made one changes it; who holds one of its roles looks at it with rights of their own. */

const isOwn = (call: Call): SQL => sql`${reports.owner_id} = ${call.account_id}`;
export const visible = (call: Call): SQL =>
  sql`(${isOwn(call)} or ${reports.roles} && array(select r.name from ${roles} r join ${accountRoles} h on h.role_id = r.id
     where h.account_id = ${call.account_id} and h.institution_id = ${call.institution_id} and r.deleted_at is null))`;

function demandOwn(call: Call, row: { owner_id: number }): void {
  if (row.owner_id !== call.account_id) throw fail('REPORT_OF_OTHER');
}

/** So many somebody keeps at most. */
const mostKept = 200;
async function demandRoom(call: Call): Promise<void> {
  const kept = await call.db.$count(reports, and(isOwn(call), isNull(reports.deleted_at)));
  if (kept >= mostKept) throw fail('REPORTS_TOO_MANY', { most: mostKept });
}

export const report = resource(contract.report, {
  table: reports,
  search: [sql`${reports.name}`, sql`${reports.about}`],
  sorts: { name: sql`${reports.name}`, updated_at: sql`${reports.updated_at}` },
  defaultSort: 'updated_at,desc',
  optionTitle: () => sql`${reports.name}`,
  visible,
  filters: (input, call) => [
    input.own === undefined ? undefined : sql`(${isOwn(call)}) = ${input.own}`,
    input.pinned === undefined
      ? undefined
      : sql`(${reports.id} in (select p.report_id from ${reportPins} p where p.account_id = ${call.account_id})) = ${input.pinned}`,
    input.subject ? sql`${reports.definition} ->> 'subject' = ${input.subject}` : undefined,
  ],
  async present(call, rows) {
    const ids = rows.map(({ id }) => id);
    const mine = <T extends typeof reportPins | typeof reportSubscriptions>(table: T) =>
      and(eq(table.account_id, call.account_id), inArray(table.report_id, ids));
    const people = await accountsById(call, [...new Set(rows.map(({ owner_id }) => owner_id))]);
    const pins = ids.length ? await call.db.select().from(reportPins).where(mine(reportPins)) : [];
    const comes = ids.length ? await call.db.select().from(reportSubscriptions).where(mine(reportSubscriptions)) : [];
    const pinned = new Set(pins.map(({ report_id }) => report_id));
    const coming = new Map(comes.map((one) => [one.report_id, one]));
    const offered = new Map(offeredTo(call).map((subject) => [subject.name, subject.titles[call.locale]]));
    return rows.map((row) => {
      const own = row.owner_id === call.account_id;
      const owner = people.get(row.owner_id);
      return {
        id: row.id,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        name: row.name,
        about: row.about,
        subject: offered.get(row.definition.subject) ?? null,
        definition: row.definition,
        roles: row.roles,
        owner_id: row.owner_id,
        owner: owner ? `${owner.lastname} ${owner.firstname}` : '',
        own,
        pinned: pinned.has(row.id),
        every: coming.get(row.id)?.every ?? null,
        format: coming.get(row.id)?.format ?? null,
        can: { edit: own && call.abilities.has('report.manage'), delete: own && call.abilities.has('report.manage') },
      };
    });
  },
  async prepare(call, input, current, next) {
    if (current) demandOwn(call, current);
    else await demandRoom(call);
    // What is kept can be run: its maker sees every field of it.
    planOf(call, next.definition);
    const names = next.roles ?? [];
    const known = names.length
      ? await call.db.select({ name: roles.name }).from(roles).where(inArray(roles.name, names))
      : [];
    if (known.length < new Set(names).size) throw failField('roles', 'UNKNOWN_REFERENCE');
    return { ...input, ...(current ? {} : { owner_id: call.account_id }) };
  },
  beforeDelete: async (call, row) => demandOwn(call, row),
});

/** What the caller can report on, with the fields that they see. */
export const fields = (call: Call) =>
  offeredTo(call)
    .sort((a, b) => a.titles[call.locale].localeCompare(b.titles[call.locale], call.locale))
    .map((subject) => ({
      id: subject.name,
      title: subject.titles[call.locale],
      counts_only: subject.countsOnly ?? false,
      people: subject.person !== undefined,
      usual: subject.usual.filter((name) => seesField(call, subject.fields[name]!)),
      fields: Object.entries(subject.fields).flatMap(([id, field]) =>
        seesField(call, field) ? [{ id, title: field.titles[call.locale], kind: field.kind }] : [],
      ),
    }));

export async function pin(
  call: Call,
  { id, pinned }: InputOf<typeof contract.report.pin>,
): Promise<{ pinned: boolean }> {
  const { id: report_id } = await report.find(call, id);
  const which = and(eq(reportPins.account_id, call.account_id), eq(reportPins.report_id, report_id));
  if (pinned) await call.db.insert(reportPins).values({ account_id: call.account_id, report_id }).onConflictDoNothing();
  else await call.db.delete(reportPins).where(which);
  return { pinned };
}
