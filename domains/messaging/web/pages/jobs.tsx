import { Group, Modal, Progress, Text } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveEvent, useMessages } from '#platform/web/index.ts';
import { DateTimeText, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { JobView, takeBack } from '../components/job-view.tsx';

type Job = Awaited<ReturnType<typeof api.job.get.call>>;
const states = ['queued', 'running', 'done', 'failed', 'undone'] as const;
const tones = { queued: 'gray', running: 'blue', done: 'teal', failed: 'red', undone: 'gray' };

/** The person's own long work: how far it is, its receipt, and the way back. */
export default function Jobs() {
  const t = useMessages();
  const navigate = useNavigate();
  // The open receipt stands in the address, so that a notice can lead to it.
  const { open } = useSearch({ strict: false }) as { open?: unknown };
  const id = /^\d{1,10}$/.test(String(open)) ? Number(open) : undefined;
  const show = (next: number | undefined) => {
    const search = ({ open: _, ...rest }: Record<string, unknown>) =>
      next === undefined ? rest : { ...rest, open: next };
    void navigate({ to: '.', search: search, resetScroll: false });
  };
  useLiveEvent('job', () => void refresh('job'));
  return (
    <>
      <ListPage
        title={t('messaging.jobs.title')}
        description={t('messaging.jobs.about')}
        searchable={false}
        of={api.job.list}
        rowLabel={(row) => row.title}
        onRow={(row) => show(row.id)}
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
            width: 200,
            render: (row) => <Share job={row} label={t('messaging.field.progress')} />,
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
        actions={(row) => [
          {
            key: 'open',
            label: t('messaging.jobs.open'),
            icon: <IconEye size={16} aria-hidden />,
            run: () => show(row.id),
          },
          ...(row.can?.undo
            ? [
                {
                  key: 'undo',
                  label: t('messaging.jobs.undo'),
                  icon: <IconArrowBackUp size={16} aria-hidden />,
                  danger: true,
                  run: () => takeBack(row, t('messaging.jobs.undo_ask')),
                },
              ]
            : []),
        ]}
        empty={{ text: t('messaging.jobs.empty') }}
      />
      <Modal
        opened={id !== undefined}
        onClose={() => show(undefined)}
        title={t('messaging.field.work')}
        size="lg"
        centered
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {id !== undefined && <JobView id={id} />}
      </Modal>
    </>
  );
}

/** How far a piece of work is: a bar and counts. */
function Share({ job, label }: { job: Job; label: string }) {
  if (job.total === 0) return '—';
  const value = job.state === 'done' || job.state === 'undone' ? 100 : (job.done / job.total) * 100;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={value} color={tones[job.state]} flex={1} miw={60} aria-label={label} />
      <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {job.done} / {job.total}
      </Text>
    </Group>
  );
}
