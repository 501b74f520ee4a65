import { and, eq, isNull } from 'drizzle-orm';
import { chargePaper, movePaperFee } from '#domains/accounting/server/index.ts';
import { issuedDocumentOf, issuedDocuments, replaceDocument, shownCode } from '#domains/credentials/server/index.ts';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { checkAnswers, claimAnswers } from '#domains/questions/server/index.ts';
import { demandUnheld, students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { contract } from '../contract.ts';
import { payDays } from './clock.ts';
import { factsOf } from './facts.ts';
import { makePaper } from './papers.ts';
import { offeredType } from './types.ts';
import { fieldsOf } from './versions.ts';

/** A paper at the counter, of whoever stands there: the same words and facts as by a request. */

/** Errors: REQUEST_NOT_OFFERED, REQUEST_INCOMPLETE with what is not answered, UNKNOWN_REFERENCE, REASON_REQUIRED. */
export async function issueCertificate(
  call: Call,
  input: InputOf<typeof contract.certificate>,
): Promise<OutputOf<typeof contract.certificate>> {
  const [student] = await call.db
    .select()
    .from(students)
    .where(
      and(eq(students.id, input.student_id), isNull(students.deleted_at), studentsInReach(call, 'certificate.issue')),
    );
  if (!student) throw failField('student_id', 'UNKNOWN_REFERENCE');
  const { form, type } = await offeredType(call, input.type_id, student.status);
  if (!form.paper) throw fail('REQUEST_NOT_OFFERED');
  const language = input.language ?? form.languages[0] ?? 'uz';
  if (!form.languages.includes(language)) throw failField('language', 'REQUEST_NOT_OFFERED');
  const facts = (await factsOf(call, student))[language];
  const fields = fieldsOf(form.sections);
  const { answers, faults } = checkAnswers(fields, input.answers ?? {}, true, facts);
  if (faults.length) throw fail('REQUEST_INCOMPLETE', { fields: faults });
  await claimAnswers(call, fields, answers, {});
  // What was wrong is put right whatever is owed.
  if (input.replaces === undefined) await demandUnheld(call, 'CERTIFICATE', [student.id]);
  else {
    const [before] = await call.db
      .select({ id: issuedDocuments.id })
      .from(issuedDocuments)
      .where(
        and(
          eq(issuedDocuments.id, input.replaces),
          eq(issuedDocuments.student_id, student.id),
          eq(issuedDocuments.kind, form.paper.kind),
          eq(issuedDocuments.status, 'VALID'),
        ),
      )
      .for('update');
    if (!before) throw failField('replaces', 'UNKNOWN_REFERENCE');
    if (!input.reason) throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  }
  const paper = await makePaper(call, { template: form.paper, language, student, fields, answers, facts });
  const row = await issuedDocumentOf(call, paper.id);
  if (input.replaces !== undefined) {
    await replaceDocument(call, input.replaces, row, input.reason ?? '');
    await movePaperFee(call, input.replaces, row.id);
  }
  const { id, number, issued_at } = row;
  // What was wrong is put right for nothing.
  const fee = input.replaces === undefined && Number(form.fee) > 0 ? form.fee : null;
  if (fee)
    await chargePaper(call, {
      document_id: id,
      student_id: student.id,
      number,
      what: type.title,
      fee,
      due_on: await workingDayAfter(call, await todayOf(call), payDays),
    });
  return { id, number, check_code: shownCode(row.check_code), language: row.language, issued_at, fee };
}
