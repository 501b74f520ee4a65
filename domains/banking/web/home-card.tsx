import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard, showMoney } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** For those who say what money was: what nobody has matched yet, by how long it waits. */
export default function UnmatchedCard() {
  return useAbility().can('statement.manage') ? <Card /> : null;
}

const rows = '/accounting/statements/rows';

function Card() {
  const t = useMessages();
  const query = useQuery(api.statement.waiting.queryOptions({ input: {}, ...silent }));
  return (
    <HomeCard
      title={t('banking.home.title')}
      icon={IconListSearch}
      to={rows}
      query={query}
      empty={t('banking.home.done')}
      rows={({ ages, held, differences }) => [
        ...ages
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ days, count, amount }) => ({
            key: days,
            label: t(`banking.home.age.${days}`),
            note: t('banking.home.rows', { count }),
            ...(days === '30' || days === 'more' ? { tone: 'alert' as const } : {}),
            end: showMoney(amount),
            to: rows,
          })),
        ...(held > 0
          ? [
              {
                key: 'held',
                label: t('banking.home.held'),
                tone: 'alert' as const,
                count: held,
                counts: t('banking.home.held_counts', { count: held }),
                to: '/accounting/statements?status=HELD',
              },
            ]
          : []),
        ...(differences > 0
          ? [
              {
                key: 'differences',
                label: t('banking.home.differences'),
                count: differences,
                counts: t('banking.home.differences_counts', { count: differences }),
                to: '/accounting/reconciliation',
              },
            ]
          : []),
      ]}
    />
  );
}
