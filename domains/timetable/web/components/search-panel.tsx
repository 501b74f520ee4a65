import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { silent, useLiveEvent, useLocale, useMessages } from '#platform/web/index.ts';
import { Chart, showNumber, tellError } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

interface Step {
  timetable_id?: number;
  exam_period_id?: number;
  seconds: number;
  cost: number;
  unplaced: number;
}

/** How many points the line is drawn of. */
const shown = 80;

interface SearchPanelProps {
  id: number;
  /** what is searched for: lessons of a timetable, or exams of a period */
  of?: 'lessons' | 'exams';
  running: boolean;
  cost: number | null;
}

/** The score falling before one's eyes; it comes by live events, and whole with the page. */
export function SearchPanel({ id, of = 'lessons', running, cost }: SearchPanelProps) {
  const t = useMessages();
  const { locale } = useLocale();
  const client = useQueryClient();
  const [stopping, setStopping] = useState(false);
  const calls = of === 'exams' ? api.exam_period : api.draft;
  const options = calls.progress.queryOptions({ input: { id } });
  const { data } = useQuery(options);
  useLiveEvent<Step>(of === 'exams' ? 'exams' : 'timetable', ({ timetable_id, exam_period_id, ...step }) => {
    if ((of === 'exams' ? exam_period_id : timetable_id) !== id) return;
    client.setQueryData(options.queryKey, (old) => {
      const last = old?.line.at(-1);
      if (!old || (last && last.seconds >= step.seconds)) return old;
      return { ...old, line: [...old.line, step] };
    });
  });
  const line = data?.line ?? [];
  if (line.length === 0 && !running) return null;
  const every = Math.max(1, Math.ceil(line.length / shown));
  const points = line.filter((_, index) => index % every === 0 || index === line.length - 1);
  const best = line.at(-1);
  const stop = async () => {
    setStopping(true);
    await calls.stop.call({ id }, silent).catch(tellError);
    await refresh();
  };
  return (
    <section className="surface" aria-label={t('timetable.search.title')}>
      <Stack p="md" gap="xs">
        <Group justify="space-between">
          <Text aria-live="polite" fw={600}>
            {running
              ? best
                ? best.unplaced > 0
                  ? t(`timetable.search.placing${of === 'exams' ? '_exams' : ''}`, { count: best.unplaced })
                  : t('timetable.search.best', {
                      cost: showNumber(best.cost, locale),
                      seconds: Math.round(best.seconds),
                    })
                : t('timetable.search.starting')
              : best && cost !== null && cost !== best.cost
                ? t('timetable.search.changed', {
                    cost: showNumber(cost, locale),
                    found: showNumber(best.cost, locale),
                  })
                : t('timetable.search.done', { cost: showNumber(cost ?? best?.cost ?? 0, locale) })}
          </Text>
          {running && (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              loading={stopping || data?.stopping === true}
              onClick={() => void stop()}
            >
              {t('timetable.search.stop')}
            </Button>
          )}
        </Group>
        {points.length > 1 && (
          <Chart
            kind="line"
            title={t('timetable.search.line')}
            counts={t('timetable.search.line_counts')}
            height={running ? 240 : 140}
            data={points.map((point) => ({
              name: t('timetable.search.second', { seconds: showNumber(Math.round(point.seconds * 10) / 10, locale) }),
              cost: point.cost,
            }))}
            series={[{ key: 'cost', label: t('timetable.cost') }]}
          />
        )}
      </Stack>
    </section>
  );
}
