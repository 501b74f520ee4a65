import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { tell } from '#platform/server/hooks.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { shareOf, sumOf, type Tiyin } from '../money.ts';
import { type ContractState, openStates } from '../workflow.ts';
import { type AgreementRow, agreementFor, type StudyFacts, usualTerms } from './agreements.ts';
import { billSettled, contractPaid } from './hooks.ts';
import type { Plan } from './plans.ts';
import type { Price } from './rates/rates.ts';
import { contracts, payments, studentDebits } from './tables.ts';

/** How contracts come to be, pass to students, begin to be owed, and are let go again. */

export type ContractRow = typeof contracts.$inferSelect;

/** The action that a person must take first, by level. */
export const actionOf = (level: string | null): string =>
  level === 'BACHELOR' ? 'BS_CONTRACT_ACCEPTANCE_REQUIRED' : 'MS_CONTRACT_ACCEPTANCE_REQUIRED';
const pageOf = (level: string | null): string => (level === 'BACHELOR' ? '/bachelor/contracts' : '/master/contracts');

/** `K-2026-000001` and on, without gaps. */
export async function nextContractNumbers(call: Call, count: number): Promise<string[]> {
  if (count === 0) return [];
  const year = Number((await todayOf(call)).slice(0, 4));
  const { rows } = await call.client.query<{ last: number }>(
    `insert into contract_numbers (year, last) values ($1, $2)
     on conflict (institution_id, year) do update set last = contract_numbers.last + excluded.last returning last`,
    [year, count],
  );
  const first = rows[0]!.last - count + 1;
  return Array.from({ length: count }, (_, at) => `K-${year}-${String(first + at).padStart(6, '0')}`);
}

export const contractSearch = (number: string, name: string, student_no?: string | null): string =>
  [number, name, student_no].filter(Boolean).join(' ').toLowerCase();

export interface Party {
  student_id: number | null;
  student_no?: string | null;
  application_id: number | null;
  account_id: number | null;
  name: string;
  passport?: string | null;
  phone?: string | null;
  course_id: number | null;
  education_form_id: number | null;
  study_language: string | null;
  /** The contract whose place this one takes. */
  supersedes_id?: number | null;
  terms: Terms;
}

/** What a contract asks, when, and what of it was earned before it. */
export interface Terms extends Price {
  plan: Plan;
  earned_before: Tiyin;
  earns_from: string | null;
}

/** Contracts of one agreement for however many people, in the order given; a handful of statements. Answers their ids. */
export async function insertContracts(
  call: Call,
  agreement: AgreementRow,
  parties: readonly Party[],
  more: {
    status: 'DRAFT' | 'ISSUED';
    number?: string;
    accept_until?: string | null;
    supersedes_id?: number | null;
    /** The day on which a draft goes out by itself. */
    issues_on?: string;
  },
): Promise<number[]> {
  if (parties.length === 0) return [];
  const numbers = more.number ? [more.number] : await nextContractNumbers(call, parties.length);
  const today = await todayOf(call);
  const ids = await insertAll(
    call.client,
    'contracts',
    parties.map((party, at) => {
      const { amount, foreign, plan, earned_before, earns_from } = party.terms;
      return {
        number: numbers[at]!,
        agreement_id: agreement.id,
        type: agreement.type,
        student_id: party.student_id,
        application_id: party.application_id,
        account_id: party.account_id,
        payer_name: party.name,
        payer: {
          ...(party.passport ? { passport: party.passport } : {}),
          ...(party.phone ? { phone: party.phone } : {}),
        },
        level: agreement.level,
        academic_year_id: agreement.academic_year_id,
        course_id: party.course_id,
        education_form_id: party.education_form_id,
        study_language: party.study_language,
        amount,
        ...foreign,
        plan,
        earned_before,
        earns_from,
        deadline: plan.at(-1)!.due_on,
        fine: agreement.fine,
        minimum_share: agreement.minimum_share,
        accept_until: more.accept_until ?? null,
        supersedes_id: party.supersedes_id ?? more.supersedes_id ?? null,
        status: more.status,
        issued_on: more.status === 'ISSUED' ? today : null,
        issues_on: more.issues_on ?? null,
        search: contractSearch(numbers[at]!, party.name, party.student_no),
      };
    }),
  );
  await recordTransition(
    call,
    'contract',
    ids.map((id) => ({ id, from: null })),
    more.status,
    {},
  );
  if (more.status === 'ISSUED') await askToAccept(call, ids);
  return ids;
}

/** Lets the people of issued contracts know, and asks them to accept before anything else. */
export async function askToAccept(call: Call, ids: readonly number[]): Promise<void> {
  const rows = await call.db
    .select({
      account: contracts.account_id,
      level: contracts.level,
      number: contracts.number,
      amount: contracts.amount,
      until: contracts.accept_until,
    })
    .from(contracts)
    .where(inArray(contracts.id, [...ids]));
  for (const [level, people] of Map.groupBy(rows, (row) => row.level)) {
    const accounts = people.flatMap((row) => row.account ?? []);
    await call.client.query(
      'update accounts set required_actions = array_append(required_actions, $2) where id = any($1) and not $2 = any(required_actions)',
      [accounts, actionOf(level)],
    );
    await notifyEach(
      call,
      people.flatMap(({ account, number, amount, until }) =>
        account === null
          ? []
          : [
              {
                account_id: account,
                title: titleOf(until ? 'notice_contract_until' : 'notice_contract', {
                  number,
                  sum: sumOf(amount),
                  until: until?.split('-').reverse().join('.') ?? '',
                }),
              },
            ],
      ),
      { type: 'contract', link: pageOf(level) },
    );
  }
}

/** Takes the required action from people for whom no contract of that kind waits any more. */
export async function askNoMore(call: Call, rows: readonly Pick<ContractRow, 'account_id' | 'level'>[]): Promise<void> {
  for (const [action, of] of Map.groupBy(rows, (row) => actionOf(row.level)))
    await call.client.query(
      `update accounts a set required_actions = array_remove(a.required_actions, $2)
        where a.id = any($1) and $2 = any(a.required_actions) and not exists (select 1 from contracts c
          where c.account_id = a.id and c.deleted_at is null and c.status = any($3) and (c.level = 'BACHELOR') = $4)`,
      [of.flatMap((row) => row.account_id ?? []), action, [...openStates], action.startsWith('BS')],
    );
}

/** Writes a step that was allowed, with its history. */
export async function moveContract(
  call: Call,
  row: Pick<ContractRow, 'id' | 'status'>,
  to: ContractState,
  reason?: string,
  changes: PgUpdateSetSource<typeof contracts> = {},
): Promise<ContractRow> {
  const [after] = await call.db
    .update(contracts)
    .set({ status: to, status_at: sql`edulab_now()`, ...changes })
    .where(eq(contracts.id, row.id))
    .returning();
  await recordTransition(call, 'contract', [{ id: row.id, from: row.status }], to, { reason });
  return after!;
}

/** The living contract of an application, locked. */
export async function contractOfApplication(call: Call, application_id: number): Promise<ContractRow | undefined> {
  const [row] = await call.db
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.application_id, application_id),
        isNull(contracts.deleted_at),
        sql`${contracts.status} not in ('TERMINATED', 'SUPERSEDED')`,
      ),
    )
    .for('update');
  return row;
}

export interface Offer extends StudyFacts {
  application_id: number;
  account_id: number;
  /** As the contract names the applicant; the account's name and phone unless told. */
  name?: string | undefined;
  passport?: string | null | undefined;
  phone?: string | null | undefined;
  /** The day until which the offer holds. */
  accept_until?: string | null | undefined;
}
type Offered = { contract_id: number; number: string; status: ContractState };

/**
 * Issues a contract to an applicant from the agreement in force; one that waits already is answered as it is. In the
 * caller's transaction, asks for no right. Errors: NO_AGREEMENT, RATE_MISSING, RATE_SUM.
 */
export async function offerContract(call: Call, offer: Offer): Promise<Offered> {
  const before = await contractOfApplication(call, offer.application_id);
  if (before) return { contract_id: before.id, number: before.number, status: before.status };
  const agreement = await agreementFor(call, offer);
  if (!agreement) throw fail('NO_AGREEMENT');
  const [terms] = await usualTerms(call, [agreement]);
  const { rows } = await call.client.query<{ name: string; phone: string | null }>(
    "select concat_ws(' ', lastname, firstname, midname) as name, phone from accounts where id = $1",
    [offer.account_id],
  );
  if (!rows[0]) throw fail('NOT_FOUND');
  const [id] = await insertContracts(
    call,
    agreement,
    [
      {
        student_id: null,
        application_id: offer.application_id,
        account_id: offer.account_id,
        name: offer.name ?? rows[0].name,
        passport: offer.passport ?? null,
        phone: offer.phone ?? rows[0].phone,
        course_id: offer.course_id ?? null,
        education_form_id: offer.education_form_id ?? null,
        study_language: offer.study_language ?? null,
        terms: terms!,
      },
    ],
    { status: 'ISSUED', accept_until: offer.accept_until ?? null },
  );
  const [made] = await call.db.select({ number: contracts.number }).from(contracts).where(eq(contracts.id, id!));
  return { contract_id: id!, number: made!.number, status: 'ISSUED' };
}

/** Debits by the plans of contracts that have a student; what was due before `day` is due on it. Answers their ids. */
export async function makeDebits(call: Call, contract_ids: readonly number[], day: string): Promise<number[]> {
  const { rows } = await call.client.query<{ id: number }>(
    `insert into student_debits (student_id, contract_id, kind, position, due_on, amount)
     select c.student_id, c.id, 'TUITION', part.position, greatest((part.value ->> 'due_on')::date, $2::date), (part.value ->> 'amount')::bigint
       from contracts c cross join jsonb_array_elements(c.plan) with ordinality as part(value, position)
      where c.id = any($1) and c.student_id is not null and (part.value ->> 'amount')::bigint > 0
      order by c.id, part.position returning id`,
    [contract_ids, day],
  );
  return rows.map((row) => row.id);
}

/** An addendum takes the place of the contract before it: what that was owed falls away, what was paid is paid for this one. */
export async function replaceContract(call: Call, row: ContractRow): Promise<void> {
  const [before] = await call.db.select().from(contracts).where(eq(contracts.id, row.supersedes_id!)).for('update');
  if (!before || (before.status !== 'ACTIVE' && before.status !== 'FULFILLED' && before.status !== 'ACCEPTED')) return;
  await call.db
    .update(studentDebits)
    .set({ deleted_at: sql`edulab_now()` })
    .where(and(eq(studentDebits.contract_id, before.id), isNull(studentDebits.deleted_at)));
  await call.db.update(payments).set({ contract_id: row.id }).where(eq(payments.contract_id, before.id));
  await moveContract(call, before, 'SUPERSEDED', undefined, { superseded_by: row.id });
}

/** An accepted contract that has a student begins to be owed. */
export async function activate(call: Call, row: ContractRow, day: string): Promise<number[]> {
  await moveContract(call, row, 'ACTIVE', undefined, { adopted_at: sql`edulab_clock()` });
  const debits = await makeDebits(call, [row.id], day);
  await settle(call, [row.id]);
  return debits;
}

/**
 * Passes the accepted contract of an application to the student who came of it, with its payments, and makes the debits
 * of its plan. Null where the application has no contract: a grant. In the caller's transaction, asks for no right.
 * Errors: CONTRACT_NOT_READY where it is not accepted, CONTRACT_EXISTS where the student has one of that year.
 */
export async function adoptContract(
  call: Call,
  of: { application_id: number; student_id: number; day: string },
): Promise<{ contract_id: number; debit_ids: number[] } | null> {
  const row = await contractOfApplication(call, of.application_id);
  if (!row) return null;
  if (row.status !== 'ACCEPTED' || row.student_id !== null)
    throw fail('CONTRACT_NOT_READY', { number: row.number, state: row.status, because: 'other' });
  const [student] = await call.db
    .select({ no: students.student_no })
    .from(students)
    .where(eq(students.id, of.student_id));
  if (!student) throw fail('NOT_FOUND');
  const [taken] = await call.db
    .update(contracts)
    .set({ student_id: of.student_id, search: contractSearch(row.number, row.payer_name, student.no) })
    .where(eq(contracts.id, row.id))
    .returning();
  return { contract_id: row.id, debit_ids: await activate(call, taken!, of.day) };
}

/**
 * Undoes `adoptContract`: the contract goes back to the application, with the payments that it brought along. Answers
 * whether there was one. Errors: CONTRACT_HAS_PAYMENTS where money came since, or something was charged or taken off.
 */
export async function releaseContract(call: Call, of: { student_id: number }): Promise<{ contract_id: number } | null> {
  const [row] = await call.db
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.student_id, of.student_id),
        inArray(contracts.status, ['ACTIVE', 'FULFILLED']),
        sql`${contracts.application_id} is not null and ${contracts.adopted_at} is not null`,
        isNull(contracts.deleted_at),
      ),
    )
    .orderBy(sql`${contracts.adopted_at} desc`)
    .limit(1)
    .for('update');
  if (!row) return null;
  const { rows: hangs } = await call.client.query(
    `select 1 from payments where (contract_id = $1 or student_id = $2 and contract_id is null) and deleted_at is null and created_at > $3
     union all select 1 from student_debits d where d.student_id = $2 and d.deleted_at is null and ((d.contract_id is distinct from $1 or d.position is null) and d.created_at > $3
       or exists (select 1 from student_debit_details x where x.debit_id = d.id and x.deleted_at is null and x.created_at > $3)) limit 1`,
    [row.id, of.student_id, row.adopted_at],
  );
  if (hangs.length) throw fail('CONTRACT_HAS_PAYMENTS', { number: row.number });
  // They never were anybody's: the student who came of the application may not have been one either.
  await call.db.delete(studentDebits).where(eq(studentDebits.contract_id, row.id));
  await moveContract(call, row, 'ACCEPTED', undefined, {
    student_id: null,
    adopted_at: null,
    search: contractSearch(row.number, row.payer_name),
  });
  return { contract_id: row.id };
}

/**
 * What follows from payments and debits of these contracts: applicants who have paid the least share are told of, and a
 * student's contract is fulfilled when nothing of it is open, and is so no more when something is.
 */
export async function settle(call: Call, contract_ids: readonly (number | null | undefined)[]): Promise<void> {
  const ids = [...new Set(contract_ids.filter((id) => typeof id === 'number'))];
  if (ids.length === 0) return;
  const rows = await call.db
    .select({
      id: contracts.id,
      status: contracts.status,
      type: contracts.type,
      application_id: contracts.application_id,
      student_id: contracts.student_id,
      amount: contracts.amount,
      minimum_share: contracts.minimum_share,
      paid: sql<number>`coalesce((select sum(p.amount) from ${payments} p where p.contract_id = contracts.id and p.deleted_at is null), 0)::bigint`,
      open: sql<boolean>`exists (select 1 from ${studentDebits} d where d.contract_id = contracts.id and d.deleted_at is null and d.paid < d.total)`,
    })
    .from(contracts)
    .where(and(inArray(contracts.id, ids), isNull(contracts.deleted_at)));
  for (const row of rows) {
    if (row.status === 'ACTIVE' && !row.open) await moveContract(call, row, 'FULFILLED');
    else if (row.status === 'FULFILLED' && row.open) await moveContract(call, row, 'ACTIVE');
    if (row.type === 'COURSE') {
      await tell(call, billSettled, { contract_id: row.id, owed: row.amount, paid: row.paid });
      continue;
    }
    if (row.application_id !== null && row.student_id === null && row.status === 'ACCEPTED')
      await tell(call, contractPaid, {
        contract_id: row.id,
        application_id: row.application_id,
        enough: row.paid >= shareOf(row.amount, row.minimum_share),
      });
  }
}
