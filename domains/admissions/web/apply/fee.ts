import type { useMessages } from '#platform/web/index.ts';
import { showMoney } from '#platform/web/kit/index.ts';
import type { Campaign } from './calls.ts';

/** What a year costs, in the currency in which it is agreed. */
export function feeText(t: ReturnType<typeof useMessages>, fee: Campaign['fee']): string {
  if (fee === null) return t('apply.fee_unknown');
  const amount = showMoney(fee.amount);
  return fee.currency === null ? t('apply.fee', { amount }) : t('apply.fee_in', { amount, currency: fee.currency });
}
