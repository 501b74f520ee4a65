import { Progress, Stack, Text } from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { store } from './store.ts';

const shown = store<{ Notices: ComponentType } | null>(null);

/**
 * No page begins with a notice: where they stand comes with the first one, or when somebody first does something. With the
 * network gone it does not come, and is asked for again the next time; the page goes on without.
 */
async function place() {
  const { default: Notices, notifications } = await import('./shell/notices.tsx');
  if (!shown.get()) shown.set({ Notices });
  return notifications;
}
export const prepareNotices = (): void => void place().catch(console.debug);

/** The place of notices, around the pages. */
export function NoticesPlace(): ReactNode {
  const there = shown.use();
  return there && <there.Notices />;
}

/** What is asked while the place is on its way is done in its order. */
function there(work: (notifications: Awaited<ReturnType<typeof place>>) => void): void {
  place().then(work, console.error);
}

let count = 0;
/** Notices as such; what tells of something is `toast`. */
export const notices = {
  show(notice: NotificationData): string {
    const id = notice.id ?? `notice-${++count}`;
    there((notifications) => notifications.show({ ...notice, id }));
    return id;
  },
  update: (notice: NotificationData & { id: string }): void => there((notifications) => notifications.update(notice)),
  hide: (id: string): void => there((notifications) => notifications.hide(id)),
};

const looks = {
  error: { color: 'red', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 8000, role: 'alert' },
  success: { color: 'teal', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000 },
  info: { color: 'gray', autoClose: 4000 },
};

/** The same words twice are shown once: a failed call and the page that made it may both tell of it. */
const show = (kind: keyof typeof looks) => (message: ReactNode, title?: ReactNode) => {
  const id = typeof message === 'string' ? `${kind}:${message}` : undefined;
  if (id) notices.hide(id);
  return notices.show({
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
  const id = notices.show({ message: look(0), withBorder: true, color: 'gray', autoClose: false });
  return {
    show: (share) => notices.update({ id, message: look(share), withBorder: true, color: 'gray', autoClose: false }),
    end: () => notices.hide(id),
  };
}

/** A quiet line that stays until it is ended; nobody has to do anything. */
function waiting(message: string): () => void {
  const id = notices.show({
    message,
    role: 'status',
    withBorder: true,
    color: 'gray',
    loading: true,
    autoClose: false,
  });
  return () => notices.hide(id);
}

/** Short notices at the edge of the page, the only way in which anything shows one. */
export const toast = { error: show('error'), success: show('success'), info: show('info'), progress, waiting };
