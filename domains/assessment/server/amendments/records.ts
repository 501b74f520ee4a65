import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles, evidenceRecords } from '#domains/files/server/index.ts';
import { searchAbout, students } from '#domains/students/server/index.ts';
import { nextStates, type PermissionName } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { recordCalls } from '../../contract/records.ts';
import type { amendment, amendmentPreview } from '../../shapes-records.ts';
import { type AmendmentState, amendmentWorkflow } from '../../workflow-amendment.ts';
import { sealedStudent } from '../cases/sealed.ts';
import { markPenalties } from '../cases/tables.ts';
import { penaltyCases } from '../hooks.ts';
import { moduleReach, moduleRefs, ownStudents, reachedModules } from '../modules.ts';
import { assessmentComponents } from '../tables.ts';
import { effectOf, markToAmend, newValue } from './effect.ts';
import { refusalOf } from './refusal.ts';
import { amendments } from './tables.ts';

/** Requests for amendments: writing, finding, showing them. What happens to them stands in steps.ts. */

export type Amendment = typeof amendments.$inferSelect;
type Shown = z.infer<typeof amendment>;

/** Students see what was published of their own; others what their right reaches. */
export const amendmentsInReach = (call: Call): SQL | undefined =>
  scopeOf(call, 'amendment.read') === 'own'
    ? sql`${amendments.student_id} in ${ownStudents(call)} and ${amendments.status} = 'PUBLISHED'`
    : and(moduleReach(call, 'amendment.read', sql`${amendments.course_module_id}`), sql`not ${sealedTo(call)}`);

/** Of a penalty whose student the caller is about to judge. */
const sealedTo = (call: Call): SQL =>
  sql`(${amendments.source} = 'PENALTY' and ${sealedStudent(call, sql`${amendments.student_id}`)})`;
/** The same for who follows changes. */
export const sealedAmendments = (call: Call): SQL =>
  sql`(select ${amendments.id} from ${amendments} where ${sealedTo(call)})`;

/** What waits for somebody like the caller. */
function waitsForCaller(call: Call): SQL {
  const me = call.account_id;
  const uninvolved = sql`${amendments.requested_by} <> ${me} and ${amendments.checked_by} is distinct from ${me} and not ${me} = any(${amendments.decided_by})`;
  const reached = (permission: PermissionName) =>
    moduleReach(call, permission, sql`${amendments.course_module_id}`) ?? sql`true`;
  return sql`(${sql.join(
    [
      sql`(${amendments.status} = 'RETURNED' and ${amendments.requested_by} = ${me})`,
      ...(may(call, 'amendment.check')
        ? [
            sql`(${amendments.status} = 'REQUESTED' and ${amendments.requested_by} <> ${me} and ${reached('amendment.check')})`,
          ]
        : []),
      ...(may(call, 'amendment.decide') ? [sql`(${amendments.status} = 'CHECKED' and ${uninvolved})`] : []),
      ...(may(call, 'amendment.apply') ? [sql`${amendments.status} = 'APPROVED'`] : []),
      ...(may(call, 'amendment.publish') ? [sql`${amendments.status} in ('APPLIED', 'UNPUBLISHED')`] : []),
    ],
    sql` or `,
  )})`;
}

export const amendmentRecords = resource(recordCalls.amendment, {
  table: amendments,
  name: 'number',
  search: searchAbout(
    sql`${amendments.student_id}`,
    sql`${amendments.number}`,
    sql`(select m.code || ' ' || (m.title ->> 'uz') from course_modules cm join modules m on m.id = cm.module_id where cm.id = ${amendments.course_module_id})`,
  ),
  sorts: {
    created_at: sql`${amendments.created_at}`,
    updated_at: sql`${amendments.updated_at}`,
    status: sql`${amendments.status}`,
    id: sql`${amendments.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () =>
    sql`${amendments.number} || ', ' || (select s.full_name from ${students} s where s.id = ${amendments.student_id})`,
  visible: amendmentsInReach,
  filters: (input, call) => [
    input.status?.length ? inArray(amendments.status, input.status) : undefined,
    input.course_module_id ? eq(amendments.course_module_id, input.course_module_id) : undefined,
    input.student_id ? eq(amendments.student_id, input.student_id) : undefined,
    input.mine ? eq(amendments.requested_by, call.account_id) : undefined,
    input.waiting ? waitsForCaller(call) : undefined,
  ],
  present,
  prepare: async (call, input, current) => {
    if (current && (current.requested_by !== call.account_id || !['DRAFT', 'RETURNED'].includes(current.status)))
      throw fail('AMENDMENT_UNDER_WAY');
    const mark = await markToAmend(call, current ? { mark_id: current.mark_id } : input);
    if (current && (input.mark_id ?? mark.id) !== mark.id) throw failField('mark_id', 'PLAN_MODULE_FIXED');
    if (input.file_ids) await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
    const given =
      input.value === undefined && input.special === undefined && current
        ? { value: current.new_value, special: current.new_special }
        : { value: input.value, special: input.special };
    const after = newValue(mark, given);
    const requested = input.submit === true;
    const effect = requested ? await effectOf(call, mark, after) : null;
    return {
      reason_code: input.reason_code,
      text: input.text,
      file_ids: input.file_ids,
      new_value: after.value,
      new_special: after.special,
      ...(current
        ? {}
        : {
            course_module_id: mark.course_module_id,
            mark_id: mark.id,
            component_id: mark.component_id,
            student_id: mark.student_id,
            attempt: mark.attempt,
            requested_by: call.account_id,
          }),
      old_value: mark.value,
      old_special: mark.special,
      ...(requested
        ? { status: 'REQUESTED' as const, effect, approvals: effect!.approvals, checked_by: null, decided_by: [] }
        : {}),
    };
  },
  written: async (call, row, before) => {
    if (before?.status !== row.status)
      await recordTransition(call, 'amendment', [{ id: row.id, from: before?.status ?? null }], row.status, {});
  },
  beforeDelete: async (call, row) => {
    if (row.requested_by !== call.account_id || !['DRAFT', 'RETURNED', 'WITHDRAWN', 'STALE'].includes(row.status))
      throw fail('AMENDMENT_UNDER_WAY');
  },
});

export async function previewAmendment(call: Call, input: z.infer<typeof amendmentPreview>) {
  const mark = await markToAmend(call, input);
  return effectOf(call, mark, input);
}

/** Names of accounts, for whoever asked, checked, decided. */
export async function peopleOf(
  call: Call,
  ids: readonly (number | null)[],
): Promise<Map<number, { id: number; name: string }>> {
  const found = await titlesOf(call, accounts, ids, sql`${accounts.lastname} || ' ' || ${accounts.firstname}`);
  return new Map([...found].map(([id, { title }]) => [id, { id, name: title }]));
}
export const studentRefs = async (call: Call, ids: readonly number[]) =>
  new Map(
    (ids.length
      ? await call.db
          .select({ id: students.id, name: students.full_name, student_no: students.student_no })
          .from(students)
          .where(inArray(students.id, [...new Set(ids)]))
      : []
    ).map((row) => [row.id, row]),
  );
export async function componentRefs(call: Call, ids: readonly number[]) {
  const titles = await titlesOf(call, assessmentComponents, ids);
  const codes = ids.length
    ? await call.db
        .select({ id: assessmentComponents.id, code: assessmentComponents.code })
        .from(assessmentComponents)
        .where(inArray(assessmentComponents.id, [...new Set(ids)]))
    : [];
  return new Map(codes.map(({ id, code }) => [id, { id, code, title: titles.get(id)?.title ?? code }]));
}

async function present(call: Call, found: Record<string, unknown>[]): Promise<Shown[]> {
  const rows = found as Amendment[];
  if (rows.length === 0) return [];
  const modules = await moduleRefs(
    call,
    rows.map((row) => row.course_module_id),
  );
  const people = await peopleOf(
    call,
    rows.flatMap((row) => [row.requested_by, row.checked_by, row.applied_by, ...row.decided_by]),
  );
  const learners = await studentRefs(
    call,
    rows.map((row) => row.student_id),
  );
  const components = await componentRefs(
    call,
    rows.map((row) => row.component_id),
  );
  // A student is told what changed and why, not who thought what of it.
  const inside = scopeOf(call, 'amendment.read') !== 'own';
  const files = inside
    ? await evidenceRecords(
        call,
        rows.flatMap((row) => row.file_ids),
      )
    : new Map();
  const reached = new Map<string, Set<number>>();
  for (const permission of new Set(amendmentWorkflow.transitions.map((step) => step.permission)))
    reached.set(
      permission,
      await reachedModules(
        call,
        permission,
        rows.map((row) => row.course_module_id),
      ),
    );
  const markers = await call.client.query<{ id: number; marked_by: number | null }>(
    'select id, marked_by from marks where id = any($1)',
    [rows.map((row) => row.mark_id)],
  );
  const marker = new Map(markers.rows.map((row) => [row.id, row.marked_by]));
  const cases = await casesOf(
    call,
    rows.flatMap((row) => row.penalty_id ?? []),
  );
  const person = (id: number | null) => (inside && id !== null ? (people.get(id) ?? null) : null);
  return rows.map((row) => {
    const own = row.requested_by === call.account_id;
    const offered = nextStates(amendmentWorkflow, row.status).filter(
      (step) => reached.get(step.permission)?.has(row.course_module_id) ?? false,
    );
    const refused = offered.map((step) => refusalOf(call, row, step, marker.get(row.mark_id) ?? null));
    const next = offered.flatMap((step, at) => (refused[at] ? [] : [step.to]));
    const {
      old_value,
      old_special,
      new_value,
      new_special,
      file_ids,
      requested_by,
      checked_by,
      applied_by,
      decided_by,
      ...rest
    } = plain(row) as Amendment;
    return {
      ...rest,
      course_module: modules.get(row.course_module_id)!,
      component: components.get(row.component_id)!,
      student: learners.get(row.student_id)!,
      old: { value: old_value, special: old_special },
      new: { value: new_value, special: new_special },
      case: cases.get(row.penalty_id ?? 0) ?? null,
      files: inside ? file_ids.flatMap((id) => files.get(id) ?? []) : [],
      approved: decided_by.length,
      requested_by: person(requested_by),
      checked_by: person(checked_by),
      applied_by: person(applied_by),
      decided_by: decided_by.flatMap((id) => person(id) ?? []),
      next: next as AmendmentState[],
      refused:
        next.length === 0 ? (refused.find((code) => code === 'SAME_PERSON' || code === 'OWN_MARK') ?? null) : null,
      can: {
        edit: own && (row.status === 'DRAFT' || row.status === 'RETURNED'),
        remove: own && ['DRAFT', 'RETURNED', 'WITHDRAWN', 'STALE'].includes(row.status),
      },
    };
  });
}

/** The cases behind penalties, each with where this caller reads it. */
async function casesOf(call: Call, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, NonNullable<Shown['case']>>();
  const pages = followersOf(call.kernel, penaltyCases).map(
    ({ name, pages }) => sql`select ${name}::text as kind, c.id, c.page from (${pages(call)}) c`,
  );
  const { rows } = await call.db.execute<{ id: number; number: string; page: string | null }>(sql`
    select p.id, p.number, c.page from ${markPenalties} p
      left join (${sql.join([...pages, sql`select null::text, null::int, null::text where false`], sql` union all `)}) c (kind, id, page)
        on c.kind = p.kind and c.id = p.source_id
     where p.id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, number, page }) => [id, { number, page }]));
}
