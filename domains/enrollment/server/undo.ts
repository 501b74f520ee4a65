import { and, eq, inArray, isNull } from 'drizzle-orm';
import { releaseContract } from '#domains/accounting/server/index.ts';
import { type ApplicationRow, reopenOtherApplications, takeFollowingStep } from '#domains/admissions/server/index.ts';
import { unseat } from '#domains/groups/server/index.ts';
import { askFor, grantRole, takeRole } from '#domains/identity/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { dismiss, forgetAdmission, takePapersBack, undoReadmission } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { tableTitle } from '#platform/server/call/messages.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { entryWorkflow } from '../workflow.ts';
import { lockApplications, lockEnrolling } from './pipeline.ts';
import { enrollmentEntries, enrollments } from './tables.ts';

/** The way back from student to applicant: whole, and only while nothing hangs on the student. */

/** Errors: NOT_ENROLLED_HERE, ENROLLMENT_TOUCHED with what hangs on it, and those of contracts. */
async function undoEnrollment(call: Call, row: ApplicationRow, reason: string): Promise<void> {
  const [entry] = await call.db
    .select()
    .from(enrollmentEntries)
    .where(and(eq(enrollmentEntries.application_id, row.id), isNull(enrollmentEntries.deleted_at)))
    .for('update');
  const { receipt, student_id } = entry ?? {};
  if (!entry || !receipt || !student_id || row.status !== 'ENROLLED')
    throw fail('NOT_ENROLLED_HERE', { number: row.number });
  const touched = (tables: string[]) =>
    fail('ENROLLMENT_TOUCHED', {
      name: row.applicant_name,
      student_id,
      what: tables.map((table) => tableTitle(call.locale, table)).join(', '),
    });
  if (receipt.contract_id !== null) await releaseContract(call, { student_id });
  if (receipt.group_member_id !== null) await unseat(call, receipt.group_member_id);
  if (receipt.enrollment_id !== null) {
    const [year] = await call.db
      .delete(enrollments)
      .where(and(eq(enrollments.id, receipt.enrollment_id), inArray(enrollments.status, ['PLANNED', 'ACTIVE'])))
      .returning({ id: enrollments.id });
    if (!year) throw touched(['enrollments']);
  }
  const restored = receipt.again?.kind === 'readmitted';
  if (receipt.change_id && !restored) await forgetAdmission(call, student_id, receipt.change_id, reason);
  const again = entry.status === 'COMPLETED';
  await call.db
    .update(enrollmentEntries)
    .set({
      student_id: null,
      receipt: null,
      ...(again ? { status: 'REQUIRED' as const, completed_at: null } : {}),
    })
    .where(eq(enrollmentEntries.id, entry.id));
  if (again)
    await recordTransition(call, entryWorkflow.entity, [{ id: entry.id, from: 'COMPLETED' }], 'REQUIRED', { reason });
  const { student_version: version, at } = receipt;
  await takePapersBack(call, receipt.paper_ids ?? []);
  const held = receipt.again
    ? await undoReadmission(call, {
        id: student_id,
        version,
        at,
        again: receipt.again,
        reason,
        change_id: receipt.change_id ?? undefined,
      })
    : await dismiss(call, student_id, version);
  if (held.length) throw touched(held);
  // Whose record had no account before is nobody to that account again.
  if (restored && receipt.again?.before.account_id === null) await takeRole(call, entry.account_id, 'FORMER_STUDENT');
  if (!receipt.had_role) await takeRole(call, entry.account_id, receipt.role);
  if (receipt.took_role) await grantRole(call, entry.account_id, receipt.took_role);
  if (receipt.was_guest) await grantRole(call, entry.account_id, 'GUEST_USER');
  if (again) await askFor(call, entry.account_id, 'ENROLLMENT_REQUIRED');
  await takeFollowingStep(call, row, receipt.from, reason);
  await reopenOtherApplications(call, receipt.closed);
  await notify(call, [entry.account_id], {
    type: 'enrollment',
    title: titleOf('notice_enrollment_undone', { number: row.number }),
    link: '/home',
  });
}

/** All of them or none. Answers how many. */
export async function undoEnrollments(call: Call, ids: readonly number[], reason: string): Promise<number> {
  await lockEnrolling(call);
  const rows = await lockApplications(call, ids);
  for (const row of rows) await undoEnrollment(call, row, reason);
  return rows.length;
}
