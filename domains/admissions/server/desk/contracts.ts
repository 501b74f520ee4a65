import { eq } from 'drizzle-orm';
import { offerContract, signedOnPaper, withdrawContract } from '#domains/accounting/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import type { ApplicationState } from '../../workflow.ts';
import type { ApplicationRow } from '../tables.ts';
import { guests } from '../tables.ts';

/** A place for which one pays has a contract, which follows the steps of the application; the other way: `follow-contracts.ts`. */

/** What a step of the application means for its contract. Errors: NO_AGREEMENT where a place is offered that nothing is written for. */
export async function contractFollows(
  call: Call,
  row: ApplicationRow,
  to: ApplicationState,
  note: { reason?: string | undefined; deadline_on?: string | null | undefined },
): Promise<void> {
  if (row.flavour !== 'plain' && row.flavour !== 'general') return;
  const of = { application_id: row.id };
  if (to === 'OFFERED' && row.decision_tuition !== 'GRANT') await offerTo(call, row, note.deadline_on);
  else if (to === 'CONTRACT_ACCEPTED') await signedOnPaper(call, of);
  else if (to === 'WITHDRAWN' || to === 'EXPIRED')
    await withdrawContract(call, {
      ...of,
      reason: note.reason ?? message(call.locale, `application_state.${to}`),
    });
}

async function offerTo(call: Call, row: ApplicationRow, until: string | null | undefined): Promise<void> {
  const [person] = await call.db.select().from(guests).where(eq(guests.id, row.guest_id));
  const [course] = await call.db
    .select({ level: courses.level })
    .from(courses)
    .where(eq(courses.id, row.course_id ?? 0));
  if (!person || !course || row.academic_year_id === null) return;
  await offerContract(call, {
    application_id: row.id,
    account_id: person.account_id,
    name: person.full_name,
    passport: person.passport_id,
    phone: person.phone,
    level: course.level,
    academic_year_id: row.academic_year_id,
    course_id: row.course_id,
    education_form_id: row.education_form_id,
    study_language: row.language,
    accept_until: until ?? row.deadline_on,
  });
}
