import { IconAward } from '@tabler/icons-react';
import { silent, useAbility, useLocale, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For a student: the points, and what asks for a change. */
export default function OwnAchievementsCard() {
  return useAbility().scope('achievement.submit') === 'own' ? <Card /> : null;
}

function Card() {
  const t = useMessages();
  const { locale } = useLocale();
  const query = useOwnMatter('achievements', api.record.own.queryOptions({ ...silent }), {
    points: 0,
    count: 0,
    waiting: 0,
    records: [],
  });
  return (
    <HomeCard
      title={t('achievements.menu')}
      icon={IconAward}
      to="/achievement-records"
      query={query}
      lines={1}
      empty={t('achievements.home.nothing')}
      rows={({ points, count, waiting, records }) => [
        ...records
          .filter(({ status }) => status === 'UPDATE_REQUIRED')
          .slice(0, 3)
          .map((one) => ({
            key: one.id,
            label: one.title,
            note: t('achievements.home.update'),
            tone: 'alert' as const,
            to: `/achievement-records/${one.id}`,
          })),
        ...(count > 0
          ? [
              {
                key: 'points',
                label: t('achievements.home.points'),
                note: t('achievements.totals.count', { count }),
                end: showNumber(points, locale),
                to: '/achievement-records',
              },
            ]
          : []),
        ...(waiting > 0
          ? [
              {
                key: 'waiting',
                label: t('achievements.home.waiting'),
                count: waiting,
                counts: t('achievements.home.waiting_counts'),
                to: '/achievement-records',
              },
            ]
          : []),
      ]}
    />
  );
}
