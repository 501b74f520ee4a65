import { Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const looks = {
  error: { color: 'red', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 8000, role: 'alert' },
  success: { color: 'teal', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000 },
  info: { color: 'gray', autoClose: 4000 },
};

/** The same words twice are shown once: a failed call and the page that made it may both tell of it. */
const show = (kind: keyof typeof looks) => (message: ReactNode, title?: ReactNode) => {
  const id = typeof message === 'string' ? `${kind}:${message}` : undefined;
  if (id) notifications.hide(id);
  return notifications.show({
    ...(id ? { id } : {}),
    ...(title === undefined ? {} : { title }),
    message,
    withBorder: true,
    ...looks[kind],
  });
};

/** A notice that stays while something is done, with a bar of how far it is (0 to 1). */
function progress(message: string): { show(share: number): void; end(): void } {
  const look = (share: number) => (
    <Stack gap={6}>
      <Text size="sm">{message}</Text>
      <Progress value={share * 100} animated aria-label={message} />
    </Stack>
  );
  const id = notifications.show({ message: look(0), withBorder: true, color: 'gray', autoClose: false });
  return {
    show: (share) =>
      void notifications.update({ id, message: look(share), withBorder: true, color: 'gray', autoClose: false }),
    end: () => void notifications.hide(id),
  };
}

/** A quiet line that stays until it is ended; nobody has to do anything. */
function waiting(message: string): () => void {
  const id = notifications.show({
    message,
    role: 'status',
    withBorder: true,
    color: 'gray',
    loading: true,
    autoClose: false,
  });
  return () => void notifications.hide(id);
}

/** Short notices at the edge of the page, the only way in which anything shows one. */
export const toast = { error: show('error'), success: show('success'), info: show('info'), progress, waiting };
