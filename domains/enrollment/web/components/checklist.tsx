import { Anchor, Group, List, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';
import type { YearNeed } from '../../shapes-turn.ts';
import type { Checklist as Answer } from '../api.ts';

/** Where each thing is done. */
const places: Record<Exclude<YearNeed, 'progression'>, string> = {
  semesters: '/academic-years',
  plans: '/course/create',
  leaders: '/modules/activate',
  choices: '/course/create',
  intakes: '/course/course-campaign',
  places: '/groups',
  rooms: '/reference',
  agreements: '/accounting/agreements',
  seats: '/groups/assign',
  contracts: '/accounting/contract',
};

/** What an academic year needs: a line each, with what is missing and where it is done. */
export function Checklist({ lines, year }: { lines: Answer['lines']; year: number }) {
  const t = useMessages();
  const all = lines.filter((line) => line.needed > 0);
  const done = all.filter((line) => line.done === line.needed);
  return (
    <Stack gap="sm">
      <Text size="sm">{t('enrollment.turn.summary', { done: done.length, all: all.length })}</Text>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <Paper key={line.code} component="li" withBorder p="sm">
            <Line line={line} year={year} />
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}

function Line({ line: { code, done, needed, missing }, year }: { line: Answer['lines'][number]; year: number }) {
  const t = useMessages();
  const title = t(`enrollment.turn.need.${code}`);
  const lacking = needed - done;
  const [color, Icon] =
    needed === 0
      ? (['gray', IconCircleDashed] as const)
      : lacking === 0
        ? (['teal', IconCircleCheck] as const)
        : (['orange', IconCircleX] as const);
  const rest = lacking - missing.reduce((sum, one) => sum + one.count, 0);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
          <Icon
            size={20}
            aria-hidden
            style={{
              flex: 'none',
              color: `light-dark(var(--mantine-color-${color}-7), var(--mantine-color-${color}-4))`,
            }}
          />
          <Anchor
            component={Link}
            to={code === 'progression' ? `/year-turn/${year}?tab=progression` : places[code]}
            size="sm"
            fw={600}
          >
            {title}
          </Anchor>
        </Group>
        <Group gap="xs">
          {needed > 0 && (
            <Text size="sm" className="tabular">
              {t('enrollment.turn.done', { done, needed })}
            </Text>
          )}
          <StatusBadge
            status={code}
            color={color}
            label={
              needed === 0
                ? t('enrollment.turn.none')
                : lacking === 0
                  ? t('enrollment.turn.complete')
                  : t('enrollment.turn.lacking', { count: lacking })
            }
          />
        </Group>
      </Group>
      {needed > 0 && lacking > 0 && (
        <Progress value={(done / needed) * 100} size="sm" color={color} aria-label={title} />
      )}
      {missing.length > 0 && (
        <details>
          <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
            {t('enrollment.turn.what')}
          </summary>
          <List size="sm" mt={4}>
            {missing.map((one) => (
              <List.Item key={one.title}>
                {one.title}
                {one.count > 1 ? ` × ${one.count}` : ''}
              </List.Item>
            ))}
          </List>
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              {t('enrollment.turn.more', { count: rest })}
            </Text>
          )}
        </details>
      )}
    </Stack>
  );
}
