import { Button, Group, Modal, Typography } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import DOMPurify from 'dompurify';
import { useMemo, useState } from 'react';
import { useMessages } from '../i18n.tsx';

const every = 5 * 60_000;

/** Warns of a deadline at once and then every five minutes, for as long as the server says so. */
export default function DeadlineWarning({ html }: { html: string }) {
  const t = useMessages();
  const [opened, setOpened] = useState(true);
  useInterval(() => setOpened(true), every, { autoInvoke: true });
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input'],
        FORBID_ATTR: ['style'],
      }),
    [html],
  );
  const close = () => setOpened(false);
  return (
    <Modal opened={opened} onClose={close} title={t('shell.deadline.title')}>
      <Typography>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server's HTML, cleaned above */}
        <div dangerouslySetInnerHTML={{ __html: clean }} />
      </Typography>
      <Group justify="end" mt="md">
        <Button onClick={close} data-autofocus>
          {t('shell.deadline.understood')}
        </Button>
      </Group>
    </Modal>
  );
}
