import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLiveEvent } from '../../events.ts';
import { api } from '../../http.ts';
import { JobProgress, type JobProgressProps } from './job-progress.tsx';

/** Long work as the server tells of it. */
export interface Job {
  id: number;
  state: 'queued' | 'running' | 'done' | 'failed' | 'undone';
  done: number;
  total: number;
  receipt: Record<string, unknown> | null;
  /** in the words of whoever asked for it */
  error: string | null;
}

export const isOver = (state: Job['state']): boolean => state === 'done' || state === 'failed' || state === 'undone';

/** `JobProgress` by the state of a job; what was taken back was done before. */
export const progressOf: Record<Job['state'], JobProgressProps['state']> = {
  queued: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  undone: 'done',
};

/** Follows a job until it is over; nothing without an id. */
export function useJob(id: number | undefined) {
  const job = useQuery({
    queryKey: ['job', 'followed', id],
    queryFn: ({ signal }) => api<Job>('GET', `/job/${id}`, { signal, silent: true }),
    enabled: id !== undefined,
    // Live events may be missed while the connection is made anew.
    refetchInterval: (query) => (query.state.data && isOver(query.state.data.state) ? false : 1500),
  });
  useLiveEvent<{ id: number }>('job', (event) => {
    if (event.id === id) void job.refetch();
  });
  return job;
}

export interface RunningJobProps {
  id: number;
  /** what its end means in words */
  said: (job: Job) => string | undefined;
  /** told once, when it is done or taken back */
  onOver?: ((job: Job) => unknown) | undefined;
  /** the way back of one that is done: what its button says */
  undo?: ReactNode | undefined;
}

/** How far a job is, and why it failed. */
export function RunningJob({ id, said, onOver, undo }: RunningJobProps) {
  const { data: job, refetch } = useJob(id);
  const [undoing, setUndoing] = useState(false);
  const takeBack = async () => {
    setUndoing(true);
    // What is refused is told where all refusals are.
    await api('POST', `/job/${id}/undo`).catch(() => undefined);
    await refetch();
    setUndoing(false);
  };
  const state = job?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the state changes, and not when the page does
  useEffect(() => {
    if (job && (state === 'done' || state === 'undone')) void onOver?.(job);
  }, [state]);
  const by = Number(job?.receipt?.undone_by ?? 0);
  // What takes long to take back is a job of its own.
  if (job && state === 'undone' && by > 0)
    return <RunningJob id={by} said={() => said(job)} onOver={onOver && (() => onOver(job))} />;
  return (
    <>
      <JobProgress
        done={job?.done ?? 0}
        total={job?.total ?? 0}
        state={progressOf[state ?? 'queued']}
        message={job && isOver(job.state) ? (job.error ?? said(job)) : undefined}
      />
      {undo && state === 'done' && (
        <Group justify="flex-end">
          <Button variant="default" loading={undoing} onClick={() => void takeBack()}>
            {undo}
          </Button>
        </Group>
      )}
    </>
  );
}
