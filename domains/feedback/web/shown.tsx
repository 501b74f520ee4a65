import { Group, Paper, Stack, Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { DateText, StatusBadge } from '#platform/web/kit/index.ts';
import type { FeedbackState } from '../workflow.ts';

const tones: Record<FeedbackState, string> = {
  NEW: 'blue',
  ACKNOWLEDGED: 'blue',
  ASSIGNED: 'blue',
  IN_PROGRESS: 'blue',
  WAITING: 'yellow',
  ANSWERED: 'teal',
  REOPENED: 'orange',
  ESCALATED: 'violet',
  CLOSED: 'gray',
  REJECTED: 'red',
};

/** `own`: to whoever wrote it. */
export function StateBadge({ state, own, wrap }: { state: FeedbackState; own?: boolean; wrap?: boolean }) {
  const t = useMessages();
  return (
    <StatusBadge
      status={state}
      color={tones[state]}
      label={own && state === 'WAITING' ? t('feedback.waiting_you') : t(`feedback.state.${state}`)}
      {...(wrap ? { wrap } : {})}
    />
  );
}

export interface Said {
  key: string | number;
  who: string;
  on: string;
  text: string;
  /** Stands at the right: of whoever reads. */
  mine: boolean;
  note?: string | undefined;
}

/** What was written, one after the other. */
export function Thread({ said }: { said: readonly Said[] }) {
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {said.map(({ key, who, on, text, mine, note }) => (
        <Paper
          key={key}
          component="li"
          withBorder
          p="sm"
          ml={mine ? { base: 24, sm: 80 } : 0}
          mr={mine ? 0 : { base: 24, sm: 80 }}
          {...(mine ? { bg: 'var(--mantine-primary-color-light)' } : {})}
        >
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="xs" fw={600}>
              {who}
            </Text>
            <Text size="xs" component="div">
              <DateText value={on} />
            </Text>
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          {note && (
            <Text size="xs" mt={4} fs="italic">
              {note}
            </Text>
          )}
        </Paper>
      ))}
    </Stack>
  );
}
