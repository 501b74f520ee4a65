import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { claimEvidence, evidenceRecords } from '#domains/files/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { searchAbout, students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { pipelined, planOnce } from '#platform/server/fast/index.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { contract } from '../contract.ts';
import { sumOf, tiyinOf } from '../money.ts';
import type { debit, debitDetail, debitStates, detailSave, standing, standingQuery } from '../shapes-money.ts';
import { besidesBalances, studentBalance } from './balance.ts';
import { heldFrom, shownHeld } from './holds/holds.ts';
import { settle } from './issue.ts';
import { debitReach } from './reach.ts';
import { contracts, studentDebitDetails, studentDebits } from './tables.ts';

/** What students owe. The arithmetic stands in guards.sql, once; here it is asked. */

export type DebitRow = typeof studentDebits.$inferSelect;
type Shown = z.infer<typeof debit>;
type Detail = z.infer<typeof debitDetail>;

/** Where a student stands on a day, in whole tiyin. */
export interface StudentDebt {
  student_id: number;
  /** Due by the day and not paid. */
  due: number;
  /** Of it: due before the day. */
  overdue: number;
  /** Grown on what is or was late, less what was already charged as a fine. */
  fine: number;
  overdue_since: string | null;
  next_due_on: string | null;
  next_amount: number | null;
  total: number;
  paid: number;
}

/** Debts of however many students on a day (`YYYY-MM-DD`), one statement. Who never owed anything is not in the answer. */
export async function studentDebts(
  call: Pick<Call, 'client'>,
  student_ids: readonly number[],
  day: string,
): Promise<Map<number, StudentDebt>> {
  if (student_ids.length === 0) return new Map();
  const { rows } = await call.client.query<StudentDebt>('select * from edulab_student_debts($1::int[], $2::date)', [
    student_ids,
    day,
  ]);
  return new Map(rows.map((row) => [row.student_id, row]));
}

async function detailsOf(call: Call, ids: readonly number[]): Promise<Map<number, Detail[]>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select()
    .from(studentDebitDetails)
    .where(and(inArray(studentDebitDetails.debit_id, [...ids]), isNull(studentDebitDetails.deleted_at)))
    .orderBy(studentDebitDetails.id);
  const own = call.abilities.get('debit.read') === 'own';
  const people = own
    ? new Map()
    : await accountsById(
        call,
        rows.map((row) => row.made_by),
      );
  const manage = may(call, 'debit.manage');
  const files = await evidenceRecords(
    call,
    rows.flatMap((row) => row.file_ids),
  );
  const shown = rows.map((row): Detail => {
    const by = people.get(row.made_by);
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      debit_id: row.debit_id,
      amount: sumOf(row.amount),
      reason: row.reason,
      files: row.file_ids.flatMap((id) => files.get(id) ?? []),
      made_by: by ? `${by.lastname} ${by.firstname}` : null,
      can: { edit: manage, delete: manage },
    };
  });
  return Map.groupBy(shown, (row) => row.debit_id);
}

async function present(call: Call, rows: DebitRow[]): Promise<Shown[]> {
  if (rows.length === 0) return [];
  const people = await call.db
    .select({
      id: students.id,
      name: students.full_name,
      student_no: students.student_no,
      course_id: students.course_id,
    })
    .from(students)
    .where(
      inArray(
        students.id,
        rows.map((row) => row.student_id),
      ),
    );
  const person = new Map(people.map((row) => [row.id, row]));
  const programmes = await titlesOf(
    call,
    courses,
    people.map((row) => row.course_id),
  );
  const of = await titlesOf(
    call,
    contracts,
    rows.map((row) => row.contract_id),
    sql`${contracts.number}`,
  );
  const details = await detailsOf(
    call,
    rows.map((row) => row.id),
  );
  const { rows: fines } = await call.client.query<{ debit_id: number; fine: number; rested: number }>(
    'select debit_id, fine, rested from edulab_debts($1::int[], (select edulab_today())) where debit_id = any($2)',
    [people.map((row) => row.id), rows.map((row) => row.id)],
  );
  const fine = new Map(fines.map((row) => [row.debit_id, row]));
  const today = await todayOf(call);
  const manage = may(call, 'debit.manage');
  return rows.map(
    ({
      institution_id,
      deleted_at,
      deletion_reason,
      external_ref,
      retake_id,
      request_id,
      document_id,
      vat_percent: _,
      ...row
    }) => {
      const student = person.get(row.student_id)!;
      const left = Math.max(0, row.total - row.paid);
      return {
        ...row,
        student: { id: student.id, name: student.name, student_no: student.student_no },
        course: programmes.get(student.course_id ?? 0) ?? null,
        contract: of.get(row.contract_id ?? 0) ?? null,
        amount: sumOf(row.amount),
        total: sumOf(row.total),
        paid: sumOf(row.paid),
        left: sumOf(left),
        fine: sumOf(fine.get(row.id)?.fine ?? 0),
        fine_rested: fine.get(row.id)?.rested ?? 0,
        state: left === 0 ? 'PAID' : row.due_on < today ? 'OVERDUE' : row.paid > 0 ? 'PARTLY' : 'OPEN',
        details: details.get(row.id) ?? [],
        can: {
          edit: manage,
          delete: manage && row.position === null && followed({ retake_id, request_id, document_id }) === null,
          adjust: manage,
        },
      };
    },
  );
}

/** What a debit comes and goes with, as the code that says so. */
const followed = ({
  retake_id,
  request_id,
  document_id,
}: Pick<DebitRow, 'retake_id' | 'request_id' | 'document_id'>) =>
  retake_id !== null
    ? 'DEBIT_OF_RETAKE'
    : request_id !== null
      ? 'DEBIT_OF_REQUEST'
      : document_id !== null
        ? 'DEBIT_OF_PAPER'
        : null;

const inState = (state: (typeof debitStates)[number]): SQL => {
  const { paid, total, due_on } = studentDebits;
  switch (state) {
    case 'PAID':
      return sql`${paid} >= ${total}`;
    case 'OVERDUE':
      return sql`${paid} < ${total} and ${due_on} < (select edulab_today())`;
    case 'PARTLY':
      return sql`${paid} < ${total} and ${paid} > 0 and ${due_on} >= (select edulab_today())`;
    default:
      return sql`${paid} < ${total} and ${paid} = 0 and ${due_on} >= (select edulab_today())`;
  }
};

export const debitList = resource(contract.debit, {
  table: studentDebits,
  search: searchAbout(
    sql`${studentDebits.student_id}`,
    sql`(select c.number from ${contracts} c where c.id = ${studentDebits.contract_id})`,
  ),
  sorts: {
    due_on: sql`${studentDebits.due_on}`,
    created_at: sql`${studentDebits.created_at}`,
    amount: sql`${studentDebits.amount}`,
  },
  defaultSort: 'due_on,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${studentDebits.student_id})`, input.search),
  optionOrder: { by: sql`${studentDebits.due_on} desc` },
  optionTitle: () => sql`to_char(${studentDebits.due_on}, 'DD.MM.YYYY')`,
  visible: (call) => debitReach(call, 'debit.read'),
  filters: (input) => [
    input.student_id ? eq(studentDebits.student_id, input.student_id) : undefined,
    input.contract_id ? eq(studentDebits.contract_id, input.contract_id) : undefined,
    input.kind ? inArray(studentDebits.kind, input.kind) : undefined,
    input.state ? inState(input.state) : undefined,
    input.from ? sql`${studentDebits.due_on} >= ${input.from}` : undefined,
    input.until ? sql`${studentDebits.due_on} <= ${input.until}` : undefined,
    input.course_id || input.level
      ? sql`${studentDebits.student_id} in (select s.id from ${students} s where ${input.course_id ? sql`s.course_id = ${input.course_id}` : sql`true`} and ${input.level ? sql`s.level = any(${sql.param(input.level)}::text[])` : sql`true`})`
      : undefined,
  ],
  present,
  async prepare(call, input, current) {
    await demandReferences(call, {
      student_id: [students, input.student_id],
      contract_id: [contracts, input.contract_id],
    });
    const amount = input.amount === undefined ? undefined : tiyinOf(input.amount);
    // An instalment is what the contract says; a discount or a correction is a detail. Its day may be put off.
    // So is the fee of a retake, a request or a paper, which goes with it.
    const fixed = current?.position != null ? 'DEBIT_OF_CONTRACT' : current ? followed(current) : null;
    if (current && fixed)
      for (const path of ['amount', 'kind', 'contract_id', 'student_id'] as const) {
        const value = path === 'amount' ? amount : input[path];
        if (value !== undefined && value !== current[path]) throw failField(path, fixed);
      }
    const contract_id = input.contract_id === undefined ? current?.contract_id : input.contract_id;
    if (contract_id) {
      const [contract] = await call.db
        .select({ student_id: contracts.student_id })
        .from(contracts)
        .where(eq(contracts.id, contract_id));
      if (contract?.student_id !== (input.student_id ?? current?.student_id))
        throw failField('contract_id', 'UNKNOWN_REFERENCE');
    }
    const { amount: _amount, ...rest } = input;
    return { ...rest, kind: input.kind ?? current?.kind ?? 'OTHER', ...(amount === undefined ? {} : { amount }) };
  },
  written: (call, row, before) => settle(call, [row.contract_id, before?.contract_id]),
  async beforeDelete(_call, row) {
    if (row.position !== null) throw fail('DEBIT_OF_CONTRACT');
    const fixed = followed(row);
    if (fixed) throw fail(fixed);
  },
  async beforeRestore(_call, row) {
    const fixed = followed(row);
    if (fixed) throw fail(fixed);
  },
});

/** After a save the row was read before the database had counted what is paid of it. */
export async function saveDebit(call: Call, input: InputOf<typeof contract.debit.save>): Promise<Shown> {
  const saved = await debitList.save(call, input);
  return debitList.get(call, { id: saved.id });
}

async function lockDebit(call: Call, id: number): Promise<DebitRow> {
  const [row] = await call.db
    .select()
    .from(studentDebits)
    .where(and(eq(studentDebits.id, id), isNull(studentDebits.deleted_at), debitReach(call, 'debit.manage')))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return row;
}

async function demandNotBelow(call: Call, debit_id: number): Promise<void> {
  const { rows } = await call.client.query(
    `select 1 from student_debits d where d.id = $1 and d.amount + coalesce((select sum(x.amount) from student_debit_details x where x.debit_id = d.id and x.deleted_at is null), 0) < 0`,
    [debit_id],
  );
  if (rows.length) throw failField('amount', 'DEBIT_BELOW_ZERO');
}

/** Adds to a debit or takes off it. Errors: STALE, DEBIT_BELOW_ZERO. */
export async function saveDetail(call: Call, input: z.infer<typeof detailSave>): Promise<Detail> {
  const row = await lockDebit(call, input.debit_id);
  const values = {
    amount: tiyinOf(input.amount),
    reason: input.reason,
    ...(input.file_ids ? { file_ids: input.file_ids } : {}),
  };
  let { id } = input;
  const [before] =
    id === undefined
      ? []
      : await call.db
          .select({ file_ids: studentDebitDetails.file_ids })
          .from(studentDebitDetails)
          .where(eq(studentDebitDetails.id, id));
  if (input.file_ids) await claimEvidence(call, 'file_ids', input.file_ids, before?.file_ids ?? []);
  if (id === undefined) {
    const [made] = await call.db
      .insert(studentDebitDetails)
      .values({ ...values, debit_id: row.id, made_by: call.account_id })
      .returning({ id: studentDebitDetails.id });
    id = made!.id;
  } else {
    const read = { id, version: input.version ?? 0 };
    await loadForChange(call, studentDebitDetails, eq(studentDebitDetails.debit_id, row.id), read, async () =>
      (await detailsOf(call, [row.id])).get(row.id)?.find((one) => one.id === id),
    );
    await call.db.update(studentDebitDetails).set(values).where(eq(studentDebitDetails.id, id));
  }
  await demandNotBelow(call, row.id);
  await settle(call, [row.contract_id]);
  return (await detailsOf(call, [row.id])).get(row.id)!.find((one) => one.id === id)!;
}

export async function removeDetail(call: Call, input: { id: number; reason: string }): Promise<{ ok: true }> {
  const [detail] = await call.db
    .select()
    .from(studentDebitDetails)
    .where(and(eq(studentDebitDetails.id, input.id), isNull(studentDebitDetails.deleted_at)));
  if (!detail) throw fail('NOT_FOUND');
  const row = await lockDebit(call, detail.debit_id);
  await call.db
    .update(studentDebitDetails)
    .set({ deleted_at: sql`edulab_now()`, deletion_reason: input.reason })
    .where(eq(studentDebitDetails.id, detail.id));
  await demandNotBelow(call, row.id);
  await settle(call, [row.contract_id]);
  return { ok: true };
}

/** A student within reach, oneself without an id. */
export async function studentFor(
  call: Call,
  permission: PermissionName,
  id: number | undefined,
): Promise<typeof students.$inferSelect> {
  const own = call.abilities.get(permission) !== 'institution';
  const [row] = await call.db
    .select()
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        id === undefined ? eq(students.account_id, call.account_id) : eq(students.id, id),
        own ? eq(students.account_id, call.account_id) : undefined,
      ),
    );
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export async function standingOf(call: Call, input: z.infer<typeof standingQuery>): Promise<z.infer<typeof standing>> {
  const student = await studentFor(call, 'debit.read', input.student_id);
  const day = input.day ?? (await todayOf(call));
  // Long statements about one person, whoever it is.
  planOnce(call.client);
  const [debts, besidesOf, { credit }, held] = await pipelined(
    studentDebts(call, [student.id], day),
    besidesBalances(call, [student.id]),
    studentBalance(call, student.id),
    heldFrom(call, [student.id], { day }),
  );
  const found = debts.get(student.id);
  const besides = besidesOf.get(student.id);
  return {
    student_id: student.id,
    name: student.full_name,
    day,
    total: sumOf(found?.total ?? 0),
    paid: sumOf(found?.paid ?? 0),
    due: sumOf(found?.due ?? 0),
    overdue: sumOf(found?.overdue ?? 0),
    overdue_since: found?.overdue_since ?? null,
    fine: sumOf(found?.fine ?? 0),
    credit: sumOf(credit),
    credit_besides: sumOf(besides?.credit ?? 0),
    holds: held.map(shownHeld),
    next: found?.next_due_on ? { due_on: found.next_due_on, amount: sumOf(found.next_amount ?? 0) } : null,
  };
}
