import { Stack, Text, ThemeIcon } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

export interface EmptyProps {
  title?: ReactNode;
  /** why there is nothing, or what to do about it */
  text?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

/** Where there is nothing yet: says so, explains, and offers the next step. */
export function Empty({ title, text, action, icon }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <ThemeIcon variant="light" color="gray" size={44} radius="xl" aria-hidden>
        {icon ?? <IconInbox />}
      </ThemeIcon>
      <Text fw={600} ta="center">
        {title ?? <FormattedMessage id="kit.list.empty" />}
      </Text>
      {text !== undefined && (
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
