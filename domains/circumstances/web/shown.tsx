import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconCalendarDue, IconMapPin } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { DateTimeText, StatusBadge } from '#platform/web/kit/index.ts';
import type { ClaimState } from '../workflow.ts';
import type { Due, Paper } from './api.ts';

const tones: Record<ClaimState, string> = {
  DRAFT: 'gray',
  SUBMITTED: 'blue',
  PENDING: 'yellow',
  UNDER_REVIEW: 'blue',
  CAN_UPDATE: 'yellow',
  SUPPORTED: 'teal',
  REJECTED: 'red',
  REJECTED_2: 'red',
  REJECTED_3: 'red',
  REVIEW_REQUESTED: 'violet',
  UPHELD: 'gray',
  REVOKED: 'red',
  WITHDRAWN: 'gray',
};

export function StateBadge({ state, wrap }: { state: ClaimState; wrap?: boolean }) {
  const t = useMessages();
  return (
    <StatusBadge
      status={state}
      color={tones[state]}
      label={t(`circumstances.state.${state}`)}
      {...(wrap ? { wrap } : {})}
    />
  );
}

/** What an assessment is: of which module, by when, where. */
export function Named({ of }: { of: Due | Paper }) {
  const t = useMessages();
  return (
    <Stack gap={2} style={{ minWidth: 0 }}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {of.title === of.module ? of.title : `${of.module}: ${of.title}`}
      </Text>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {t(`circumstances.target.${of.target}`)}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          <Group gap={4} component="span">
            <IconCalendarDue size={13} aria-hidden />
            {of.due_at ? <DateTimeText value={of.due_at} /> : t('circumstances.no_date')}
          </Group>
        </Text>
        {of.place && (
          <Text size="xs" c="dimmed" component="span">
            <Group gap={4} component="span">
              <IconMapPin size={13} aria-hidden />
              {of.place}
            </Group>
          </Text>
        )}
        {of.attempt > 1 && (
          <Badge size="sm" variant="light" color="gray" tt="none">
            {t('circumstances.attempt', { attempt: of.attempt })}
          </Badge>
        )}
        {of.handed_in && (
          <Badge size="sm" variant="light" color="gray" tt="none">
            {t('circumstances.handed_in')}
          </Badge>
        )}
      </Group>
    </Stack>
  );
}

/** What was decided of it, and what follows. */
export function Outcome({ of }: { of: Paper }) {
  const t = useMessages();
  if (!of.outcome)
    return (
      <Text size="sm" c="dimmed">
        {t('circumstances.asks', { wish: t(`circumstances.wish.${of.wish}`) })}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <StateBadge state={of.outcome} wrap />
        {of.effect && (
          <Text size="sm">
            {t(`circumstances.effect.${of.effect}`)}
            {of.until && (
              <>
                {': '}
                <b>
                  <DateTimeText value={of.until} />
                </b>
              </>
            )}
          </Text>
        )}
      </Group>
      {of.effective && (
        <Text size="xs" c="dimmed">
          {t('circumstances.in_force')}
        </Text>
      )}
      {of.rule && (
        <Text size="sm" c="dimmed">
          {t(`circumstances.rule.${of.rule}`)}
        </Text>
      )}
      {of.reason && (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {of.reason}
        </Text>
      )}
    </Stack>
  );
}
