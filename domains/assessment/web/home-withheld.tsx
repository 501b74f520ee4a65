import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from './api.ts';
import { withheldName } from './withheld.ts';

/** For students: marks that are held back; nothing while there are none. */
export default function WithheldCard() {
  const t = useMessages();
  const query = useQuery(api.mark.withheld.queryOptions(silent));
  if (!query.data?.length) return null;
  return (
    <HomeCard
      title={t('assessment.withheld.home')}
      icon={IconLock}
      to="/marks"
      query={query}
      rows={(held) =>
        held.slice(0, 5).map((one) => ({
          key: `${one.component_id} ${one.attempt}`,
          label: withheldName(one, t),
          note: t(`assessment.withheld.${one.reason}`),
          to: '/marks',
        }))
      }
    />
  );
}
