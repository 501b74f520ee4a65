import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { showDateTime } from '#platform/web/kit/index.ts';
import type { Conflict } from '../queue.ts';

/** Cells that somebody else marked otherwise meanwhile: both marks, who and when; a person decides each. */
export function Conflicts(props: { conflicts: Conflict[]; onDecide: (mine: ReadonlySet<number>) => Promise<void> }) {
  const t = useMessages();
  const [mine, setMine] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const choose = (id: number, own: boolean) => {
    const next = new Set(mine);
    if (own) next.add(id);
    else next.delete(id);
    setMine(next);
  };
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('attendance.conflict.title', { count: props.conflicts.length })}
    >
      <Stack gap="sm">
        {props.conflicts.map((one) => (
          <Group key={one.student_id} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={600}>
                {one.name}
              </Text>
              <Text size="xs">
                {one.current.name} {one.current.at ? showDateTime(one.current.at) : ''}
              </Text>
            </div>
            <SegmentedControl
              aria-label={one.name}
              value={mine.has(one.student_id) ? 'mine' : 'theirs'}
              onChange={(value) => choose(one.student_id, value === 'mine')}
              data={[
                {
                  value: 'theirs',
                  label: t('attendance.conflict.theirs', { mark: t(`attendance.mark.${one.current.status}`) }),
                },
                { value: 'mine', label: t('attendance.conflict.mine', { mark: t(`attendance.mark.${one.yours}`) }) },
              ]}
            />
          </Group>
        ))}
        <Button
          loading={busy}
          style={{ alignSelf: 'flex-start' }}
          onClick={async () => {
            setBusy(true);
            await props.onDecide(mine).finally(() => setBusy(false));
          }}
        >
          {t('attendance.conflict.decide')}
        </Button>
      </Stack>
    </Alert>
  );
}
