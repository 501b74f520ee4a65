import { defineHook, type Moment } from '#platform/server/hooks.ts';

interface ContractOf {
  contract_id: number;
  application_id: number;
}

export const contractAccepted: Moment<ContractOf> = defineHook(
  'accounting.contract_accepted',
  'An applicant accepted their contract.',
);
export const contractDeclined: Moment<ContractOf & { reason: string | undefined }> = defineHook(
  'accounting.contract_declined',
  'An applicant declined the offer.',
);
export const billSettled: Moment<{ contract_id: number; owed: number; paid: number }> = defineHook(
  'accounting.bill_settled',
  'Money came for a bill, or was given back. Told again with every payment, so it must bear repetition.',
);
export const contractPaid: Moment<ContractOf & { enough: boolean }> = defineHook(
  'accounting.contract_paid',
  'The least share of a contract is paid, or is so no more. Told again with every payment, so it must bear repetition.',
);
