/**
 * The accounts of the books, by their numbers in the national chart (standard 21). What people owe stands on 4010 by
 * contract and by student; a balance below zero there is what was paid ahead. Pure.
 */
export const accountCodes = [
  '4010',
  '5010',
  '5110',
  '5530',
  '5710',
  '6310',
  '6410',
  '6990',
  '9030',
  '9050',
  '9330',
  '9390',
  '9430',
] as const;
export type AccountCode = (typeof accountCodes)[number];

/** What people owe, and below zero what they paid ahead. */
export const receivable = '4010' satisfies AccountCode;

/** Accounts of the books that a bank account may stand on. */
export const bankLedgers = ['5110', '5530'] as const satisfies readonly AccountCode[];
export type BankLedger = (typeof bankLedgers)[number];

/** Where money goes from suspense (6990: what a bank told of before anybody said what it was for) when it is no payment of a contract. */
export const suspenseTargets = ['5110', '5530', '5710', '9390', '9430'] as const satisfies readonly AccountCode[];
export type SuspenseTarget = (typeof suspenseTargets)[number];

/** On which side an account grows. */
export const normalSide: Record<AccountCode, 'DEBIT' | 'CREDIT'> = {
  '4010': 'DEBIT',
  '5010': 'DEBIT',
  '5110': 'DEBIT',
  '5530': 'DEBIT',
  '5710': 'DEBIT',
  '6310': 'CREDIT',
  '6410': 'CREDIT',
  '6990': 'CREDIT',
  '9030': 'CREDIT',
  '9050': 'DEBIT',
  '9330': 'CREDIT',
  '9390': 'CREDIT',
  '9430': 'DEBIT',
};
