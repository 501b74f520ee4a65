import { and, asc, gte, inArray, isNull } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { LifeChange, LifeEffect, LifePerson } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Kept } from '#platform/server/records/kept.ts';
import { sumOf, type Tiyin } from '../money.ts';
import { boundStates, type ContractState } from '../workflow.ts';
import { type AgreementRow, agreementFor } from './agreements.ts';
import { type ContractRow, insertContracts, type Terms } from './issue.ts';
import {
  contractsOf,
  earnedOf,
  earnedShare,
  endContracts,
  instalmentsOf,
  type Running,
  standing,
} from './life-contracts.ts';
import { fromNowOn, planOf, together, upTo } from './plans.ts';
import { fixedToday, inSoumAlone } from './rates/rates.ts';
import { contractAgreements } from './tables.ts';

/**
 * What a transfer makes of contracts. Whose course, form or language changed has an addendum drafted: what was earned of the
 * old fee until that day, and of the fee that is published for the new one what is left of the year; what nobody accepted
 * yet is ended, and the draft takes its place. Whom the state pays for from now on has one over what was earned until that day, and what
 * nobody accepted yet is ended; who pays from now on has a contract over what is left of the year. Drafts all: the office
 * reads and issues them, and the student accepts them as every contract. Where no fee is published it is the office's to settle.
 */

type Lines = Awaited<ReturnType<LifeEffect['apply']>>['lines'];
interface Drafted {
  lines: Lines;
  kept: Kept[];
}
const bound: readonly ContractState[] = boundStates;

/** What is drafted, and what the student is told of it. */
const notices = {
  ADDENDUM_DRAFTED: 'notice_addendum_drafted',
  STATE_ADDENDUM: 'notice_addendum_drafted',
  CONTRACT_DRAFTED: 'notice_contract_drafted',
  CONTRACT_REPLACED: 'notice_contract_replaced',
} as const;

/** One draft by an agreement. */
interface Draft {
  person: LifePerson;
  agreement: AgreementRow;
  code: keyof typeof notices;
  values: Lines[number]['values'];
  supersedes: number | null;
  terms: Terms;
}

async function draft(call: Call, drafts: readonly Draft[]): Promise<Drafted> {
  const done: Drafted = { lines: [], kept: [] };
  for (const some of Map.groupBy(drafts, ({ agreement }) => agreement.id).values()) {
    const ids = await insertContracts(
      call,
      some[0]!.agreement,
      some.map(({ person: { id, after }, supersedes, terms }) => ({
        student_id: id,
        student_no: after.student_no,
        application_id: null,
        account_id: after.account_id,
        name: after.full_name,
        passport: after.passport_id,
        phone: after.contact_phone,
        course_id: after.course_id,
        education_form_id: after.education_form_id,
        study_language: after.study_language,
        supersedes_id: supersedes,
        terms,
      })),
      { status: 'DRAFT' },
    );
    const deleted_at = clock.date().toISOString();
    // Taken back it is a draft that was deleted: its number is used.
    done.kept.push(
      ...some.map(({ person }, at) => ({
        table: 'contracts',
        id: ids[at]!,
        student_id: person.id,
        before: { deleted_at },
        after: { status: 'DRAFT', deleted_at: null },
      })),
    );
    for (const { person, code, values = {}, terms } of some) {
      const sum = sumOf(terms.amount);
      done.lines.push({ student_id: person.id, code, values: { ...values, sum } });
      await notify(call, person.after.account_id ? [person.after.account_id] : [], {
        type: 'contract',
        title: titleOf(notices[code], { sum }),
        link: '/home',
      });
    }
  }
  return done;
}

/** The agreement in force for what each of these studies from now on; asked once of those alike. */
async function agreementsFor(call: Call, asked: readonly { person: LifePerson; academic_year_id: number }[]) {
  const found = new Map<string, AgreementRow | undefined>();
  const answer = new Map<LifePerson, AgreementRow | undefined>();
  for (const { person, academic_year_id } of asked) {
    const { level, course_id, education_form_id, study_language } = person.after;
    const study = { academic_year_id, level, course_id, education_form_id, study_language };
    const key = JSON.stringify(study);
    if (!found.has(key)) found.set(key, await agreementFor(call, study));
    answer.set(person, found.get(key));
  }
  return answer;
}

/** What each contract is to bring by day: its instalments as they are owed, discounts included. */
async function plansOf(call: Call, contracts: readonly Running[], planned: (contract: Running) => ContractRow['plan']) {
  const owed = Map.groupBy(await instalmentsOf(call, contracts), ({ contract_id }) => contract_id);
  return new Map(
    contracts.map((contract) => {
      const parts = (owed.get(contract.id) ?? []).map(({ due_on, total }) => ({ due_on, amount: total }));
      return [contract.id, parts.length ? parts : planned(contract)];
    }),
  );
}
const wholeOf = (plan: ContractRow['plan']): Tiyin => plan.reduce((sum, { amount }) => sum + amount, 0);

/** What the new drafts take the place of, and for whom. */
interface Replaced {
  person: LifePerson;
  /** What the person has for the year at last: binding, or waiting for their word. */
  contract: Running;
  /** Of an addendum that waits: the contract that it was to change, and the next one is to. */
  changes?: Running | undefined;
}

/** What was earned under the old fee, and what is left of the year under the new one. */
async function addendumDrafts(call: Call, day: string, of: readonly Replaced[]): Promise<Draft[]> {
  if (of.length === 0) return [];
  const agreements = await agreementsFor(
    call,
    of.map(({ person, contract }) => ({ person, academic_year_id: contract.academic_year_id })),
  );
  const plans = await plansOf(
    call,
    of.map(({ contract }) => contract),
    ({ amount, starts_on }) => [{ due_on: starts_on, amount }],
  );
  const fitting = of.flatMap((one) => {
    const agreement = agreements.get(one.person);
    return agreement ? [{ ...one, agreement }] : [];
  });
  // What is left of the fee is in its own currency, and in soʻm by the rate of the day.
  const rest = await fixedToday(
    call,
    fitting.map(({ agreement: { currency, amount }, contract }) => ({
      currency,
      amount: amount - earnedShare(amount, contract, day),
    })),
  );
  return fitting.map(({ person, contract, changes, agreement }, at): Draft => {
    const plan = plans.get(contract.id) ?? [];
    const earned = earnedOf(contract, wholeOf(plan), day);
    const { amount: left, foreign } = rest[at]!;
    return {
      person,
      agreement,
      code: changes ? 'ADDENDUM_DRAFTED' : 'CONTRACT_REPLACED',
      values: { number: (changes ?? contract).number, earned: sumOf(earned), left: sumOf(left) },
      supersedes: changes?.id ?? null,
      terms: {
        amount: earned + left,
        foreign,
        earned_before: earned,
        earns_from: day,
        plan: together(earned > 0 ? upTo(plan, earned) : [], fromNowOn(left, agreement.instalments, day)),
      },
    };
  });
}

/** An addendum over what was earned until the day from which the state pays. */
async function stateDrafts(
  call: Call,
  day: string,
  of: readonly { person: LifePerson; contract: Running }[],
): Promise<Draft[]> {
  if (of.length === 0) return [];
  const contracts = of.map(({ contract }) => contract);
  const agreements = await call.db
    .select()
    .from(contractAgreements)
    .where(
      inArray(
        contractAgreements.id,
        contracts.flatMap(({ agreement_id }) => agreement_id ?? []),
      ),
    );
  const fallback = await agreementsFor(
    call,
    of.map(({ person, contract }) => ({ person, academic_year_id: contract.academic_year_id })),
  );
  const agreementOf = new Map(
    of.map(({ person, contract }) => [
      contract.id,
      agreements.find(({ id }) => id === contract.agreement_id) ?? fallback.get(person),
    ]),
  );
  const plans = await plansOf(call, contracts, ({ id, amount }) =>
    planOf(amount, agreementOf.get(id)?.instalments ?? []),
  );
  return of.flatMap(({ person, contract }) => {
    const agreement = agreementOf.get(contract.id);
    if (!agreement) return [];
    const plan = plans.get(contract.id) ?? [];
    const amount = earnedOf(contract, wholeOf(plan), day);
    return [
      {
        person,
        agreement,
        code: 'STATE_ADDENDUM',
        values: { number: contract.number },
        supersedes: contract.id,
        terms: { amount, foreign: inSoumAlone, plan: upTo(plan, amount), earned_before: amount, earns_from: day },
      },
    ];
  });
}

/** A contract over what is left of the year that runs, or of the next, of whoever pays from now on. */
async function payerDrafts(call: Call, day: string, people: readonly LifePerson[]): Promise<Draft[]> {
  if (people.length === 0) return [];
  const [year] = await call.db
    .select()
    .from(academicYears)
    .where(and(gte(academicYears.ends_on, day), isNull(academicYears.deleted_at)))
    .orderBy(asc(academicYears.starts_on))
    .limit(1);
  if (!year) return [];
  const agreements = await agreementsFor(
    call,
    people.map((person) => ({ person, academic_year_id: year.id })),
  );
  const fitting = people.flatMap((person) => {
    const agreement = agreements.get(person);
    return agreement ? [{ person, agreement }] : [];
  });
  const prices = await fixedToday(
    call,
    fitting.map(({ agreement: { currency, amount } }) => ({
      currency,
      amount: amount - earnedShare(amount, year, day),
    })),
  );
  return fitting.map(({ person, agreement }, at) => ({
    person,
    agreement,
    code: 'CONTRACT_DRAFTED' as const,
    values: { year: year.name },
    supersedes: null,
    terms: {
      ...prices[at]!,
      plan: fromNowOn(prices[at]!.amount, agreement.instalments, day),
      earned_before: 0,
      earns_from: day,
    },
  }));
}

/** Contracts after a transfer. `due` are those of whom accounting has to do something itself. */
export async function contractsAfterTransfer(
  call: Call,
  { day, note }: LifeChange,
  moved: readonly LifePerson[],
): Promise<Drafted & { due: LifePerson[] }> {
  // What was for a year that is over stays.
  const there = (await contractsOf(call, moved, standing)).filter(({ ends_on }) => ends_on >= day);
  const byStudent = Map.groupBy(there, ({ student_id }) => student_id);
  const replaced = new Set(there.map(({ supersedes_id }) => supersedes_id));
  const byId = new Map(there.map((contract) => [contract.id, contract]));
  const binds = (contract: Running) => bound.includes(contract.status);
  // A contract of which only a draft that nobody accepted takes the place holds still.
  const changed = new Set(there.filter(binds).map(({ supersedes_id }) => supersedes_id));
  const pays = ({ after }: LifePerson) => after.tuition === 'CONTRACT';
  const pairs = moved.flatMap((person) => (byStudent.get(person.id) ?? []).map((contract) => ({ person, contract })));
  const ofState = pairs.filter(({ person }) => !pays(person));
  // Per year the last: what nobody accepted yet, else what binds.
  const last = new Map(
    pairs
      .filter(({ person, contract }) => pays(person) && !(binds(contract) && replaced.has(contract.id)))
      .toSorted((a, b) => Number(!binds(a.contract)) - Number(!binds(b.contract)))
      .map((pair) => [`${pair.person.id}.${pair.contract.academic_year_id}`, pair]),
  );
  const next = await addendumDrafts(
    call,
    day,
    [...last.values()].map(({ person, contract }) => ({
      person,
      contract,
      changes: binds(contract) ? contract : byId.get(contract.supersedes_id ?? 0),
    })),
  );
  const newPayers = moved.filter(
    (person) => pays(person) && person.before.tuition !== 'CONTRACT' && !byStudent.has(person.id),
  );
  const drafts = [
    ...next,
    ...(await stateDrafts(
      call,
      day,
      ofState.filter(({ contract }) => binds(contract) && !changed.has(contract.id)),
    )),
    ...(await payerDrafts(call, day, newPayers)),
  ];
  // What waits for an answer makes room for the draft, where a fee is published for one.
  const anew = new Set(next.map(({ person, agreement }) => `${person.id}.${agreement.academic_year_id}`));
  const over = pairs.filter(
    ({ person, contract }) =>
      !binds(contract) && (!pays(person) || anew.has(`${person.id}.${contract.academic_year_id}`)),
  );
  const ended = await endContracts(
    call,
    over.map(({ contract }) => contract),
    day,
    note,
  );
  const drafted = await draft(call, drafts);
  const done = new Set(drafted.lines.map(({ student_id }) => student_id));
  const open = pairs.filter((pair) => !done.has(pair.person.id) && !over.includes(pair));
  const without = newPayers.filter(({ id }) => !done.has(id));
  return {
    kept: [...ended.kept, ...drafted.kept],
    lines: [
      ...ended.lines,
      ...drafted.lines,
      ...open.map(({ person, contract }) => ({
        student_id: person.id,
        code: 'ADDENDUM_DUE',
        values: { number: contract.number },
      })),
      ...without.map(({ id }) => ({ student_id: id, code: 'NEEDED' })),
    ],
    due: moved.filter(({ id }) => byStudent.has(id) || newPayers.some((one) => one.id === id)),
  };
}
