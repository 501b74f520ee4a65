import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { codeId, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { CountedAt, HomeCard, untilCounted } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Share } from '../components/standing.tsx';

/** Students: their modules near the limit of absence. Everybody else: how many of their students are near and over it. */
export default function LimitCard() {
  return useAbility().scope('attendance.read') === 'own' ? <OwnCard /> : <OfficeCard />;
}

function OwnCard() {
  const t = useMessages();
  const query = useQuery(
    api.attendance.table_student.queryOptions({ input: { sort: 'missed,desc', size: 5 }, ...silent }),
  );
  return (
    <HomeCard
      title={t('attendance.home.limit')}
      icon={IconAlertTriangle}
      to="/attendance-students"
      query={query}
      empty={t('attendance.home.below')}
      rows={({ content }) =>
        content
          .filter((row) => row.standing !== 'FINE')
          .map((row) => ({
            key: row.id,
            label: row.module.title,
            note: t('attendance.home.missed', { missed: row.missed_hours, hours: row.hours }),
            end: <Share share={row.share} standing={row.standing} />,
            to: '/attendance-students',
          }))
      }
    />
  );
}

function OfficeCard() {
  const t = useMessages();
  const overview = useQuery(api.attendance.overview.queryOptions({ ...silent, ...untilCounted }));
  return (
    <HomeCard
      title={t('attendance.home.limit')}
      icon={IconAlertTriangle}
      to="/attendance-students"
      query={overview}
      empty={t('attendance.home.nobody')}
      lines={2}
      rows={(counts) =>
        counts.over + counts.near === 0
          ? []
          : (['over', 'near'] as const).map((key) => ({
              key,
              label: t(codeId('attendance.standing', key.toUpperCase())),
              note: t('attendance.home.by_module'),
              count: counts[key],
              counts: t('attendance.home.by_module'),
              to: `/attendance-students?standing=${key.toUpperCase()}`,
              ...(key === 'over' ? { tone: 'alert' as const } : {}),
            }))
      }
    >
      {({ counted_at }) => counted_at && <CountedAt counted_at={counted_at} />}
    </HomeCard>
  );
}
