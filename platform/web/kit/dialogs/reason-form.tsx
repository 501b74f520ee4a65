import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextAreaField } from '../controls/texts.tsx';
import { readServerError } from '../form/issues.ts';

export interface ReasonFormProps {
  onClose: () => void;
  text?: ReactNode | undefined;
  label?: ReactNode | undefined;
  confirmLabel?: ReactNode | undefined;
  danger?: boolean | undefined;
  /** an empty reason is allowed */
  optional?: boolean | undefined;
  /** closes when it succeeds; what it throws is shown under the box */
  onConfirm: (reason: string) => Promise<unknown>;
}
/** Asks why, inside a dialog that is open already. */
export function ReasonForm({
  onClose,
  text,
  label,
  confirmLabel,
  danger = false,
  optional = false,
  onConfirm,
}: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ReactNode>(undefined);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    if (busy) return;
    if (!optional && reason.trim() === '') return setProblem(<FormattedMessage id="kit.error.required" />);
    setBusy(true);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (error) {
      setProblem(readServerError(error).message || <FormattedMessage id="kit.errorDialog.text" />);
    } finally {
      setBusy(false);
    }
  };
  return (
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
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="kit.cancel" />
          </Button>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
            {confirmLabel ?? <FormattedMessage id="kit.reason.confirm" />}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
