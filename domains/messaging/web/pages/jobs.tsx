import { Modal, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useLiveEvent, useMessages } from '#platform/web/index.ts';
import { confirm, DateTimeText, Facts, JobProgress, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Job = Awaited<ReturnType<typeof api.job.get.call>>;
const states = ['queued', 'running', 'done', 'failed', 'undone'] as const;
const tones = { queued: 'gray', running: 'blue', done: 'teal', failed: 'red', undone: 'gray' };
const shown = { queued: 'waiting', running: 'running', done: 'done', failed: 'failed', undone: 'done' } as const;

const plain = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(plain).join(', ') || '—'
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value ?? '—');

/** The person's own long work: how far it is, its receipt, and the way back. */
export default function Jobs() {
  const t = useMessages();
  const intl = useIntl();
  const [open, setOpen] = useState<Job | null>(null);
  useLiveEvent('job', () => void refresh('job'));
  const undo = async (job: Job) => {
    if (!(await confirm({ text: t('messaging.jobs.undo_ask'), danger: true }))) return;
    await api.job.undo.call({ id: job.id });
    await refresh('job');
  };
  return (
    <>
      <ListPage<Job>
        title={t('messaging.jobs.title')}
        description={t('messaging.jobs.about')}
        searchable={false}
        query={(input) => api.job.list.queryOptions({ input: input as never })}
        rowLabel={(row) => row.title}
        onRow={setOpen}
        columns={[
          { key: 'title', title: t('messaging.field.work') },
          {
            key: 'state',
            title: t('messaging.field.state'),
            render: (row) => (
              <StatusBadge status={row.state} color={tones[row.state]} label={t(`messaging.job_state.${row.state}`)} />
            ),
          },
          {
            key: 'done',
            title: t('messaging.field.progress'),
            render: (row) => (row.total > 0 ? `${row.done} / ${row.total}` : '—'),
            align: 'right',
          },
          {
            key: 'created_at',
            title: t('messaging.field.created_at'),
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        filters={[
          {
            key: 'state',
            label: t('messaging.field.state'),
            control: 'select',
            options: states.map((id) => ({ id, title: t(`messaging.job_state.${id}`) })),
          },
        ]}
        actions={(row) =>
          row.can?.undo
            ? [
                {
                  key: 'undo',
                  label: t('messaging.jobs.undo'),
                  icon: <IconArrowBackUp size={16} aria-hidden />,
                  danger: true,
                  run: () => undo(row),
                },
              ]
            : []
        }
        empty={{ text: t('messaging.jobs.empty') }}
      />
      <Modal opened={open !== null} onClose={() => setOpen(null)} title={open?.title} size="lg" centered>
        {open && (
          <Stack>
            <JobProgress
              done={open.done}
              total={open.total}
              state={shown[open.state]}
              message={open.error ?? undefined}
            />
            {open.receipt && (
              <Facts
                columns={2}
                items={Object.entries(open.receipt).map(([label, value]) => ({
                  label: intl.messages[`messaging.receipt.${label}`] ? t(`messaging.receipt.${label}`) : label,
                  value: plain(value),
                }))}
              />
            )}
          </Stack>
        )}
      </Modal>
    </>
  );
}
