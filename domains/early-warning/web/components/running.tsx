import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf, silent, useLiveEvent, useMessages } from '#platform/web/index.ts';
import { JobProgress } from '#platform/web/kit/index.ts';
import { jobs } from '../api.ts';

const words = { queued: 'waiting', running: 'running', done: 'done', failed: 'failed', undone: 'done' } as const;

/** How far a job is; `onDone` gets what it left. */
export function Running({ id, onDone }: { id: number; onDone: (receipt: Record<string, unknown>) => void }) {
  const t = useMessages();
  const job = useQuery({
    ...jobs.get.queryOptions({ input: { id }, ...silent }),
    refetchInterval: (query) => (['queued', 'running'].includes(query.state.data?.state ?? 'queued') ? 1500 : false),
  });
  useLiveEvent<{ id: number }>('job', (event) => {
    if (event.id === id) void job.refetch();
  });
  const state = job.data?.state ?? 'queued';
  const receipt = job.data?.receipt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is over
  useEffect(() => {
    if (state === 'done' && receipt) onDone(receipt);
  }, [state]);
  return (
    <JobProgress
      done={job.data?.done ?? 0}
      total={job.data?.total ?? 0}
      state={words[state]}
      message={
        state === 'failed' && job.data?.error
          ? messageOf(job.data.error)
          : state === 'done'
            ? t('early-warning.run.done')
            : undefined
      }
    />
  );
}
