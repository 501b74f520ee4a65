import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For whoever looks after students at risk: how many wait for what. */
export default function WaitingCard() {
  const t = useMessages();
  const query = useQuery(api.risk.overview.queryOptions({ ...silent }));
  return (
    <HomeCard
      title={t('early-warning.list.title')}
      icon={IconAlertTriangle}
      to="/early-warning"
      query={query}
      empty={t('early-warning.home.nobody')}
      rows={({ act, watch, fresh, quiet, due }) =>
        act + watch + fresh + due === 0
          ? []
          : [
              {
                key: 'due',
                label: t('early-warning.home.due'),
                count: due,
                counts: t('early-warning.home.students'),
                to: '/early-warning?due=true',
                tone: 'alert' as const,
              },
              {
                key: 'quiet',
                label: t('early-warning.home.quiet'),
                count: quiet,
                counts: t('early-warning.home.students'),
                to: '/early-warning?level=ACT&quiet_days=14&better=false',
              },
              {
                key: 'act',
                label: t('early-warning.level.ACT'),
                count: act,
                counts: t('early-warning.home.students'),
                to: '/early-warning?level=ACT&better=false',
              },
              {
                key: 'watch',
                label: t('early-warning.level.WATCH'),
                count: watch,
                counts: t('early-warning.home.students'),
                to: '/early-warning?level=WATCH&better=false',
              },
              {
                key: 'fresh',
                label: t('early-warning.home.fresh'),
                count: fresh,
                counts: t('early-warning.home.students'),
                to: '/early-warning?sort=flagged_on%2Cdesc',
              },
            ]
      }
    />
  );
}
