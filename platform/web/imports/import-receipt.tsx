import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../http.ts';
import { codeId, useIntlShape, useMessages } from '../i18n.tsx';
import {
  confirm,
  Facts,
  type Job,
  JobProgress,
  notify,
  progressOf,
  Section,
  showNumber,
  tellError,
} from '../kit/index.ts';
import type { ImportedRecords } from './types.ts';

const count = (receipt: Job['receipt'], key: string) => Number(receipt?.[key] ?? 0);

/** How far an import is and what it did; while nobody has touched what it wrote it can be taken back. */
export function ImportReceipt({ job, of, onAgain }: { job: Job; of: ImportedRecords; onAgain: () => void }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    const text = t('kit.import.undo_ask', {
      fresh: count(job.receipt, 'new'),
      changed: count(job.receipt, 'changed'),
    });
    if (!(await confirm({ name: t(codeId(of.messages, 'title')), text, yes: t('kit.import.undo') }))) return;
    setBusy(true);
    try {
      await api('POST', `/job/${job.id}/undo`, { silent: true });
      notify.success(t('kit.import.undone'));
      await of.onChanged();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const title = (
    {
      queued: 'kit.import.running',
      running: 'kit.import.running',
      done: 'kit.import.done',
      failed: 'kit.import.failed',
      undone: 'kit.import.undone',
    } as const
  )[job.state];
  return (
    <Section title={t(title)}>
      <Stack>
        {job.state !== 'undone' && (
          <JobProgress
            done={job.done}
            total={job.total}
            state={progressOf[job.state]}
            {...(job.error ? { message: job.error } : {})}
          />
        )}
        {job.state === 'failed' && <Text size="sm">{t('kit.import.failed_about')}</Text>}
        {job.receipt && job.state === 'done' && (
          <Facts
            items={['new', 'changed', 'unchanged'].map((key) => ({
              label: t(codeId('kit.import.receipt', key)),
              value: showNumber(count(job.receipt, key), locale),
            }))}
          />
        )}
        {(job.state === 'queued' || job.state === 'running') && (
          <Text size="sm" c="dimmed">
            {t('kit.import.leave')}
          </Text>
        )}
        <Group>
          <Button component={Link} {...({ to: of.list, search: { sort: 'created_at,desc' } } as object)}>
            {t(codeId(of.messages, 'to_list'))}
          </Button>
          <Button variant="default" onClick={onAgain}>
            {t('kit.import.another')}
          </Button>
          {job.state === 'done' && (
            <Button
              variant="subtle"
              color="red"
              loading={busy}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void undo()}
            >
              {t('kit.import.undo')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
