import { IconAward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { fullName, HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For validators: what waits for an answer, the oldest first. Who is named for a type sees the card while something waits. */
export default function WaitingAchievementsCard() {
  const t = useMessages();
  const named = useAbility().scope('achievement.verify') === 'own';
  const asked = named ? { mine: true } : { status: ['SUBMITTED' as const] };
  const query = useQuery(
    api.record.list.queryOptions({ input: { ...asked, size: 4, sort: 'submitted_at' }, ...silent }),
  );
  const all = named ? '/achievement-records?mine=true' : '/achievement-records?status=SUBMITTED';
  if (named && !query.data?.total_elements) return null;
  return (
    <HomeCard
      title={t('achievements.list.title')}
      icon={IconAward}
      to={all}
      query={query}
      empty={t('achievements.home.done')}
      rows={({ content, total_elements }) => [
        ...(total_elements
          ? [
              {
                key: 'all',
                label: t('achievements.home.verify'),
                count: total_elements,
                counts: t('achievements.home.verify_counts'),
                to: all,
              },
            ]
          : []),
        ...content.map((one) => ({
          key: one.id,
          label: fullName(one.student),
          note: one.title,
          end: showDate(one.submitted_at ?? one.created_at),
          to: `/achievement-records/${one.id}`,
        })),
      ]}
    />
  );
}
