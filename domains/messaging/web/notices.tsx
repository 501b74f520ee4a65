import { ActionIcon, Indicator, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { silent, useLiveEvent, useMessages } from '#platform/web/index.ts';
import { usePart } from '#platform/web/later.tsx';
import { api } from './api.ts';
import { refreshNotices } from './notices-shared.tsx';

const load = () => import('./notices-panel.tsx');

/** After the page has what it needs: the live connection is in no hurry. Milliseconds. */
const patience = 2000;

/** The bell of the bar: how many notices are unread, as it changes, and the newest of them. */
export default function Notices() {
  const t = useMessages();
  const [bell, setBell] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const [NoticesPanel, bring] = usePart(load);
  const [listening, setListening] = useState(false);
  useTimeout(() => setListening(true), patience, { autoInvoke: true });
  const { data } = useQuery(api.notice.count.queryOptions(silent));
  const unread = data?.unread ?? 0;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        size={36}
        aria-haspopup="dialog"
        aria-expanded={false}
        onClick={({ currentTarget }) => {
          setBell(currentTarget);
          // One that has not come yet opens as soon as it has.
          setOpened(!NoticesPanel || !opened);
          bring();
        }}
      >
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
      {bell && NoticesPanel ? <NoticesPanel of={bell} opened={opened} onChange={setOpened} unread={unread} /> : null}
      {listening ? <Listen /> : null}
    </>
  );
}

function Listen() {
  useLiveEvent('notice', () => void refreshNotices());
  return null;
}
