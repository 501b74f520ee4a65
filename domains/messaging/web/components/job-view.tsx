import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  codeId,
  download,
  hasText,
  messageOf,
  PageSpinner,
  silent,
  useIntlShape,
  useLiveEvent,
  useMessages,
} from '#platform/web/index.ts';
import { confirm, DateTimeText, Facts, JobProgress, tellError } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Job = Awaited<ReturnType<typeof api.job.get.call>>;
const shown = { queued: 'waiting', running: 'running', done: 'done', failed: 'failed', undone: 'done' } as const;
/** Parts of a receipt that are for taking back, not for reading. */
const inner = new Set(['new_ids', 'before', 'ids']);
/** Work whose receipt has a page of its own. */
const pages: Record<string, string> = { 'students.import': '/students/import', 'staff.import': '/staff/import' };
const over = (state: Job['state']) => state === 'done' || state === 'failed' || state === 'undone';

export async function takeBack(job: Pick<Job, 'id' | 'title'>, question: string): Promise<void> {
  if (!(await confirm({ name: job.title, text: question }))) return;
  try {
    await api.job.undo.call({ id: job.id }, silent);
  } catch (error) {
    await tellError(error);
  }
  await refresh('job');
}

/**
 * One piece of long work while it runs and afterwards: how far it is, its receipt, and the way back where there is one.
 * `done` is what its end means in words.
 */
export function JobView({ id, done }: { id: number; done?: string }) {
  const t = useMessages();
  const intl = useIntlShape();
  const { data: job, error } = useQuery({
    ...api.job.get.queryOptions({ input: { id }, context: { silent: true } }),
    // Live events may be missed while the connection is made anew.
    refetchInterval: (query) => (query.state.data && over(query.state.data.state) ? false : 1500),
  });
  useLiveEvent('job', () => void refresh('job'));
  if (error)
    return (
      <Text c="red" size="sm" role="alert">
        {messageOf(error)}
      </Text>
    );
  if (!job) return <PageSpinner />;
  const page = pages[job.kind];
  const facts = Object.entries(job.receipt ?? {})
    .filter(
      ([name, value]) => !inner.has(name) && hasText(intl.messages, `messaging.receipt.${name}`) && !isEmpty(value),
    )
    .map(([name, value]) => ({
      label: t(codeId('messaging.receipt', name)),
      value: Array.isArray(value) ? value.join(', ') : String(value),
    }));
  return (
    <Stack>
      {job.state === 'undone' ? (
        <Text size="sm">{t('messaging.jobs.undone')}</Text>
      ) : (
        <JobProgress
          done={job.done}
          total={job.total}
          state={shown[job.state]}
          message={job.error ?? (job.state === 'done' ? done : undefined)}
        />
      )}
      <Facts
        columns={2}
        items={[
          { label: t('messaging.field.created_at'), value: <DateTimeText value={job.created_at} /> },
          { label: t('messaging.field.finished_at'), value: <DateTimeText value={job.finished_at} /> },
          ...facts,
        ]}
      />
      <Group justify="space-between">
        {page ? (
          <Anchor component={Link} {...({ to: page, search: { job: String(id) } } as object)} size="sm">
            {t('messaging.jobs.page')}
          </Anchor>
        ) : (
          <span />
        )}
        {job.state === 'done' && typeof job.receipt?.file === 'string' && job.kind.endsWith('.export') && (
          <Button
            variant="light"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(`/job/${job.id}/file`, String(job.receipt?.file)).catch(() => undefined)}
          >
            {t('messaging.jobs.save_file')}
          </Button>
        )}
        {job.can?.undo && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void takeBack(job, t('messaging.jobs.undo_ask'))}
          >
            {t('messaging.jobs.undo')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && !value.length);
