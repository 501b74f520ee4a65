import { and, eq, isNull } from 'drizzle-orm';
import { issuedDocumentOf, issuedDocuments, replaceDocument, shownCode } from '#domains/credentials/server/index.ts';
import { checkAnswers, claimAnswers } from '#domains/questions/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import type { contract } from '../contract.ts';
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
  const { form } = await offeredType(call, input.type_id, student.status);
  if (!form.paper) throw fail('REQUEST_NOT_OFFERED');
  const language = input.language ?? form.languages[0] ?? 'uz';
  if (!form.languages.includes(language)) throw failField('language', 'REQUEST_NOT_OFFERED');
  const facts = (await factsOf(call, student))[language];
  const fields = fieldsOf(form.sections);
  const { answers, faults } = checkAnswers(fields, input.answers ?? {}, true, facts);
  if (faults.length) throw fail('REQUEST_INCOMPLETE', { fields: faults });
  await claimAnswers(call, fields, answers, {});
  if (input.replaces !== undefined) {
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
  if (input.replaces !== undefined) await replaceDocument(call, input.replaces, row, input.reason ?? '');
  const { id, number, issued_at } = row;
  return { id, number, check_code: shownCode(row.check_code), language: row.language, issued_at };
}
