import type { Call } from '#platform/server/context.ts';

/** What follows elsewhere from the life of a contract. Accounting knows nobody who listens: they call `tellContracts` when they load. */

interface ContractOf {
  contract_id: number;
  application_id: number;
}
export interface ContractListener {
  /** The applicant accepted. */
  accepted?(call: Call, contract: ContractOf): Promise<void>;
  /** The applicant declined the offer. */
  declined?(call: Call, contract: ContractOf & { reason: string | undefined }): Promise<void>;
  /** The least share is paid, or is so no more. Told again with every payment, so it must bear repetition. */
  paid?(call: Call, contract: ContractOf & { enough: boolean }): Promise<void>;
}

const listeners: ContractListener[] = [];
export const tellContracts = (listener: ContractListener): void => void listeners.push(listener);

export async function tell<K extends keyof ContractListener>(
  what: K,
  call: Call,
  contract: Parameters<NonNullable<ContractListener[K]>>[1],
): Promise<void> {
  for (const listener of listeners) await listener[what]?.(call, contract as never);
}
