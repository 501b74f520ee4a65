import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEye, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { toast, useMessages } from '#platform/web/index.ts';
import { DateTimeText, Facts, ListPage, StatusBadge, showPhone } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { Letter } from '../components/letter.tsx';

type Row = Awaited<ReturnType<typeof api.outbox.list.call>>['content'][number];
const states = ['queued', 'sent', 'kept', 'failed'] as const;
const tones = { queued: 'blue', sent: 'teal', kept: 'gray', failed: 'red' };

const addressOf = (row: Row) => (row.channel === 'sms' ? showPhone(row.recipient) : row.recipient);

/** What was sent, waits or was kept because there is nobody to send it. */
export default function Outbox() {
  const t = useMessages();
  const [open, setOpen] = useState<Row | null>(null);
  const retry = async (row: Row) => {
    await api.outbox.retry.call({ id: row.id });
    toast.success(t('messaging.outbox.retried'));
    setOpen(null);
    await refresh('outbox');
  };
  const badge = (row: Row) => (
    <StatusBadge status={row.state} color={tones[row.state]} label={t(`messaging.state.${row.state}`)} />
  );
  return (
    <>
      <ListPage
        title={t('messaging.outbox.title')}
        description={t('messaging.outbox.about')}
        of={api.outbox.list}
        rowLabel={(row) => row.recipient}
        onRow={setOpen}
        columns={[
          { key: 'recipient', title: t('messaging.field.recipient'), render: addressOf },
          {
            key: 'channel',
            title: t('messaging.field.channel'),
            render: (row) => t(`messaging.channel.${row.channel}`),
          },
          {
            key: 'subject',
            title: t('messaging.field.subject'),
            // A short message has no subject: its beginning says what it is about.
            render: (row) => row.subject || (row.channel === 'sms' ? row.body.slice(0, 60) : '') || '—',
          },
          { key: 'state', title: t('messaging.field.state'), render: badge },
          {
            key: 'created_at',
            title: t('messaging.field.created_at'),
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        filters={[
          {
            key: 'channel',
            label: t('messaging.field.channel'),
            control: 'select',
            options: (['mail', 'sms'] as const).map((id) => ({ id, title: t(`messaging.channel.${id}`) })),
          },
          {
            key: 'state',
            label: t('messaging.field.state'),
            control: 'select',
            options: states.map((id) => ({ id, title: t(`messaging.state.${id}`) })),
          },
        ]}
        actions={(row) => [
          {
            key: 'open',
            label: t('messaging.outbox.open'),
            icon: <IconEye size={16} aria-hidden />,
            run: () => setOpen(row),
          },
          ...(row.can?.retry
            ? [
                {
                  key: 'retry',
                  label: t('messaging.outbox.retry'),
                  icon: <IconRefresh size={16} aria-hidden />,
                  run: () => retry(row),
                },
              ]
            : []),
        ]}
        empty={{ text: t('messaging.outbox.empty') }}
      />
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open && (open.subject || addressOf(open))}
        size="xl"
        centered
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {open && (
          <Stack>
            <Facts
              columns={2}
              items={[
                { label: t('messaging.field.recipient'), value: addressOf(open) },
                { label: t('messaging.field.state'), value: badge(open) },
                { label: t('messaging.field.channel'), value: t(`messaging.channel.${open.channel}`) },
                { label: t('messaging.field.created_at'), value: <DateTimeText value={open.created_at} /> },
                ...(open.sent_at
                  ? [{ label: t('messaging.field.sent_at'), value: <DateTimeText value={open.sent_at} /> }]
                  : []),
                ...(open.error ? [{ label: t('messaging.field.error'), value: open.error }] : []),
              ]}
            />
            {open.html ? (
              <Letter html={open.body} title={open.subject || open.recipient} height={400} />
            ) : (
              <Text style={{ whiteSpace: 'pre-wrap' }}>{open.body}</Text>
            )}
            {open.can?.retry && (
              <Group justify="flex-end">
                <Button
                  variant="default"
                  leftSection={<IconRefresh size={16} aria-hidden />}
                  onClick={() => void retry(open).catch(() => undefined)}
                >
                  {t('messaging.outbox.retry')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Modal>
    </>
  );
}
