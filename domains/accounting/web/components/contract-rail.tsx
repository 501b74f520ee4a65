import { Suspense } from 'react';
import { RecordChanged } from '#domains/identity/web/index.ts';
import { today, useAbility, useMessages } from '#platform/web/index.ts';
import { MoneyText, Rail, RailFact, showDate, showMoney, showPhone } from '#platform/web/kit/index.ts';
import type { WholeContract } from '../api.ts';

/** What people look for first on a contract: what it costs, what came, what is next, and how it was accepted. */
export function ContractRail({ contract, bound }: { contract: WholeContract; bound: boolean }) {
  const t = useMessages();
  const { can } = useAbility();
  const next = bound ? contract.plan.find(({ amount, paid }) => Number(paid) < Number(amount)) : undefined;
  const late = next !== undefined && next.due_on < today();
  return (
    <Rail across label={t('accounting.rail.title')}>
      <RailFact label={t('accounting.field.amount')} value={<MoneyText value={contract.amount} />} />
      <RailFact label={t('accounting.field.paid')} value={<MoneyText value={contract.paid} />} />
      <RailFact
        label={t('accounting.contract.left')}
        value={<MoneyText value={contract.left} />}
        note={contract.credit === '0' ? '' : t('accounting.rail.credit', { amount: showMoney(contract.credit) })}
      />
      {next && (
        <RailFact
          label={t(late ? 'accounting.rail.late' : 'accounting.rail.instalment')}
          value={showDate(next.due_on)}
          note={<MoneyText value={(Number(next.amount) - Number(next.paid)).toFixed(2)} />}
          tone={late ? 'alert' : undefined}
        />
      )}
      <RailFact
        label={t('accounting.rail.accepted')}
        value={contract.accepted_at && showDate(contract.accepted_at)}
        note={
          contract.accepted_phone
            ? t('accounting.rail.by_code', { phone: showPhone(contract.accepted_phone) })
            : t('accounting.rail.by_office')
        }
      />
      <Suspense fallback={<RailFact label="…" value={undefined} />}>
        <RecordChanged table="contracts" id={contract.id} followed={can('contract.manage')} />
      </Suspense>
    </Rail>
  );
}
