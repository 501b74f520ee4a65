import type { Tiyin } from '#domains/accounting/contract.ts';

/** What a bank file says, whatever its format. Pure. */

export interface StatementRow {
  /** The day on which the bank moved the money. */
  day: string;
  number: string;
  /** Whole tiyin; above zero what came, below zero what left. */
  amount: Tiyin;
  /** The other side. */
  party: string;
  party_account: string;
  party_tin: string;
  party_bank: string;
  party_mfo: string;
  purpose: string;
}

export interface Statement {
  /** The account that it is of. */
  account: string;
  from: string;
  until: string;
  opening: Tiyin | null;
  closing: Tiyin | null;
  rows: StatementRow[];
}

/** What a file of a bank may be refused for. */
export type StatementFault =
  | 'STATEMENT_ENCODING'
  | 'STATEMENT_BROKEN'
  | 'STATEMENT_EMPTY'
  | 'STATEMENT_FORMULA'
  | 'STATEMENT_CELL'
  | 'STATEMENT_COLUMNS'
  | 'STATEMENT_ACCOUNT'
  | 'STATEMENT_TURNOVER'
  | 'STATEMENT_TOO_LONG';

export class StatementError extends Error {
  readonly code: StatementFault;
  readonly data: Record<string, string | number>;
  constructor(code: StatementFault, data: Record<string, string | number> = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/**
 * An amount as banks write it: `1000`, `1000.5`, `1000,50`, `1000-50`, `1 000 000,00`, `1,000,000.00`. Read from the text, so
 * that no fraction is ever rounded. Undefined for anything else, and for what is more than a number of tiyin holds.
 */
export function amountOf(said: string): Tiyin | undefined {
  const digits = said.replace(/[\s\u00a0\u202f']/g, '');
  // `1,000` may be a thousand or one with three places, so only what leaves no doubt is read.
  const whole =
    /^(-?)(\d+)(?:[.,-](\d{1,2}))?$/.exec(digits) ??
    /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/.exec(digits) ??
    /^(-?)(\d{1,3}(?:\.\d{3})+)[,-](\d{1,2})$/.exec(digits) ??
    /^(-?)(\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,})$/.exec(digits);
  if (!whole) return undefined;
  const [, sign, units = '', places = ''] = whole;
  const plain = units.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (plain.length > 13) return undefined;
  const value = Number(BigInt(plain) * 100n + BigInt(places.padEnd(2, '0')));
  return sign && value !== 0 ? -value : value;
}

export const turnoverOf = (rows: readonly Pick<StatementRow, 'amount'>[]): { came: Tiyin; left: Tiyin } =>
  rows.reduce(
    (sum, { amount }) =>
      amount > 0 ? { came: sum.came + amount, left: sum.left } : { came: sum.came, left: sum.left - amount },
    { came: 0, left: 0 },
  );

/** By how much the file does not add up: what it says at the end less what follows from its rows. Null where it does not say. */
export function differenceOf({
  opening,
  closing,
  rows,
}: Pick<Statement, 'opening' | 'closing' | 'rows'>): Tiyin | null {
  if (opening === null || closing === null) return null;
  const { came, left } = turnoverOf(rows);
  return closing - (opening + came - left);
}

/** By these two rows are the same; how often they stand in a file says the rest. */
export const sameKey = (row: Pick<StatementRow, 'day' | 'number' | 'amount' | 'party_account'>): string =>
  [row.day, row.number, row.amount, row.party_account].join('|');

/** Each row with which of its equals it is, from 1: two true payments of one day, payer and amount are two. */
export function withOrdinals<R extends Pick<StatementRow, 'day' | 'number' | 'amount' | 'party_account'>>(
  rows: readonly R[],
): (R & { ordinal: number })[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const ordinal = (seen.get(sameKey(row)) ?? 0) + 1;
    seen.set(sameKey(row), ordinal);
    return { ...row, ordinal };
  });
}
