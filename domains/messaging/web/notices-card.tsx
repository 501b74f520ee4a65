import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/show/home-card.tsx';
import { api } from './api.ts';
import styles from './notices.module.css';
import { NoticeLink } from './notices-shared.tsx';

/** On the home page: the newest notices that were not read. */
export default function NoticesCard() {
  const t = useMessages();
  const unread = useQuery(
    api.notice.list.queryOptions({ input: { size: 5, unread: true }, context: { silent: true } }),
  );
  return (
    <HomeCard title={t('messaging.notices.new')} icon={IconBell} query={unread} empty={t('messaging.notices.none_new')}>
      {({ content }) =>
        content.length ? (
          <ul className={styles.list} data-card>
            {content.map((notice) => (
              <li key={notice.id}>
                <NoticeLink notice={notice} />
              </li>
            ))}
          </ul>
        ) : null
      }
    </HomeCard>
  );
}
