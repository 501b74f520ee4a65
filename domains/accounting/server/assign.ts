import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { callOf, startJob } from '#platform/server/work/jobs.ts';
import { sumOf } from '../money.ts';
import { type assigned, assignment } from '../shapes.ts';
import { type AgreementRow, usualTerms } from './agreements.ts';
import { agreementFits } from './contracts.ts';
import { insertContracts, type Terms } from './issue.ts';
import { unassignContracts } from './new-year.ts';
import { foreignOf } from './rates/rates.ts';
import { contractAgreements } from './tables.ts';
import { withVat } from './vat/vat.ts';

/** Contracts for many students at once: looked at first, issued as a job, taken back while nobody has accepted. */

type Input = z.infer<typeof assignment>;
type StudentRow = typeof students.$inferSelect;
const block = 500;
const shown = 100;

interface Plan {
  agreement: AgreementRow;
  terms: Terms;
  people: StudentRow[];
  skipped: Map<string, number>;
}

async function planOf(call: Call, input: Input): Promise<Plan> {
  const found = await call.db
    .select()
    .from(contractAgreements)
    .where(and(eq(contractAgreements.id, input.agreement_id), isNull(contractAgreements.deleted_at)));
  const [agreement] = await withVat(call, found);
  if (!agreement) throw failField('agreement_id', 'UNKNOWN_REFERENCE');
  if (agreement.status !== 'PUBLISHED') throw fail('NO_AGREEMENT');
  const [terms] = await usualTerms(call, [agreement]);
  const named = input.student_ids;
  const rows = await call.db
    .select()
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        named
          ? inArray(students.id, named.length ? named : [0])
          : and(
              eq(students.level, agreement.level),
              eq(students.status, 'ACTIVE'),
              eq(students.tuition, 'CONTRACT'),
              agreement.course_id === null ? undefined : eq(students.course_id, agreement.course_id),
              agreement.education_form_id === null
                ? undefined
                : eq(students.education_form_id, agreement.education_form_id),
              agreement.language === null ? undefined : eq(students.study_language, agreement.language),
            ),
        input.entry_year === undefined ? undefined : eq(students.entry_year, input.entry_year),
      ),
    )
    .orderBy(asc(students.full_name), asc(students.id))
    .limit(20_000);
  const { rows: held } = await call.client.query<{ student_id: number }>(
    `select student_id from contracts where student_id = any($1) and academic_year_id = $2 and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED')`,
    [rows.map((row) => row.id), agreement.academic_year_id],
  );
  const has = new Set(held.map((row) => row.student_id));
  const skipped = new Map<string, number>();
  const skip = (code: string, count = 1) => {
    if (count > 0) skipped.set(code, (skipped.get(code) ?? 0) + count);
    return false;
  };
  skip('UNKNOWN_REFERENCE', named ? new Set(named).size - rows.length : 0);
  const people = rows.filter((row) =>
    has.has(row.id)
      ? skip('CONTRACT_EXISTS')
      : row.tuition === 'GRANT'
        ? skip('GRANT')
        : row.status !== 'ACTIVE'
          ? skip('NOT_STUDYING')
          : agreementFits(agreement, row) || skip('AGREEMENT_FOR_OTHERS'),
  );
  return { agreement, terms: terms!, people, skipped };
}

/** What would be issued, and, without `preview`, the job that does it. Errors: NO_AGREEMENT, RATE_MISSING, RATE_SUM. */
export async function assign(call: Call, input: Input): Promise<z.infer<typeof assigned>> {
  const { terms, people, skipped } = await planOf(call, input);
  const { preview, ...rest } = input;
  const job = preview || people.length === 0 ? null : await startJob(call, 'contracts.assign', rest, people.length);
  return {
    job_id: job?.id ?? null,
    count: people.length,
    amount: sumOf(people.length * terms.amount),
    foreign: foreignOf(terms.foreign),
    students: people.slice(0, shown).map((row) => ({ id: row.id, name: row.full_name, student_no: row.student_no })),
    skipped: [...skipped].map(([code, count]) => ({ code, count })),
  };
}

export const assignJob: JobHandler = {
  async run(context) {
    const call = callOf(context);
    await call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [
      'contracts.assign',
      context.institution_id,
    ]);
    const input = assignment.parse(context.input);
    const { agreement, terms, people } = await planOf(call, input);
    const new_ids: number[] = [];
    for (let at = 0; at < people.length; at += block) {
      new_ids.push(
        ...(await insertContracts(
          call,
          agreement,
          people.slice(at, at + block).map((row) => ({
            student_id: row.id,
            student_no: row.student_no,
            application_id: null,
            account_id: row.account_id,
            name: row.full_name,
            passport: row.passport_id,
            phone: row.contact_phone,
            course_id: row.course_id,
            education_form_id: row.education_form_id,
            study_language: row.study_language,
            terms,
          })),
          { status: 'ISSUED', accept_until: input.accept_until ?? null },
        )),
      );
      await context.progress(new_ids.length, people.length);
    }
    return { new: new_ids.length, new_ids };
  },

  async undo(context) {
    const call = callOf(context);
    const ids = (context.receipt.new_ids as number[] | undefined) ?? [];
    if ((await unassignContracts(call, ids)).length) throw fail('IMPORT_TOUCHED');
  },
};
