/**
 * The accounts of the books, by their numbers in the national chart (standard 21). What people owe stands on 4010 by
 * contract and by student; a balance below zero there is what was paid ahead. Pure.
 */
export const accountCodes = ['4010', '5010', '5110', '5710', '6310', '9030', '9050', '9330'] as const;
export type AccountCode = (typeof accountCodes)[number];

/** What people owe, and below zero what they paid ahead. */
export const receivable = '4010' satisfies AccountCode;

/** On which side an account grows. */
export const normalSide: Record<AccountCode, 'DEBIT' | 'CREDIT'> = {
  '4010': 'DEBIT',
  '5010': 'DEBIT',
  '5110': 'DEBIT',
  '5710': 'DEBIT',
  '6310': 'CREDIT',
  '9030': 'CREDIT',
  '9050': 'DEBIT',
  '9330': 'CREDIT',
};
