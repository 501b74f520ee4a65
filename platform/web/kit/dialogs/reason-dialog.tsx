import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TextAreaField } from '../controls/texts.tsx';
import { readServerError } from '../form/issues.ts';

export interface ReasonDialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode | undefined;
  label?: ReactNode | undefined;
  confirmLabel?: ReactNode | undefined;
  danger?: boolean | undefined;
  /** an empty reason is allowed */
  optional?: boolean | undefined;
  /** closes when it succeeds; what it throws is shown under the box */
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Asks why, before a decision that needs a reason. */
export function ReasonDialog({
  opened,
  onClose,
  title,
  text,
  label,
  confirmLabel,
  danger = false,
  optional = false,
  onConfirm,
}: ReasonDialogProps) {
  const intl = useIntl();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ReactNode>(undefined);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setReason('');
    setProblem(undefined);
    onClose();
  };
  const go = async () => {
    if (busy) return;
    if (!optional && reason.trim() === '') return setProblem(<FormattedMessage id="kit.error.required" />);
    setBusy(true);
    try {
      await onConfirm(reason.trim());
      close();
    } catch (error) {
      setProblem(readServerError(error).message || <FormattedMessage id="kit.error.wrong" />);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.close' }) }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void go();
        }}
      >
        <Stack>
          {text}
          <TextAreaField
            label={label ?? <FormattedMessage id="kit.reason.label" />}
            description={<FormattedMessage id="kit.reason.text" />}
            required={!optional}
            value={reason}
            error={problem}
            autoFocus
            onChange={(value) => {
              setReason(value);
              setProblem(undefined);
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              <FormattedMessage id="kit.cancel" />
            </Button>
            <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
              {confirmLabel ?? <FormattedMessage id="kit.reason.confirm" />}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
