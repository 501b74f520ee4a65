import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** For students: what is due and late of their contract, and what comes next. */
export default function OwnDebtCard() {
  const own = useAbility().scope('debit.read') === 'own';
  return own ? <Card /> : null;
}

function Card() {
  const t = useMessages();
  const query = useQuery({ ...api.debit.standing.queryOptions({ input: {}, ...silent }), retry: false });
  // Who is a student by role alone owes nothing.
  if (query.isError) return null;
  return (
    <HomeCard
      title={t('accounting.mine.title')}
      icon={IconCash}
      to="/accounting/contract"
      query={query}
      empty={t('accounting.home.done')}
      rows={(money) => [
        ...(Number(money.overdue) > 0
          ? [
              {
                key: 'late',
                label: t('accounting.home.late'),
                note: money.overdue_since
                  ? t('accounting.mine.since', { day: showDate(money.overdue_since) })
                  : undefined,
                tone: 'alert' as const,
                end: showMoney(money.overdue),
                to: '/accounting/contract',
              },
            ]
          : []),
        ...(Number(money.fine) > 0
          ? [{ key: 'fine', label: t('accounting.mine.fine'), end: showMoney(money.fine), to: '/accounting/contract' }]
          : []),
        ...(money.credit !== '0'
          ? [
              {
                key: 'credit',
                label: t('accounting.mine.credit'),
                end: showMoney(money.credit),
                to: '/accounting/contract',
              },
            ]
          : []),
        ...(money.next
          ? [
              {
                key: 'next',
                label: t('accounting.home.next'),
                note: showDate(money.next.due_on),
                end: showMoney(money.next.amount),
                to: '/accounting/contract',
              },
            ]
          : []),
      ]}
    />
  );
}
