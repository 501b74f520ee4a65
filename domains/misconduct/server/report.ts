import { eq, inArray, sql } from 'drizzle-orm';
import { assessmentComponents, componentOf } from '#domains/assessment/server/index.ts';
import { claimEvidence } from '#domains/files/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { offenceWorkflow } from '../workflow.ts';
import { demandReportable, invigilated, openCases } from './incidents.ts';
import { demandApart } from './naming.ts';
import { studentRefs } from './people.ts';
import { ownRecords } from './reach.ts';
import { invigilationMinutes, offenceReports, offences, offenceTypes } from './tables.ts';

/** Reports of incidents: each makes as many cases as it has students, and from then on they are apart. */

type Row = typeof offenceReports.$inferSelect;

export const report = resource(contract.report, {
  table: offenceReports,
  name: 'number',
  search: [sql`${offenceReports.number}`],
  sorts: { occurred_on: sql`${offenceReports.occurred_on}`, id: sql`${offenceReports.id}` },
  defaultSort: 'id,desc',
  optionTitle: () => sql`${offenceReports.number}`,
  // Whoever made it, and the office; but nobody as an office where they are among those who were reported.
  visible: (call) =>
    scopeOf(call, 'offence.triage') === 'institution'
      ? sql`not exists (select 1 from ${offences} where ${offences.report_id} = ${offenceReports.id} and ${offences.student_id} in ${ownRecords(call)})`
      : eq(offenceReports.reported_by, call.account_id),
  present,
  prepare: async (call, input, current, next) => {
    if (current) throw fail('REPORT_FIXED');
    const component = await componentOf(call, next.component_id);
    await demandReferences(call, { minutes_id: [invigilationMinutes, input.minutes_id] });
    if (
      input.minutes_id &&
      !(await invigilated(call, input.minutes_id)) &&
      scopeOf(call, 'offence.report') !== 'institution'
    )
      throw fail('NOT_YOUR_EXAM');
    const ids = next.students.map(({ student_id }) => student_id);
    const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
    if (twice >= 0) throw failField(`students.${twice}.student_id`, 'STUDENT_TWICE');
    await demandReportable(call, component, ids, next.occurred_on, next.type_id);
    await demandApart(call, next);
    if (input.file_ids) await claimEvidence(call, 'file_ids', input.file_ids);
    return {
      source: next.source,
      occurred_on: next.occurred_on,
      type_id: next.type_id,
      component_id: component.id,
      minutes_id: input.minutes_id,
      reported_by: call.account_id,
    };
  },
  written: async (call, row, before, input) => {
    if (before) return;
    const component = await componentOf(call, row.component_id);
    const made = await call.db
      .insert(offences)
      .values(
        (input.students ?? []).map((one) => ({
          report_id: row.id,
          student_id: one.student_id,
          course_module_id: component.course_module_id,
          component_id: component.id,
          attempt: input.attempt ?? 1,
          type_id: row.type_id,
          source: row.source,
          occurred_on: row.occurred_on,
          text: [input.text, one.text].filter(Boolean).join('\n\n'),
          passage: input.passage ?? null,
          file_ids: input.file_ids ?? [],
          reported_by: call.account_id,
        })),
      )
      .returning();
    await recordTransition(
      call,
      offenceWorkflow.entity,
      made.map(({ id }) => ({ id, from: null })),
      'DRAFT',
      {},
    );
    await openCases(call, made);
  },
  beforeDelete: async (call, row) => {
    const cases = await call.db
      .select({ status: offences.status })
      .from(offences)
      .where(eq(offences.report_id, row.id));
    if (cases.some(({ status }) => status !== 'DISMISSED')) throw fail('REPORT_FIXED');
  },
});

async function present(call: Call, rows: Row[]) {
  const types = await titlesOf(
    call,
    offenceTypes,
    rows.map(({ type_id }) => type_id),
  );
  const components = await titlesOf(
    call,
    assessmentComponents,
    rows.map(({ component_id }) => component_id),
  );
  const cases = await call.db
    .select({
      id: offences.id,
      number: offences.number,
      report_id: offences.report_id,
      student_id: offences.student_id,
      status: offences.status,
    })
    .from(offences)
    .where(
      inArray(
        offences.report_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(offences.id);
  const people = await studentRefs(
    call,
    cases.map(({ student_id }) => student_id),
  );
  const byReport = Map.groupBy(cases, ({ report_id }) => report_id);
  return rows.map((row) => ({
    ...plain(row),
    type: types.get(row.type_id)!,
    component: components.get(row.component_id)!,
    cases: (byReport.get(row.id) ?? []).map(({ id, number, status, student_id }) => ({
      id,
      number,
      status,
      student: people.get(student_id)!,
    })),
  }));
}
