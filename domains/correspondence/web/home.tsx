import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api, useFields } from './api.ts';

/** What of the correspondence waits for this person, as numbers alone. */
export default function CorrespondenceCard() {
  const { t } = useFields();
  const query = useQuery(api.letter.mine.queryOptions({ ...silent }));
  return (
    <HomeCard
      title={t('correspondence.own.title')}
      icon={IconMail}
      to="/document-management/"
      query={query}
      empty={t('correspondence.home.empty')}
      rows={(counts) =>
        (['late', 'orders', 'words', 'signatures', 'notes'] as const).flatMap((key) =>
          counts[key] > 0
            ? [
                {
                  key,
                  label: t(`correspondence.home.${key}`),
                  count: counts[key],
                  counts: t(`correspondence.home.${key}_counts`),
                  to: key === 'late' || key === 'orders' ? '/document-management/' : '/document-management/?tab=words',
                },
              ]
            : [],
        )
      }
    />
  );
}
