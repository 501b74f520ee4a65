import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { shareOf, sumOf, tiyinOf, vatIn } from '../money.ts';
import { type contractRecord, type contractWhole, fineOf } from '../shapes.ts';
import { studyTitles } from './agreements.ts';
import { type Balance, contractBalances } from './balance.ts';
import type { ContractRow } from './issue.ts';
import { foreignOf } from './rates/rates.ts';
import { contractAgreements, contracts, studentDebits } from './tables.ts';

/** Contracts as they are shown: with what was paid, what is late, and the names of what they speak of. */

type Shown = z.infer<typeof contractRecord>;
type Whole = z.infer<typeof contractWhole>;
interface Money extends Balance {
  fine: number;
  overdue: number;
}

/** What is owed and was paid for contracts, what is late, and the fine. */
async function moneyOf(call: Call, rows: readonly ContractRow[]): Promise<Map<number, Money>> {
  if (rows.length === 0) return new Map();
  planOnce(call.client);
  const ids = rows.map((row) => row.id);
  const [balances, { rows: late }] = await Promise.all([
    contractBalances(call, ids),
    call.client.query<{ id: number; fine: number; overdue: number }>(
      `select contract_id as id, coalesce(greatest(sum(fine), sum(amount) filter (where kind = 'FINE')), 0)::bigint as fine,
              coalesce(sum(amount - paid) filter (where due_on < (select edulab_today())), 0)::bigint as overdue
         from edulab_debts($2::int[], (select edulab_today())) where contract_id = any($1) group by 1`,
      [ids, [...new Set(rows.flatMap((row) => row.student_id ?? []))]],
    ),
  ]);
  const debts = new Map(late.map((row) => [row.id, row]));
  return new Map([...balances].map(([id, balance]) => [id, { fine: 0, overdue: 0, ...debts.get(id), ...balance }]));
}

const noMoney: Money = { owed: 0, paid: 0, left: 0, credit: 0, fine: 0, overdue: 0 };

export async function presentContracts(call: Call, rows: readonly ContractRow[]): Promise<Shown[]> {
  const money = await moneyOf(call, rows);
  const { years, programmes, forms } = await studyTitles(call, rows);
  const agreements = await titlesOf(
    call,
    contractAgreements,
    rows.map((row) => row.agreement_id),
  );
  const numbers = await titlesOf(
    call,
    students,
    rows.map((row) => row.student_id),
    sql`${students.student_no}`,
  );
  const manage = may(call, 'contract.manage');
  return rows.map((row) => {
    const { owed, paid, left, credit, fine, overdue } = money.get(row.id) ?? noMoney;
    const open = row.status === 'DRAFT' || row.status === 'ISSUED' || row.status === 'OPENED';
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      number: row.number,
      name: row.number,
      agreement_id: row.agreement_id,
      agreement: agreements.get(row.agreement_id ?? 0) ?? null,
      type: row.type,
      student_id: row.student_id,
      student_no: numbers.get(row.student_id ?? 0)?.title ?? null,
      application_id: row.application_id,
      payer_name: row.payer_name,
      level: row.level,
      academic_year_id: row.academic_year_id,
      academic_year: years.get(row.academic_year_id) ?? null,
      course_id: row.course_id,
      course: programmes.get(row.course_id ?? 0) ?? null,
      education_form_id: row.education_form_id,
      education_form: forms.get(row.education_form_id ?? 0) ?? null,
      study_language: row.study_language,
      amount: sumOf(row.amount),
      foreign: foreignOf(row),
      fine_amount: sumOf(fine),
      paid: sumOf(paid),
      owed: sumOf(owed),
      left: sumOf(left),
      credit: sumOf(credit),
      overdue: sumOf(overdue),
      deadline: row.deadline,
      minimum_amount: sumOf(shareOf(row.amount, row.minimum_share)),
      accept_until: row.accept_until,
      status: row.status,
      status_at: row.status_at,
      issued_on: row.issued_on,
      opened_at: row.opened_at,
      accepted_at: row.accepted_at,
      accepted_sha256: row.accepted_sha256,
      can: {
        edit: manage && row.status === 'DRAFT',
        delete: manage && row.status === 'DRAFT' && row.application_id === null,
        issue: manage && row.status === 'DRAFT',
        sign: manage && (row.status === 'ISSUED' || row.status === 'OPENED'),
        take_back: manage && row.status === 'ISSUED',
        end: manage && (open || row.status === 'ACCEPTED' || row.status === 'ACTIVE'),
        pay: may(call, 'payment.manage') && !open && row.status !== 'TERMINATED',
        refund: may(call, 'payment.manage') && credit > 0,
      },
    };
  });
}

export async function contractDetails(call: Call, row: ContractRow): Promise<Whole> {
  const [shown] = await presentContracts(call, [row]);
  const debits = await call.db
    .select({ position: studentDebits.position, paid: studentDebits.paid })
    .from(studentDebits)
    .where(and(eq(studentDebits.contract_id, row.id), isNull(studentDebits.deleted_at)));
  const paid = new Map(debits.map((debit) => [debit.position, debit.paid]));
  const replaced = await titlesOf(call, contracts, [row.supersedes_id], sql`${contracts.number}`);
  // Before there are debits the payments cover the parts in their order.
  let before = debits.length ? 0 : tiyinOf(shown!.paid);
  return {
    ...shown!,
    plan: row.plan.map((part, at) => {
      const covered = debits.length ? (paid.get(at + 1) ?? 0) : Math.min(before, part.amount);
      before -= debits.length ? 0 : covered;
      return { due_on: part.due_on, amount: sumOf(part.amount), paid: sumOf(covered) };
    }),
    fine: fineOf(row.fine),
    accepted_ip: may(call, 'contract.manage') ? row.accepted_ip : null,
    accepted_phone: row.accepted_phone,
    accepted_language: row.accepted_language,
    document_id: row.document_id,
    superseded_by: row.superseded_by,
    vat: row.vat_percent > 0 ? { percent: row.vat_percent, sum: sumOf(vatIn(row.amount, row.vat_percent)) } : null,
    supersedes: replaced.get(row.supersedes_id ?? 0) ?? null,
    earned_before: sumOf(row.earned_before),
    earns_from: row.earns_from,
  };
}
