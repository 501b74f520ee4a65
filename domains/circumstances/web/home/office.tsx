import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, HomeCard, showDate } from '#platform/web/kit/index.ts';
import { outcomes, waitingStates } from '../../workflow.ts';
import { api } from '../api.ts';

const waiting = waitingStates.join(',');
const decided = [...outcomes, 'UPHELD' as const];

/** For the office: claims that wait, the oldest first, and decisions that nobody was told yet. */
export default function ClaimsCard() {
  const t = useMessages();
  const query = useQuery(
    api.ec.list.queryOptions({ input: { status: [...waitingStates], size: 4, sort: 'submitted_at' }, ...silent }),
  );
  const untold = useQuery(
    api.ec.list.queryOptions({ input: { status: decided, published: false, size: 1 }, ...silent }),
  );
  return (
    <HomeCard
      title={t('circumstances.list.title')}
      icon={IconHeartHandshake}
      to={`/ec?status=${waiting}`}
      query={query}
      empty={t('circumstances.home.decided')}
      rows={({ content, total_elements }) => [
        ...(total_elements
          ? [
              {
                key: 'all',
                label: t('circumstances.home.waiting'),
                count: total_elements,
                counts: t('circumstances.home.waiting_counts'),
                to: `/ec?status=${waiting}`,
              },
            ]
          : []),
        ...content.map((one) => ({
          key: one.id,
          label: fullName(one.student),
          note: t(`circumstances.state.${one.status}`),
          end: showDate(one.submitted_at ?? one.created_at),
          to: `/ec/${one.id}`,
        })),
        ...(untold.data?.total_elements
          ? [
              {
                key: 'untold',
                label: t('circumstances.home.untold'),
                count: untold.data.total_elements,
                counts: t('circumstances.home.untold_counts'),
                to: `/ec?status=${decided.join(',')}&published=false`,
              },
            ]
          : []),
      ]}
    />
  );
}
