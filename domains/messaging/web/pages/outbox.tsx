import { Modal, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { DateTimeText, Facts, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Row = Awaited<ReturnType<typeof api.outbox.list.call>>['content'][number];
const states = ['queued', 'sent', 'kept', 'failed'] as const;
const tones = { queued: 'blue', sent: 'teal', kept: 'gray', failed: 'red' };

/** What was sent, waits or was kept because there is nobody to send it. */
export default function Outbox() {
  const t = useMessages();
  const [open, setOpen] = useState<Row | null>(null);
  const badge = (row: Row) => (
    <StatusBadge status={row.state} color={tones[row.state]} label={t(`messaging.state.${row.state}`)} />
  );
  return (
    <>
      <ListPage<Row>
        title={t('messaging.outbox.title')}
        description={t('messaging.outbox.about')}
        query={(input) => api.outbox.list.queryOptions({ input: input as never })}
        rowLabel={(row) => row.recipient}
        onRow={setOpen}
        columns={[
          { key: 'recipient', title: t('messaging.field.recipient') },
          {
            key: 'channel',
            title: t('messaging.field.channel'),
            render: (row) => t(`messaging.channel.${row.channel}`),
          },
          { key: 'subject', title: t('messaging.field.subject'), render: (row) => row.subject || '—' },
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
        actions={(row) =>
          row.can?.retry
            ? [
                {
                  key: 'retry',
                  label: t('messaging.outbox.retry'),
                  icon: <IconRefresh size={16} aria-hidden />,
                  run: async () => {
                    await api.outbox.retry.call({ id: row.id });
                    await refresh('outbox');
                  },
                },
              ]
            : []
        }
        empty={{ text: t('messaging.outbox.empty') }}
      />
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open?.subject || open?.recipient}
        size="xl"
        centered
      >
        {open && (
          <Stack>
            <Facts
              columns={2}
              items={[
                { label: t('messaging.field.recipient'), value: open.recipient },
                { label: t('messaging.field.state'), value: badge(open) },
                ...(open.error ? [{ label: t('messaging.field.error'), value: open.error }] : []),
              ]}
            />
            {/* A frame without any right: nothing in a mail may run here. */}
            {open.html ? (
              <iframe
                title={open.subject}
                sandbox=""
                srcDoc={open.body}
                style={{ width: '100%', height: 400, border: 0, background: 'white' }}
              />
            ) : (
              <Text style={{ whiteSpace: 'pre-wrap' }}>{open.body}</Text>
            )}
          </Stack>
        )}
      </Modal>
    </>
  );
}
