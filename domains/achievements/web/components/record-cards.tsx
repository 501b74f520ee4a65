import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '#platform/web/index.ts';
import { DateText } from '#platform/web/kit/index.ts';
import type { Achievement } from '../api.ts';
import { Points, StateBadge } from '../shown.tsx';

/** Records of one person, each a card that says where it stands and what comes next. */
export function RecordCards({ records }: { records: readonly Achievement[] }) {
  const t = useMessages();
  return (
    <Stack gap="sm">
      {records.map((one) => (
        <Paper
          key={one.id}
          withBorder
          p="sm"
          component={Link}
          to={`/achievement-records/${one.id}`}
          style={{ color: 'inherit', textDecoration: 'none' }}
        >
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {one.title}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {one.type.title} · {one.grade.title}
              </Text>
            </div>
            <div style={{ flexShrink: 0 }}>
              <StateBadge state={one.status} />
            </div>
          </Group>
          <Group justify="space-between" gap="xs" mt={4}>
            <Text size="sm" c="dimmed">
              <DateText value={one.achieved_on} /> · {one.number}
            </Text>
            <Points of={one} />
          </Group>
          {one.status === 'UPDATE_REQUIRED' && one.note && (
            <Group gap={6} mt={6} wrap="nowrap" align="flex-start">
              <IconAlertTriangle
                size={16}
                color="var(--mantine-color-orange-6)"
                aria-hidden
                style={{ flexShrink: 0 }}
              />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {t('achievements.asked', { note: one.note })}
              </Text>
            </Group>
          )}
        </Paper>
      ))}
    </Stack>
  );
}
