import { IconPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** Reports that somebody put on their home. */
export default function PinnedCard() {
  return useAbility().can('report.read') ? <Card /> : null;
}

function Card() {
  const t = useMessages();
  const query = useQuery(api.report.list.queryOptions({ input: { pinned: true, size: 10 }, ...silent }));
  if (!query.data?.content.length) return null;
  return (
    <HomeCard
      title={t('reports.pinned.title')}
      icon={IconPin}
      to="/report"
      query={query}
      empty={t('reports.list.empty')}
      rows={({ content }) =>
        content.map(({ id, name, about, subject }) => ({
          key: id,
          label: name,
          note: about || (subject ?? ''),
          to: `/report/${id}`,
        }))
      }
    />
  );
}
