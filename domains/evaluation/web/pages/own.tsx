import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf, silent } from '#platform/web/index.ts';
import { Empty, PageHeader, showDate } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

/** About what a student may say what they think, and what they have said something about. */
export default function Own() {
  const { t } = useFields();
  const query = useQuery(api.own.mine.queryOptions({ ...silent }));
  return (
    <Stack gap="md" maw={860}>
      <PageHeader title={t('evaluation.own.title')} description={t('evaluation.own.about')} />
      {query.isPending && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data?.length === 0 && <Empty title={t('evaluation.own.none')} text={t('evaluation.own.none_about')} />}
      {query.data
        ?.toSorted((a, b) => Number(a.voted) - Number(b.voted))
        .map((one) => (
          <Paper key={one.unit_id} withBorder p="md">
            <Group justify="space-between" gap="sm">
              <div style={{ minWidth: 0 }}>
                <Text fw={600} size="sm">
                  {one.module}
                </Text>
                <Text size="sm">{one.teacher}</Text>
                <Text size="xs" c="dimmed">
                  {one.period} · {t('evaluation.own.until', { day: showDate(one.ends_on) })}
                </Text>
              </div>
              {one.voted ? (
                <Group gap={4}>
                  <IconCircleCheck size={18} aria-hidden />
                  <Text size="sm">{t('evaluation.own.done')}</Text>
                </Group>
              ) : (
                <Button component={Link} to={`/evaluation/vote/${one.unit_id}`}>
                  {t('evaluation.own.answer')}
                </Button>
              )}
            </Group>
          </Paper>
        ))}
    </Stack>
  );
}
