import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  changesBetween,
  checkAnswers,
  claimAnswers,
  type FormField,
  isAsked,
  isWritten,
} from '#domains/questions/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { workWaits } from '#platform/server/work/outbox.ts';
import type { contract } from '../contract.ts';
import { openStates, requestWorkflow, writableStates } from '../workflow.ts';
import { withChoices, withChosen } from './choices.ts';
import { resumeStep, startStep } from './clock.ts';
import { factsOf } from './facts.ts';
import { keepFee, requestPaid } from './fees.ts';
import { callingStudent, visible } from './reach.ts';
import { demandGiven, openRequest, type RequestRow } from './requests.ts';
import { formRequestSteps, formRequests, forms } from './tables.ts';
import { offeredType } from './types.ts';
import { type FormRow, fieldsOf } from './versions.ts';

/** Students write: a draft that stays, what was returned, and sending it. */

type Given = Omit<InputOf<typeof contract.request.save>, 'type_id'> & { type_id?: number | undefined };
type Student = Awaited<ReturnType<typeof callingStudent>>;

/** Who began before a new version went live may send theirs for so many days more. */
const graceDays = 7;

/** Errors: FORM_REQUEST_OPEN with the one that is open, REQUEST_NOT_OFFERED, and those of sending it. */
export async function saveRequest(call: Call, input: Given) {
  const student = await callingStudent(call);
  const row = input.id === undefined ? await begin(call, student, input) : await write(call, student, input, input.id);
  if (input.submit) await submit(call, student, row);
  return openRequest(call, { id: row.id });
}

/** Answers alone. */
export const saveFields = (call: Call, { id, version, answers }: InputOf<typeof contract.request.fields>) =>
  saveRequest(call, { id, version, answers });

const versionOf = async (call: Call, id: number): Promise<FormRow> => {
  const [row] = await call.db.select().from(forms).where(eq(forms.id, id));
  if (!row) throw fail('NOT_FOUND');
  return row;
};

/** How it is to be written and handed over: what the form offers. */
function chosen(form: FormRow, input: Given) {
  if (input.language && !form.languages.includes(input.language)) throw failField('language', 'REQUEST_NOT_OFFERED');
  if (input.delivery && !form.deliveries.includes(input.delivery)) throw failField('delivery', 'REQUEST_NOT_OFFERED');
  return {
    ...(input.language ? { language: input.language } : {}),
    ...(input.delivery ? { delivery: input.delivery } : {}),
    ...(input.post_address === undefined ? {} : { post_address: input.post_address }),
  };
}

async function begin(call: Call, student: Student, input: Given): Promise<RequestRow> {
  if (input.type_id === undefined) throw failField('type_id', 'form_required');
  const { form } = await offeredType(call, input.type_id, student.status);
  // Two at once meet at the index; whoever comes later is shown the one that is open.
  const [open] = await call.db
    .select({ id: formRequests.id, number: formRequests.number })
    .from(formRequests)
    .where(
      and(
        eq(formRequests.student_id, student.id),
        eq(formRequests.type_id, input.type_id),
        inArray(formRequests.status, [...openStates]),
        isNull(formRequests.deleted_at),
      ),
    );
  if (open) throw fail('FORM_REQUEST_OPEN', { request_id: open.id, number: open.number });
  const language = form.languages.find((one) => one === call.locale) ?? form.languages[0] ?? 'uz';
  const [row] = await call.db
    .insert(formRequests)
    .values({
      type_id: input.type_id,
      form_id: form.id,
      student_id: student.id,
      account_id: call.account_id,
      language,
      delivery: form.deliveries[0] ?? 'PDF',
      ...chosen(form, input),
      answers: await checked(call, student, fieldsOf(form.sections), input.answers ?? {}, {}, language),
    })
    .returning();
  await recordTransition(call, requestWorkflow.entity, [{ id: row!.id, from: null }], 'DRAFT', {});
  return row!;
}

async function write(call: Call, student: Student, input: Given, id: number): Promise<RequestRow> {
  const reach = and(visible(call), eq(formRequests.account_id, call.account_id));
  const row = await loadForChange(call, formRequests, reach, { id, version: input.version ?? 0 }, () =>
    openRequest(call, { id }),
  );
  if (!writableStates.includes(row.status)) throw fail('REQUEST_NOT_WRITABLE');
  let form = await versionOf(call, row.form_id);
  if (input.adopt && row.status === 'DRAFT') form = (await offeredType(call, row.type_id, student.status)).form;
  const fields = fieldsOf(form.sections);
  const keys = new Set(fields.map(({ key }) => key));
  const before = Object.fromEntries(Object.entries(row.answers).filter(([key]) => keys.has(key)));
  if (row.status === 'UPDATE_REQUIRED' && input.answers) demandReturned(row, fields, input.answers);
  const answers =
    input.answers || input.adopt
      ? await checked(
          call,
          student,
          fields,
          { ...before, ...input.answers },
          row.answers,
          input.language ?? row.language,
        )
      : undefined;
  const [after] = await call.db
    .update(formRequests)
    .set({ ...chosen(form, input), form_id: form.id, ...(answers ? { answers } : {}) })
    .where(eq(formRequests.id, row.id))
    .returning();
  return after!;
}

/** What was found right stays; what only a new answer brings up belongs to what was returned. */
function demandReturned(row: RequestRow, fields: readonly FormField[], given: NonNullable<Given['answers']>): void {
  if (row.update_fields.length === 0) return;
  const open = new Set(row.update_fields.map(({ path }) => path));
  const closed = Object.keys(given)
    .filter((key) => JSON.stringify(given[key] ?? null) !== JSON.stringify(row.answers[key] ?? null))
    .filter((key) => !isWritten(fields.find((field) => field.key === key)?.type ?? 'TEXT'))
    .filter((key) => !open.has(`answers.${key}`) && isAsked(fields, key, row.answers));
  if (closed.length)
    throw fail('ANSWER_NOT_RETURNED', {
      fields: closed.map((key) => ({ path: `answers.${key}`, code: 'ANSWER_NOT_RETURNED' })),
    });
}

async function checked(
  call: Call,
  student: Student,
  fields: readonly FormField[],
  given: NonNullable<Given['answers']>,
  before: NonNullable<Given['answers']>,
  language: RequestRow['language'],
) {
  const known = await withChoices(call, student.id, fields);
  const { answers, faults } = checkAnswers(known, given, false, (await factsOf(call, student))[language]);
  if (faults.length) throw fail('BAD_REQUEST', { fields: faults });
  await claimAnswers(call, fields, answers, before);
  return answers;
}

/** Sends it: the record is read now, the chain is kept as it is now. */
async function submit(call: Call, student: Student, row: RequestRow): Promise<void> {
  checkTransition(call, requestWorkflow, row.status, 'SUBMITTED', {});
  const form = await versionOf(call, row.form_id);
  if (row.status === 'DRAFT') {
    await demandOffered(call, student, row, form);
    await demandGiven(call, student.id, form);
  }
  const facts = await factsOf(call, student);
  const fields = await withChoices(call, student.id, fieldsOf(form.sections));
  const { answers, faults } = checkAnswers(fields, row.answers, true, facts[row.language]);
  if (row.delivery === 'POST' && !row.post_address) faults.push({ path: 'post_address', code: 'form_required' });
  if (faults.length) throw fail('REQUEST_INCOMPLETE', { fields: faults });
  if (row.status === 'DRAFT')
    await call.db.insert(formRequestSteps).values(
      form.steps.map(({ key: _, change, ...step }, position) => ({
        ...step,
        change: change ?? null,
        request_id: row.id,
        position,
      })),
    );
  const due_on =
    row.status === 'DRAFT' ? await startStep(call, row.id, 0) : await resumeStep(call, row.id, row.step ?? 0);
  await call.db
    .update(formRequests)
    .set({
      status: 'SUBMITTED',
      status_at: sql`edulab_now()`,
      submitted_at: row.submitted_at ?? clock.iso(),
      answers,
      facts: withChosen(facts, fields, answers),
      facts_at: clock.iso(),
      fee: form.fee,
      step: row.step ?? 0,
      due_on,
      reason: null,
      update_fields: [],
    })
    .where(eq(formRequests.id, row.id));
  await recordTransition(call, requestWorkflow.entity, [{ id: row.id, from: row.status }], 'SUBMITTED', {});
  await keepFee(call, row.id, row.status === 'UPDATE_REQUIRED');
  // What was paid while it was mended lets it go on now.
  if (row.status === 'UPDATE_REQUIRED') await workWaits(call.client, requestPaid);
}

/** Its type is offered still, and its version is the one of now, or was until lately. */
async function demandOffered(call: Call, student: Student, row: RequestRow, form: FormRow): Promise<void> {
  const { form: live } = await offeredType(call, row.type_id, student.status);
  if (live.id === form.id) return;
  const until = Date.parse(form.archived_at ?? clock.iso()) + graceDays * 86_400_000;
  if (clock.now() <= until) return;
  throw fail('FORM_MOVED_ON', { form_id: live.id, changes: changesBetween(form.sections, live.sections) });
}
