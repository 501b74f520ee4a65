import { notifications } from '@mantine/notifications';

/** The same text twice at once is shown once. */
const show = (message: string, color: string) => {
  const id = `${color}:${message}`;
  notifications.hide(id);
  notifications.show({ id, message, color, autoClose: color === 'red' ? 8000 : 4000, withBorder: true });
};

export const toast = {
  error: (message: string) => show(message, 'red'),
  success: (message: string) => show(message, 'accent'),
  info: (message: string) => show(message, 'gray'),
};
