import { and, desc, eq } from 'drizzle-orm';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import type { Answers } from '#domains/questions/server/index.ts';
import { changeLife, saveStudent, studentById } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { ChainStep } from '../shapes.ts';

/** A step that changes the record does it by the command of whoever owns the record, with the rights of who does the step. */

interface Asked {
  student_id: number;
  number: string;
  answers: Answers;
}

/** Answers the order that was written, where there is one. Errors: those of the change itself. */
export async function changeRecord(
  call: Call,
  request: Asked,
  change: NonNullable<ChainStep['change']>,
): Promise<number | null> {
  const told = (name: string): string | undefined => {
    const answer = request.answers[change.with[name] ?? ''];
    return typeof answer === 'string' && answer !== '' ? answer : undefined;
  };
  if (change.kind === 'NAME') {
    const student = await studentById(call, request.student_id);
    await saveStudent(call, {
      id: student.id,
      version: student.version,
      lastname: told('lastname') ?? student.lastname,
      firstname: told('firstname') ?? student.firstname,
      midname: told('midname') ?? student.midname,
    });
    return null;
  }
  const answer = await changeLife(call, {
    ids: [request.student_id],
    kind: change.kind,
    reason: told('reason') ?? message(call.locale, 'change_by_request', { number: request.number }),
    starts_on: told('starts_on'),
    ends_on: told('ends_on'),
  });
  if (!answer.change?.document) return null;
  const [order] = await call.db
    .select({ id: issuedDocuments.id })
    .from(issuedDocuments)
    .where(and(eq(issuedDocuments.student_id, request.student_id), eq(issuedDocuments.kind, 'ORDER')))
    .orderBy(desc(issuedDocuments.id))
    .limit(1);
  return order?.id ?? null;
}
