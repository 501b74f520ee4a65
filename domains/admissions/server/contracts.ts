import { and, eq, isNull } from 'drizzle-orm';
import {
  type ContractListener,
  offerContract,
  signedOnPaper,
  withdrawContract,
} from '#domains/accounting/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import type { Call } from '#platform/server/context.ts';
import { message } from '#platform/server/messages.ts';
import type { ApplicationState } from '../workflow.ts';
import type { ApplicationRow } from './applications.ts';
import { applications, guests } from './tables.ts';

/** A place for which one pays has a contract: the steps of the application and the life of the contract follow each other. */

/** What a step of the application means for its contract. Errors: NO_AGREEMENT where a place is offered that nothing is written for. */
export async function contractFollows(
  call: Call,
  row: ApplicationRow,
  to: ApplicationState,
  note: { reason?: string | undefined; deadline_on?: string | null | undefined },
): Promise<void> {
  if (row.flavour !== 'plain' && row.flavour !== 'general') return;
  const of = { application_id: row.id };
  if (to === 'OFFERED' && row.decision_tuition !== 'GRANT') await offer(call, row, note.deadline_on);
  else if (to === 'CONTRACT_ACCEPTED') await signedOnPaper(call, of);
  else if (to === 'WITHDRAWN' || to === 'EXPIRED')
    await withdrawContract(call, {
      ...of,
      reason: note.reason ?? message(call.locale, `application_state.${to}`),
    });
}

async function offer(call: Call, row: ApplicationRow, until: string | null | undefined): Promise<void> {
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

type Follow = (call: Call, row: ApplicationRow, to: ApplicationState, reason?: string) => Promise<ApplicationRow>;

/** What a contract means for its application: accepted, declined, paid as much as is asked for. */
export function applicationFollows(follow: Follow): ContractListener {
  const step = async (call: Call, id: number, from: ApplicationState, to: ApplicationState, reason?: string) => {
    const [row] = await call.db
      .select()
      .from(applications)
      .where(and(eq(applications.id, id), isNull(applications.deleted_at)))
      .for('update');
    // It may have gone on by the hand of an officer.
    if (row?.status === from) await follow(call, row, to, reason);
  };
  return {
    accepted: (call, { application_id }) => step(call, application_id, 'OFFERED', 'CONTRACT_ACCEPTED'),
    declined: (call, { application_id, reason }) => step(call, application_id, 'OFFERED', 'WITHDRAWN', reason),
    paid: async (call, { application_id, enough }) => {
      if (enough) await step(call, application_id, 'CONTRACT_ACCEPTED', 'PAID');
    },
  };
}
