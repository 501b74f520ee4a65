import { IconThumbUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For students: about what they may still say what they think. */
export default function OwnEvaluationCard() {
  const t = useMessages();
  const query = useQuery(api.own.mine.queryOptions({ ...silent }));
  return (
    <HomeCard
      title={t('evaluation.home.title')}
      icon={IconThumbUp}
      to="/evaluation"
      query={query}
      lines={1}
      empty={t('evaluation.home.none')}
      rows={(units) => {
        const open = units.filter(({ voted }) => !voted);
        const [first] = open;
        return first
          ? [
              {
                key: 'open',
                label: t('evaluation.home.open'),
                note: t('evaluation.own.until', { day: showDate(first.ends_on) }),
                count: open.length,
                counts: t('evaluation.home.open_counts'),
                to: '/evaluation',
              },
            ]
          : [];
      }}
    />
  );
}
