import { IconHeartHandshake } from '@tabler/icons-react';
import { silent, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { nextOf } from '../next.ts';

/** For a student: claims that wait for them. With none there is one line. */
export default function OwnClaimsCard() {
  const t = useMessages();
  const query = useOwnMatter(
    'claims',
    api.ec.list.queryOptions({ input: { status: ['DRAFT', 'CAN_UPDATE', 'PENDING'], size: 4 }, ...silent }),
    { content: [] },
  );
  return (
    <HomeCard
      title={t('circumstances.menu')}
      icon={IconHeartHandshake}
      to="/ec"
      query={query}
      lines={1}
      empty={t('circumstances.home.nothing')}
      rows={({ content }) =>
        content.map((one) => ({
          key: one.id,
          label: one.number,
          note: nextOf(t, one),
          to: one.status === 'PENDING' ? `/ec/${one.id}` : `/ec-submit?id=${one.id}`,
        }))
      }
    />
  );
}
