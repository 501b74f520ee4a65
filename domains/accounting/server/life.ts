import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { titleOf } from '#domains/messaging/server/index.ts';
import {
  countedLines,
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
import { contractBalances, tellAccountants } from './balance.ts';
import { askToAccept } from './issue.ts';
import { contractsAfterTransfer } from './life-addenda.ts';
import { binding, contractsOf, earnedOf, endContracts, instalmentsOf, standing } from './life-contracts.ts';
import { dayPlus, daysBetween } from './plans.ts';
import { contracts, payments } from './tables.ts';

/**
 * Contracts and debts follow what becomes of the student. Who leaves owes what was earned until that day and no more: what
 * was paid above it waits to be given back. Who is on leave pays that much later, and no fine grows meanwhile.
 */

/** Of whom the contract comes to its end; a graduate has had all of it. */
const ends: readonly LifeKind[] = leavingKinds.filter((kind) => kind !== 'GRADUATION');
type Lines = Awaited<ReturnType<LifeEffect['apply']>>['lines'];

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
    let left = earnedOf(contract, owed, contract.fine_stops_on ?? change.day);
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
    open.map(({ id, due_on }) => ({ id, due_on: dayPlus(due_on, days) })),
  );
  return { kept, lines: countedLines(open, 'POSTPONED', { days }) };
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
    moved.map(({ id, due_on, days }) => ({ id, due_on: dayPlus(due_on, days) })),
  );
  return { kept, lines: countedLines(open, 'RESUMED', { days: 0 }) };
}

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

const tellOffice = (call: Call, kind: 'RESTORATION' | 'TRANSFER' | 'ADMISSION', due: readonly LifePerson[]) =>
  tellAccountants(
    call,
    titleOf(`notice_life_contract.${kind}`, { name: due[0]?.before.full_name ?? '', count: due.length }),
    '/accounting/contract',
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
    TRANSFER: [
      'ADDENDUM_DRAFTED',
      'STATE_ADDENDUM',
      'CONTRACT_DRAFTED',
      'CONTRACT_REPLACED',
      'TERMINATED',
      'ADDENDUM_DUE',
      'NEEDED',
    ],
    ADMISSION: ['ADOPTED', 'NEEDED'],
  },
  async apply(call, change, people) {
    const { kind, day, note } = change;
    if (kind === 'TRANSFER') {
      const { due, ...done } = await contractsAfterTransfer(call, change, people.filter(programmeMoved));
      if (due.length) await tellOffice(call, kind, due);
      return done;
    }
    if (kind === 'RESTORATION' || kind === 'ADMISSION') {
      const there = new Map((await contractsOf(call, people, standing)).map((one) => [one.student_id, one]));
      const due = people.filter(({ id, after }) => !there.has(id) && after.tuition === 'CONTRACT');
      if (due.length) await tellOffice(call, kind, due);
      const adopted = kind === 'ADMISSION' ? [...there.values()] : [];
      return {
        lines: [
          ...adopted.map(({ student_id, number }) => ({ student_id, code: 'ADOPTED', values: { number } })),
          ...due.map(({ id }) => ({ student_id: id, code: 'NEEDED' })),
        ],
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
    if (kind !== 'LEAVE') return endContracts(call, running, day, note);
    const kept = await changeKept(
      call.client,
      'contracts',
      running.map(({ id, fine_stops_on }) => ({ id, fine_stops_on: fine_stops_on ?? day })),
    );
    return {
      kept,
      lines: running.map(({ student_id, number }) => ({ student_id, code: 'FINES_STOP', values: { number } })),
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
    const again = rows.filter(({ status }) => status === 'ISSUED' || status === 'OPENED').map(({ id }) => id);
    if (again.length) await askToAccept(call, again);
  },
};
