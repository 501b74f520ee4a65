import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import { titleOf } from '#domains/messaging/server/index.ts';
import {
  type LifeChange,
  type LifeEffect,
  type LifeKind,
  type LifePerson,
  leavingKinds,
} from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { changeKept, type Kept } from '#platform/server/records/kept.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { sumOf, type Tiyin } from '../money.ts';
import { boundStates, type ContractState, openStates } from '../workflow.ts';
import { contractBalances, tellAccountants } from './balance.ts';
import { contracts, payments, studentDebits } from './tables.ts';

/**
 * Contracts and debts follow what becomes of the student. Who leaves owes what was earned until that day and no more: what
 * was paid above it waits to be given back. Who is on leave pays that much later, and no fine grows meanwhile.
 */

/** Of whom the contract comes to its end; a graduate has had all of it. */
const ends: readonly LifeKind[] = leavingKinds.filter((kind) => kind !== 'GRADUATION');
const standing: readonly ContractState[] = ['DRAFT', ...openStates, ...boundStates];
/** Of who is on leave also what is paid already: whoever leaves from there owes nothing for the time away. */
const binding: readonly ContractState[] = ['ACTIVE', 'FULFILLED'];
const dayMs = 86_400_000;
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
export const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

type Lines = Awaited<ReturnType<LifeEffect['apply']>>['lines'];
type Person = { student_id: number };

const contractsOf = (call: Call, people: readonly LifePerson[], states: readonly ContractState[]) =>
  call.db
    .select({
      id: contracts.id,
      student_id: sql<number>`${contracts.student_id}`,
      number: contracts.number,
      status: contracts.status,
      fine_stops_on: contracts.fine_stops_on,
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
type Running = Awaited<ReturnType<typeof contractsOf>>[number];

/** What a contract stands for until a day, of all that it was to bring: by the days of its academic year. */
export function earnedOf(owed: Tiyin, year: { starts_on: string; ends_on: string }, day: string): Tiyin {
  const whole = daysBetween(year.starts_on, year.ends_on) + 1;
  const studied = Math.min(whole, Math.max(0, daysBetween(year.starts_on, day)));
  return Math.floor((owed * studied) / whole);
}

const instalmentsOf = (call: Call, of: readonly Running[]) =>
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

/** Instalments are cut down to what was earned, the last first. */
async function cut(
  call: Call,
  change: LifeChange,
  people: readonly LifePerson[],
): Promise<{ lines: Lines; kept: Kept[] }> {
  const running = await contractsOf(call, people, ['ACTIVE', 'FULFILLED']);
  const parts = Map.groupBy(await instalmentsOf(call, running), (row) => row.contract_id);
  const gone: number[] = [];
  const less: { id: number; amount: number }[] = [];
  const cancelled = new Map<number, Tiyin>();
  for (const contract of running) {
    const mine = parts.get(contract.id) ?? [];
    const owed = mine.reduce((sum, part) => sum + part.total, 0);
    let left = earnedOf(owed, contract, contract.fine_stops_on ?? change.day);
    cancelled.set(contract.student_id, (cancelled.get(contract.student_id) ?? 0) + owed - left);
    for (const part of mine) {
      if (left === 0) gone.push(part.id);
      else if (part.total > left) less.push({ id: part.id, amount: part.amount - (part.total - left) });
      left -= Math.min(left, part.total);
    }
  }
  const deleted_at = clock.date().toISOString();
  const kept = [
    ...(await changeKept(
      call.client,
      'student_debits',
      gone.map((id) => ({ id, deleted_at, deletion_reason: change.note.reason ?? change.kind })),
    )),
    ...(await changeKept(call.client, 'student_debits', less)),
  ];
  const balances = await contractBalances(
    call,
    running.map(({ id }) => id),
  );
  const sums = Map.groupBy(running, (one) => one.student_id);
  const lines: Lines = [];
  let refunds = 0;
  for (const [student_id, mine] of sums) {
    const sum = (of: 'credit' | 'left') => mine.reduce((all, { id }) => all + (balances.get(id)?.[of] ?? 0), 0);
    const unearned = cancelled.get(student_id) ?? 0;
    if (unearned > 0) lines.push({ student_id, code: 'CANCELLED', values: { sum: sumOf(unearned) } });
    if (sum('left') > 0) lines.push({ student_id, code: 'OWED', values: { sum: sumOf(sum('left')) } });
    if (sum('credit') > 0) lines.push({ student_id, code: 'REFUND', values: { sum: sumOf(sum('credit')) } });
    refunds += sum('credit') > 0 ? 1 : 0;
  }
  if (refunds)
    await tellAccountants(call, titleOf('notice_life_refunds', { count: refunds }), '/accounting/contract?refund=true');
  return { lines, kept };
}

/** What falls due during a leave falls due that much later. */
async function postpone(call: Call, { day, until }: LifeChange, people: readonly LifePerson[]) {
  const open = (await instalmentsOf(call, await contractsOf(call, people, ['ACTIVE']))).filter(
    (part) => part.paid < part.total && part.due_on >= day,
  );
  const days = daysBetween(day, until ?? day);
  const kept = await changeKept(
    call.client,
    'student_debits',
    open.map(({ id, due_on }) => ({ id, due_on: shifted(due_on, days) })),
  );
  return { kept, lines: counted(open, 'POSTPONED', days) };
}

/** By the days that the leave really took; what was late before it is as late as it was then. */
async function resume(call: Call, { day }: LifeChange, people: readonly LifePerson[]) {
  const paused = (await contractsOf(call, people, ['ACTIVE'])).filter((one) => one.fine_stops_on !== null);
  const since = new Map(paused.map((one) => [one.id, one.fine_stops_on!]));
  const planned = new Map(people.map(({ id, before }) => [id, before.status_until ?? day]));
  const open = (await instalmentsOf(call, paused)).filter((part) => part.paid < part.total);
  const moved = open.flatMap((part) => {
    const start = since.get(part.contract_id)!;
    const days = part.due_on < start ? daysBetween(start, day) : daysBetween(planned.get(part.student_id)!, day);
    return days === 0 ? [] : [{ ...part, days }];
  });
  const kept = await changeKept(
    call.client,
    'student_debits',
    moved.map(({ id, due_on, days }) => ({ id, due_on: shifted(due_on, days) })),
  );
  return { kept, lines: counted(open, 'RESUMED') };
}

const counted = (rows: readonly Person[], code: string, days = 0): Lines =>
  [...Map.groupBy(rows, (row) => row.student_id)].map(([student_id, some]) => ({
    student_id,
    code,
    values: { count: some.length, days },
  }));

/** Why it can be taken back no more: money came or went since. */
async function paidSince(call: Call, at: string, kept: readonly Kept[]) {
  const ids = [...new Set(kept.map(({ student_id }) => student_id))];
  if (ids.length === 0) return [];
  const { rows } = await call.db.execute<{ student_id: number }>(
    sql`select distinct p.student_id from ${payments} p where p.student_id = any(${sql.param(ids)}::int[]) and p.created_at > ${at}::timestamptz`,
  );
  return rows.map(({ student_id }) => ({ student_id, code: 'LIFE_PAID' }));
}

const endings = ['CANCELLED', 'OWED', 'REFUND'];
export const moneyOfLife: LifeEffect = {
  name: 'accounting.money',
  area: 'money',
  does: {
    LEAVE: ['POSTPONED'],
    RETURN: ['RESUMED'],
    WITHDRAWAL: endings,
    EXPULSION: endings,
    TRANSFER_OUT: endings,
    GRADUATION: ['OWED'],
  },
  async apply(call, change, people) {
    if (ends.includes(change.kind)) return cut(call, change, people);
    if (change.kind === 'LEAVE') return postpone(call, change, people);
    if (change.kind === 'RETURN') return resume(call, change, people);
    const running = await contractsOf(call, people, ['ACTIVE']);
    const balances = await contractBalances(
      call,
      running.map(({ id }) => id),
    );
    return {
      lines: running.flatMap(({ id, student_id }) => {
        const left = balances.get(id)?.left ?? 0;
        return left > 0 ? [{ student_id, code: 'OWED', values: { sum: sumOf(left) } }] : [];
      }),
    };
  },
  builtOn: (call, { at }, kept) => paidSince(call, at, kept),
};

const programmeMoved = ({ before, after }: LifePerson) =>
  (['course_id', 'education_form_id', 'level', 'study_language', 'tuition'] as const).some(
    (field) => before[field] !== after[field],
  );

export const contractOfLife: LifeEffect = {
  name: 'accounting.contract',
  area: 'contract',
  does: {
    LEAVE: ['FINES_STOP'],
    RETURN: ['FINES_GO_ON'],
    WITHDRAWAL: ['TERMINATED'],
    EXPULSION: ['TERMINATED'],
    TRANSFER_OUT: ['TERMINATED'],
    RESTORATION: ['NEEDED'],
    TRANSFER: ['ADDENDUM_DUE'],
  },
  async apply(call, { kind, day, note }, people) {
    if (kind === 'RESTORATION' || kind === 'TRANSFER') {
      const moved = kind === 'TRANSFER' ? people.filter(programmeMoved) : people;
      const code = kind === 'TRANSFER' ? 'ADDENDUM_DUE' : 'NEEDED';
      const there = new Map((await contractsOf(call, moved, standing)).map((one) => [one.student_id, one]));
      const due = moved.filter(({ id, after }) =>
        kind === 'TRANSFER' ? there.has(id) : !there.has(id) && after.tuition === 'CONTRACT',
      );
      if (due.length)
        await tellAccountants(
          call,
          titleOf(`notice_life_contract.${kind}`, { name: due[0]!.before.full_name, count: due.length }),
          '/accounting/contract',
        );
      return {
        lines: due.map(({ id }) => ({ student_id: id, code, values: { number: there.get(id)?.number ?? '' } })),
      };
    }
    if (kind === 'RETURN') {
      const paused = (await contractsOf(call, people, binding)).filter((one) => one.fine_stops_on !== null);
      const kept = await changeKept(
        call.client,
        'contracts',
        paused.map(({ id }) => ({ id, fine_stops_on: null })),
      );
      return { kept, lines: paused.map(({ student_id }) => ({ student_id, code: 'FINES_GO_ON' })) };
    }
    // What was paid in full for a year that is over has come to its end already.
    const running = (await contractsOf(call, people, kind === 'LEAVE' ? binding : standing)).filter(
      ({ status, ends_on }) => status !== 'FULFILLED' || ends_on >= day,
    );
    const code = kind === 'LEAVE' ? 'FINES_STOP' : 'TERMINATED';
    const ended = { status: 'TERMINATED', status_at: clock.date().toISOString() };
    const kept = await changeKept(
      call.client,
      'contracts',
      running.map(({ id, fine_stops_on }) => ({
        id,
        fine_stops_on: fine_stops_on ?? day,
        ...(kind === 'LEAVE' ? {} : ended),
      })),
    );
    if (kind !== 'LEAVE')
      await recordTransition(
        call,
        'contract',
        running.map(({ id, status }) => ({ id, from: status })),
        'TERMINATED',
        note,
      );
    return {
      kept,
      lines: running.map(({ student_id, number }) => ({ student_id, code, values: { number } })),
    };
  },
  async undone(call, { note }, kept) {
    const back = kept.filter(({ before }) => before?.status !== undefined);
    if (back.length === 0) return;
    const rows = await call.db
      .select({ id: contracts.id, status: contracts.status })
      .from(contracts)
      .where(
        and(
          inArray(
            contracts.id,
            back.map(({ id }) => id),
          ),
          isNotNull(contracts.student_id),
        ),
      );
    for (const [to, some] of Map.groupBy(rows, (row) => row.status))
      await recordTransition(
        call,
        'contract',
        some.map(({ id }) => ({ id, from: 'TERMINATED' })),
        to,
        note,
      );
  },
};
