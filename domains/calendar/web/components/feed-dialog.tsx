import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { confirm, showDateTime } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Makes, renews and ends the secret link by which phones read one's calendar. The link is shown once. */
export function FeedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const client = useQueryClient();
  const { data } = useQuery({ ...api.feed.state.queryOptions(), enabled: opened });
  const [link, setLink] = useState<string>();
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
    await client.invalidateQueries({ queryKey: api.feed.key() });
  };
  const make = () =>
    during(async () => {
      const { path } = await api.feed.renew.call({});
      setLink(new URL(path, window.location.origin).href);
    });
  const renew = async () => {
    if (
      await confirm({
        title: t('calendar.feed.renew'),
        name: t('calendar.feed.title'),
        text: t('calendar.feed.renew_about'),
      })
    )
      await make();
  };
  const end = () =>
    during(async () => {
      await api.feed.remove.call({});
      setLink(undefined);
    });
  const close = () => {
    setLink(undefined);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('calendar.feed.title')} size="lg" centered>
      <Stack>
        <Text size="sm">{t('calendar.feed.about')}</Text>
        {link && (
          <>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput label={t('calendar.feed.link')} value={link} readOnly style={{ flex: 1 }} />
              <CopyButton value={link}>
                {({ copied, copy }) => (
                  <Button
                    onClick={copy}
                    leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  >
                    {t(copied ? 'calendar.feed.copied' : 'calendar.feed.copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
            <Alert color="yellow">{t('calendar.feed.secret')}</Alert>
          </>
        )}
        {!link && data?.since && (
          <Text size="sm" c="dimmed">
            {t('calendar.feed.since', { since: showDateTime(data.since) })}
          </Text>
        )}
        <Group justify="flex-end">
          {data?.since && (
            <Button variant="default" color="red" onClick={() => void end()} disabled={busy}>
              {t('calendar.feed.end')}
            </Button>
          )}
          {!link && (
            <Button onClick={() => void (data?.since ? renew() : make())} loading={busy}>
              {t(data?.since ? 'calendar.feed.renew' : 'calendar.feed.make')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
