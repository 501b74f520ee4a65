import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard, showMoney } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** For those who give money back: applications that were closed with money on them. */
export default function RefundsCard() {
  return useAbility().can('payment.manage') ? <Card /> : null;
}

const all = '/accounting/contract?refund=true';

function Card() {
  const t = useMessages();
  const query = useQuery(
    api.contract.list.queryOptions({ input: { refund: true, size: 4, sort: 'created_at' }, ...silent }),
  );
  return (
    <HomeCard
      title={t('accounting.home.refunds')}
      icon={IconArrowBackUp}
      to={all}
      query={query}
      empty={t('accounting.home.no_refunds')}
      rows={({ content, total_elements }) => [
        ...content.map((row) => ({
          key: String(row.id),
          label: row.payer_name,
          note: row.number,
          tone: 'alert' as const,
          end: showMoney(row.credit),
          to: `/accounting/contract?refund=true&open=${row.id}`,
        })),
        ...(total_elements > content.length
          ? [
              {
                key: 'more',
                label: t('accounting.home.more_refunds', { count: total_elements - content.length }),
                to: all,
              },
            ]
          : []),
      ]}
    />
  );
}
