import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { FormattedMessage } from 'react-intl';
import { showDateTime } from '../show/values.ts';
import type { EditsInUse } from './use-edits.ts';

interface Props {
  edits: EditsInUse;
  /** Row and column of a cell in words. */
  nameOf: (cell: string) => string;
  /** Text of a cell as the person reads it. */
  show?: ((text: string) => string) | undefined;
}
/** More would hide the table that they are about. */
const most = 6;

/** What keeps cells from being saved: no network, others' values against one's own, refusals; each with its way out. */
export function CellFaults({ edits, nameOf, show = (text) => text }: Props) {
  const { counts, cells } = edits;
  const faults = [...cells.values()].flatMap((one) => one.fault ?? []);
  const conflicts = faults.filter((one) => one.current);
  const refused = faults.filter((one) => !one.current);
  const value = (text: string) => (text === '' ? '—' : show(text));
  return (
    <Stack gap="xs" aria-live="polite">
      {edits.stuck && (
        <Alert
          color="yellow"
          p="xs"
          icon={<IconCloudOff size={18} aria-hidden />}
          title={<FormattedMessage id="kit.grid.waiting" values={{ count: counts.waiting }} />}
        >
          <FormattedMessage id="kit.grid.waitingText" />
        </Alert>
      )}
      {conflicts.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={<FormattedMessage id="kit.grid.conflicts" values={{ count: conflicts.length }} />}
        >
          <Stack gap="xs">
            {conflicts.slice(0, most).map(({ cell, text, current }) => (
              <Group key={cell} justify="space-between" gap="xs">
                <div>
                  <Text size="sm" fw={600}>
                    {nameOf(cell)}
                  </Text>
                  <Text size="xs">
                    {current?.name} {current?.at ? showDateTime(current.at) : ''}
                  </Text>
                </div>
                <Group gap="xs">
                  <Button size="compact-sm" variant="default" onClick={() => edits.forget([cell])}>
                    <FormattedMessage id="kit.grid.theirs" values={{ value: value(current?.text ?? '') }} />
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => edits.insist([cell])}>
                    <FormattedMessage id="kit.grid.mine" values={{ value: value(text) }} />
                  </Button>
                </Group>
              </Group>
            ))}
            <More count={conflicts.length - most} />
            {conflicts.length > 1 && (
              <Group gap="xs">
                <Button size="compact-sm" onClick={() => edits.forget(conflicts.map((one) => one.cell))}>
                  <FormattedMessage id="kit.grid.allTheirs" />
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => edits.insist(conflicts.map((one) => one.cell))}
                >
                  <FormattedMessage id="kit.grid.allMine" />
                </Button>
              </Group>
            )}
          </Stack>
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={<FormattedMessage id="kit.grid.refusals" values={{ count: refused.length }} />}
        >
          <Stack gap={6} align="flex-start">
            {refused.slice(0, most).map(({ cell, text, why }) => (
              <Text size="sm" key={cell}>
                <b>{nameOf(cell)}</b> “{text}”: {why}
              </Text>
            ))}
            <More count={refused.length - most} />
            <Button size="compact-sm" variant="default" onClick={() => edits.forget(refused.map((one) => one.cell))}>
              <FormattedMessage id="kit.grid.drop" />
            </Button>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

const More = ({ count }: { count: number }) =>
  count > 0 ? (
    <Text size="sm">
      <FormattedMessage id="kit.grid.more" values={{ count }} />
    </Text>
  ) : null;
