import { and, eq, isNull, sql } from 'drizzle-orm';
import { assessmentComponents, componentOf } from '#domains/assessment/server/index.ts';
import { claimFiles, evidenceRecords } from '#domains/files/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { minutesWorkflow } from '../workflow.ts';
import { staffOf } from './conflicts.ts';
import { namesOf } from './people.ts';
import { invigilationMinutes, invigilations } from './tables.ts';

/** Who sees to which exam, and the minutes that they write of its room. */

const staffName = sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`;
/** Where the caller sees to an exam. */
const mine = (call: Call) =>
  sql`${invigilations.staff_ids} && array(select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null)`;
const within = (call: Call) => (scopeOf(call, 'invigilation.read') === 'institution' ? undefined : mine(call));
const title = sql`to_char(${invigilations.held_on}, 'DD.MM.YYYY') || ', ' || ${invigilations.room}`;

export const invigilation = resource(contract.invigilation, {
  table: invigilations,
  search: [sql`${invigilations.room}`],
  sorts: { held_on: sql`${invigilations.held_on}`, id: sql`${invigilations.id}` },
  defaultSort: 'held_on,desc',
  optionTitle: () => title,
  visible: within,
  present: async (call, rows) => {
    const components = await titlesOf(
      call,
      assessmentComponents,
      rows.map(({ component_id }) => component_id),
    );
    const people = await titlesOf(
      call,
      staff,
      rows.flatMap(({ staff_ids }) => staff_ids),
      staffName,
    );
    return rows.map((row) => ({
      ...plain(row),
      title: `${row.held_on.split('-').reverse().join('.')}, ${row.room}`,
      component: components.get(row.component_id)!,
      staff: row.staff_ids.flatMap((id) => {
        const found = people.get(id);
        return found ? [{ id, name: found.title }] : [];
      }),
    }));
  },
  prepare: async (call, input, current, next) => {
    if (current) await demandOpen(call, current.id);
    const component = await componentOf(call, next.component_id);
    if (input.staff_ids) await staffOf(call, 'staff_ids', input.staff_ids, 'INVIGILATION');
    return { ...input, course_module_id: component.course_module_id };
  },
  beforeDelete: (call, row) => demandOpen(call, row.id),
});

async function demandOpen(call: Call, invigilation_id: number): Promise<void> {
  const [written] = await call.db
    .select({ id: invigilationMinutes.id })
    .from(invigilationMinutes)
    .where(and(eq(invigilationMinutes.invigilation_id, invigilation_id), isNull(invigilationMinutes.deleted_at)));
  if (written) throw fail('MINUTES_LOCKED');
}

/** The accounts of those who see to it. */
async function invigilators(call: Call, invigilation_id: number): Promise<number[]> {
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select s.account_id as id from ${invigilations} i join ${staff} s on s.id = any(i.staff_ids)
     where i.id = ${invigilation_id} and s.account_id is not null and s.deleted_at is null`);
  return rows.map(({ id }) => id);
}

export const minutes = resource(contract.minutes, {
  table: invigilationMinutes,
  search: [sql`${invigilationMinutes.text}`],
  sorts: { created_at: sql`${invigilationMinutes.created_at}`, id: sql`${invigilationMinutes.id}` },
  defaultSort: 'created_at,desc',
  filters: (input) => [
    input.invigilation_id ? eq(invigilationMinutes.invigilation_id, input.invigilation_id) : undefined,
  ],
  optionTitle: () =>
    sql`(select ${title} from ${invigilations} where ${invigilations.id} = ${invigilationMinutes.invigilation_id})`,
  visible: (call) => {
    const some = within(call);
    return (
      some &&
      sql`${invigilationMinutes.invigilation_id} in (select ${invigilations.id} from ${invigilations} where ${some})`
    );
  },
  present: async (call, rows) => {
    const names = await titlesOf(
      call,
      invigilations,
      rows.map(({ invigilation_id }) => invigilation_id),
      title,
    );
    const people = await namesOf(
      call,
      rows.flatMap(({ signed_by }) => signed_by),
    );
    const files = await evidenceRecords(
      call,
      rows.flatMap(({ file_ids }) => file_ids),
    );
    return rows.map((row) => ({
      ...plain(row),
      invigilation: names.get(row.invigilation_id)!,
      signed: row.signed_by.flatMap((id) => people.get(id) ?? []),
      files: row.file_ids.flatMap((id) => files.get(id) ?? []),
    }));
  },
  prepare: async (call, input, current, next) => {
    const there = await invigilators(call, next.invigilation_id);
    if (!there.includes(call.account_id) && scopeOf(call, 'invigilation.record') !== 'institution')
      throw fail('NOT_YOUR_EXAM');
    if (current && current.invigilation_id !== next.invigilation_id) throw fail('MINUTES_LOCKED');
    const { status, ...fields } = input;
    const before = current?.status ?? 'OPEN';
    if (input.file_ids) await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
    if (status === undefined || status === 'SIGNED') {
      if (before !== 'OPEN') throw fail('MINUTES_LOCKED');
      if (status === undefined) return { ...fields, signed_by: [] };
      checkTransition(call, minutesWorkflow, before, 'SIGNED', {});
      if (!there.includes(call.account_id)) throw fail('NOT_YOUR_EXAM');
      // Whoever signs what is changed at once signs alone; the others sign what it says now.
      const changed =
        current === undefined ||
        (input.text !== undefined && input.text !== current.text) ||
        (input.present !== undefined && input.present !== current.present) ||
        (input.file_ids !== undefined && String(input.file_ids) !== String(current.file_ids));
      const signed_by = [...new Set([...(changed ? [] : current.signed_by), call.account_id])];
      return { ...fields, signed_by, ...(there.every((id) => signed_by.includes(id)) ? { status } : {}) };
    }
    checkTransition(call, minutesWorkflow, before, status, {});
    return { status };
  },
  written: async (call, row, before) => {
    if (before?.status !== row.status)
      await recordTransition(
        call,
        minutesWorkflow.entity,
        [{ id: row.id, from: before?.status ?? null }],
        row.status,
        {},
      );
  },
  beforeDelete: async (call, row) => {
    if (row.status !== 'OPEN') throw fail('MINUTES_LOCKED');
    if (!(await invigilators(call, row.invigilation_id)).includes(call.account_id)) throw fail('NOT_YOUR_EXAM');
  },
});
