import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { notices, toast } from '../../toast.tsx';

/** Short notices at the edge of the page. They need the place of notices inside the IntlProvider. */
export const notify = {
  success: (message: ReactNode = <FormattedMessage id="kit.saved" />): string => toast.success(message),

  /** The server's sentence when there is one, else that something went wrong. */
  error: (error?: unknown): string => {
    const given = typeof error === 'string' ? error : (error as { message?: unknown } | null | undefined)?.message;
    return toast.error(typeof given === 'string' && given !== '' ? given : <FormattedMessage id="kit.error.wrong" />);
  },

  /** Says what was done and offers for eight seconds to take it back. */
  undo: (label: ReactNode, takeBack: () => unknown): string => {
    const id = notices.show({
      autoClose: 8000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notices.hide(id);
              void takeBack();
            }}
          >
            <FormattedMessage id="kit.undo" />
          </Button>
        </Group>
      ),
    });
    return id;
  },
};
