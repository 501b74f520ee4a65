import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { DateText, DateTimeText, notify, ReasonDialog, Section, SmallTable } from '#platform/web/kit/index.ts';
import { api, type Progress, refresh } from '../api.ts';

/** Progressions that were applied, and the way back. */
export function Runs({ runs, undo }: { runs: Progress['runs']; undo: boolean }) {
  const t = useMessages();
  const [undone, setUndone] = useState<Progress['runs'][number]>();
  return (
    <Section title={t('enrollment.progress.runs')}>
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
          {
            key: 'order',
            title: t('enrollment.field.order_number'),
            render: (run) => (
              <>
                {run.order_number} · <DateText value={run.order_date} />
              </>
            ),
          },
          { key: 'count', title: t('enrollment.progress.count'), figure: true, render: (run) => run.count },
          {
            key: 'undo',
            title: t('enrollment.progress.undo'),
            render: (run) =>
              run.undone_at ? (
                <Text size="sm" c="dimmed">
                  {t('enrollment.progress.undone', { reason: run.undone_reason ?? '' })}
                </Text>
              ) : undo ? (
                <Button size="xs" variant="light" color="red" onClick={() => setUndone(run)}>
                  {t('enrollment.progress.undo')}
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      <ReasonDialog
        opened={undone !== undefined}
        onClose={() => setUndone(undefined)}
        danger
        title={t('enrollment.progress.undo_title', { number: undone?.order_number ?? '' })}
        text={<Text size="sm">{t('enrollment.progress.undo_about', { count: undone?.count ?? 0 })}</Text>}
        confirmLabel={t('enrollment.progress.undo')}
        onConfirm={async (reason) => {
          await api.turn.undo.call({ id: undone?.id ?? 0, reason }, silent);
          notify.success(t('enrollment.progress.taken_back'));
          await refresh();
        }}
      />
    </Section>
  );
}
