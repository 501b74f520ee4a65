import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntlShape, useMessages } from '#platform/web/index.ts';
import { confirm, Facts, JobProgress, notify, Section, showNumber, tellError } from '#platform/web/kit/index.ts';
import { jobs, refresh } from '../api.ts';

type Job = Awaited<ReturnType<typeof jobs.get.call>>;
const count = (receipt: Job['receipt'], key: string) => Number(receipt?.[key] ?? 0);
const shown = { queued: 'waiting', running: 'running', done: 'done', failed: 'failed', undone: 'done' } as const;

/** How far an import is and what it did; while nobody has touched what it wrote it can be taken back. */
export function ImportReceipt({ job, onAgain }: { job: Job; onAgain: () => void }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    const text = t('students.import.undo_ask', {
      fresh: count(job.receipt, 'new'),
      changed: count(job.receipt, 'changed'),
    });
    if (!(await confirm({ text, yes: t('students.import.undo') }))) return;
    setBusy(true);
    try {
      await jobs.undo.call({ id: job.id }, { context: { silent: true } });
      notify.success(t('students.import.undone'));
      await refresh();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const title = {
    queued: 'students.import.running',
    running: 'students.import.running',
    done: 'students.import.done',
    failed: 'students.import.failed',
    undone: 'students.import.undone',
  }[job.state];
  return (
    <Section title={t(title)}>
      <Stack>
        {job.state !== 'undone' && (
          <JobProgress
            done={job.done}
            total={job.total}
            state={shown[job.state]}
            {...(job.error ? { message: job.error } : {})}
          />
        )}
        {job.state === 'failed' && <Text size="sm">{t('students.import.failed_about')}</Text>}
        {job.receipt && job.state === 'done' && (
          <Facts
            items={['new', 'changed', 'unchanged'].map((key) => ({
              label: t(`students.import.receipt.${key}`),
              value: showNumber(count(job.receipt, key), locale),
            }))}
          />
        )}
        {(job.state === 'queued' || job.state === 'running') && (
          <Text size="sm" c="dimmed">
            {t('students.import.leave')}
          </Text>
        )}
        <Group>
          <Button component={Link} {...({ to: '/students', search: { sort: 'created_at,desc' } } as object)}>
            {t('students.import.to_list')}
          </Button>
          <Button variant="default" onClick={onAgain}>
            {t('students.import.another')}
          </Button>
          {job.state === 'done' && (
            <Button
              variant="subtle"
              color="red"
              loading={busy}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void undo()}
            >
              {t('students.import.undo')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
