import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { notify } from './notify.tsx';

/** Dialogs that code opens by a call. They need Mantine's ModalsProvider inside the IntlProvider. */

export interface ConfirmOptions {
  title?: ReactNode;
  text?: ReactNode;
  yes?: ReactNode;
  no?: ReactNode;
  danger?: boolean;
}

/** Asks and answers true for Yes, false for Cancel or closing. */
export function confirm(options: ConfirmOptions = {}): Promise<boolean> {
  const { title = <FormattedMessage id="kit.confirm.title" />, text, danger = true } = options;
  return new Promise((resolve) => {
    const answer = (value: boolean) => () => resolve(value);
    modals.openConfirmModal({
      title,
      children: text === undefined ? null : typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
      labels: {
        confirm: options.yes ?? <FormattedMessage id="kit.yes" />,
        cancel: options.no ?? <FormattedMessage id="kit.cancel" />,
      },
      confirmProps: { color: danger ? 'red' : undefined, 'data-autofocus': true } as Record<string, unknown>,
      centered: true,
      zIndex: 400,
      onConfirm: answer(true),
      onCancel: answer(false),
      // Closing by Escape or the cross resolves too; a promise settles only once.
      onClose: answer(false),
    });
  });
}

/** Tells something in a dialog; answers when it is closed. */
export function tell(options: { title: ReactNode; text?: ReactNode; good?: boolean }): Promise<void> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: options.title,
      centered: true,
      zIndex: 400,
      onClose: () => resolve(),
      children: (
        <Stack>
          <Group wrap="nowrap" align="flex-start">
            {options.good && <IconCircleCheck aria-hidden color="var(--mantine-color-teal-6)" />}
            <Text size="sm">{options.text}</Text>
          </Group>
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => modals.close(id)}>
              <FormattedMessage id="kit.ok" />
            </Button>
          </Group>
        </Stack>
      ),
    });
  });
}

/** The generic dialog of a failure: the server's sentence, or the product's own. */
export const tellError = (error?: unknown): Promise<void> => {
  const message = (error as { message?: unknown } | undefined)?.message;
  return tell({
    title: <FormattedMessage id="kit.errorDialog.title" />,
    text: typeof message === 'string' && message ? message : <FormattedMessage id="kit.errorDialog.text" />,
  });
};

/**
 * Asks, deletes, says that it is done (or why not). Answers whether the record is gone. With `restore` the notice offers
 * to take it back.
 */
export async function confirmDelete(
  run: () => Promise<unknown>,
  text?: ReactNode,
  restore?: () => unknown,
): Promise<boolean> {
  if (!(await confirm(text === undefined ? {} : { text }))) return false;
  try {
    await run();
  } catch (error) {
    await tellError(error);
    return false;
  }
  if (restore) {
    notify.undo(<FormattedMessage id="kit.deleted.notice" values={{ name: text ?? '' }} />, () => takeBack(restore));
    return true;
  }
  void tell({
    good: true,
    title: <FormattedMessage id="kit.deleted.title" />,
    text: <FormattedMessage id="kit.deleted.text" />,
  });
  return true;
}

/** Restores and says so, or why not. */
export async function takeBack(restore: () => unknown): Promise<void> {
  try {
    await restore();
    notify.success(<FormattedMessage id="kit.restored" />);
  } catch (error) {
    await tellError(error);
  }
}

/** Asks whether unsaved changes may be left behind. */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: <FormattedMessage id="kit.leave.title" />,
    text: (
      <Text size="sm">
        <FormattedMessage id="kit.leave.text" />
      </Text>
    ),
    yes: <FormattedMessage id="kit.leave.yes" />,
    no: <FormattedMessage id="kit.leave.no" />,
  });
