import type { useMessages } from '#platform/web/index.ts';
import { showDate, showMoney } from '#platform/web/kit/index.ts';
import type { Contract } from '../api.ts';
import { showRate } from './rates.tsx';

type Messages = ReturnType<typeof useMessages>;

/** A fee in the currency in which it is agreed. */
export const showFee = (t: Messages, amount: string, currency: string | null): string =>
  `${showMoney(amount)}\u00a0${currency ?? t('kit.som')}`;

/** In which currency a contract was agreed, and by which rate, of which day and from where, it is what it is in soʻm. */
export const foreignFacts = (t: Messages, foreign: Contract['foreign']) =>
  foreign === null
    ? []
    : [
        { label: t('accounting.contract.in_currency'), value: `${showMoney(foreign.amount)} ${foreign.currency}` },
        {
          label: t('accounting.contract.by_rate'),
          value: t('accounting.contract.by_rate_of', {
            per: foreign.per,
            currency: foreign.currency,
            rate: showRate(foreign.rate),
            day: showDate(foreign.day),
            source: foreign.source,
          }),
        },
      ];
