import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { requestFees, sumOf } from '#domains/accounting/server/index.ts';
import { issuedDocuments, sendIssued } from '#domains/credentials/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import { type FormField, isFile } from '#domains/questions/server/index.ts';
import { demandUnheld, searchAbout, students, studentsBeside } from '#domains/students/server/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { inHandStates, writableStates } from '../workflow.ts';
import { asChosen, overFields, withChoices } from './choices.ts';
import { factsOf } from './facts.ts';
import { callingStudent, rolesOf, visible, waitingFor } from './reach.ts';
import { formRequestSteps, formRequests, forms, formTypes } from './tables.ts';
import { formType, offeredType } from './types.ts';
import { fieldsOf, form } from './versions.ts';

/** Requests as their students and the office see them. */

export type RequestRow = typeof formRequests.$inferSelect;
export type StepRow = typeof formRequestSteps.$inferSelect;

export const request = resource(contract.request, {
  table: formRequests,
  search: (typed, call) => searchAbout(sql`${formRequests.student_id}`, sql`${formRequests.number}`)(typed, call),
  sorts: {
    id: sql`${formRequests.id}`,
    submitted_at: sql`${formRequests.submitted_at}`,
    due_on: sql`${formRequests.due_on}`,
  },
  defaultSort: 'id,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${formRequests.student_id})`, input.search),
  optionTitle: () =>
    sql`${formRequests.number} || ', ' || (select s.full_name from ${students} s where s.id = ${formRequests.student_id})`,
  visible,
  filters: (input, call) => [
    input.status?.length ? inArray(formRequests.status, input.status) : undefined,
    input.type_id ? eq(formRequests.type_id, input.type_id) : undefined,
    input.student_id ? eq(formRequests.student_id, input.student_id) : undefined,
    input.waiting === undefined ? undefined : sql`${waitingFor(call)} = ${input.waiting}`,
    input.late === undefined
      ? undefined
      : sql`(${formRequests.due_on} is not null and ${formRequests.due_on} < (select edulab_today())) = ${input.late}`,
    input.mine === undefined ? undefined : (input.mine ? eq : ne)(formRequests.account_id, call.account_id),
  ],
  present: presentRequests,
  prepare: (_call, input) => input,
  beforeDelete: (call, row) => {
    if (row.status !== 'DRAFT' || row.account_id !== call.account_id) throw fail('REQUEST_NOT_WRITABLE');
    return Promise.resolve();
  },
});

export const stepsOf = (call: Pick<Call, 'db'>, ids: readonly number[]): Promise<StepRow[]> =>
  ids.length
    ? call.db
        .select()
        .from(formRequestSteps)
        .where(inArray(formRequestSteps.request_id, [...ids]))
        .orderBy(asc(formRequestSteps.request_id), asc(formRequestSteps.position))
    : Promise.resolve([]);

async function presentRequests(call: Call, rows: RequestRow[]) {
  const ids = rows.map(({ id }) => id);
  const steps = await stepsOf(call, ids);
  const types = await titlesOf(
    call,
    formTypes,
    rows.map(({ type_id }) => type_id),
  );
  const people = await studentsBeside(call, [...new Set(rows.map(({ student_id }) => student_id))]);
  const papers = await titlesOf(
    call,
    issuedDocuments,
    rows.map(({ document_id }) => document_id),
    sql`${issuedDocuments.number}`,
  );
  const fees = await requestFees(
    call,
    rows.filter(({ fee }) => Number(fee) > 0).map(({ id }) => id),
  );
  const names = await titlesOf(
    call,
    accounts,
    steps.map(({ done_by }) => done_by),
    sql`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})`,
  );
  const roles = may(call, 'form_request.handle') ? await rolesOf(call) : new Set<string>();
  const today = await todayOf(call);
  return rows.map((row) => {
    const { account_id, facts: _, handed_signature: _signature, ...shown } = plain(row);
    const own = account_id === call.account_id;
    const chain = steps.filter(({ request_id }) => request_id === row.id);
    const current = chain.find(({ position }) => position === row.step);
    const holds = (step: StepRow | undefined) => step?.roles.some((role) => roles.has(role)) ?? false;
    const turn = !own && inHandStates.includes(row.status) && holds(current);
    const person = people.get(row.student_id)?.student;
    const fee = fees.get(row.id);
    return {
      ...shown,
      // What was answered is read request by request, by whoever works on it; a list tells nobody.
      answers: own ? row.answers : {},
      post_address: own ? row.post_address : null,
      type: types.get(row.type_id) ?? null,
      student: person
        ? {
            id: person.id,
            student_no: person.student_no,
            firstname: person.firstname,
            lastname: person.lastname,
            midname: person.midname,
          }
        : null,
      steps: chain.map(
        ({ position, title, roles: holders, action, days, started_at, due_on, done_at, done_by, note, outcome }) => ({
          position,
          title,
          roles: holders,
          action,
          days,
          started_at,
          // Until when a fee is paid is said by its debit, which accounting may put off.
          due_on: action === 'PAYMENT' && done_at === null ? (fee?.due_on ?? due_on) : due_on,
          done_at,
          // Who it was is between colleagues; its student is told when.
          by: own ? null : (names.get(done_by ?? 0)?.title ?? null),
          note: own ? null : note,
          outcome: own ? [] : outcome,
        }),
      ),
      late: row.due_on !== null && row.due_on < today && inHandStates.includes(row.status),
      payment: fee
        ? {
            sum: sumOf(fee.total),
            left: sumOf(Math.max(0, fee.total - fee.paid)),
            until: fee.due_on,
            debit_id: fee.debit_id,
          }
        : null,
      document_number: papers.get(row.document_id ?? 0)?.title ?? null,
      can: {
        edit: own && writableStates.includes(row.status),
        delete: own && row.status === 'DRAFT',
        withdraw: own && (row.status === 'SUBMITTED' || row.status === 'UPDATE_REQUIRED'),
        act: turn,
        hand_over: !own && row.status === 'READY' && row.delivery !== 'PDF' && chain.some(holds),
        open: row.document_id !== null,
      },
    };
  });
}

/** One request with the questions of its own version, what the record said, and its files. */
export async function openRequest(call: Call, input: { id: string | number }) {
  const row = await request.find(call, input.id);
  const [record] = await presentRequests(call, [row]);
  if (!record) throw fail('NOT_FOUND');
  const [version] = await call.db.select({ sections: forms.sections }).from(forms).where(eq(forms.id, row.form_id));
  const kept = version?.sections ?? [];
  const all = row.facts
    ? asChosen(fieldsOf(kept), row.answers, row.facts)
    : await withChoices(call, row.student_id, fieldsOf(kept));
  const writable = row.account_id === call.account_id && writableStates.includes(row.status);
  // Who mends it may choose anew; what was chosen is still said as it was.
  const sections = overFields(kept, row.facts && writable ? await choosable(call, row, all) : all);
  const fields = all.filter(({ type }) => isFile(type));
  const numberOf = (key: string) => {
    const answer = row.answers[key];
    return typeof answer === 'number' ? answer : null;
  };
  const files = await evidenceRecords(call, [...fields.map(({ key }) => numberOf(key)), row.handed_signature]);
  return {
    ...record,
    answers: row.answers,
    post_address: row.post_address,
    handed_signature: files.get(row.handed_signature ?? 0) ?? null,
    sections,
    facts: (row.facts ?? (await factsOf(call, await studentRow(call, row.student_id))))[call.locale],
    files: Object.fromEntries(
      fields.flatMap(({ key }) => {
        const file = files.get(numberOf(key) ?? 0);
        return file ? [[key, file]] : [];
      }),
    ),
  };
}

async function choosable(call: Call, row: RequestRow, kept: readonly FormField[]): Promise<FormField[]> {
  const now = await withChoices(call, row.student_id, kept);
  return now.map((field, at) => {
    const [chosen] = field.type === 'RECORD' ? (kept[at]?.options ?? []) : [];
    return chosen && !field.options?.some(({ value }) => value === chosen.value)
      ? { ...field, options: [chosen, ...(field.options ?? [])] }
      : field;
  });
}

export async function studentRow(call: Pick<Call, 'db'>, id: number) {
  const [row] = await call.db.select().from(students).where(eq(students.id, id));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** A paper, or a retake, from which somebody is kept is not asked for either. Errors: HELD. */
export async function demandGiven(
  call: Call,
  student_id: number,
  { paper, steps }: Pick<typeof forms.$inferSelect, 'paper' | 'steps'>,
): Promise<void> {
  if (paper) await demandUnheld(call, 'CERTIFICATE', [student_id]);
  if (steps.some(({ change }) => change?.kind === 'RETAKE')) await demandUnheld(call, 'RETAKE', [student_id]);
}

/** What the page asks before anything is written. Errors: REQUEST_NOT_OFFERED, HELD. */
export async function beginRequest(call: Call, input: InputOf<typeof contract.request.begin>) {
  const student = await callingStudent(call);
  const offered = await offeredType(call, input.type_id, student.status);
  await demandGiven(call, student.id, offered.form);
  const shown = await form.get(call, { id: offered.form.id });
  return {
    type: await formType.get(call, { id: offered.type.id }),
    form: {
      ...shown,
      sections: overFields(shown.sections, await withChoices(call, student.id, fieldsOf(shown.sections))),
    },
    facts: (await factsOf(call, student))[call.locale],
  };
}

/** The paper that came of it, for whoever sees the request. */
export async function requestPaper(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const row = await request.find(call, input.id);
  const [found] = await call.db
    .select({ document_id: formRequests.document_id })
    .from(formRequests)
    .where(and(eq(formRequests.id, row.id), isNull(formRequests.deleted_at)));
  if (!found?.document_id) throw fail('DOCUMENT_FILE_MISSING');
  return sendIssued(call, found.document_id);
}
