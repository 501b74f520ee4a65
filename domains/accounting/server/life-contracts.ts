import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { LifePerson } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import type { Tiyin } from '../money.ts';
import { boundStates, type ContractState, openStates } from '../workflow.ts';
import { askNoMore } from './issue.ts';
import { daysBetween } from './plans.ts';
import { contracts, studentDebits } from './tables.ts';

/** The contracts of people whose life changes, and what was earned of them. */

export const standing: readonly ContractState[] = ['DRAFT', ...openStates, ...boundStates];
/** Of who is on leave also what is paid already: whoever leaves from there owes nothing for the time away. */
export const binding: readonly ContractState[] = ['ACTIVE', 'FULFILLED'];

export const contractsOf = (call: Call, people: readonly LifePerson[], states: readonly ContractState[]) =>
  call.db
    .select({
      id: contracts.id,
      student_id: sql<number>`${contracts.student_id}`,
      number: contracts.number,
      account_id: contracts.account_id,
      level: contracts.level,
      amount: contracts.amount,
      agreement_id: contracts.agreement_id,
      supersedes_id: contracts.supersedes_id,
      status: contracts.status,
      fine_stops_on: contracts.fine_stops_on,
      earned_before: contracts.earned_before,
      earns_from: contracts.earns_from,
      academic_year_id: contracts.academic_year_id,
      year: academicYears.name,
      starts_on: academicYears.starts_on,
      ends_on: academicYears.ends_on,
    })
    .from(contracts)
    .innerJoin(academicYears, eq(academicYears.id, contracts.academic_year_id))
    .where(
      and(
        inArray(
          contracts.student_id,
          people.map(({ id }) => id),
        ),
        inArray(contracts.status, [...states]),
        isNull(contracts.deleted_at),
      ),
    )
    .orderBy(contracts.id);
export type Running = Awaited<ReturnType<typeof contractsOf>>[number];

/** What a contract stands for until a day, of all that it was to bring: by the days of its academic year. */
export function earnedShare(owed: Tiyin, year: { starts_on: string; ends_on: string }, day: string): Tiyin {
  const whole = daysBetween(year.starts_on, year.ends_on) + 1;
  const studied = Math.min(whole, Math.max(0, daysBetween(year.starts_on, day)));
  return Math.floor((owed * studied) / whole);
}

/** The same of one contract, of which a part may have been earned before it, and the rest from a day of the year on. */
export function earnedOf(
  {
    earned_before,
    earns_from,
    starts_on,
    ends_on,
  }: Pick<Running, 'earned_before' | 'earns_from' | 'starts_on' | 'ends_on'>,
  owed: Tiyin,
  day: string,
): Tiyin {
  const before = Math.min(earned_before, owed);
  return before + earnedShare(owed - before, { starts_on: earns_from ?? starts_on, ends_on }, day);
}

export const instalmentsOf = (call: Call, of: readonly Running[]) =>
  call.db
    .select({
      id: studentDebits.id,
      student_id: studentDebits.student_id,
      contract_id: sql<number>`${studentDebits.contract_id}`,
      due_on: studentDebits.due_on,
      amount: studentDebits.amount,
      total: studentDebits.total,
      paid: studentDebits.paid,
    })
    .from(studentDebits)
    .where(
      and(
        inArray(
          studentDebits.contract_id,
          of.map(({ id }) => id),
        ),
        eq(studentDebits.kind, 'TUITION'),
        isNull(studentDebits.deleted_at),
      ),
    )
    .orderBy(studentDebits.contract_id, studentDebits.due_on, studentDebits.id);

/** They end with a day: no fine grows from then on, and nobody is asked to accept them. */
export async function endContracts(call: Call, running: readonly Running[], day: string, note: TransitionNote) {
  const kept = await changeKept(
    call.client,
    'contracts',
    running.map(({ id, fine_stops_on }) => ({
      id,
      fine_stops_on: fine_stops_on ?? day,
      status: 'TERMINATED',
      status_at: clock.date().toISOString(),
    })),
  );
  await recordTransition(
    call,
    'contract',
    running.map(({ id, status }) => ({ id, from: status })),
    'TERMINATED',
    note,
  );
  await askNoMore(call, running);
  const lines = running.map(({ student_id, number }) => ({ student_id, code: 'TERMINATED', values: { number } }));
  return { kept, lines };
}
