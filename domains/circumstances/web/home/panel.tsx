import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, HomeCard } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For who sits in panels: claims about which they are to speak. */
export default function PanelCard() {
  const t = useMessages();
  const query = useQuery(
    api.ec.list.queryOptions({
      input: { status: ['UNDER_REVIEW', 'REVIEW_REQUESTED'], mine: true, size: 4, sort: 'submitted_at' },
      ...silent,
    }),
  );
  return (
    <HomeCard
      title={t('circumstances.home.panel')}
      icon={IconUsersGroup}
      to="/ec?status=UNDER_REVIEW,REVIEW_REQUESTED"
      query={query}
      empty={t('circumstances.home.no_panel')}
      rows={({ content }) =>
        content.map((one) => ({
          key: one.id,
          label: fullName(one.student),
          note: one.number,
          to: `/ec/${one.id}`,
        }))
      }
    />
  );
}
