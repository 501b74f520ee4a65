import { IconChartFunnel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { CountedAt, HomeCard, type HomeRow, untilCounted } from '#platform/web/kit/index.ts';
import { waitingFor } from '../../workflow.ts';
import { api } from '../api.ts';
import { flavourPaths } from '../paths.ts';

/** On the home page of admission: what waits for whom, and what of it for long. Every number leads to its list. */
export default function AdmissionCard() {
  const t = useMessages();
  const query = useQuery(api.desk.campaign.queryOptions({ input: {}, ...silent, ...untilCounted }));
  return (
    <HomeCard
      title={t('admissions.home.title')}
      icon={IconChartFunnel}
      to="/admission/admin"
      query={query}
      empty={t('admissions.home.none')}
      rows={({ waiting, academic_year }) =>
        waitingFor.flatMap((who): HomeRow[] => {
          const ours = waiting.filter((row) => row.for === who && row.flavour === 'plain');
          const count = ours.reduce((sum, row) => sum + row.count, 0);
          const late = ours.reduce((sum, row) => sum + row.late, 0);
          if (!count) return [];
          return [
            {
              key: who,
              label: t(`admissions.desk.for.${who}`),
              count,
              counts: t('admissions.home.counts'),
              ...(late ? { note: t('admissions.home.late', { count: late }) } : {}),
              // The year whose applications are counted, so that the list holds as many.
              to: `${flavourPaths.plain.list}?status=${ours.map((row) => row.status).join(',')}${academic_year ? `&academic_year_id=${academic_year.id}` : ''}`,
            },
          ];
        })
      }
    >
      {({ counted_at }) => counted_at && <CountedAt counted_at={counted_at} />}
    </HomeCard>
  );
}
