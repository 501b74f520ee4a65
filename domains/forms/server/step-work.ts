import { eq } from 'drizzle-orm';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { contract } from '../contract.ts';
import { changeRecord } from './changes.ts';
import { asChosen } from './choices.ts';
import { makePaper } from './papers.ts';
import { type RequestRow, type StepRow, studentRow } from './requests.ts';
import { type formRequests, forms } from './tables.ts';
import { fieldsOf } from './versions.ts';

interface Worked {
  changes?: Partial<typeof formRequests.$inferInsert>;
  outcome?: string[];
}

/** What the step does besides letting the request go on. */
export async function work(
  call: Call,
  row: RequestRow,
  step: StepRow,
  input: Pick<InputOf<typeof contract.request.change_status>, 'decision'>,
): Promise<Worked> {
  if (step.action === 'CHANGE' && step.change) {
    const { order, lines } = await changeRecord(call, row, step.change, input.decision);
    if (!order) return { outcome: lines };
    return {
      changes: { document_id: order.id },
      outcome: [message(call.locale, 'changed.ORDER', { number: order.number }), ...lines],
    };
  }
  if (step.action !== 'DOCUMENT') return {};
  const [form] = await call.db.select().from(forms).where(eq(forms.id, row.form_id));
  if (!form?.paper) return {};
  const paper = await makePaper(call, {
    template: form.paper,
    language: row.language,
    student: await studentRow(call, row.student_id),
    fields: row.facts ? asChosen(fieldsOf(form.sections), row.answers, row.facts) : fieldsOf(form.sections),
    answers: row.answers,
    facts: row.facts?.[row.language] ?? {},
  });
  return { changes: { document_id: paper.id, expires_on: paper.valid_until } };
}
