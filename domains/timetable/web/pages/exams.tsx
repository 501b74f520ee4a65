import { Badge, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { SeatPlanDrawer } from '../components/seat-plan.tsx';

/** One's own exams, with room and seat, and the rooms in which one invigilates. */
export default function OwnExams() {
  const t = useMessages();
  const { can } = useAbility();
  const [hall, setHall] = useState<number>();
  const { data, isError } = useQuery(api.exam.own.queryOptions());
  return (
    <Stack gap="md">
      <PageHeader title={t('timetable.exams.own')} description={t('timetable.exams.own_about')} />
      {isError ? (
        <Empty title={t('timetable.failed')} />
      ) : !data ? (
        <Skeleton height={240} radius="md" />
      ) : data.length === 0 ? (
        <div className="surface">
          <Empty title={t('timetable.exams.own_none')} text={t('timetable.none_text')} />
        </div>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {data.map((one) => {
            const duty = one.kind === 'DUTY';
            return (
              <article key={`${one.kind} ${one.hall_id} ${one.title}`} className="surface">
                <Stack p="md" gap={6}>
                  <Group justify="space-between" wrap="nowrap">
                    <Text size="sm" fw={600}>
                      {`${showDate(one.date)}, ${one.starts_at}–${one.ends_at}`}
                    </Text>
                    {duty && (
                      <Badge variant="light" color="blue">
                        {t('timetable.exams.duty')}
                      </Badge>
                    )}
                  </Group>
                  <Title order={2} size="h4">
                    {one.title}
                  </Title>
                  <Text>
                    {one.room}
                    {one.address && (
                      <Text span c="dimmed">
                        {` · ${one.address}`}
                      </Text>
                    )}
                  </Text>
                  {one.row !== null && (
                    <Text fw={600}>{t('timetable.exams.seat', { row: one.row, column: one.column ?? 0 })}</Text>
                  )}
                  {(one.extra_minutes > 0 || one.apart) && (
                    <Group gap={6}>
                      {one.extra_minutes > 0 && (
                        <Badge variant="light">{t('timetable.exams.extra', { minutes: one.extra_minutes })}</Badge>
                      )}
                      {one.apart && <Badge variant="light">{t('timetable.exams.apart')}</Badge>}
                    </Group>
                  )}
                  {duty && can('exam_period.read') && (
                    <Text
                      component="button"
                      type="button"
                      size="sm"
                      c="var(--mantine-primary-color-light-color)"
                      style={{ alignSelf: 'flex-start', background: 'none', border: 0, padding: 0, cursor: 'pointer' }}
                      onClick={() => setHall(one.hall_id)}
                    >
                      {t('timetable.exams.plan')}
                    </Text>
                  )}
                </Stack>
              </article>
            );
          })}
        </SimpleGrid>
      )}
      <SeatPlanDrawer id={hall} onClose={() => setHall(undefined)} />
    </Stack>
  );
}
