import {
  ActionIcon,
  Button,
  Center,
  Group,
  Indicator,
  Popover,
  ScrollArea,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { silent, useLiveEvent, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/show/empty.tsx';
import { api } from './api.ts';
import styles from './notices.module.css';
import { markRead, NoticeLink, refreshNotices } from './notices-shared.tsx';

/** After the page has what it needs: the live connection is in no hurry. Milliseconds. */
const patience = 2000;

/** The bell of the bar: how many notices are unread, as it changes, and the newest of them. */
export default function Notices() {
  const t = useMessages();
  const [opened, setOpened] = useState(false);
  const [listening, setListening] = useState(false);
  useTimeout(() => setListening(true), patience, { autoInvoke: true });
  const { data } = useQuery(api.notice.count.queryOptions(silent));
  const unread = data?.unread ?? 0;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size={36} onClick={() => setOpened(!opened)}>
          <Indicator
            disabled={unread === 0}
            label={unread > 99 ? '99+' : unread}
            size={16}
            offset={2}
            color="red.8"
            aria-hidden
          >
            <IconBell size={19} stroke={1.7} style={{ display: 'block' }} />
          </Indicator>
          <VisuallyHidden>{t('messaging.notices.bell', { count: unread })}</VisuallyHidden>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={styles.dropdown ?? ''} aria-label={t('messaging.notices.title')}>
        <Newest unread={unread} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
      {listening ? <Listen /> : null}
    </Popover>
  );
}

function Listen() {
  useLiveEvent('notice', () => void refreshNotices());
  return null;
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
