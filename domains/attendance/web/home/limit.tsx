import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { codeId, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Share } from '../components/standing.tsx';

const most = (standing: 'NEAR' | 'OVER' | undefined, size: number) =>
  api.attendance.table_student.queryOptions({
    input: { sort: 'missed,desc', size, ...(standing ? { standing } : {}) },
    ...silent,
  });

/** Students: their modules near the limit of absence. Everybody else: how many of their students are near and over it. */
export default function LimitCard() {
  return useAbility().scope('attendance.read') === 'own' ? <OwnCard /> : <OfficeCard />;
}

function OwnCard() {
  const t = useMessages();
  const query = useQuery(most(undefined, 5));
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
  const over = useQuery(most('OVER', 1));
  const near = useQuery(most('NEAR', 1));
  const both = {
    data: over.data && near.data ? { over: over.data.total_elements, near: near.data.total_elements } : undefined,
    isError: over.isError || near.isError,
    refetch: () => Promise.all([over.refetch(), near.refetch()]),
  };
  return (
    <HomeCard
      title={t('attendance.home.limit')}
      icon={IconAlertTriangle}
      to="/attendance-students"
      query={both}
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
    />
  );
}
