import { Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { Bars, CountedAt, HomeCard, type HomeRow, showDate, untilCounted } from '#platform/web/kit/index.ts';
import { api } from './api.ts';
import { StudentShares } from './components/shares.tsx';

/** Years that fit beside each other; whoever entered earlier has mostly left. */
const years = 8;

/** On the home page of registrars and deans: how many students there are, and what waits. Every number leads to its list. */
export default function StudentsCard() {
  const t = useMessages();
  const overview = useQuery(api.overview.queryOptions({ ...silent, ...untilCounted }));
  return (
    <HomeCard
      title={t('students.home.title')}
      icon={IconUsers}
      to="/students"
      query={overview}
      empty={t('students.home.none')}
      rows={({ by_status, requests, course_transfers, gap_years_ending: ending }) => {
        const rows: HomeRow[] = [];
        if (!by_status.length) return rows;
        if (requests !== null)
          rows.push({
            key: 'requests',
            label: t('students.home.requests'),
            count: requests,
            counts: t('students.home.requests_counts'),
            to: '/students/requests',
          });
        if (course_transfers !== null)
          rows.push({
            key: 'course',
            label: t('students.home.course_transfers'),
            count: course_transfers,
            counts: t('students.home.course_transfers_counts'),
            to: '/course/transfer?status=PENDING',
          });
        rows.push({
          key: 'gap',
          label: t('students.home.gap_years'),
          count: ending.count,
          counts: t('students.home.gap_years_counts', { until: showDate(ending.until) }),
          to: `/gap-year?status_until=~${ending.until}`,
        });
        return rows;
      }}
    >
      {({ by_status, by_entry_year, counted_at }) =>
        by_status.length ? (
          <Stack gap="md">
            <CountedAt counted_at={counted_at} />
            <div>
              <StudentShares shares={by_status} />
              <Text size="xs" c="dimmed" mt={4}>
                {t('students.home.shares_counts')}
              </Text>
            </div>
            {by_entry_year.length > 1 && (
              <Bars
                title={t('students.home.by_year')}
                counts={t('students.home.by_year_counts')}
                data={by_entry_year.slice(-years).map(({ entry_year, count }) => ({ name: String(entry_year), count }))}
              />
            )}
          </Stack>
        ) : null
      }
    </HomeCard>
  );
}
