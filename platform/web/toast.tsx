import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const looks = {
  error: { color: 'red', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 8000, role: 'alert' },
  success: { color: 'teal', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000 },
  info: { color: 'gray', autoClose: 4000 },
};

/** The same words twice are shown once: a failed call and the page that made it may both tell of it. */
const show = (kind: keyof typeof looks) => (message: ReactNode) => {
  const id = typeof message === 'string' ? `${kind}:${message}` : undefined;
  if (id) notifications.hide(id);
  return notifications.show({ ...(id ? { id } : {}), message, withBorder: true, ...looks[kind] });
};

/** Short notices at the edge of the page, the only way in which anything shows one. */
export const toast = { error: show('error'), success: show('success'), info: show('info') };
