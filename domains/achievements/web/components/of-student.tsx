import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { Empty, Section } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { RecordCards } from './record-cards.tsx';
import { TotalsSection } from './totals.tsx';

/** On the record of a student: what they have reached. */
export default function OfStudent({ id }: { id: number }) {
  const t = useMessages();
  const query = useQuery(api.record.student.queryOptions({ input: { id }, ...silent }));
  if (query.isError)
    return (
      <Empty
        title={messageOf(query.error)}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!query.data) return <Skeleton h={240} />;
  return (
    <Stack gap="md">
      <TotalsSection totals={query.data} own={false} />
      <Section
        title={t('achievements.list.title')}
        actions={
          <Button size="xs" variant="default" component={Link} to={`/achievement-records?student_id=${id}`}>
            {t('achievements.list.open')}
          </Button>
        }
      >
        {query.data.records.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('achievements.list.nothing')}
          </Text>
        ) : (
          <RecordCards records={query.data.records} />
        )}
      </Section>
    </Stack>
  );
}
