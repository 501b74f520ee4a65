import type { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Tiyin } from '../../money.ts';
import type { studentDebits } from '../tables.ts';

/** What an invoice will ask for, before it has a number. */

export interface OpenDebit {
  id: number;
  student_id: number;
  contract_id: number | null;
  kind: (typeof studentDebits.$inferSelect)['kind'];
  due_on: string;
  note: string | null;
  /** What is not paid of it, from `paid` on. */
  left: Tiyin;
  paid: Tiyin;
  vat_percent: number;
  /** Whether an invoice that is open asks for it already. */
  invoiced: boolean;
}

export interface Part {
  debit: OpenDebit;
  amount: Tiyin;
}
export interface Draft {
  student: Pick<typeof students.$inferSelect, 'id' | 'account_id' | 'full_name' | 'student_no'>;
  contract: { id: number; number: string } | null;
  parts: Part[];
  language: Locale;
  due_on: string;
  purpose?: string | undefined;
}
export const amountOf = ({ parts }: Pick<Draft, 'parts'>): Tiyin => parts.reduce((sum, one) => sum + one.amount, 0);
