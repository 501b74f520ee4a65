import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { notify } from './notify.tsx';
import { dialogPlace } from './place.ts';
import { ReasonForm } from './reason-form.tsx';

/** Dialogs that code opens by a call. They appear in the place that `shell/dialog-place.tsx` keeps. */

export interface ConfirmOptions {
  /** What it is about, by the name that people know it by: nobody says yes to “this”. */
  name: string;
  /** What follows from a yes. */
  text: ReactNode;
  title?: ReactNode;
  yes?: ReactNode;
  no?: ReactNode;
  danger?: boolean;
}

const About = ({ name, text }: Pick<ConfirmOptions, 'name' | 'text'>) => (
  <Stack gap={4}>
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Text>
    {typeof text === 'string' ? <Text size="sm">{text}</Text> : text}
  </Stack>
);

/** Asks and answers true for Yes, false for Cancel or closing. */
export function confirm({ name, text, ...options }: ConfirmOptions): Promise<boolean> {
  return ask({ ...options, about: <About name={name} text={text} /> });
}

async function ask({
  title = <FormattedMessage id="kit.confirm.title" />,
  about,
  danger = true,
  ...options
}: Omit<ConfirmOptions, 'name' | 'text'> & { about: ReactNode }): Promise<boolean> {
  const { modals } = await dialogPlace();
  return new Promise((resolve) => {
    const answer = (value: boolean) => () => resolve(value);
    modals.openConfirmModal({
      title,
      children: about,
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
export async function tell(options: { title: ReactNode; text?: ReactNode; good?: boolean }): Promise<void> {
  const { modals } = await dialogPlace();
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

/** What deleting does to a record, unless the caller knows better. */
const followsOf = (restorable: boolean): ReactNode => (
  <Text size="sm">
    <FormattedMessage id={restorable ? 'kit.delete.restorable' : 'kit.delete.final'} />
  </Text>
);

/** Asks why, and does it; what it throws stands under the reason. Answers whether it was done. */
export async function askReason({
  name,
  text,
  title,
  yes,
  run,
}: Pick<ConfirmOptions, 'name' | 'text' | 'title' | 'yes'> & {
  run: (reason: string) => Promise<unknown>;
}): Promise<boolean> {
  const { modals } = await dialogPlace();
  return new Promise((resolve) => {
    let done = false;
    const id = modals.open({
      title,
      centered: true,
      zIndex: 400,
      onClose: () => resolve(done),
      children: (
        <ReasonForm
          danger
          text={<About name={name} text={text} />}
          {...(yes === undefined ? {} : { confirmLabel: yes })}
          onClose={() => modals.close(id)}
          onConfirm={async (reason) => {
            await run(reason);
            done = true;
          }}
        />
      ),
    });
  });
}

/**
 * Asks by name, deletes, says that it is done (or why not). Answers whether the record is gone. With `restore` the notice
 * offers to take it back.
 */
export async function confirmDelete(
  run: () => Promise<unknown>,
  name: string,
  restore?: () => unknown,
  text: ReactNode = followsOf(restore !== undefined),
): Promise<boolean> {
  if (!(await confirm({ title: <FormattedMessage id="kit.delete.title" />, name, text }))) return false;
  try {
    await run();
  } catch (error) {
    await tellError(error);
    return false;
  }
  tellDeleted(name, restore);
  return true;
}

/** The same where a reason is owed: it goes into the history. */
export async function confirmDeleteWithReason(
  run: (reason: string) => Promise<unknown>,
  name: string,
  restore?: () => unknown,
  text: ReactNode = followsOf(restore !== undefined),
): Promise<boolean> {
  const done = await askReason({
    title: <FormattedMessage id="kit.delete.title" />,
    name,
    text,
    yes: <FormattedMessage id="kit.resource.delete" />,
    run,
  });
  if (done) tellDeleted(name, restore);
  return done;
}

function tellDeleted(name: string, restore: (() => unknown) | undefined): void {
  if (restore)
    return void notify.undo(<FormattedMessage id="kit.deleted.notice" values={{ name }} />, () => takeBack(restore));
  void tell({
    good: true,
    title: <FormattedMessage id="kit.deleted.title" />,
    text: <FormattedMessage id="kit.deleted.text" />,
  });
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
  ask({
    title: <FormattedMessage id="kit.leave.title" />,
    about: (
      <Text size="sm">
        <FormattedMessage id="kit.leave.text" />
      </Text>
    ),
    yes: <FormattedMessage id="kit.leave.yes" />,
    no: <FormattedMessage id="kit.leave.no" />,
  });
