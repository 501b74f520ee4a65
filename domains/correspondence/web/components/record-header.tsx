import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The way back to the list from which a letter or an act was opened. */
export const BackTo = ({ to, title }: { to: string; title: string }) => (
  <Anchor component={Link} to={to} size="sm">
    <Group gap={4} component="span">
      <IconArrowLeft size={16} aria-hidden />
      {title}
    </Group>
  </Anchor>
);

/** The head of a letter or an act: its number and state, what it is, and what may be done with it. */
export const RecordHeader = ({
  number,
  badges,
  title,
  note,
  actions,
  children,
}: {
  number: string | null;
  badges: ReactNode;
  title: string;
  note?: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) => (
  <Paper withBorder p="md" component="header">
    <Group justify="space-between" align="flex-start">
      <Stack gap={6} style={{ minWidth: 0, flex: '1 1 320px' }}>
        <Group gap="xs">
          {number && (
            <Text fw={700} className="tabular">
              {number}
            </Text>
          )}
          {badges}
        </Group>
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Stack>
      {actions}
    </Group>
    {children}
  </Paper>
);
