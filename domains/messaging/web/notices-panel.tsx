import { Button, Center, Group, Popover, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/show/empty.tsx';
import { Standing, useTargetStands } from '#platform/web/kit/show/standing.tsx';
import { api } from './api.ts';
import styles from './notices.module.css';
import { markRead, NoticeLink } from './notices-shared.tsx';

interface Props {
  /** the bell */
  of: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  unread: number;
}

/** The newest notices, below the bell. */
export default function NoticesPanel({ of, opened, onChange, unread }: Props) {
  const t = useMessages();
  const targetStands = useTargetStands();
  return (
    <Popover
      opened={targetStands && opened}
      onChange={onChange}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Standing of={of} />
      </Popover.Target>
      <Popover.Dropdown p={0} className={styles.dropdown ?? ''} aria-label={t('messaging.notices.title')}>
        <Newest unread={unread} onDone={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Newest({ unread, onDone }: { unread: number; onDone: () => void }) {
  const t = useMessages();
  const { data, isError, refetch } = useQuery(
    api.notice.list.queryOptions({ input: { size: 20 }, context: { silent: true } }),
  );
  return (
    <>
      <Group justify="space-between" px="sm" py={8} className={styles.top ?? ''} wrap="nowrap">
        <Text fw={620} size="sm" component="h2" m={0}>
          {t('messaging.notices.title')}
        </Text>
        <Button size="compact-sm" variant="subtle" disabled={unread === 0} onClick={() => void markRead()}>
          {t('messaging.notices.read_all')}
        </Button>
      </Group>
      {data ? (
        data.content.length ? (
          <ScrollArea.Autosize mah="min(60vh, 460px)" scrollbars="y">
            <ul className={styles.list}>
              {data.content.map((notice) => (
                <li key={notice.id}>
                  <NoticeLink notice={notice} onOpen={onDone} />
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        ) : (
          <Empty
            icon={<IconBell size={22} stroke={1.6} />}
            title={t('messaging.notices.none')}
            text={t('messaging.notices.none_about')}
          />
        )
      ) : isError ? (
        <Center p="md">
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </Center>
      ) : (
        <Stack p="sm" gap="sm">
          <Skeleton h={14} w="80%" />
          <Skeleton h={14} w="65%" />
          <Skeleton h={14} w="72%" />
        </Stack>
      )}
    </>
  );
}
