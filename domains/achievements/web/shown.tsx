import { Alert, Anchor, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import type { RecordState } from '../workflow.ts';
import type { Achievement } from './api.ts';

const tones: Record<RecordState, string> = {
  DRAFT: 'gray',
  SUBMITTED: 'blue',
  UPDATE_REQUIRED: 'orange',
  VERIFIED: 'teal',
  NOT_VERIFIED: 'red',
  REVOKED: 'red',
};

export function StateBadge({ state, wrap }: { state: RecordState; wrap?: boolean }) {
  const t = useMessages();
  return (
    <StatusBadge
      status={state}
      color={tones[state]}
      label={t(`achievements.state.${state}`)}
      {...(wrap ? { wrap } : {})}
    />
  );
}

/** Points as they are frozen; of what is not verified those that the table of its day would give, which is said so. */
export function Points({ of }: { of: Pick<Achievement, 'points' | 'expected' | 'status'> }) {
  const t = useMessages();
  const { locale } = useLocale();
  if (of.points !== null)
    return (
      <Text
        component="span"
        size="sm"
        fw={600}
        className="tabular"
        td={of.status === 'REVOKED' ? 'line-through' : undefined}
      >
        {showNumber(of.points, locale)}
      </Text>
    );
  if (of.expected === null || of.status === 'NOT_VERIFIED')
    return (
      <Text component="span" size="sm" c="dimmed">
        —
      </Text>
    );
  return (
    <Text component="span" size="sm" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {t('achievements.expected', { points: showNumber(of.expected, locale) })}
    </Text>
  );
}

type Warning = NonNullable<Achievement['warnings']>[number];

/** What a validator should look at before deciding. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const t = useMessages();
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" p="xs" icon={<IconAlertTriangle aria-hidden />} title={t('achievements.warning.title')}>
      <List size="sm" spacing={2}>
        {warnings.map((one) => (
          <List.Item key={`${one.code} ${one.record_id}`}>
            {t(`achievements.warning.${one.code}`)}{' '}
            <Anchor component={Link} to={`/achievement-records/${one.record_id}`} size="sm" underline="always">
              {one.number}
            </Anchor>
            , {one.student} ({t(`achievements.state.${one.status}`)})
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** The figures of a student: points, achievements, and the places of this year. */
export function Figures({ figures }: { figures: { label: string; value: string; note?: string | undefined }[] }) {
  return (
    <Group gap="xl" align="flex-start">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text fw={700} size="xl" className="tabular" lh={1.2}>
            {value}
          </Text>
          {note && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      ))}
    </Group>
  );
}
