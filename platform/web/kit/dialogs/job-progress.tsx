import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { showNumber } from '../show/values.ts';

export interface JobProgressProps {
  done: number;
  /** 0 while it is not known yet */
  total: number;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** why it failed, or where the receipt is */
  message?: ReactNode | undefined;
}

/** How far a long piece of work is, with counts. */
export function JobProgress({ done, total, state, message }: JobProgressProps) {
  const intl = useIntl();
  const share = state === 'done' ? 100 : total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  const text = intl.formatMessage(
    { id: `kit.job.${state}` },
    { done: showNumber(done, intl.locale), total: showNumber(total, intl.locale) },
  );
  return (
    <Stack gap={6}>
      <Progress.Root size="lg">
        <Progress.Section
          value={state === 'waiting' ? 100 : share}
          animated={state === 'running' || state === 'waiting'}
          color={state === 'failed' ? 'red' : state === 'done' ? 'teal' : state === 'waiting' ? 'gray' : 'blue'}
          aria-label={text}
        />
      </Progress.Root>
      <Text size="sm" aria-live="polite">
        {text}
      </Text>
      {message !== undefined &&
        (state === 'failed' ? <Alert color="red">{message}</Alert> : <Text size="sm">{message}</Text>)}
    </Stack>
  );
}

export interface ProgressDialogProps extends JobProgressProps {
  opened: boolean;
  title: ReactNode;
  /** closing does not stop the work */
  onClose: () => void;
}

/** The same in a dialog that may be left: the work goes on. */
export function ProgressDialog({ opened, title, onClose, ...job }: ProgressDialogProps) {
  const over = job.state === 'done' || job.state === 'failed';
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered withCloseButton={false} closeOnClickOutside={false}>
      <Stack>
        <JobProgress {...job} />
        <Group justify="flex-end">
          <Button variant={over ? 'filled' : 'default'} onClick={onClose}>
            <FormattedMessage id={over ? 'kit.close' : 'kit.job.background'} />
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
