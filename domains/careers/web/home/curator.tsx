import { IconFileCv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For the career centre: CVs that wait, the oldest first, and offers that somebody found dead. */
export default function CuratorCard() {
  const t = useMessages();
  const query = useQuery(api.cv.curator.queryOptions({ input: { size: 4 }, ...silent }));
  const dead = useQuery(api.job_offer.list.queryOptions({ input: { reported: true, open: true, size: 1 }, ...silent }));
  return (
    <HomeCard
      title={t('careers.cvs.title')}
      icon={IconFileCv}
      to="/cv?status=SUBMITTED"
      query={query}
      empty={t('careers.home.reviewed')}
      rows={({ content, total_elements }) => [
        ...(total_elements
          ? [
              {
                key: 'all',
                label: t('careers.home.waiting'),
                count: total_elements,
                counts: t('careers.home.waiting_counts'),
                to: '/cv?status=SUBMITTED',
              },
            ]
          : []),
        ...content.map((one) => ({
          key: one.id,
          label: fullName(one.student),
          note: one.headline,
          end: showDate(one.submitted_at ?? one.created_at),
          to: `/cv/create/${one.id}`,
        })),
        ...(dead.data?.total_elements
          ? [
              {
                key: 'dead',
                label: t('careers.home.reported'),
                count: dead.data.total_elements,
                counts: t('careers.home.reported_counts'),
                to: '/job_offer?reported=true&open=true',
                tone: 'alert' as const,
              },
            ]
          : []),
      ]}
    />
  );
}
