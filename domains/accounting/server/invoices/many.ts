import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { callOf, inPart, startJob, undoneByJob } from '#platform/server/work/jobs.ts';
import { type invoiceSkips, type manyAnswer, manyInvoices } from '../../contract/invoices.ts';
import { sumOf } from '../../money.ts';
import { studentDebits } from '../tables.ts';
import { creditInvoices } from './credit.ts';
import { amountOf, type Draft } from './drafts.ts';
import { dueOf, issueInvoices, languagesOf, numbersOf, openDebits } from './issue.ts';
import { invoices } from './tables.ts';

/**
 * Invoices for many students at once: looked at first, issued as a job, taken back as another by credit notes over what is
 * open. Both go part by part, each in a transaction of its own in which its people wait: so a payment comes before an invoice
 * and is taken off it, or after and lessens it, and nobody waits for a number until all are done. What was taken up again
 * goes on where it stopped: who was asked already is passed over.
 */

type Input = z.infer<typeof manyInvoices>;
type Skip = (typeof invoiceSkips)[number];
const block = 200;
const shown = 100;

async function planOf(call: Call, input: Input): Promise<{ drafts: Draft[]; skipped: Map<Skip, number> }> {
  const today = await todayOf(call);
  const of = sql`${studentDebits.student_id} in (select s.id from ${students} s where s.deleted_at is null
    and ${input.course_id ? sql`s.course_id = ${input.course_id}` : sql`true`}
    and ${input.level ? sql`s.level = ${input.level}` : sql`true`}
    and ${input.student_ids ? sql`s.id = any(${sql.param(input.student_ids)}::int[])` : sql`true`})`;
  const debits = await openDebits(call, sql`${studentDebits.due_on} <= ${input.due_until} and ${of}`);
  const ids = [...new Set(debits.map((one) => one.student_id))];
  const named = input.student_ids ? [...new Set(input.student_ids)] : [];
  const people = new Map(
    (
      await call.db
        .select({
          id: students.id,
          account_id: students.account_id,
          full_name: students.full_name,
          student_no: students.student_no,
        })
        .from(students)
        .where(inArray(students.id, [...new Set([...ids, ...named])]))
    ).map((row) => [row.id, row]),
  );
  const skipped = new Map<Skip, number>();
  const skip = (code: Skip, more: number) => {
    if (more > 0) skipped.set(code, (skipped.get(code) ?? 0) + more);
  };
  const languages = input.language ? undefined : await languagesOf(call, ids);
  const owing = new Set(ids);
  skip('UNKNOWN_REFERENCE', named.filter((id) => !people.has(id)).length);
  skip('NOTHING_OWED', named.filter((id) => people.has(id) && !owing.has(id)).length);
  const numbers = await numbersOf(
    call,
    debits.map((one) => one.contract_id),
  );
  const drafts: Draft[] = [];
  for (const group of Map.groupBy(debits, (one) => `${one.student_id} ${one.contract_id}`).values()) {
    const open = group.filter((one) => !one.invoiced);
    const { student_id, contract_id } = group[0]!;
    if (open.length === 0) skip('INVOICED', 1);
    else {
      const parts = open.map((debit) => ({ debit, amount: debit.left }));
      drafts.push({
        student: people.get(student_id)!,
        contract: numbers.get(contract_id ?? 0) ?? null,
        parts,
        language: input.language ?? languages?.get(student_id) ?? 'uz',
        due_on: dueOf(parts, today),
      });
    }
  }
  drafts.sort((a, b) => a.student.full_name.localeCompare(b.student.full_name) || a.student.id - b.student.id);
  return { drafts, skipped };
}

/** What would be issued, and, without `preview`, the job that does it. */
export async function issueMany(call: Call, input: Input): Promise<z.infer<typeof manyAnswer>> {
  const { drafts, skipped } = await planOf(call, input);
  const { preview, ...rest } = input;
  const job = preview || drafts.length === 0 ? null : await startJob(call, 'invoices.issue', rest, drafts.length);
  return {
    job_id: job?.id ?? null,
    count: drafts.length,
    amount: sumOf(drafts.reduce((sum, draft) => sum + amountOf(draft), 0)),
    invoices: drafts.slice(0, shown).map((draft) => ({
      student_id: draft.student.id,
      name: draft.student.full_name,
      student_no: draft.student.student_no,
      contract: draft.contract?.number ?? null,
      due_on: draft.due_on,
      amount: sumOf(amountOf(draft)),
    })),
    skipped: [...skipped].map(([code, times]) => ({ code, count: times })),
  };
}

/** As many of these as follow one another in the list. */
const blocksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / block) }, (_, at) => all.slice(at * block, (at + 1) * block));

const issuedBy = async (call: Call, job_id: number): Promise<number> =>
  (await call.db.select({ count: count() }).from(invoices).where(eq(invoices.job_id, job_id)))[0]!.count;

export const invoicesJob: JobHandler = {
  parts: true,

  async run(context) {
    const call = callOf(context);
    await call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [
      'invoices.issue',
      context.institution_id,
    ]);
    const input = manyInvoices.parse(context.input);
    const issued = () => issuedBy(call, context.job_id);
    const { drafts } = await planOf(call, input);
    // What was issued before the job was taken up again.
    const before = await issued();
    let done = before;
    for (const people of blocksOf([...new Set(drafts.map(({ student }) => student.id))])) {
      done += await inPart(context, 'invoices.issue', async (part) => {
        await part.db
          .select({ id: students.id })
          .from(students)
          .where(inArray(students.id, people))
          .orderBy(students.id)
          .for('no key update');
        const { drafts: some } = await planOf(part, { ...input, student_ids: people });
        await issueInvoices(part, some, { job_id: context.job_id });
        await notifyEach(
          part,
          some.flatMap((draft) =>
            draft.student.account_id === null
              ? []
              : [
                  {
                    account_id: draft.student.account_id,
                    title: titleOf('notice_invoice', {
                      sum: sumOf(amountOf(draft)),
                      day: draft.due_on.split('-').toReversed().join('.'),
                    }),
                  },
                ],
          ),
          { type: 'invoice', link: '/accounting/contract' },
        );
        return some.length;
      });
      await context.progress(done, Math.max(done, before + drafts.length));
    }
    return { new: await issued() };
  },

  async undo(context) {
    const done = await issuedBy(callOf(context), context.job_id);
    await undoneByJob(context, 'invoices.credit', { of: context.job_id }, done);
  },
};

const open = gt(invoices.left, 0);

export const creditsJob: JobHandler = {
  async run(context) {
    const of = Number(context.input.of);
    const call = callOf(context);
    const rows = await call.db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.job_id, of), open))
      .orderBy(invoices.id);
    let credited = 0;
    for (const ids of blocksOf(rows.map(({ id }) => id))) {
      credited += await inPart(context, 'invoices.credit', (part) =>
        creditInvoices(part, ids, (locale) => message(locale, 'invoices_undone')),
      );
      await context.progress(credited, Math.max(credited, rows.length));
    }
    return { credited };
  },
};
