import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { assessmentComponents, componentOf, penaltiesOf } from '#domains/assessment/server/index.ts';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import { claimEvidence, evidenceRecords } from '#domains/files/server/index.ts';
import { searchAbout, students } from '#domains/students/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { offenceWorkflow } from '../workflow.ts';
import { demandReportable, openCases } from './incidents.ts';
import { moduleTitles, namesOf, studentRefs } from './people.ts';
import { type Offence, othersCases, ownRecords, reach, viewOf } from './reach.ts';
import {
  consultationReports,
  offenceBundles,
  offenceFindings,
  offenceLetters,
  offencePanelMembers,
  offencePanels,
  offencePenalties,
  offences,
  offenceTypes,
} from './tables.ts';
import { waitsFor } from './waiting.ts';

/** Cases as they are found and shown: what of a case somebody is told depends on the part that they have in it. */

export const offence = resource(contract.offence, {
  table: offences,
  name: 'number',
  search: searchAbout(sql`${offences.student_id}`, sql`${offences.number}`),
  sorts: {
    created_at: sql`${offences.created_at}`,
    occurred_on: sql`${offences.occurred_on}`,
    status: sql`${offences.status}`,
    id: sql`${offences.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () =>
    sql`${offences.number} || ', ' || (select s.full_name from ${students} s where s.id = ${offences.student_id})`,
  visible: reach,
  filters: (input, call) => [
    input.status?.length ? inArray(offences.status, input.status) : undefined,
    input.type_id ? eq(offences.type_id, input.type_id) : undefined,
    input.student_id ? eq(offences.student_id, input.student_id) : undefined,
    input.waiting ? waitsFor(call) : undefined,
  ],
  present,
  prepare: async (call, input, current, next) => {
    if (current && current.status !== 'DRAFT') throw fail('CASE_UNDER_WAY');
    if (current && current.reported_by !== call.account_id) throw fail('SOMEBODY_ELSE');
    const component = await componentOf(call, next.component_id);
    await demandReportable(call, component, [next.student_id], next.occurred_on, next.type_id);
    if (input.file_ids) await claimEvidence(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
    const { submit, ...fields } = input;
    return {
      ...fields,
      course_module_id: component.course_module_id,
      source: next.source ?? 'TEACHER',
      ...(current ? {} : { reported_by: call.account_id }),
    };
  },
  written: async (call, row, before, input) => {
    if (!before) await recordTransition(call, offenceWorkflow.entity, [{ id: row.id, from: null }], 'DRAFT', {});
    if (input.submit) await openCases(call, [row]);
  },
  beforeDelete: async (call, row) => {
    if (row.status !== 'DRAFT') throw fail('CASE_UNDER_WAY');
    if (row.reported_by !== call.account_id) throw fail('SOMEBODY_ELSE');
  },
});

/** A case of somebody else that is about to be changed, locked; and as it is shown when that is done. */
export const loadCase = (call: Call, read: { id: number; version: number }): Promise<Offence> =>
  loadForChange(call, offences, othersCases(call), read, ({ id }) => offence.get(call, { id }));
export const shownCase = (call: Call, row: { id: number }) => offence.get(call, { id: row.id });

/** What stands beside a case moved: whoever has read the case before must read it again. */
export const raiseVersion = (call: Pick<Call, 'db'>, id: number) =>
  call.db
    .update(offences)
    .set({ status: sql`${offences.status}` })
    .where(eq(offences.id, id));

/** Who sits on the panels of these cases. */
export async function membersOf(call: Call, ids: readonly number[]) {
  const rows = ids.length
    ? await call.db
        .select({
          offence_id: offencePanels.offence_id,
          panel_id: offencePanels.id,
          staff_id: offencePanelMembers.staff_id,
          account_id: offencePanelMembers.account_id,
          role: offencePanelMembers.role,
        })
        .from(offencePanelMembers)
        .innerJoin(offencePanels, eq(offencePanels.id, offencePanelMembers.panel_id))
        .where(inArray(offencePanels.offence_id, [...ids]))
        .orderBy(offencePanelMembers.role, offencePanelMembers.account_id)
    : [];
  return Map.groupBy(rows, ({ offence_id }) => offence_id);
}

async function present(call: Call, rows: Offence[]) {
  const ids = rows.map(({ id }) => id);
  const members = await membersOf(call, ids);
  const { rows: records } = await call.db.execute<{ id: number }>(sql`select id from ${ownRecords(call)} r(id)`);
  const own = new Set(records.map(({ id }) => id));
  const views = new Map(
    rows.map((row) => [
      row.id,
      viewOf(
        call,
        row,
        (members.get(row.id) ?? []).map(({ account_id }) => account_id),
        own,
      ),
    ]),
  );
  const learners = await studentRefs(
    call,
    rows.map(({ student_id }) => student_id),
  );
  const modules = await moduleTitles(
    call,
    rows.map(({ course_module_id }) => course_module_id),
  );
  const components = await titlesOf(
    call,
    assessmentComponents,
    rows.map(({ component_id }) => component_id),
  );
  const types = await titlesOf(
    call,
    offenceTypes,
    rows.map(({ type_id }) => type_id),
  );
  const people = await namesOf(
    call,
    rows.flatMap((row) => [
      row.reported_by,
      ...row.consultants,
      ...(members.get(row.id) ?? []).map(({ account_id }) => account_id),
    ]),
  );
  const reports = keyed(await call.db.select().from(consultationReports).where(inOffence(consultationReports, ids)));
  const panels = keyed(await call.db.select().from(offencePanels).where(inArray(offencePanels.offence_id, ids)));
  const bundles = Map.groupBy(
    await call.db
      .select()
      .from(offenceBundles)
      .where(inArray(offenceBundles.offence_id, ids))
      .orderBy(offenceBundles.seq),
    ({ offence_id }) => offence_id,
  );
  const findings = keyed(await call.db.select().from(offenceFindings).where(inArray(offenceFindings.offence_id, ids)));
  const penalties = keyed(
    await call.db.select().from(offencePenalties).where(inArray(offencePenalties.offence_id, ids)),
  );
  const letters = Map.groupBy(
    await call.db
      .select({
        offence_id: offenceLetters.offence_id,
        id: issuedDocuments.id,
        number: issuedDocuments.number,
        kind: offenceLetters.kind,
        issued_at: issuedDocuments.issued_at,
      })
      .from(offenceLetters)
      .innerJoin(issuedDocuments, eq(issuedDocuments.id, offenceLetters.document_id))
      .where(inArray(offenceLetters.offence_id, ids))
      .orderBy(desc(issuedDocuments.id)),
    ({ offence_id }) => offence_id,
  );
  // What is shown of one case alone costs a query; lists have no room for it.
  const applied = rows.length === 1 ? await penaltiesOf(call, { kind: 'misconduct', source_id: rows[0]!.id }) : [];
  const files = await evidenceRecords(
    call,
    rows.length === 1
      ? rows.flatMap((row) => [
          ...row.file_ids,
          ...row.statement_file_ids,
          ...(bundles.get(row.id) ?? []).flatMap(({ items }) => items.map(({ file_id }) => file_id)),
        ])
      : [],
  );
  const waiting = new Set(
    (
      await call.db
        .select({ id: offences.id })
        .from(offences)
        .where(and(inArray(offences.id, ids), waitsFor(call)))
    ).map(({ id }) => id),
  );
  return rows.map((row) => {
    const view = views.get(row.id)!;
    const judges = view === 'OFFICE' || view === 'PANEL';
    const student = view === 'STUDENT';
    const told = judges || (student && row.published_student_at !== null);
    const heard = judges || view === 'CONSULTANT' || student;
    const report = reports.get(row.id);
    const panel = panels.get(row.id);
    const finding = findings.get(row.id);
    const penalty = penalties.get(row.id);
    const reportShown = report && (student ? report.status !== 'DRAFT' : heard) ? report : undefined;
    const theirs = bundles.get(row.id) ?? [];
    const mine = row.reported_by === call.account_id;
    return {
      ...plain(row),
      view,
      student: learners.get(row.student_id)!,
      course_module: { id: row.course_module_id, title: modules.get(row.course_module_id) ?? '' },
      component: components.get(row.component_id)!,
      type: types.get(row.type_id)!,
      files: row.file_ids.flatMap((id) => files.get(id) ?? []),
      reported_by: student ? null : (people.get(row.reported_by) ?? null),
      consultants: row.consultants.flatMap((id) => people.get(id) ?? []),
      statement: heard ? row.statement : null,
      statement_files: heard ? row.statement_file_ids.flatMap((id) => files.get(id) ?? []) : [],
      conclusion: judges || view === 'CONSULTANT' || reportShown ? row.conclusion : null,
      report: reportShown
        ? {
            id: reportShown.id,
            version: reportShown.version,
            status: reportShown.status,
            text: reportShown.text,
            answer: reportShown.answer,
            comment: reportShown.comment,
          }
        : null,
      panel:
        panel && (judges || student)
          ? {
              hearing_at: panel.hearing_at,
              place: panel.place,
              notified_on: panel.notified_on,
              earliest_on: panel.earliest_on,
              waived_at: panel.waived_at,
              members: (members.get(row.id) ?? []).flatMap(({ account_id, role }) => {
                const person = people.get(account_id);
                return person
                  ? [
                      {
                        ...person,
                        role,
                        signed: penalty?.decided_by === account_id || penalty?.signed_by === account_id,
                      },
                    ]
                  : [];
              }),
            }
          : null,
      bundles:
        judges || student
          ? theirs.map((bundle) => ({
              id: bundle.id,
              seq: bundle.seq,
              hash: bundle.hash,
              made_at: bundle.created_at,
              needs_leave: bundle.seq > 1 && bundle.leave_at === null,
              items: bundle.items.map((item) => ({ ...item, file: files.get(item.file_id ?? 0) ?? null })),
            }))
          : [],
      finding:
        finding && told
          ? {
              finding: finding.finding,
              reason: finding.reason,
              decided_at: finding.created_at,
              bundle_id: finding.bundle_id,
              bundle_hash: theirs.find(({ id }) => id === finding.bundle_id)?.hash ?? '',
            }
          : null,
      penalty: told ? row.penalty : null,
      penalty_decision:
        penalty && judges
          ? {
              points: penalty.points,
              band: penalty.band,
              outside: penalty.outside,
              reason: penalty.reason,
              signed: !penalty.outside || penalty.signed_by !== null,
            }
          : null,
      applied:
        applied[0] && (judges || (student && applied[0].shown))
          ? {
              id: applied[0].id,
              amendment_id: applied[0].amendment_id,
              removal_id: applied[0].removal_id,
              live: applied[0].removed_at === null,
            }
          : null,
      published_registrar_at: student ? null : row.published_registrar_at,
      appeal:
        row.appeal_at && (judges || student)
          ? {
              text: row.appeal_text ?? '',
              at: row.appeal_at,
              outcome: row.appeal_outcome,
              reason: row.appeal_reason,
            }
          : null,
      letters: view === 'OFFICE' || student ? (letters.get(row.id) ?? []).map(({ offence_id, ...rest }) => rest) : [],
      next: nextStates(offenceWorkflow, row.status).flatMap((step) =>
        may(call, step.permission) &&
        (step.permission === 'offence.answer') === student &&
        (step.guard !== 'reporter' || mine)
          ? [step.to]
          : [],
      ),
      waits: waiting.has(row.id),
      can: { edit: mine && row.status === 'DRAFT', delete: mine && row.status === 'DRAFT' },
    };
  });
}

const keyed = <R extends { offence_id: number }>(found: R[]) => new Map(found.map((one) => [one.offence_id, one]));
const inOffence = (table: typeof consultationReports, ids: readonly number[]): SQL =>
  sql`${inArray(table.offence_id, [...ids])} and ${table.deleted_at} is null`;
