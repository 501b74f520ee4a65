import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { linkTo, queryClient, useMessages } from '#platform/web/index.ts';
import { DateTimeText } from '#platform/web/kit/show/people.tsx';
import { api } from './api.ts';
import styles from './notices.module.css';

export type Notice = Awaited<ReturnType<typeof api.notice.list.call>>['content'][number];

export const refreshNotices = () => queryClient.invalidateQueries({ queryKey: api.notice.key() });

/** Without ids, all. The count of the answer shows at once, the lists follow. */
export async function markRead(ids?: number[]) {
  const count = await api.notice.read.call(ids ? { ids } : {});
  queryClient.setQueryData(api.notice.count.queryKey(), count);
  await refreshNotices();
}

/** Only addresses of this application are followed. */
const inside = (link: string | null): link is string => link !== null && /^\/(?![/\\])/.test(link);

/** One notice: opening it marks it as read and leads to the thing that it is about. */
export function NoticeLink({ notice, onOpen }: { notice: Notice; onOpen?: () => void }) {
  const t = useMessages();
  const navigate = useNavigate();
  const isNew = notice.read_at === null;
  const open = () => {
    // A refused mark has been told by a toast; the way to the thing is not barred by it.
    if (isNew) void markRead([notice.id]).catch(console.error);
    if (!inside(notice.link)) return;
    void navigate(linkTo(notice.link));
    onOpen?.();
  };
  return (
    <UnstyledButton className={styles.notice} data-new={isNew || undefined} onClick={open}>
      <span className={styles.title}>
        {isNew ? <VisuallyHidden>{t('messaging.notices.unread')} </VisuallyHidden> : null}
        {notice.title}
      </span>
      <span className={styles.time}>
        <DateTimeText value={notice.created_at} />
      </span>
    </UnstyledButton>
  );
}
