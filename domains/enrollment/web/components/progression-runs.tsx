import { useMessages } from '#platform/web/index.ts';
import { DateText } from '#platform/web/kit/index.ts';
import { api, type Progress } from '../api.ts';
import { TurnRuns } from './turn-runs.tsx';

/** Progressions that were applied, and the way back. */
export function Runs({ runs, undo }: { runs: Progress['runs']; undo: boolean }) {
  const t = useMessages();
  return (
    <TurnRuns
      title={t('enrollment.progress.runs')}
      runs={runs}
      columns={[
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
      ]}
      mayUndo={() => undo}
      question={({ order_number, count }) => ({
        title: t('enrollment.progress.undo_title', { number: order_number }),
        text: t('enrollment.progress.undo_about', { count }),
      })}
      undo={api.turn.undo.call}
      done={t('enrollment.progress.taken_back')}
    />
  );
}
