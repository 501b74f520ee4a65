import { Anchor, Button, CloseButton, Group, Paper, Text, Tooltip } from '@mantine/core';
import { FormattedMessage, useIntl } from 'react-intl';
import { showNumber } from '../show/values.ts';
import type { BulkAction } from './types.ts';

export interface BulkBarProps<Row, Input> {
  count: number;
  total: number;
  allMatching: boolean;
  onAllMatching: () => void;
  wholePage: boolean;
  actions: BulkAction<Row, Input>[];
  busy: string | null;
  onRun: (action: BulkAction<Row, Input>) => void;
  onClear: () => void;
}

/** What may be done with the chosen rows, and the offer to choose all that match. */
export function BulkBar<Row, Input>({
  count,
  total,
  allMatching,
  onAllMatching,
  wholePage,
  actions,
  busy,
  onRun,
  onClear,
}: BulkBarProps<Row, Input>) {
  const intl = useIntl();
  return (
    <Paper withBorder px="sm" py={6} role="region" aria-label={intl.formatMessage({ id: 'kit.list.bulk' })}>
      <Group gap="sm">
        <Text size="sm" fw={600} aria-live="polite">
          <FormattedMessage id="kit.list.chosen" values={{ count }} />
        </Text>
        {wholePage && !allMatching && total > count && (
          <Anchor component="button" type="button" size="sm" onClick={onAllMatching}>
            <FormattedMessage id="kit.list.chooseAll" values={{ total: showNumber(total, intl.locale) }} />
          </Anchor>
        )}
        <Group gap="xs" ml="auto">
          {actions.map((action) => (
            <Tooltip key={action.key} label={action.refused} disabled={!action.refused}>
              <Button
                size="xs"
                variant={action.danger ? 'light' : 'default'}
                {...(action.danger ? { color: 'red' } : {})}
                {...(action.icon ? { leftSection: action.icon } : {})}
                loading={busy === action.key}
                // Grey but still reachable, so that its reason can be read.
                {...(action.refused ? { 'data-disabled': true, 'aria-disabled': true } : {})}
                onClick={() => {
                  if (!action.refused) onRun(action);
                }}
              >
                {action.label}
              </Button>
            </Tooltip>
          ))}
          <CloseButton aria-label={intl.formatMessage({ id: 'kit.list.clearChoice' })} onClick={onClear} />
        </Group>
      </Group>
    </Paper>
  );
}
