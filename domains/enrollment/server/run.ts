import type { z } from 'zod';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { codeOfConstraint, fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { callOf, refusalOf, startJob } from '#platform/server/work/jobs.ts';
import { type enrollAnswer, enrollInput } from '../shapes.ts';
import { enrollOne, lockApplications, lockEnrolling } from './pipeline.ts';
import { type Enrolled, type Options, orderAdmissions } from './studies.ts';
import { undoEnrollments } from './undo.ts';

/** One applicant or many at once become students: all or none, and with `preview` the same work taken back again. */

type Answer = z.infer<typeof enrollAnswer>;
type Row = Answer['rows'][number];

/** So many are done while the caller waits; more is a job. */
const mostWhileWaiting = 40;
const jobKind = 'enrollment.enroll';

/** A refusal of ours, or of a rule of the database. */
function refusalIn(error: unknown): { code: string; data: Record<string, unknown> } | undefined {
  const { constraint } = ((error as { cause?: unknown }).cause ?? error) as { constraint?: string };
  const code = codeOfConstraint(constraint);
  return refusalOf(error) ?? (code ? { code, data: {} } : undefined);
}

async function enrollMany(
  call: Call,
  input: Omit<Options, 'order'> & {
    application_ids: readonly number[];
    language?: Locale | undefined;
    preview?: boolean | undefined;
  },
  progress: (done: number) => Promise<void>,
): Promise<Row[]> {
  await lockEnrolling(call);
  const applications = await lockApplications(call, input.application_ids);
  const rows: Row[] = [];
  const made: Enrolled[] = [];
  const options = { ...input, order: input.preview ? undefined : { language: input.language ?? 'uz' } };
  const after = call.afterCommit.length;
  await call.client.query('savepoint enrolling');
  for (const application of applications) {
    await call.client.query('savepoint one');
    try {
      const done: Enrolled = await enrollOne(call, application, options);
      made.push(done);
      const { entry_id: _, ...told } = done;
      rows.push({ ...told, code: null, message: null });
    } catch (error) {
      const refusal = refusalIn(error);
      // One alone is answered with its own words.
      if (!refusal || (applications.length === 1 && !input.preview)) throw error;
      await call.client.query('rollback to savepoint one');
      rows.push({
        id: application.id,
        number: application.number,
        name: application.applicant_name,
        student_id: null,
        student_no: null,
        group: null,
        steps: [],
        code: refusal.code,
        message: message(call.locale, refusal.code, refusal.data),
      });
    }
    await call.client.query('release savepoint one');
    if (rows.length % 20 === 0) await progress(rows.length);
  }
  const faults = rows.filter((row) => row.code !== null);
  if (faults.length === 0) await orderAdmissions(call, made, options);
  if (input.preview) {
    await call.client.query('rollback to savepoint enrolling');
    call.afterCommit.length = after;
  } else if (faults.length)
    throw fail('ENROLL_REFUSED', {
      count: faults.length,
      faults: faults.map(({ id, name, code, message: text }) => ({ id, name, code, message: text })),
    });
  return rows;
}

export async function enrollApplicants(call: Call, input: z.infer<typeof enrollInput>): Promise<Answer> {
  const ids = [...new Set(input.application_ids)];
  if (ids.length > mostWhileWaiting) {
    const job = await startJob(call, jobKind, { ...input, application_ids: ids }, ids.length);
    return { enrolled: 0, rows: [], job: { id: job.id, kind: job.kind } };
  }
  const rows = await enrollMany(call, { ...input, application_ids: ids }, async () => undefined);
  return { enrolled: input.preview ? 0 : rows.length, rows, job: null };
}

/** The same as long work; its receipt is the list of what happened, or of what would. */
export const enrollJob: JobHandler = {
  async run(job) {
    const input = enrollInput.parse(job.input);
    const total = input.application_ids.length;
    const rows = await enrollMany(callOf(job), input, (done) => job.progress(done, total));
    return { preview: input.preview ?? false, enrolled: input.preview ? 0 : rows.length, rows };
  },
  async undo(job) {
    const { preview, rows } = job.receipt as { preview: boolean; rows: Row[] };
    if (preview) throw fail('JOB_NOT_UNDOABLE');
    const call = callOf(job);
    await undoEnrollments(
      call,
      rows.map((row) => row.id),
      message(call.locale, 'enrollment_taken_back'),
    );
  },
};
