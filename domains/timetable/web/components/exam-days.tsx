import {
  Badge,
  Button,
  Group,
  ScrollArea,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { codeId, type Translate, useMessages } from '#platform/web/index.ts';
import { Empty, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

interface ExamDaysProps {
  period: number;
  /** What is said where there is nothing to spread at all. */
  none: string | undefined;
  date: string | undefined;
  onDate: (date: string) => void;
  onHall: (id: number) => void;
}

/** 22.12.2026 · Tue */
export const dayOf = (t: Translate, date: string) =>
  `${showDate(date)} · ${t(codeId('timetable.exams.weekday', new Date(date).getUTCDay() || 7))}`;

/** The days of a period that have exams, and the rooms of one of them. */
export function ExamDays({ period, none, date, onDate, onHall }: ExamDaysProps) {
  const t = useMessages();
  const { data, isError } = useQuery(api.exam_hall.list.queryOptions({ input: { period_id: period } }));
  if (isError) return <Empty title={t('timetable.failed')} />;
  if (!data) return <Skeleton height={360} radius="md" />;
  const dates = [...new Set(data.map((hall) => hall.date))];
  const shown = date && dates.includes(date) ? date : dates[0];
  const halls = data.filter((hall) => hall.date === shown);
  if (!shown)
    return (
      <div className="surface">
        <Empty title={none ?? t('timetable.exams.none')} {...(!none && { text: t('timetable.exams.none_text') })} />
      </div>
    );
  return (
    <Stack gap="md">
      <ScrollArea type="auto" offsetScrollbars="x">
        <Group gap={6} wrap="nowrap" role="group" aria-label={t('timetable.exams.days')}>
          {dates.map((day) => (
            <Button
              key={day}
              size="xs"
              variant={day === shown ? 'filled' : 'default'}
              aria-pressed={day === shown}
              onClick={() => onDate(day)}
              style={{ flexShrink: 0 }}
            >
              {dayOf(t, day)}
            </Button>
          ))}
        </Group>
      </ScrollArea>
      {[...Map.groupBy(halls, (hall) => hall.sitting)].map(([sitting, some]) => (
        <section key={sitting} aria-labelledby={`sitting-${sitting}`}>
          <Group gap="xs" mb="xs">
            <Title order={2} size="h4" id={`sitting-${sitting}`}>
              {t('timetable.exams.sitting_at', { sitting, time: some[0]!.starts_at })}
            </Title>
            <Text size="sm" c="dimmed">
              {t('timetable.exams.in_rooms', {
                rooms: some.length,
                students: some.reduce((sum, hall) => sum + hall.students, 0),
              })}
            </Text>
          </Group>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="sm">
            {some.map((hall) => (
              <UnstyledButton
                key={hall.id}
                className="surface"
                p="sm"
                style={{ display: 'flex', flexDirection: 'column', alignItems: 'stretch' }}
                onClick={() => onHall(hall.id)}
              >
                <Group justify="space-between" wrap="nowrap" mb={4}>
                  <Text fw={600}>{hall.room.title}</Text>
                  {hall.apart ? (
                    <Badge variant="light" color="grape">
                      {t('timetable.exams.apart')}
                    </Badge>
                  ) : (
                    <Text size="sm" c="dimmed">
                      {hall.starts_at}–{hall.ends_at}
                    </Text>
                  )}
                </Group>
                {hall.exams.map((exam) => (
                  <Text key={exam.id} size="sm" lineClamp={1}>
                    {exam.title} · {exam.students}
                  </Text>
                ))}
                <Text size="xs" c="dimmed" mt={4}>
                  {hall.invigilators.map(({ title }) => title).join(', ') || t('timetable.exams.nobody')}
                </Text>
              </UnstyledButton>
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  );
}
