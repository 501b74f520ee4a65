import { Alert, Badge, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { FormattedMessage } from 'react-intl';

/** Turns the rules of a life cycle off for one step, for holders of `workflow.force`. Nobody does it by accident. */
export function ForceSwitch({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <Alert color="red" variant={value ? 'light' : 'default'} icon={<IconAlertTriangle aria-hidden />} p="sm">
      <Switch
        color="red"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={<FormattedMessage id="kit.forced.label" />}
        description={<FormattedMessage id="kit.forced.text" />}
      />
    </Alert>
  );
}

/** Says the same where the rules are off already. */
export const ForcedNote = () => (
  <Alert color="red" icon={<IconAlertTriangle aria-hidden />} p="sm">
    <FormattedMessage id="kit.forced.text" />
  </Alert>
);

/** Stands beside a step that was taken past its life cycle. */
export const ForcedBadge = () => (
  <Badge color="red" variant="light" tt="none" radius="sm">
    <FormattedMessage id="kit.forced.badge" />
  </Badge>
);
