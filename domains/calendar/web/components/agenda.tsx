import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { Empty, showDate } from '#platform/web/kit/index.ts';
import type { Row } from '../api.ts';
import { timesOf } from '../days.ts';
import { Chip } from './chip.tsx';

/** Days one below the other, those with nothing left out: the view of phones and of a single day. */
export function Agenda(props: {
  events: Map<string, Row[]>;
  wordsOf: (day: string) => string;
  open: (event: Row) => void;
  /** The day in question: the list opens at it, or at the first one after it. */
  at: string;
}) {
  const t = useMessages();
  const start = useRef<HTMLDivElement>(null);
  const [first] = props.events.keys();
  // What lasts for days stands on the first of them alone.
  const days = [...props.events]
    .map(([day, list]) => [day, list.filter((event) => event.starts_on === day || day === first)] as const)
    .filter(([, list]) => list.length > 0);
  const opens = days.find(([day]) => day >= props.at)?.[0] ?? days.at(-1)?.[0];
  // The days before stay above: one scrolls back to them. In the frame in which they are drawn, so that nothing jumps. Not again when what is read anew has other days before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    // Where it is in sight anyway, the heading of the page stays in sight as well.
    const below = (start.current?.getBoundingClientRect().top ?? 0) > window.innerHeight - 96;
    if (below && opens !== days[0]?.[0]) start.current?.scrollIntoView({ block: 'start' });
  }, [opens]);
  if (days.length === 0) return <Empty title={t('calendar.nothing')} text={t('calendar.nothing_about')} />;
  return (
    <Stack gap="sm">
      {days.map(([day, list]) => (
        <Paper
          key={day}
          className="surface"
          p="sm"
          data-day={day}
          // Below the bar, which covers what stands at the top.
          style={{ scrollMarginTop: 'calc(var(--header) + 8px)' }}
          {...(day === opens ? { ref: start } : {})}
        >
          <Title order={2} size="h5" mb={6}>
            {props.wordsOf(day)}
          </Title>
          <Stack gap={4}>
            {list.map((event) => (
              <Group key={event.key} gap={8} wrap="nowrap">
                <Text size="xs" c="dimmed" w={104} className="tabular" style={{ flex: 'none' }}>
                  {timesOf(event) ??
                    (event.ends_on > day
                      ? t('calendar.until', { day: showDate(event.ends_on) })
                      : t('calendar.all_day'))}
                </Text>
                <Chip event={{ ...event, starts_time: null }} open={props.open} />
              </Group>
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}
