import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import {
  DateTimeText,
  notify,
  ProgressDialog,
  ReasonDialog,
  Section,
  type SmallColumn,
  SmallTable,
} from '#platform/web/kit/index.ts';
import { progressOf, refresh, useJob } from '../api.ts';

interface Run {
  id: number;
  at: string;
  by: string | null;
  undone_at: string | null;
  undone_reason: string | null;
}

interface Props<R extends Run> {
  title: string;
  runs: R[];
  /** What this act says of a run, between who did it and the way back. */
  columns: SmallColumn<R>[];
  mayUndo: (run: R) => boolean;
  /** What is asked before a run is taken back. */
  question: (run: R) => { title: string; text: string };
  undo: (
    input: { id: number; reason: string },
    options: typeof silent,
  ) => Promise<{ count: number; job: { id: number } }>;
  /** What is said while that is long work, and when it is over. */
  undoing: string;
  done: ReactNode;
  /** What stands over the runs. */
  note?: ReactNode;
}

/** Runs of an act of the turn of the year, and the way back. */
export function TurnRuns<R extends Run>({
  title,
  runs,
  columns,
  mayUndo,
  question,
  undo,
  undoing,
  done,
  note,
}: Props<R>) {
  const t = useMessages();
  const [chosen, setChosen] = useState<R>();
  const asked = chosen && question(chosen);
  const [running, setRunning] = useState<{ job: number; count: number }>();
  const work = useJob(running?.job);
  return (
    <Section title={title}>
      {note}
      <SmallTable
        rows={runs}
        rowKey={(run) => run.id}
        minWidth={560}
        columns={[
          {
            key: 'at',
            title: t('enrollment.progress.at'),
            names: true,
            render: (run) => <DateTimeText value={run.at} />,
          },
          { key: 'by', title: t('enrollment.progress.by'), render: (run) => run.by ?? '—' },
          ...columns,
          {
            key: 'undo',
            title: t('enrollment.progress.undo'),
            render: (run) =>
              run.undone_at ? (
                <Text size="sm" c="dimmed">
                  {t('enrollment.progress.undone', { reason: run.undone_reason ?? '' })}
                </Text>
              ) : mayUndo(run) ? (
                <Button size="xs" variant="light" color="red" onClick={() => setChosen(run)}>
                  {t('enrollment.progress.undo')}
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      <ReasonDialog
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        danger
        title={asked?.title ?? ''}
        text={<Text size="sm">{asked?.text}</Text>}
        confirmLabel={t('enrollment.progress.undo')}
        onConfirm={async (reason) => {
          const answer = await undo({ id: chosen?.id ?? 0, reason }, silent);
          setRunning({ job: answer.job.id, count: answer.count });
          await refresh();
        }}
      />
      <ProgressDialog
        opened={running !== undefined}
        title={undoing}
        onClose={() => {
          setRunning(undefined);
          if (work?.state === 'done') notify.success(done);
          void refresh();
        }}
        {...progressOf(work, running?.count ?? 0)}
      />
    </Section>
  );
}
