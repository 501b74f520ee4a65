import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ReasonForm, type ReasonFormProps } from './reason-form.tsx';

export interface ReasonDialogProps extends ReasonFormProps {
  opened: boolean;
  title: ReactNode;
}

/** Asks why, before a decision that needs a reason. */
export function ReasonDialog({ opened, title, ...form }: ReasonDialogProps) {
  const intl = useIntl();
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.close' }) }}
    >
      <ReasonForm {...form} />
    </Modal>
  );
}
