import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import type { z } from 'zod';
import { askToLeave } from '../dialogs/confirm.tsx';
import type { RecordFormProps } from './record-form.tsx';
import { RecordFormView } from './record-form.tsx';
import { useRecordForm } from './use-record-form.tsx';

export interface FormDrawerProps<S extends z.ZodType, R> extends Omit<RecordFormProps<S, R>, 'onCancel'> {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** `modal` for three fields and less */
  as?: 'drawer' | 'modal' | undefined;
  size?: number | string | undefined;
}

/** The record form in a drawer (or dialog). Closing with unsaved changes asks; saving closes. */
export function FormDrawer<S extends z.ZodType, R = unknown>({
  opened,
  onClose,
  title,
  as = 'drawer',
  size,
  ...form
}: FormDrawerProps<S, R>) {
  const intl = useIntl();
  const dirty = useRef(false);
  const close = async () => {
    if (!dirty.current || (await askToLeave())) {
      dirty.current = false;
      onClose();
    }
  };
  const shared = {
    opened,
    onClose: () => void close(),
    title,
    closeButtonProps: { 'aria-label': intl.formatMessage({ id: 'kit.close' }) },
  };
  const content = (
    <Inside
      {...form}
      onDirty={(value) => {
        dirty.current = value;
      }}
      onCancel={() => void close()}
      onSaved={(result: R) => {
        dirty.current = false;
        form.onSaved?.(result);
        onClose();
      }}
    />
  );
  return as === 'modal' ? (
    <Modal {...shared} size={size ?? 'md'} centered>
      {content}
    </Modal>
  ) : (
    <Drawer {...shared} position="right" size={size ?? 640}>
      {content}
    </Drawer>
  );
}

// The state lives inside, so that every opening starts afresh.
function Inside<S extends z.ZodType, R>({
  onDirty,
  ...props
}: RecordFormProps<S, R> & { onDirty: (dirty: boolean) => void }) {
  const state = useRecordForm<S, R>(props);
  onDirty(state.dirty);
  return <RecordFormView {...props} state={state} />;
}
